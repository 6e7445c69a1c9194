/* SPDX-License-Identifier: MIT */
#include "examples/multiranger/room.h"

enum {
    STEP_MM = 25,
    DARK = 32767,
    FARTHEST_MM = 4000,
    RAYS = 9,
    SLANT = 16847, /* 2^14 / cos(13.5 degrees) */
    NOISE_MM = 4
};

/* The rays of a cone, sideways and up: its middle and eight on its rim, whose tangent is 3933 times
 * 2^-14. */
static const int16_t rays[RAYS][2] = { { 0, 0 },         { 3933, 0 },     { 2781, 2781 },
                                       { 0, 3933 },      { -2781, 2781 }, { -3933, 0 },
                                       { -2781, -2781 }, { 0, -3933 },    { 2781, -2781 } };

/* A room of 6 x 5 x 2.5 m; a cupboard of 1.5 x 1.2 m stands in one corner, up to the ceiling. */
static const int32_t low[3] = { -3010, -2510, 0 }, high[3] = { 3010, 2510, 2510 };
static const int32_t cupboard[2] = { 1510, 1310 }; /* its low corner in x and y */

/* 2^14 sin of 128ths of a turn. */
static const int16_t sines[33] = { 0,     804,   1606,  2404,  3196,  3981,  4756,  5520,  6270,
                                   7005,  7723,  8423,  9102,  9760,  10394, 11003, 11585, 12140,
                                   12665, 13160, 13623, 14053, 14449, 14811, 15137, 15426, 15679,
                                   15893, 16069, 16207, 16305, 16364, 16384 };

static int16_t sine(uint32_t angle)
{
    const uint32_t at = angle % 64u, mirrored = at <= 32u ? at : 64u - at;
    return angle % 128u < 64u ? sines[mirrored] : (int16_t)-sines[mirrored];
}

static int16_t cosine(uint32_t angle)
{
    return sine(angle + 32u);
}

/* Lengths of `direction` (Q14) from a place to a plane of an axis, in mm; 32767 where it never
 * gets there. */
static int32_t to_plane(int32_t place, int32_t plane, int32_t direction)
{
    const int32_t mm = direction == 0 ? DARK : (plane - place) * OCT9_ONE_Q14 / direction;
    return mm >= 0 && mm < DARK ? mm : DARK;
}

/* How far a ray goes, in lengths of `direction`. */
static int32_t look(const int32_t place[3], const int32_t direction[3])
{
    int32_t mm = DARK;
    for (unsigned i = 0; i < 3; i++) {
        const int32_t wall = to_plane(place[i], direction[i] > 0 ? high[i] : low[i], direction[i]);
        mm = wall < mm ? wall : mm;
    }
    for (unsigned i = 0; i < 2; i++) {
        const int32_t side = to_plane(place[i], cupboard[i], direction[i]);
        const int32_t other = place[1 - i] + side * direction[1 - i] / OCT9_ONE_Q14;
        if (direction[i] > 0 && side < mm && other >= cupboard[1 - i])
            mm = side;
    }
    return mm;
}

/* The axes of a beam: where it looks, to its side and up. */
typedef struct {
    int32_t ahead[3], side[3], up[3];
} beam_t;

/* The nearest thing in a cone. */
static int32_t look_wide(const int32_t place[3], const beam_t *beam)
{
    int32_t nearest = DARK;
    for (unsigned i = 0; i < RAYS; i++) {
        int32_t direction[3];
        for (unsigned k = 0; k < 3; k++)
            direction[k] = beam->ahead[k] +
                           (beam->side[k] * rays[i][0] + beam->up[k] * rays[i][1]) / OCT9_ONE_Q14;
        int32_t mm = look(place, direction);
        mm = i == 0 ? mm : mm * SLANT / OCT9_ONE_Q14;
        nearest = mm < nearest ? mm : nearest;
    }
    return nearest;
}

/* One reading in eight is of nothing, as of a dark surface. */
static int16_t measure(room_t *room, const beam_t *beam)
{
    const int32_t place[3] = { room->pose.place_mm.x, room->pose.place_mm.y,
                               room->pose.place_mm.z };
    const int32_t mm = look_wide(place, beam);
    room->noise = room->noise * 1664525u + 1013904223u;
    const int32_t error = (int32_t)(room->noise >> 16 & 0xFFu) * (2 * NOISE_MM + 1) / 256 -
                          NOISE_MM;
    return (int16_t)(mm > FARTHEST_MM || room->noise >> 29 == 0 ? DARK : mm + error);
}

/* The least distance to a wall or to the cupboard. */
static int32_t distance_of(const oct9_mm_t *place)
{
    const int32_t x = cupboard[0] - place->x, y = cupboard[1] - place->y;
    const int32_t at[] = { place->x - low[0], high[0] - place->x, place->y - low[1],
                           high[1] - place->y, x > y ? x : y };
    int32_t least = at[0];
    for (unsigned i = 1; i < 5; i++)
        least = at[i] < least ? at[i] : least;
    return least;
}

static void measure_all(room_t *room)
{
    const int32_t c = cosine(2u * room->heading), s = sine(2u * room->heading);
    const int32_t up = OCT9_ONE_Q14;
    const beam_t beams[ROOM_BEAMS] = { { { c, s, 0 }, { -s, c, 0 }, { 0, 0, up } },
                                       { { -c, -s, 0 }, { -s, c, 0 }, { 0, 0, up } },
                                       { { -s, c, 0 }, { c, s, 0 }, { 0, 0, up } },
                                       { { s, -c, 0 }, { c, s, 0 }, { 0, 0, up } },
                                       { { 0, 0, up }, { c, s, 0 }, { -s, c, 0 } } };
    for (unsigned i = 0; i < ROOM_BEAMS; i++)
        room->distance_mm[i] = measure(room, &beams[i]);
}

void room_begin(room_t *room)
{
    const oct9_mm_t place = { -1500, -1000, 1000 };
    room->pose.place_mm = place;
    room->time_ms = 0;
    room->heading = 3;
    room->noise = 1;
    room->nearest_mm = distance_of(&place);
    room_fly(room, true);
}

void room_fly(room_t *room, bool turn)
{
    const int32_t speed = turn ? 0 : STEP_MM;
    room->heading = turn ? (room->heading + 9u) % 64u : room->heading;
    const int32_t c = cosine(2u * room->heading), s = sine(2u * room->heading);
    oct9_mm_t *const place = &room->pose.place_mm;
    place->x += speed * c / OCT9_ONE_Q14;
    place->y += speed * s / OCT9_ONE_Q14;
    room->pose.rotation.w = cosine(room->heading);
    room->pose.rotation.x = room->pose.rotation.y = 0;
    room->pose.rotation.z = sine(room->heading);
    room->velocity_mm[0] = (int16_t)(speed * ROOM_HZ * c / OCT9_ONE_Q14);
    room->velocity_mm[1] = (int16_t)(speed * ROOM_HZ * s / OCT9_ONE_Q14);
    room->velocity_mm[2] = 0;
    room->command_mm[0] = (int16_t)(STEP_MM * ROOM_HZ * c / OCT9_ONE_Q14);
    room->command_mm[1] = (int16_t)(STEP_MM * ROOM_HZ * s / OCT9_ONE_Q14);
    room->command_mm[2] = 0;
    room->time_ms += 1000 / ROOM_HZ;
    measure_all(room);
    const int32_t near = distance_of(place);
    room->nearest_mm = near < room->nearest_mm ? near : room->nearest_mm;
}
