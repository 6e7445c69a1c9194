/* SPDX-License-Identifier: MIT */
/* A map as the cells of nav_msgs/OccupancyGrid. First each column is unknown if a part of it is
 * outside of the cube, else free; then the leaves that are not free are written over it. */
#include "oct9/export.h"

#include "port/oct9_port.h"
#include "src/query/search.h"

enum { GRID_UNKNOWN = -1, GRID_FREE = 0, GRID_OCCUPIED = 100 };

static bool is_near_cell(int32_t x)
{
    return x >= INT16_MIN && x <= INT16_MAX;
}

static bool all_near(const oct9_offset_t *cell)
{
    return is_near_cell(cell->x) && is_near_cell(cell->y) && is_near_cell(cell->z);
}

static inline uint32_t grid_width(const oct9_export_grid_input_t *input)
{
    return (uint32_t)(input->hi.x - input->lo.x);
}

static inline uint32_t grid_height(const oct9_export_grid_input_t *input)
{
    return (uint32_t)(input->hi.y - input->lo.y);
}

/* Leaves out all that has no cell from `lo` up to `hi` on an axis. */
static void span_cells(oct9_search_t *search, unsigned axis, int32_t lo, int32_t hi)
{
    oct9_search_span(search, axis, lo * OCT9_CELL_Q6 + OCT9_LOW_Q6,
                     hi * OCT9_CELL_Q6 + OCT9_LOW_Q6 - 1);
}

oct9_status_t oct9_export_grid_begin(oct9_export_grid_t *grid, const oct9_map_t *map,
                                     const oct9_export_grid_input_t *input)
{
    OCT9_ASSERT(grid && map && input && input->data);
    const oct9_offset_t *const lo = &input->lo, *const hi = &input->hi;
    if (!all_near(lo) || !all_near(hi))
        return OCT9_ERR_RANGE;
    if (hi->x <= lo->x || hi->y <= lo->y || hi->z <= lo->z)
        return OCT9_REFUSE();
    if (input->room < grid_width(input) * grid_height(input)) /* below 2^32 */
        return OCT9_REFUSE();
    grid->input = input;
    grid->cleared = 0;
    grid->row = grid->rows = 0;
    oct9_search_begin(&grid->search, map, OCT9_STATES_OCCUPIED | OCT9_STATES_UNKNOWN);
    span_cells(&grid->search, 0, lo->x, hi->x);
    span_cells(&grid->search, 1, lo->y, hi->y);
    span_cells(&grid->search, 2, lo->z, hi->z);
    oct9_search_start(&grid->search);
    return OCT9_OK;
}

static inline bool is_cell(int32_t x)
{
    return x >= 0 && x < OCT9_CELLS;
}

static inline int8_t *grid_row(const oct9_export_grid_input_t *input, uint32_t row)
{
    return input->data + row * grid_width(input);
}

static void clear_row(const oct9_export_grid_input_t *input, uint32_t row)
{
    int8_t *const cells = grid_row(input, row);
    const uint32_t width = grid_width(input);
    const bool inside = is_cell(input->lo.y + (int32_t)row) && input->lo.z >= 0 &&
                        input->hi.z <= OCT9_CELLS;
    for (uint32_t x = 0; x < width; x++)
        cells[x] = inside && is_cell(input->lo.x + (int32_t)x) ? GRID_FREE : GRID_UNKNOWN;
}

/* The part of the cells [low, low + size) that is between two others, from the first of these on.
 */
static void clip_cells(int32_t low, int32_t size, int32_t lo, int32_t hi, uint16_t *from,
                       uint16_t *to)
{
    *from = (uint16_t)(low < lo ? 0 : low - lo);
    *to = (uint16_t)((low + size > hi ? hi : low + size) - lo);
}

/* Takes the leaf that the search found. */
static void take_grid_leaf(oct9_export_grid_t *grid)
{
    const oct9_export_grid_input_t *const input = grid->input;
    oct9_leaf_t leaf;
    oct9_search_leaf(&grid->search, &leaf);
    const int32_t size = oct9_leaf_size(&leaf);
    clip_cells(leaf.corner.x, size, input->lo.x, input->hi.x, &grid->column, &grid->end);
    clip_cells(leaf.corner.y, size, input->lo.y, input->hi.y, &grid->row, &grid->rows);
    grid->occupied = leaf.state == OCT9_OCCUPIED;
}

/* Writes a row of the leaf. */
static void write_row(const oct9_export_grid_t *grid, uint32_t row)
{
    int8_t *const cells = grid_row(grid->input, row);
    for (uint32_t x = grid->column; x < grid->end; x++)
        if (grid->occupied)
            cells[x] = GRID_OCCUPIED;
        else if (cells[x] == GRID_FREE)
            cells[x] = GRID_UNKNOWN;
}

/* Writes a row if one is left. */
static bool write_some(oct9_export_grid_t *grid)
{
    if (grid->cleared < grid_height(grid->input))
        clear_row(grid->input, grid->cleared++);
    else if (grid->row < grid->rows)
        write_row(grid, grid->row++);
    else
        return false;
    return true;
}

oct9_status_t oct9_export_grid_run(oct9_export_grid_t *grid, uint32_t budget)
{
    OCT9_ASSERT(grid);
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_search_stale(&grid->search))
        return OCT9_ERR_STALE;
    while (budget != 0) {
        if (write_some(grid)) {
            budget--;
            continue;
        }
        const int found = oct9_search_next_leaf(&grid->search, &budget);
        if (found == OCT9_FOUND_NONE)
            return OCT9_OK;
        if (found == OCT9_FOUND_LEAF)
            take_grid_leaf(grid);
    }
    return OCT9_AGAIN;
}
