/* SPDX-License-Identifier: MIT */
/* From sources to the plan of a world. */
#define _XOPEN_SOURCE 700

#include "tools/world/survey.h"
#include "tools/format/lines.h"
#include "tools/progress.h"
#include "tools/source/fill.h"
#include "tools/world/hash.h"
#include "tools/world/spread.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t";

/* --- which sources ----------------------------------------------------------------------- */

/* The plan is a text of lines. */
static bool add(world_plan_t *plan, const char *path, const char *options)
{
    char *real = realpath(path, NULL);
    if (!real)
        return fail(path, "cannot be read: %s", strerror(errno));
    const bool good = strpbrk(real, "\r\n") ? fail(path, "has a line's end in its name")
                                            : world_plan_add_source(plan, real, options) != NULL;
    free(real);
    return good;
}

bool survey_add(world_plan_t *plan, const char *path)
{
    return add(plan, path, "");
}

/* Where the options of a list's line begin: at the first word that begins with two dashes. */
static char *find_options(char *line)
{
    for (char *at = line; (at = strstr(at, "--")) != NULL; at++)
        if (at > line && strchr(blanks, at[-1]))
            return at;
    return line + strlen(line);
}

/* Words with one blank between two, in place. */
static void tidy(char *text)
{
    char *to = text;
    for (const char *from = text; *from;) {
        const size_t skip = strspn(from, blanks), length = strcspn(from + skip, blanks);
        if (length != 0 && to != text)
            *to++ = ' ';
        memmove(to, from + skip, length);
        to += length;
        from += skip + length;
    }
    *to = 0;
}

/* NULL, or what is wrong: what oct9 bake may do to one source, and a world to none of many. */
static const char *check_options(const world_plan_t *plan, const char *options)
{
    taking_t taking;
    const char *wrong = taking_parse(&taking, options);
    return wrong                    ? wrong
         : taking.frame.finds_shift ? "--shift: auto is for one source: say X,Y,Z"
         : source_frame_whole(&taking.frame, plan->frame.cell_um)
             ? NULL
             : "--shift: no whole number of the world's cells";
}

/* A path is relative to the list's folder. */
static bool add_line(world_plan_t *plan, lines_t *lines, char *line)
{
    folder_path_t path;
    char *const options = find_options(line);
    const char *const slash = strrchr(lines->path, '/');
    const int folder = slash ? (int)(slash - lines->path) + 1 : 0;
    char *end = options;
    tidy(options);
    const char *wrong = check_options(plan, options);
    if (wrong)
        return lines_fail(lines, "%s", wrong);
    while (end > line && strchr(blanks, end[-1]))
        end--;
    line += strspn(line, blanks);
    const int length = (int)(end - line);
    if (length <= 0)
        return lines_fail(lines, "no path");
    snprintf(path.text, sizeof path.text, "%.*s%.*s", *line == '/' ? 0 : folder, lines->path,
             length, line);
    return add(plan, path.text, options);
}

bool survey_add_list(world_plan_t *plan, const char *list)
{
    bytes_t bytes;
    lines_t lines;
    bool good = true;
    if (!bytes_read(&bytes, list))
        return false;
    lines_begin(&lines, list, &bytes);
    for (char *line; good && (line = lines_next(&lines)) != NULL;)
        good = lines_idle(line) || add_line(plan, &lines, line);
    bytes_free(&bytes);
    return good && lines.good;
}

/* --- what they hold ---------------------------------------------------------------------- */

/* Reads a source as its options take it. */
static bool read_source(source_t *source, const world_plan_source_t *of, const world_frame_t *frame)
{
    source->frame = of->taking.frame;
    if (!source_read(source, of->path))
        return false;
    if (source->kind != SOURCE_LEAVES)
        return true;
    return resample_check(source, of->path, frame->cell_um) &&
           (!of->taking.posed || source_pose_take(source, of->path, &of->taking.pose));
}

static void warn_across(const world_plan_source_t *of, const world_frame_t *frame,
                        const source_t *source)
{
    const tile_t tile = { { 0, 0, 0 } };
    const placement_t placement = tile_placement(frame, tile);
    if (resample_across(&placement, source))
        warn(of->path,
             "cells of %.9g mm lie across those of the file, of %.9g mm: obstacles grow by up to a "
             "cell",
             frame->cell_um / 1e3, source->cell_um / 1e3);
}

static bool add_parts(world_plan_t *plan, size_t number, spread_t *spread)
{
    if (!spread_finish(spread))
        return false;
    plan->sources[number].box = spread->box;
    for (size_t i = 0; i < spread->tile_count; i++) {
        const spread_tile_t *const tile = &spread->tiles[i];
        const world_plan_part_t part = { tile->tile, (uint32_t)number, tile->items, tile->hash };
        if (!world_plan_add_part(plan, plan->sources[number].path, &part))
            return false;
    }
    return true;
}

static bool survey_source(world_plan_t *plan, size_t number, const folder_path_t *folder)
{
    world_plan_source_t *const of = &plan->sources[number];
    spread_t spread;
    source_t source = { .take = spread_take, .take_leaf = spread_take_leaf, .context = &spread };
    bool good = spread_begin(&spread, folder, &plan->frame, of) &&
                read_source(&source, of, &plan->frame);
    of->kind = source.kind;
    if (good) {
        warn_across(of, &plan->frame, &source);
        good = add_parts(plan, number, &spread);
    }
    source_free(&source);
    spread_free(&spread);
    return good;
}

/* Takes over what an earlier plan says of the same source. False: an error was printed. */
static bool take_over(world_plan_t *plan, size_t number, const world_plan_t *old, size_t old_number)
{
    plan->sources[number].kind = old->sources[old_number].kind;
    plan->sources[number].box = old->sources[old_number].box;
    for (size_t i = 0; i < old->part_count; i++) {
        world_plan_part_t part = old->parts[i];
        if (part.source != old_number)
            continue;
        part.source = (uint32_t)number;
        if (!world_plan_add_part(plan, plan->sources[number].path, &part))
            return false;
    }
    return true;
}

/* What the old plan says of a source, or what its file does. */
static bool survey_or_take(world_plan_t *plan, size_t number, const world_plan_t *old,
                           const folder_path_t *folder)
{
    size_t same = 0;
    while (same < old->source_count && old->sources[same].key != plan->sources[number].key)
        same++;
    const bool known = same < old->source_count && spread_is_there(old, same, folder);
    return known ? take_over(plan, number, old, same) : survey_source(plan, number, folder);
}

static bool survey_all(world_plan_t *plan, const world_plan_t *old, const folder_path_t *folder)
{
    for (size_t i = 0; i < plan->source_count; i++) {
        world_plan_source_t *const source = &plan->sources[i];
        taking_parse(&source->taking, source->options);
        if (!hash_file(&source->content, source->path))
            return false;
        world_plan_key(plan, source);
        if (!survey_or_take(plan, i, old, folder))
            return false;
        progress_end();
    }
    return world_plan_sort(plan, "the world has");
}

bool survey(world_plan_t *plan, const folder_path_t *folder)
{
    world_plan_t old;
    memset(&old, 0, sizeof old);
    const folder_path_t path = folder_file(folder, FOLDER_PLAN);
    const bool good = (!folder_has(&path) || world_plan_read(&old, folder)) &&
                      survey_all(plan, &old, folder);
    progress_end();
    world_plan_free(&old);
    return good;
}
