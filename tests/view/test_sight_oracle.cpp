/* SPDX-License-Identifier: MIT */
/* What rays between which things stand still find: upright poles before a wall, whose visibility is
 * computed in the plane, and random scenes against rays four times as near to each other. */
#include "view_met.hpp"

#include <algorithm>
#include <cmath>

using namespace oracle;

enum { GRID = 5, POLES = 60, BEHIND = 9 };

/* ---- A scene and what a view finds in it. ---- */

struct Built {
    std::vector<oct9_primitive_t> primitives;
    std::vector<oct9_block_t> blocks;
    std::vector<uint32_t> lists;
    std::vector<uint16_t> indices;
    oct9_scene_t scene = {};

    Built(const std::vector<oct9_primitive_t> &from, uint8_t few, uint8_t least_level)
        : primitives(from), blocks(20000), lists(32767), indices(1000000)
    {
        oct9_scene_config_t config = {};
        config.primitives = primitives.data();
        config.primitive_count = static_cast<uint32_t>(primitives.size());
        config.blocks = blocks.data();
        config.block_count = static_cast<uint32_t>(blocks.size());
        config.lists = lists.data();
        config.list_count = static_cast<uint32_t>(lists.size());
        config.indices = indices.data();
        config.index_count = static_cast<uint32_t>(indices.size());
        config.few = few;
        config.least_level = least_level;
        CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    }
    Built(const Built &) = delete;
    Built &operator=(const Built &) = delete;
};

struct Found {
    std::vector<bool> met, passed;
    uint32_t rays = 0, leaves = 0;
};

static Found look(const Built &built, const oct9_view_sensor_t &sensor, const oct9_pose_t &pose,
                  uint32_t size = 1 << 17)
{
    const size_t edge = (size_t{ 1 } << sensor.grid) + 1;
    std::vector<oct9_view_pixel_t> pixels(edge * edge);
    std::vector<oct9_view_entry_t> table(size);
    oct9_view_t view;
    oct9_view_seen_t list;
    oct9_view_leaf_t leaf;
    Found found;

    found.met.resize(built.primitives.size());
    found.passed.resize(built.primitives.size());
    CHECK_EQ(oct9_view_init(&view, &sensor, pixels.data(), table.data(), size), OCT9_OK);
    for (unsigned i = 0; i < sensor.frames; i++) {
        CHECK_EQ(oct9_view_scene_begin(&view, &built.scene, 0, &pose), OCT9_OK);
        CHECK_EQ(oct9_view_scene_run(&view, UINT32_MAX), OCT9_OK);
        found.rays += view.rays;
    }
    for (const oct9_view_pixel_t &pixel : pixels)
        if (oct9_view_primitive(&pixel) >= 0)
            found.met[static_cast<size_t>(oct9_view_primitive(&pixel))] = true;
    oct9_view_seen_begin(&list, &view);
    while (oct9_view_seen_next(&list, UINT32_MAX, &leaf) > 0) {
        found.leaves += !leaf.between;
        for (unsigned i = 0; i < leaf.count; i++)
            found.passed[leaf.primitives[i]] = true;
    }
    return found;
}

/* ---- Poles: upright capsules that reach above and below all rays. ---- */

/* The camera looks along x; seen from above, a pole is a circle. */
static const oct9_pose_t camera = { { -15000, 0, 0 }, OCT9_ROTATION_NONE };
enum { NEAR = 3000, FAR = 21000, WALL = 22000, END = 28000, HIGH = 16000, SIDE = 15800 };

struct Circle {
    double x, y, r; /* from the camera */
};

/* The distance to a circle in a direction, or infinity. */
static double reach(const Circle &c, double angle)
{
    const double along = c.x * std::cos(angle) + c.y * std::sin(angle);
    const double aside = c.x * std::sin(angle) - c.y * std::cos(angle);

    return along > 0 && std::fabs(aside) < c.r ? along - std::sqrt(c.r * c.r - aside * aside)
                                               : HUGE_VAL;
}

/* The circles before the wall that some direction meets first. They are apart from each other, so
 * their order can change only where a direction touches one of them: the middles of the intervals
 * between such directions are enough. */
