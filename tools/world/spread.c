/* SPDX-License-Identifier: MIT */
/* Points become cells of tiles while they are read. */
#define _XOPEN_SOURCE 700

#include "tools/world/spread.h"
#include "tools/format/put.h"
#include "tools/grow.h"
#include "tools/world/hash.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    LIST_MOST = 1 << 20,
    RECENT = 1 << 16, /* cells that are not put into the list again, by a part of their number */
    CHUNK = 4096,     /* cells that are written or read at once */
    CELL_BYTES = 4,
    AXIS_BITS = 9,
    KEY_DIGITS = 16
};

#define FOLDER_POINTS "points"
#define UNFINISHED ".new"

static folder_path_t place_of(const folder_path_t *folder, const world_plan_source_t *of,
                              const char *ending)
{
    char name[64];
    snprintf(name, sizeof name, FOLDER_POINTS "/%0*" PRIx64 "%s", KEY_DIGITS, of->key, ending);
    return folder_file(folder, name);
}

/* A folder and the files in it; it need not be there. */
static bool remove_folder(const folder_path_t *folder)
{
    DIR *files = opendir(folder->text);
    for (struct dirent *file; files && (file = readdir(files)) != NULL;) {
        const folder_path_t path = folder_file(folder, file->d_name);
        if (file->d_name[0] != '.')
            unlink(path.text);
    }
    if (files)
        closedir(files);
    return rmdir(folder->text) == 0 || errno == ENOENT ||
           fail(folder->text, "cannot be removed: %s", strerror(errno));
}

/* --- taking points ----------------------------------------------------------------------- */

static bool make_folder(const folder_path_t *path)
{
    return mkdir(path->text, 0777) == 0 || errno == EEXIST ||
           fail(path->text, "cannot be made: %s", strerror(errno));
}

bool spread_begin(spread_t *spread, const folder_path_t *folder, const world_frame_t *frame,
                  const world_plan_source_t *of)
{
    const box_um_t nothing = { { INT64_MAX, INT64_MAX, INT64_MAX },
                               { INT64_MIN, INT64_MIN, INT64_MIN } };
    const folder_path_t points = folder_file(folder, FOLDER_POINTS);
    memset(spread, 0, sizeof *spread);
    spread->frame = frame;
    spread->of = of;
    spread->box = nothing;
    spread->place = place_of(folder, of, "");
    spread->unfinished = place_of(folder, of, UNFINISHED);
    source_turn_begin(&spread->turn, &of->taking.pose, &of->taking.frame);
    if (!of->taking.posed)
        spread->placed.frame = of->taking.frame;
    spread->list = malloc(LIST_MOST * sizeof *spread->list);
    spread->recent = malloc(RECENT * sizeof *spread->recent);
    if (!spread->list || !spread->recent)
        return fail(of->path, "out of memory");
    memset(spread->recent, 0xFF, RECENT * sizeof *spread->recent); /* no cell */
    return remove_folder(&spread->unfinished) && make_folder(&points);
}

static int compare_cells(const void *a, const void *b)
{
    const spread_cell_t *p = a, *q = b;
    return p->tile != q->tile ? (p->tile > q->tile) - (p->tile < q->tile)
                              : (p->cell > q->cell) - (p->cell < q->cell);
}

static int compare_tiles(const void *a, const void *b)
{
    const spread_tile_t *p = a, *q = b;
    return (p->tile > q->tile) - (p->tile < q->tile);
}

/* The entry of a tile: among the first `sorted`, or a new one. NULL: an error was printed. */
static spread_tile_t *entry(spread_t *spread, uint64_t tile, size_t sorted)
{
    const spread_tile_t wanted = { tile, 0, HASH_BEGIN };
    const char *path = spread->of->path;
    spread_tile_t *found = sorted != 0
                             ? bsearch(&wanted, spread->tiles, sorted, sizeof wanted, compare_tiles)
                             : NULL;
    if (found)
        return found;
    if (spread->tile_count == OCT9_WORLD_TILES_MAX) {
        fail(path, "touches more than %u tiles: use a longer --cell", OCT9_WORLD_TILES_MAX);
        return NULL;
    }
    spread_tile_t *tiles = grow(path, spread->tiles, spread->tile_count, &spread->tile_room,
                                sizeof *tiles);
    if (!tiles)
        return NULL;
    spread->tiles = tiles;
    tiles[spread->tile_count] = wanted;
    return &tiles[spread->tile_count++];
}

