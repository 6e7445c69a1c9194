/* SPDX-License-Identifier: MIT */
/* What a box does to the sectors in which it is seen.
 *
 * Seen from the robot, the outline of a box is a rectangle between two corners, and its distance
 * grows from its nearest point toward both. So in the sector of that point it is as near as the
 * box, and in each other one as near as at the edge toward that point. A layer of pitch is a sector
 * again, in the half plane of distance and height. */
#include "src/sectors/ring.h"

#include "port/oct9_port.h"
#include "src/number/bearing.h"
#include "src/number/magnitude.h"

/* A ray at a sector's edge is turned by this toward the nearest point, in 2^32ths of a turn: more
 * than its direction may be off. */
#define EDGE_ERROR 8u

static inline uint32_t flat2(int32_t x)
{
    return oct9_magnitude(x) * oct9_magnitude(x);
}

void oct9_sectors_heights(const oct9_sectors_input_t *input, unsigned layer, int32_t to[2])
{
    const bool by_pitch = input->kind == OCT9_SECTORS_PITCH;
    const int32_t z = input->point.z, reach = (int32_t)oct9_sectors_reach(input);
    to[0] = z + (by_pitch ? -reach : input->borders[layer]);
    to[1] = z + (by_pitch ? reach : input->borders[layer + 1u]);
}

/* Finds a box's nearest point. False if it is out of reach. */
static bool find_gap(const oct9_sectors_input_t *input, oct9_sectors_box_t *box)
{
    const int32_t reach = (int32_t)oct9_sectors_reach(input);
    const unsigned axes = input->kind == OCT9_SECTORS_PITCH ? 3u : 2u;
    box->near2 = 0;
    for (unsigned a = 0; a < axes; a++) {
        const int32_t low = box->low[a], high = box->high[a];
        const int32_t gap = low > 0 ? low : high < 0 ? high : 0;
        if (gap > reach || gap < -reach)
            return false;
        box->gap[a] = gap;
        box->near2 += flat2(gap);
    }
    return true;
}

/* --- around the robot ------------------------------------------------------------------------- */

/* Angles here are in 65536ths of a turn. Seen from the robot, a rectangle is between two of its
 * corners. On each axis the corner's side follows from where the rectangle lies on the other one,
 * or else is that of the nearest point. */

static uint32_t first_angle(const oct9_sectors_box_t *box)
{
    const int32_t x = box->gap[0], y = box->gap[1];
    const int32_t corner_x = y > 0 ? box->high[0] : y < 0 ? box->low[0] : x;
    const int32_t corner_y = x > 0 ? box->low[1] : x < 0 ? box->high[1] : y;
    return (uint32_t)oct9_bearing(corner_x, corner_y) - OCT9_BEARING_ERROR;
}

static uint32_t last_angle(const oct9_sectors_box_t *box)
{
    const int32_t x = box->gap[0], y = box->gap[1];
    const int32_t corner_x = y > 0 ? box->low[0] : y < 0 ? box->high[0] : x;
    const int32_t corner_y = x > 0 ? box->high[1] : x < 0 ? box->low[1] : y;
    return (uint32_t)oct9_bearing(corner_x, corner_y) + OCT9_BEARING_ERROR;
}

/* The sector of an angle in a rectangle. */
static inline unsigned sector(const oct9_sectors_input_t *input, const oct9_sectors_box_t *box,
                              uint32_t angle)
{
    const uint32_t on = ((box->begin - input->from) & 0xFFFFu) + ((angle - box->begin) & 0xFFFFu);
    return (unsigned)(on * input->sectors >> 16);
}

static inline void look_along(const oct9_sectors_input_t *input, oct9_sectors_box_t *box)
{
    box->first = 0;
    box->last = (uint8_t)(input->sectors - 1u);
    if (box->gap[0] == 0 && box->gap[1] == 0)
        return;
    box->begin = first_angle(box);
    box->first = (uint8_t)sector(input, box, box->begin);
    box->last = (uint8_t)sector(input, box, last_angle(box));
}

/* The angle of the edge at which a sector begins, in 2^32ths of a turn. */
static uint32_t edge_angle(const oct9_sectors_input_t *input, unsigned number)
{
    const uint32_t sectors = input->sectors, step = UINT32_MAX / sectors;
    const uint32_t rest = UINT32_MAX % sectors + 1u;
    return ((uint32_t)input->from << 16) + number * step + number * rest / sectors;
}

/* The sectors that have the nearest point of a rectangle, or may have it. */
typedef struct {
    unsigned first, last;
} nearest_sectors_t;

static void find_nearest(const oct9_sectors_input_t *input, const oct9_sectors_box_t *box,
                         nearest_sectors_t *nearest)
{
    const uint32_t angle = oct9_bearing(box->gap[0], box->gap[1]);
    nearest->first = sector(input, box, angle - OCT9_BEARING_ERROR);
    nearest->last = sector(input, box, angle + OCT9_BEARING_ERROR);
}

/* How far a rectangle is in another sector. */
static uint32_t distance_in(const oct9_sectors_input_t *input, const oct9_sectors_box_t *box,
                            const nearest_sectors_t *nearest, unsigned number)
{
    const uint32_t ray = number < nearest->first ? edge_angle(input, number + 1u) + EDGE_ERROR
                                                 : edge_angle(input, number) - EDGE_ERROR;
    return oct9_bearing_distance(ray, box->gap[0], box->gap[1]);
}

