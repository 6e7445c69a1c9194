/* SPDX-License-Identifier: MIT */
/* Images of scenes with malicious bytes: for any of them, opening refuses them or every question
 * ends without harm. Each lies in memory of its exact size, so that the sanitizers see a byte too
 * far.
 *
 * SEED, FORGERIES, EACH_BYTE (of how many images) from the environment. */
#include "scene_image.hpp"

#include "oct9/obstacles.h"
#include "oct9/view.h"

using namespace scenes;

static unsigned long opened, refused;

static void report(const char *what)
{
    std::printf("%s: %lu refused, %lu opened\n", what, refused, opened);
    opened = refused = 0;
}

/* ---- What opens is asked. ---- */

static oct9_point_t random_point(Random &random)
{
    return narrow(anywhere(random));
}

static void ask_casts(const oct9_scene_t &scene, Random &random)
{
    std::vector<oct9_scene_hit_t> hits(1 + random.below(5));
    oct9_scene_cast_input_t input = {};
    oct9_scene_output_t output;

    input.motion.from = random_point(random);
    input.motion.to = random_point(random);
    input.motion.radius_q6 = static_cast<uint16_t>(random.chance(50) ? 0 : random.below(3000));
    input.capacity = static_cast<uint16_t>(hits.size());
    input.hits = hits.data();
    input.any_contact = random.chance(30);
    CHECK_EQ(oct9_scene_cast(&scene, &input, &output), OCT9_OK);
    CHECK(output.count <= hits.size());
    for (size_t i = 0; i < output.count; i++)
        CHECK(hits[i].index < scene.primitive_count);
}

static void ask_nearest(const oct9_scene_t &scene, Random &random)
{
    std::vector<oct9_scene_near_t> found(1 + random.below(5));
    oct9_scene_nearest_input_t input = {};
    oct9_scene_output_t output;

    input.point = random_point(random);
    input.range_q6 = static_cast<uint16_t>(random.below(32768));
    input.capacity = static_cast<uint16_t>(found.size());
    input.found = found.data();
    CHECK_EQ(oct9_scene_nearest(&scene, &input, &output), OCT9_OK);
    for (size_t i = 0; i < output.count; i++)
        CHECK(found[i].index < scene.primitive_count);
}

/* Each primitive once at most. */
static void find_all(oct9_scene_find_t &find, const oct9_scene_t &scene)
{
    uint32_t count = 0;
    uint16_t index = 0;

    while (oct9_scene_find_next(&find, UINT32_MAX, &index) > 0 && count <= scene.primitive_count) {
        CHECK(index < scene.primitive_count);
        count++;
    }
    CHECK(count <= scene.primitive_count);
}

static void ask_finds(const oct9_scene_t &scene, Random &random)
{
    const std::unique_ptr<uint8_t[]> seen(new uint8_t[(scene.primitive_count + 7u) / 8]);
    const oct9_region_t box = {
        OCT9_REGION_BOX, { INT16_MIN, INT16_MIN, INT16_MIN }, { 32767, 32767, 32767 }, {}, 0,
        nullptr
    };
    const oct9_region_t ball = { OCT9_REGION_SPHERE, {}, {}, random_point(random), 9000, nullptr };
    oct9_frustum_t frustum;
    const oct9_region_t view = { OCT9_REGION_FRUSTUM, {}, {}, {}, 0, &frustum };
    oct9_scene_find_t find;

    CHECK_EQ(oct9_scene_find_begin(&find, &scene, &box, 0, seen.get()), OCT9_OK);
    find_all(find, scene);
    CHECK_EQ(oct9_scene_find_begin(&find, &scene, &ball, 0, seen.get()), OCT9_OK);
    find_all(find, scene);
    for (oct9_plane_t &plane : frustum.plane)
        plane = { { static_cast<int16_t>(random.between(1, 100)), -7, 9 }, -100000 };
    CHECK_EQ(oct9_scene_find_begin(&find, &scene, &view, 0, seen.get()), OCT9_OK);
    find_all(find, scene);
}

