/* SPDX-License-Identifier: MIT */
/* Scans as OctoMap's log2graph reads them: a point a line. */
#include "tools/fail.h"
#include "tools/scans.h"
#include "tools/text.h"

#include <math.h>
#include <string.h>

/* Where the sensor is: the columns are its axes. */
typedef struct {
    double place[3], turn[3][3];
} pose_t;

static const pose_t at_zero = { { 0, 0, 0 }, { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };

/* x y z roll pitch yaw: first the turn about x, then that about y, then that about z. */
static pose_t pose_of(const double n[6])
{
    const double cx = cos(n[3]), sx = sin(n[3]), cy = cos(n[4]), sy = sin(n[4]);
    const double cz = cos(n[5]), sz = sin(n[5]);
    const pose_t pose = { { n[0], n[1], n[2] },
                          { { cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx },
                            { sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx },
                            { -sy, cy * sx, cy * cx } } };
    return pose;
}

static scans_point_t seen_from(const pose_t *pose, const double p[3])
{
    scans_point_t point;
    for (unsigned a = 0; a < 3; a++) {
        const double *row = pose->turn[a];
        point.at[a] =
            (float)(row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + pose->place[a]);
    }
    return point;
}

static bool begin_scan(scans_t *scans, const char *path, const pose_t *pose, unsigned long line)
{
    const double zero[3] = { 0, 0, 0 };
    const scans_point_t from = seen_from(pose, zero);
    if (!scans_good(&from))
        return fail(path, "line %lu: the sensor is nowhere or beyond 1000 km", line);
    return scans_begin(scans, path, &from);
}

static bool read_node(scans_t *scans, const char *path, const char *text, pose_t *pose,
                      unsigned long line)
{
    double numbers[6];
    const char *rest;
    if (!text_numbers(text, numbers, 6, &rest) || *rest)
        return fail(path, "line %lu: not NODE and six numbers", line);
    for (unsigned i = 3; i < 6; i++)
        if (!isfinite(numbers[i]))
            return fail(path, "line %lu: an angle is no number", line);
    *pose = pose_of(numbers);
    return begin_scan(scans, path, pose, line);
}

/* A point may have more than three numbers, as log2graph allows. */
static bool read_point(scans_t *scans, const char *path, const char *text, const pose_t *pose,
                       unsigned long line)
{
    double numbers[3];
    if (!text_numbers(text, numbers, 3, NULL))
        return fail(path, "line %lu: neither three numbers nor a NODE", line);
    const scans_point_t point = seen_from(pose, numbers);
    return scans_add(scans, path, &point);
}

static bool read_lines(scans_t *scans, const char *path, bytes_t *bytes)
{
    char *end = bytes->data + bytes->size;
    pose_t pose = at_zero;
    bool begun = false;
    unsigned long line = 1;
    for (char *at = bytes->data; at < end; line++) {
        char *stop = memchr(at, '\n', (size_t)(end - at));
        char *next = stop ? stop + 1 : end;
        if (stop)
            *stop = 0;
        if (strlen(at) != (size_t)((stop ? stop : end) - at))
            return fail(path, "line %lu: has a zero byte", line);
        const bool node = strncmp(at, "NODE", 4) == 0;
        const bool empty = at[strspn(at, " \t\r")] == 0 || *at == '#';
        if (!empty && !node && !begun && !begin_scan(scans, path, &pose, line))
            return false;
        begun = begun || !empty;
        if (!empty && !(node ? read_node(scans, path, at + 4, &pose, line)
                             : read_point(scans, path, at, &pose, line)))
            return false;
        at = next;
    }
    return true;
}

bool scans_read_text(scans_t *scans, const char *path)
{
    bytes_t bytes;
    if (!bytes_read(&bytes, path))
        return false;
    const bool good = read_lines(scans, path, &bytes);
    bytes_free(&bytes);
    return good;
}
