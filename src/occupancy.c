/* SPDX-License-Identifier: MIT */
/* Log-odds in payloads, and the beginning of an occupancy map. */
#include "src/occupancy.h"

#include "port/oct9_port.h"
#include "src/axes.h"
#include "src/room.h"
#include "src/tile.h"
#include "src/way.h"

int oct9_log_odds(uint16_t payload)
{
    return payload == 0 ? 0 : (int)(payload / OCT9_AGES) - OCT9_NEUTRAL;
}

unsigned oct9_age(uint16_t payload)
{
    return payload % (unsigned)OCT9_AGES;
}

uint16_t oct9_log_odds_payload(int log_odds, unsigned age)
{
    OCT9_ASSERT(age <= OCT9_AGE_MAX);
    return log_odds == 0 ? 0
                         : (uint16_t)((unsigned)(log_odds + OCT9_NEUTRAL) * OCT9_AGES + age);
}

uint16_t oct9_payload_seen(const oct9_model_t *model, uint16_t payload, bool hit)
{
    int log_odds = oct9_log_odds(payload);        /* -127..127, and 127 more or less below */
    if (hit) {
        log_odds += model->hit;
        if (log_odds > model->highest)
            log_odds = model->highest;
    } else {
        log_odds -= model->miss;
        if (log_odds < model->lowest)
            log_odds = model->lowest;
    }
    return oct9_log_odds_payload(log_odds, 0);
}

uint16_t oct9_payload_join(uint16_t a, uint16_t b)
{
    const uint16_t high = oct9_log_odds(a) > oct9_log_odds(b) ? a : b, low = high == a ? b : a;
    const int most = oct9_log_odds(high), least = oct9_log_odds(low);
    const unsigned age = oct9_age(high), other = oct9_age(low);
    /* An obstacle is as young as any in it, free space as old: so neither is below its parts. */
    const bool takes_other = least > 0 ? other < age : most < 0 && other > age;
    return oct9_log_odds_payload(most, takes_other ? other : age);
}

static bool model_good(const oct9_model_t *model)
{
    return model->hit >= 1 && model->hit <= OCT9_LOG_ODDS_MAX &&
           model->miss >= 1 && model->miss <= OCT9_LOG_ODDS_MAX &&
           model->lowest >= -OCT9_LOG_ODDS_MAX && model->lowest <= model->free_at &&
           model->free_at < 0 && model->occupied_at > 0 &&
           model->occupied_at <= model->highest && model->keep <= OCT9_AGE_MAX &&
           model->fade <= OCT9_LOG_ODDS_MAX &&
           (model->full == OCT9_REFUSE || model->full == OCT9_COARSEN);
}

static void model_copy(oct9_model_t *to, const oct9_model_t *from)
{
    to->hit = from->hit;
    to->miss = from->miss;
    to->lowest = from->lowest;
    to->highest = from->highest;
    to->free_at = from->free_at;
    to->occupied_at = from->occupied_at;
    to->keep = from->keep;
    to->fade = from->fade;
    to->full = from->full;
}

oct9_status_t oct9_occupancy_init(oct9_occupancy_t *occupancy, oct9_block_t *pool,
                                  uint32_t blocks, const oct9_model_t *model,
                                  oct9_changes_t *changes)
{
    OCT9_ASSERT(occupancy && model);
    if (!model_good(model))
        return OCT9_ERR_MODEL;
    /* The highest payload that is free, and the lowest that is occupied. */
    const oct9_thresholds_t thresholds = {
        (uint16_t)(oct9_log_odds_payload(model->free_at, OCT9_AGE_MAX) + 1u),
        oct9_log_odds_payload(model->occupied_at, 0)
    };
    const oct9_status_t status = oct9_tree_init(&occupancy->tree, pool, blocks, &thresholds);
    if (status != OCT9_OK)
        return status;
    model_copy(&occupancy->model, model);
    occupancy->changes = changes;
    if (changes)
        changes->lost = true;
    occupancy->noted = occupancy->tree.generation;
    occupancy->window.x = occupancy->window.y = occupancy->window.z = 0;
    occupancy->robot.x = occupancy->robot.y = occupancy->robot.z = OCT9_CELLS / 2;
    occupancy->merged = occupancy->grown = occupancy->skipped = 0;
    occupancy->hand = occupancy->forget_at = 0;
    occupancy->reach = OCT9_LEVELS - 2;
    for (unsigned i = 0; i <= OCT9_LEVELS; i++)
        occupancy->worth[i] = 0;
    return OCT9_OK;
}

