/* SPDX-License-Identifier: MIT */
/* Queries of moving objects, by hand and against all objects. */
#include "oct9/objects.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/objects/things.h"
#include "tests/test.h"

enum { CAPACITY = 4, SCENES = 5, QUESTIONS = 6 };

static union {
    oct9_objects_find_t find;
    oct9_objects_cast_t cast;
    oct9_objects_nearest_t nearest;
} scratch;
static oct9_object_hit_t hits[CAPACITY];
static oct9_object_near_t nears[CAPACITY];
static oct9_objects_output_t out;

static void query_errors(void)
{
    const oct9_frustum_t flat = { .plane = { { .normal = { 0, 0, 0 } } } };
    oct9_region_t region = { .kind = OCT9_REGION_BOX,
                             .lo = { 5, 5, 5 },
                             .hi = { 9, 4, 9 },
                             .radius_q6 = 32768,
                             .frustum = &flat };
    oct9_objects_cast_input_t cast = { .motion = { .radius_q6 = 32768 }, .hits = hits };
    oct9_objects_nearest_input_t near = { .range_q6 = 32768, .found = nears };
    oct9_handle_t handle;
    things_init(OCT9_LOOSE, 1);
    CHECK_EQ(oct9_objects_find_begin(&scratch.find, &things, &region, 0), OCT9_ERR_ARGUMENT);
    region.kind = OCT9_REGION_SPHERE;
    CHECK_EQ(oct9_objects_find_begin(&scratch.find, &things, &region, 0), OCT9_ERR_ARGUMENT);
    region.kind = OCT9_REGION_FRUSTUM;
    CHECK_EQ(oct9_objects_find_begin(&scratch.find, &things, &region, 0), OCT9_ERR_ARGUMENT);
    region.kind = (oct9_region_kind_t)4;
    CHECK_EQ(oct9_objects_find_begin(&scratch.find, &things, &region, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_objects_cast(&things, &cast, &out), OCT9_ERR_ARGUMENT);
    cast.motion.radius_q6 = 0;
    CHECK_EQ(oct9_objects_cast(&things, &cast, &out), OCT9_ERR_ARGUMENT);
    cast.capacity = 1;
    CHECK_EQ(oct9_objects_cast_begin(&scratch.cast, &things, &cast), OCT9_OK);
    CHECK_EQ(oct9_objects_cast_run(&scratch.cast, 0, &out), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_objects_nearest(&things, &near, &out), OCT9_ERR_ARGUMENT);
    near.range_q6 = 0;
    CHECK_EQ(oct9_objects_nearest(&things, &near, &out), OCT9_ERR_ARGUMENT);
    near.capacity = 1;
    CHECK_EQ(oct9_objects_nearest_begin(&scratch.nearest, &things, &near), OCT9_OK);
    CHECK_EQ(oct9_objects_nearest_run(&scratch.nearest, 0, &out), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_objects_find_begin(&scratch.find, &things, NULL, 0), OCT9_OK);
    CHECK_EQ(oct9_objects_find_next(&scratch.find, 0, &handle), OCT9_ERR_ARGUMENT);
}

/* What a search finds, as bits; each once. */
static uint64_t find(uint32_t budget)
{
    oct9_handle_t handle;
    uint64_t found = 0;
    int next;
    while ((next = oct9_objects_find_next(&scratch.find, budget, &handle)) != 0)
        if (next > 0) {
            CHECK(!(found >> handle.index & 1u) && oct9_objects_get(&things, handle));
            found |= (uint64_t)1 << handle.index;
        }
    CHECK_EQ(oct9_objects_find_next(&scratch.find, budget, &handle), 0); /* and says so again */
    return found;
}

/* The square of the distance between an object's core and a box: a sphere's core is its centre. */
static int64_t apart2(const oct9_bounds_t *bounds, const int32_t low[3], const int32_t high[3])
{
    const int32_t centre[3] = { bounds->centre.x, bounds->centre.y, bounds->centre.z };
    int64_t sum = 0;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t half = bounds->kind == OCT9_BOUND_BOX ? bounds->half_q6[a] : 0;
        const int64_t under = low[a] - (centre[a] + half), over = centre[a] - half - high[a];
        const int64_t gap = under > 0 ? under : over > 0 ? over : 0;
        sum += gap * gap;
    }
    return sum;
}

