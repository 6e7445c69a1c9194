/* SPDX-License-Identifier: MIT */
/* Building a scene: each leaf's list against all primitives in exact arithmetic, what is refused,
 * arrays that are just large enough; and images that hold the same.
 *
 * Environment: SEED; SCENES, how many; ROOMS, FULL, IMAGES, how many for arrays of exact size, full
 * lists and images. */
#include "scene_image.hpp"

#include "oct9/visit.h"

#include <set>

extern "C" {
#include "tools/format/scene_image.h"
}

using namespace scenes;

/* ---- Lists. ---- */

static std::vector<uint16_t> touching(const std::vector<Body> &bodies, const Place &node)
{
    std::vector<uint16_t> out;

    for (size_t i = 0; i < bodies.size(); i++)
        if (meets_box(bodies[i], node.lo, node.hi()))
            out.push_back(static_cast<uint16_t>(i));
    return out;
}

static std::string text_of(const Place &node)
{
    return "node (" + std::to_string(node.lo[0]) + " " + std::to_string(node.lo[1]) + " " +
           std::to_string(node.lo[2]) + ") level " + std::to_string(node.level);
}

static std::string list_is_no_list(const oct9_scene_t &scene, const Place &leaf)
{
    if (leaf.payload() > scene.list_count)
        return "a list that is not there";
    if (leaf.payload() == 0)
        return "";
    const uint32_t list = scene.lists[leaf.payload() - 1];
    return (list >> 8) + (list & 255) <= scene.index_count ? "" : "a list beyond the indices";
}

static std::string node_differs(const World &world, const Place &node)
{
    const std::vector<uint16_t> should = touching(world.bodies, node);
    const unsigned few = world.config.few, least = world.config.least_level;

    if (node.level < least)
        return "smaller than allowed";
    if (!node.is_leaf())
        return should.size() > few && node.level > least ? "" : "split without need";
    if (should.size() > few && node.level > least)
        return "not split";
    const std::string bad = list_is_no_list(world.scene, node);
    if (!bad.empty())
        return bad;
    std::vector<uint16_t> is = list_of(world.scene, node);
    std::sort(is.begin(), is.end());
    things_found += is.size();
    return is == should ? ""
                        : difference("its list's length", static_cast<int64_t>(is.size()),
                                     static_cast<int64_t>(should.size()));
}

/* To the checks a leaf with a list is occupied, and none without. */
static std::string map_differs(const World &world, const std::vector<Place> &nodes)
{
    const oct9_map_t map = oct9_map_of_tree(&world.scene.tree);
    std::set<std::pair<Vec, unsigned>> listed;
    oct9_visit_t visit;
    oct9_leaf_t leaf;

    for (const Place &node : nodes)
        if (node.is_leaf() && node.payload() != 0)
            listed.insert({ node.lo, node.level });
    if (oct9_visit_begin(&visit, &map, nullptr, OCT9_STATES_OCCUPIED) != OCT9_OK)
        return "visit fails";
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0) {
        if (listed.erase({ corner_of(leaf.corner), leaf.level }) == 0)
            return "an occupied leaf without a list";
    }
    return listed.empty() ? "" : "a leaf with a list that is not occupied";
}

static void each_leaf_lists_what_touches_it(void)
{
    const uint64_t count = oracle::setting("SCENES", 1500);
    unsigned long nodes = 0;

    for (uint64_t s = 0; s < count; s++) {
        Random random(seed + s);
        const World world(random);
        CHECK_EQ(world.status, OCT9_OK);
        if (world.status != OCT9_OK)
            continue;
        CHECK_EQ(world.scene.primitive_count, world.count());
        const std::vector<Place> all = all_nodes(world.scene);
        std::string text = map_differs(world, all);
        for (size_t i = 0; i < all.size() && text.empty(); i++, nodes++) {
            text = node_differs(world, all[i]);
            if (!text.empty())
                text = text_of(all[i]) + ": " + text;
        }
        CHECK(text.empty());
        if (!text.empty())
            report(text, s, world);
    }
    std::printf("build: %lu nodes, %lu listed\n", nodes, things_found);
}

