/* SPDX-License-Identifier: MIT */
/* Forgetting: leaf by leaf in the order of Morton codes. */
#include "oct9/forget.h"

#include "port/oct9_port.h"
#include "src/occupancy.h"

static uint16_t older(const oct9_model_t *model, uint16_t payload)
{
    if (payload == 0 || model->fade == 0)
        return payload;
    const int log_odds = oct9_log_odds(payload);
    const unsigned age = oct9_age(payload);
    if (age < model->keep)
        return oct9_log_odds_payload(log_odds, age + 1u);
    if (log_odds > 0)
        return oct9_log_odds_payload(log_odds > model->fade ? log_odds - model->fade : 0, age);
    return oct9_log_odds_payload(-log_odds > model->fade ? log_odds + model->fade : 0, age);
}

/* Treats the leaf where forgetting goes on, and moves on past it. */
static void forget_leaf(oct9_occupancy_t *occupancy)
{
    oct9_tree_t *const tree = &occupancy->tree;
    uint16_t *path[OCT9_LEVELS + 1];
    unsigned level = OCT9_LEVELS;
    path[level] = &tree->root;
    while (!(*path[level] & OCT9_SLOT_LEAF)) {
        const unsigned child = oct9_morton_child(occupancy->forget_at, level - 1u);
        path[level - 1u] = &tree->pool[*path[level]].slot[child];
        level--;
    }
    const uint32_t corner = occupancy->forget_at & ~oct9_morton_below(level);
    const uint16_t before = *path[level] & OCT9_PAYLOAD_MAX;
    /* A leaf that took in what was treated in this round waits for the next. */
    const bool treated = corner != occupancy->forget_at;
    const uint16_t after = treated ? before : older(&occupancy->model, before);
    occupancy->forget_at = corner + oct9_morton_below(level) + 1u;
    if (after == before)
        return;
    oct9_tree_touch(tree);
    *path[level] = after | OCT9_SLOT_LEAF;
    oct9_occupancy_note(occupancy, corner, level, before, after);
    while (level++ < OCT9_LEVELS)
        if (!oct9_tree_merge(tree, path[level]))
            break;
    oct9_tree_touch(tree);
}

oct9_status_t oct9_forget(oct9_occupancy_t *occupancy, uint32_t budget)
{
    OCT9_ASSERT(occupancy);
    if (budget == 0)
        return OCT9_ERR_BUDGET;
    for (; budget != 0; budget--) {
        forget_leaf(occupancy);
        if (occupancy->forget_at >= OCT9_MORTON_END) {
            occupancy->forget_at = 0;
            return OCT9_OK;
        }
    }
    return OCT9_AGAIN;
}
