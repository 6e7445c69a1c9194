/* SPDX-License-Identifier: MIT */
/* Walks and casts: rays of 5 m from free cells of the part, unknown passes; fans of 16.
 * `oct9_image_open` takes the whole part, 25 KB. */
#include "bench/calls.h"
#include "bench/calls_part.h"
#include "oct9/cast.h"

enum { RAYS = 16 }; /* of a fan */

static const oct9_rules_t rules = { .unknown = OCT9_PASSES, .outside = OCT9_FREE };
static const oct9_map_t *map;
static oct9_walk_t walk;
static oct9_cast_t cast;
static oct9_fan_hit_t hits[RAYS];

static oct9_cast_input_t ray(void)
{
    oct9_cast_input_t input = { .rules = rules };
    input.from = part_free();
    input.to = part_away(&input.from, PART_5_M);
    return input;
}

static void answer_leaf(const oct9_leaf_t *leaf)
{
    calls_answer(leaf->corner.x);
    calls_answer(leaf->corner.y);
    calls_answer(leaf->corner.z);
    calls_answer(leaf->level);
    calls_answer(leaf->state);
}

static void answer_cast(oct9_status_t status, const oct9_cast_output_t *output)
{
    calls_answer((uint32_t)status);
    calls_answer((uint32_t)output->hit);
    calls_answer(output->fraction.num);
    calls_answer(output->fraction.den);
    calls_answer(output->leaves);
}

static void image_open(void)
{
    oct9_image_t image;
    oct9_status_t status;
    CALL(status = oct9_image_open(&image, OCT9_ROM(oct9_map_geb079_part),
                                  (size_t)oct9_map_geb079_part_size));
    calls_answer((uint32_t)status);
    calls_answer(image.root);
}

static void image_open_begin(void)
{
    oct9_image_open_t opening;
    oct9_status_t status;
    CALL(status = oct9_image_open_begin(&opening, OCT9_ROM(oct9_map_geb079_part),
                                        (size_t)oct9_map_geb079_part_size));
    calls_answer((uint32_t)status);
}

static void image_open_run(void)
{
    oct9_image_open_t opening;
    oct9_image_t image;
    oct9_status_t status = oct9_image_open_begin(&opening, OCT9_ROM(oct9_map_geb079_part),
                                                 (size_t)oct9_map_geb079_part_size);
    CALL(status = oct9_image_open_run(&opening, UINT32_MAX, &image));
    calls_answer((uint32_t)status);
    calls_answer(image.root);
}

static void locate(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_cell_t cell = part_cell();
        oct9_leaf_t leaf;
        CALL((void)oct9_map_locate(map, cell, &leaf));
        answer_leaf(&leaf);
    }
}

static void walk_begin(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_cast_input_t input = ray();
        bool more;
        CALL(more = oct9_walk_begin(&walk, map, &input.from, &input.to));
        calls_answer(more);
        calls_answer(walk.payload);
    }
}

/* Each step of a walk up to the first occupied leaf. */
static void walk_next(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_cast_input_t input = ray();
        bool more = oct9_walk_begin(&walk, map, &input.from, &input.to);
        while (more && walk.payload != OCT9_OCCUPIED) {
            CALL(more = oct9_walk_next(&walk) > 0);
            calls_answer(walk.payload);
        }
    }
}

/* In the middle of a segment. */
static void step_in(void)
{
    const oct9_cast_input_t input = ray();
    bool more = oct9_walk_begin(&walk, map, &input.from, &input.to);
    for (unsigned step = 0; more && step < 4; step++)
        more = oct9_walk_next(&walk) > 0;
}

static void walk_leaf(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_leaf_t leaf;
        step_in();
        CALL(oct9_walk_leaf(&walk, &leaf));
        answer_leaf(&leaf);
    }
}

static void walk_entry(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_face_t face;
        oct9_fraction_t time;
        step_in();
        CALL(face = oct9_walk_entry(&walk, &time));
        calls_answer((uint32_t)face);
        calls_answer(time.num);
        calls_answer(time.den);
    }
}

static void cast_whole(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_cast_input_t input = ray();
        oct9_cast_output_t output;
        oct9_status_t status;
        CALL(status = oct9_cast_ray(map, &input, &output));
        answer_cast(status, &output);
    }
}

static void cast_begin(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_cast_input_t input = ray();
        oct9_status_t status;
        CALL(status = oct9_cast_begin(&cast, map, &input));
        calls_answer((uint32_t)status);
    }
}

static void cast_run(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_cast_input_t input = ray();
        oct9_cast_output_t output;
        oct9_status_t status = oct9_cast_begin(&cast, map, &input);
        CALL(status = oct9_cast_run(&cast, UINT32_MAX, &output));
        answer_cast(status, &output);
    }
}

static oct9_point_t ends[RAYS];

static oct9_fan_input_t rays(void)
{
    const oct9_fan_input_t input = {
        .from = part_free(), .to = ends, .count = RAYS, .rules = rules, .hits = hits
    };
    for (unsigned i = 0; i < RAYS; i++)
        ends[i] = part_away(&input.from, PART_5_M);
    return input;
}

static void answer_fan(oct9_status_t status, const oct9_fan_output_t *output)
{
    calls_answer((uint32_t)status);
    calls_answer(output->leaves);
    for (unsigned i = 0; i < RAYS; i++) {
        calls_answer(hits[i].hit);
        calls_answer(hits[i].num);
    }
}

static void fan_whole(void)
{
    for (unsigned i = 0; i < 8; i++) {
        const oct9_fan_input_t input = rays();
        oct9_fan_output_t output;
        oct9_status_t status;
        CALL(status = oct9_cast_fan(map, &input, &output));
        answer_fan(status, &output);
    }
}

static const call_t call[] = { { "image_open", image_open },
                               { "image_open_begin", image_open_begin },
                               { "image_open_run", image_open_run },
                               { "map_locate", locate },
                               { "walk_begin", walk_begin },
                               { "walk_next", walk_next },
                               { "walk_leaf", walk_leaf },
                               { "walk_entry", walk_entry },
                               { "cast_ray", cast_whole },
                               { "cast_begin", cast_begin },
                               { "cast_run", cast_run },
                               { "cast_fan", fan_whole } };

int main(void)
{
    map = part_map();
    return map != NULL ? calls_run(call, sizeof call / sizeof call[0]) : 1;
}