/* A look at it, from anywhere along x; and a shadow ray. */
static void ask_sight(const oct9_scene_t &scene, Random &random)
{
    const oct9_view_sensor_t sensor = { 16384, 16384, 16000, 0, 2, 1, 1, true, {} };
    const oct9_pose_t pose = { { static_cast<int16_t>(random.between(-32768, 16000)), 0, 0 },
                               OCT9_ROTATION_NONE };
    const oct9_obstacles_t obstacles = { nullptr, &scene, nullptr };
    const oct9_obstacles_input_t segment = {
        { random_point(random), random_point(random), 0 }, {}, 0, true
    };
    oct9_view_pixel_t pixels[25];
    oct9_view_entry_t seen[64];
    oct9_view_t view;
    oct9_view_seen_t list;
    oct9_view_leaf_t leaf;

    CHECK_EQ(oct9_view_init(&view, &sensor, pixels, seen, 64), OCT9_OK);
    CHECK_EQ(oct9_view_scene_begin(&view, &scene, 0, &pose), OCT9_OK);
    const oct9_status_t status = oct9_view_scene_run(&view, UINT32_MAX);
    CHECK(status == OCT9_OK || status == OCT9_ERR_SEEN_FULL);
    for (const oct9_view_pixel_t &pixel : pixels)
        CHECK(oct9_view_primitive(&pixel) < scene.primitive_count);
    oct9_view_seen_begin(&list, &view);
    while (oct9_view_seen_next(&list, UINT32_MAX, &leaf) > 0)
        for (unsigned i = 0; i < leaf.count; i++)
            CHECK(leaf.primitives[i] < scene.primitive_count);
    oct9_obstacles_output_t met;
    CHECK_EQ(oct9_obstacles_ray(&obstacles, &segment, &met), OCT9_OK);
    CHECK(met.kind == OCT9_OBSTACLE_NONE || met.index < scene.primitive_count);
}

static oct9_status_t try_bytes(const Bytes &bytes, Random &random)
{
    const Copy copy(bytes);
    oct9_scene_t scene;
    oct9_frame_t frame;

    paint(scene);
    paint(frame);
    const oct9_status_t status = oct9_scene_open(&scene, copy.memory.get(), copy.size, &frame);
    if (status != OCT9_OK) {
        refused++;
        CHECK(is_painted(scene) && is_painted(frame));
        return status;
    }
    opened++;
    ask_casts(scene, random);
    ask_nearest(scene, random);
    ask_finds(scene, random);
    ask_sight(scene, random);
    return status;
}

/* ---- Good images to begin with. ---- */

/* Not too long, with leaves, blocks and each kind of primitive. */
static std::vector<Bytes> some_images(Random &random, size_t count, size_t longest)
{
    std::vector<Bytes> out;

    while (out.size() < count) {
        const World world(random);
        if (world.status != OCT9_OK || world.count() < 3 ||
            (world.scene.tree.root & OCT9_SLOT_LEAF) != 0)
            continue;
        const Bytes bytes = image_of(world.scene);
        if (bytes.size() <= longest)
            out.push_back(bytes);
    }
    return out;
}

/* ---- Every byte, every length. ---- */

static void each_byte_flipped(void)
{
    Random random(seed);

    for (Bytes bytes : some_images(random, oracle::setting("EACH_BYTE", 3), 3000))
        for (uint8_t &byte : bytes) {
            byte = static_cast<uint8_t>(~byte);
            CHECK(try_bytes(bytes, random) != OCT9_OK);
            byte = static_cast<uint8_t>(~byte);
        }
    report("each byte flipped");
}

static void each_byte_forged(void)
{
    Random random(seed);

    for (const Bytes &good : some_images(random, oracle::setting("EACH_BYTE", 3), 3000))
        for (size_t i = 0; i < good.size(); i++)
            for (unsigned mask : { 0x01u, 0x10u, 0x80u, 0xFFu }) {
                Bytes bytes = good;
                bytes[i] = static_cast<uint8_t>(bytes[i] ^ mask);
                if (i < 4 || i >= 8)
                    sign(bytes);
                (void)try_bytes(bytes, random);
            }
    CHECK(opened > 0 && refused > 0);
    report("each byte forged");
}

static void each_length(void)
{
    Random random(seed);

    for (const Bytes &good : some_images(random, oracle::setting("EACH_BYTE", 3), 3000)) {
        for (size_t size = 0; size < good.size(); size++) {
            const Bytes bytes(good.begin(), good.begin() + static_cast<ptrdiff_t>(size));
            CHECK_EQ(try_bytes(bytes, random), OCT9_ERR_IMAGE_SHORT);
        }
        Bytes longer = good;
        longer.push_back(7); /* what follows is not the image's */
        CHECK_EQ(try_bytes(longer, random), OCT9_OK);
    }
    report("each length");
}

