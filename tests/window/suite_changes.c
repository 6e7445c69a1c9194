/* SPDX-License-Identifier: MIT */
/* The set of changes: by hand, and that of random scans against the maps before and after. */
#include "oct9/occupancy.h"
#include "oct9/visit.h"
#include "oct9/window.h"
#include "src/mapping/changes.h"
#include "src/number/morton.h"
#include "tests/golden/query.h"
#include "tests/golden/robot.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { TABLE = 256, ROUNDS = 9 };

static uint32_t table[TABLE];
static oct9_changes_t changes;
static oct9_change_t taken[TABLE];

static void note(unsigned x, unsigned y, unsigned z, unsigned level)
{
    const oct9_node_t node = { { (uint16_t)x, (uint16_t)y, (uint16_t)z }, (uint8_t)level };
    oct9_changes_note(&changes, &node);
}

static int take(oct9_change_t *change)
{
    uint32_t budget = UINT32_MAX;
    return oct9_changes_take(&changes, &budget, change);
}

/* Takes all there is: how many. */
static unsigned take_all(void)
{
    unsigned count = 0;
    int got;
    while (count < TABLE && (got = take(&taken[count])) != 0) {
        CHECK_EQ(got, 1);
        if (got != 1)
            break;
        count++;
    }
    return count;
}

/* The bits that were taken for a node, 0 if it is not among the first `count`. */
static unsigned bits_of(unsigned count, unsigned x, unsigned y, unsigned z, unsigned level)
{
    for (unsigned i = 0; i < count; i++) {
        const oct9_node_t *n = &taken[i].node;
        if (n->corner.x == x && n->corner.y == y && n->corner.z == z && n->level == level)
            return taken[i].cells;
    }
    return 0;
}

static void reset(uint32_t size)
{
    CHECK_EQ(oct9_occupancy_changes_init(&changes, table, size), OCT9_OK);
    CHECK_EQ(changes.used, 0);
    CHECK(!changes.lost);
}

/* --- by hand ---------------------------------------------------------------------------------- */

static void cells_share_a_word(void)
{
    reset(16);
    note(8, 9, 10, 0); /* child 2 of the node at 8, 8, 10 */
    note(9, 9, 11, 0); /* child 7 */
    note(8, 9, 10, 0);
    CHECK_EQ(changes.used, 1);
    CHECK_EQ(take_all(), 1);
    CHECK_EQ(bits_of(1, 8, 8, 10, 1), 0x84);
    CHECK_EQ(take_all(), 0);
    CHECK_EQ(changes.used, 0);
    const oct9_cell_t corner = { 510, 0, 510 };
    oct9_changes_note_cells(&changes, oct9_morton_encode(&corner), 0x11);
    oct9_changes_note_cells(&changes, oct9_morton_encode(&corner), 0x12);
    CHECK_EQ(take_all(), 1);
    CHECK_EQ(bits_of(1, 510, 0, 510, 1), 0x13);
}

static void larger_nodes(void)
{
    reset(16);
    for (unsigned level = 1; level <= 9; level++)
        note(0, 0, 0, level);
    CHECK_EQ(changes.largest, 9);
    const unsigned count = take_all();
    CHECK_EQ(bits_of(count, 0, 0, 0, 9), 255);
    for (unsigned i = 0; i < count; i++)
        CHECK_EQ(taken[i].cells, 255);
    note(504, 256, 0, 3);
    CHECK_EQ(take_all(), 1);
    CHECK_EQ(bits_of(1, 504, 256, 0, 3), 255);
}

/* Until the set is empty it is known how large a node was noted. */
static void largest_until_empty(void)
{
    oct9_change_t change;
    reset(16);
    note(0, 0, 0, 8);
    note(400, 0, 0, 0);
    CHECK_EQ(take(&change), 1);
    CHECK_EQ(changes.largest, 8);
    CHECK_EQ(take(&change), 1);
    CHECK_EQ(changes.largest, 0);
}

/* As many as were noted come out again, once each. */
static void each_comes_once(void)
{
    reset(TABLE);
    for (unsigned i = 0; i < 200; i++)
        note(i * 2, 510 - i * 2, i, 0);
    CHECK(!changes.lost);
    CHECK_EQ(changes.used, 200);
    const unsigned count = take_all();
    CHECK_EQ(count, 200);
    for (unsigned i = 0; i < 200; i++)
        CHECK_EQ(bits_of(count, i * 2, 510 - i * 2, i & ~1u, 1), i & 1 ? 16 : 1);
    CHECK_EQ(take_all(), 0);
}

