/* SPDX-License-Identifier: MIT */
/* The suite of scenes: at random, against one list of all primitives. */
#include "tests/golden/query.h"
#include "tests/golden/scene_parts.h"
#include "tests/test.h"

/* --- at random ------------------------------------------------------------------------------- */

static int16_t within(int32_t at, int32_t margin)
{
    const int32_t most = 32767 - margin;
    return (int16_t)(at < margin ? margin : at > most ? most : at);
}

/* Up to `reach` away on each axis, or not at all; not nearer to the rim than the margin. */
static oct9_point_t beside(random_t *random, const oct9_point_t *p, uint32_t reach, int32_t margin)
{
    int32_t by[3] = { 0, 0, 0 };
    for (unsigned a = 0; a < 3; a++)
        if (random_below(random, 4) != 0)
            by[a] = (int32_t)random_below(random, 2 * reach + 1) - (int32_t)reach;
    return scene_point(within(p->x + by[0], margin), within(p->y + by[1], margin),
                       within(p->z + by[2], margin));
}

static void order(int16_t *a, int16_t *b)
{
    const int16_t low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;
    *a = low;
    *b = high;
}

/* One of five is no larger than a point or a line; one of eight is large. */
static void random_primitive(random_t *random, unsigned i)
{
    oct9_primitive_t *p = &scene_primitives[i];
    const oct9_point_t middle = scene_point(16000, 16000, 16000);
    const uint32_t reach = random_below(random, 8) == 0 ? 6000 : 600;
    const uint16_t radius = (uint16_t)(random_below(random, 5) ? random_below(random, 400) : 0);
    scene_put(i, (oct9_primitive_kind_t)(i % 4), beside(random, &middle, 16384, radius), middle,
              middle, radius);
    p->b = beside(random, &p->a, random_below(random, 5) ? reach : 0, radius);
    p->c = random_below(random, 5) ? beside(random, &p->b, reach, radius) : p->b;
    p->category = (uint16_t)random_below(random, 16);
    if (p->kind == OCT9_PRIMITIVE_BOX) {
        order(&p->a.x, &p->b.x);
        order(&p->a.y, &p->b.y);
        order(&p->a.z, &p->b.z);
    }
}

void scene_random_primitives(void)
{
    random_t random = { 151 };
    for (unsigned i = 0; i < RANDOM; i++)
        random_primitive(&random, i);
}

/* A scene of one list, that of the whole cube: it asks all primitives. What the other one left of
 * the arrays is room enough. */
static oct9_scene_t flat;

static void build_flat(void)
{
    oct9_scene_config_t config = scene_config_of(RANDOM);
    config.blocks = &world_pool[BLOCKS];
    config.block_count = 1;
    config.lists = &scene_lists[LISTS - 1];
    config.list_count = 1;
    config.indices = &scene_indices[INDICES - RANDOM - 1];
    config.index_count = RANDOM + 1;
    config.few = 255;
    CHECK(scene.index_count < INDICES - RANDOM - 1 && scene.list_count < LISTS - 1);
    CHECK_EQ(oct9_scene_build(&flat, &config), OCT9_OK);
    CHECK_EQ(flat.tree.used, 0);
    CHECK_EQ(flat.list_count, 1);
}

/* Both scenes serve the three tests that follow. */
static void the_tree(void)
{
    uint32_t digest = DIGEST_BEGIN;
    const oct9_scene_config_t config = scene_config_of(RANDOM);
    scene_random_primitives();
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    build_flat();
    digest = digest_add(digest, scene.tree.root);
    for (unsigned i = 0; i < scene.tree.used; i++)
        for (unsigned c = 0; c < 8; c++)
            digest = digest_add(digest, scene.tree.pool[i].slot[c]);
    for (unsigned i = 0; i < scene.list_count; i++)
        digest = digest_add(digest, scene.lists[i]);
    for (unsigned i = 0; i < scene.index_count; i++)
        digest = digest_add(digest, scene.indices[i]);
    TEST_DIGEST("scene", digest);
}

static uint32_t add_contact(uint32_t digest, const oct9_contact_t *contact)
{
    digest = digest_add(digest, contact->num);
    digest = query_add_point(query_add_point(digest, &contact->at), &contact->point);
    for (unsigned a = 0; a < 3; a++)
        digest = digest_add(digest, (uint16_t)contact->normal[a]);
    return digest;
}

static uint32_t add_hits(uint32_t digest)
{
    digest = digest_add(digest, scene_out.count);
    for (unsigned i = 0; i < scene_out.count; i++)
        digest = add_contact(digest_add(digest, scene_hits[i].index), &scene_hits[i].contact);
    return digest;
}

