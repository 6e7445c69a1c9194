/* SPDX-License-Identifier: MIT */
/* Log-odds in payloads, the beginning of an occupancy map, and the notes of its changes. Source of
 * log-odds: Moravec and Elfes 1985, "High resolution maps from wide angle sonar". */
#include "src/mapping/occupancy.h"

#include "port/oct9_port.h"
#include "src/map/tree.h"
#include "src/mapping/changes.h"
#include "src/number/morton.h"

int oct9_occupancy_log_odds(uint16_t payload)
{
    return payload == 0 ? 0 : (int)(payload / OCT9_AGES) - OCT9_NEUTRAL;
}

unsigned oct9_occupancy_age(uint16_t payload)
{
    return payload % (unsigned)OCT9_AGES;
}

uint16_t oct9_occupancy_payload(int log_odds, unsigned age)
{
    OCT9_ASSERT(age <= OCT9_AGE_MAX);
    OCT9_ASSERT(log_odds >= -OCT9_NEUTRAL &&
                log_odds + OCT9_NEUTRAL <= (int)(OCT9_PAYLOAD_MAX / OCT9_AGES));
    return log_odds == 0 ? 0 : (uint16_t)((unsigned)(log_odds + OCT9_NEUTRAL) * OCT9_AGES + age);
}

uint16_t oct9_payload_join(uint16_t a, uint16_t b)
{
    const uint16_t high = oct9_occupancy_log_odds(a) > oct9_occupancy_log_odds(b) ? a : b,
                   low = high == a ? b : a;
    const int most = oct9_occupancy_log_odds(high), least = oct9_occupancy_log_odds(low);
    const unsigned age = oct9_occupancy_age(high), other = oct9_occupancy_age(low);
    /* An obstacle is as young as its youngest part, free space as old as its oldest. So the result
     * is never below its parts. */
    const bool takes_other = least > 0 ? other < age : most < 0 && other > age;
    return oct9_occupancy_payload(most, takes_other ? other : age);
}

static bool model_good(const oct9_model_t *model)
{
    return model->hit >= 1 && model->hit <= OCT9_LOG_ODDS_MAX && model->miss >= 1 &&
           model->miss <= OCT9_LOG_ODDS_MAX && model->lowest >= -OCT9_LOG_ODDS_MAX &&
           model->lowest <= model->free_at && model->free_at < 0 && model->occupied_at > 0 &&
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

oct9_status_t oct9_occupancy_init(oct9_occupancy_t *occupancy, oct9_block_t *pool, uint32_t blocks,
                                  const oct9_model_t *model, oct9_changes_t *changes)
{
    OCT9_ASSERT(occupancy && model);
    if (!model_good(model))
        return OCT9_REFUSE();
    /* One more than the highest payload that is free, and the lowest that is occupied. */
    const oct9_thresholds_t thresholds = {
        (uint16_t)(oct9_occupancy_payload(model->free_at, OCT9_AGE_MAX) + 1u),
        oct9_occupancy_payload(model->occupied_at, 0)
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
    occupancy->merged = occupancy->grown = occupancy->skipped = occupancy->forgot = 0;
    occupancy->near_cells = 0;
    occupancy->hand = occupancy->forget_at = occupancy->spare_at = 0;
    occupancy->reach = OCT9_LEVELS - 2;
    for (unsigned i = 0; i <= OCT9_LEVELS; i++)
        occupancy->worth[i] = 0;
    return OCT9_OK;
}

uint32_t oct9_code_to_world(const oct9_occupancy_t *occupancy, uint32_t code)
{
    const oct9_cell_t corner = { (uint16_t)occupancy->window.x, (uint16_t)occupancy->window.y,
                                 (uint16_t)occupancy->window.z };
    return oct9_morton_plus(code, oct9_morton_encode(&corner));
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
    OCT9_ASSERT(corner < OCT9_MORTON_END && (corner & oct9_morton_below(level)) == 0);
    const oct9_thresholds_t *thresholds = &occupancy->tree.thresholds;
    if (!occupancy->changes ||
        oct9_thresholds_state(thresholds, before) == oct9_thresholds_state(thresholds, after))
        return;
    const unsigned part = oct9_aligned_level(&occupancy->window, level); /* also in the world */
    const uint32_t end = corner + oct9_morton_below(level);
    for (; corner <= end && !occupancy->changes->lost; corner += oct9_morton_below(part) + 1u)
        oct9_changes_note_code(occupancy->changes, oct9_code_to_world(occupancy, corner), part);
}

/* The window lies at multiples of 8 cells, so that the node is one in the world, too. */
void oct9_occupancy_note_cells(oct9_occupancy_t *occupancy, uint32_t corner, unsigned cells)
{
    OCT9_ASSERT(corner < OCT9_MORTON_END && corner % 8u == 0 && cells <= 0xFFu);
    OCT9_ASSERT(oct9_aligned_level(&occupancy->window, 1) == 1);
    if (occupancy->changes)
        oct9_changes_note_cells(occupancy->changes, oct9_code_to_world(occupancy, corner),
                                (uint8_t)cells);
}

/* Notes the leaf at a corner, or the part of it that is a node of `level`. Returns the number of
 * cells of that part. */
static uint32_t note_changed_leaf(oct9_occupancy_t *occupancy, uint32_t corner, unsigned level,
                                  uint16_t after)
{
    oct9_descent_t descent;
    oct9_descent_find(&descent, &occupancy->tree, corner, 0);
    const unsigned part = descent.level < level ? descent.level : level;
    oct9_occupancy_note(occupancy, corner, part, *oct9_descent_end(&descent) & OCT9_PAYLOAD_MAX,
                        after);
    return oct9_morton_below(part) + 1u;
}

void oct9_occupancy_note_node(oct9_occupancy_t *occupancy, uint32_t corner, unsigned level,
                              uint16_t after)
{
    const uint32_t end = corner + oct9_morton_below(level);
    while (occupancy->changes && corner <= end)
        corner += note_changed_leaf(occupancy, corner, level, after);
}

void oct9_occupancy_note_children(oct9_occupancy_t *occupancy, uint32_t corner, unsigned level,
                                  const oct9_block_t *block, uint16_t after)
{
    OCT9_ASSERT(level != 0 && level <= OCT9_LEVELS);
    const uint32_t cells = oct9_morton_below(level - 1u) + 1u;
    for (unsigned i = 0; i < 8; i++, corner += cells)
        oct9_occupancy_note(occupancy, corner, level - 1u, block->slot[i] & OCT9_PAYLOAD_MAX,
                            after);
}

int oct9_occupancy_changed(oct9_occupancy_t *occupancy, oct9_change_t *change)
{
    OCT9_ASSERT(occupancy && occupancy->changes && change);
    uint32_t budget = UINT32_MAX; /* more than the largest table has */
    oct9_occupancy_heed(occupancy);
    const int taken = oct9_changes_take(occupancy->changes, &budget, change);
    if (taken > 0)
        oct9_cell_to_window(occupancy, &change->node.corner);
    return taken;
}
