/* SPDX-License-Identifier: MIT */
/* Views of a scene against brute force: every ray against every primitive (view_met.hpp). The
 * leaves that a ray passes up to there are the oracle's visits. view_judge.hpp checks where rays
 * end. */
#include "view_met.hpp"

using namespace oracle;

static unsigned long all_rays, all_hits, all_visible, all_leaves, all_stopped;

/* ---- Scenes and sensors. ---- */

/* In a part of the cube, so that they hide each other: at faces of it, or in its middle. */
struct Part {
    int edge;
    std::array<int, 3> low;

    Part(Random &random, int edge_) : edge(edge_)
    {
        const int lows[] = { OCT9_LOW_Q6, -edge / 2, OCT9_HIGH_Q6 - 1 - edge };
        for (int &c : low)
            c = lows[random.below(3)];
    }

    int16_t at(size_t axis, int from_low) const
    {
        return static_cast<int16_t>(low[axis] + from_low);
    }

    /* In it, or around it as far as half of its edge. */
    int16_t around(Random &random, size_t axis) const
    {
        return at(axis, random.between(-edge / 2, 3 * edge / 2));
    }
};

static oct9_primitive_t random_primitive(Random &random, const Part &part)
{
    const int edge = part.edge;
    const int size = random.chance(20) ? 0 : random.between(0, edge / 4);
    oct9_primitive_t p = {};
    int16_t lo[3], hi[3];

    for (size_t i = 0; i < 3; i++) {
        lo[i] = part.at(i, random.between(size, edge - size));
        hi[i] = static_cast<int16_t>(lo[i] + random.between(0, size));
    }
    p.a = { lo[0], lo[1], lo[2] };
    p.b = { hi[0], hi[1], hi[2] };
    p.radius_q6 = static_cast<uint16_t>(size);
    p.category = static_cast<uint16_t>(random.below(4));
    p.kind = random.chance(50) ? OCT9_PRIMITIVE_SPHERE : OCT9_PRIMITIVE_BOX;
    return p;
}

struct Built {
    std::vector<oct9_primitive_t> primitives;
    std::vector<oct9_block_t> blocks;
    std::vector<uint32_t> lists;
    std::vector<uint16_t> indices;
    oct9_scene_t scene = {};

    Built(Random &random, const Part &part) : blocks(20000), lists(32767), indices(1000000)
    {
        for (int i = random.between(1, 60); i > 0; i--)
            primitives.push_back(random_primitive(random, part));
        oct9_scene_config_t config = {};
        config.primitives = primitives.data();
        config.primitive_count = static_cast<uint32_t>(primitives.size());
        config.blocks = blocks.data();
        config.block_count = static_cast<uint32_t>(blocks.size());
        config.lists = lists.data();
        config.list_count = static_cast<uint32_t>(lists.size());
        config.indices = indices.data();
        config.index_count = static_cast<uint32_t>(indices.size());
        config.few = static_cast<uint8_t>(random.between(1, 8));
        config.least_level = static_cast<uint8_t>(random.between(3, 6));
        CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    }
    Built(const Built &) = delete;
    Built &operator=(const Built &) = delete;
};

static oct9_view_sensor_t random_sensor(Random &random, int edge)
{
    oct9_view_sensor_t sensor = {};

    sensor.tan_y_q14 = static_cast<uint16_t>(random.below(random.chance(20) ? 2 : 20000));
    sensor.tan_z_q14 = static_cast<uint16_t>(random.below(random.chance(20) ? 2 : 20000));
    sensor.range_q6 = static_cast<uint16_t>(
        random.chance(5) ? random.below(2) : random.below(1u + 2u * static_cast<uint32_t>(edge)));
    sensor.grid = static_cast<uint8_t>(random.below(5));
    sensor.frames = 1;
    return sensor;
}

