/* SPDX-License-Identifier: MIT */
#include "examples/landmarks/orchard.h"

enum { ROWS = 12, APART_MM = 4000, EDGE_MM = 8000, STEPS = 14 };

/* A number from -amount to amount that looks random, the same each time. */
static int32_t jitter(uint32_t key, int32_t amount)
{
    key = (key + 1u) * 2654435761u;
    key ^= key >> 15;
    key *= 2246822519u;
    key ^= key >> 13;
    return (int32_t)(key % (uint32_t)(2 * amount + 1)) - amount;
}

void orchard_tree(uint32_t tree, oct9_mm_t *top)
{
    top->x = EDGE_MM + (int32_t)(tree % ROWS) * APART_MM + jitter(3 * tree, 1000);
    top->y = EDGE_MM + (int32_t)(tree / ROWS) * APART_MM + jitter(3 * tree + 1, 1000);
    top->z = 3500 + jitter(3 * tree + 2, 1000);
}

bool orchard_mapped(uint32_t tree)
{
    return tree % 9 != 4;
}

bool orchard_stands(uint32_t tree)
{
    return tree % 16 != 7 || !orchard_mapped(tree);
}

/* Across the orchard from corner to corner. */
bool orchard_pose(uint32_t step, oct9_mm_t *place)
{
    place->x = EDGE_MM + (int32_t)step * 3300;
    place->y = EDGE_MM + (int32_t)step * 3000 + (step % 2 != 0 ? 1500 : 0);
    place->z = 4500;
    return step < STEPS;
}

static int64_t square(int32_t x)
{
    return (int64_t)x * x;
}

static bool within(const oct9_mm_t *a, const oct9_mm_t *b, int32_t mm)
{
    return square(a->x - b->x) + square(a->y - b->y) + square(a->z - b->z) <= square(mm);
}

static bool sees(uint32_t step, uint32_t tree, const oct9_mm_t *place, oct9_mm_t *sight)
{
    const uint32_t key = 1000 + 3 * (step * ORCHARD_TREES + tree);
    oct9_mm_t top;
    orchard_tree(tree, &top);
    sight->x = top.x + jitter(key, ORCHARD_NOISE_MM);
    sight->y = top.y + jitter(key + 1, ORCHARD_NOISE_MM);
    sight->z = top.z + jitter(key + 2, ORCHARD_NOISE_MM);
    return orchard_stands(tree) && within(&top, place, ORCHARD_SEES_MM);
}

uint32_t orchard_look(uint32_t step, const oct9_mm_t *place, oct9_mm_t *sight, uint32_t most)
{
    uint32_t count = 0;
    for (uint32_t tree = 0; tree < ORCHARD_TREES && count < most; tree++)
        count += sees(step, tree, place, &sight[count]);
    return count;
}

bool orchard_passes(uint32_t tree, int32_t mm)
{
    oct9_mm_t top, place;
    orchard_tree(tree, &top);
    for (uint32_t step = 0; orchard_pose(step, &place); step++)
        if (within(&top, &place, mm))
            return true;
    return false;
}
