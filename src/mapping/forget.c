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

/* If a leaf has taken in cells that were already aged in this round, an occupied leaf waits for the
 * next round; a free leaf does not wait. */
static uint16_t treated(const oct9_model_t *model, uint16_t payload, bool only_free, bool again)
{
    const int log_odds = oct9_occupancy_log_odds(payload);
    if (only_free)
        return log_odds < 0 ? 0 : payload;
    return again && log_odds > 0 ? payload : older(model, payload);
}

/* Treats the leaf at which the path ends. Returns the code after it. */
static uint32_t forget_leaf(oct9_occupancy_t *occupancy, oct9_descent_t *descent, bool only_free)
{
    const unsigned level = descent->level;
    const uint32_t corner = oct9_morton_corner(descent->code, level);
    const uint16_t before = *oct9_descent_end(descent) & OCT9_PAYLOAD_MAX;
    const bool again = corner != descent->code;
    const uint16_t after = treated(&occupancy->model, before, only_free, again);
    const uint32_t next = corner + oct9_morton_below(level) + 1u;
    if (after == before)
        return next;
    oct9_occupancy_begin(occupancy);
    oct9_slot_set(oct9_descent_end(descent), oct9_leaf_slot(after));
    oct9_occupancy_note(occupancy, corner, level, before, after);
    oct9_descent_merge(descent, &occupancy->tree);
    oct9_occupancy_end(occupancy);
    return next;
}

/* Continues a pass by at most `budget` leaves. */
static oct9_status_t forget(oct9_occupancy_t *occupancy, uint32_t *at, bool only_free,
                            uint32_t budget)
{
    if (budget == 0)
        return OCT9_REFUSE();
    oct9_descent_t descent;
    OCT9_ASSERT(*at < OCT9_MORTON_END);
    oct9_descent_begin(&descent, &occupancy->tree.root, *at);
    for (; budget != 0; budget--) {
        oct9_descent_go(&descent, &occupancy->tree, *at);
        *at = forget_leaf(occupancy, &descent, only_free);
        if (*at >= OCT9_MORTON_END) {
            *at = 0;
            return OCT9_OK;
        }
    }
    return OCT9_AGAIN;
}

oct9_status_t oct9_occupancy_forget(oct9_occupancy_t *occupancy, uint32_t budget)
{
    OCT9_ASSERT(occupancy);
    return forget(occupancy, &occupancy->forget_at, false, budget);
}

oct9_status_t oct9_occupancy_forget_free(oct9_occupancy_t *occupancy, uint32_t budget)
{
    OCT9_ASSERT(occupancy);
    return forget(occupancy, &occupancy->spare_at, true, budget);
}
