/* SPDX-License-Identifier: MIT */
/* Objects: 20 of them, up to 2 answers. */
#include "bench/calls.h"
#include "bench/calls_place.h"
#include "oct9/objects.h"

enum { OBJECTS = 20, NODES = 40, HITS = 2, QUESTIONS = 16, LOW = 12288, EDGE = 4096 };

static oct9_object_t object[OBJECTS];
static oct9_object_node_t node[NODES];
static oct9_handle_t handle[OBJECTS];
static oct9_objects_t objects;
static oct9_object_hit_t hits[HITS];
static oct9_object_near_t near[HITS];
static union {
    oct9_objects_find_t find;
    oct9_objects_cast_t cast;
    oct9_objects_nearest_t nearest;
    oct9_pairs_t pairs;
} scratch;

static const oct9_objects_config_t config = { object, node, OBJECTS, NODES, OCT9_LOOSE, 4, 0 };

static oct9_point_t somewhere(void)
{
    return place_point(LOW, EDGE);
}

static oct9_bounds_t bounds(unsigned i)
{
    oct9_bounds_t any;
    any.centre = somewhere();
    any.half_q6[0] = (uint16_t)(32u + calls_below(400));
    any.half_q6[1] = (uint16_t)(32u + calls_below(400));
    any.half_q6[2] = (uint16_t)(32u + calls_below(400));
    any.kind = i % 2u ? OCT9_BOUND_BOX : OCT9_BOUND_SPHERE;
    return any;
}

static void begin(void)
{
    (void)oct9_objects_init(&objects, &config);
}

static void furnish(void)
{
    begin();
    for (unsigned i = 0; i < OBJECTS; i++) {
        const oct9_objects_add_input_t any = { .bounds = bounds(i) };
        (void)oct9_objects_add(&objects, &any, &handle[i]);
    }
    (void)oct9_objects_update(&objects, UINT32_MAX);
}

static void answer(int status)
{
    calls_answer((uint32_t)status);
    calls_answer(objects.used);
    calls_answer(objects.nodes_used);
    calls_answer(objects.crowded);
}

static void objects_init(void)
{
    for (unsigned i = 0; i < 4; i++) {
        oct9_status_t status;
        CALL(status = oct9_objects_init(&objects, &config));
        answer(status);
    }
}

static void objects_add(void)
{
    begin();
    for (unsigned i = 0; i < OBJECTS; i++) {
        const oct9_objects_add_input_t any = { .bounds = bounds(i) };
        int status;
        CALL(status = oct9_objects_add(&objects, &any, &handle[i]));
        answer(status);
    }
}

/* A little in every second case, else anywhere. */
static void objects_move(void)
{
    furnish();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_bounds_t to = bounds(i);
        if (i % 2u) {
            to = object[i % OBJECTS].bounds;
            to.centre.x = (int16_t)(to.centre.x + 16);
        }
        int status;
        CALL(status = oct9_objects_move(&objects, handle[i % OBJECTS], &to));
        answer(status);
    }
}

static void objects_set(void)
{
    furnish();
    for (unsigned i = 0; i < OBJECTS; i++) {
        oct9_status_t status;
        CALL(status = oct9_objects_set(&objects, handle[i], 1, 2, i % 2u));
        answer(status);
    }
}

static void objects_remove(void)
{
    furnish();
    for (unsigned i = 0; i < OBJECTS; i++) {
        oct9_status_t status;
        CALL(status = oct9_objects_remove(&objects, handle[i]));
        answer(status);
    }
}

static void objects_get(void)
{
    furnish();
    for (unsigned i = 0; i < OBJECTS; i++) {
        const oct9_object_t *got;
        CALL(got = oct9_objects_get(&objects, handle[i]));
        calls_answer((uint32_t)got->bounds.centre.x);
    }
}

/* After moves of all. */
static void objects_update(void)
{
    furnish();
    for (unsigned i = 0; i < QUESTIONS; i++) {
        for (unsigned n = 0; n < OBJECTS; n++) {
            const oct9_bounds_t to = bounds(n);
            (void)oct9_objects_move(&objects, handle[n], &to);
        }
        oct9_status_t status;
        CALL(status = oct9_objects_update(&objects, UINT32_MAX));
        answer(status);
    }
}