/* What does not fit is reported, once, and then the set goes on. */
static void lost(void)
{
    oct9_change_t change;
    reset(16);
    for (unsigned i = 0; i < 17; i++)
        note(i * 2, 0, 0, 0);
    CHECK(changes.lost);
    CHECK_EQ(take(&change), OCT9_ERR_CHANGES_LOST);
    CHECK(!changes.lost);
    CHECK_EQ(take(&change), 0);
    CHECK_EQ(changes.used, 0);
    note(4, 4, 4, 0);
    CHECK_EQ(take_all(), 1);
    CHECK_EQ(bits_of(1, 4, 4, 4, 1), 1);
}

static void lost_while_taking(void)
{
    oct9_change_t change;
    reset(16);
    for (unsigned i = 0; i < 10; i++)
        note(i * 2, 0, 0, 0);
    CHECK_EQ(take(&change), 1);
    for (unsigned i = 0; i < 40; i++)
        note(0, i * 2, 2, 0);
    CHECK_EQ(take(&change), OCT9_ERR_CHANGES_LOST);
    CHECK_EQ(take(&change), 0);
}

/* Notes that come while others are taken are not passed over. */
static void noted_while_taking(void)
{
    random_t random = { 251 };
    unsigned noted = 0, out = 0;
    oct9_change_t change;
    reset(TABLE);
    while (noted < 600) {
        for (uint32_t n = random_below(&random, 8); n > 0 && changes.used < TABLE / 4; n--) {
            note(noted % 256 * 2, noted / 256 * 2, 0, 0); /* each another */
            noted++;
        }
        for (uint32_t n = random_below(&random, 8); n > 0; n--)
            out += take(&change) == 1;
        CHECK_EQ(changes.used, noted - out);
    }
    CHECK(!changes.lost);
    CHECK_EQ(take_all(), noted - out);
}

static void errors(void)
{
    static const uint32_t bad[] = {
        0, 1, 8, 15, 17, 24, 1023, ((uint32_t)1 << 24) + 1, (uint32_t)1 << 25, (uint32_t)1 << 31
    };
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK_EQ(oct9_occupancy_changes_init(&changes, table, bad[i]), OCT9_ERR_ARGUMENT);
}

/* --- of a map --------------------------------------------------------------------------------- */

static unsigned take_changed(void)
{
    unsigned count = 0;
    int got;
    while (count < TABLE && (got = oct9_occupancy_changed(&robot_map, &taken[count])) != 0) {
        CHECK_EQ(got, 1);
        if (got != 1)
            break;
        count++;
    }
    return count;
}

static void take_lost(void)
{
    oct9_change_t change;
    CHECK_EQ(oct9_occupancy_changed(&robot_map, &change), OCT9_ERR_CHANGES_LOST);
    CHECK_EQ(oct9_occupancy_changed(&robot_map, &change), 0);
}

/* A map that begins may have held anything before: the set is lost. */
static void begin_map_of(uint32_t size, uint32_t blocks)
{
    reset(size);
    CHECK_EQ(oct9_occupancy_init(&robot_map, world_pool, blocks, &robot_model, &changes), OCT9_OK);
    take_lost();
    robot_reset(&robot_other, ROBOT_BLOCKS, OCT9_COARSEN);
}

static void begin_map(uint32_t size)
{
    begin_map_of(size, ROBOT_BLOCKS);
}

/* Fills a box by a call that notes nothing. */
static void fill(const oct9_box_t *box, int log_odds)
{
    robot_fill(&robot_map, box, log_odds);
    take_lost();
}