static bool counts(unsigned i, unsigned ignored)
{
    const unsigned category = thing_pool[i].category;
    return thing_there[i] && (category == 0 || (category & ~ignored) != 0);
}

/* What lies within `reach` of the box, by looking at all. */
static uint64_t within(const int32_t low[3], const int32_t high[3], int64_t reach, unsigned ignored)
{
    uint64_t found = 0;
    for (unsigned i = 0; i < THINGS; i++) {
        const oct9_bounds_t *bounds = &thing_pool[i].bounds;
        const int64_t r = reach + (bounds->kind == OCT9_BOUND_BOX ? 0 : bounds->half_q6[0]);
        if (counts(i, ignored) && apart2(bounds, low, high) <= r * r)
            found |= (uint64_t)1 << i;
    }
    return found;
}

static uint32_t add_bits(uint32_t digest, uint64_t bits)
{
    return digest_add(digest_add(digest, (uint32_t)bits), (uint32_t)(bits >> 32));
}

static void order(int16_t *a, int16_t *b)
{
    if (*a > *b) {
        const int16_t t = *a;
        *a = *b;
        *b = t;
    }
}

/* A closed box, and what a search for all in it looks at; `all`: a node's live children are visited
 * without being chosen by the box. */
typedef struct {
    const int32_t *low, *high;
    bool all;
    int32_t largest; /* the size of the largest node to which an object belongs */
    uint32_t objects, nodes;
} search_t;

/* What a node may hold has something in the box. */
static bool node_meets(const search_t *search, const int32_t corner[3], int32_t size)
{
    const int32_t smaller = size < search->largest ? size : search->largest;
    const int32_t margin = things.placement == OCT9_LOOSE ? smaller / 2 : 0;
    for (unsigned a = 0; a < 3; a++)
        if (corner[a] - margin > search->high[a] || corner[a] + size + margin < search->low[a])
            return false;
    return true;
}

/* A list is looked at up to the first object that begins behind the box on x. */
static void add_list(search_t *search, uint16_t first)
{
    int32_t low = search->high[0];
    for (uint16_t i = first; i != UINT16_MAX && (search->all || low <= search->high[0]);
         i = thing_pool[i].next) {
        low = thing_pool[i].bounds.centre.x - (int32_t)thing_pool[i].bounds.half_q6[0];
        search->objects++;
    }
}

static int32_t largest_node(void)
{
    unsigned level = 0;
    for (unsigned i = 0; i < THINGS; i++)
        if (thing_there[i] && thing_pool[i].level <= OCT9_LEVELS && thing_pool[i].level > level)
            level = thing_pool[i].level;
    return (int32_t)OCT9_CELL_Q6 << level;
}

/* The work of a search below a node that it goes into. */
static void add_work(search_t *search, uint16_t number, const int32_t corner[3], int32_t size)
{
    const oct9_object_node_t *node = &thing_nodes[number];
    add_list(search, node->first);
    for (unsigned c = 0; c < 8; c++)
        if ((unsigned)node->live >> c & 1u) {
            int32_t at[3];
            for (unsigned a = 0; a < 3; a++)
                at[a] = corner[a] + (c >> a & 1u ? size / 2 : 0);
            const bool meets = node_meets(search, at, size / 2);
            search->nodes += meets || search->all;
            if (meets)
                add_work(search, node->child[c], at, size / 2);
        }
}

/* What was looked at is what had to be: what is outside, the root, and what follows. */
static void judge_work(const int32_t low[3], const int32_t high[3], bool all)
{
    static const int32_t corner[3] = { OCT9_LOW_Q6, OCT9_LOW_Q6, OCT9_LOW_Q6 };
    search_t search = { low, high, all, largest_node(), 0, 1 };
    add_list(&search, things.lists.outside_first);
    add_work(&search, 0, corner, OCT9_CUBE_Q6);
    CHECK_EQ(scratch.find.search.looked, search.objects);
    CHECK_EQ(scratch.find.search.nodes, search.nodes);
}

