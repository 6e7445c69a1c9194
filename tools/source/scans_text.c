/* SPDX-License-Identifier: MIT */
/* Scans as OctoMap's log2graph reads them: a point a line. */
#include "tools/format/lines.h"
#include "tools/format/text.h"
#include "tools/source/scans.h"

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
        point.at[a] = (float)(row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + pose->place[a]);
    }
    return point;
}

static bool begin_scan(scans_t *scans, lines_t *lines, const pose_t *pose)
{
    const double zero[3] = { 0, 0, 0 };
    const scans_point_t from = seen_from(pose, zero);
    return scans_good(&from) ? scans_begin(scans, lines->path, &from)
                             : lines_fail(lines, "the sensor is beyond 1000 km");
}

static bool read_node(scans_t *scans, lines_t *lines, const char *rest, pose_t *pose)
{
    double numbers[6];
    if (!text_exactly(rest, ' ', numbers, 6))
        return lines_fail(lines, "not NODE and six numbers");
    *pose = pose_of(numbers);
    return begin_scan(scans, lines, pose);
}

/* A point may have more than three numbers, as log2graph allows; each as many. */
static bool read_point(scans_t *scans, lines_t *lines, const char *line, const pose_t *pose,
                       size_t *columns)
{
    double numbers[3];
    if (!lines_numbers(lines, line, numbers, 3, columns))
        return false;
    const scans_point_t point = seen_from(pose, numbers);
    return scans_add(scans, lines->path, &point);
}

static bool read_lines(scans_t *scans, lines_t *lines)
{
    pose_t pose = at_zero;
    size_t columns = 0;
    bool begun = false;
    for (const char *line; (line = lines_next(lines)) != NULL;) {
        if (lines_idle(line))
            continue;
        const bool node = strncmp(line, "NODE", 4) == 0 && strchr(" \t", line[4]);
        if (!node && !begun && !begin_scan(scans, lines, &pose))
            return false;
        begun = true;
        if (!(node ? read_node(scans, lines, line + 4, &pose)
                   : read_point(scans, lines, line, &pose, &columns)))
            return false;
    }
    return lines->good;
}

bool scans_read_text(scans_t *scans, const char *path)
{
    bytes_t bytes;
    lines_t lines;
    if (!bytes_read(&bytes, path))
        return false;
    lines_begin(&lines, path, &bytes);
    const bool good = read_lines(scans, &lines);
    bytes_free(&bytes);
    return good;
}
