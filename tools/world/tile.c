/* SPDX-License-Identifier: MIT */
/* One tile of a world. */
#define _POSIX_C_SOURCE 200809L

#include "tools/world/tile.h"
#include "port/oct9_port.h"
#include "tools/format/bake.h"
#include "tools/format/map_file.h"
#include "tools/format/output.h"
#include "tools/world/spread.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- what is there ----------------------------------------------------------------------- */

static uint32_t crc_of(const void *image)
{
    return oct9_port_le32(((const oct9_image_header_t *)image)->crc);
}

const char *tile_wrong(const bytes_t *bytes, const world_frame_t *frame, tile_t tile,
                       const tile_record_t *record)
{
    const placement_t placement = tile_placement(frame, tile);
    const oct9_frame_t wanted = placement_frame(&placement);
    oct9_image_t image;
    const oct9_status_t status = oct9_image_open(&image, bytes->data, bytes->size);
    if (status != OCT9_OK)
        return oct9_status_text(status);
    if (image.frame.cell_um != wanted.cell_um)
        return "it has cells of another size";
    if (memcmp(&image.frame.origin_mm, &wanted.origin_mm, sizeof wanted.origin_mm) != 0)
        return "its origin is not that of its place";
    if (bytes->size != record->bytes)
        return "it has another number of bytes";
    return crc_of(bytes->data) == record->crc ? NULL : "it has another CRC";
}

/* False: there is no record, or none that is whole. */
static bool read_record(tile_record_t *record, const folder_path_t *folder, tile_t tile)
{
    const folder_path_t path = folder_tile(folder, tile, ".txt");
    FILE *file = fopen(path.text, "r");
    if (!file)
        return false;
    const bool good = fscanf(file, "made %" SCNx64 " %" SCNu32 " %" SCNx32, &record->hash,
                             &record->bytes, &record->crc) == 3;
    fclose(file);
    return good;
}

bool tile_is_baked(const world_plan_t *plan, size_t part, const folder_path_t *folder,
                   tile_record_t *record)
{
    const tile_t tile = tile_of_key(plan->parts[part].tile);
    bytes_t bytes;
    const folder_path_t path = folder_tile(folder, tile, ".o9");
    if (!read_record(record, folder, tile) || record->hash != world_plan_hash(plan, part))
        return false;
    if (record->bytes == 0 || !folder_has(&path))
        return record->bytes == 0 && !folder_has(&path);
    if (!bytes_read(&bytes, path.text))
        return false;
    const bool good = !tile_wrong(&bytes, &plan->frame, tile, record);
    bytes_free(&bytes);
    return good;
}

/* --- baking ------------------------------------------------------------------------------ */

/* Unknown space of a source is taken for free in each tile that it says something of. */
static bool add_source(grid_t *grid, const world_plan_t *plan, const world_plan_part_t *part,
                       const folder_path_t *folder)
{
    const world_plan_source_t *const of = &plan->sources[part->source];
    uint16_t extent[6];
    grid_t own = grid_new();
    const bool good = own.bricks ? spread_fill(&own, &plan->frame, of, part, folder)
                                 : fail(of->path, "out of memory");
    if (good && of->taking.two_state && grid_extent(&own, extent))
        grid_free_unknown(&own);
    if (good)
        grid_join(grid, &own);
    grid_free(&own);
    return good;
}

static bool write_record(const tile_record_t *record, const folder_path_t *folder, tile_t tile)
{
    output_t output;
    const folder_path_t path = folder_tile(folder, tile, ".txt");
    if (!output_open(&output, path.text))
        return false;
    fprintf(output.file, "made %016" PRIx64 " %" PRIu32 " %08" PRIx32 "\n", record->hash,
            record->bytes, record->crc);
    return output_close(&output, true);
}

/* A tile of which nothing is known has no image. */
static bool write_image(tile_record_t *record, const grid_t *grid, const placement_t *placement,
                        const char *path)
{
    const oct9_frame_t frame = placement_frame(placement);
    uint16_t extent[6];
    unsigned char *bytes = NULL;
    size_t size = 0;
    if (!grid_extent(grid, extent))
        return unlink(path) == 0 || errno == ENOENT ||
               fail(path, "cannot be removed: %s", strerror(errno));
    if (!bake_image(grid, &frame, extent, &bytes, &size))
        return fail(path, "out of memory");
    record->bytes = (uint32_t)size;
    record->crc = crc_of(bytes);
    const bool good = map_file_write(path, bytes, size);
    free(bytes);
    return good;
}

bool tile_bake(const world_plan_t *plan, size_t part, const folder_path_t *folder)
{
    const size_t end = world_plan_next(plan, part);
    const tile_t tile = tile_of_key(plan->parts[part].tile);
    const placement_t placement = tile_placement(&plan->frame, tile);
    tile_record_t record = { world_plan_hash(plan, part), 0, 0 };
    grid_t grid = grid_new();
    const folder_path_t path = folder_tile(folder, tile, ".o9");
    bool good = grid.bricks || fail(path.text, "out of memory");
    for (size_t i = part; good && i < end; i++)
        good = add_source(&grid, plan, &plan->parts[i], folder);
    good = good && write_image(&record, &grid, &placement, path.text) &&
           write_record(&record, folder, tile);
    grid_free(&grid);
    return good;
}