/* ---- Arrays that are just large enough. ---- */

/* Builds in arrays of their exact sizes. */
struct Rebuilt {
    std::vector<oct9_block_t> blocks;
    std::vector<uint32_t> lists;
    std::vector<uint16_t> indices;
    oct9_scene_t scene;
    oct9_status_t status;

    Rebuilt(const World &world, uint32_t block_count, uint32_t list_count, uint32_t index_count)
        : blocks(block_count), lists(list_count), indices(index_count)
    {
        oct9_scene_config_t config = world.config;

        config.blocks = blocks.data();
        config.block_count = block_count;
        config.lists = lists.data();
        config.list_count = list_count;
        config.indices = indices.data();
        config.index_count = index_count;
        paint(scene);
        status = oct9_scene_build(&scene, &config);
        check_failure(status, scene);
    }
};

static bool same_trees(const oct9_scene_t &a, const oct9_scene_t &b)
{
    const std::vector<Place> in_a = all_nodes(a), in_b = all_nodes(b);

    return in_a.size() == in_b.size() &&
           std::equal(in_a.begin(), in_a.end(), in_b.begin(), [&](const Place &x, const Place &y) {
               return x.lo == y.lo && x.level == y.level && x.is_leaf() == y.is_leaf() &&
                      (!x.is_leaf() || list_of(a, x) == list_of(b, y));
           });
}

static uint32_t inner_count(const oct9_scene_t &scene)
{
    const std::vector<Place> all = all_nodes(scene);

    return static_cast<uint32_t>(all.size() / 8); /* eight children each, and the root */
}

