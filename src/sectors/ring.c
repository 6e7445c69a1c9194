/* SPDX-License-Identifier: MIT */
/* What a box does to the sectors in which it is seen.
 *
 * Seen from the robot, the outline of a box is a rectangle between two corners, and its distance
 * grows from its nearest point toward both. So in the sector of that point it is as near as the
 * box, and in each other one as near as at the edge toward that point. A layer of pitch is a sector
 * again, in the half plane of distance and height. */
#include "src/sectors/ring.h"

#include "port/oct9_port.h"
#include "src/number/magnitude.h"
#include "src/sectors/bearing.h"

/* A ray at a sector's edge is turned by this toward the nearest point, in 2^32ths of a turn: more
 * than its direction may be off. */
#define EDGE_ERROR 8u

/* How far the interval of a box on an axis is from 0, with its sign. */
static inline int32_t gap(const oct9_sectors_box_t *box, unsigned axis)
{
    const int32_t low = box->low[axis], high = box->high[axis];
    return low > 0 ? low : high < 0 ? high : 0;
}

static inline uint32_t squared(int32_t x)
{
    return oct9_magnitude(x) * oct9_magnitude(x);
}

/* --- around the robot ------------------------------------------------------------------------- */

/* Angles here are in 65536ths of a turn and counted on from where sector 0 begins. */

/* The angle at which a rectangle begins, with some room. */
static uint32_t first_angle(const oct9_sectors_box_t *box)
{
    const int32_t x = gap(box, 0), y = gap(box, 1);
    return (uint32_t)oct9_bearing(y > 0   ? box->high[0]
                                  : y < 0 ? box->low[0]
                                          : x,
                                  x > 0   ? box->low[1]
                                  : x < 0 ? box->high[1]
                                          : y) -
           OCT9_BEARING_ERROR;
}

/* The angle at which it ends. */
static uint32_t last_angle(const oct9_sectors_box_t *box)
{
    const int32_t x = gap(box, 0), y = gap(box, 1);
    return (uint32_t)oct9_bearing(y > 0   ? box->low[0]
                                  : y < 0 ? box->high[0]
                                          : x,
                                  x > 0   ? box->high[1]
                                  : x < 0 ? box->low[1]
                                          : y) +
           OCT9_BEARING_ERROR;
}

/* The sector of an angle in a rectangle that begins at `first`. */
static unsigned sector(const oct9_sectors_input_t *input, uint32_t first, uint32_t angle)
{
    const uint32_t on = ((first - input->from) & 0xFFFFu) + ((angle - first) & 0xFFFFu);
    return (unsigned)(on * input->sectors >> 16);
}

/* The angle of the edge at which a sector begins, in 2^32ths of a turn. */
static uint32_t edge(const oct9_sectors_input_t *input, unsigned number)
{
    const uint32_t sectors = input->sectors, step = UINT32_MAX / sectors;
    const uint32_t rest = UINT32_MAX % sectors + 1u;
    return ((uint32_t)input->from << 16) + number * step + number * rest / sectors;
}

/* The sectors that have the nearest point of a rectangle, or may have it. */
typedef struct {
    unsigned first, last;
} nearest_t;

static void look_around(const oct9_sectors_input_t *input, const oct9_sectors_box_t *box,
                        oct9_sectors_look_t *look)
{
    const uint32_t first = first_angle(box);
    const unsigned at = sector(input, first, first);
    const unsigned end = sector(input, first, last_angle(box)), all = at + input->sectors - 1u;
    look->first = (uint16_t)at;
    look->last = (uint16_t)(end < all ? end : all);
}

static void find_nearest(const oct9_sectors_input_t *input, const oct9_sectors_box_t *box,
                         nearest_t *nearest)
{
    const uint32_t first = first_angle(box), angle = oct9_bearing(gap(box, 0), gap(box, 1));
    nearest->first = sector(input, first, angle - OCT9_BEARING_ERROR);
    nearest->last = sector(input, first, angle + OCT9_BEARING_ERROR);
}

