/* SPDX-License-Identifier: MIT */
/* One question to the map, the scene and the objects in turn, each up to the first contact so
 * far. */
#include "oct9/obstacles.h"

#include "port/oct9_port.h"
#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/number/fraction.h"
#include "src/objects/objects.h"
#include "src/query/rules.h"
#include "src/query/sweep.h"
#include "src/scene/scene.h"
#include "src/solid/solid.h"

/* The parts in the order in which they are asked. */
enum { MAP, SCENE, OBJECTS, END };

/* Notes what is met when the motion is at contact->at, without its surface. */
static void note_bare(oct9_obstacles_cast_t *cast, oct9_obstacle_t kind, uint32_t num)
{
    oct9_contact_t *contact = &cast->contact;
    cast->kind = (uint8_t)kind;
    contact->num = (uint16_t)num;
    oct9_point_copy(&contact->point, &contact->at);
    contact->normal[0] = contact->normal[1] = contact->normal[2] = 0;
}

static void copy_contact(oct9_contact_t *to, const oct9_contact_t *from)
{
    to->num = from->num;
    oct9_point_copy(&to->at, &from->at);
    oct9_point_copy(&to->point, &from->point);
    for (unsigned a = 0; a < 3; a++)
        to->normal[a] = from->normal[a];
}

/* Notes what is met, and where, without its surface: if any contact is enough, at the start, before
 * which nothing is met. */
static void meet(oct9_obstacles_cast_t *cast, oct9_obstacle_t kind, uint32_t num)
{
    const oct9_motion_t *motion = &cast->input->motion;
    const oct9_fraction_t fraction = { cast->input->any_contact ? 0 : num, OCT9_WAY_MAX };
    oct9_fraction_point(&fraction, &motion->from, &motion->to, &cast->contact.at);
    note_bare(cast, kind, fraction.num);
}

/* Notes what is met with the contact that its own cast has found. */
static void meet_solid(oct9_obstacles_cast_t *cast, oct9_obstacle_t kind,
                       const oct9_contact_t *contact)
{
    if (cast->input->any_contact) {
        meet(cast, kind, 0);
        return;
    }
    cast->kind = (uint8_t)kind;
    copy_contact(&cast->contact, contact);
}

/* --- the map ---------------------------------------------------------------------------------- */

static oct9_status_t begin_map_ray(oct9_obstacles_cast_t *cast, const oct9_map_t *map)
{
    oct9_cast_input_t *ray = &cast->part.ray.input;
    oct9_point_copy(&ray->from, &cast->input->motion.from);
    oct9_point_copy(&ray->to, &cast->input->motion.to);
    oct9_rules_copy(&ray->rules, &cast->input->rules);
    return oct9_cast_begin(&cast->part.ray.cast, map, ray);
}

static OCT9_APART oct9_status_t begin_sphere(oct9_obstacles_cast_t *cast, const oct9_map_t *map)
{
    const oct9_obstacles_input_t *input = cast->input;
    return oct9_sweep_start(&cast->part.sphere, map, &input->motion, &input->rules,
                            input->any_contact);
}

static void meet_in_map(oct9_obstacles_cast_t *cast, oct9_hit_t hit, const oct9_leaf_t *leaf,
                        uint32_t num)
{
    if (hit == OCT9_HIT_NONE)
        return;
    meet(cast, hit == OCT9_HIT_LEAF ? OCT9_OBSTACLE_LEAF : OCT9_OBSTACLE_OUTSIDE, num);
    if (hit == OCT9_HIT_LEAF)
        oct9_leaf_copy(&cast->leaf, leaf);
}

/* The last 65535th before the exact fraction, as of a contact. The product is below 2^32. */
static uint32_t num_of(const oct9_fraction_t *fraction)
{
    return fraction->num == 0 ? 0 : (fraction->num * OCT9_WAY_MAX - 1u) / fraction->den;
}

static OCT9_APART bool ask_ray(oct9_obstacles_cast_t *cast, uint32_t *budget,
                               oct9_obstacles_work_t *work)
{
    oct9_cast_t *ray = &cast->part.ray.cast;
    const uint32_t before = ray->leaves;
    oct9_cast_output_t output;
    const oct9_status_t status = oct9_cast_run(ray, *budget, &output);
    work->leaves += ray->leaves;
    work->nodes += ray->walk.nodes;
    if (status != OCT9_OK)
        return false;
    *budget -= output.leaves - before;
    meet_in_map(cast, output.hit, &output.leaf, num_of(&output.fraction));
    return true;
}

