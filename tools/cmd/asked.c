/* SPDX-License-Identifier: MIT */
/* What is asked: a map image, or the cube of a world. */
#include "tools/cmd/asked.h"
#include "tools/cmd/arguments.h"
#include "tools/fail.h"
#include "tools/format/world_file.h"

#include <stdio.h>
#include <string.h>

enum { SCALE = 1000 * OCT9_CELL_Q6 }; /* cell_um / SCALE is a sub-cell in mm */

/* --- the file ------------------------------------------------------------------------------ */

/* Has the world do all that it wants to do where its cube is. */
static oct9_status_t finish(oct9_world_t *world)
{
    oct9_status_t status;
    do
        status = oct9_world_run(world, UINT32_MAX);
    while (status == OCT9_AGAIN);
    return status;
}

static oct9_status_t open_world(asked_t *asked)
{
    const oct9_world_input_t input = { .bytes = oct9_rom_of_ram(asked->bytes.data),
                                       .size = (oct9_rom_size_t)asked->bytes.size,
                                       .slots = asked->slots,
                                       .slot_count = ASKED_SLOTS,
                                       .checked = asked->checked,
                                       .checked_words = sizeof asked->checked /
                                                        sizeof asked->checked[0] };
    asked->input = input;
    const oct9_status_t status = oct9_world_open(&asked->world, &asked->input);
    return status == OCT9_OK ? finish(&asked->world) : status;
}

static bool take_world(asked_t *asked)
{
    if (!bytes_map(&asked->bytes, asked->path))
        return false;
    const oct9_status_t status = open_world(asked);
    if (status != OCT9_OK) {
        bytes_free(&asked->bytes);
        return fail(asked->path, "not a good world: %s", oct9_status_text(status));
    }
    asked->cube = oct9_world_map(&asked->world);
    asked->map = &asked->cube;
    asked->frame = oct9_world_frame(&asked->world);
    return true;
}

bool asked_open(asked_t *asked, const char *path, bool in_mm)
{
    memset(asked, 0, sizeof *asked);
    asked->path = path;
    asked->in_mm = in_mm;
    asked->is_world = world_file_is(path);
    if (asked->is_world)
        return take_world(asked);
    asked->map = &asked->image.map;
    asked->frame = &asked->image.image.frame;
    return map_file_open(&asked->image, path);
}

void asked_close(asked_t *asked)
{
    if (asked->is_world)
        bytes_free(&asked->bytes);
    else
        map_file_close(&asked->image);
}

/* --- where the cube is ---------------------------------------------------------------------- */

static int32_t cells_of(const asked_t *asked, int32_t cube_mm, int32_t base_mm)
{
    return (int32_t)(((int64_t)cube_mm - base_mm) * 1000 / asked->frame->cell_um);
}

void asked_corner(const asked_t *asked, int32_t cells[3])
{
    const oct9_mm_t *cube = &asked->frame->origin_mm;
    const oct9_mm_t *base = asked->is_world ? &oct9_world_base(&asked->world)->origin_mm : cube;
    cells[0] = cells_of(asked, cube->x, base->x);
    cells[1] = cells_of(asked, cube->y, base->y);
    cells[2] = cells_of(asked, cube->z, base->z);
}

void asked_print_leaf(const asked_t *asked, const oct9_leaf_t *leaf)
{
    int32_t at[3];
    asked_corner(asked, at);
    printf("%ld %ld %ld %u %s", (long)at[0] + leaf->corner.x, (long)at[1] + leaf->corner.y,
           (long)at[2] + leaf->corner.z, oct9_leaf_size(leaf), state_name(leaf->state));
}

void asked_print_point(const asked_t *asked, const oct9_point_t *point)
{
    int32_t at[3];
    asked_corner(asked, at);
    printf("%lld %lld %lld", at[0] * (long long)OCT9_CELL_Q6 + point->x,
           at[1] * (long long)OCT9_CELL_Q6 + point->y, at[2] * (long long)OCT9_CELL_Q6 + point->z);
}

