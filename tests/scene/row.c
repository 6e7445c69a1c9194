/* SPDX-License-Identifier: MIT */
#include "tests/scene/row.h"

#include "tests/golden/query.h"
#include "tests/test.h"

oct9_primitive_t row_primitives[ROW_PRIMITIVES];
uint32_t row_lists[ROW_LISTS];
uint16_t row_indices[ROW_INDICES];
uint8_t row_seen[(ROW_PRIMITIVES + 7) / 8];
oct9_scene_t row_scene;
oct9_scene_hit_t row_hits[ROW_HITS];
oct9_scene_near_t row_found[ROW_HITS];
oct9_scene_output_t row_out;
union row_scratch row_scratch;

oct9_scene_config_t row_config(uint32_t count)
{
    return (oct9_scene_config_t){ .primitives = row_primitives,
                                  .primitive_count = count,
                                  .blocks = world_pool,
                                  .block_count = WORLD_BLOCKS,
                                  .lists = row_lists,
                                  .list_count = ROW_LISTS,
                                  .indices = row_indices,
                                  .index_count = ROW_INDICES,
                                  .few = 4,
                                  .least_level = 3 };
}

oct9_scene_config_t row_finest(uint32_t count)
{
    oct9_scene_config_t config = row_config(count);
    config.few = 1;
    config.least_level = 0;
    return config;
}

void row_put(unsigned i, oct9_primitive_kind_t kind, oct9_point_t a, oct9_point_t b, oct9_point_t c,
             uint16_t radius)
{
    oct9_primitive_t *p = &row_primitives[i];
    p->a = a;
    p->b = b;
    p->c = c;
    p->radius_q6 = radius;
    p->id = (uint16_t)(100 + i);
    p->category = (uint16_t)(i < SAIL ? 1u << i : 0);
    p->kind = (uint16_t)kind;
}

void row_put_all(void)
{
    const oct9_point_t none = point(-1, -1, -1);
    row_put(BALL, OCT9_PRIMITIVE_SPHERE, point(1000, 1000, 1000), none, none, 100);
    row_put(BLOCK, OCT9_PRIMITIVE_BOX, point(2000, 900, 900), point(2200, 1100, 1100), none, 9999);
    row_put(PILLAR, OCT9_PRIMITIVE_CAPSULE, point(3000, 1000, 500), point(3000, 1000, 1500), none,
            50);
    row_put(SAIL, OCT9_PRIMITIVE_TRIANGLE, point(4000, 500, 500), point(4000, 1500, 500),
            point(4000, 500, 1500), 9999);
    row_put(DOT, OCT9_PRIMITIVE_SPHERE, point(5000, 1000, 1000), none, none, 0);
    row_put(SAME_DOT, OCT9_PRIMITIVE_BOX, point(5000, 1000, 1000), point(5000, 1000, 1000), none,
            0);
    row_put(PANE, OCT9_PRIMITIVE_BOX, point(6000, 900, 900), point(6000, 1100, 1100), none, 0);
    row_put(NEEDLE, OCT9_PRIMITIVE_TRIANGLE, point(7000, 1000, 1000), point(7000, 1000, 1400),
            point(7000, 1000, 1200), 0);
}

void row_build(void)
{
    const oct9_scene_config_t config = row_finest(HAND);
    row_put_all();
    CHECK_EQ(oct9_scene_build(&row_scene, &config), OCT9_OK);
}

unsigned row_cast(oct9_point_t from, oct9_point_t to, uint16_t radius, uint16_t ignored,
                  uint16_t capacity)
{
    const oct9_scene_cast_input_t in = {
        .motion = { from, to, radius }, .ignored = ignored, .capacity = capacity, .hits = row_hits
    };
    CHECK_EQ(oct9_scene_cast(&row_scene, &in, &row_out), OCT9_OK);
    return row_out.count;
}

bool row_hit_is(unsigned i, unsigned index, unsigned num)
{
    return row_hits[i].index == index && row_hits[i].contact.num == num;
}

int row_next(uint32_t budget, uint16_t *index)
{
    const oct9_search_t *search = &row_scratch.find.visit.search;
    const uint32_t before = search->nodes + search->leaves;
    const int status = oct9_scene_find_next(&row_scratch.find, budget, index);
    CHECK(search->nodes + search->leaves - before <= budget);
    return status;
}

