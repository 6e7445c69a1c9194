/* SPDX-License-Identifier: MIT */
/* Scenes: 12 primitives, up to 2 answers. */
#include "bench/calls.h"
#include "bench/calls_place.h"
#include "oct9/scene.h"

enum {
    THINGS = 12,
    BLOCKS = 32,
    LISTS = 64,
    INDICES = 240,
    HITS = 2,
    QUESTIONS = 16,
    WORDS = 500,
    LOW = 12288,
    EDGE = 4096
};

static oct9_primitive_t primitive[THINGS];
static oct9_block_t blocks[BLOCKS];
static uint32_t lists[LISTS];
static uint16_t indices[INDICES];
static oct9_scene_t scene;
static oct9_scene_hit_t hits[HITS];
static oct9_scene_near_t near[HITS];
static uint8_t seen[(THINGS + 7) / 8];
static union {
    oct9_scene_cast_t cast;
    oct9_scene_find_t find;
    oct9_scene_nearest_t nearest;
} scratch;
static _Alignas(4) union {
    oct9_scene_header_t header;
    uint32_t words[WORDS];
} image;

static const oct9_scene_config_t config = { .primitives = primitive,
                                            .primitive_count = THINGS,
                                            .blocks = blocks,
                                            .block_count = BLOCKS,
                                            .lists = lists,
                                            .list_count = LISTS,
                                            .indices = indices,
                                            .index_count = INDICES,
                                            .few = 3,
                                            .least_level = 4 };

static int16_t off(int16_t from)
{
    return (int16_t)(from + (int32_t)calls_below(512));
}

static oct9_point_t beside(const oct9_point_t *from)
{
    oct9_point_t to;
    to.x = off(from->x);
    to.y = off(from->y);
    to.z = off(from->z);
    return to;
}

static void furnish(void)
{
    for (uint16_t i = 0; i < THINGS; i++) {
        oct9_primitive_t *one = &primitive[i];
        one->a = place_point(LOW, EDGE);
        one->b = beside(&one->a);
        one->c = beside(&one->a);
        one->radius_q6 = (uint16_t)(64u + calls_below(128));
        one->id = i;
        one->category = 0;
        one->kind = i % 2u ? OCT9_PRIMITIVE_TRIANGLE : (uint16_t)(i / 2u % 3u);
    }
}

static oct9_status_t build(void)
{
    furnish();
    return oct9_scene_build(&scene, &config);
}

static oct9_point_t somewhere(void)
{
    return place_point(LOW, EDGE);
}

static void answer(int status)
{
    calls_answer((uint32_t)status);
    calls_answer(scene.tree.used);
    calls_answer(scene.index_count);
}

static void scene_build(void)
{
    for (unsigned i = 0; i < 2; i++) {
        furnish();
        oct9_status_t status;
        CALL(status = oct9_scene_build(&scene, &config));
        answer(status);
    }
}

static oct9_scene_build_t building;

static void scene_build_begin(void)
{
    for (unsigned i = 0; i < 2; i++) {
        furnish();
        oct9_status_t status;
        CALL(status = oct9_scene_build_begin(&building, &scene, &config));
        answer(status);
    }
}

static void scene_build_run(void)
{
    for (unsigned i = 0; i < 2; i++) {
        furnish();
        oct9_status_t status = oct9_scene_build_begin(&building, &scene, &config);
        if (status == OCT9_OK)
            CALL(status = oct9_scene_build_run(&building, UINT32_MAX));
        answer(status);
    }
}

static uint8_t *append(uint8_t *to, const void *bytes, size_t size)
{
    const uint8_t *from = bytes;
    while (size-- > 0)
        *to++ = *from++;
    return to;
}

/* As `oct9 scene` writes it. The length, or 0 where there is no room. */
static size_t write_image(void)
{
    const size_t parts[4] = { scene.list_count * sizeof lists[0],
                              scene.tree.used * sizeof blocks[0],
                              (size_t)scene.index_count * sizeof indices[0], sizeof primitive };
    const size_t size = (sizeof image.header + parts[0] + parts[1] + parts[2] + parts[3] + 3) / 4 *
                        4;
    if (size > sizeof image.words)
        return 0;
    const oct9_scene_header_t header = { .magic = OCT9_SCENE_MAGIC,
                                         .version = OCT9_SCENE_VERSION,
                                         .bytes = (uint32_t)size,
                                         .cell_um = 80000,
                                         .root = scene.tree.root,
                                         .primitive_count = THINGS,
                                         .block_count = scene.tree.used,
                                         .list_count = scene.list_count,
                                         .index_count = scene.index_count };
    for (unsigned i = 0; i < WORDS; i++)
        image.words[i] = 0;
    uint8_t *to = append((uint8_t *)image.words, &header, sizeof header);
    to = append(append(to, lists, parts[0]), blocks, parts[1]);
    (void)append(append(to, indices, parts[2]), primitive, parts[3]);
    const size_t behind = offsetof(oct9_scene_header_t, version);
    image.header.crc = oct9_rom_crc32(0, oct9_rom_of_ram((const uint8_t *)image.words + behind),
                                      size - behind);
    return size;
}