static OCT9_APART bool ask_sphere(oct9_obstacles_cast_t *cast, uint32_t *budget,
                                  oct9_obstacles_work_t *work)
{
    oct9_sweep_output_t output;
    const oct9_status_t status = oct9_sweep_go(&cast->part.sphere, budget, &output);
    work->leaves += output.leaves;
    work->nodes += output.nodes;
    if (status != OCT9_OK)
        return false;
    meet_in_map(cast, output.hit, &output.leaf, output.fraction.num);
    return true;
}

/* --- the scene -------------------------------------------------------------------------------- */

static void copy_motion(oct9_motion_t *to, const oct9_motion_t *from)
{
    oct9_point_copy(&to->from, &from->from);
    oct9_point_copy(&to->to, &from->to);
    to->radius_q6 = from->radius_q6;
}

/* Primitives and objects know no other rule than how the motion leaves them. */
static oct9_policy_t start_of(const oct9_obstacles_cast_t *cast)
{
    return cast->input->rules.start_inside == OCT9_LEAVES ? OCT9_LEAVES : OCT9_BLOCKS;
}

static oct9_status_t begin_scene(oct9_obstacles_cast_t *cast)
{
    oct9_scene_cast_input_t *input = &cast->part.scene.input;
    copy_motion(&input->motion, &cast->input->motion);
    input->ignored = cast->input->ignored;
    input->capacity = 1;
    input->hits = &cast->part.scene.hit;
    input->before = cast->contact.num;
    input->any_contact = cast->input->any_contact;
    input->start_inside = start_of(cast);
    return oct9_scene_cast_begin(&cast->part.scene.cast, cast->obstacles->scene, input);
}

static bool ask_scene(oct9_obstacles_cast_t *cast, uint32_t *budget, oct9_obstacles_work_t *work)
{
    const oct9_scene_cast_t *scene = &cast->part.scene.cast;
    const oct9_scene_hit_t *hit = &cast->part.scene.hit;
    const bool done = oct9_scene_cast_go(&cast->part.scene.cast, budget);
    work->leaves += scene->sweep.search.leaves;
    work->nodes += scene->sweep.search.nodes;
    work->tests += scene->hits.list.tests;
    if (!done)
        return false;
    if (scene->hits.count != 0) {
        meet_solid(cast, OCT9_OBSTACLE_PRIMITIVE, &hit->contact);
        cast->index = hit->index;
    }
    return true;
}

/* --- the objects ------------------------------------------------------------------------------ */

static oct9_status_t begin_objects(oct9_obstacles_cast_t *cast)
{
    oct9_objects_cast_input_t *input = &cast->part.objects.input;
    copy_motion(&input->motion, &cast->input->motion);
    input->ignored = cast->input->ignored;
    input->capacity = 1;
    input->hits = &cast->part.objects.hit;
    input->before = cast->contact.num;
    input->after = NULL;
    input->start_inside = start_of(cast);
    return oct9_objects_cast_begin(&cast->part.objects.cast, cast->obstacles->objects, input);
}

static bool ask_objects(oct9_obstacles_cast_t *cast, uint32_t budget, oct9_obstacles_work_t *work)
{
    const oct9_object_hit_t *hit = &cast->part.objects.hit;
    const oct9_objects_search_t *search = &cast->part.objects.cast.search;
    oct9_objects_output_t output;
    const oct9_status_t status = oct9_objects_cast_run(&cast->part.objects.cast, budget, &output);
    work->nodes += search->nodes;
    work->tests += search->looked;
    if (status != OCT9_OK)
        return false;
    if (output.count != 0)
        meet_solid(cast, OCT9_OBSTACLE_OBJECT, &hit->contact);
    return true;
}

/* --- all three -------------------------------------------------------------------------------- */

/* Goes on to the first part from `turn` on that is there, and begins it. Nothing is met before the
 * start. */
