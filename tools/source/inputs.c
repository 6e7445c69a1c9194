/* SPDX-License-Identifier: MIT */
/* What range sensors saw, from files to a map. */
#define _POSIX_C_SOURCE 200809L

#include "tools/source/inputs.h"
#include "oct9/visit.h"
#include "tools/fail.h"
#include "tools/format/bake.h"
#include "tools/format/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* What one input holds: scans of points, or a flight. */
struct input {
    const char *path;
    bool is_flight;
    scans_t scans;
    flight_t flight;
};

static const char *ending_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? dot : "";
}

static bool is_text(const char *path)
{
    static const char *const endings[] = { ".dat", ".log", ".txt" };
    for (int i = 0; i < 3; i++)
        if (strcasecmp(ending_of(path), endings[i]) == 0)
            return true;
    return false;
}

static bool is_folder(const char *path)
{
    struct stat there;
    return stat(path, &there) == 0 && S_ISDIR(there.st_mode);
}

static bool is_graph(const char *path)
{
    return strcasecmp(ending_of(path), ".graph") == 0;
}

bool inputs_are(const char *path)
{
    return is_folder(path) || is_graph(path) || is_text(path);
}

static bool flight_spared(const char *output, const char *folder)
{
    char path[4096];
    for (unsigned i = 0; i < FLIGHT_FILES; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, flight_file[i]);
        if (!output_check(output, path))
            return false;
    }
    return true;
}

bool inputs_spared(const char *output, char **paths, int count)
{
    for (int i = 0; i < count; i++)
        if (!output_check(output, paths[i]) ||
            (is_folder(paths[i]) && !flight_spared(output, paths[i])))
            return false;
    return true;
}

static bool read_input(input_t *input, const char *path)
{
    input->path = path;
    input->is_flight = is_folder(path);
    if (input->is_flight)
        return flight_read(&input->flight, path);
    if (is_graph(path))
        return scans_read_graph(&input->scans, path);
    if (is_text(path))
        return scans_read_text(&input->scans, path);
    return fail(path, "is of no kind that can be mapped (graph dat log txt, a folder)");
}

/* Rounded outward. */
static void include(box_um_t *box, const double metres[3], double reach_m)
{
    for (unsigned a = 0; a < 3; a++) {
        const int64_t lo = (int64_t)floor((metres[a] - reach_m) * 1e6);
        const int64_t hi = (int64_t)ceil((metres[a] + reach_m) * 1e6) + 1;
        box->lo[a] = lo < box->lo[a] ? lo : box->lo[a];
        box->hi[a] = hi > box->hi[a] ? hi : box->hi[a];
    }
}

static void include_scan(box_um_t *box, const scans_t *scans, const scan_t *scan, double range_m)
{
    const scans_point_t *point = scans->points + scan->first;
    double place[3];
    for (unsigned a = 0; a < 3; a++)
        place[a] = (double)scan->from.at[a];
    include(box, place, 0);
    for (size_t i = 0; i < scan->count; i++) {
        mapping_end(place, &scan->from, &point[i], range_m);
        include(box, place, 0);
    }
}

/* What an input spans; of a flight, how far it may have seen. */
static void include_input(box_um_t *box, const input_t *input, double range_m)
{
    const double reach_m = fmin(range_m, MAPPING_FARTHEST_MM / 1e3);
    for (size_t i = 0; i < input->scans.scan_count; i++)
        include_scan(box, &input->scans, &input->scans.scans[i], range_m);
    for (size_t i = 0; i < input->flight.count; i++)
        if (mapping_flies(&input->flight.frames[i]))
            include(box, input->flight.frames[i].pose.place_m, reach_m);
}

bool inputs_read(inputs_t *inputs, char **paths, int count)
{
    inputs->count = count;
    inputs->input = calloc((size_t)count, sizeof *inputs->input);
    if (!inputs->input)
        return fail(paths[0], "out of memory");
    for (int i = 0; i < count; i++)
        if (!read_input(&inputs->input[i], paths[i]))
            return false;
    return true;
}

void inputs_free(inputs_t *inputs)
{
    for (int i = 0; inputs->input && i < inputs->count; i++) {
        scans_free(&inputs->input[i].scans);
        flight_free(&inputs->input[i].flight);
    }
    free(inputs->input);
    inputs->input = NULL;
}

bool inputs_bounds(box_um_t *box, const inputs_t *inputs, double range_m)
{
    const box_um_t none = { { INT64_MAX, INT64_MAX, INT64_MAX },
                            { INT64_MIN, INT64_MIN, INT64_MIN } };
    *box = none;
    for (int i = 0; i < inputs->count; i++)
        include_input(box, &inputs->input[i], range_m);
    return box->lo[0] <= box->hi[0] || fail(inputs->input[0].path, "holds no scan");
}

bool inputs_add(const inputs_t *inputs, mapping_t *mapping)
{
    for (int i = 0; i < inputs->count; i++) {
        const input_t *input = &inputs->input[i];
        if (!(input->is_flight ? mapping_add_flight(mapping, &input->flight, input->path)
                               : mapping_add_scans(mapping, &input->scans, input->path)))
            return false;
    }
    return mapping->beams > 0 ||
           fail(inputs->input[0].path, "nothing was mapped: %zu readings were refused",
                mapping->refused);
}

static void take_leaf(grid_t *grid, known_t *known, const oct9_leaf_t *leaf)
{
    const unsigned size = oct9_leaf_size(leaf);
    const unsigned lo[3] = { leaf->corner.x, leaf->corner.y, leaf->corner.z };
    for (unsigned a = 0; a < 3; a++) {
        if (lo[a] < known->extent[a])
            known->extent[a] = (uint16_t)lo[a];
        if (lo[a] + size > known->extent[a + 3])
            known->extent[a + 3] = (uint16_t)(lo[a] + size);
    }
    known->cells[leaf->state] += (unsigned long)size * size * size;
    for (unsigned z = lo[2]; z < lo[2] + size; z++)
        for (unsigned y = lo[1]; y < lo[1] + size; y++)
            for (unsigned x = lo[0]; x < lo[0] + size; x++)
                grid_set(grid, x, y, z, (oct9_state_t)leaf->state);
}

static void take_leaves(grid_t *grid, known_t *known, const oct9_tree_t *tree)
{
    const oct9_map_t map = oct9_map_of_tree(tree);
    oct9_visit_t leaves;
    oct9_leaf_t leaf;
    oct9_visit_begin(&leaves, &map, NULL, OCT9_STATES_FREE | OCT9_STATES_OCCUPIED);
    while (oct9_visit_next(&leaves, UINT32_MAX, &leaf) > 0)
        take_leaf(grid, known, &leaf);
}

bool inputs_image(const mapping_t *mapping, known_t *known, unsigned char **bytes, size_t *size)
{
    const known_t nothing = { .extent = { OCT9_CELLS, OCT9_CELLS, OCT9_CELLS } };
    grid_t grid = grid_new();
    *known = nothing;
    if (grid.bricks)
        take_leaves(&grid, known, &mapping->occupancy.tree);
    const bool good = grid.bricks && bake_image(&grid, &mapping->frame, known->extent, bytes, size);
    grid_free(&grid);
    return good;
}
