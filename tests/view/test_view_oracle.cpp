/* SPDX-License-Identifier: MIT */
/* Views against brute force: sensors that move while maps change, random and awkward: from the
 * rims, in solid leaves, outside of the cube, of no range, with rays in a plane or a line; tables
 * that are large enough and such that are not; frames that are given up. */
#include "view_judge.hpp"
#include "view_sensors.hpp"

#include <cmath>

using namespace oracle;

static unsigned long all_rays, all_frames, all_refused, all_between, all_lost, all_filled,
    all_unseen;

/* ---- Sensors and poses. ---- */

static void set_grid(Random &random, oct9_view_sensor_t &sensor, uint32_t grid)
{
    const uint32_t coarse = random.below(grid + 1);

    sensor.grid = static_cast<uint8_t>(grid);
    sensor.coarse = static_cast<uint8_t>(coarse);
    sensor.frames = static_cast<uint8_t>(1u << random.below(std::min(6u, 2 * (grid - coarse)) + 1));
}

static oct9_view_sensor_t random_sensor(Random &random, const Scene &scene)
{
    oct9_view_sensor_t sensor = {};

    sensor.tan_y_q14 = random_tangent(random);
    sensor.tan_z_q14 = random_tangent(random);
    sensor.range_q6 = random_range(random);
    sensor.differ_q6 = static_cast<uint16_t>(random.chance(30) ? 65535 : random.below(300));
    set_grid(random, sensor, random.below(5));
    sensor.fill_in = random.chance(60);
    sensor.rules = random_rules(random, scene);
    if (random.chance(60))
        sensor.rules.filter_mask = sensor.rules.filter_value = 0;
    return sensor;
}

/* Just outside a face of the cube. */
static oct9_point_t beside_face(Random &random)
{
    Point place;

    for (int64_t &c : place)
        c = random.between(OCT9_LOW_Q6, OCT9_HIGH_Q6 - 1);
    place[random.below(3)] = random.chance(50) ? OCT9_LOW_Q6 - random.between(1, 300)
                                               : OCT9_HIGH_Q6 + random.between(0, 300);
    return narrow(place);
}

static oct9_point_t random_place(Random &random, const Scene &scene)
{
    return random.chance(30) ? beside_face(random) : random_point(random, scene);
}

/* Often where it was, or near. */
static oct9_pose_t next_pose(Random &random, const Scene &scene, const oct9_pose_t &before)
{
    oct9_pose_t pose = before;
    const uint32_t kind = random.below(10);

    if (kind < 3)
        return pose;
    if (kind < 6) {
        pose.place.x = static_cast<int16_t>(std::min(32767, pose.place.x + random.between(0, 200)));
        pose.place.y = static_cast<int16_t>(std::max(-32768, pose.place.y - random.between(0, 99)));
    } else {
        pose.place = random_place(random, scene);
    }
    if (kind % 2 == 0)
        pose.rotation = random_rotation(random);
    return pose;
}

/* ---- A view under test. ---- */

struct Case {
    oct9_view_sensor_t sensor;
    std::vector<oct9_view_pixel_t> pixels;
    std::vector<oct9_view_entry_t> table;
    oct9_view_t view;
    Judge judge;
    unsigned lossy = 0; /* frames for which a loss counts */

    Case(const oct9_view_sensor_t &sensor_, uint32_t size)
        : sensor(sensor_), pixels(Judge(sensor_).pixels.size()), table(size), judge(sensor)
    {
        paint(view);
        CHECK_EQ(oct9_view_init(&view, &sensor, pixels.data(), table.data(), size), OCT9_OK);
    }
    Case(const Case &) = delete;
    Case &operator=(const Case &) = delete;
};

/* Runs a frame to its end. A call does no more than its budget allows. */
static std::string run(Case &c, uint32_t budget)
{
    uint64_t calls = 0;
    oct9_status_t status;

    do {
        status = oct9_view_run(&c.view, budget);
        calls++;
    } while (status == OCT9_AGAIN && calls < 10000000);
    if (status != (c.view.lost == 0 ? OCT9_OK : OCT9_ERR_SEEN_FULL))
        return "status " + std::to_string(status);
    if (calls * budget < c.view.rays + c.view.leaves)
        return "more was done than the budget allows";
    return "";
}

