/* SPDX-License-Identifier: MIT */
/* What sources hold goes to the tiles that it meets, while it is read. */
#define _XOPEN_SOURCE 700

#include "tools/world/spread.h"
#include "tools/grow.h"
#include "tools/world/hash.h"
#include "tools/world/spread_record.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    LIST_MOST = 1 << 20,
    RECORDS_MOST = 1 << 17,
    RECENT = 1 << 16, /* cells that are not put into the list again, by a part of their number */
    CHUNK = 1024      /* items that are written at once */
};

/* --- beginning --------------------------------------------------------------------------- */

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
    const folder_path_t parts = folder_file(folder, FOLDER_PARTS);
    memset(spread, 0, sizeof *spread);
    spread->frame = frame;
    spread->of = of;
    spread->box = nothing;
    spread->place = spread_place(folder, of, "");
    spread->unfinished = spread_place(folder, of, FOLDER_UNFINISHED);
    source_turn_begin(&spread->turn, &of->taking.pose, &of->taking.frame);
    if (!of->taking.posed)
        spread->placed.frame = of->taking.frame;
    spread->list = malloc(LIST_MOST * sizeof *spread->list);
    spread->recent = malloc(RECENT * sizeof *spread->recent);
    spread->records = malloc((size_t)RECORDS_MOST * SPREAD_RECORD_MOST);
    if (!spread->list || !spread->recent || !spread->records)
        return fail(of->path, "out of memory");
    memset(spread->recent, 0xFF, RECENT * sizeof *spread->recent); /* no cell */
    return folder_remove(&spread->unfinished) && make_folder(&parts);
}

/* --- writing ----------------------------------------------------------------------------- */

static int compare_items(const void *a, const void *b)
{
    const spread_item_t *p = a, *q = b;
    return p->tile != q->tile ? (p->tile > q->tile) - (p->tile < q->tile)
                              : (p->item > q->item) - (p->item < q->item);
}

static int compare_tiles(const void *a, const void *b)
{
    const spread_tile_t *p = a, *q = b;
    return (p->tile > q->tile) - (p->tile < q->tile);
}

static bool fail_many(const char *path)
{
    return fail(path, "touches more than %u tiles: use a longer --cell", OCT9_WORLD_TILES_MAX);
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
        fail_many(path);
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

static void put_item(const spread_t *spread, unsigned char *at, uint32_t item)
{
    const size_t size = spread_record_size(spread->placed.kind);
    if (spread->placed.kind == SOURCE_POINTS)
        spread_put_cell(at, item);
    else
        memcpy(at, spread->records + item * size, size);
}

/* Appends items, which are all of the tile of the first. */
static bool append(const spread_t *spread, FILE *file, spread_tile_t *tile,
                   const spread_item_t *items, size_t count)
{
    unsigned char chunk[CHUNK * SPREAD_RECORD_MOST];
    const size_t each = spread_record_size(spread->placed.kind);
    for (size_t i = 0; i < count;) {
        size_t size = 0;
        for (; i < count && size < CHUNK * each; i++, size += each)
            put_item(spread, chunk + size, items[i].item);
        tile->hash = hash_bytes(tile->hash, chunk, size);
        fwrite(chunk, 1, size, file);
    }
    tile->items += count;
    return fflush(file) == 0 && !ferror(file);
}

static bool write_tile(spread_t *spread, const spread_item_t *items, size_t count, size_t sorted)
{
    const folder_path_t path = folder_tile(&spread->unfinished, tile_of_key(items->tile), "");
    spread_tile_t *tile = entry(spread, items->tile, sorted);
    if (!tile)
        return false;
    FILE *file = fopen(path.text, "ab");
    if (!file)
        return fail(path.text, "cannot be written: %s", strerror(errno));
    const bool good = append(spread, file, tile, items, count) ||
                      fail(path.text, "cannot be written: %s", strerror(errno));
    fclose(file);
    return good;
}

/* Leaves out what is in the sorted list twice. */
static size_t unique(spread_item_t *list, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || compare_items(&list[kept - 1], &list[i]) != 0)
            list[kept++] = list[i];
    return kept;
}

static bool flush(spread_t *spread)
{
    spread_item_t *const list = spread->list;
    const size_t sorted = spread->tile_count;
    if (!make_folder(&spread->unfinished))
        return false;
    qsort(list, spread->count, sizeof *list, compare_items);
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
    spread->record_count = 0;
    return true;
}

/* --- taking points ----------------------------------------------------------------------- */

static bool fail_far(const char *path)
{
    return fail(path, "is farther than 32767 tiles from the world's origin");
}

/* The cell of a place, and its tile. False: that is too far. */
static bool find_cell(spread_t *spread, spread_item_t *cell, const source_point_t *point)
{
    const world_frame_t *const frame = spread->frame;
    tile_t tile;
    cell->item = 0;
    for (unsigned a = 3; a-- > 0;) {
        const int64_t um = source_um(&spread->placed, point, a);
        const int64_t number = tile_of_um(frame, a, um);
        if (number < INT16_MIN || number > INT16_MAX)
            return false;
        tile.at[a] = (int16_t)number;
        cell->item = cell->item << SPREAD_AXIS_BITS | tile_cell_of_um(frame, a, um);
        spread->box.lo[a] = um < spread->box.lo[a] ? um : spread->box.lo[a];
        spread->box.hi[a] = um >= spread->box.hi[a] ? um + 1 : spread->box.hi[a];
    }
    cell->tile = tile_key(tile);
    return true;
}