static oct9_status_t begin_part(oct9_obstacles_cast_t *cast, unsigned turn)
{
    const oct9_obstacles_t *all = cast->obstacles;
    cast->turn = END;
    if (cast->contact.num == 0)
        return OCT9_OK;
    if (turn == MAP && all->map) {
        cast->turn = MAP;
        return cast->ray ? begin_map_ray(cast, all->map) : begin_sphere(cast, all->map);
    }
    if (turn <= SCENE && all->scene) {
        cast->turn = SCENE;
        return begin_scene(cast);
    }
    if (turn <= OBJECTS && all->objects) {
        cast->turn = OBJECTS;
        return begin_objects(cast);
    }
    return OCT9_OK;
}

static oct9_status_t begin_question(oct9_obstacles_cast_t *cast, const oct9_obstacles_t *all,
                                    const oct9_obstacles_input_t *input, bool ray)
{
    OCT9_ASSERT(cast && all && input);
    if (!all->map && !all->scene && !all->objects)
        return OCT9_REFUSE();
    cast->obstacles = all;
    cast->input = input;
    cast->work.leaves = cast->work.nodes = cast->work.tests = 0;
    oct9_point_copy(&cast->contact.at, &input->motion.to);
    note_bare(cast, OCT9_OBSTACLE_NONE, OCT9_WAY_MAX);
    cast->ray = ray;
    if (all->map)
        cast->map_generation = oct9_map_generation(all->map);
    if (all->scene) {
        const oct9_map_t lists = oct9_map_of_tree(&all->scene->tree);
        cast->scene_generation = oct9_map_generation(&lists);
    }
    if (all->objects)
        cast->changes = all->objects->changes;
    return begin_part(cast, MAP);
}

oct9_status_t oct9_obstacles_ray_begin(oct9_obstacles_cast_t *cast,
                                       const oct9_obstacles_t *obstacles,
                                       const oct9_obstacles_input_t *input)
{
    OCT9_ASSERT(input);
    return input->motion.radius_q6 == 0 ? begin_question(cast, obstacles, input, true)
                                        : OCT9_REFUSE();
}

oct9_status_t oct9_obstacles_sphere_begin(oct9_obstacles_cast_t *cast,
                                          const oct9_obstacles_t *obstacles,
                                          const oct9_obstacles_input_t *input)
{
    return begin_question(cast, obstacles, input, false);
}

static bool stale(const oct9_obstacles_cast_t *cast)
{
    const oct9_obstacles_t *all = cast->obstacles;
    if (all->map && oct9_map_stale(all->map, cast->map_generation))
        return true;
    if (all->scene) {
        const oct9_map_t lists = oct9_map_of_tree(&all->scene->tree);
        if (oct9_map_stale(&lists, cast->scene_generation))
            return true;
    }
    return all->objects && all->objects->changes != cast->changes;
}

/* Asks the part whose turn it is, and adds what it has visited to the work. Returns false if the
 * budget ends before the part, or the part was written to since this slice began. */
static bool ask_part(oct9_obstacles_cast_t *cast, uint32_t *budget, oct9_obstacles_work_t *work)
{
    switch (cast->turn) {
    case MAP: return cast->ray ? ask_ray(cast, budget, work) : ask_sphere(cast, budget, work);
    case SCENE: return ask_scene(cast, budget, work);
    default: return ask_objects(cast, *budget, work);
    }
}

/* --- the contact ------------------------------------------------------------------------------ */

static void solid_of_leaf(const oct9_leaf_t *leaf, oct9_solid_t *solid)
{
    const int32_t size = (int32_t)OCT9_CELL_Q6 << leaf->level;
    solid->kind = OCT9_PRIMITIVE_BOX;
    solid->radius_q6 = 0;
    for (unsigned a = 0; a < 3; a++) {
        solid->corner[0][a] = oct9_cell_low(oct9_cell_axis(&leaf->corner, a));
        solid->corner[1][a] = solid->corner[0][a] + size;
    }
}

/* Fills in the contact with a face of a leaf, most often met, at less cost than oct9_solid_place.
 * Returns false if the centre may be nearest to an edge or a corner, or in the leaf: `at` is less
 * than a sub-cell from it, and the faces are whole. */