static uint32_t ask_box(oct9_point_t a, oct9_point_t b, uint16_t ignored, uint32_t budget)
{
    order(&a.x, &b.x);
    order(&a.y, &b.y);
    order(&a.z, &b.z);
    const int32_t low[3] = { a.x, a.y, a.z }, high[3] = { b.x, b.y, b.z };
    const oct9_region_t box = { .kind = OCT9_REGION_BOX, .lo = a, .hi = b };
    query_paint(&scratch, sizeof scratch);
    CHECK_EQ(oct9_objects_find_begin(&scratch.find, &things, &box, ignored), OCT9_OK);
    const uint64_t found = find(budget);
    CHECK(found == within(low, high, 0, ignored));
    judge_work(low, high, false);
    return add_bits(DIGEST_BEGIN, found);
}

static uint32_t ask_sphere(oct9_point_t at, uint16_t radius, uint16_t ignored, uint32_t budget)
{
    const int32_t p[3] = { at.x, at.y, at.z };
    const int32_t low[3] = { p[0] - radius, p[1] - radius, p[2] - radius };
    const int32_t high[3] = { p[0] + radius, p[1] + radius, p[2] + radius };
    const oct9_region_t ball = { .kind = OCT9_REGION_SPHERE, .centre = at, .radius_q6 = radius };
    query_paint(&scratch, sizeof scratch);
    CHECK_EQ(oct9_objects_find_begin(&scratch.find, &things, &ball, ignored), OCT9_OK);
    const uint64_t found = find(budget);
    CHECK(found == within(p, p, radius, ignored));
    judge_work(low, high, false);
    return add_bits(DIGEST_BEGIN, found);
}

/* The box between two points by its six planes: what has a point on the inner side of each plane is
 * what the box meets, by each object's own box. */
static uint32_t ask_frustum(oct9_point_t a, oct9_point_t b, uint16_t ignored, uint32_t budget)
{
    order(&a.x, &b.x);
    order(&a.y, &b.y);
    order(&a.z, &b.z);
    const oct9_frustum_t frustum = { .plane = { { { 1, 0, 0 }, a.x },
                                                { { -1, 0, 0 }, -b.x },
                                                { { 0, 1, 0 }, a.y },
                                                { { 0, -1, 0 }, -b.y },
                                                { { 0, 0, 1 }, a.z },
                                                { { 0, 0, -1 }, -b.z } } };
    uint64_t expected = 0;
    for (unsigned i = 0; i < THINGS; i++) {
        const oct9_bounds_t *o = &thing_pool[i].bounds;
        const int32_t x = o->centre.x, y = o->centre.y, z = o->centre.z;
        if (counts(i, ignored) && x + o->half_q6[0] >= a.x && x - o->half_q6[0] <= b.x &&
            y + o->half_q6[1] >= a.y && y - o->half_q6[1] <= b.y && z + o->half_q6[2] >= a.z &&
            z - o->half_q6[2] <= b.z)
            expected |= (uint64_t)1 << i;
    }
    const oct9_region_t region = { .kind = OCT9_REGION_FRUSTUM, .frustum = &frustum };
    query_paint(&scratch, sizeof scratch);
    CHECK_EQ(oct9_objects_find_begin(&scratch.find, &things, &region, ignored), OCT9_OK);
    const uint64_t found = find(budget);
    CHECK(found == expected);
    judge_work((const int32_t[3]){ a.x, a.y, a.z }, (const int32_t[3]){ b.x, b.y, b.z }, true);
    return add_bits(DIGEST_BEGIN, found);
}

/* All that are nearer than `q14`, which is in 1/256 sub-cell, are among those found. */
static bool none_nearer(const oct9_objects_nearest_input_t *in, uint32_t q14, uint64_t found)
{
    const int32_t p[3] = { in->point.x, in->point.y, in->point.z };
    const uint16_t whole = (uint16_t)(q14 / 256u);
    return whole == 0 || (within(p, p, whole - 1, in->ignored) & ~found) == 0;
}

/* The nearest ones come in order, and are what the ball about the point holds, or as many as fit.
 * */