/* --- a question that fits ------------------------------------------------------------------- */

/* The longest reach that oct9_world_at has. */
static int32_t reach_most_mm(const asked_t *asked)
{
    const int32_t cell_um = (int32_t)asked->frame->cell_um;
    return cell_um / 125 * 16 - cell_um / (SCALE / 2) - 2;
}

int32_t asked_reach_most(const asked_t *asked)
{
    const int32_t most_mm = reach_most_mm(asked);
    return asked->in_mm ? most_mm
                        : (int32_t)((int64_t)(most_mm - 2) * SCALE / asked->frame->cell_um);
}

/* Of sub-cells, mm from the low corner of tile 0 0 0, rounded down. */
static int64_t mm_down(const asked_t *asked, int64_t q6)
{
    const int64_t um = (q6 - OCT9_LOW_Q6) * asked->frame->cell_um;
    return um / SCALE - (um % SCALE < 0);
}

/* All that a question spans on an axis, in mm. */
typedef struct {
    int64_t low, high;
} span_t;

static span_t span_of(const asked_t *asked, const int32_t *places, unsigned count, int64_t reach,
                      unsigned axis)
{
    const oct9_mm_t *const origin = &oct9_world_base(&asked->world)->origin_mm;
    const int32_t origins[3] = { origin->x, origin->y, origin->z };
    span_t span = { places[axis], places[axis] };
    for (unsigned i = 1; i < count; i++) {
        const int32_t at = places[3 * i + axis];
        span.low = at < span.low ? at : span.low;
        span.high = at > span.high ? at : span.high;
    }
    span.low -= reach;
    span.high += reach;
    if (!asked->in_mm) {
        span.low = origins[axis] + mm_down(asked, span.low);
        span.high = origins[axis] + mm_down(asked, span.high) + 1;
    }
    return span;
}

static const char *too_large(asked_t *asked)
{
    snprintf(asked->why, sizeof asked->why,
             "spans more than a cube of the world always has room for: %ld mm, %.9g cells",
             2L * reach_most_mm(asked), 2000.0 * reach_most_mm(asked) / asked->frame->cell_um);
    return asked->why;
}

const char *asked_about(asked_t *asked, const int32_t *places, unsigned count, int64_t reach)
{
    int32_t middle[3], most = 0;
    if (!asked->is_world)
        return NULL;
    for (unsigned a = 0; a < 3; a++) {
        const span_t span = span_of(asked, places, count, reach, a);
        const int64_t half = (span.high - span.low + 1) / 2;
        if (half > reach_most_mm(asked))
            return too_large(asked);
        if (span.low < INT32_MIN || span.high > INT32_MAX)
            return oct9_status_text(OCT9_ERR_RANGE);
        middle[a] = (int32_t)(span.low + half);
        most = most < (int32_t)half ? (int32_t)half : most;
    }
    const oct9_mm_t place = { middle[0], middle[1], middle[2] };
    oct9_status_t status = oct9_world_at(&asked->world, &place, (uint32_t)most);
    if (status != OCT9_ERR_RANGE)
        status = finish(&asked->world); /* a tile that failed before, too */
    return status == OCT9_OK ? NULL : oct9_status_text(status);
}

/* --- and one of any length ------------------------------------------------------------------ */

oct9_status_t asked_far(asked_t *asked, const oct9_far_input_t *input,
                        oct9_status_t (*begin)(oct9_far_t *far, oct9_world_t *world,
                                               const oct9_far_input_t *input),
                        oct9_far_output_t *output)
{
    oct9_far_t far;
    oct9_status_t status = begin(&far, &asked->world, input);
    if (status != OCT9_OK)
        return status;
    do
        status = oct9_far_run(&far, UINT32_MAX, output);
    while (status == OCT9_AGAIN);
    return status == OCT9_OK ? finish(&asked->world) : status;
}