/* The leaves of the scene's tree, node by node. */
static void copy_node(const oct9_scene_t &scene, uint16_t slot, Model &model, size_t node)
{
    if (slot >= OCT9_SLOT_LEAF) {
        model.set_payload(node, static_cast<uint16_t>(slot - OCT9_SLOT_LEAF));
        return;
    }
    model.split(node);
    const size_t first = static_cast<size_t>(model.node(node).first_child);
    for (size_t child = 0; child < 8; child++)
        copy_node(scene, scene.tree.pool[slot].slot[child], model, first + child);
}

static Model model_of(const oct9_scene_t &scene)
{
    Model model;

    model.thresholds = scene.tree.thresholds;
    copy_node(scene, scene.tree.root, model, 0);
    return model;
}

/* ---- The question. ---- */

struct Look {
    oct9_view_t view;
    std::vector<oct9_view_pixel_t> pixels;
    std::vector<oct9_view_entry_t> table;

    explicit Look(const oct9_view_sensor_t &sensor)
        : pixels((1u << sensor.grid) * ((1u << sensor.grid) + 2u) + 1u), table(16384)
    {
        paint(view);
        CHECK_EQ(oct9_view_init(&view, &sensor, pixels.data(), table.data(), 16384), OCT9_OK);
    }
    Look(const Look &) = delete;
    Look &operator=(const Look &) = delete;
};

static bool look(const Built &built, Look &at, const oct9_pose_t &pose, uint16_t ignored,
                 uint32_t budget)
{
    oct9_status_t status;

    if (oct9_view_scene_begin(&at.view, &built.scene, ignored, &pose) != OCT9_OK)
        return false;
    do
        status = oct9_view_scene_run(&at.view, budget);
    while (status == OCT9_AGAIN);
    CHECK_EQ(status, OCT9_OK);
    return true;
}

/* The seen leaves with true for one that stopped a ray. */
using Seen = std::map<Key, bool>;

/* What the view lists; each leaf with the list that the scene has for it. */
static Seen listed(const Built &built, const Model &model, const Look &at, uint32_t budget)
{
    oct9_view_seen_t list;
    oct9_view_leaf_t leaf;
    Seen seen;
    int got;

    oct9_view_seen_begin(&list, &at.view);
    while ((got = oct9_view_seen_next(&list, budget, &leaf)) > 0 || got == OCT9_AGAIN) {
        if (got == OCT9_AGAIN)
            continue;
        const oct9_cell_t &c = leaf.node.corner;
        const Node *node = model.leaf_at({ c.x, c.y, c.z });
        CHECK(node != nullptr && node->size == 1 << leaf.node.level && !leaf.between);
        CHECK(seen.insert({ key_of(c, leaf.node.level), leaf.stopped }).second);
        const uint32_t word = node->payload != 0 ? built.scene.lists[node->payload - 1] : 0;
        CHECK_EQ(leaf.count, word & 255u);
        CHECK(leaf.count == 0 || leaf.primitives == built.scene.indices + (word >> 8));
        CHECK_EQ(leaf.state, leaf.count != 0 ? OCT9_OCCUPIED : OCT9_UNKNOWN);
    }
    CHECK_EQ(got, 0);
    return seen;
}

/* Adds the leaves that a ray touches. Returns how many. */
static size_t pass(const Model &model, const Point &a, const Point &b, const Met &met, Seen &seen)
{
    const Time end = met.index < 0 ? Time{ 1, 1 } : Time{ met.num + 1, whole };
    bool *last = nullptr;
    size_t leaves = 0;

    for (const Visit &visit : visits(model, segment_between(narrow(a), narrow(b)))) {
        if (visit.leaf == nullptr || end < visit.entry.time)
            continue;
        const oct9_leaf_t leaf = model.as_leaf(*visit.leaf);
        last = &seen.insert({ key_of(leaf.corner, leaf.level), false }).first->second;
        leaves++;
    }
    if (met.index >= 0 && last != nullptr)
        *last = true;
    return leaves;
}

/* It looks away from the middle of the part. */
static bool looks_away(const oct9_pose_t &pose, const Part &part)
{
    const Grid axes = body_axes(pose.rotation);
    const Point place = wide(pose.place);
    Wide along = 0;

    for (size_t a = 0; a < 3; a++)
        along += axes[a][0] * (part.low[a] + part.edge / 2 - place[a]);
    return along < 0;
}

