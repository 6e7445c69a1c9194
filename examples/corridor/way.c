/* SPDX-License-Identifier: MIT */
#include "examples/corridor/way.h"

enum { ONE_Q14 = 16384, DIAGONAL_Q14 = 11585 };

/* The rim, across and up, in radii (Q1.14), and the middle. */
static const int16_t offset[WAY_RAYS][2] = {
    { 0, 0 },
    { ONE_Q14 - 1, 0 }, { DIAGONAL_Q14, DIAGONAL_Q14 }, { 0, ONE_Q14 - 1 },
    { -DIAGONAL_Q14, DIAGONAL_Q14 }, { -ONE_Q14, 0 }, { -DIAGONAL_Q14, -DIAGONAL_Q14 },
    { 0, -ONE_Q14 }, { DIAGONAL_Q14, -DIAGONAL_Q14 }
};

static oct9_point_t moved(const oct9_point_t *p, int32_t x, int32_t y, int32_t z)
{
    const oct9_point_t q = { (int16_t)(p->x + x), (int16_t)(p->y + y), (int16_t)(p->z + z) };
    return q;
}

/* a before b; both at most 65535 / 65535, so that the products fit. */
static bool earlier(const oct9_fraction_t *a, const oct9_fraction_t *b)
{
    return a->num * b->den < b->num * a->den;
}

void way_check(oct9_cast_t *scratch, const oct9_map_t *map, const oct9_point_t *from,
               const oct9_point_t *to, uint16_t radius_q6, way_t *way)
{
    const int32_t dx = to->x - from->x, dy = to->y - from->y;
    const int32_t length = oct9_isqrt((uint32_t)(dx * dx + dy * dy));
    way->blocked = false;
    way->leaves = 0;
    for (unsigned i = 0; i < WAY_RAYS; i++) {
        const int32_t across = offset[i][0] * radius_q6 / ONE_Q14;
        const int32_t up = offset[i][1] * radius_q6 / ONE_Q14;
        const int32_t x = length ? -dy * across / length : 0;
        const int32_t y = length ? dx * across / length : 0;
        const oct9_cast_input_t input = { .from = moved(from, x, y, up), .to = moved(to, x, y, up) };
        oct9_cast_output_t output;
        (void)oct9_cast(scratch, map, &input, &output);
        way->leaves += output.leaves;
        if (output.hit != OCT9_HIT_NONE &&
            (!way->blocked || earlier(&output.fraction, &way->nearest.fraction))) {
            way->blocked = true;
            way->nearest = output;
        }
    }
}