/* --- above and below -------------------------------------------------------------------------- */

/* The pitch of a point, -16384..16384. */
static inline int32_t pitch(int32_t across, int32_t up)
{
    return (int16_t)oct9_bearing(across, up);
}

/* The greatest distance across, rounded up, or more if that is above 32767. */
static int32_t farthest_across(const oct9_sectors_box_t *box)
{
    uint32_t sum = 0;
    for (unsigned a = 0; a < 2; a++) {
        const uint32_t low = oct9_magnitude(box->low[a]), high = oct9_magnitude(box->high[a]);
        const uint32_t far = low > high ? low : high;
        if (far > 32767u)
            return 65535;
        sum += far * far;
    }
    return oct9_point_isqrt(sum) + 1;
}

/* The layers in which a box is seen, all where it holds the robot's middle; false if in none. */
static bool look_up(const oct9_sectors_input_t *input, oct9_sectors_box_t *box)
{
    unsigned least = 0, end = input->layers;
    if (box->near2 != 0) {
        const uint32_t near2 = flat2(box->gap[0]) + flat2(box->gap[1]);
        const int32_t near = oct9_point_isqrt(near2), far = farthest_across(box);
        const int32_t low = box->low[2], high = box->high[2], room = (int32_t)OCT9_BEARING_ERROR;
        const int32_t lowest = pitch(low <= 0 ? near : far, low) - room;
        const int32_t highest = pitch(high >= 0 ? near : far, high) + room;
        while (least < end && input->borders[least + 1u] < lowest)
            least++;
        while (least < end && input->borders[end - 1u] > highest)
            end--;
    }
    box->least = (uint8_t)least;
    box->most = (uint8_t)(end - 1u);
    return least < end;
}

/* How far a box that begins at `near` across is in a layer in which it is seen. */
static uint32_t distance_up(const oct9_sectors_input_t *input, const oct9_sectors_box_t *box,
                            uint32_t near, unsigned layer)
{
    const int32_t up = box->gap[2], room = (int32_t)OCT9_BEARING_ERROR;
    const int32_t low = input->borders[layer], high = input->borders[layer + 1u];
    if (near == 0 && up == 0)
        return 0;
    const int32_t at = pitch((int32_t)near, up);
    if (low > at + room)
        return oct9_bearing_distance(((uint32_t)low << 16) - EDGE_ERROR, (int32_t)near, up);
    if (high < at - room)
        return oct9_bearing_distance(((uint32_t)high << 16) + EDGE_ERROR, (int32_t)near, up);
    return oct9_point_isqrt(near * near + flat2(up));
}

/* --- looking and putting ---------------------------------------------------------------------- */

bool oct9_sectors_matters(const oct9_sectors_input_t *input, unsigned layer, bool obstacle,
                          oct9_sectors_box_t *box)
{
    const uint16_t *const found = obstacle ? input->obstacle_q6 : input->free_q6;
    const unsigned sectors = input->sectors;
    box->least = box->most = (uint8_t)layer;
    if (!find_gap(input, box) || (input->kind == OCT9_SECTORS_PITCH && !look_up(input, box)))
        return false;
    look_along(input, box);
    const uint32_t near2 = box->near2;
    const unsigned last = box->last, most = box->most;
    for (unsigned l = box->least; l <= most; l++)
        for (unsigned s = box->first; s <= last; s++) {
            const uint32_t at = found[l * sectors + (s < sectors ? s : s - sectors)];
            if (near2 < at * at)
                return true;
        }
    return false;
}

static inline void lower_found(uint16_t *found, unsigned place, uint32_t distance)
{
    if (found && found[place] > distance)
        found[place] = (uint16_t)distance;
}

/* Puts the part of a box that is in a sector, at `across`, into the layers in which it is seen. */
static void put_layers(const oct9_sectors_input_t *input, const oct9_sectors_box_t *box,
                       unsigned number, uint32_t across, bool obstacle)
{
    for (unsigned layer = box->least; layer <= box->most; layer++) {
        const unsigned place = layer * input->sectors + number;
        const uint32_t distance = input->kind == OCT9_SECTORS_PITCH
                                    ? distance_up(input, box, across, layer)
                                    : across;
        lower_found(input->free_q6, place, distance);
        if (obstacle)
            lower_found(input->obstacle_q6, place, distance);
    }
}

void oct9_sectors_put(const oct9_sectors_input_t *input, const oct9_sectors_box_t *box,
                      bool obstacle)
{
    const uint32_t near2 = flat2(box->gap[0]) + flat2(box->gap[1]);
    const uint32_t near = oct9_point_isqrt(near2), reach = oct9_sectors_reach(input);
    nearest_sectors_t nearest = { box->first, box->last };
    if (near2 != 0 && nearest.first != nearest.last)
        find_nearest(input, box, &nearest);
    for (unsigned s = box->first; s <= box->last; s++) {
        uint32_t across = near;
        if (s < nearest.first || s > nearest.last) {
            across = distance_in(input, box, &nearest, s);
            across = across < near ? near : across;
        }
        if (across <= reach)
            put_layers(input, box, s < input->sectors ? s : s - input->sectors, across, obstacle);
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