static oct9_point_t on(oct9_point_t at, int by)
{
    const oct9_point_t to = { (int16_t)(at.x + by), (int16_t)(at.y + by), (int16_t)(at.z + by) };
    return to;
}

/* A box, a sphere, or what has a point above z, below which six times the same plane cuts all off.
 */
static oct9_region_t region_of(unsigned kind, oct9_frustum_t *frustum)
{
    const oct9_point_t at = somewhere();
    const oct9_region_t region = { .kind = kind == 0 ? OCT9_REGION_BOX
                                         : kind == 1 ? OCT9_REGION_SPHERE
                                                     : OCT9_REGION_FRUSTUM,
                                   .lo = at,
                                   .hi = on(at, 800),
                                   .centre = at,
                                   .radius_q6 = 800,
                                   .frustum = frustum };
    const oct9_plane_t plane = { { 0, 0, 1 }, at.z };
    for (unsigned p = 0; p < 6; p++)
        frustum->plane[p] = plane;
    return region;
}

static void objects_find_begin(void)
{
    furnish();
    for (unsigned i = 0; i < 3 * QUESTIONS; i++) {
        oct9_frustum_t frustum;
        const oct9_region_t region = region_of(i % 3u, &frustum);
        oct9_status_t status;
        CALL(status = oct9_objects_find_begin(&scratch.find, &objects, &region, 0));
        answer(status);
    }
}

static void objects_find_next(void)
{
    furnish();
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const oct9_region_t region = { .kind = OCT9_REGION_SPHERE,
                                       .centre = somewhere(),
                                       .radius_q6 = 800 };
        oct9_handle_t one = { 0, 0 };
        int got = 1;
        (void)oct9_objects_find_begin(&scratch.find, &objects, &region, 0);
        while (got > 0) {
            CALL(got = oct9_objects_find_next(&scratch.find, UINT32_MAX, &one));
            calls_answer((uint32_t)got + one.index);
        }
    }
}

static oct9_objects_cast_input_t motion(unsigned i)
{
    oct9_objects_cast_input_t input = { .capacity = HITS, .hits = hits };
    input.motion.from = somewhere();
    input.motion.to = somewhere();
    input.motion.radius_q6 = i % 2u ? 0 : 100;
    return input;
}

static void answer_cast(oct9_status_t status, const oct9_objects_output_t *output)
{
    calls_answer((uint32_t)status);
    for (unsigned i = 0; i < output->count; i++) {
        calls_answer(hits[i].handle.index);
        calls_answer(hits[i].contact.num);
        calls_answer((uint32_t)hits[i].contact.normal[0]);
    }
}

static void objects_cast(void)
{
    furnish();
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const oct9_objects_cast_input_t input = motion(i);
        oct9_objects_output_t output;
        oct9_status_t status;
        CALL(status = oct9_objects_cast(&objects, &input, &output));
        answer_cast(status, &output);
    }
}

static void objects_cast_begin(void)
{
    furnish();
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const oct9_objects_cast_input_t input = motion(i);
        oct9_status_t status;
        CALL(status = oct9_objects_cast_begin(&scratch.cast, &objects, &input));
        calls_answer((uint32_t)status);
    }
}

static void objects_cast_run(void)
{
    furnish();
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const oct9_objects_cast_input_t input = motion(i);
        oct9_objects_output_t output;
        oct9_status_t status = oct9_objects_cast_begin(&scratch.cast, &objects, &input);
        CALL(status = oct9_objects_cast_run(&scratch.cast, UINT32_MAX, &output));
        answer_cast(status, &output);
    }
}

static oct9_objects_nearest_input_t question(void)
{
    const oct9_objects_nearest_input_t input = {
        .point = somewhere(), .range_q6 = 2000, .ignored = 0, .capacity = HITS, .found = near
    };
    return input;
}