static std::vector<bool> visible(const std::vector<Circle> &circles, double limit)
{
    std::vector<double> turns = { -limit, limit };
    std::vector<bool> seen(circles.size());

    for (const Circle &c : circles)
        for (int side = -1; side <= 1; side += 2)
            turns.push_back(std::atan2(c.y, c.x) + side * std::asin(c.r / std::hypot(c.x, c.y)));
    std::sort(turns.begin(), turns.end());
    for (size_t i = 1; i < turns.size(); i++) {
        const double middle = (turns[i - 1] + turns[i]) / 2;
        if (std::fabs(middle) > limit || turns[i] - turns[i - 1] < 1e-9)
            continue;
        size_t first = circles.size();
        double least = HUGE_VAL;
        for (size_t k = 0; k < circles.size(); k++)
            if (circles[k].x < WALL && reach(circles[k], middle) < least) {
                least = reach(circles[k], middle);
                first = k;
            }
        if (first < circles.size())
            seen[first] = true;
    }
    return seen;
}

static std::vector<Circle> random_poles(Random &random, int radius)
{
    std::vector<Circle> poles;

    while (poles.size() < POLES) {
        const bool hidden = poles.size() >= POLES - BEHIND;
        const int x = hidden ? random.between(WALL + 500, END) : random.between(NEAR, FAR);
        const int wide = std::min<int>(9 * x / 10, SIDE);
        const Circle c = { double(x), double(random.between(-wide, wide)), double(radius) };
        if (std::all_of(poles.begin(), poles.end(), [&](const Circle &o) {
                return std::hypot(c.x - o.x, c.y - o.y) > 3.0 * radius;
            }))
            poles.push_back(c);
    }
    return poles;
}

static std::vector<oct9_primitive_t> as_primitives(const std::vector<Circle> &poles)
{
    std::vector<oct9_primitive_t> out;

    for (const Circle &c : poles) {
        oct9_primitive_t p = {};
        p.kind = OCT9_PRIMITIVE_CAPSULE;
        p.a = { int16_t(camera.place.x + c.x), int16_t(c.y), -HIGH };
        p.b = { p.a.x, p.a.y, HIGH };
        p.radius_q6 = uint16_t(c.r);
        out.push_back(p);
    }
    oct9_primitive_t wall = {};
    wall.kind = OCT9_PRIMITIVE_BOX;
    wall.a = { int16_t(camera.place.x + WALL), -HIGH, -HIGH };
    wall.b = { int16_t(wall.a.x + 64), HIGH, HIGH };
    out.push_back(wall);
    return out;
}

struct Sum {
    unsigned long rays = 0, visible = 0, met = 0, passed = 0, hidden = 0;

    void add(const std::vector<bool> &seen, const Found &found)
    {
        rays += found.rays;
        for (size_t i = 0; i < seen.size(); i++) {
            visible += seen[i];
            met += seen[i] && found.met[i];
            passed += seen[i] && found.passed[i];
            hidden += !seen[i] && found.passed[i];
            CHECK(!found.met[i] || seen[i]);
        }
    }
};

/* The poles of many scenes; the wall is passed in each. */
static Sum poles(int radius, const oct9_view_sensor_t &sensor)
{
    Sum sum;

    for (uint64_t m = 0; m < setting("MAPS", 20); m++) {
        Random random(seed + (11u << 24) + m);
        const std::vector<Circle> circles = random_poles(random, radius);
        const Built built(as_primitives(circles), 2, 4);
        const Found found = look(built, sensor, camera);
        sum.add(visible(circles, std::atan(1.0)), found);
        CHECK(found.met[POLES] && found.passed[POLES]);
    }
    std::printf("poles of %d sub-cells, %lu rays: %lu visible, of them %lu met and %lu passed; "
                "passed and hidden %lu\n",
                radius, sum.rays, sum.visible, sum.met, sum.passed, sum.hidden);
    return sum;
}

/* 33 x 33 rays, 90 degrees wide, at once or over 16 frames, or as a quadtree. */
static const oct9_view_sensor_t at_once = { 16384, 8192, END, 0, GRID, 0, 1, true, {} };
static const oct9_view_sensor_t in_frames = { 16384, 8192, END, 0, GRID, 0, 16, true, {} };
static const oct9_view_sensor_t in_squares = { 16384, 8192, END, 500, GRID, 3, 1, true, {} };

/* Of poles of a cell's radius at least 48 of 49 are named, of those of 1/16 cell all; most of the
 * rays pass between them. */
static void poles_before_a_wall(void)
{
    for (const oct9_view_sensor_t &sensor : { at_once, in_frames }) {
        const Sum thick = poles(64, sensor), thin = poles(4, sensor);
        CHECK(thick.met * 2 < thick.visible && thick.passed * 49 >= thick.visible * 48);
        CHECK(thin.met * 10 < thin.visible && thin.passed == thin.visible);
    }
    (void)poles(64, in_squares);
    (void)poles(4, in_squares);
}

/* ---- Random scenes. ---- */