/* Appends cells, which are all of the tile of the first. */
static bool append(FILE *file, spread_tile_t *tile, const spread_cell_t *cells, size_t count)
{
    unsigned char chunk[CHUNK * CELL_BYTES];
    for (size_t i = 0; i < count;) {
        unsigned char *at = chunk;
        for (; i < count && at < chunk + sizeof chunk; i++)
            at = put32(at, cells[i].cell);
        const size_t size = (size_t)(at - chunk);
        tile->hash = hash_bytes(tile->hash, chunk, size);
        fwrite(chunk, 1, size, file);
    }
    tile->cells += count;
    return fflush(file) == 0 && !ferror(file);
}

static bool write_tile(spread_t *spread, const spread_cell_t *cells, size_t count, size_t sorted)
{
    const folder_path_t path = folder_tile(&spread->unfinished, tile_of_key(cells->tile), "");
    spread_tile_t *tile = entry(spread, cells->tile, sorted);
    if (!tile)
        return false;
    FILE *file = fopen(path.text, "ab");
    if (!file)
        return fail(path.text, "cannot be written: %s", strerror(errno));
    const bool good = append(file, tile, cells, count) ||
                      fail(path.text, "cannot be written: %s", strerror(errno));
    fclose(file);
    return good;
}

/* Leaves out what is in the sorted list twice. */
static size_t unique(spread_cell_t *list, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || compare_cells(&list[kept - 1], &list[i]) != 0)
            list[kept++] = list[i];
    return kept;
}

static bool flush(spread_t *spread)
{
    spread_cell_t *const list = spread->list;
    const size_t sorted = spread->tile_count;
    if (!make_folder(&spread->unfinished))
        return false;
    qsort(list, spread->count, sizeof *list, compare_cells);
    const size_t count = unique(list, spread->count);
    for (size_t from = 0, to; from < count; from = to) {
        to = from + 1;
        while (to < count && list[to].tile == list[from].tile)
            to++;
        if (!write_tile(spread, list + from, to - from, sorted))
            return false;
    }
    qsort(spread->tiles, spread->tile_count, sizeof *spread->tiles, compare_tiles);
    spread->count = 0;
    return true;
}

/* The cell of a place, and its tile. False: that is too far. */
static bool find_cell(spread_t *spread, spread_cell_t *cell, const source_point_t *point)
{
    const world_frame_t *const frame = spread->frame;
    tile_t tile;
    cell->cell = 0;
    for (unsigned a = 3; a-- > 0;) {
        const int64_t um = source_um(&spread->placed, point, a);
        const int64_t number = tile_of_um(frame, a, um);
        if (number < INT16_MIN || number > INT16_MAX)
            return false;
        tile.at[a] = (int16_t)number;
        cell->cell = cell->cell << AXIS_BITS | tile_cell_of_um(frame, a, um);
        spread->box.lo[a] = um < spread->box.lo[a] ? um : spread->box.lo[a];
        spread->box.hi[a] = um >= spread->box.hi[a] ? um + 1 : spread->box.hi[a];
    }
    cell->tile = tile_key(tile);
    return true;
}

bool spread_take(void *context, const char *path, const source_point_t *point)
{
    spread_t *const spread = context;
    source_point_t placed = *point;
    spread_cell_t cell;
    spread->points++;
    if (spread->of->taking.posed && !source_turn_point(&spread->turn, placed.at, true))
        return source_pose_fail(path, spread->points);
    if (!find_cell(spread, &cell, &placed))
        return fail(path, "is farther than 32767 tiles from the world's origin");
    spread_cell_t *const recent = &spread->recent[(cell.cell ^ cell.cell >> AXIS_BITS) % RECENT];
    if (compare_cells(recent, &cell) == 0)
        return true;
    *recent = cell;
    spread->list[spread->count++] = cell;
    return spread->count < LIST_MOST || flush(spread);
}