static void scene_open(void)
{
    (void)build();
    const size_t size = write_image();
    oct9_frame_t frame;
    oct9_scene_t opened;
    oct9_status_t status;
    CALL(status = oct9_scene_open(&opened, image.words, size, &frame));
    answer(status);
}

static oct9_scene_cast_input_t motion(unsigned i)
{
    oct9_scene_cast_input_t input = { .capacity = HITS, .hits = hits };
    input.motion.from = somewhere();
    input.motion.to = somewhere();
    input.motion.radius_q6 = i % 2u ? 0 : 100;
    return input;
}

static void answer_cast(oct9_status_t status, const oct9_scene_output_t *output)
{
    calls_answer((uint32_t)status);
    for (unsigned i = 0; i < output->count; i++) {
        calls_answer(hits[i].index);
        calls_answer(hits[i].contact.num);
        calls_answer((uint32_t)hits[i].contact.normal[0]);
    }
}

static void scene_cast(void)
{
    (void)build();
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const oct9_scene_cast_input_t input = motion(i);
        oct9_scene_output_t output;
        oct9_status_t status;
        CALL(status = oct9_scene_cast(&scene, &input, &output));
        answer_cast(status, &output);
    }
}

static void scene_cast_begin(void)
{
    (void)build();
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const oct9_scene_cast_input_t input = motion(i);
        oct9_status_t status;
        CALL(status = oct9_scene_cast_begin(&scratch.cast, &scene, &input));
        calls_answer((uint32_t)status);
    }
}

static void scene_cast_run(void)
{
    (void)build();
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const oct9_scene_cast_input_t input = motion(i);
        oct9_scene_output_t output;
        oct9_status_t status = oct9_scene_cast_begin(&scratch.cast, &scene, &input);
        CALL(status = oct9_scene_cast_run(&scratch.cast, UINT32_MAX, &output));
        answer_cast(status, &output);
    }
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
                                   .hi = beside(&at),
                                   .centre = at,
                                   .radius_q6 = 500,
                                   .frustum = frustum };
    const oct9_plane_t plane = { { 0, 0, 1 }, at.z };
    for (unsigned p = 0; p < 6; p++)
        frustum->plane[p] = plane;
    return region;
}

static void scene_find_begin(void)
{
    (void)build();
    for (unsigned i = 0; i < 3 * QUESTIONS; i++) {
        oct9_frustum_t frustum;
        const oct9_region_t region = region_of(i % 3u, &frustum);
        oct9_status_t status;
        CALL(status = oct9_scene_find_begin(&scratch.find, &scene, &region, 0, seen));
        answer(status);
    }
}

static void scene_find_next(void)
{
    (void)build();
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const oct9_region_t region = { .kind = OCT9_REGION_SPHERE,
                                       .centre = somewhere(),
                                       .radius_q6 = 1000 };
        uint16_t index = 0;
        int got = 1;
        (void)oct9_scene_find_begin(&scratch.find, &scene, &region, 0, seen);
        while (got > 0) {
            CALL(got = oct9_scene_find_next(&scratch.find, UINT32_MAX, &index));
            calls_answer((uint32_t)got + index);
        }
    }
}

static oct9_scene_nearest_input_t question(void)
{
    const oct9_scene_nearest_input_t input = {
        .point = somewhere(), .range_q6 = 2000, .ignored = 0, .capacity = HITS, .found = near
    };
    return input;
}

static void answer_nearest(oct9_status_t status, const oct9_scene_output_t *output)
{
    calls_answer((uint32_t)status);
    for (unsigned i = 0; i < output->count; i++) {
        calls_answer(near[i].index);
        calls_answer(near[i].distance_q14);
    }
}

static void scene_nearest(void)
{
    (void)build();
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const oct9_scene_nearest_input_t input = question();
        oct9_scene_output_t output;
        oct9_status_t status;
        CALL(status = oct9_scene_nearest(&scene, &input, &output));
        answer_nearest(status, &output);
    }
}

static void scene_nearest_begin(void)
{
    (void)build();
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const oct9_scene_nearest_input_t input = question();
        oct9_status_t status;
        CALL(status = oct9_scene_nearest_begin(&scratch.nearest, &scene, &input));
        calls_answer((uint32_t)status);
    }
}

static void scene_nearest_run(void)
{
    (void)build();
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const oct9_scene_nearest_input_t input = question();
        oct9_scene_output_t output;
        oct9_status_t status = oct9_scene_nearest_begin(&scratch.nearest, &scene, &input);
        CALL(status = oct9_scene_nearest_run(&scratch.nearest, UINT32_MAX, &output));
        answer_nearest(status, &output);
    }
}

static const call_t call[] = { { "scene_build", scene_build },
                               { "scene_build_begin", scene_build_begin },
                               { "scene_build_run", scene_build_run },
                               { "scene_open", scene_open },
                               { "scene_cast", scene_cast },
                               { "scene_cast_begin", scene_cast_begin },
                               { "scene_cast_run", scene_cast_run },
                               { "scene_find_begin", scene_find_begin },
                               { "scene_find_next", scene_find_next },
                               { "scene_nearest", scene_nearest },
                               { "scene_nearest_begin", scene_nearest_begin },
                               { "scene_nearest_run", scene_nearest_run } };

int main(void)
{
    return calls_run(call, sizeof call / sizeof call[0]);
}