static uint32_t ask_nearest(const oct9_objects_nearest_input_t *in, uint32_t budget)
{
    const int32_t p[3] = { in->point.x, in->point.y, in->point.z };
    const uint64_t inside = within(p, p, in->range_q6, in->ignored);
    uint64_t found = 0;
    uint32_t digest = DIGEST_BEGIN;
    query_paint(&scratch, sizeof scratch);
    CHECK_EQ(oct9_objects_nearest_begin(&scratch.nearest, &things, in), OCT9_OK);
    while (oct9_objects_nearest_run(&scratch.nearest, budget, &out) == OCT9_AGAIN)
        continue;
    for (unsigned i = 0; i < out.count; i++) {
        const oct9_object_near_t *near = &nears[i];
        CHECK(i == 0 || near[-1].distance_q14 < near->distance_q14 ||
              (near[-1].distance_q14 == near->distance_q14 &&
               near[-1].handle.index < near->handle.index));
        CHECK(oct9_objects_get(&things, near->handle));
        found |= (uint64_t)1 << near->handle.index;
        digest = digest_add(digest_add(digest, near->distance_q14), near->handle.index);
    }
    CHECK((found & ~inside) == 0);
    CHECK(out.count < in->capacity ? found == inside
                                   : none_nearer(in, nears[out.count - 1u].distance_q14, found));
    return digest_add(digest_add(digest, out.objects), out.nodes);
}

static uint32_t add_hit(uint32_t digest, const oct9_object_hit_t *hit)
{
    digest = digest_add(digest, (uint32_t)hit->handle.index << 16 | hit->contact.num);
    digest = query_add_point(digest, &hit->contact.at);
    digest = query_add_point(digest, &hit->contact.point);
    for (unsigned a = 0; a < 3; a++)
        digest = digest_add(digest, (uint16_t)hit->contact.normal[a]);
    return digest;
}

/* The hits come in order, and what one call with room for few finds is what one with more finds
 * first. */
static uint32_t ask_cast(oct9_objects_cast_input_t *in, uint32_t budget)
{
    uint32_t digest[CAPACITY], count[CAPACITY], work = DIGEST_BEGIN;
    for (in->capacity = 1; in->capacity <= CAPACITY; in->capacity++) {
        query_paint(&scratch, sizeof scratch);
        CHECK_EQ(oct9_objects_cast_begin(&scratch.cast, &things, in), OCT9_OK);
        while (oct9_objects_cast_run(&scratch.cast, budget, &out) == OCT9_AGAIN)
            continue;
        const unsigned c = in->capacity - 1u;
        count[c] = out.count;
        digest[c] = DIGEST_BEGIN;
        for (unsigned i = 0; i < out.count; i++) {
            CHECK(i == 0 || hits[i - 1].contact.num < hits[i].contact.num ||
                  (hits[i - 1].contact.num == hits[i].contact.num &&
                   hits[i - 1].handle.index < hits[i].handle.index));
            if (i < c)
                CHECK(count[i] == i + 1u || count[i] == out.count);
            CHECK(oct9_objects_get(&things, hits[i].handle));
            digest[c] = add_hit(digest[c], &hits[i]);
            CHECK(i >= c || digest[i] == digest[c]);
        }
        work = digest_add(digest_add(work, out.objects), out.nodes);
    }
    return digest_add(digest_add(digest[CAPACITY - 1], out.count), work);
}

/* Ten balls on a ray, and room for four: each cast goes on after the last hit of the one before. */
static void room_for_four(void)
{
    oct9_object_hit_t four[4];
    oct9_objects_cast_input_t in = { .motion = { POINT(5, 5, 5), POINT(30000, 5, 5), 0 },
                                     .capacity = 4,
                                     .hits = four };
    unsigned next = 0;
    things_init(OCT9_LOOSE, THING_NODES);
    for (int i = 0; i < 10; i++)
        (void)thing_add(thing_ball(1000 * (i / 2 + 1), 5, 5, 9)); /* two at each place */
    for (unsigned left = 10; left > 0; left -= out.count) {
        CHECK_EQ(oct9_objects_cast(&things, &in, &out), OCT9_OK);
        CHECK(out.count == (left < 4 ? left : 4) && out.more == (left >= 4));
        for (unsigned i = 0; i < out.count; i++)
            CHECK_EQ(four[i].handle.index, next++);
        in.after = &four[out.count - 1u];
    }
    CHECK_EQ(next, 10);
}

