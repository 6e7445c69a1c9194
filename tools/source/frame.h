/* SPDX-License-Identifier: MIT */
/* What a file's numbers mean, as a command line says it, and as it is printed: a mesh and a cloud
 * do not say it themselves. */
#ifndef OCT9_TOOLS_SOURCE_FRAME_H
#define OCT9_TOOLS_SOURCE_FRAME_H

#include "tools/source/pose.h"
#include "tools/source/source.h"

/* Read the values of --unit (m cm mm in ft), --up (z y) and --shift (X,Y,Z in metres, or auto).
 * Return NULL, or what is wrong. */
const char *source_frame_unit(source_frame_t *frame, const char *text);
const char *source_frame_up(source_frame_t *frame, const char *text);
const char *source_frame_shift(source_frame_t *frame, const char *text);

/* Returns whether a shift is whole cells. */
bool source_frame_whole(const source_frame_t *frame, uint32_t cell_um);

/* If the shift is to be found: moves the low corner of points or triangles into cell 0. False: they
 * span more than SOURCE_FARTHEST_M, and an error was printed. */
bool source_frame_find(source_t *source, const char *path, uint32_t cell_um);

/* Prints what was taken: how many points or triangles, their unit and axis, and what they span. Of
 * leaves nothing: their files say it. */
void source_frame_print(const source_t *source);

#define SOURCE_FRAME_TEXT 700u /* chars */

/* Writes the text that stands beside a map with a shift, so that a host can undo it. `crc` is the
 * map's; `pose` is NULL if there is none. docs/formats.md explains it. */
void source_frame_text(char text[SOURCE_FRAME_TEXT], const source_frame_t *frame,
                       const source_pose_t *pose, uint32_t crc);

#endif
