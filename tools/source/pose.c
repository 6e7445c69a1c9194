/* SPDX-License-Identifier: MIT */
/* A source at another place and turned. The sums are long double, so that what is rounded at the
 * end is off by little more than the file's numbers are. */
#include "tools/source/pose.h"
#include "tools/fail.h"
#include "tools/format/text.h"

#include <math.h>
#include <string.h>

/* The sine and cosine of degrees; of multiples of 90 exactly. */
static void sine_cosine(double degrees, long double *sine, long double *cosine)
{
    static const long double pi = 3.14159265358979323846264338327950288L;
    const double quarters = round(degrees / 90);
    const long double rest = ((long double)degrees - 90 * (long double)quarters) * pi / 180;
    const long double s = sinl(rest), c = cosl(rest);
    switch ((int)(quarters - 4 * floor(quarters / 4))) {
    case 0: *sine = s, *cosine = c; break;
    case 1: *sine = c, *cosine = -s; break;
    case 2: *sine = -s, *cosine = -c; break;
    default: *sine = -c, *cosine = s; break;
    }
}

const char *source_pose_parse(source_pose_t *pose, const char *text)
{
    double numbers[6];
    if (!text_exactly(text, ',', numbers, 6))
        return "--pose: not three numbers of metres and three of degrees";
    for (unsigned a = 0; a < 3; a++) {
        pose->at[a] = numbers[a];
        pose->degrees[a] = numbers[a + 3];
        if (!(fabs(numbers[a + 3]) <= 360))
            return "--pose: more than 360 degrees";
    }
    for (unsigned a = 0; a < 3; a++)
        if (!(fabs(pose->at[a]) <= SOURCE_FARTHEST_M))
            return "--pose: farther than 1000 km";
    return NULL;
}

/* The double of a decimal of up to 8 digits behind the point, also after sums of such. */
static double rounded(long double metres)
{
    static const long double per_metre = 1e8L;
    return (double)(roundl(metres * per_metre) / per_metre);
}

void source_turn_begin(source_turn_t *turn, const source_pose_t *pose, const source_frame_t *frame)
{
    turn->pose = pose;
    turn->frame = *frame;
    for (unsigned a = 0; a < 3; a++)
        sine_cosine(pose->degrees[a], &turn->sine[a], &turn->cosine[a]);
}

bool source_turn_point(const source_turn_t *turn, double at[3], bool round_it)
{
    const long double unit_um = source_unit_um(&turn->frame);
    long double turned[3];
    bool near = true;
    for (unsigned a = 0; a < 3; a++)
        turned[a] = ((long double)at[a] * unit_um + (long double)turn->frame.shift_um[a]) / 1e6L;
    for (unsigned a = 0; a < 3; a++) {
        long double *const u = &turned[(a + 1) % 3], *const v = &turned[(a + 2) % 3];
        const long double x = *u, y = *v;
        *u = turn->cosine[a] * x - turn->sine[a] * y;
        *v = turn->sine[a] * x + turn->cosine[a] * y;
    }
    for (unsigned a = 0; a < 3; a++) {
        const long double metres = turned[a] + (long double)turn->pose->at[a];
        at[a] = round_it ? rounded(metres) : (double)metres;
        near = near && fabs(at[a]) <= SOURCE_FARTHEST_M;
    }
    return near;
}

bool source_pose_fail(const char *path, size_t number)
{
    return fail(path, "point %zu is beyond 1000 km at its --pose", number);
}

bool source_pose_take(source_t *source, const char *path, const source_pose_t *pose)
{
    source_turn_t turn;
    if (source->kind == SOURCE_LEAVES)
        return fail(path, "has cells, which --pose cannot turn: bake points or a mesh");
    source_turn_begin(&turn, pose, &source->frame);
    for (size_t i = 0; i < source->count; i++)
        if (!source_turn_point(&turn, source->points[i].at, source->kind == SOURCE_POINTS))
            return source_pose_fail(path, i + 1);
    memset(&source->frame, 0, sizeof source->frame);
    return true;
}