static std::string pixels_differ(const Case &c)
{
    std::map<uint32_t, Key> leaves;

    for (size_t i = 0; i < c.pixels.size(); i++) {
        const oct9_view_pixel_t &is = c.pixels[i];
        const Pixel &should = c.judge.pixels[i];
        const std::string name = "pixel " + std::to_string(i) + " ";
        const bool leaf = should.hit && !should.outside;
        if (is.filled != should.filled)
            return difference((name + "filled").c_str(), std::to_string(is.filled), "not so");
        if (is.depth_q6 != should.depth)
            return difference((name + "depth").c_str(), std::to_string(is.depth_q6),
                              std::to_string(should.depth));
        if (is.frame != (should.frame & 255))
            return difference((name + "frame").c_str(), std::to_string(is.frame),
                              std::to_string(should.frame));
        all_unseen += should.frame == 0;
        if ((is.stop == 0) != !should.hit || (is.stop == 2) != should.outside)
            return name + "was stopped by something else";
        if (leaf && leaves.insert({ is.stop, should.leaf }).first->second != should.leaf)
            return name + "has the number of another leaf";
        all_filled += is.filled;
    }
    std::map<Key, uint32_t> numbers;
    for (const auto &[number, key] : leaves)
        if (!numbers.insert({ key, number }).second)
            return "a leaf has two numbers";
    return "";
}

static std::string text_of(const Key &key)
{
    const auto &[x, y, z, level] = key;

    return "(" + std::to_string(x) + " " + std::to_string(y) + " " + std::to_string(z) +
           ") level " + std::to_string(level);
}

/* What is returned must be right; `lossy`: it need not be all. */
static std::string seen_differ(const Case &c, const Scene &scene, uint32_t budget)
{
    oct9_view_seen_t list;
    oct9_view_leaf_t leaf;
    std::map<Key, bool> returned;
    int got;
    size_t touched = 0, between = 0, should_touch = 0, should_between = 0;

    oct9_view_seen_begin(&list, &c.view);
    while ((got = oct9_view_seen_next(&list, budget, &leaf)) > 0 || got == OCT9_AGAIN) {
        if (got == OCT9_AGAIN)
            continue;
        const Key key = key_of(leaf.node.corner, leaf.node.level);
        if (!returned.insert({ key, true }).second)
            return "returned twice: " + text_of(key);
        if (leaf.between) {
            const ListedLeaf *at = scene.find(leaf.node.corner);
            if (at == nullptr || at->leaf.level != leaf.node.level ||
                !(c.judge.is_between(scene, *at) || (c.lossy != 0 && c.judge.counts(key))))
                return "not between: " + text_of(key);
            between++;
            continue;
        }
        const auto at = c.judge.touched.find(key);
        if (at == c.judge.touched.end() || !c.judge.counts(at->second))
            return "not seen: " + text_of(key);
        if (at->second.state != leaf.state || at->second.stopped != leaf.stopped)
            return "otherwise seen: " + text_of(key);
        touched++;
    }
    if (got != (c.lossy != 0 ? OCT9_ERR_SEEN_FULL : 0))
        return "the list ends with " + std::to_string(got);
    for (const auto &[key, t] : c.judge.touched)
        should_touch += c.judge.counts(t);
    for (const ListedLeaf &listed : scene.leaves)
        should_between += c.sensor.fill_in && c.judge.is_between(scene, listed);
    all_between += between;
    if (c.lossy == 0 && touched != should_touch)
        return difference("leaves seen", std::to_string(touched), std::to_string(should_touch));
    if (c.lossy == 0 && between != should_between)
        return difference("between", std::to_string(between), std::to_string(should_between));
    return "";
}

/* A table that is no larger than the places tried for a leaf loses none until it is full. */
static std::string loss_differs(const Case &c)
{
    size_t counting = 0;

    for (const auto &[key, t] : c.judge.touched)
        counting += c.judge.counts(t);
    return c.table.size() <= 32 && c.view.lost != 0 && counting <= c.table.size()
             ? "lost though there is room"
             : "";
}

static uint32_t random_budget(Random &random)
{
    static const uint32_t few[] = { 1, 2, 7, 100, UINT32_MAX };

    return few[random.below(5)];
}