static std::vector<oct9_primitive_t> random_primitives(Random &random)
{
    std::vector<oct9_primitive_t> out;

    for (int i = random.between(5, 40); i > 0; i--) {
        const int r = random.chance(30) ? random.between(0, 40) : random.between(40, 1500);
        oct9_primitive_t p = {};
        p.a = { int16_t(random.between(-12000, 14000)), int16_t(random.between(-9000, 9000)),
                int16_t(random.between(-6000, 6000)) };
        p.b = { int16_t(p.a.x + r), int16_t(p.a.y + random.between(0, r)),
                int16_t(p.a.z + random.between(0, r)) };
        p.radius_q6 = uint16_t(r);
        p.kind = random.chance(50) ? OCT9_PRIMITIVE_SPHERE : OCT9_PRIMITIVE_BOX;
        out.push_back(p);
    }
    return out;
}

/* What the rays meet first that end between those of a sensor, and on them: twice as many a row. */
class Fine {
public:
    Fine(const std::vector<oct9_primitive_t> &primitives, const oct9_view_sensor_t &sensor,
         const oct9_pose_t &pose)
        : edge_((2 << sensor.grid) + 1)
    {
        oct9_view_sensor_t fine = sensor;
        fine.grid++;
        for (int v = 0; v < edge_; v++)
            for (int u = 0; u < edge_; u++)
                met_.push_back(
                    first_met(primitives, 0, wide(pose.place), end_of(fine, pose, u, v)).index);
    }

    bool has(int index) const { return std::count(met_.begin(), met_.end(), index) != 0; }

    /* It hides all else in a square as wide as the sensor's rays are apart. */
    bool covers_square(int index) const
    {
        for (int v = 0; v + 2 < edge_; v++)
            for (int u = 0; u + 2 < edge_; u++)
                if (is_square(index, u, v))
                    return true;
        return false;
    }

private:
    const int edge_;
    std::vector<int> met_;

    bool is_square(int index, int u, int v) const
    {
        for (int i = 0; i < 9; i++)
            if (met_[size_t((v + i / 3) * edge_ + u + i % 3)] != index)
                return false;
        return true;
    }
};

static void what_covers_a_square(void)
{
    unsigned long visible = 0, covering = 0, met = 0, passed = 0, hidden = 0;

    for (uint64_t m = 0; m < setting("SCENES", 200); m++) {
        Random random(seed + (12u << 24) + m);
        const Built built(random_primitives(random), 2, 4);
        const Fine fine(built.primitives, at_once, camera);
        const Found found = look(built, at_once, camera);
        for (size_t i = 0; i < built.primitives.size(); i++) {
            const bool seen = fine.has(int(i)), square = fine.covers_square(int(i));
            visible += seen;
            covering += square;
            met += seen && found.met[i];
            passed += seen && found.passed[i];
            hidden += !seen && found.passed[i];
            CHECK(!square || (found.met[i] && found.passed[i]));
        }
    }
    std::printf("random scenes: %lu visible to rays twice as near, %lu cover a square; of the "
                "visible %lu met and %lu passed; passed and not visible %lu\n",
                visible, covering, met, passed, hidden);
    CHECK(covering > 0 && met < visible);
}

/* ---- The table. ---- */

/* The size that oct9_view_init advises for so many leaves. */
static uint32_t advised(uint32_t leaves)
{
    uint32_t size = 16;

    while (size < 2 * leaves || (size > 1024 && size < 4 * leaves))
        size *= 2;
    return size;
}

/* Views of all sizes lose no leaf in a table of the advised size: look() checks that. */
static void tables_as_advised(void)
{
    uint32_t most = 0, fullest = 0;

    for (uint64_t m = 0; m < setting("MAPS", 20); m++) {
        Random random(seed + (13u << 24) + m);
        const Built built(as_primitives(random_poles(random, 30)), 1, uint8_t(m % 4));
        for (uint8_t grid = 0; grid < 7; grid++) {
            const oct9_view_sensor_t sensor = { 16384, 8192, END, 0, grid, 0, 1, false, {} };
            const uint32_t leaves = look(built, sensor, camera).leaves;
            CHECK_EQ(look(built, sensor, camera, advised(leaves)).leaves, leaves);
            most = std::max(most, leaves);
            fullest = std::max(fullest, 100 * leaves / advised(leaves));
        }
    }
    std::printf("tables of the advised size: up to %u leaves, up to %u %% full\n", most, fullest);
    CHECK(fullest >= 45);
}

int main(int argc, char **argv)
{
    begin_searches(argc, argv);
    RUN(poles_before_a_wall);
    RUN(what_covers_a_square);
    RUN(tables_as_advised);
    return test_end();
}