uint32_t row_found_bits(uint32_t budget)
{
    uint32_t bits = 0;
    uint16_t index = 0;
    int status;
    while ((status = row_next(budget, &index)) != 0) {
        if (status == OCT9_AGAIN)
            continue;
        CHECK_EQ(status, 1);
        CHECK(index < 32 && !(bits >> index & 1u));
        bits |= 1u << index;
    }
    return bits;
}

uint32_t row_in_box(oct9_point_t lo, oct9_point_t hi, uint16_t ignored)
{
    const oct9_region_t box = { .kind = OCT9_REGION_BOX, .lo = lo, .hi = hi };
    CHECK_EQ(oct9_scene_find_begin(&row_scratch.find, &row_scene, &box, ignored, row_seen),
             OCT9_OK);
    return row_found_bits(UINT32_MAX);
}

uint32_t row_in_sphere(oct9_point_t centre, uint16_t radius)
{
    const oct9_region_t ball = { .kind = OCT9_REGION_SPHERE,
                                 .centre = centre,
                                 .radius_q6 = radius };
    CHECK_EQ(oct9_scene_find_begin(&row_scratch.find, &row_scene, &ball, 0, row_seen), OCT9_OK);
    return row_found_bits(UINT32_MAX);
}

oct9_frustum_t row_between(int16_t from_x, int16_t to_x)
{
    oct9_frustum_t frustum;
    for (unsigned i = 0; i < 6; i++)
        frustum.plane[i] = (oct9_plane_t){ { 0, 0, 1 }, -32768 };
    frustum.plane[0] = (oct9_plane_t){ { 1, 0, 0 }, from_x };
    frustum.plane[1] = (oct9_plane_t){ { -1, 0, 0 }, -to_x };
    return frustum;
}

unsigned row_nearest(oct9_point_t p, uint16_t range, uint16_t ignored, uint16_t capacity)
{
    const oct9_scene_nearest_input_t in = {
        .point = p, .range_q6 = range, .ignored = ignored, .capacity = capacity, .found = row_found
    };
    CHECK_EQ(oct9_scene_nearest(&row_scene, &in, &row_out), OCT9_OK);
    return row_out.count;
}

static int16_t within(int32_t at, int32_t margin)
{
    const int32_t least = OCT9_LOW_Q6 + margin, most = OCT9_HIGH_Q6 - 1 - margin;
    return (int16_t)(at < least ? least : at > most ? most : at);
}

oct9_point_t row_beside(random_t *random, const oct9_point_t *p, uint32_t reach, int32_t margin)
{
    int32_t by[3] = { 0, 0, 0 };
    for (unsigned a = 0; a < 3; a++)
        if (random_below(random, 4) != 0)
            by[a] = (int32_t)random_below(random, 2 * reach + 1) - (int32_t)reach;
    return (oct9_point_t){ within(p->x + by[0], margin), within(p->y + by[1], margin),
                           within(p->z + by[2], margin) };
}

void row_order(int16_t *a, int16_t *b)
{
    const int16_t low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;
    *a = low;
    *b = high;
}

/* One of five is no larger than a point or a line; one of eight is large. */
static void random_primitive(random_t *random, unsigned i)
{
    oct9_primitive_t *p = &row_primitives[i];
    const oct9_point_t middle = point(16000, 16000, 16000);
    const uint32_t reach = random_below(random, 8) == 0 ? 6000 : 600;
    const uint16_t radius = (uint16_t)(random_below(random, 5) ? random_below(random, 400) : 0);
    row_put(i, (oct9_primitive_kind_t)(i % 4), row_beside(random, &middle, 16384, radius), middle,
            middle, radius);
    p->b = row_beside(random, &p->a, random_below(random, 5) ? reach : 0, radius);
    p->c = random_below(random, 5) ? row_beside(random, &p->b, reach, radius) : p->b;
    p->category = (uint16_t)random_below(random, 16);
    if (p->kind == OCT9_PRIMITIVE_BOX) {
        row_order(&p->a.x, &p->b.x);
        row_order(&p->a.y, &p->b.y);
        row_order(&p->a.z, &p->b.z);
    }
}

void row_randomize(void)
{
    random_t random = { 151 };
    for (unsigned i = 0; i < ROW_RANDOM; i++)
        random_primitive(&random, i);
}