static bool take_place(spread_t *spread, const char *path, const source_point_t *point)
{
    spread_item_t cell;
    if (!find_cell(spread, &cell, point))
        return fail_far(path);
    spread_item_t *const recent =
        &spread->recent[(cell.item ^ cell.item >> SPREAD_AXIS_BITS) % RECENT];
    if (compare_items(recent, &cell) == 0)
        return true;
    *recent = cell;
    spread->list[spread->count++] = cell;
    return spread->count < LIST_MOST || flush(spread);
}

/* --- taking triangles and leaves --------------------------------------------------------- */

/* Tiles, [lo, hi] on each axis. */
typedef struct {
    int64_t lo[3], hi[3], count;
} tile_box_t;

/* The tiles of a box. False: an error was printed. */
static bool find_tiles(tile_box_t *tiles, const spread_t *spread, const char *path,
                       const box_um_t *box)
{
    tiles->count = 1;
    for (unsigned a = 0; a < 3; a++) {
        tiles->lo[a] = tile_of_um(spread->frame, a, box->lo[a]);
        tiles->hi[a] = tile_of_um(spread->frame, a, box->hi[a] - 1);
        if (tiles->lo[a] < INT16_MIN || tiles->hi[a] > INT16_MAX)
            return fail_far(path);
        tiles->count *= tiles->hi[a] - tiles->lo[a] + 1;
    }
    return tiles->count <= OCT9_WORLD_TILES_MAX || fail_many(path);
}

static void list_record(spread_t *spread, const tile_box_t *tiles)
{
    for (int64_t z = tiles->lo[2]; z <= tiles->hi[2]; z++)
        for (int64_t y = tiles->lo[1]; y <= tiles->hi[1]; y++)
            for (int64_t x = tiles->lo[0]; x <= tiles->hi[0]; x++) {
                const tile_t tile = { { (int16_t)x, (int16_t)y, (int16_t)z } };
                const spread_item_t item = { tile_key(tile), (uint32_t)spread->record_count };
                spread->list[spread->count++] = item;
            }
}

/* Returns where the record of what has this box is to be written. NULL: an error was printed. */
static unsigned char *add_record(spread_t *spread, const char *path, const box_um_t *box)
{
    tile_box_t tiles;
    if (!find_tiles(&tiles, spread, path, box))
        return NULL;
    const bool full = spread->record_count == RECORDS_MOST ||
                      spread->count + (size_t)tiles.count > LIST_MOST;
    if (full && !flush(spread))
        return NULL;
    for (unsigned a = 0; a < 3; a++) {
        spread->box.lo[a] = box->lo[a] < spread->box.lo[a] ? box->lo[a] : spread->box.lo[a];
        spread->box.hi[a] = box->hi[a] > spread->box.hi[a] ? box->hi[a] : spread->box.hi[a];
    }
    list_record(spread, &tiles);
    return spread->records + spread->record_count++ * spread_record_size(spread->placed.kind);
}

/* What voxelize.c allows for rounding grows with the shift. */
static void widen(box_um_t *box, const source_frame_t *frame)
{
    static const int64_t shift_for_each_um = INT64_C(20000000000000);
    int64_t most = 0;
    for (unsigned a = 0; a < 3; a++)
        most = llabs(frame->shift_um[a]) > most ? llabs(frame->shift_um[a]) : most;
    for (unsigned a = 0; a < 3; a++) {
        box->lo[a] -= most / shift_for_each_um;
        box->hi[a] += most / shift_for_each_um;
    }
}

static bool take_triangle(spread_t *spread, const char *path)
{
    source_t one = spread->placed;
    one.points = spread->corners;
    one.count = 3;
    box_um_t box = source_bounds(&one);
    widen(&box, &one.frame);
    unsigned char *const record = add_record(spread, path, &box);
    if (record)
        spread_put_triangle(record, spread->corners);
    return record != NULL;
}

bool spread_take(const source_t *source, const char *path, const source_point_t *point)
{
    spread_t *const spread = source->context;
    const bool is_cloud = source->kind == SOURCE_POINTS;
    source_point_t *const placed = &spread->corners[spread->points++ % 3];
    *placed = *point;
    spread->placed.kind = source->kind;
    if (spread->of->taking.posed && !source_turn_point(&spread->turn, placed->at, is_cloud))
        return source_pose_fail(path, spread->points);
    if (is_cloud)
        return take_place(spread, path, placed);
    return spread->points % 3 != 0 || take_triangle(spread, path);
}

bool spread_take_leaf(const source_t *source, const char *path, const source_leaf_t *leaf)
{
    spread_t *const spread = source->context;
    source_leaf_t taken = *leaf;
    const source_t one = {
        .kind = SOURCE_LEAVES, .cell_um = source->cell_um, .leaves = &taken, .count = 1
    };
    const box_um_t box = source_bounds(&one);
    spread->placed.kind = SOURCE_LEAVES;
    unsigned char *const record = add_record(spread, path, &box);
    if (record)
        spread_put_leaf(record, leaf, source->cell_um);
    return record != NULL;
}

/* --- the end ----------------------------------------------------------------------------- */

bool spread_finish(spread_t *spread)
{
    return flush(spread) && folder_remove(&spread->place) &&
           (rename(spread->unfinished.text, spread->place.text) == 0 ||
            fail(spread->place.text, "cannot be made: %s", strerror(errno)));
}

void spread_free(spread_t *spread)
{
    folder_remove(&spread->unfinished);
    free(spread->list);
    free(spread->recent);
    free(spread->records);
    free(spread->tiles);
}