static void states_not_log_odds(void)
{
    static const oct9_point_t origin = POINT(544, 544, 544);
    begin_map(TABLE);
    robot_beams[0] = robot_beam(544 + 128, 544, 544, OCT9_BEAM_HIT);
    CHECK_EQ(robot_scan(&robot_map, &origin, 1, 99), OCT9_OK);
    CHECK_EQ(take_changed(), 2);
    CHECK_EQ(bits_of(2, 8, 8, 8, 1), 3);
    CHECK_EQ(bits_of(2, 10, 8, 8, 1), 1);
    CHECK_EQ(robot_scan(&robot_map, &origin, 1, 99), OCT9_OK);
    CHECK_EQ(take_changed(), 0); /* surer, but the same */
    const oct9_cell_t cell = { 8, 8, 8 };
    CHECK_EQ(oct9_occupancy_observe(&robot_map, cell, true), OCT9_OK);
    CHECK_EQ(take_changed(), 1); /* -8 to 2 */
    CHECK_EQ(bits_of(1, 8, 8, 8, 1), 1);
}

static void nothing_changed(void)
{
    oct9_change_t change;
    begin_map(TABLE);
    query_paint(&change, sizeof change);
    CHECK_EQ(oct9_occupancy_changed(&robot_map, &change), 0);
    CHECK(query_painted(&change, sizeof change));
}

/* What was noted before the window moved is listed in cells as they lie after it. */
static void moves_along(void)
{
    const oct9_offset_t by = { 1, -1, 2 };
    const oct9_cell_t cell = { 101, 200, 300 };
    begin_map(TABLE);
    CHECK_EQ(oct9_occupancy_observe(&robot_map, cell, true), OCT9_OK);
    CHECK_EQ(oct9_window_move(&robot_map, &by, 4), OCT9_OK);
    CHECK_EQ(take_changed(), 1);
    CHECK_EQ(bits_of(1, 84, 216, 268, 1), 2);
}

/* What leaves is not listed: other cells have its place. */
static void left_behind(void)
{
    const oct9_offset_t by = { 1, 0, 0 };
    begin_map(TABLE);
    for (unsigned x = 15; x <= 16; x++)
        CHECK_EQ(oct9_occupancy_observe(&robot_map, (oct9_cell_t){ (uint16_t)x, 200, 300 }, true),
                 OCT9_OK);
    CHECK_EQ(oct9_window_move(&robot_map, &by, 4), OCT9_OK);
    CHECK_EQ(take_changed(), 1);
    CHECK_EQ(bits_of(1, 0, 200, 300, 1), 1);
}

