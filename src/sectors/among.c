/* SPDX-License-Identifier: MIT */
/* Objects and primitives are put into the arrays before the map is searched, which then need not be
 * searched behind them. A box is put as it is. All else is divided, near cubes first, into cubes of
 * 64 sub-cells, as if it were a map, where it may be nearer than what was found. */
#include "port/oct9_port.h"
#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/objects/objects.h"
#include "src/sectors/ring.h"
#include "src/sectors/sectors.h"
#include "src/solid/solid.h"

/* What is asked, in turn. */
enum { IN_OBJECTS, IN_SCENE, IN_MAP };

#define TOP 10u /* the level of the cube of all sub-cells */
#define CUBE_LOW (-32768)

/* --- what is asked ---------------------------------------------------------------------------- */

/* Sets the box of all that is asked; false if a corner is no point. */
static bool find_region(const oct9_sectors_input_t *input, oct9_region_t *region)
{
    int32_t first[2], last[2];
    const int32_t reach = (int32_t)oct9_sectors_reach(input);
    oct9_sectors_heights(input, 0, first);
    oct9_sectors_heights(input, input->layers - 1u, last);
    const int32_t low[3] = { input->point.x - reach, input->point.y - reach, first[0] };
    const int32_t high[3] = { input->point.x + reach, input->point.y + reach, last[1] };
    region->kind = OCT9_REGION_BOX;
    for (unsigned a = 0; a < 3; a++) {
        if (low[a] < INT16_MIN || high[a] > INT16_MAX)
            return false;
        oct9_point_set_axis(&region->lo, a, low[a]);
        oct9_point_set_axis(&region->hi, a, high[a]);
    }
    return true;
}

/* --- a solid ---------------------------------------------------------------------------------- */

static void find_solid(const oct9_sectors_among_t *among, oct9_solid_t *solid)
{
    const oct9_obstacles_t *const all = among->obstacles;
    if (among->turn == IN_OBJECTS)
        oct9_object_solid(&all->objects->object[among->index].bounds, solid);
    else
        oct9_solid_of_primitive(&all->scene->primitives[among->index], solid);
}

/* Puts a box, or the part of it that is in a layer, if it may be nearer than what was found and
 * meets the solid. True if it may be. */
static bool put_box(const oct9_sectors_among_t *among, const oct9_solid_t *solid,
                    const int32_t low[3], const int32_t high[3], unsigned layer, bool put)
{
    const oct9_sectors_input_t *const input = among->sectors.input;
    int32_t heights[2], part_low[3], part_high[3];
    oct9_sectors_box_t box;
    oct9_sectors_heights(input, layer, heights);
    for (unsigned a = 0; a < 3; a++) {
        part_low[a] = a == 2u && low[a] < heights[0] ? heights[0] : low[a];
        part_high[a] = a == 2u && high[a] > heights[1] ? heights[1] : high[a];
        box.low[a] = part_low[a] - oct9_point_axis(&input->point, a);
        box.high[a] = part_high[a] - oct9_point_axis(&input->point, a);
    }
    if (part_low[2] > part_high[2] ||
        !oct9_sectors_matters(input, layer, input->obstacle_q6 != NULL, &box) ||
        !oct9_solid_meets_box(solid, part_low, part_high))
        return false;
    if (put)
        oct9_sectors_put(input, &box, true);
    return true;
}

/* The same for all layers. */
static bool put_boxes(const oct9_sectors_among_t *among, const oct9_solid_t *solid,
                      const int32_t low[3], const int32_t high[3], bool put)
{
    const oct9_sectors_input_t *const input = among->sectors.input;
    bool any = false;
    for (unsigned layer = 0; layer < oct9_sectors_searches(input); layer++)
        any = put_box(among, solid, low, high, layer, put) || any;
    return any;
}