/* Lengths that the header says are shorter, and the counts are not. */
static void each_length_forged(void)
{
    Random random(seed);

    for (const Bytes &good : some_images(random, oracle::setting("EACH_BYTE", 3), 3000))
        for (size_t size = 4 * WORDS; size < good.size(); size++) {
            Bytes bytes(good.begin(), good.begin() + static_cast<ptrdiff_t>(size));
            set_word(bytes, LENGTH, static_cast<uint32_t>(size));
            sign(bytes);
            CHECK_EQ(try_bytes(bytes, random), OCT9_ERR_IMAGE_COUNT);
        }
    report("each length forged");
}

/* ---- Each error, and which comes first. ---- */

struct Forgery {
    Word word;
    uint32_t value;
    oct9_status_t status;
};

static void each_error_has_its_name(void)
{
    Random random(seed);

    for (const Bytes &good : some_images(random, 20, 20000)) {
        const auto length = static_cast<uint32_t>(good.size());
        const Forgery forgeries[] = {
            { LENGTH, length + 4, OCT9_ERR_IMAGE_SHORT },
            { LENGTH, UINT32_MAX, OCT9_ERR_IMAGE_SHORT },
            { LENGTH, length - 4, OCT9_ERR_IMAGE_COUNT },
            { LENGTH, length - 2, OCT9_ERR_IMAGE_COUNT },
            { LENGTH, 4 * WORDS, OCT9_ERR_IMAGE_COUNT },
            { LENGTH, 0, OCT9_ERR_IMAGE_COUNT },
            { MAGIC, 0x7339636eu, OCT9_ERR_IMAGE_MAGIC },
            { MAGIC, 0x6f633973u, OCT9_ERR_IMAGE_ENDIAN },
            { MAGIC, 0x3974636fu, OCT9_ERR_IMAGE_MAGIC }, /* a map */
            { VERSION, 0, OCT9_ERR_IMAGE_VERSION },
            { VERSION, 1, OCT9_ERR_IMAGE_VERSION },
            { VERSION, 3, OCT9_ERR_IMAGE_VERSION },
            { PRIMITIVES, word_at(good, PRIMITIVES) + 1, OCT9_ERR_IMAGE_COUNT },
            { PRIMITIVES, 0, OCT9_ERR_IMAGE_COUNT },
            { PRIMITIVES, UINT32_MAX, OCT9_ERR_IMAGE_COUNT },
            { BLOCKS, word_at(good, BLOCKS) + 1, OCT9_ERR_IMAGE_COUNT },
            { BLOCKS, word_at(good, BLOCKS) + (1u << 28), OCT9_ERR_IMAGE_COUNT },
            { LISTS, word_at(good, LISTS) - 1, OCT9_ERR_IMAGE_COUNT },
            { LISTS, word_at(good, LISTS) + (1u << 30), OCT9_ERR_IMAGE_COUNT },
            { INDICES, word_at(good, INDICES) + 2, OCT9_ERR_IMAGE_COUNT },
            { INDICES, word_at(good, INDICES) + (1u << 31), OCT9_ERR_IMAGE_COUNT },
            { CRC, ~word_at(good, CRC), OCT9_ERR_IMAGE_CRC },
            { CELL_UM, 0, OCT9_ERR_IMAGE_STATE },
            { CELL_UM, OCT9_CELL_UM_MAX + 1, OCT9_ERR_IMAGE_STATE },
            { ROOT, 1, OCT9_ERR_IMAGE_INDEX },
            { ROOT, 0x10000u, OCT9_ERR_IMAGE_INDEX },
            { ROOT, 0xFFFFu, OCT9_ERR_IMAGE_INDEX },
        };
        for (const Forgery &forgery : forgeries) {
            Bytes bytes = good;
            set_word(bytes, forgery.word, forgery.value);
            if (forgery.word != CRC && forgery.status != OCT9_ERR_IMAGE_SHORT)
                sign(bytes);
            const oct9_status_t status = try_bytes(bytes, random);
            CHECK_EQ(status, forgery.status);
            if (status != forgery.status)
                std::printf("  word %d is %u\n", forgery.word, forgery.value);
        }
    }
    report("each error");
}

