/* SPDX-License-Identifier: MIT */
/* What a file's numbers mean. */
#include "tools/source/frame.h"
#include "tools/fail.h"
#include "tools/format/text.h"
#include "tools/source/placement.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    uint32_t um;
} units[] = {
    { "m", 1000000 }, { "cm", 10000 }, { "mm", 1000 }, { "in", 25400 }, { "ft", 304800 }
};
enum { UNIT_COUNT = sizeof units / sizeof units[0] };

const char *source_frame_unit(source_frame_t *frame, const char *text)
{
    for (unsigned i = 0; i < UNIT_COUNT; i++)
        if (strcmp(text, units[i].name) == 0) {
            frame->unit_um = units[i].um;
            return NULL;
        }
    return "--unit: not m, cm, mm, in or ft";
}

const char *source_frame_up(source_frame_t *frame, const char *text)
{
    frame->y_up = strcmp(text, "y") == 0;
    return frame->y_up || strcmp(text, "z") == 0 ? NULL : "--up: neither z nor y";
}

const char *source_frame_shift(source_frame_t *frame, const char *text)
{
    double metres[3];
    frame->finds_shift = strcmp(text, "auto") == 0;
    if (frame->finds_shift)
        return NULL;
    if (!text_exactly(text, ',', metres, 3))
        return "--shift: neither three numbers of metres nor auto";
    for (unsigned a = 0; a < 3; a++) {
        if (!(fabs(metres[a]) <= SOURCE_NUMBER_MOST))
            return "--shift: farther than 1000000 km";
        frame->shift_um[a] = um_below(metres[a]);
        if (um_above(metres[a]) != frame->shift_um[a])
            return "--shift: finer than a micrometre";
    }
    return NULL;
}

bool source_frame_whole(const source_frame_t *frame, uint32_t cell_um)
{
    for (unsigned a = 0; a < 3; a++)
        if (frame->shift_um[a] % (int64_t)cell_um != 0)
            return false;
    return true;
}

bool source_frame_find(source_t *source, const char *path, uint32_t cell_um)
{
    if (!source->frame.finds_shift)
        return true;
    const box_um_t box = source_bounds(source);
    for (unsigned a = 0; a < 3; a++) {
        if ((double)(box.hi[a] - box.lo[a]) > SOURCE_FARTHEST_M * 1e6)
            return fail(path, "spans more than 1000 km: no --shift brings it near");
        source->frame.shift_um[a] = -floor_div(box.lo[a], cell_um) * (int64_t)cell_um;
    }
    source->frame.finds_shift = false;
    return true;
}

static const char *unit_name(const source_frame_t *frame)
{
    unsigned i = 0;
    while (i + 1 < UNIT_COUNT && units[i].um != source_unit_um(frame))
        i++;
    return units[i].name;
}

void source_frame_print(const source_t *source)
{
    if (source->kind == SOURCE_LEAVES)
        return;
    const bool mesh = source->kind == SOURCE_TRIANGLES;
    const box_um_t box = source_bounds(source);
    double span[3];
    for (unsigned a = 0; a < 3; a++)
        span[a] = (double)(box.hi[a] - box.lo[a] - (mesh ? 2 : 1)) / 1e6;
    printf("taken   %zu %s in %s with %s up: %.4g x %.4g x %.4g m\n",
           mesh ? source->count / 3 : source->count, mesh ? "triangles" : "points",
           unit_name(&source->frame), source->frame.y_up ? "y" : "z", span[0], span[1], span[2]);
}

void source_frame_text(char text[SOURCE_FRAME_TEXT], const source_frame_t *frame,
                       const source_pose_t *pose, uint32_t crc)
{
    static const source_pose_t none = { { 0, 0, 0 }, { 0, 0, 0 } };
    const int64_t *const shift = frame->shift_um;
    pose = pose ? pose : &none;
    snprintf(text, SOURCE_FRAME_TEXT,
             "# From a place of the input to one of the map: times unit, turned until z is up,\n"
             "# plus shift, turned and moved by pose. Metres and degrees.\n"
             "crc %08lx\nunit %.9g\nup %s\nshift %.6f %.6f %.6f\n"
             "pose %.15g %.15g %.15g %.15g %.15g %.15g\n",
             (unsigned long)crc, source_unit_um(frame) / 1e6, frame->y_up ? "y" : "z",
             (double)shift[0] / 1e6, (double)shift[1] / 1e6, (double)shift[2] / 1e6, pose->at[0],
             pose->at[1], pose->at[2], pose->degrees[0], pose->degrees[1], pose->degrees[2]);
}