/* Leaves out what is not asked: corners are then near enough for angles. */
static void clip(const oct9_region_t *region, int32_t low[3], int32_t high[3])
{
    for (unsigned a = 0; a < 3; a++) {
        const int32_t least = oct9_point_axis(&region->lo, a);
        const int32_t most = oct9_point_axis(&region->hi, a);
        low[a] = low[a] < least ? least : low[a];
        high[a] = high[a] > most ? most : high[a];
    }
}

/* Puts a solid that is a box; else begins with the cube of all sub-cells. */
static void take_solid(oct9_sectors_among_t *among)
{
    const oct9_sectors_input_t *const input = among->sectors.input;
    oct9_solid_t solid;
    int32_t low[3], high[3];
    unsigned mirror = 0;
    find_solid(among, &solid);
    oct9_solid_bounds(&solid, low, high);
    if (solid.kind == OCT9_PRIMITIVE_BOX) {
        clip(&among->region, low, high);
        (void)put_boxes(among, &solid, low, high, true);
        return;
    }
    for (unsigned a = 0; a < 3; a++) {
        if (low[a] + high[a] < 2 * oct9_point_axis(&input->point, a))
            mirror |= 1u << a;
        among->corner[a] = 0;
    }
    among->mirror = (uint8_t)mirror;
    among->level = TOP;
}

/* Sets the corner of the cube to that of its parent's child `child`, XOR the mirror. */
static void to_child(oct9_sectors_among_t *among, unsigned child)
{
    child ^= among->mirror;
    for (unsigned a = 0; a < 3; a++) {
        const unsigned above = among->corner[a] & ~((2u << among->level) - 1u);
        among->corner[a] = (uint16_t)(above | (child >> a & 1u) << among->level);
    }
}

/* The number of the cube as a child, XOR the mirror. */
static unsigned child_of(const oct9_sectors_among_t *among)
{
    unsigned child = 0;
    for (unsigned a = 0; a < 3; a++)
        child |= (among->corner[a] >> among->level & 1u) << a;
    return child ^ among->mirror;
}

/* Goes to the next cube that is not below this one; above the top at the end. */
static void next_cube(oct9_sectors_among_t *among)
{
    while (among->level < TOP && child_of(among) == 7u)
        among->level++;
    if (among->level == TOP)
        among->level++;
    else
        to_child(among, child_of(among) + 1u);
}

/* Visits the cube: divides it, or puts it, if it matters. */
static void visit_cube(oct9_sectors_among_t *among)
{
    const int32_t size = (int32_t)OCT9_CELL_Q6 << among->level;
    int32_t low[3], high[3];
    oct9_solid_t solid;
    find_solid(among, &solid);
    for (unsigned a = 0; a < 3; a++) {
        low[a] = CUBE_LOW + (int32_t)among->corner[a] * OCT9_CELL_Q6;
        high[a] = low[a] + size;
    }
    clip(&among->region, low, high);
    const bool inside = low[0] <= high[0] && low[1] <= high[1] && low[2] <= high[2];
    if (!inside || !put_boxes(among, &solid, low, high, among->level == 0) || among->level == 0) {
        next_cube(among);
        return;
    }
    among->level--;
    to_child(among, 0);
}

/* --- in turn ---------------------------------------------------------------------------------- */

static void turn_to_scene(oct9_sectors_among_t *among)
{
    const oct9_scene_t *const scene = among->obstacles->scene;
    among->turn = IN_SCENE;
    if (scene)
        (void)oct9_scene_find_begin(&among->find.scene, scene, &among->region, among->ignored,
                                    among->seen);
}

/* Finds the next primitive or object by one step. Returns 1, 0 at the end, or OCT9_AGAIN. */
static int find_next(oct9_sectors_among_t *among)
{
    const oct9_obstacles_t *const all = among->obstacles;
    oct9_handle_t handle = { 0, 0 };
    int found = 0;
    if (among->turn == IN_SCENE) {
        if (all->scene)
            found = oct9_scene_find_next(&among->find.scene, 1, &among->index);
        return found;
    }
    if (all->objects)
        found = oct9_objects_find_next(&among->find.objects, 1, &handle);
    among->index = handle.index;
    return found;
}