static bool place_on_face(const oct9_leaf_t *leaf, oct9_contact_t *contact)
{
    const int32_t size = (int32_t)OCT9_CELL_Q6 << leaf->level;
    unsigned beside = 0;
    oct9_point_copy(&contact->point, &contact->at);
    for (unsigned a = 0; a < 3; a++) {
        const int32_t low = oct9_cell_low(oct9_cell_axis(&leaf->corner, a));
        const int32_t past = oct9_point_axis(&contact->at, a) - low;
        contact->normal[a] = 0;
        if (past > 0 && past < size) {
            beside++;
            continue;
        }
        contact->normal[a] = past < 0 ? -OCT9_ONE_Q14 : OCT9_ONE_Q14;
        oct9_point_set_axis(&contact->point, a, past < 0 ? low : low + size);
        if (past == 0 || past == size)
            return false;
    }
    return beside == 2;
}

/* The contact with a leaf, whose `num` and `at` are set. */
static OCT9_APART void place_leaf(const oct9_obstacles_cast_t *cast, oct9_contact_t *contact)
{
    oct9_solid_t solid;
    if (place_on_face(&cast->leaf, contact))
        return;
    solid_of_leaf(&cast->leaf, &solid);
    oct9_solid_place(&solid, &cast->input->motion, contact);
}

static void conclude_question(const oct9_obstacles_cast_t *cast, oct9_obstacles_output_t *output)
{
    const oct9_handle_t *handle = &cast->part.objects.hit.handle;
    output->kind = (oct9_obstacle_t)cast->kind;
    copy_contact(&output->contact, &cast->contact);
    if (output->kind == OCT9_OBSTACLE_LEAF) {
        oct9_leaf_copy(&output->leaf, &cast->leaf);
        if (!cast->input->any_contact)
            place_leaf(cast, &output->contact);
    }
    if (output->kind == OCT9_OBSTACLE_PRIMITIVE)
        output->index = cast->index;
    if (output->kind == OCT9_OBSTACLE_OBJECT) {
        output->handle.index = handle->index;
        output->handle.generation = handle->generation;
    }
}

static void copy_work(oct9_obstacles_work_t *to, const oct9_obstacles_work_t *from)
{
    to->leaves = from->leaves;
    to->nodes = from->nodes;
    to->tests = from->tests;
}

/* As oct9_obstacles_run, for a question that was not stale when the call began. */
static oct9_status_t run_question(oct9_obstacles_cast_t *cast, uint32_t budget,
                                  oct9_obstacles_output_t *output)
{
    oct9_obstacles_work_t work;
    bool done = true;
    copy_work(&work, &cast->work);
    while (done && cast->turn != END) {
        done = budget != 0 && ask_part(cast, &budget, &work);
        if (done) {
            copy_work(&cast->work, &work);
            (void)begin_part(cast, cast->turn + 1u);
        }
    }
    if (!done && stale(cast))
        return OCT9_ERR_STALE;
    output->leaves = work.leaves;
    output->nodes = work.nodes;
    output->tests = work.tests;
    if (!done)
        return OCT9_AGAIN;
    conclude_question(cast, output);
    return OCT9_OK;
}

oct9_status_t oct9_obstacles_run(oct9_obstacles_cast_t *cast, uint32_t budget,
                                 oct9_obstacles_output_t *output)
{
    OCT9_ASSERT(cast && output);
    if (budget == 0)
        return OCT9_REFUSE();
    return stale(cast) ? OCT9_ERR_STALE : run_question(cast, budget, output);
}

oct9_status_t oct9_obstacles_ray(const oct9_obstacles_t *obstacles,
                                 const oct9_obstacles_input_t *input,
                                 oct9_obstacles_output_t *output)
{
    oct9_obstacles_cast_t cast;
    const oct9_status_t status = oct9_obstacles_ray_begin(&cast, obstacles, input);
    return status == OCT9_OK ? oct9_obstacles_run(&cast, UINT32_MAX, output) : status;
}

oct9_status_t oct9_obstacles_sphere(const oct9_obstacles_t *obstacles,
                                    const oct9_obstacles_input_t *input,
                                    oct9_obstacles_output_t *output)
{
    oct9_obstacles_cast_t cast;
    const oct9_status_t status = oct9_obstacles_sphere_begin(&cast, obstacles, input);
    return status == OCT9_OK ? oct9_obstacles_run(&cast, UINT32_MAX, output) : status;
}
