/* SPDX-License-Identifier: MIT */
/* From the files of sources to the grid of a tile, and which files are there. */
#define _XOPEN_SOURCE 700

#include "tools/source/fill.h"
#include "tools/world/hash.h"
#include "tools/world/spread.h"
#include "tools/world/spread_record.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    CHUNK = 1024, /* items that are read at once */
    KEY_DIGITS = 16
};

folder_path_t spread_place(const folder_path_t *folder, const world_plan_source_t *of,
                           const char *ending)
{
    char name[64];
    snprintf(name, sizeof name, FOLDER_PARTS "/%0*" PRIx64 "%s", KEY_DIGITS, of->key, ending);
    return folder_file(folder, name);
}

bool spread_is_there(const world_plan_t *plan, size_t number, const folder_path_t *folder)
{
    const world_plan_source_t *const of = &plan->sources[number];
    const folder_path_t place = spread_place(folder, of, "");
    const size_t each = spread_record_size(of->kind);
    bool there = true;
    for (size_t i = 0; there && i < plan->part_count; i++) {
        const world_plan_part_t *const part = &plan->parts[i];
        const folder_path_t path = folder_tile(&place, tile_of_key(part->tile), "");
        struct stat file;
        there = part->source != number ||
                (stat(path.text, &file) == 0 && (uint64_t)file.st_size == part->items * each);
    }
    return there;
}

/* --- filling ----------------------------------------------------------------------------- */

typedef struct {
    grid_t *grid;
    const world_plan_source_t *of;
    placement_t placement;
    FILE *file;
    unsigned char *chunk; /* room for CHUNK items */
} filler_t;

/* Reads more items of the file; 0: there are no more. */
static size_t read_items(filler_t *filler)
{
    return fread(filler->chunk, spread_record_size(filler->of->kind), CHUNK, filler->file);
}

/* Whether the file is as the plan says. */
static bool is_planned(filler_t *filler, const world_plan_part_t *part)
{
    uint64_t hash = HASH_BEGIN, items = 0;
    for (size_t count; (count = read_items(filler)) != 0; items += count)
        hash = hash_bytes(hash, filler->chunk, count * spread_record_size(filler->of->kind));
    rewind(filler->file);
    return items == part->items && hash == part->hash;
}

static void fill_cells(filler_t *filler)
{
    const uint32_t mask = OCT9_CELLS - 1u;
    for (size_t count; (count = read_items(filler)) != 0;)
        for (size_t i = 0; i < count; i++) {
            const uint32_t cell = spread_get_cell(filler->chunk +
                                                  i * spread_record_size(SOURCE_POINTS));
            grid_set(filler->grid, cell & mask, cell >> SPREAD_AXIS_BITS & mask,
                     cell >> 2 * SPREAD_AXIS_BITS & mask, OCT9_OCCUPIED);
        }
}

static void fill_triangles(filler_t *filler)
{
    source_point_t corners[3 * CHUNK];
    source_t some = { .kind = SOURCE_TRIANGLES, .points = corners };
    if (!filler->of->taking.posed)
        some.frame = filler->of->taking.frame;
    for (size_t count; (count = read_items(filler)) != 0;) {
        for (size_t i = 0; i < count; i++)
            spread_get_triangle(&corners[3 * i],
                                filler->chunk + i * spread_record_size(SOURCE_TRIANGLES));
        some.count = 3 * count;
        voxelize_triangles(filler->grid, &filler->placement, &some);
    }
}

/* A cell may be in many leaves: all of them must be there. */
static bool read_leaves(filler_t *filler, source_t *source)
{
    for (size_t count; (count = read_items(filler)) != 0;)
        for (size_t i = 0; i < count; i++) {
            source_leaf_t leaf;
            spread_get_leaf(&leaf, &source->cell_um,
                            filler->chunk + i * spread_record_size(SOURCE_LEAVES));
            if (!source_add_leaf(source, filler->of->path, &leaf))
                return false;
        }
    return true;
}

static bool fill_leaves(filler_t *filler)
{
    source_t source = { .kind = SOURCE_LEAVES };
    const bool good = read_leaves(filler, &source) &&
                      (resample_leaves(filler->grid, &filler->placement, &source) ||
                       fail(filler->of->path, "out of memory"));
    source_free(&source);
    return good;
}

static bool fill(filler_t *filler)
{
    switch (filler->of->kind) {
    case SOURCE_LEAVES: return fill_leaves(filler);
    case SOURCE_POINTS: fill_cells(filler); return true;
    default: fill_triangles(filler); return true;
    }
}

bool spread_fill(grid_t *grid, const world_frame_t *frame, const world_plan_source_t *of,
                 const world_plan_part_t *part, const folder_path_t *folder)
{
    const tile_t tile = tile_of_key(part->tile);
    const folder_path_t place = spread_place(folder, of, "");
    const folder_path_t path = folder_tile(&place, tile, "");
    unsigned char chunk[CHUNK * SPREAD_RECORD_MOST];
    filler_t filler = {
        .grid = grid, .of = of, .placement = tile_placement(frame, tile), .chunk = chunk
    };
    filler.file = fopen(path.text, "rb");
    bool good = filler.file && is_planned(&filler, part);
    if (!good)
        fail(path.text, "is not what the plan says: remove its folder, and plan anew");
    good = good && fill(&filler);
    if (filler.file)
        fclose(filler.file);
    return good;
}

/* --- cleaning ---------------------------------------------------------------------------- */

/* Whether a folder is that of a source, but of none of the plan's. */
static bool is_to_go(const world_plan_t *plan, const char *name)
{
    char *end;
    const uint64_t key = strtoull(name, &end, KEY_DIGITS);
    const bool whole = *end == 0;
    if (end != name + KEY_DIGITS || !(whole || strcmp(end, FOLDER_UNFINISHED) == 0))
        return false;
    for (size_t i = 0; whole && i < plan->source_count; i++)
        if (plan->sources[i].key == key)
            return false;
    return true;
}

bool spread_clean(const world_plan_t *plan, const folder_path_t *folder)
{
    const folder_path_t parts = folder_file(folder, FOLDER_PARTS);
    bool good = true;
    DIR *files = opendir(parts.text);
    for (struct dirent *file; files && good && (file = readdir(files)) != NULL;) {
        const folder_path_t path = folder_file(&parts, file->d_name);
        good = !is_to_go(plan, file->d_name) || folder_remove(&path);
    }
    if (files)
        closedir(files);
    rmdir(parts.text); /* if nothing is in it */
    return good;
}
