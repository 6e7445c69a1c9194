/* SPDX-License-Identifier: MIT */
/* What the readers share: leaves and points that are added. */
#include "tools/source/source.h"
#include "tools/fail.h"
#include "tools/grow.h"

#include <math.h>
#include <stdlib.h>

void source_free(source_t *source)
{
    free(source->leaves);
    free(source->points);
    source->leaves = NULL;
    source->points = NULL;
}

bool source_finite(const double at[3])
{
    return isfinite(at[0]) && isfinite(at[1]) && isfinite(at[2]);
}

bool source_within(const double at[3])
{
    for (unsigned a = 0; a < 3; a++)
        if (!(fabs(at[a]) <= SOURCE_NUMBER_MOST))
            return false;
    return true;
}

/* The file's y is up: it becomes z. */
static void turn_up(const source_frame_t *frame, double turned[3], const double at[3])
{
    turned[0] = at[0];
    turned[1] = frame->y_up ? -at[2] : at[1];
    turned[2] = frame->y_up ? at[1] : at[2];
}

static bool is_near(const source_t *source, const double at[3])
{
    const source_frame_t *frame = &source->frame;
    const double unit_um = source_unit_um(frame);
    double turned[3];
    turn_up(frame, turned, at);
    for (unsigned a = 0; a < 3; a++)
        if (!(fabs(turned[a] * unit_um + (double)frame->shift_um[a]) <= SOURCE_FARTHEST_M * 1e6))
            return frame->finds_shift && source_within(at);
    return true;
}

const char *source_wrong(const source_t *source, const double at[3])
{
    if (source->kind == SOURCE_POINTS && !source_finite(at))
        return NULL;
    if (!source_within(at))
        return SOURCE_NOT_WITHIN;
    return is_near(source, at) ? NULL
                               : "a coordinate beyond 1000 km: oct9 bake --shift brings it near";
}

bool source_add_leaf(source_t *source, const char *path, const source_leaf_t *leaf)
{
    if (source->take_leaf) {
        source->count++;
        return source->take_leaf(source, path, leaf);
    }
    source_leaf_t *leaves = grow(path, source->leaves, source->count, &source->room, sizeof *leaf);
    if (!leaves)
        return false;
    source->leaves = leaves;
    leaves[source->count++] = *leaf;
    return true;
}

static bool hand_over(source_t *source, const char *path, const double at[3])
{
    source_point_t point;
    turn_up(&source->frame, point.at, at);
    point.part = source->part;
    source->count++;
    return source->take(source, path, &point);
}

bool source_add_point(source_t *source, const char *path, const double at[3])
{
    if (source->kind == SOURCE_POINTS && !source_finite(at)) {
        source->left_out++;
        return true;
    }
    const char *wrong = source_wrong(source, at);
    if (wrong)
        return fail(path, "point %zu has %s", source->count + source->left_out + 1, wrong);
    if (source->take)
        return hand_over(source, path, at);
    source_point_t *points = grow(path, source->points, source->count, &source->room,
                                  sizeof *points);
    if (!points)
        return false;
    source->points = points;
    turn_up(&source->frame, points[source->count].at, at);
    points[source->count].part = source->part;
    source->count++;
    return true;
}