static uint32_t add_found(uint32_t digest)
{
    digest = digest_add(digest, scene_out.count);
    for (unsigned i = 0; i < scene_out.count; i++)
        digest = digest_add(digest_add(digest, scene_found[i].index), scene_found[i].distance_q14);
    return digest;
}

static uint32_t add_work(uint32_t digest)
{
    return digest_add(digest_add(digest_add(digest, scene_out.leaves), scene_out.nodes),
                      scene_out.tests);
}

/* A place near one of the primitives, or anywhere. */
static oct9_point_t somewhere(random_t *random)
{
    const oct9_primitive_t *p = &scene_primitives[random_below(random, RANDOM)];
    return random_below(random, 4) ? beside(random, &p->a, 1000, 0) : world_point(random);
}

/* A line, a sphere at rest, a swept one. */
static oct9_motion_t random_motion(random_t *random, unsigned i)
{
    oct9_motion_t motion = { .from = somewhere(random) };
    motion.to = i % 3 == 1 ? motion.from : somewhere(random);
    motion.radius_q6 = (uint16_t)(i % 3 == 0 ? 0 : random_below(random, 400));
    motion.ignored = (uint16_t)(i % 4 ? 0 : random_below(random, 16));
    return motion;
}

static void cast_in_slices(const oct9_scene_cast_input_t *in, uint32_t budget)
{
    oct9_status_t status = OCT9_AGAIN;
    CHECK_EQ(oct9_scene_cast_begin(&scene_scratch.cast, &scene, in), OCT9_OK);
    for (uint32_t calls = 1; status == OCT9_AGAIN; calls++) {
        status = oct9_scene_cast_run(&scene_scratch.cast, budget, &scene_out);
        CHECK(scene_out.leaves + scene_out.nodes + scene_out.tests <= calls * budget);
    }
    CHECK_EQ(status, OCT9_OK);
    CHECK_EQ(oct9_scene_cast_run(&scene_scratch.cast, budget, &scene_out),
             OCT9_OK); /* and says so again */
}

static void random_casts(void)
{
    random_t random = { 152 };
    uint32_t digest = DIGEST_BEGIN;
    for (unsigned i = 0; i < CASTS; i++) {
        const oct9_scene_cast_input_t in = {
            .motion = random_motion(&random, i),
            .hits = scene_hits,
            .capacity = (uint16_t)(i & 1u ? 1 : 1 + random_below(&random, HITS))
        };
        CHECK_EQ(oct9_scene_cast(&scene, &in, &scene_out), OCT9_OK);
        const uint32_t answer = add_hits(0), whole = add_work(answer);
        digest = digest_add(digest, whole);
        cast_in_slices(&in, query_budgets[i % QUERY_BUDGETS]);
        CHECK_EQ(add_work(add_hits(0)), whole);
        if (i % FLAT != 0)
            continue;
        CHECK_EQ(oct9_scene_cast(&flat, &in, &scene_out), OCT9_OK);
        CHECK_EQ(add_hits(0), answer);
    }
    TEST_DIGEST("scene cast", digest);
}

static void nearest_in_slices(const oct9_scene_nearest_input_t *in, uint32_t budget)
{
    oct9_status_t status = OCT9_AGAIN;
    CHECK_EQ(oct9_scene_nearest_begin(&scene_scratch.nearest, &scene, in), OCT9_OK);
    for (uint32_t calls = 1; status == OCT9_AGAIN; calls++) {
        status = oct9_scene_nearest_run(&scene_scratch.nearest, budget, &scene_out);
        CHECK(scene_out.leaves + scene_out.nodes + scene_out.tests <= calls * budget);
    }
    CHECK_EQ(status, OCT9_OK);
    CHECK_EQ(oct9_scene_nearest_run(&scene_scratch.nearest, budget, &scene_out), OCT9_OK);
}

static void random_nearests(void)
{
    random_t random = { 153 };
    uint32_t digest = DIGEST_BEGIN;
    for (unsigned i = 0; i < NEARESTS; i++) {
        const oct9_scene_nearest_input_t in = {
            .point = somewhere(&random),
            .range_q6 = query_radius(&random),
            .found = scene_found,
            .ignored = (uint16_t)(i % 4 ? 0 : random_below(&random, 16)),
            .capacity = (uint16_t)(i & 1u ? 1 : 1 + random_below(&random, HITS))
        };
        CHECK_EQ(oct9_scene_nearest(&scene, &in, &scene_out), OCT9_OK);
        const uint32_t answer = add_found(0), whole = add_work(answer);
        digest = digest_add(digest, whole);
        nearest_in_slices(&in, query_budgets[i % QUERY_BUDGETS]);
        CHECK_EQ(add_work(add_found(0)), whole);
        if (i % FLAT != 0)
            continue;
        CHECK_EQ(oct9_scene_nearest(&flat, &in, &scene_out), OCT9_OK);
        CHECK_EQ(add_found(0), answer);
    }
    TEST_DIGEST("scene nearest", digest);
}

