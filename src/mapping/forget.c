/* SPDX-License-Identifier: MIT */
/* Forgetting: leaf by leaf in the order of Morton codes. */
#include "oct9/occupancy.h"
#include "port/oct9_port.h"
#include "src/map/tree.h"
#include "src/mapping/make_room.h"
#include "src/mapping/occupancy.h"

/* Moves log-odds towards 0 by `fade`. */
static int faded(int log_odds, int fade)
{
    if (log_odds > 0)
        return log_odds > fade ? log_odds - fade : 0;
    return -log_odds > fade ? log_odds + fade : 0;
}

/* The payload is not 0, so its log-odds are not 0. */
static inline uint16_t older(const oct9_model_t *model, uint16_t payload)
{
    const unsigned age = oct9_occupancy_age(payload), older = age < OCT9_AGE_MAX ? age + 1u : age;
    if (age < model->keep)
        return (uint16_t)(payload - age + older);
    return oct9_occupancy_payload(faded(oct9_occupancy_log_odds(payload), model->fade), older);
}

/* If a leaf has taken in cells that were already aged in this round, an occupied leaf waits for the
 * next round; a free leaf does not wait. */
static inline uint16_t treated(const oct9_model_t *model, uint16_t payload, bool only_free,
                               bool again)
{
    if (payload == 0)
        return 0;
    const bool is_free = payload < OCT9_NEUTRAL * OCT9_AGES; /* its log-odds are below 0 */
    if (only_free)
        return is_free ? 0 : payload;
    return again && !is_free ? payload : older(model, payload);
}

static inline bool is_occupied(const oct9_occupancy_t *occupancy, uint16_t payload)
{
    return oct9_thresholds_state(&occupancy->tree.thresholds, payload) == OCT9_OCCUPIED;
}

/* An obstacle near the robot is neither aged nor faded. */
static OCT9_APART bool is_kept(const oct9_occupancy_t *occupancy, uint16_t payload, uint32_t corner,
                               unsigned level)
{
    return occupancy->near_cells != 0 && is_occupied(occupancy, payload) &&
           oct9_room_distance(occupancy, corner, level) < occupancy->near_cells;
}

/* Of eight equal leaves the first and the last are equal. */
static inline bool may_merge(const oct9_descent_t *descent)
{
    if (descent->level == OCT9_LEVELS)
        return false;
    const uint16_t *const slot = oct9_descent_end(descent);
    const uint16_t *const first = slot - oct9_morton_child(descent->code, descent->level);
    return first[0] == first[7];
}

/* Gives the leaf at which the path ends another payload. Returns true if it then merges. */
static bool fade_leaf(oct9_occupancy_t *occupancy, oct9_descent_t *descent, uint16_t payload)
{
    const unsigned level = descent->level;
    const uint16_t before = *oct9_descent_end(descent) & OCT9_PAYLOAD_MAX;
    oct9_occupancy_begin(occupancy);
    oct9_slot_set(oct9_descent_end(descent), oct9_leaf_slot(payload));
    if (before / OCT9_AGES != payload / OCT9_AGES) /* no state depends on the age */
        oct9_occupancy_note(occupancy, oct9_morton_corner(descent->code, level), level, before,
                            payload);
    occupancy->forgot += is_occupied(occupancy, before) && !is_occupied(occupancy, payload);
    if (may_merge(descent))
        oct9_descent_merge(descent, &occupancy->tree);
    oct9_occupancy_end(occupancy);
    return descent->level != level;
}

/* Treats the leaf that contains the cell at `at` and the leaves after it in its block, up to one
 * that merges, and at most `budget`. Moves `at` behind them. Returns what is left of the budget. */
static uint32_t forget_block(oct9_occupancy_t *occupancy, oct9_descent_t *descent, uint32_t *at,
                             bool only_free, uint32_t budget)
{
    oct9_descent_go(descent, &occupancy->tree, *at);
    const unsigned level = descent->level;
    const uint32_t cells = oct9_morton_below(level) + 1u;
    uint32_t corner = oct9_morton_corner(*at, level);
    unsigned left = level == OCT9_LEVELS ? 0 : 7u - oct9_morton_child(corner, level);
    bool again = corner != *at;
    for (;;) {
        const uint16_t *const slot = oct9_descent_end(descent);
        const uint16_t before = *slot & OCT9_PAYLOAD_MAX;
        const uint16_t after = treated(&occupancy->model, before, only_free, again);
        budget--;
        *at = corner + cells;
        if (after != before && !is_kept(occupancy, before, corner, level) &&
            fade_leaf(occupancy, descent, after))
            return budget;
        if (budget == 0 || left == 0 || slot[1] < OCT9_SLOT_LEAF)
            return budget;
        corner += cells;
        left--;
        again = false;
        descent->code = corner;
        descent->slot[level]++;
    }
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
    while (budget != 0) {
        budget = forget_block(occupancy, &descent, at, only_free, budget);
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