/* Of each slice's budget the contacts take their part. */
static void contacts_in_slices(void)
{
    const oct9_objects_cast_input_t in = { .motion = { POINT(5, 5, 5), POINT(9000, 5, 5), 0 },
                                           .capacity = CAPACITY,
                                           .hits = hits };
    uint32_t calls = 1;
    things_init(OCT9_LOOSE, THING_NODES);
    for (int i = 0; i < CAPACITY; i++)
        (void)thing_add(thing_ball(1000 * (i + 1), 5, 5, 9));
    CHECK_EQ(oct9_objects_cast_begin(&scratch.cast, &things, &in), OCT9_OK);
    while (oct9_objects_cast_run(&scratch.cast, 1, &out) == OCT9_AGAIN)
        calls++;
    CHECK_EQ(calls, out.objects + out.nodes + CAPACITY);
    CHECK_EQ(out.count, CAPACITY);
}

/* --- the work, by hand ----------------------------------------------------------------------- */

/* How many nodes a box search visits that is as high as the cube but from `low` to `high` on one
 * axis. */
static uint32_t nodes_between(unsigned axis, int32_t low, int32_t high)
{
    int16_t lo[3] = POINT(0, 0, 0), hi[3] = POINT(9, 9, 9);
    lo[axis] = AT(low);
    hi[axis] = AT(high);
    const oct9_region_t box = { .kind = OCT9_REGION_BOX,
                                .lo = { lo[0], lo[1], lo[2] },
                                .hi = { hi[0], hi[1], hi[2] } };
    CHECK_EQ(oct9_objects_find_begin(&scratch.find, &things, &box, 0), OCT9_OK);
    (void)find(UINT32_MAX);
    return scratch.find.search.nodes;
}

static oct9_bounds_t ball_at(unsigned axis, int32_t at, unsigned radius)
{
    int32_t centre[3] = { 100, 100, 100 };
    centre[axis] = at;
    return thing_ball(centre[0], centre[1], centre[2], radius);
}

/* These two things, in their nodes. */
static void settle_two(oct9_bounds_t a, oct9_bounds_t b)
{
    things_init(OCT9_LOOSE, THING_NODES);
    (void)thing_add(a);
    (void)thing_add(b);
    things_update(OCT9_LEVELS + 1);
}

/* Two of each, so that they come down to the nodes to which they belong. */
static void settle_twins(oct9_bounds_t a, oct9_bounds_t b)
{
    settle_two(a, b);
    (void)thing_add(a);
    (void)thing_add(b);
    things_update(OCT9_LEVELS + 1);
}

/* What each child of the cube may hold reaches half its size beyond it, and the rim counts: the
 * lower one's from -8192 to 24576, the upper one's from 8192 to 40960. The same for children of the
 * lower one, from -4096 to 12288 and from 4096 to 20480, and for the upper one's upper child, up to
 * 36864. Where nothing is larger than they are, the child of the cube reaches no further. */
static void rims_of_nodes(void)
{
    for (unsigned axis = 0; axis < 3; axis++) {
        settle_two(ball_at(axis, 100, 5000), ball_at(axis, 30000, 5000));
        CHECK_EQ(nodes_between(axis, -9000, -8193), 1);
        CHECK_EQ(nodes_between(axis, -9000, -8192), 2);
        CHECK_EQ(nodes_between(axis, 0, 8191), 2);
        CHECK_EQ(nodes_between(axis, 0, 8192), 3);
        CHECK_EQ(nodes_between(axis, 24576, 30000), 3);
        CHECK_EQ(nodes_between(axis, 24577, 30000), 2);
        CHECK_EQ(nodes_between(axis, 40960, 49000), 2);
        CHECK_EQ(nodes_between(axis, 40961, 49000), 1);
        settle_two(ball_at(axis, 100, 3000), ball_at(axis, 9000, 3000));
        CHECK_EQ(nodes_between(axis, -5000, -4097), 1);
        CHECK_EQ(nodes_between(axis, -5000, -4096), 3);
        CHECK_EQ(nodes_between(axis, 4095, 4095), 3);
        CHECK_EQ(nodes_between(axis, 12288, 12288), 4);
        CHECK_EQ(nodes_between(axis, 12289, 12289), 3);
        CHECK_EQ(nodes_between(axis, 20480, 20480), 3);
        CHECK_EQ(nodes_between(axis, 20481, 20481), 1);
        settle_two(ball_at(axis, 32700, 3000), ball_at(axis, 23768, 3000));
        CHECK_EQ(nodes_between(axis, 36864, 37000), 3);
        CHECK_EQ(nodes_between(axis, 36865, 37000), 1);
    }
}