static oct9_pose_t random_pose(Random &random, const Part &part)
{
    static const oct9_rotation_t rotations[] = {
        { 16384, 0, 0, 0 },         { 15137, 0, 0, 6270 }, { 11585, 0, -11585, 0 },
        { 8192, 8192, 8192, 8192 }, { 0, 0, 0, 16384 },    { 11585, 0, 0, -11585 },
        { 11585, 0, 11585, 0 }
    };
    oct9_pose_t pose = { { part.around(random, 0), part.around(random, 1), part.around(random, 2) },
                         {} };

    do
        pose.rotation = rotations[random.below(7)];
    while (looks_away(pose, part) && random.chance(90));
    return pose;
}

static bool ends_fit(const oct9_view_sensor_t &sensor, const oct9_pose_t &pose)
{
    for (int v = 0; v <= 1 << sensor.grid; v++)
        for (int u = 0; u <= 1 << sensor.grid; u++) {
            const Point end = end_of(sensor, pose, u, v);
            if (wide(narrow(end)) != end)
                return false;
        }
    return true;
}

static bool pixel_is(const oct9_view_pixel_t &pixel, const oct9_view_sensor_t &sensor,
                     const Met &met)
{
    const int64_t depth = met.index < 0 ? OCT9_DEPTH_NONE : met.num * sensor.range_q6 / whole;

    return oct9_view_primitive(&pixel) == met.index && pixel.depth_q6 == depth && !pixel.filled;
}

static void one_look(Random &random, const Built &built, const Model &model, const Part &part)
{
    static const uint32_t budgets[] = { 1, 3, 50, UINT32_MAX };
    const oct9_view_sensor_t sensor = random_sensor(random, part.edge);
    const uint16_t ignored = static_cast<uint16_t>(random.chance(70) ? 0 : random.below(4));
    const oct9_pose_t pose = random_pose(random, part);
    const uint32_t budget = budgets[random.below(4)];
    std::vector<bool> visible(built.primitives.size());
    Look is(sensor);
    Seen should;
    size_t leaves = 0, i = 0;

    const bool fit = ends_fit(sensor, pose);
    CHECK_EQ(look(built, is, pose, ignored, budget), fit);
    if (!fit)
        return;
    for (int v = 0; v <= 1 << sensor.grid; v++)
        for (int u = 0; u <= 1 << sensor.grid; u++, i++) {
            const Point a = wide(pose.place), b = end_of(sensor, pose, u, v);
            const Met met = first_met(built.primitives, ignored, a, b);
            CHECK(pixel_is(is.pixels[i], sensor, met));
            leaves += pass(model, a, b, met, should);
            all_rays++;
            all_hits += met.index >= 0;
            if (met.index >= 0)
                visible[static_cast<size_t>(met.index)] = true;
        }
    CHECK_EQ(is.view.leaves, leaves);
    CHECK(listed(built, model, is, budget) == should);
    all_leaves += should.size();
    for (const auto &[key, stopped] : should)
        all_stopped += stopped;
    all_visible += static_cast<unsigned long>(std::count(visible.begin(), visible.end(), true));
}

static void looks(void)
{
    for (uint64_t m = 0; m < setting("MAPS", 120); m++) {
        Random random(seed + (10u << 24) + m);
        const Part part(random, random.chance(50) ? 2000 : 9000);
        const Built built(random, part);
        const Model model = model_of(built.scene);
        for (uint64_t i = 0; i < setting("CASES", 24); i++)
            one_look(random, built, model, part);
    }
    std::printf("%lu rays, %lu of them stopped, %lu primitives visible, %lu leaves seen, %lu of "
                "them stop rays\n",
                all_rays, all_hits, all_visible, all_leaves, all_stopped);
    CHECK(all_hits > 0);
}

int main(int argc, char **argv)
{
    begin_searches(argc, argv);
    RUN(looks);
    return test_end();
}