static std::string frame(Random &random, Case &c, const Scene &scene, const oct9_pose_t &pose)
{
    const oct9_view_t before = c.view;
    const oct9_status_t status = oct9_view_begin(&c.view, &scene.map, &pose);

    if (!c.judge.look(scene, pose)) {
        all_refused++;
        if (status != OCT9_ERR_RANGE || std::memcmp(&before, &c.view, sizeof before) != 0)
            return "an end that does not fit is not refused";
        return "";
    }
    if (status != OCT9_OK)
        return "begin fails with " + std::to_string(status);
    std::string text = run(c, random_budget(random));
    c.lossy = c.view.lost != 0 ? c.sensor.frames : c.lossy - (c.lossy != 0);
    if (text.empty())
        text = pixels_differ(c);
    if (text.empty() && c.view.rays != c.judge.rays)
        text = difference("rays", std::to_string(c.view.rays), std::to_string(c.judge.rays));
    if (text.empty() && c.view.leaves != c.judge.leaves)
        text = difference("leaves", std::to_string(c.view.leaves), std::to_string(c.judge.leaves));
    if (text.empty())
        text = seen_differ(c, scene, random_budget(random));
    if (text.empty())
        text = loss_differs(c);
    all_rays += c.view.rays;
    all_lost += c.view.lost != 0;
    all_frames++;
    things_found += c.view.rays;
    return text;
}

/* A frame that is begun and given up touches nothing. */
static void give_up(Case &c, const Scene &scene, const oct9_pose_t &pose)
{
    if (oct9_view_begin(&c.view, &scene.map, &pose) != OCT9_OK)
        return;
    c.judge.frame++;
    c.lossy -= c.lossy != 0;
}

static std::string text_of(const oct9_view_sensor_t &s)
{
    char text[160];

    std::snprintf(text, sizeof text, "tan %u %u range %u differ %u grid %u coarse %u frames %u, ",
                  s.tan_y_q14, s.tan_z_q14, s.range_q6, s.differ_q6, s.grid, s.coarse, s.frames);
    return text + text_of(s.rules);
}

/* A sensor's journey through maps that replace each other. */
static std::string journey(const std::vector<const Scene *> &scenes, Random &random)
{
    const Scene *scene = scenes[random.below(static_cast<uint32_t>(scenes.size()))];
    oct9_view_sensor_t sensor = random_sensor(random, *scene);
    for (const Scene *other : scenes) /* a filter that is good in all maps */
        if (!some_obstacle_matches(other->model, other->map.image != nullptr,
                                   sensor.rules.filter_mask, sensor.rules.filter_value))
            sensor.rules.filter_mask = sensor.rules.filter_value = 0;
    Case c(sensor, 16u << random.below(random.chance(20) ? 4 : 10));
    oct9_pose_t pose = { random_place(random, *scene), random_rotation(random) };
    const int frames = random.between(2, 9);

    for (int i = 0; i < frames; i++) {
        if (random.chance(5))
            give_up(c, *scene, pose);
        const std::string text = frame(random, c, *scene, pose);
        if (!text.empty())
            return "frame " + std::to_string(i) + " of " + text_of(sensor) + ": " + text;
        pose = next_pose(random, *scene, pose);
        if (random.chance(25))
            scene = scenes[random.below(static_cast<uint32_t>(scenes.size()))];
    }
    return "";
}

/* ---- Maps. ---- */

/* A wall one cell thick, across x, with its cells occupied or unknown by `seed`; what is
 * around is free or unknown. The shape alone is the same for each seed. */
static Model wall(uint64_t shape_seed, uint64_t seed)
{
    Random shape(shape_seed), random(seed);
    const int x = shape.between(0, 511), y = shape.between(0, 500), z = shape.between(0, 500);
    const int edge = shape.between(2, 40);
    Model model;

    for (size_t i = 0; i < model.nodes().size(); i++) {
        const Node &n = model.node(i);
        const bool inside = x >= n.corner[0] && x < n.corner[0] + n.size &&
                            n.corner[1] < y + edge && n.corner[1] + n.size > y &&
                            n.corner[2] < z + edge && n.corner[2] + n.size > z;
        if (inside && n.size > 1)
            model.split(i);
        else if (n.size > 1)
            model.set_payload(i, random.chance(50) ? OCT9_FREE : OCT9_UNKNOWN);
        else
            model.set_payload(i, !inside             ? OCT9_FREE
                                 : random.chance(10) ? OCT9_UNKNOWN
                                                     : OCT9_OCCUPIED);
    }
    return model;
}

/* A sensor before the wall, so that most of its rays meet it; or one of few rays that goes far,
 * with a table that soon holds more of the past than of what is seen. */