/* How many objects are looked at for the nearest one. */
static uint32_t looks_near(int32_t x, int32_t y, int32_t z, unsigned index)
{
    const oct9_objects_nearest_input_t in = { POINT(x, y, z), 32767, 0, 1, nears, NULL };
    CHECK_EQ(oct9_objects_nearest(&things, &in, &out), OCT9_OK);
    CHECK(out.count == 1 && nears[0].handle.index == index);
    return out.objects;
}

/* One in each child of the cube. From a point beside it, it comes first, and no other matters; the
 * middle belongs to the upper child. */
static void nearest_comes_first(void)
{
    things_init(OCT9_LOOSE, THING_NODES);
    for (unsigned c = 0; c < 8; c++)
        (void)thing_add(
            thing_ball(c & 1u ? 24000 : 8000, c & 2u ? 24000 : 8000, c & 4u ? 24000 : 8000, 20));
    things_update(OCT9_LEVELS + 1);
    for (unsigned c = 0; c < 8; c++)
        CHECK_EQ(looks_near(c & 1u ? 23000 : 9000, c & 2u ? 23000 : 9000, c & 4u ? 23000 : 9000, c),
                 1);
    settle_twins(thing_ball(16000, 16000, 16000, 20), thing_ball(16400, 16400, 16400, 20));
    CHECK_EQ(looks_near(16384, 16384, 16384, 1), 2);
    CHECK_EQ(looks_near(16383, 16383, 16383, 1), 4);
    for (int x = 1018; x < 1020; x++) { /* up to a sub-cell beyond the last one */
        settle_twins(thing_ball(x - 100, 1000, 1000, 0), thing_ball(1160, 1000, 1000, 0));
        CHECK_EQ(looks_near(x, 1000, 1000, 0), x < 1019 ? 2 : 3);
    }
}

/* What is farther than the range by less than the list's unit is not in it, though its index would
 * put it first, and though the list is full with one that is as far as the range. */
static void nearest_within_the_range(void)
{
    const oct9_objects_nearest_input_t in = { POINT(1000, 1000, 1000), 1000, 0, 1, nears, NULL };
    things_init(OCT9_LOOSE, THING_NODES);
    (void)thing_add(thing_ball(1000, 2000, 1001, 0));
    (void)thing_add(thing_ball(0, 1000, 1000, 0));
    CHECK_EQ(oct9_objects_nearest(&things, &in, &out), OCT9_OK);
    CHECK(out.count == 1 && nears[0].handle.index == 1 && nears[0].distance_q14 == 256000);
}

/* How many objects are looked at for the first hit of a motion that has one. */
static uint32_t looks_ahead(oct9_point_t from, oct9_point_t to, uint16_t radius, unsigned index)
{
    const oct9_objects_cast_input_t in = { .motion = { from, to, radius },
                                           .capacity = 1,
                                           .hits = hits };
    CHECK_EQ(oct9_objects_cast(&things, &in, &out), OCT9_OK);
    CHECK(out.count == 1 && hits[0].handle.index == index);
    return out.objects;
}

/* A motion along an axis, and a little along the others in all directions, meets one object in each
 * half: the other half's is not looked at. */
static void first_hit_comes_first(void)
{
    for (unsigned choice = 0; choice < 24; choice++) {
        const unsigned axis = choice / 8u;
        int16_t from[3], to[3], low[3], high[3];
        for (unsigned a = 0; a < 3; a++) {
            const bool down = choice >> a & 1u;
            const int16_t near = a == axis ? 1000 : 8000, far = a == axis ? 31000 : 8040;
            from[a] = down ? far : near;
            to[a] = down ? near : far;
            low[a] = a == axis ? 8000 : 8020;
            high[a] = a == axis ? 24000 : 8020;
        }
        settle_two(thing_ball(low[0], low[1], low[2], 100),
                   thing_ball(high[0], high[1], high[2], 100));
        CHECK_EQ(looks_ahead(world_at(from[0], from[1], from[2]), world_at(to[0], to[1], to[2]), 0,
                             choice >> axis & 1u),
                 1);
    }
}