/* All that is found, as bits; each once. */
typedef struct {
    uint8_t bits[(RANDOM + 7) / 8];
} set_t;

static void take_all(set_t *set, uint32_t budget)
{
    uint16_t index = 0;
    int status;
    for (unsigned i = 0; i < sizeof set->bits; i++)
        set->bits[i] = 0;
    while ((status = scene_next(budget, &index)) != 0) {
        if (status == OCT9_AGAIN)
            continue;
        CHECK(status == 1 && index < RANDOM && !((unsigned)set->bits[index / 8] >> index % 8 & 1u));
        set->bits[index / 8] = (uint8_t)(set->bits[index / 8] | 1u << index % 8);
    }
}

typedef struct {
    oct9_region_t region;
    uint16_t ignored;
    oct9_frustum_t frustum;
} shapes_t;

enum { BOX, SPHERE, FRUSTUM, SHAPES };

static shapes_t random_shapes(random_t *random)
{
    shapes_t s = { .region.lo = somewhere(random) };
    oct9_region_t *r = &s.region;
    r->hi = beside(random, &r->lo, 2000, 0);
    order(&r->lo.x, &r->hi.x);
    order(&r->lo.y, &r->hi.y);
    order(&r->lo.z, &r->hi.z);
    r->centre = r->lo;
    r->radius_q6 = (uint16_t)(query_radius(random) / 8u);
    s.ignored = (uint16_t)(random_below(random, 4) ? 0 : random_below(random, 16));
    s.frustum = scene_between(r->lo.x, r->hi.x);
    for (unsigned a = 0; a < 3; a++)
        s.frustum.plane[2].normal[a] = (int16_t)((int32_t)random_below(random, 201) - 100);
    s.frustum.plane[2].normal[2] |= 1;
    s.frustum.plane[2].offset = (int32_t)random_below(random, 1000000);
    return s;
}

static oct9_status_t begin(const oct9_scene_t *in, shapes_t *s, unsigned kind)
{
    s->region.kind = kind == BOX    ? OCT9_REGION_BOX
                   : kind == SPHERE ? OCT9_REGION_SPHERE
                                    : OCT9_REGION_FRUSTUM;
    s->region.frustum = &s->frustum;
    return oct9_scene_find_begin(&scene_scratch.find, in, &s->region, s->ignored, scene_seen);
}

/* What one list of all finds, the tree finds too; the tree's leaves may leave out of a frustum's
 * what is near its edges. */
static void compare(shapes_t *s, unsigned kind, const set_t *tree)
{
    set_t all;
    CHECK_EQ(begin(&flat, s, kind), OCT9_OK);
    take_all(&all, UINT32_MAX);
    for (unsigned i = 0; i < sizeof all.bits; i++)
        CHECK_EQ(tree->bits[i], kind == FRUSTUM ? all.bits[i] & tree->bits[i] : all.bits[i]);
}

static void random_finds(void)
{
    random_t random = { 154 };
    uint32_t digest = DIGEST_BEGIN;
    set_t whole, sliced;
    for (unsigned i = 0; i < FINDS; i++) {
        shapes_t s = random_shapes(&random);
        const unsigned kind = i % SHAPES;
        CHECK_EQ(begin(&scene, &s, kind), OCT9_OK);
        take_all(&whole, UINT32_MAX);
        CHECK_EQ(begin(&scene, &s, kind), OCT9_OK);
        take_all(&sliced, query_budgets[i % QUERY_BUDGETS]);
        for (unsigned k = 0; k < sizeof whole.bits; k++) {
            CHECK_EQ(whole.bits[k], sliced.bits[k]);
            digest = digest_add(digest, whole.bits[k]);
        }
        if (i % FLAT < SHAPES)
            compare(&s, kind, &whole);
    }
    TEST_DIGEST("scene find", digest);
}

void scene_random(void)
{
    RUN(the_tree);
    RUN(random_casts);
    RUN(random_nearests);
    RUN(random_finds);
}