static void answer_nearest(oct9_status_t status, const oct9_objects_output_t *output)
{
    calls_answer((uint32_t)status);
    for (unsigned i = 0; i < output->count; i++) {
        calls_answer(near[i].handle.index);
        calls_answer(near[i].distance_q14);
    }
}

static void objects_nearest(void)
{
    furnish();
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const oct9_objects_nearest_input_t input = question();
        oct9_objects_output_t output;
        oct9_status_t status;
        CALL(status = oct9_objects_nearest(&objects, &input, &output));
        answer_nearest(status, &output);
    }
}

static void objects_nearest_begin(void)
{
    furnish();
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const oct9_objects_nearest_input_t input = question();
        oct9_status_t status;
        CALL(status = oct9_objects_nearest_begin(&scratch.nearest, &objects, &input));
        calls_answer((uint32_t)status);
    }
}

static void objects_nearest_run(void)
{
    furnish();
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const oct9_objects_nearest_input_t input = question();
        oct9_objects_output_t output;
        oct9_status_t status = oct9_objects_nearest_begin(&scratch.nearest, &objects, &input);
        CALL(status = oct9_objects_nearest_run(&scratch.nearest, UINT32_MAX, &output));
        answer_nearest(status, &output);
    }
}

static void pairs_begin(void)
{
    for (unsigned i = 0; i < 4; i++) {
        furnish();
        oct9_status_t status;
        CALL(status = oct9_objects_pairs_begin(&scratch.pairs, &objects, OCT9_PAIRS_ALL, 0));
        answer(status);
    }
}

static void pairs_next(void)
{
    for (unsigned i = 0; i < 4; i++) {
        oct9_object_pair_t pair[8];
        int got = 1;
        furnish();
        (void)oct9_objects_pairs_begin(&scratch.pairs, &objects, OCT9_PAIRS_ALL, 0);
        while (got > 0) {
            CALL(got = oct9_objects_pairs_next(&scratch.pairs, UINT32_MAX, pair, 8));
            calls_answer((uint32_t)got);
            for (int k = 0; k < got; k++)
                calls_answer(pair[k].a.index * 100u + pair[k].b.index);
        }
    }
}

static void objects_beyond(void)
{
    for (unsigned i = 0; i < OBJECTS; i++) {
        oct9_bounds_t any = bounds(i);
        uint16_t got;
        any.half_q6[0] = 32767;
        CALL(got = oct9_objects_beyond(&any));
        calls_answer(got);
    }
}

static void objects_contact(void)
{
    furnish();
    for (unsigned i = 0; i < OBJECTS; i++) {
        oct9_object_contact_t contact;
        int got;
        CALL(got = oct9_objects_contact(&objects, handle[i], handle[(i + 1u) % OBJECTS], &contact));
        calls_answer((uint32_t)got + (uint32_t)contact.distance_q14);
    }
}

static void objects_check(void)
{
    furnish();
    oct9_status_t status;
    CALL(status = oct9_objects_check(&objects));
    answer(status);
}

static const call_t call[] = { { "objects_init", objects_init },
                               { "objects_add", objects_add },
                               { "objects_move", objects_move },
                               { "objects_set", objects_set },
                               { "objects_remove", objects_remove },
                               { "objects_get", objects_get },
                               { "objects_update", objects_update },
                               { "objects_find_begin", objects_find_begin },
                               { "objects_find_next", objects_find_next },
                               { "objects_cast", objects_cast },
                               { "objects_cast_begin", objects_cast_begin },
                               { "objects_cast_run", objects_cast_run },
                               { "objects_nearest", objects_nearest },
                               { "objects_nearest_begin", objects_nearest_begin },
                               { "objects_nearest_run", objects_nearest_run },
                               { "objects_pairs_begin", pairs_begin },
                               { "objects_pairs_next", pairs_next },
                               { "objects_contact", objects_contact },
                               { "objects_beyond", objects_beyond },
                               { "objects_check", objects_check } };

int main(void)
{
    return calls_run(call, sizeof call / sizeof call[0]);
}