/* Goes on with a solid, or looks for the next one; at the end of each turn to the next turn.
 * Returns OCT9_ERR_STALE if something was changed within this slice. */
static oct9_status_t step(oct9_sectors_among_t *among)
{
    if (among->level <= TOP) {
        visit_cube(among);
        return OCT9_OK;
    }
    const int found = find_next(among);
    if (found == 1)
        take_solid(among);
    else if (found == 0 && among->turn == IN_OBJECTS)
        turn_to_scene(among);
    else if (found == 0)
        among->turn = IN_MAP;
    return found == OCT9_ERR_STALE ? OCT9_ERR_STALE : OCT9_OK;
}

static bool among_stale(const oct9_sectors_among_t *among)
{
    const oct9_obstacles_t *const all = among->obstacles;
    if (all->map && oct9_map_stale(all->map, among->sectors.generation))
        return true;
    if (all->scene) {
        const oct9_map_t lists = oct9_map_of_tree(&all->scene->tree);
        if (oct9_map_stale(&lists, among->scene_generation))
            return true;
    }
    return all->objects && all->objects->changes != among->changes;
}

static oct9_status_t search(oct9_sectors_among_t *among, uint32_t budget)
{
    if (among_stale(among))
        return OCT9_ERR_STALE;
    for (; among->turn != IN_MAP; budget--) {
        if (budget == 0)
            return OCT9_AGAIN;
        if (step(among) != OCT9_OK)
            return OCT9_ERR_STALE;
    }
    if (!among->obstacles->map)
        return OCT9_OK;
    return oct9_sectors_search(&among->sectors, &budget);
}

/* --- calls ------------------------------------------------------------------------------------ */

/* Begins each of them now, so that a write to one is seen from here on. */
static void start(oct9_sectors_among_t *among)
{
    const oct9_obstacles_t *const all = among->obstacles;
    if (all->map)
        oct9_sectors_start(&among->sectors, all->map, among->sectors.input);
    if (all->scene) {
        const oct9_map_t lists = oct9_map_of_tree(&all->scene->tree);
        among->scene_generation = oct9_map_generation(&lists);
    }
    if (all->objects) {
        (void)oct9_objects_find_begin(&among->find.objects, all->objects, &among->region,
                                      among->ignored);
        among->changes = all->objects->changes;
    }
}

oct9_status_t oct9_sectors_among_begin(oct9_sectors_among_t *among,
                                       const oct9_obstacles_t *obstacles, uint16_t ignored,
                                       uint8_t *seen, const oct9_sectors_input_t *input)
{
    OCT9_ASSERT(among && obstacles && input && input->borders && (seen || !obstacles->scene));
    const oct9_status_t status = oct9_sectors_prepare(input, obstacles->map);
    if (status != OCT9_OK)
        return status;
    const bool any = obstacles->map || obstacles->scene || obstacles->objects;
    if (!any || !find_region(input, &among->region)) {
        oct9_sectors_set(input, 0);
        return any ? OCT9_ERR_RANGE : OCT9_REFUSE();
    }
    among->obstacles = obstacles;
    among->ignored = ignored;
    among->seen = seen;
    among->ended = false;
    among->level = TOP + 1u;
    among->turn = IN_OBJECTS;
    among->sectors.input = input;
    start(among);
    return OCT9_OK;
}

oct9_status_t oct9_sectors_among_run(oct9_sectors_among_t *among, uint32_t budget)
{
    OCT9_ASSERT(among);
    if (budget == 0)
        return OCT9_REFUSE();
    const oct9_status_t status = search(among, budget);
    if (status == OCT9_OK && among->ended)
        return OCT9_OK;
    among->ended = status == OCT9_OK;
    return oct9_sectors_end(among->sectors.input, status);
}