/* How far a rectangle is in a sector. */
static uint32_t distance_in(const oct9_sectors_input_t *input, const oct9_sectors_box_t *box,
                            const nearest_t *nearest, unsigned number)
{
    const uint32_t ray = number < nearest->first ? edge(input, number + 1u) + EDGE_ERROR
                                                 : edge(input, number) - EDGE_ERROR;
    return oct9_bearing_distance(ray, oct9_magnitude(gap(box, 0)), oct9_magnitude(gap(box, 1)));
}

/* --- above and below -------------------------------------------------------------------------- */

/* The pitch of a point, -16384..16384. */
static inline int32_t pitch(int32_t across, int32_t up)
{
    return (int16_t)oct9_bearing(across, up);
}

/* A bound of the greatest distance across. */
static int32_t farthest(const oct9_sectors_box_t *box)
{
    uint32_t sum = 0;
    for (unsigned a = 0; a < 2; a++) {
        const uint32_t low = oct9_magnitude(box->low[a]), high = oct9_magnitude(box->high[a]);
        sum += low > high ? low : high;
    }
    return (int32_t)(sum > 65535u ? 65535u : sum);
}

/* The layers in which a box is seen that begins at `near` across; false if it is in none. Where it
 * holds the robot's middle, that is all of them. */
static bool look_up(const oct9_sectors_input_t *input, const oct9_sectors_box_t *box, int32_t near,
                    oct9_sectors_look_t *look)
{
    const int32_t low = box->low[2], high = box->high[2];
    unsigned least = 0, end = input->layers;
    if (near != 0 || gap(box, 2) != 0) {
        const int32_t far = farthest(box), room = (int32_t)OCT9_BEARING_ERROR;
        const int32_t lowest = pitch(low <= 0 ? near : far, low) - room;
        const int32_t highest = pitch(high >= 0 ? near : far, high) + room;
        while (least < end && input->borders[least + 1u] < lowest)
            least++;
        while (end > least && input->borders[end - 1u] > highest)
            end--;
    }
    look->least = (uint16_t)least;
    look->most = (uint16_t)(end - 1u);
    return least < end;
}

/* How far a box that begins at `near` across is in a layer in which it is seen; `at` is the pitch
 * of its nearest point. */
static uint32_t distance_up(const oct9_sectors_input_t *input, const oct9_sectors_box_t *box,
                            uint32_t near, unsigned layer)
{
    const int32_t up = gap(box, 2), room = (int32_t)OCT9_BEARING_ERROR;
    const int32_t low = input->borders[layer], high = input->borders[layer + 1u];
    const int32_t at = near != 0 || up != 0 ? pitch((int32_t)near, up) : low;
    if (low > at + room)
        return oct9_bearing_distance(((uint32_t)low << 16) - EDGE_ERROR, near, oct9_magnitude(up));
    if (high < at - room)
        return oct9_bearing_distance(((uint32_t)high << 16) + EDGE_ERROR, near, oct9_magnitude(up));
    return oct9_point_isqrt(near * near + squared(up));
}

/* --- looking and putting ---------------------------------------------------------------------- */

bool oct9_sectors_look(const oct9_sectors_input_t *input, const oct9_sectors_box_t *box,
                       unsigned layer, oct9_sectors_look_t *look)
{
    const bool by_pitch = input->kind == OCT9_SECTORS_PITCH;
    const uint32_t reach = oct9_sectors_reach(input);
    for (unsigned a = 0; a < 2u + by_pitch; a++)
        if (oct9_magnitude(gap(box, a)) > reach)
            return false;
    look->near2 = squared(gap(box, 0)) + squared(gap(box, 1));
    look->first = 0;
    look->last = (uint16_t)(input->sectors - 1u);
    if (look->near2 != 0)
        look_around(input, box, look);
    look->least = look->most = (uint16_t)layer;
    if (!by_pitch)
        return true;
    const int32_t near = oct9_point_isqrt(look->near2);
    look->near2 += squared(gap(box, 2));
    return look_up(input, box, near, look);
}

