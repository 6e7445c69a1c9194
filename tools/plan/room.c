/* SPDX-License-Identifier: MIT */
/* What a board has left for maps, and the largest part of a map that fits there. */
#include "tools/fail.h"
#include "tools/format/map_file.h"
#include "tools/plan/plan.h"
#include "tools/source/bake_source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether a check's state is one that an earlier one of those chosen has. */
static bool shares_state(const plan_t *plan, unsigned check)
{
    for (unsigned i = 0; i < check; i++)
        if (plan->check[i] && strcmp(figures_check[i].state, figures_check[check].state) == 0)
            return true;
    return false;
}

uint32_t plan_structs(const plan_t *plan, const figures_core_t *core)
{
    uint32_t bytes = core->map + (plan->window_m > 0 ? core->window : 0);
    if (plan->world.tiles)
        bytes += core->world + plan->world.slots * core->world_slot;
    for (unsigned i = 0; i < figures_check_count; i++)
        if (plan->check[i])
            bytes += core->question[i].more + (shares_state(plan, i) ? 0 : core->question[i].state);
    return bytes;
}

uint32_t plan_stack(const plan_t *plan, const figures_core_t *core)
{
    uint32_t deepest = plan->window_m > 0 ? core->window_stack : 0;
    if (plan->world.tiles && core->world_stack > deepest)
        deepest = core->world_stack;
    for (unsigned i = 0; i < figures_check_count; i++)
        if (plan->check[i] && core->question[i].stack > deepest)
            deepest = core->question[i].stack;
    return deepest;
}

plan_room_t plan_room(const plan_t *plan, unsigned build)
{
    const figures_board_t *board = plan->board;
    const figures_core_t *core = board->core;
    const uint32_t more = (plan->window_m > 0 ? core->window_code[build] : 0) +
                          (plan->world.tiles ? core->world_code[build] : 0);
    const plan_room_t room = { (int64_t)board->flash - core->code[build] - more - plan->program,
                               (int64_t)board->ram - board->stack - core->data[build] -
                                   plan_structs(plan, core) };
    return room;
}

bool plan_map_fits(const plan_t *plan, const plan_row_t *row, unsigned build)
{
    return !plan->judges_map || (row->fits && (int64_t)row->bytes <= plan_room(plan, build).flash);
}

int64_t plan_pool_room(const plan_t *plan, const plan_row_t *row, unsigned build)
{
    int64_t words = 0;
    if (plan->sensor.beams > 0)
        words = plan_changes(&plan->sensor, row->cell_um);
    if (plan->sensor.beams > 0 && words == 0)
        words = (int64_t)1 << 32; /* no board has that */
    return plan_room(plan, build).ram - words * (int64_t)sizeof(uint32_t);
}

bool plan_ram_fits(const plan_t *plan, const plan_row_t *row, unsigned build)
{
    return !plan->judges_ram ||
           (row->fits && row->window_blocks <= OCT9_BLOCKS_MAX &&
            plan_pool_bytes(row->window_blocks) <= plan_pool_room(plan, row, build));
}

bool plan_world_fits_flash(const plan_t *plan, unsigned build)
{
    return !plan->judges_map ||
           (int64_t)plan_world_bytes(&plan->world) <= plan_room(plan, build).flash;
}

bool plan_world_fits_ram(const plan_t *plan, unsigned build)
{
    const uint64_t memory = plan->judges_map ? 0 : plan_world_memory(&plan->world);
    return !plan->judges_ram || (int64_t)memory <= plan_room(plan, build).ram;
}

/* A beam of length R crosses at most R sqrt(3) / e planes of a grid of edge e, and one more on each
 * axis; so many nodes of 2 cells does it go through, and one. */
uint32_t plan_changes(const plan_sensor_t *sensor, uint32_t cell_um)
{
    const double crossed = ceil(sqrt(3) * sensor->range_m * 1e6 / (2.0 * cell_um));
    const double words = 4 * sensor->frames * sensor->beams * (crossed + 4);
    uint32_t size = 16;
    while (size < words && size < (uint32_t)1 << 24)
        size *= 2;
    return size < words ? 0 : size;
}

/* The middle `cells` cells of the box on each axis, in cells from 0 m. */
static box_um_t middle(const box_um_t *box, int64_t cell_um, int64_t cells)
{
    box_um_t part;
    for (unsigned a = 0; a < 3; a++) {
        int64_t begin = floor_div(box->lo[a], cell_um), end = ceil_div(box->hi[a], cell_um);
        if (end - begin > cells) {
            begin += (end - begin - cells) / 2;
            end = begin + cells;
        }
        part.lo[a] = begin * cell_um > box->lo[a] ? begin * cell_um : box->lo[a];
        part.hi[a] = end * cell_um < box->hi[a] ? end * cell_um : box->hi[a];
    }
    return part;
}

/* As `oct9 bake --crop` does it. */
static bool bake_crop(plan_crop_t *crop, const plan_t *plan, const source_t *source,
                      uint32_t cell_um)
{
    placement_t placement;
    unsigned char *image = NULL;
    if (!placement_find(&placement, plan->path, &crop->box, cell_um) ||
        !bake_source(&placement, plan->path, source, false, NULL, &image, &crop->bytes))
        return false;
    free(image);
    for (unsigned a = 0; a < 3; a++)
        crop->cells[a] = (uint16_t)(placement.extent[a + 3u] - placement.extent[a]);
    return true;
}

/* By halving: a larger crop about the same middle has the larger image, except for a few bytes. */
static bool search(plan_crop_t *crop, const plan_t *plan, const source_t *source, uint32_t cell_um,
                   int64_t most)
{
    enum { GRAIN = 8, GRAINS = OCT9_CELLS / GRAIN };
    const box_um_t box = source_bounds(source);
    int64_t fits = 0, too_large = GRAINS;
    while (too_large - fits > 1) {
        const int64_t tried = (fits + too_large) / 2;
        plan_crop_t found = { .box = middle(&box, cell_um, tried * GRAIN) };
        if (!bake_crop(&found, plan, source, cell_um))
            return false;
        if ((int64_t)found.bytes <= most) {
            *crop = found;
            fits = tried;
        } else {
            too_large = tried;
        }
    }
    return true;
}

/* Scans are cropped as the map that they make. */
static bool search_mapped(plan_crop_t *crop, const plan_t *plan, const plan_row_t *row,
                          int64_t from_um[3], int64_t most)
{
    source_t source = { .count = 0 };
    oct9_image_t image;
    if (!row->fits || oct9_image_open(&image, row->image, row->bytes) != OCT9_OK)
        return true;
    const oct9_map_t map = oct9_map_of_image(&image);
    const bool good = plan_source_of_map(&source, from_um, plan->path, &map, &image.frame) &&
                      search(crop, plan, &source, row->cell_um, most);
    source_free(&source);
    return good;
}

bool plan_crop(plan_crop_t *crop, const plan_t *plan, const plan_row_t *row, int64_t most)
{
    int64_t from_um[3] = { plan->from_um[0], plan->from_um[1], plan->from_um[2] };
    memset(crop, 0, sizeof *crop);
    const bool good = plan->inputs.input ? search_mapped(crop, plan, row, from_um, most)
                                         : search(crop, plan, &plan->source, row->cell_um, most);
    for (unsigned a = 0; a < 3; a++) {
        crop->box.lo[a] += from_um[a];
        crop->box.hi[a] += from_um[a];
    }
    return good;
}
