/* SPDX-License-Identifier: MIT */
/* Forgetting: leaf by leaf in the order of Morton codes. */
#include "oct9/occupancy.h"
#include "port/oct9_port.h"
#include "src/map/tree.h"
#include "src/mapping/occupancy.h"

/* Moves log-odds towards 0 by `fade`. */
static int faded(int log_odds, int fade)
{
    if (log_odds > 0)
        return log_odds > fade ? log_odds - fade : 0;
    return -log_odds > fade ? log_odds + fade : 0;
}

static uint16_t older(const oct9_model_t *model, uint16_t payload)
{
    const unsigned age = oct9_occupancy_age(payload);
    int log_odds = oct9_occupancy_log_odds(payload);
    if (age >= model->keep)
        log_odds = faded(log_odds, model->fade);
    return oct9_occupancy_payload(log_odds, age < OCT9_AGE_MAX ? age + 1u : age);
}

/* Ages the leaf at which forgetting continues, and goes on after it. If a leaf has taken in cells
 * that were already aged in this round, an occupied leaf waits for the next round; a free leaf does
 * not wait. */
static void forget_leaf(oct9_occupancy_t *occupancy)
{
    oct9_tree_t *const tree = &occupancy->tree;
    oct9_descent_t descent;
    oct9_descent_find(&descent, tree, occupancy->forget_at, 0);
    OCT9_ASSERT(occupancy->forget_at < OCT9_MORTON_END);
    const uint32_t corner = oct9_morton_corner(occupancy->forget_at, descent.level);
    const uint16_t before = *oct9_descent_end(&descent) & OCT9_PAYLOAD_MAX;
    const bool waits = corner != occupancy->forget_at && oct9_occupancy_log_odds(before) > 0;
    const uint16_t after = waits ? before : older(&occupancy->model, before);
    occupancy->forget_at = corner + oct9_morton_below(descent.level) + 1u;
    if (after == before)
        return;
    oct9_occupancy_begin(occupancy);
    oct9_slot_set(oct9_descent_end(&descent), oct9_leaf_slot(after));
    oct9_occupancy_note(occupancy, corner, descent.level, before, after);
    oct9_descent_merge(&descent, tree);
    oct9_occupancy_end(occupancy);
}

oct9_status_t oct9_occupancy_forget(oct9_occupancy_t *occupancy, uint32_t budget)
{
    OCT9_ASSERT(occupancy);
    if (budget == 0)
        return OCT9_REFUSE();
    for (; budget != 0; budget--) {
        forget_leaf(occupancy);
        if (occupancy->forget_at >= OCT9_MORTON_END) {
            occupancy->forget_at = 0;
            return OCT9_OK;
        }
    }
    return OCT9_AGAIN;
}