/* A large node that is no node of the world: it is listed in parts, each as large as it can be. */
static void listed_in_the_worlds_nodes(void)
{
    const oct9_offset_t by[3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    const oct9_box_t box = { { 256, 256, 256 }, { 512, 512, 512 } };
    for (unsigned a = 0; a < 3; a++) {
        begin_map(TABLE);
        CHECK_EQ(oct9_window_move(&robot_map, &by[a], 7), OCT9_OK);
        fill(&box, 10);
        CHECK_EQ(oct9_occupancy_clear_box(&robot_map, &box), OCT9_OK);
        const unsigned count = take_changed();
        CHECK_EQ(count, 8); /* of 128 cells' edge */
        for (unsigned i = 0; i < count; i++)
            CHECK(taken[i].node.level == 7 && taken[i].node.corner.x >= 256);
    }
}

/* A node that was noted whole cannot be listed in a window that moves by less. */
static void larger_than_the_move(void)
{
    const oct9_offset_t by = { 1, 0, 0 };
    const oct9_box_t box = { { 256, 256, 256 }, { 512, 512, 512 } };
    for (unsigned level = 7; level <= 8; level++) {
        begin_map(TABLE);
        fill(&box, 10);
        CHECK_EQ(oct9_occupancy_clear_box(&robot_map, &box), OCT9_OK);
        CHECK(changes.largest == 8 && !changes.lost);
        CHECK_EQ(oct9_window_move(&robot_map, &by, level), OCT9_OK);
        CHECK_EQ(changes.lost, level < 8);
    }
    CHECK_EQ(take_changed(), 1);
    CHECK_EQ(bits_of(1, 0, 256, 256, 8), 255);
}

/* Of one that leaves with its low corner a part stays: it is lost too, though none is left then. */
static void larger_that_leaves_in_part(void)
{
    const oct9_offset_t by = { 1, 0, 0 };
    const oct9_box_t box = { { 0, 0, 0 }, { 256, 256, 256 } };
    begin_map(TABLE);
    fill(&box, 10);
    CHECK_EQ(oct9_occupancy_clear_box(&robot_map, &box), OCT9_OK);
    CHECK(changes.used == 1 && changes.largest == 8);
    CHECK_EQ(oct9_window_move(&robot_map, &by, 7), OCT9_OK);
    CHECK(changes.used == 0 && changes.lost);
}

/* Room must be made for the clearing first; what is cleared is noted all the same. */
static void clearing_in_a_full_pool(void)
{
    const oct9_box_t all = { { 0, 0, 0 }, { 512, 512, 512 } };
    const oct9_box_t cell = { { 101, 200, 300 }, { 102, 201, 301 } };
    begin_map_of(TABLE, 12);
    fill(&all, 10);
    for (unsigned i = 0; i < 3; i++)
        CHECK_EQ(oct9_tree_set_cell(&robot_map.tree, (oct9_cell_t){ 400, 400, (uint16_t)(9 * i) },
                                    oct9_occupancy_payload(20, 0)),
                 i < 2 ? OCT9_OK : OCT9_ERR_POOL_FULL);
    take_lost();
    CHECK_EQ(oct9_occupancy_clear_box(&robot_map, &cell), OCT9_OK);
    CHECK(robot_map.merged > 0);
    CHECK_EQ(robot_leaf(&robot_map, 101, 200, 300).state, OCT9_UNKNOWN);
    CHECK_EQ(bits_of(take_changed(), 100, 200, 300, 1), 2);
}

static void forgetting_and_clearing(void)
{
    const oct9_cell_t cell = { 101, 200, 300 };
    const oct9_box_t box = { { 100, 200, 300 }, { 102, 202, 302 } };
    begin_map(TABLE);
    robot_map.model.keep = 0;
    robot_map.model.fade = 6;
    CHECK_EQ(oct9_occupancy_observe(&robot_map, cell, true), OCT9_OK);
    CHECK_EQ(take_changed(), 1);
    while (oct9_occupancy_forget(&robot_map, 10) == OCT9_AGAIN) {
    }
    CHECK_EQ(take_changed(), 0);
    while (oct9_occupancy_forget(&robot_map, 10) == OCT9_AGAIN) {
    }
    CHECK_EQ(take_changed(), 1);
    CHECK_EQ(bits_of(1, 100, 200, 300, 1), 2);
    CHECK_EQ(oct9_occupancy_observe(&robot_map, cell, true), OCT9_OK);
    CHECK_EQ(take_changed(), 1);
    CHECK_EQ(oct9_occupancy_clear_box(&robot_map, &box), OCT9_OK);
    const unsigned count = take_changed();
    CHECK(count == 1 && (bits_of(1, 100, 200, 300, 1) & 2) != 0);
}

static bool holds(const oct9_change_t *change, const oct9_cell_t *cell)
{
    const unsigned level = change->node.level;
    const oct9_cell_t *corner = &change->node.corner;
    const unsigned child = (cell->x & 1u) | (cell->y & 1u) << 1 | (cell->z & 1u) << 2;
    return cell->x >> level << level == corner->x && cell->y >> level << level == corner->y &&
           cell->z >> level << level == corner->z &&
           (level > 1 || ((unsigned)change->cells >> child & 1u));
}

static bool noted(unsigned count, const oct9_cell_t *cell)
{
    for (unsigned i = 0; i < count; i++)
        if (holds(&taken[i], cell))
            return true;
    return false;
}

/* Each cell of one map whose state is another in the other is noted, and, after one scan without
 * coarsening, no other cell is. Leaves are looked at by their cells, in blocks that are small
 * enough for that. */
static void compare(unsigned count, const oct9_box_t *box)
{
    for (unsigned z = box->lo.z; z < box->hi.z; z++)
        for (unsigned y = box->lo.y; y < box->hi.y; y++)
            for (unsigned x = box->lo.x; x < box->hi.x; x++) {
                const oct9_cell_t cell = { (uint16_t)x, (uint16_t)y, (uint16_t)z };
                const bool differs = robot_leaf(&robot_map, x, y, z).state !=
                                     robot_leaf(&robot_other, x, y, z).state;
                CHECK_EQ(noted(count, &cell), differs);
            }
}

static oct9_box_t around(const oct9_point_t *origin)
{
    oct9_box_t box;
    box.lo.x = (uint16_t)((origin->x - OCT9_LOW_Q6) / 64 - 5);
    box.lo.y = (uint16_t)((origin->y - OCT9_LOW_Q6) / 64 - 5);
    box.lo.z = (uint16_t)((origin->z - OCT9_LOW_Q6) / 64 - 5);
    box.hi.x = (uint16_t)(box.lo.x + 10);
    box.hi.y = (uint16_t)(box.lo.y + 10);
    box.hi.z = (uint16_t)(box.lo.z + 10);
    return box;
}

static void random_scans(void)
{
    random_t random = { 252 };
    begin_map(TABLE);
    for (int i = 0; i < ROUNDS; i++) {
        oct9_point_t origin;
        if (i % 3 == 0)
            begin_map(TABLE);
        const uint32_t beams = 1 + robot_random_scan(&random, &origin) / 4;
        const oct9_box_t box = around(&origin);
        CHECK_EQ(robot_scan(&robot_map, &origin, beams, 5), OCT9_OK);
        CHECK_EQ(robot_map.merged + robot_map.grown, 0);
        compare(take_changed(), &box);
        CHECK_EQ(robot_scan(&robot_other, &origin, beams, UINT32_MAX), OCT9_OK);
    }
}

/* The map reports a loss, too. */
static void map_says_lost(void)
{
    static const oct9_point_t origin = POINT(544, 544, 544);
    oct9_change_t change;
    begin_map(16);
    robot_beams[0] = robot_beam(32000, 30000, 31000, OCT9_BEAM_HIT);
    CHECK_EQ(robot_scan(&robot_map, &origin, 1, UINT32_MAX), OCT9_OK);
    CHECK_EQ(oct9_occupancy_changed(&robot_map, &change), OCT9_ERR_CHANGES_LOST);
    CHECK_EQ(oct9_occupancy_changed(&robot_map, &change), 0);
}

/* What is noted after a loss is listed. */
static void lists_on(void)
{
    CHECK_EQ(oct9_occupancy_observe(&robot_map, (oct9_cell_t){ 9, 9, 9 }, true), OCT9_OK);
    CHECK_EQ(take_changed(), 1);
    CHECK_EQ(oct9_occupancy_clear_box(&robot_map, &(oct9_box_t){ { 9, 9, 9 }, { 10, 10, 10 } }),
             OCT9_OK);
    CHECK_EQ(take_changed(), 1);
}

/* A call that notes nothing loses the set, whichever call that notes comes after it. */
static void changed_by_others(void)
{
    const oct9_box_t box = { { 64, 64, 64 }, { 72, 72, 72 } };
    const oct9_offset_t by = { 1, 0, 0 };
    begin_map(TABLE);
    for (int i = 0; i < 6; i++) {
        robot_fill(&robot_map, &box, i % 2 == 0 ? 20 : -20);
        if (i == 1)
            CHECK_EQ(oct9_occupancy_observe(&robot_map, (oct9_cell_t){ 1, 1, 1 }, true), OCT9_OK);
        else if (i == 2)
            CHECK_EQ(oct9_window_move(&robot_map, &by, 3), OCT9_OK);
        else if (i == 3)
            CHECK_EQ(oct9_occupancy_clear_box(&robot_map, &box), OCT9_OK);
        else if (i == 4)
            CHECK_EQ(oct9_occupancy_clear_sphere(&robot_map, &(oct9_point_t)POINT(9, 9, 9), 64),
                     OCT9_OK);
        else if (i == 5)
            (void)oct9_occupancy_forget(&robot_map, 999);
        take_lost();
        lists_on();
    }
}

GOLDEN_SUITE(changes)
{
    RUN(cells_share_a_word);
    RUN(larger_nodes);
    RUN(largest_until_empty);
    RUN(each_comes_once);
    RUN(lost);
    RUN(lost_while_taking);
    RUN(noted_while_taking);
    RUN(errors);
    RUN(states_not_log_odds);
    RUN(nothing_changed);
    RUN(moves_along);
    RUN(left_behind);
    RUN(listed_in_the_worlds_nodes);
    RUN(larger_than_the_move);
    RUN(larger_that_leaves_in_part);
    RUN(clearing_in_a_full_pool);
    RUN(forgetting_and_clearing);
    RUN(random_scans);
    RUN(map_says_lost);
    RUN(changed_by_others);
}
