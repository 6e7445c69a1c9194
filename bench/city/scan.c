/* SPDX-License-Identifier: MIT */
/* What a laser scanner would see of a tile: beams from free places near the ground, in directions
 * all around, to what is occupied within RANGE_CELLS; points just behind the surface.
 *
 * Usage: scan CAMPUS.o9w TILE COUNT >CLOUD.ply, TILE by its number in the table */
#include "bench/city/city.h"
#include "oct9/cast.h"
#include "oct9/mm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { RANGE_CELLS = 200, LOW_MM = 300, HIGH_MM = 1800, INTO_Q6 = 4 };

/* From 0 to 1. */
static double draw(void)
{
    static uint64_t random = 1;
    random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(random >> 11) / 9007199254740992.0;
}

static int16_t q6(double value)
{
    return (int16_t)floor(value < INT16_MIN ? INT16_MIN : value > INT16_MAX ? INT16_MAX : value);
}

/* A direction, each as likely. */
static void draw_direction(double at[3])
{
    const double turn = 6.283185307179586 * draw();
    at[2] = 2 * draw() - 1;
    at[0] = sqrt(1 - at[2] * at[2]) * cos(turn);
    at[1] = sqrt(1 - at[2] * at[2]) * sin(turn);
}

static oct9_point_t draw_place(const oct9_frame_t *frame)
{
    const double edge_mm = (double)frame->cell_um * OCT9_CELLS / 1000;
    const oct9_mm_t mm = { frame->origin_mm.x + (int32_t)(draw() * edge_mm),
                           frame->origin_mm.y + (int32_t)(draw() * edge_mm),
                           LOW_MM + (int32_t)(draw() * (HIGH_MM - LOW_MM)) };
    oct9_point_t point = { 0, 0, 0 };
    (void)oct9_mm_place(frame, &mm, &point);
    return point;
}

/* False: the beam met nothing that is occupied. */
static bool beam(const oct9_image_t *image, float metres[3])
{
    const oct9_map_t map = oct9_map_of_image(image);
    const int32_t origin_mm[3] = { image->frame.origin_mm.x, image->frame.origin_mm.y,
                                   image->frame.origin_mm.z };
    const double scale = image->frame.cell_um / 1e6 / OCT9_CELL_Q6;
    oct9_cast_input_t ray = { .from = draw_place(&image->frame) };
    oct9_cast_output_t met;
    double along[3], range = RANGE_CELLS * OCT9_CELL_Q6;
    draw_direction(along);
    ray.to = (oct9_point_t){ q6(ray.from.x + range * along[0]), q6(ray.from.y + range * along[1]),
                             q6(ray.from.z + range * along[2]) };
    if (oct9_cast_ray(&map, &ray, &met) != OCT9_OK || met.hit != OCT9_HIT_LEAF ||
        met.leaf.state != OCT9_OCCUPIED || met.fraction.num == 0)
        return false;
    const int16_t at[3] = { met.point.x, met.point.y, met.point.z };
    for (unsigned a = 0; a < 3; a++)
        metres[a] = (float)(origin_mm[a] / 1e3 +
                            (at[a] - OCT9_LOW_Q6 + INTO_Q6 * along[a]) * scale);
    return true;
}

int main(int argc, char **argv)
{
    bytes_t campus;
    oct9_image_t image;
    if (argc != 4 || !bytes_read(&campus, argv[1]))
        return 2;
    const uint32_t number = (uint32_t)atoi(argv[2]), count = (uint32_t)atoll(argv[3]);
    if (oct9_image_open(&image, city_image(&campus, number), city_tile(&campus, number)->bytes) !=
        OCT9_OK)
        return 1;
    printf("ply\nformat binary_little_endian 1.0\nelement vertex %lu\nproperty float x\n"
           "property float y\nproperty float z\nend_header\n",
           (unsigned long)count);
    for (uint32_t i = 0; i < count;) {
        float metres[3];
        if (beam(&image, metres) && ++i)
            fwrite(metres, sizeof metres, 1, stdout);
    }
    return 0;
}
