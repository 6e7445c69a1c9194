/* SPDX-License-Identifier: MIT */
#include "tests/golden/robot.h"

#include "oct9/visit.h"
#include "tests/golden/query.h"
#include "tests/test.h"

oct9_occupancy_t robot_map, robot_other;
oct9_beam_t robot_beams[ROBOT_BEAMS];
oct9_scan_t robot_last;

const oct9_model_t robot_model = { .hit = 10,
                                   .miss = 4,
                                   .lowest = -20,
                                   .highest = 30,
                                   .free_at = -1,
                                   .occupied_at = 1,
                                   .keep = OCT9_AGE_MAX,
                                   .fade = 0,
                                   .full = OCT9_COARSEN };

static oct9_block_t other_pool[ROBOT_BLOCKS];

void robot_reset(oct9_occupancy_t *map, uint32_t blocks, oct9_full_t full)
{
    oct9_model_t model = robot_model;
    model.full = full;
    CHECK_EQ(
        oct9_occupancy_init(map, map == &robot_map ? world_pool : other_pool, blocks, &model, NULL),
        OCT9_OK);
}

oct9_leaf_t robot_leaf(const oct9_occupancy_t *map, unsigned x, unsigned y, unsigned z)
{
    const oct9_map_t tree = oct9_map_of_tree(&map->tree);
    const oct9_cell_t cell = { (uint16_t)x, (uint16_t)y, (uint16_t)z };
    oct9_leaf_t leaf = { { 0, 0, 0 }, 0, 0, 0 };
    CHECK_EQ(oct9_map_locate(&tree, cell, &leaf), OCT9_OK);
    return leaf;
}

int robot_log_odds(const oct9_occupancy_t *map, unsigned x, unsigned y, unsigned z)
{
    return oct9_occupancy_log_odds(robot_leaf(map, x, y, z).payload);
}

void robot_fill(oct9_occupancy_t *map, const oct9_box_t *box, int log_odds)
{
    CHECK_EQ(oct9_tree_fill_box(&map->tree, box, oct9_occupancy_payload(log_odds, 0)), OCT9_OK);
}

oct9_beam_t robot_beam(int32_t x, int32_t y, int32_t z, oct9_met_t met)
{
    const oct9_beam_t beam = { .end = POINT(x, y, z), .met = (uint8_t)met };
    return beam;
}

oct9_status_t robot_scan(oct9_occupancy_t *map, const oct9_point_t *origin, uint32_t count,
                         uint32_t budget)
{
    oct9_status_t status = oct9_scan_begin(&robot_last, map, origin, robot_beams, count);
    CHECK_EQ(status, OCT9_OK);
    do
        status = oct9_scan_run(&robot_last, budget);
    while (status == OCT9_AGAIN);
    return status;
}

oct9_cell_t robot_random_cell(random_t *random, uint32_t edge)
{
    oct9_cell_t cell; /* each in a statement: their order counts */
    cell.x = (uint16_t)random_below(random, edge);
    cell.y = (uint16_t)random_below(random, edge);
    cell.z = (uint16_t)random_below(random, edge);
    return cell;
}

static int16_t near(random_t *random, int middle, uint32_t reach)
{
    return (int16_t)(middle - (int)reach + (int)random_below(random, 2 * reach));
}

uint32_t robot_random_scan(random_t *random, oct9_point_t *origin)
{
    static const uint16_t reaches[] = { 64, 300, 900 };
    const uint32_t count = 1 + random_below(random, 12);
    origin->x = near(random, 0, 1000);
    origin->y = near(random, 0, 1000);
    origin->z = near(random, 0, 1000);
    if (random_below(random, 4) == 0) { /* a corner of cells, so that ties are met */
        origin->x = (int16_t)(origin->x & ~63);
        origin->y = (int16_t)(origin->y & ~63);
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t reach = reaches[random_below(random, 3)];
        oct9_point_t end;
        end.x = near(random, origin->x, reach);
        end.y = near(random, origin->y, reach);
        end.z = near(random, origin->z, reach);
        if (random_below(random, 4) == 0) /* a diagonal */
            end.y = (int16_t)(origin->y + (end.x - origin->x));
        robot_beams[i].end = end;
        robot_beams[i].met = (uint8_t)random_below(random, 2);
    }
    return count;
}

uint32_t robot_digest(const oct9_occupancy_t *map)
{
    const oct9_map_t tree = oct9_map_of_tree(&map->tree);
    uint32_t digest = DIGEST_BEGIN;
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    CHECK_EQ(oct9_visit_begin(&visit, &tree, NULL, OCT9_STATES_ALL), OCT9_OK);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
        digest = query_add_leaf(digest, &leaf);
    return digest;
}

/* Leaves of one state in a row make one run of cells, so that what is split otherwise is equal. */
uint32_t robot_states_digest(const oct9_occupancy_t *map)
{
    const oct9_map_t tree = oct9_map_of_tree(&map->tree);
    uint32_t digest = DIGEST_BEGIN, cells = 0;
    uint8_t state = OCT9_UNKNOWN;
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    CHECK_EQ(oct9_visit_begin(&visit, &tree, NULL, OCT9_STATES_ALL), OCT9_OK);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0) {
        if (leaf.state != state) {
            digest = digest_add(digest_add(digest, state), cells);
            state = leaf.state;
        }
        cells += (uint32_t)1 << 3u * leaf.level;
    }
    CHECK_EQ(cells, (uint32_t)1 << 27);
    return digest_add(digest, state);
}

void robot_check(const oct9_occupancy_t *map)
{
    CHECK_EQ(oct9_tree_check(&map->tree, world_seen), OCT9_OK);
    CHECK_EQ(map->tree.generation % 2, 0);
}
