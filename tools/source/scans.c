/* SPDX-License-Identifier: MIT */
/* What the readers of scans share: their lists, and which points are good. */
#include "tools/source/scans.h"
#include "tools/grow.h"

#include <math.h>
#include <stdlib.h>

void scans_free(scans_t *scans)
{
    free(scans->scans);
    free(scans->points);
    scans->scans = NULL;
    scans->points = NULL;
}

bool scans_good(const scans_point_t *point)
{
    for (unsigned a = 0; a < 3; a++)
        if (!(fabs((double)point->at[a]) <= SCANS_FARTHEST_M))
            return false;
    return true;
}

bool scans_begin(scans_t *scans, const char *path, const scans_point_t *from)
{
    scan_t *list = grow(path, scans->scans, scans->scan_count, &scans->scan_room, sizeof *list);
    if (!list)
        return false;
    scans->scans = list;
    const scan_t scan = { *from, scans->point_count, 0 };
    list[scans->scan_count++] = scan;
    return true;
}

bool scans_add(scans_t *scans, const char *path, const scans_point_t *point)
{
    if (!scans_good(point)) {
        scans->refused++;
        return true;
    }
    scans_point_t *list = grow(path, scans->points, scans->point_count, &scans->point_room,
                               sizeof *list);
    if (!list)
        return false;
    scans->points = list;
    list[scans->point_count++] = *point;
    scans->scans[scans->scan_count - 1].count++;
    return true;
}