void oct9_cell_to_world(const oct9_occupancy_t *occupancy, oct9_cell_t *cell)
{
    cell->x = (cell->x + (uint32_t)occupancy->window.x) & (OCT9_CELLS - 1u);
    cell->y = (cell->y + (uint32_t)occupancy->window.y) & (OCT9_CELLS - 1u);
    cell->z = (cell->z + (uint32_t)occupancy->window.z) & (OCT9_CELLS - 1u);
}

void oct9_cell_to_window(const oct9_occupancy_t *occupancy, oct9_cell_t *cell)
{
    cell->x = (cell->x - (uint32_t)occupancy->window.x) & (OCT9_CELLS - 1u);
    cell->y = (cell->y - (uint32_t)occupancy->window.y) & (OCT9_CELLS - 1u);
    cell->z = (cell->z - (uint32_t)occupancy->window.z) & (OCT9_CELLS - 1u);
}

unsigned oct9_aligned_level(const oct9_offset_t *at, unsigned level)
{
    const uint32_t low = (uint32_t)at->x | (uint32_t)at->y | (uint32_t)at->z;
    while ((low & ((1u << level) - 1u)) != 0)
        level--;
    return level;
}

void oct9_occupancy_note(oct9_occupancy_t *occupancy, uint32_t corner, unsigned level,
                         uint16_t before, uint16_t after)
{
    const oct9_tree_t *tree = &occupancy->tree;
    if (!occupancy->changes || oct9_tree_state(tree, before) == oct9_tree_state(tree, after))
        return;
    oct9_node_t node;
    node.level = (uint8_t)oct9_aligned_level(&occupancy->window, level);   /* in the world too */
    const uint32_t end = corner + oct9_morton_below(level);
    for (; corner <= end && !occupancy->changes->lost;
         corner += oct9_morton_below(node.level) + 1u) {
        oct9_morton_cell(corner, &node.corner);
        oct9_cell_to_world(occupancy, &node.corner);
        oct9_changes_note(occupancy->changes, &node);
    }
}

/* The leaf at a corner, or the part of it that is a node of `level`: answers how many cells that
 * has. */
static uint32_t note_leaf(oct9_occupancy_t *occupancy, uint32_t corner, unsigned level,
                          uint16_t after)
{
    oct9_way_t way;
    oct9_way_find(&occupancy->tree, corner, 0, &way);
    const unsigned part = way.level < level ? way.level : level;
    oct9_occupancy_note(occupancy, corner, part, *oct9_way_end(&way) & OCT9_PAYLOAD_MAX, after);
    return oct9_morton_below(part) + 1u;
}

void oct9_occupancy_note_node(oct9_occupancy_t *occupancy, uint32_t corner, unsigned level,
                              uint16_t after)
{
    const uint32_t end = corner + oct9_morton_below(level);
    while (occupancy->changes && corner <= end)
        corner += note_leaf(occupancy, corner, level, after);
}

void oct9_occupancy_note_children(oct9_occupancy_t *occupancy, uint32_t corner, unsigned level,
                                  const oct9_block_t *block, uint16_t after)
{
    const uint32_t cells = oct9_morton_below(level - 1u) + 1u;
    for (unsigned i = 0; i < 8; i++, corner += cells)
        oct9_occupancy_note(occupancy, corner, level - 1u, block->slot[i] & OCT9_PAYLOAD_MAX,
                            after);
}

int oct9_occupancy_changed(oct9_occupancy_t *occupancy, oct9_change_t *change)
{
    OCT9_ASSERT(occupancy && occupancy->changes && change);
    oct9_occupancy_heed(occupancy);
    const int taken = oct9_changes_take(occupancy->changes, change);
    if (taken > 0)
        oct9_cell_to_window(occupancy, &change->node.corner);
    return taken;
}

oct9_status_t oct9_occupancy_observe(oct9_occupancy_t *occupancy, oct9_cell_t cell, bool hit)
{
    OCT9_ASSERT(occupancy);
    if ((cell.x | cell.y | cell.z) >= OCT9_CELLS)
        return OCT9_ERR_CELL;
    oct9_marks_t marks;
    oct9_marks_clear(&marks);
    const uint32_t at = oct9_morton(&cell);
    oct9_room_refresh(occupancy);
    oct9_marks_set(hit ? marks.hit : marks.passed, at & oct9_morton_below(OCT9_TILE_LEVEL));
    oct9_tile_t tile;
    oct9_tile_begin(&tile, occupancy, &marks, oct9_morton_corner(at, OCT9_TILE_LEVEL));
    if (occupancy->model.full == OCT9_REFUSE && oct9_tile_need(&tile, OCT9_MORTON_END) >
                                                    oct9_occupancy_free(occupancy)) {
        occupancy->tree.failed++;
        return OCT9_ERR_POOL_FULL;
    }
    oct9_tile_apply(&tile);
    return OCT9_OK;
}