bool spread_finish(spread_t *spread)
{
    return flush(spread) && remove_folder(&spread->place) &&
           (rename(spread->unfinished.text, spread->place.text) == 0 ||
            fail(spread->place.text, "cannot be made: %s", strerror(errno)));
}

void spread_free(spread_t *spread)
{
    free(spread->list);
    free(spread->recent);
    free(spread->tiles);
}

/* --- what is there ----------------------------------------------------------------------- */

bool spread_is_there(const world_plan_t *plan, size_t number, const folder_path_t *folder)
{
    const folder_path_t place = place_of(folder, &plan->sources[number], "");
    bool there = true;
    for (size_t i = 0; there && i < plan->part_count; i++) {
        const world_plan_part_t *const part = &plan->parts[i];
        const folder_path_t path = folder_tile(&place, tile_of_key(part->tile), "");
        struct stat file;
        there = part->source != number ||
                (stat(path.text, &file) == 0 && (uint64_t)file.st_size == part->cells * CELL_BYTES);
    }
    return there;
}

/* Returns how many cells of the file were taken, up to one that is none; and the hash of them. */
static uint64_t fill(grid_t *grid, FILE *file, uint64_t *hash)
{
    const uint32_t mask = OCT9_CELLS - 1u;
    unsigned char chunk[CHUNK * CELL_BYTES];
    uint64_t cells = 0;
    for (size_t size; (size = fread(chunk, 1, sizeof chunk, file)) >= CELL_BYTES;) {
        *hash = hash_bytes(*hash, chunk, size);
        for (const unsigned char *at = chunk; at + CELL_BYTES <= chunk + size; at += CELL_BYTES) {
            const uint32_t cell = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
                                  (uint32_t)at[3] << 24;
            grid_set(grid, cell & mask, cell >> AXIS_BITS & mask, cell >> 2 * AXIS_BITS & mask,
                     OCT9_OCCUPIED);
            cells++;
        }
    }
    return cells;
}

bool spread_fill(grid_t *grid, const world_plan_source_t *of, const world_plan_part_t *part,
                 const folder_path_t *folder)
{
    const folder_path_t place = place_of(folder, of, "");
    const folder_path_t path = folder_tile(&place, tile_of_key(part->tile), "");
    uint64_t hash = HASH_BEGIN, cells = 0;
    FILE *file = fopen(path.text, "rb");
    if (file) {
        cells = fill(grid, file, &hash);
        fclose(file);
    }
    return (cells == part->cells && hash == part->hash) ||
           fail(path.text, "is not what the plan says: remove its folder, and plan anew");
}

/* Whether a folder is that of a source, but of none of the plan's. */
static bool is_to_go(const world_plan_t *plan, const char *name)
{
    char *end;
    const uint64_t key = strtoull(name, &end, KEY_DIGITS);
    const bool whole = *end == 0;
    if (end != name + KEY_DIGITS || !(whole || strcmp(end, UNFINISHED) == 0))
        return false;
    for (size_t i = 0; whole && i < plan->source_count; i++)
        if (plan->sources[i].kind == SOURCE_POINTS && plan->sources[i].key == key)
            return false;
    return true;
}

bool spread_clean(const world_plan_t *plan, const folder_path_t *folder)
{
    const folder_path_t points = folder_file(folder, FOLDER_POINTS);
    bool good = true;
    DIR *files = opendir(points.text);
    for (struct dirent *file; files && good && (file = readdir(files)) != NULL;) {
        const folder_path_t path = folder_file(&points, file->d_name);
        good = !is_to_go(plan, file->d_name) || remove_folder(&path);
    }
    if (files)
        closedir(files);
    rmdir(points.text); /* if nothing is in it */
    return good;
}
