/* SPDX-License-Identifier: MIT */
#include "bench/places.h"

#include "bench/rays.h"
#include "tests/random.h"

#include <math.h>
#include <stdlib.h>

static const double eighth_turn = 0.78539816339744831;

static double uniform(random_t *random) /* in (-1, 1) */
{
    return (random_u32(random) + 0.5) / 2147483648.0 - 1.0;
}

/* A unit vector of 3 or 4 coordinates, all directions alike. */
static void direction(random_t *random, int axes, double v[4])
{
    double square;
    do {
        square = 0;
        for (int a = 0; a < axes; a++) {
            v[a] = uniform(random);
            square += v[a] * v[a];
        }
    } while (square > 1 || square < 1e-6);
    for (int a = 0; a < axes; a++)
        v[a] /= sqrt(square);
}

static int16_t clamp(double value)
{
    return (int16_t)fmax(-32768, fmin(32767, floor(value + 0.5)));
}

static oct9_point_t offset(const oct9_point_t *from, const double v[3], double length)
{
    const oct9_point_t to = { clamp(from->x + v[0] * length), clamp(from->y + v[1] * length),
                              clamp(from->z + v[2] * length) };
    return to;
}

static oct9_rotation_t rotation(const double q[4])
{
    const oct9_rotation_t rounded = { clamp(q[0] * OCT9_ONE_Q14), clamp(q[1] * OCT9_ONE_Q14),
                                      clamp(q[2] * OCT9_ONE_Q14), clamp(q[3] * OCT9_ONE_Q14) };
    return rounded;
}

static void multiply(const double p[4], const double q[4], double out[4])
{
    out[0] = p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3];
    out[1] = p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2];
    out[2] = p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1];
    out[3] = p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0];
}

static void rotations(random_t *random, bench_place_t *place)
{
    double q[4], axis[4], turn[4], turned[4];
    direction(random, 4, q);
    direction(random, 3, axis);
    turn[0] = cos(eighth_turn / 2);
    for (int a = 0; a < 3; a++)
        turn[a + 1] = sin(eighth_turn / 2) * axis[a];
    multiply(q, turn, turned);
    place->rotation = rotation(q);
    place->turned = rotation(turned);
}

/* From a cell's centre to anywhere in the cell. */
static void jitter(random_t *random, oct9_point_t *point)
{
    point->x = (int16_t)(point->x - 32 + (int)random_below(random, OCT9_CELL_Q6));
    point->y = (int16_t)(point->y - 32 + (int)random_below(random, OCT9_CELL_Q6));
    point->z = (int16_t)(point->z - 32 + (int)random_below(random, OCT9_CELL_Q6));
}

static double metre(const oct9_map_t *map) /* in sub-cells */
{
    return 64e6 / map->image->frame.cell_um;
}

/* The same cells as those of the rays. */
static bench_ray_t *start_cells(const oct9_map_t *map, uint32_t count)
{
    bench_ray_t *rays = malloc(count * sizeof *rays);
    if (rays && bench_rays(map, 1, count, rays) == 0) {
        free(rays);
        return NULL;
    }
    return rays;
}

bool bench_places(const oct9_map_t *map, uint32_t count, bench_place_t *places)
{
    random_t random = { 20240608 };
    bench_ray_t *rays = start_cells(map, count);
    if (!rays)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        bench_place_t *place = &places[i];
        double v[4];
        place->at = rays[i].from;
        jitter(&random, &place->at);
        direction(&random, 3, v);
        place->to = offset(&place->at, v, metre(map));
        place->path[0] = place->at;
        for (int s = 0; s < BENCH_SEGMENTS; s++) {
            direction(&random, 3, v);
            place->path[s + 1] = offset(&place->path[s], v, metre(map) / 2);
        }
        rotations(&random, place);
    }
    free(rays);
    return true;
}

/* The inner side of a plane through `point`, whose normal is a unit vector. */
static oct9_plane_t plane(const oct9_point_t *point, double x, double y, double z)
{
    oct9_plane_t result = {
        { clamp(x * OCT9_ONE_Q14), clamp(y * OCT9_ONE_Q14), clamp(z * OCT9_ONE_Q14) }, 0
    };
    result.offset = result.normal[0] * point->x + result.normal[1] * point->y +
                    result.normal[2] * point->z;
    return result;
}

static void view(bench_frame_t *frame, double heading, double range)
{
    const double x = cos(heading), y = sin(heading);
    const double s = sin(eighth_turn / 2), c = cos(eighth_turn / 2);
    const double forward[3] = { x, y, 0 };
    const oct9_point_t *from = &frame->from, far = offset(from, forward, range);
    frame->view.plane[0] = plane(from, x, y, 0);
    frame->view.plane[1] = plane(&far, -x, -y, 0);
    frame->view.plane[2] = plane(from, x * s - y * c, y * s + x * c, 0);
    frame->view.plane[3] = plane(from, x * s + y * c, y * s - x * c, 0);
    frame->view.plane[4] = plane(from, x * s, y * s, c);
    frame->view.plane[5] = plane(from, x * s, y * s, -c);
}

bool bench_frames(const oct9_map_t *map, uint32_t count, bench_frame_t *frames)
{
    random_t random = { 20240609 };
    bench_ray_t *rays = start_cells(map, count);
    if (!rays)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        bench_frame_t *frame = &frames[i];
        const double heading = 4 * eighth_turn * uniform(&random);
        frame->from = rays[i].from;
        jitter(&random, &frame->from);
        for (int zone = 0; zone < BENCH_ZONES; zone++) {
            const double left = tan((3.5 - zone % 8) * eighth_turn / 8);
            const double up = tan((3.5 - zone / 8) * eighth_turn / 8);
            const double v[3] = { cos(heading) - sin(heading) * left,
                                  sin(heading) + cos(heading) * left, up };
            frame->to[zone] = offset(&frame->from, v, 4 * metre(map));
        }
        view(frame, heading, 2 * metre(map));
    }
    free(rays);
    return true;
}
