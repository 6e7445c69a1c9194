/* SPDX-License-Identifier: MIT */
/* Where the robot was: a robot that backs out goes where no beam looks, but it came from there.
 *
 * A ring holds its last places, a step apart on at least one axis: a third of its radius. What is
 * between two of them is within a step of one. A path was gone if each place of it is. */
#include "src/mapper/mapper.h"

#include "src/number/axes.h"
#include "src/number/magnitude.h"

static int32_t step_between_places(const oct9_mapper_t *mapper)
{
    return mapper->policy->radius_mm / 3 + 1;
}

void oct9_mapper_been_reset(oct9_mapper_t *mapper)
{
    mapper->been_count = mapper->been_next = 0;
}

/* Adds the place that is so far back from here. */
static void push_place(oct9_mapper_t *mapper, uint32_t time_ms, int32_t x, int32_t y, int32_t z)
{
    oct9_mapper_been_t *const been = &mapper->been[mapper->been_next];
    been->time_ms = time_ms;
    been->place_mm.x = mapper->here.x - x;
    been->place_mm.y = mapper->here.y - y;
    been->place_mm.z = mapper->here.z - z;
    mapper->been_next = (uint8_t)((mapper->been_next + 1u) % OCT9_MAPPER_BEEN);
    if (mapper->been_count < OCT9_MAPPER_BEEN)
        mapper->been_count++;
}

/* The distance of two numbers, at most 2^30. */
static int32_t distance_on_axis(int32_t a, int32_t b)
{
    const uint32_t by = oct9_magnitude_between(a, b);
    return (int32_t)(by < (uint32_t)1 << 30 ? by : (uint32_t)1 << 30);
}

/* The greatest distance on an axis. */
static int32_t greatest_distance(const oct9_mm_t *a, const oct9_mm_t *b)
{
    int32_t most = 0;
    for (unsigned i = 0; i < 3; i++) {
        const int32_t by = distance_on_axis(oct9_mm_axis(a, i), oct9_mm_axis(b, i));
        most = by > most ? by : most;
    }
    return most;
}

/* An estimate may be wrong for once. */
bool oct9_mapper_been_at(oct9_mapper_t *mapper, const oct9_mm_t *place)
{
    const oct9_mapper_policy_t *const policy = mapper->policy;
    const uint32_t most = (uint32_t)policy->fastest_mm * policy->stale_ms / 1000u +
                          policy->jump_mm + policy->radius_mm; /* below 2^23 */
    const bool near = !mapper->started || greatest_distance(&mapper->here, place) <= (int32_t)most;
    mapper->here.x = place->x;
    mapper->here.y = place->y;
    mapper->here.z = place->z;
    mapper->placed = near;
    mapper->started = true;
    return near;
}

/* How many steps it may have gone since a place was written down, one more than it can have. */
static uint32_t steps_since(const oct9_mapper_t *mapper, uint32_t since_ms)
{
    const uint32_t most = since_ms < UINT16_MAX ? since_ms : UINT16_MAX;
    return most * mapper->policy->fastest_mm / 1000u / (uint32_t)step_between_places(mapper) + 1u;
}

/* Where the robot went several steps since the last place, those between are added, too. Where it
 * stays, it was just now. */
void oct9_mapper_been_add(oct9_mapper_t *mapper, uint32_t time_ms)
{
    if (!mapper->placed)
        return;
    oct9_mapper_been_t *const last =
        &mapper->been[((unsigned)mapper->been_next + OCT9_MAPPER_BEEN - 1u) % OCT9_MAPPER_BEEN];
    const oct9_mm_t *const from = &last->place_mm;
    const uint32_t steps = mapper->been_count == 0
                             ? UINT32_MAX
                             : (uint32_t)(greatest_distance(from, &mapper->here) /
                                          step_between_places(mapper));
    if (steps > OCT9_MAPPER_BEEN || steps > steps_since(mapper, time_ms - last->time_ms)) {
        mapper->been_count = 0;
        push_place(mapper, time_ms, 0, 0, 0);
        return;
    }
    last->time_ms = steps == 0 ? time_ms : last->time_ms;
    const int32_t x = mapper->here.x - from->x, y = mapper->here.y - from->y,
                  z = mapper->here.z - from->z, parts = (int32_t)steps; /* of so few steps */
    for (int32_t left = parts - 1; left >= 0; left--)
        push_place(mapper, time_ms, x / parts * left, y / parts * left, z / parts * left);
}

/* Whether a place that the robot was at vouches for one of the path: it lies there or up to two
 * steps farther on, and at most a step beside the path on each axis. What only lies behind would
 * grant a step more each time that the robot drifts, and what lies beside it would, too. */
static bool vouches(const oct9_mm_t *been, const oct9_mm_t *place, const int32_t direction[3],
                    int32_t step)
{
    const int32_t by[3] = { been->x - place->x, been->y - place->y, been->z - place->z };
    /* Each product is within 2^15 * 2^14, the sum of a step's below 2^15 again. */
    const int32_t along = (by[0] * direction[0] + by[1] * direction[1] + by[2] * direction[2]) /
                          OCT9_ONE_Q14;
    if (along < 0)
        return false;
    for (unsigned i = 0; i < 3; i++) {
        const int32_t across = by[i] - along * direction[i] / OCT9_ONE_Q14;
        if (across > step || across < -step)
            return false;
    }
    return true;
}

static bool was_at(const oct9_mapper_t *mapper, uint32_t now_ms, const oct9_mm_t *place,
                   const int32_t direction[3])
{
    const uint32_t most = (uint32_t)2 * mapper->policy->round_ms;
    const int32_t step = step_between_places(mapper); /* below 2^14 */
    for (unsigned i = 0; i < mapper->been_count; i++) {
        const oct9_mapper_been_t *const been = &mapper->been[i];
        if (now_ms - been->time_ms <= most &&
            greatest_distance(place, &been->place_mm) <= 2 * step &&
            vouches(&been->place_mm, place, direction, step))
            return true;
    }
    return false;
}

/* A coordinate and a displacement in 2^-14; what does not fit wraps, far from each place. */
static int32_t behind(int32_t from, int32_t by)
{
    return (int32_t)((uint32_t)from + (uint32_t)(by / OCT9_ONE_Q14));
}

/* The path is looked at in steps; direction times length below 2^14 * 2^15. */
bool oct9_mapper_been_along(const oct9_mapper_t *mapper, uint32_t now_ms, const oct9_mm_t *from,
                            const int32_t direction[3], int32_t length_mm)
{
    const int32_t step = step_between_places(mapper);
    for (int32_t gone = 0;; gone += step) {
        const int32_t at = gone < length_mm ? gone : length_mm;
        const oct9_mm_t place = { behind(from->x, direction[0] * at),
                                  behind(from->y, direction[1] * at),
                                  behind(from->z, direction[2] * at) };
        if (!was_at(mapper, now_ms, &place, direction))
            return false;
        if (gone >= length_mm)
            return true;
    }
}