/* On an axis that the motion does not go along, the lower half comes first. */
static void lower_half_comes_first(void)
{
    for (unsigned axis = 0; axis < 3; axis++) {
        const unsigned along = axis == 0;
        int16_t from[3] = { 9000, 9000, 9000 }, to[3], low[3], high[3];
        from[axis] = 16384;
        from[along] = 1000;
        for (unsigned a = 0; a < 3; a++)
            to[a] = low[a] = high[a] = from[a];
        to[along] = 15000;
        low[axis] = 16000;
        high[axis] = 16800;
        low[along] = 5000;
        high[along] = 7000;
        settle_twins(thing_ball(low[0], low[1], low[2], 20),
                     thing_ball(high[0], high[1], high[2], 20));
        CHECK_EQ(
            looks_ahead(world_at(from[0], from[1], from[2]), world_at(to[0], to[1], to[2]), 500, 0),
            2);
    }
}

/* The first is too large for the tree and is looked at first: it is hit one 65535th behind the
 * start, the other at the start. */
static void hit_at_the_start(void)
{
    const oct9_point_t high = POINT(49151, 100, 100), low = POINT(-16384, 100, 100);
    settle_two(thing_box(29149, 100, 100, 20000, 5, 5), thing_ball(32767, 100, 100, 16384));
    CHECK_EQ(looks_ahead(high, low, 0, 1), 2);
    CHECK_EQ(hits[0].contact.num, 0);
    settle_two(thing_box(3618, 100, 100, 20000, 5, 5), thing_ball(0, 100, 100, 16384));
    CHECK_EQ(looks_ahead(low, high, 0, 1), 2);
    CHECK_EQ(hits[0].contact.num, 0);
}

static oct9_point_t place_of(random_t *random)
{
    const oct9_bounds_t bounds = thing_random_bounds(random);
    return bounds.centre;
}

static uint32_t ask_all(random_t *random, uint32_t budget)
{
    const uint16_t ignored = (uint16_t)(random_below(random, 4) ? 0 : random_below(random, 4));
    const oct9_point_t a = place_of(random), b = place_of(random);
    oct9_objects_cast_input_t cast = { .motion = { a, b, 0 }, .ignored = ignored, .hits = hits };
    const uint16_t range = query_radius(random);
    const uint16_t capacity = (uint16_t)(1 + random_below(random, CAPACITY));
    const oct9_objects_nearest_input_t near = { a, range, ignored, capacity, nears, NULL };
    uint32_t digest = ask_box(a, b, ignored, budget);
    digest = digest_add(digest, ask_sphere(a, query_radius(random), ignored, budget));
    digest = digest_add(digest, ask_frustum(a, b, ignored, budget));
    digest = digest_add(digest, ask_nearest(&near, budget));
    cast.motion.radius_q6 = random_below(random, 2) ? query_radius(random) : 0;
    return digest_add(digest, ask_cast(&cast, budget));
}

static void scenes(oct9_placement_t placement, uint32_t nodes, uint32_t *digest)
{
    random_t random = { 510 + nodes };
    things_init(placement, nodes);
    for (unsigned s = 0; s < SCENES; s++) {
        for (unsigned acts = 0; acts < 20; acts++)
            things_act(&random);
        for (unsigned q = 0; q < QUESTIONS; q++)
            *digest = digest_add(*digest, ask_all(&random, query_budgets[q % QUERY_BUDGETS]));
        if (s % 3)
            things_update(1);
    }
}

static void queries(void)
{
    uint32_t digest = DIGEST_BEGIN;
    scenes(OCT9_LOOSE, THING_NODES, &digest);
    scenes(OCT9_LOOSE, 12, &digest);
    scenes(OCT9_ENCLOSING, THING_NODES, &digest);
    TEST_DIGEST("objects", digest);
}

GOLDEN_SUITE(objects_queries)
{
    RUN(query_errors);
    RUN(room_for_four);
    RUN(contacts_in_slices);
    RUN(rims_of_nodes);
    RUN(nearest_comes_first);
    RUN(nearest_within_the_range);
    RUN(first_hit_comes_first);
    RUN(lower_half_comes_first);
    RUN(hit_at_the_start);
    RUN(queries);
}