static void the_first_error_counts(void)
{
    Random random(seed);
    Bytes bytes = some_images(random, 1, 20000)[0];

    bytes.resize(bytes.size() + 4);
    const Copy copy(bytes);
    oct9_scene_t scene;
    for (size_t shift = 1; shift < 4; shift++)
        CHECK_EQ(oct9_scene_open(&scene, copy.memory.get() + shift, 1, nullptr), OCT9_ERR_ARGUMENT);
    bytes.resize(bytes.size() - 4);
    set_word(bytes, PRIMITIVES, 70000);
    set_word(bytes, CELL_UM, 0);
    set_word(bytes, VERSION, 7);
    set_word(bytes, MAGIC, 1);
    CHECK_EQ(try_bytes(bytes, random), OCT9_ERR_IMAGE_MAGIC);
    set_word(bytes, MAGIC, OCT9_SCENE_MAGIC);
    CHECK_EQ(try_bytes(bytes, random), OCT9_ERR_IMAGE_VERSION);
    set_word(bytes, VERSION, OCT9_SCENE_VERSION);
    CHECK_EQ(try_bytes(bytes, random), OCT9_ERR_IMAGE_COUNT);
}

/* ---- What the arrays hold. ---- */

/* Where an array's element lies. */
struct Layout {
    size_t lists, blocks, indices, primitives;

    explicit Layout(const Bytes &bytes)
        : lists(4 * WORDS), blocks(lists + 4 * word_at(bytes, LISTS)),
          indices(blocks + 16 * word_at(bytes, BLOCKS)),
          primitives(indices + 2 * word_at(bytes, INDICES))
    {
    }
};

static void set_half(Bytes &bytes, size_t at, unsigned value)
{
    bytes[at] = static_cast<uint8_t>(value);
    bytes[at + 1] = static_cast<uint8_t>(value >> 8);
}

static unsigned half_at(const Bytes &bytes, size_t at)
{
    return bytes[at] | unsigned{ bytes[at + 1] } << 8;
}

static oct9_status_t forged_half(const Bytes &good, size_t at, unsigned value, Random &random)
{
    Bytes bytes = good;

    set_half(bytes, at, value);
    sign(bytes);
    return try_bytes(bytes, random);
}

static void what_is_named_must_exist(void)
{
    Random random(seed + 1);

    for (const Bytes &good : some_images(random, 20, 20000)) {
        const Layout at(good);
        const uint32_t blocks = word_at(good, BLOCKS), lists = word_at(good, LISTS);
        const size_t slot = at.blocks + 2 * random.below(8 * blocks);
        const size_t index = at.indices + 2 * random.below(word_at(good, INDICES));
        /* A block that is not there, the first one again, a list that is not there. */
        for (unsigned value : { blocks, 0x7FFFu, 0u, 0x8000u | (lists + 1), 0xFFFFu })
            CHECK_EQ(forged_half(good, slot, value, random), OCT9_ERR_IMAGE_INDEX);
        for (unsigned value : { word_at(good, PRIMITIVES), 65535u })
            CHECK_EQ(forged_half(good, index, value, random), OCT9_ERR_IMAGE_INDEX);
        for (uint32_t list : { word_at(good, INDICES) << 8 | 1u, UINT32_MAX }) {
            Bytes bytes = good;
            std::memcpy(bytes.data() + at.lists + 4 * random.below(lists), &list, 4);
            sign(bytes);
            CHECK_EQ(try_bytes(bytes, random), OCT9_ERR_IMAGE_INDEX);
        }
    }
    report("what is named");
}