static std::string before_wall(const std::vector<const Scene *> &scenes, Random &random)
{
    const Scene &scene = *scenes[0];
    const ListedLeaf *leaf = &scene.any_leaf(random);
    while (leaf->leaf.level > 0)
        leaf = &scene.any_leaf(random);
    oct9_view_sensor_t sensor = random_sensor(random, scene);
    const bool far = random.chance(30);
    set_grid(random, sensor, far ? 1 : 3 + random.below(3));
    sensor.range_q6 = static_cast<uint16_t>(random.between(600, 2000));
    sensor.fill_in = true;
    sensor.rules = { OCT9_PASSES, OCT9_FREE, OCT9_BLOCKS, 0, 0 };
    Case c(sensor, far ? 32 : 8192);
    oct9_pose_t pose = { narrow({ leaf->lo[0] - random.between(100, 600), leaf->lo[1] + 5,
                                  leaf->lo[2] + 5 }),
                         { 16384, 0, 0, 0 } };
    for (int i = 0; i < (far ? 12 : 6); i++) {
        const std::string text = frame(random, c, *scenes[random.below(2)], pose);
        if (!text.empty())
            return "frame " + std::to_string(i) + " of " + text_of(sensor) + ": " + text;
        pose.place.y = static_cast<int16_t>(pose.place.y + random.between(-70, far ? 400 : 70));
    }
    return "";
}

static void report(const std::string &text, unsigned map)
{
    static int reported = 0;

    CHECK(text.empty());
    if (!text.empty() && reported++ < 10)
        std::printf("  map %u: %s\n", map, text.c_str());
}

static void in_maps(unsigned m)
{
    Random random(seed + (9u << 24) + m);
    const Model wide = random_model(random, Payloads::wide);
    const Model states = random_model(random, Payloads::states);
    const Model walls[2] = { wall(seed + m, random.u32()), wall(seed + m, random.u32()) };
    const LoadedTree tree(wide, random), first(walls[0], random);
    const LoadedImage image(states), second(walls[1]);
    const Scene a("tree", m, wide, tree.map()), b("image", m, states, image.map());
    const Scene c("wall", m, walls[0], first.map()), d("wall", m, walls[1], second.map());

    CHECK(tree.ok() && first.ok() && image.ok() && second.ok());
    for (uint64_t i = 0; i < setting("CASES", 8); i++) {
        report(journey({ &a, &b }, random), m);
        report(before_wall({ &c, &d }, random), m);
        report(journey({ &c, &d, &a }, random), m);
    }
}

static void journeys(void)
{
    for (unsigned m = 0; m < setting("MAPS", 24); m++)
        in_maps(m);
    std::printf("%lu frames, %lu rays, %lu refused, %lu pixels filled, %lu not looked at, "
                "%lu leaves between, %lu frames with too small a table\n",
                all_frames, all_rays, all_refused, all_filled, all_unseen, all_between, all_lost);
    for (size_t face = 0; face < 6; face++) /* some frames have very many rays by one face */
        CHECK(faces.entered[face] > 20 && faces.left[face] > 20);
    CHECK(all_refused > 0 && all_between > 0 && all_lost > 0 && all_filled > 0 && all_unseen > 0);
}

/* The largest grid, in the wall's maps. */
static void largest_grid(void)
{
    const Model model = wall(seed, seed + 1);
    const LoadedImage image(model);
    const Scene scene("wall", 0, model, image.map());
    Random random(seed);
    oct9_view_sensor_t sensor = {};

    sensor.tan_y_q14 = sensor.tan_z_q14 = 32767;
    sensor.range_q6 = 200;
    sensor.grid = 7;
    sensor.frames = 64;
    sensor.rules.unknown = OCT9_PASSES;
    Case c(sensor, 4096);
    for (const ListedLeaf &leaf : scene.leaves)
        if (leaf.leaf.state == OCT9_OCCUPIED) {
            const oct9_pose_t pose = { narrow({ leaf.lo[0] - 100, leaf.lo[1], leaf.lo[2] }),
                                       { 16384, 0, 0, 0 } };
            report(frame(random, c, scene, pose), 0);
            break;
        }
    CHECK(c.view.rays > 256 && c.view.rays < 1500);
}

int main(int argc, char **argv)
{
    begin_searches(argc, argv);
    RUN(journeys);
    RUN(largest_grid);
    return test_end();
}