bool oct9_sectors_nearer(const oct9_sectors_input_t *input, const oct9_sectors_look_t *look,
                         bool obstacle)
{
    const uint16_t *const found = obstacle ? input->obstacle_q6 : input->free_q6;
    for (unsigned layer = look->least; layer <= look->most; layer++)
        for (unsigned s = look->first; s <= look->last; s++) {
            const uint32_t at = found[layer * input->sectors + s % input->sectors];
            if (look->near2 < at * at)
                return true;
        }
    return false;
}

static inline void lower(uint16_t *found, unsigned place, uint32_t distance)
{
    if (found && found[place] > distance)
        found[place] = (uint16_t)distance;
}

/* True if a distance would change nothing. */
static inline bool is_behind(const oct9_sectors_input_t *input, unsigned place, uint32_t distance,
                             bool obstacle)
{
    return (!obstacle || !input->obstacle_q6 || input->obstacle_q6[place] <= distance) &&
           (!input->free_q6 || input->free_q6[place] <= distance);
}

static void put_layers(const oct9_sectors_input_t *input, const oct9_sectors_box_t *box,
                       const oct9_sectors_look_t *look, unsigned number, uint32_t distance,
                       bool obstacle)
{
    for (unsigned layer = look->least; layer <= look->most; layer++) {
        const unsigned place = layer * input->sectors + number;
        const uint32_t in_space = input->kind == OCT9_SECTORS_PITCH
                                    ? distance_up(input, box, distance, layer)
                                    : distance;
        lower(input->free_q6, place, in_space);
        if (obstacle)
            lower(input->obstacle_q6, place, in_space);
    }
}

void oct9_sectors_put(const oct9_sectors_input_t *input, const oct9_sectors_box_t *box,
                      const oct9_sectors_look_t *look, bool obstacle)
{
    const uint32_t near2 = squared(gap(box, 0)) + squared(gap(box, 1)),
                   reach = oct9_sectors_reach(input);
    const uint32_t near = oct9_point_isqrt(near2);
    nearest_t nearest = { 0, input->sectors };
    if (near2 != 0)
        find_nearest(input, box, &nearest);
    for (unsigned s = look->first; s <= look->last; s++) {
        const unsigned number = s % input->sectors;
        uint32_t distance = near;
        if (look->least == look->most &&
            is_behind(input, look->least * input->sectors + number, near, obstacle))
            continue;
        if (s < nearest.first || s > nearest.last) {
            distance = distance_in(input, box, &nearest, s);
            distance = distance < near ? near : distance;
        }
        if (distance <= reach)
            put_layers(input, box, look, number, distance, obstacle);
    }
}

void oct9_sectors_set(const oct9_sectors_input_t *input, uint16_t to)
{
    const unsigned count = (unsigned)input->layers * input->sectors;
    for (unsigned i = 0; i < count; i++) {
        if (input->obstacle_q6)
            input->obstacle_q6[i] = to;
        if (input->free_q6)
            input->free_q6[i] = to;
    }
}

static void end_array(const oct9_sectors_input_t *input, uint16_t *found)
{
    const unsigned count = (unsigned)input->layers * input->sectors;
    for (unsigned i = 0; found && i < count; i++) {
        const uint32_t at = found[i];
        found[i] = at > oct9_sectors_reach(input) ? (uint16_t)OCT9_SECTORS_NONE
                 : at > input->radius_q6          ? (uint16_t)(at - input->radius_q6)
                                                  : 0;
    }
}

oct9_status_t oct9_sectors_end(const oct9_sectors_input_t *input, oct9_status_t status)
{
    if (status == OCT9_OK) {
        end_array(input, input->obstacle_q6);
        end_array(input, input->free_q6);
    } else if (status != OCT9_AGAIN) {
        oct9_sectors_set(input, 0);
    }
    return status;
}