/* A block is named where a depth-first walk comes to it, and each is. */
static void blocks_must_be_in_order(void)
{
    Random random(seed + 4);

    for (const Bytes &good : some_images(random, 20, 20000)) {
        const size_t at = Layout(good).blocks;
        const uint32_t blocks = word_at(good, BLOCKS);
        const size_t last = at + 16 * (blocks - 1) + 2 * random.below(8);
        CHECK_EQ(forged_half(good, last, blocks, random), OCT9_ERR_IMAGE_INDEX);
        for (size_t slot = at; slot < at + 16 * blocks; slot += 2)
            if (half_at(good, slot) == blocks - 1)
                CHECK_EQ(forged_half(good, slot, 0x8000u, random), OCT9_ERR_IMAGE_INDEX);
    }
    Bytes nothing(4 * WORDS); /* but a root that is a block */
    const Forgery header[] = { { MAGIC, OCT9_SCENE_MAGIC, OCT9_OK },
                               { VERSION, OCT9_SCENE_VERSION, OCT9_OK },
                               { LENGTH, 4 * WORDS, OCT9_OK },
                               { CELL_UM, 1, OCT9_OK } };
    for (const Forgery &word : header)
        set_word(nothing, word.word, word.value);
    sign(nothing);
    CHECK_EQ(try_bytes(nothing, random), OCT9_ERR_IMAGE_INDEX);
    set_word(nothing, ROOT, OCT9_SLOT_LEAF);
    sign(nothing);
    CHECK_EQ(try_bytes(nothing, random), OCT9_OK);
    report("blocks");
}

static void primitives_must_be_good(void)
{
    Random random(seed + 2);

    for (const Bytes &good : some_images(random, 20, 20000)) {
        const size_t first = Layout(good).primitives;
        const size_t p = first + 26 * random.below(word_at(good, PRIMITIVES));
        CHECK_EQ(forged_half(good, p + 24, 4, random), OCT9_ERR_IMAGE_STATE);
        CHECK_EQ(forged_half(good, p + 24, 65535, random), OCT9_ERR_IMAGE_STATE);
        for (int outside : { OCT9_LOW_Q6 - 1, +OCT9_HIGH_Q6, INT16_MIN, INT16_MAX })
            CHECK_EQ(forged_half(good, p, static_cast<unsigned>(outside), random),
                     OCT9_ERR_IMAGE_STATE);
        Bytes box = good;
        set_half(box, p, 5);
        set_half(box, p + 6, 4);
        set_half(box, p + 24, OCT9_PRIMITIVE_BOX);
        sign(box);
        CHECK_EQ(try_bytes(box, random), OCT9_ERR_IMAGE_STATE);
    }
    report("primitives");
}

/* ---- At random. ---- */

/* A number that something somewhere means something by. */
static unsigned awkward(Random &random, const Bytes &bytes)
{
    const unsigned numbers[] = { 0,
                                 1,
                                 0x7FFF,
                                 0x8000,
                                 0x8001,
                                 0xFFFF,
                                 word_at(bytes, BLOCKS),
                                 word_at(bytes, LISTS) | 0x8000u,
                                 word_at(bytes, PRIMITIVES),
                                 random.u32(),
                                 random.below(8),
                                 random.below(40) };

    return numbers[random.below(12)] & 0xFFFFu;
}

static void forge(Random &random, Bytes &bytes)
{
    const Layout at(bytes);
    const size_t begins[] = { 0, 4 * ROOT, at.lists, at.blocks, at.indices, at.primitives };
    const size_t part = random.below(6), begin = begins[part];
    const size_t end = part == 0 || part == 5 ? bytes.size() : begins[part + 1];

    for (uint32_t n = 1 + random.below(4); n > 0; n--) {
        const auto halves = static_cast<uint32_t>((end - begin) / 2);
        const size_t place = begin + 2 * random.below(halves);
        if (random.chance(60))
            set_half(bytes, place, awkward(random, bytes));
        else
            bytes[place + random.below(2)] ^= static_cast<uint8_t>(1u << random.below(8));
    }
}

static void forged_at_random(void)
{
    Random random(seed + 3);
    const std::vector<Bytes> images = some_images(random, 60, 4000);

    for (uint64_t i = 0; i < oracle::setting("FORGERIES", 20000); i++) {
        Bytes bytes = images[random.below(60)];
        forge(random, bytes);
        sign(bytes);
        (void)try_bytes(bytes, random);
    }
    CHECK(opened > 0 && refused > 0);
    report("forged at random");
}

int main(void)
{
    seed = oracle::setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(each_byte_flipped);
    RUN(each_byte_forged);
    RUN(each_length);
    RUN(each_length_forged);
    RUN(each_error_has_its_name);
    RUN(the_first_error_counts);
    RUN(what_is_named_must_exist);
    RUN(blocks_must_be_in_order);
    RUN(primitives_must_be_good);
    RUN(forged_at_random);
    return test_end();
}
