/* SPDX-License-Identifier: MIT */
/* A source at another place and turned. The sums are long double, so that what is rounded to double
 * at the end is off by far less than the micrometre at which voxels begin. */
#include "tools/source_pose.h"
#include "tools/fail.h"
#include "tools/text.h"

#include <math.h>

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
    return source_within(pose->at) ? NULL : "--pose: farther than 1000 km";
}

bool source_pose_take(source_t *source, const char *path, const source_pose_t *pose)
{
    if (source->kind == SOURCE_LEAVES)
        return fail(path, "has cells, which --pose cannot turn: bake points or a mesh");
    long double sine[3], cosine[3];
    for (unsigned a = 0; a < 3; a++)
        sine_cosine(pose->degrees[a], &sine[a], &cosine[a]);
    for (size_t i = 0; i < source->count; i++) {
        double *const at = source->points[i].at;
        long double turned[3] = { at[0], at[1], at[2] };
        for (unsigned a = 0; a < 3; a++) {
            long double *const u = &turned[(a + 1) % 3], *const v = &turned[(a + 2) % 3];
            const long double x = *u, y = *v;
            *u = cosine[a] * x - sine[a] * y;
            *v = sine[a] * x + cosine[a] * y;
        }
        for (unsigned a = 0; a < 3; a++)
            at[a] = (double)(turned[a] + pose->at[a]);
        if (!source_within(at))
            return fail(path, "point %zu is beyond 1000 km at its --pose", i + 1);
    }
    return true;
}