/* The least number of indices that are enough. */
static uint32_t least_indices(const World &world)
{
    uint32_t low = 0, high = world.config.index_count;

    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        const Rebuilt built(world, world.config.block_count, world.config.list_count, middle);
        CHECK(built.status == OCT9_OK || built.status == OCT9_ERR_INDICES_FULL);
        if (built.status == OCT9_OK)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void arrays_just_large_enough_do(void)
{
    unsigned reported = 0;

    for (uint64_t s = 0; s < oracle::setting("ROOMS", 150); s++) {
        Random random(seed + (1u << 20) + s);
        const World world(random);
        CHECK_EQ(world.status, OCT9_OK);
        if (world.status != OCT9_OK)
            continue;
        const uint32_t blocks = std::max(inner_count(world.scene), 1u);
        const uint32_t lists = world.scene.list_count;
        const uint32_t indices = least_indices(world);
        CHECK(indices >= world.scene.index_count);
        const Rebuilt exact(world, blocks, lists, indices);
        CHECK_EQ(exact.status, OCT9_OK);
        if (exact.status != OCT9_OK || !same_trees(exact.scene, world.scene)) {
            CHECK(false);
            if (reported++ < 3)
                report("rebuilt in " + std::to_string(blocks) + " blocks, " +
                           std::to_string(lists) + " lists, " + std::to_string(indices) +
                           " indices",
                       s, world);
        }
        if (blocks > 1)
            CHECK_EQ(Rebuilt(world, blocks - 1, lists, indices).status, OCT9_ERR_POOL_FULL);
        if (lists > 0)
            CHECK_EQ(Rebuilt(world, blocks, lists - 1, indices).status, OCT9_ERR_LISTS_FULL);
        if (indices > 0)
            CHECK_EQ(Rebuilt(world, blocks, lists, indices - 1).status, OCT9_ERR_INDICES_FULL);
    }
}

/* ---- What is refused. ---- */

static oct9_primitive_t sphere_at(const Vec &centre, int radius)
{
    oct9_primitive_t p = {};

    p.kind = OCT9_PRIMITIVE_SPHERE;
    p.a = narrow(centre);
    p.radius_q6 = static_cast<uint16_t>(radius);
    return p;
}

static oct9_primitive_t shape(oct9_primitive_kind_t kind, const Vec &a, const Vec &b, const Vec &c,
                              int radius)
{
    oct9_primitive_t p = sphere_at(a, radius);

    p.kind = static_cast<uint16_t>(kind);
    p.b = narrow(b);
    p.c = narrow(c);
    return p;
}

/* A few arrays, and what goes wrong with a configuration. */
struct Bench {
    std::vector<oct9_primitive_t> primitives;
    std::vector<oct9_block_t> blocks = std::vector<oct9_block_t>(64);
    std::vector<uint32_t> lists = std::vector<uint32_t>(600);
    std::vector<uint16_t> indices = std::vector<uint16_t>(60000);
    oct9_scene_config_t config = {};
    oct9_node_t full;

    explicit Bench(const std::vector<oct9_primitive_t> &primitives_) : primitives(primitives_)
    {
        config.primitives = primitives.data();
        config.primitive_count = static_cast<uint32_t>(primitives.size());
        config.blocks = blocks.data();
        config.block_count = static_cast<uint32_t>(blocks.size());
        config.lists = lists.data();
        config.list_count = static_cast<uint32_t>(lists.size());
        config.indices = indices.data();
        config.index_count = static_cast<uint32_t>(indices.size());
        config.few = 4;
        config.least_level = 5;
        config.full = &full;
        paint(full);
    }
    Bench(const Bench &) = delete;
    Bench &operator=(const Bench &) = delete;

    oct9_status_t build(oct9_scene_t &scene)
    {
        paint(scene);
        const oct9_status_t status = oct9_scene_build(&scene, &config);
        check_failure(status, scene);
        return status;
    }

    oct9_status_t build()
    {
        oct9_scene_t scene;
        const oct9_status_t status = build(scene);

        CHECK(status == OCT9_ERR_LIST_FULL || is_painted(full));
        return status;
    }
};

static oct9_status_t status_of(const std::vector<oct9_primitive_t> &primitives)
{
    return Bench(primitives).build();
}

static void bad_numbers_are_refused(void)
{
    const std::vector<oct9_primitive_t> one = { sphere_at({ 9, 9, 9 }, 2) };
    Bench bench(one);

    bench.config.primitive_count = OCT9_PRIMITIVES_MAX + 1;
    CHECK_EQ(bench.build(), OCT9_ERR_ARGUMENT);
    bench.config.primitive_count = 1;
    bench.config.few = 0;
    CHECK_EQ(bench.build(), OCT9_ERR_ARGUMENT);
    for (uint32_t blocks : { 0u, OCT9_BLOCKS_MAX + 1, UINT32_MAX }) {
        Bench bad(one);
        bad.config.block_count = blocks;
        CHECK_EQ(bad.build(), OCT9_ERR_ARGUMENT);
    }
    for (unsigned level : { 10u, 255u }) {
        Bench bad(one);
        bad.config.least_level = static_cast<uint8_t>(level);
        CHECK_EQ(bad.build(), OCT9_ERR_ARGUMENT);
    }
    CHECK_EQ(status_of({}), OCT9_OK);
    CHECK_EQ(status_of(one), OCT9_OK);
}

/* With all that is wrong at once, the first of the header's order counts. */
static void the_first_error_counts(void)
{
    oct9_primitive_t none = sphere_at({ 9, 9, 9 }, 2);
    none.kind = 4;
    Bench bench({ sphere_at({ LOW + 1, 9, 9 }, 2), none });

    bench.config.few = 0;
    bench.config.block_count = 0;
    bench.config.least_level = 10;
    CHECK_EQ(bench.build(), OCT9_ERR_ARGUMENT);
    bench.config.few = 1;
    CHECK_EQ(bench.build(), OCT9_ERR_ARGUMENT);
    bench.config.block_count = 64;
    CHECK_EQ(bench.build(), OCT9_ERR_ARGUMENT);
    bench.config.least_level = 0;
    bench.config.index_count = 0;
    bench.config.list_count = 0;
    CHECK_EQ(bench.build(), OCT9_ERR_OUTSIDE); /* of the first one, before the second's kind */
    bench.primitives[0] = sphere_at({ 9, 9, 9 }, 2);
    CHECK_EQ(bench.build(), OCT9_ERR_ARGUMENT);
}

static void bad_primitives_are_refused(void)
{
    for (unsigned kind : { 4u, 5u, 255u, 256u, 65535u }) {
        oct9_primitive_t p = sphere_at({ 9, 9, 9 }, 2);
        p.kind = static_cast<uint16_t>(kind);
        CHECK_EQ(status_of({ p }), OCT9_ERR_ARGUMENT);
    }
    for (size_t a = 0; a < 3; a++) {
        Vec lo = { 9, 9, 9 }, hi = { 12, 12, 12 };
        hi[a] = 8;
        CHECK_EQ(status_of({ shape(OCT9_PRIMITIVE_BOX, lo, hi, {}, 0) }), OCT9_ERR_ARGUMENT);
        hi[a] = LOW - 1;
        CHECK_EQ(status_of({ shape(OCT9_PRIMITIVE_BOX, lo, hi, {}, 0) }), OCT9_ERR_ARGUMENT);
        hi[a] = 9;
        CHECK_EQ(status_of({ shape(OCT9_PRIMITIVE_BOX, lo, hi, {}, 0) }), OCT9_OK);
    }
}

/* One corner goes along an axis to the rim, one beyond, and as far as a point can be written. */
static void the_rim_is_the_rim(void)
{
    const Vec middle = above_low({ 16000, 16000, 16000 });
    const oct9_status_t good = OCT9_OK, bad = OCT9_ERR_OUTSIDE;

    for (size_t a = 0; a < 3; a++)
        for (int64_t rim : { LOW, TOP }) {
            const int outward = rim == LOW ? -1 : 1;
            std::array<Vec, 3> at = { middle, middle, middle }; /* at the rim, then outside */
            at[0][a] = rim;
            at[1][a] = rim + outward;
            at[2][a] = rim == LOW ? INT16_MIN : INT16_MAX;
            for (int radius : { 0, 1, 7 }) {
                Vec in = middle, out = middle;
                in[a] = rim - outward * radius;
                out[a] = in[a] + outward;
                CHECK_EQ(status_of({ sphere_at(in, radius) }), good);
                CHECK_EQ(status_of({ sphere_at(out, radius) }), bad);
                CHECK_EQ(status_of({ shape(OCT9_PRIMITIVE_CAPSULE, out, middle, {}, radius) }),
                         bad);
                CHECK_EQ(status_of({ shape(OCT9_PRIMITIVE_CAPSULE, middle, out, {}, radius) }),
                         bad);
                CHECK_EQ(status_of({ shape(OCT9_PRIMITIVE_CAPSULE, in, middle, {}, radius) }),
                         good);
            }
            for (const Vec &p : at) {
                const oct9_status_t status = p == at[0] ? good : bad;
                const auto [lo, hi] = std::minmax(p, middle);
                CHECK_EQ(status_of({ shape(OCT9_PRIMITIVE_BOX, lo, hi, {}, 0) }), status);
                for (size_t corner = 0; corner < 3; corner++) {
                    std::array<Vec, 3> t = { middle, middle, middle };
                    t[corner] = p;
                    CHECK_EQ(status_of({ shape(OCT9_PRIMITIVE_TRIANGLE, t[0], t[1], t[2], 65535) }),
                             status);
                }
            }
        }
    const Vec low = above_low({}), top = { TOP, TOP, TOP };
    CHECK_EQ(status_of({ shape(OCT9_PRIMITIVE_BOX, low, top, {}, 65535) }), good);
    CHECK_EQ(status_of({ sphere_at(middle, 65535) }), bad);
}

/* ---- Lists that are full. ---- */

/* The leaf that is named is of the smallest size and touched by more than 255. */
static void check_named(const Bench &bench)
{
    const oct9_node_t &full = bench.full;
    const Place place = { corner_of(full.corner), full.level, 0 };
    size_t touched = 0;

    CHECK_EQ(full.level, bench.config.least_level);
    if (full.level > OCT9_LEVELS)
        return;
    const unsigned low_bits = (1u << full.level) - 1;
    CHECK_EQ((full.corner.x | full.corner.y | full.corner.z) & low_bits, 0);
    CHECK(full.corner.x < 512 && full.corner.y < 512 && full.corner.z < 512);
    for (const oct9_primitive_t &p : bench.primitives)
        touched += meets_box(body_of(p), place.lo, place.hi()) ? 1u : 0u;
    CHECK(touched > OCT9_LIST_MAX);
}

static void a_full_list_is_named(void)
{
    for (unsigned level = 3; level <= OCT9_LEVELS; level++)
        for (unsigned count : { 255u, 256u, 400u }) {
            Random random(seed + level * 1000 + count);
            const Vec middle = above_low({ 64 * 256 + 7, 64 * 40 + 3, 64 * 500 + 5 });
            std::vector<oct9_primitive_t> primitives;
            for (unsigned i = 0; i < count; i++)
                primitives.push_back(sphere_at(middle, random.between(0, 2)));
            Bench bench(primitives);
            bench.config.few = 255;
            bench.config.least_level = static_cast<uint8_t>(level);
            const oct9_status_t status = bench.build();
            CHECK_EQ(status, count > 255 ? OCT9_ERR_LIST_FULL : OCT9_OK);
            if (status == OCT9_ERR_LIST_FULL)
                check_named(bench);
            bench.config.full = nullptr;
            CHECK_EQ(bench.build(), status);
        }
}

/* Many primitives around a leaf's corner, some of which touch it only by their surface. */
static void a_random_list_is_full(void)
{
    unsigned long full = 0;

    for (uint64_t s = 0; s < oracle::setting("FULL", 60); s++) {
        Random random(seed + (2u << 20) + s);
        const Region region = { above_low({ 8192 - 40, 8192 - 40, 8192 - 40 }), 80 };
        std::vector<oct9_primitive_t> primitives;
        for (int n = random.between(390, 470); n > 0; n--)
            primitives.push_back(random_shape(random, region));
        Bench bench(primitives);
        bench.config.few = static_cast<uint8_t>(random.between(200, 255));
        bench.config.least_level = static_cast<uint8_t>(random.between(0, 2));
        oct9_scene_t scene;
        const oct9_status_t status = bench.build(scene);
        CHECK(status == OCT9_OK || status == OCT9_ERR_LIST_FULL);
        if (status == OCT9_ERR_LIST_FULL) {
            full++;
            check_named(bench);
        }
    }
    CHECK(full > 0);
    std::printf("build: %lu full lists\n", full);
}

/* A slot has 15 bits, however much room there is. */
static void there_are_no_more_lists_than_slots_name(void)
{
    std::vector<oct9_block_t> blocks(OCT9_BLOCKS_MAX);
    std::vector<uint32_t> lists(70000);
    std::vector<uint16_t> indices(300000);
    const Vec lo = above_low({ 0, 0, 33 }), hi = { TOP, TOP, LOW + 33 };
    const oct9_primitive_t floor = shape(OCT9_PRIMITIVE_BOX, lo, hi, {}, 0);
    Bench bench({ floor, floor });

    bench.config.blocks = blocks.data();
    bench.config.block_count = OCT9_BLOCKS_MAX;
    bench.config.lists = lists.data();
    bench.config.list_count = 70000;
    bench.config.indices = indices.data();
    bench.config.index_count = 300000;
    bench.config.few = 1;
    bench.config.least_level = 1; /* 65,536 leaves */
    CHECK_EQ(bench.build(), OCT9_ERR_LISTS_FULL);
    bench.config.least_level = 2; /* 16,384 */
    CHECK_EQ(bench.build(), OCT9_OK);
}

/* As many as can be, small ones all over the cube; some of the leaves. */
static void the_most_primitives_are_listed(void)
{
    std::vector<oct9_block_t> blocks(2000);
    std::vector<uint32_t> lists(16000);
    std::vector<uint16_t> indices(400000);
    std::vector<oct9_primitive_t> primitives;
    std::vector<Body> bodies;
    Random random(seed);
    oct9_scene_t scene;

    while (primitives.size() < OCT9_PRIMITIVES_MAX) {
        const Vec centre = Region{ above_low({ 20, 20, 20 }), 32700 }.inside(random);
        primitives.push_back(sphere_at(centre, random.between(0, 20)));
        bodies.push_back(body_of(primitives.back()));
    }
    Bench bench(primitives);
    bench.config.blocks = blocks.data();
    bench.config.block_count = 2000;
    bench.config.lists = lists.data();
    bench.config.list_count = 16000;
    bench.config.indices = indices.data();
    bench.config.index_count = 400000;
    bench.config.few = 100;
    const oct9_status_t status = bench.build(scene);
    CHECK_EQ(status, OCT9_OK);
    if (status != OCT9_OK)
        return;
    CHECK_EQ(scene.primitive_count, OCT9_PRIMITIVES_MAX);
    const std::vector<Place> nodes = all_nodes(scene);
    for (size_t i = 0; i < nodes.size(); i += nodes.size() / 40)
        if (nodes[i].is_leaf()) {
            std::vector<uint16_t> list = list_of(scene, nodes[i]);
            std::sort(list.begin(), list.end());
            CHECK(list == touching(bodies, nodes[i]));
        }
}

/* ---- Images. ---- */

static bool same_primitive(const oct9_primitive_t &a, const oct9_primitive_t &b)
{
    return std::memcmp(&a, &b, sizeof a) == 0;
}

static std::string image_differs(const World &world, const oct9_scene_t &is)
{
    const oct9_scene_t &should = world.scene;

    if (is.primitive_count != should.primitive_count || is.list_count != should.list_count ||
        is.index_count != should.index_count)
        return "the counts";
    if (!std::equal(world.primitives.begin(), world.primitives.end(), is.primitives,
                    same_primitive))
        return "the primitives";
    if (!same_trees(is, should))
        return "the tree";
    return map_differs(world, all_nodes(is));
}

/* The host program writes the same bytes. */
static bool program_writes(const World &world, const Bytes &should)
{
    unsigned char *bytes = nullptr;
    size_t size = 0;

    if (!scene_image(&world.scene, &FRAME, &bytes, &size))
        return false;
    const Bytes is(bytes, bytes + size);
    std::free(bytes);
    return is == should;
}

static void an_image_is_the_scene(void)
{
    static_assert(sizeof(oct9_primitive_t) == 26, "a primitive without gaps");

    for (uint64_t s = 0; s < oracle::setting("IMAGES", 300); s++) {
        Random random(seed + (3u << 20) + s);
        const World world(random);
        const Bytes bytes = image_of(world.scene);
        const Copy copy(bytes);
        CHECK(program_writes(world, bytes));
        oct9_scene_t scene;
        oct9_frame_t frame;
        paint(scene);
        paint(frame);
        const oct9_status_t status = oct9_scene_open(&scene, copy.memory.get(), copy.size, &frame);
        CHECK_EQ(status, OCT9_OK);
        if (status != OCT9_OK)
            continue;
        CHECK_EQ(frame.cell_um, FRAME.cell_um);
        CHECK_EQ(frame.origin_mm.x, FRAME.origin_mm.x);
        CHECK_EQ(frame.origin_mm.y, FRAME.origin_mm.y);
        CHECK_EQ(frame.origin_mm.z, FRAME.origin_mm.z);
        const std::string text = image_differs(world, scene);
        CHECK(text.empty());
        if (!text.empty())
            report("the image: " + text, s, world);
        CHECK_EQ(oct9_scene_open(&scene, copy.memory.get(), copy.size, nullptr), OCT9_OK);
    }
}

int main(void)
{
    seed = oracle::setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(each_leaf_lists_what_touches_it);
    RUN(arrays_just_large_enough_do);
    RUN(bad_numbers_are_refused);
    RUN(the_first_error_counts);
    RUN(bad_primitives_are_refused);
    RUN(the_rim_is_the_rim);
    RUN(a_full_list_is_named);
    RUN(a_random_list_is_full);
    RUN(there_are_no_more_lists_than_slots_name);
    RUN(the_most_primitives_are_listed);
    RUN(an_image_is_the_scene);
    return test_end();
}
