/* SPDX-License-Identifier: MIT */
/* Sectors among a map, a scene and objects. Random points of the solids are the oracle: no distance
 * is greater than that of such a point, and none is less than all of them by more than a cube's
 * diagonal and what the points are apart. A map counts as it does alone.
 *
 * Usage: test_sectors_among [SEED [COUNT]] */
#include "oct9/sectors.h"

extern "C" {
#include "tests/random.h"
#include "tests/test.h"
}

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr double TURN = 65536, PI = 3.14159265358979323846, APART = 200;
enum { SOLIDS = 6, POINTS = 3000, BLOCKS = 4000 };

random_t numbers;

int between(int low, int high)
{
    return low + static_cast<int>(random_below(&numbers, static_cast<uint32_t>(high - low) + 1u));
}

double part()
{
    return between(0, 1 << 20) / double(1 << 20);
}

struct Place {
    double x, y, z;
};

Place mixed(const Place &a, const Place &b, double share)
{
    return { a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), a.z + share * (b.z - a.z) };
}

Place place(const oct9_point_t &point)
{
    return { double(point.x), double(point.y), double(point.z) };
}

/* A point of a ball: rejected until it is in one. */
Place in_ball(const Place &middle, double radius)
{
    for (;;) {
        const double x = 2 * part() - 1, y = 2 * part() - 1, z = 2 * part() - 1;
        if (x * x + y * y + z * z <= 1)
            return { middle.x + x * radius, middle.y + y * radius, middle.z + z * radius };
    }
}

Place in_box(const Place &a, const Place &b)
{
    return { a.x + part() * (b.x - a.x), a.y + part() * (b.y - a.y), a.z + part() * (b.z - a.z) };
}

Place in_primitive(const oct9_primitive_t &solid)
{
    switch (solid.kind) {
    case OCT9_PRIMITIVE_SPHERE: return in_ball(place(solid.a), solid.radius_q6);
    case OCT9_PRIMITIVE_BOX: return in_box(place(solid.a), place(solid.b));
    case OCT9_PRIMITIVE_CAPSULE:
        return in_ball(mixed(place(solid.a), place(solid.b), part()), solid.radius_q6);
    default: {
        const double share = std::sqrt(part());
        return mixed(place(solid.a), mixed(place(solid.b), place(solid.c), part()), share);
    }
    }
}

oct9_point_t point_near(const oct9_point_t &middle, int reach)
{
    return { static_cast<int16_t>(between(middle.x - reach, middle.x + reach)),
             static_cast<int16_t>(between(middle.y - reach, middle.y + reach)),
             static_cast<int16_t>(between(middle.z - reach, middle.z + reach)) };
}

/* A map, a scene and objects about the robot, and points of all solids that count. */
struct World {
    oct9_point_t robot = {};
    oct9_block_t pool[BLOCKS] = {}, blocks[BLOCKS] = {};
    oct9_tree_t tree = {};
    oct9_map_t map = {};
    oct9_primitive_t primitives[SOLIDS] = {};
    uint32_t lists[BLOCKS] = {};
    uint16_t indices[4 * BLOCKS] = {};
    uint8_t seen[(SOLIDS + 7) / 8] = {};
    oct9_scene_t scene = {};
    oct9_object_t object[SOLIDS] = {};
    oct9_object_node_t node[64] = {};
    oct9_objects_t objects = {};
    std::vector<Place> points;

    World()
    {
        robot = point_near({ 0, 0, 0 }, 8000);
        make_map();
        make_scene();
        make_objects();
    }
    World(const World &) = delete;
    World &operator=(const World &) = delete;

    oct9_obstacles_t all() { return { &map, &scene, &objects }; }

private:
    void make_map()
    {
        const oct9_box_t cube = { { 0, 0, 0 }, { OCT9_CELLS, OCT9_CELLS, OCT9_CELLS } };
        CHECK_EQ(oct9_tree_init(&tree, pool, BLOCKS, nullptr), OCT9_OK);
        CHECK_EQ(oct9_tree_fill_box(&tree, &cube, OCT9_FREE), OCT9_OK);
        for (int i = 0; i < 10; i++) {
            const oct9_point_t at = point_near(robot, 2500);
            const oct9_cell_t cell = { static_cast<uint16_t>((at.x - OCT9_LOW_Q6) / OCT9_CELL_Q6),
                                       static_cast<uint16_t>((at.y - OCT9_LOW_Q6) / OCT9_CELL_Q6),
                                       static_cast<uint16_t>((at.z - OCT9_LOW_Q6) / OCT9_CELL_Q6) };
            CHECK_EQ(oct9_tree_set_cell(&tree, cell, i % 2 ? OCT9_OCCUPIED : OCT9_UNKNOWN),
                     OCT9_OK);
        }
        map = oct9_map_of_tree(&tree);
    }

    void add_points(const oct9_primitive_t &solid)
    {
        for (int i = 0; i < POINTS; i++)
            points.push_back(in_primitive(solid));
    }

    void make_scene()
    {
        for (oct9_primitive_t &solid : primitives) {
            solid.kind = static_cast<uint16_t>(between(0, 3));
            solid.a = point_near(robot, 2500);
            solid.b = point_near(solid.a, 400);
            solid.c = point_near(solid.a, 400);
            solid.radius_q6 = static_cast<uint16_t>(between(0, 300));
            solid.category = static_cast<uint16_t>(between(0, 1));
            if (solid.kind == OCT9_PRIMITIVE_BOX)
                solid.b = { static_cast<int16_t>(std::max(solid.a.x, solid.b.x)),
                            static_cast<int16_t>(std::max(solid.a.y, solid.b.y)),
                            static_cast<int16_t>(std::max(solid.a.z, solid.b.z)) };
            if (solid.category == 0)
                add_points(solid);
        }
        const oct9_scene_config_t config = { primitives, SOLIDS,     blocks, BLOCKS, lists,  BLOCKS,
                                             indices,    4 * BLOCKS, 2,      3,      nullptr };
        CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    }

    void make_objects()
    {
        const oct9_objects_config_t config = { object, node, SOLIDS, 64, OCT9_LOOSE, 0, 0 };
        CHECK_EQ(oct9_objects_init(&objects, &config), OCT9_OK);
        for (int i = 0; i < SOLIDS; i++) {
            oct9_objects_add_input_t add = {};
            oct9_handle_t handle;
            add.bounds.centre = point_near(robot, 2500);
            add.bounds.kind = static_cast<uint16_t>(i % 2 ? OCT9_BOUND_BOX : OCT9_BOUND_SPHERE);
            for (uint16_t &half : add.bounds.half_q6)
                half = static_cast<uint16_t>(between(0, 300));
            CHECK(oct9_objects_add(&objects, &add, &handle) >= 0);
            oct9_primitive_t solid = {};
            solid.kind = i % 2 ? OCT9_PRIMITIVE_BOX : OCT9_PRIMITIVE_SPHERE;
            solid.radius_q6 = add.bounds.half_q6[0];
            solid.a = solid.b = add.bounds.centre;
            if (i % 2) {
                solid.a = { static_cast<int16_t>(solid.a.x - add.bounds.half_q6[0]),
                            static_cast<int16_t>(solid.a.y - add.bounds.half_q6[1]),
                            static_cast<int16_t>(solid.a.z - add.bounds.half_q6[2]) };
                solid.b = { static_cast<int16_t>(solid.b.x + add.bounds.half_q6[0]),
                            static_cast<int16_t>(solid.b.y + add.bounds.half_q6[1]),
                            static_cast<int16_t>(solid.b.z + add.bounds.half_q6[2]) };
            }
            add_points(solid);
        }
    }
};

/* A question, its arrays and their size. */
struct Question {
    int16_t borders[9] = {};
    uint16_t obstacle_q6[OCT9_SECTORS_MAX] = {}, free_q6[OCT9_SECTORS_MAX] = {};
    oct9_sectors_input_t input = {};
    unsigned places = 0;

    explicit Question(const oct9_point_t &robot)
    {
        const bool pitch = between(0, 2) == 0;
        input.point = robot;
        input.radius_q6 = static_cast<uint16_t>(between(0, 200));
        input.range_q6 = static_cast<uint16_t>(between(500, 5000));
        input.from = static_cast<uint16_t>(between(0, 65535));
        input.layers = static_cast<uint16_t>(between(1, 8));
        input.sectors = static_cast<uint16_t>(between(1, 128 / input.layers));
        input.kind = pitch ? OCT9_SECTORS_PITCH : OCT9_SECTORS_HEIGHTS;
        for (int16_t &border : borders)
            border = static_cast<int16_t>(pitch ? between(-16384, 16384) : between(-2000, 2000));
        std::sort(borders, borders + input.layers + 1);
        input.borders = borders;
        input.obstacle_q6 = obstacle_q6;
        input.free_q6 = free_q6;
        places = static_cast<unsigned>(input.layers) * input.sectors;
    }
    Question(const Question &) = delete;
    Question &operator=(const Question &) = delete;

    void ask(const oct9_obstacles_t &all, uint8_t *seen, uint16_t ignored)
    {
        oct9_sectors_among_t among;
        oct9_status_t status = oct9_sectors_among_begin(&among, &all, ignored, seen, &input);
        CHECK_EQ(status, OCT9_OK);
        do
            status = oct9_sectors_among_run(&among, static_cast<uint32_t>(between(1, 300)));
        while (status == OCT9_AGAIN);
        CHECK_EQ(status, OCT9_OK);
    }
};

/* A point seen from the robot. */
struct Seen {
    double angle, across, up;

    Seen(const Place &at, const oct9_point_t &robot)
    {
        const double x = at.x - robot.x, y = at.y - robot.y;
        angle = std::atan2(y, x) / (2 * PI) * TURN;
        across = std::hypot(x, y);
        up = at.z - robot.z;
    }
    double distance(const oct9_sectors_input_t &input) const
    {
        const bool pitch = input.kind == OCT9_SECTORS_PITCH;
        return std::max(0.0, (pitch ? std::hypot(across, up) : across) - input.radius_q6);
    }
    bool in_layer(const oct9_sectors_input_t &input, unsigned layer, double room) const
    {
        const bool pitch = input.kind == OCT9_SECTORS_PITCH;
        const double at = pitch ? std::atan2(up, across) / (2 * PI) * TURN : up;
        const double more = pitch ? room / std::max(1.0, across) / (2 * PI) * TURN : room;
        return at >= input.borders[layer] - more && at <= input.borders[layer + 1] + more;
    }
    bool in_sector(const oct9_sectors_input_t &input, unsigned sector, double room) const
    {
        const double width = TURN / input.sectors, middle = (sector + 0.5) * width + input.from;
        const double off = std::fabs(std::remainder(angle - middle, TURN));
        return across <= room ||
               off <= width / 2 + std::asin(std::min(1.0, room / across)) / (2 * PI) * TURN;
    }
};

/* The nearest point of a sector and layer that are wider by `room`; above the range if none is. */
double nearest(const World &world, const oct9_sectors_input_t &input, unsigned place, double room)
{
    double least = 1e9;
    for (const Place &at : world.points) {
        const Seen seen(at, input.point);
        if (seen.in_layer(input, place / input.sectors, room) &&
            seen.in_sector(input, place % input.sectors, room))
            least = std::min(least, seen.distance(input));
    }
    return least;
}

double distance_of(uint16_t found)
{
    return found == OCT9_SECTORS_NONE ? 1e9 : found;
}

void check_solids(World &world)
{
    Question question(world.robot);
    const oct9_obstacles_t solids = { nullptr, &world.scene, &world.objects };
    question.ask(solids, world.seen, 1);
    for (unsigned i = 0; i < question.places; i++) {
        const double found = distance_of(question.obstacle_q6[i]);
        const double least = nearest(world, question.input, i, 0);
        CHECK(least > question.input.range_q6 || found <= least);
        CHECK(found > 1e8 || found >= nearest(world, question.input, i, APART) - APART);
        CHECK_EQ(question.free_q6[i], question.obstacle_q6[i]);
    }
}

/* All together are the lesser one of each. */
void check_together(World &world)
{
    Question question(world.robot);
    std::vector<uint16_t> obstacle(OCT9_SECTORS_MAX), is_free(OCT9_SECTORS_MAX);
    const oct9_obstacles_t solids = { nullptr, &world.scene, &world.objects };
    question.ask(solids, world.seen, 0);
    std::copy_n(question.obstacle_q6, question.places, obstacle.begin());
    CHECK_EQ(oct9_sectors_find(&world.map, &question.input), OCT9_OK);
    for (unsigned i = 0; i < question.places; i++) {
        is_free[i] = std::min(obstacle[i], question.free_q6[i]);
        obstacle[i] = std::min(obstacle[i], question.obstacle_q6[i]);
    }
    question.ask(world.all(), world.seen, 0);
    for (unsigned i = 0; i < question.places; i++) {
        CHECK_EQ(question.obstacle_q6[i], obstacle[i]);
        CHECK_EQ(question.free_q6[i], is_free[i]);
    }
}

/* A write to one of them ends the search, also where it has ended, and the arrays hold 0. */
void check_stale(World &world)
{
    for (int what = 0; what < 6; what++) {
        const bool ended = what >= 3;
        Question question(world.robot);
        const oct9_obstacles_t all = world.all();
        oct9_sectors_among_t among;
        CHECK_EQ(oct9_sectors_among_begin(&among, &all, 0, world.seen, &question.input), OCT9_OK);
        CHECK_EQ(oct9_sectors_among_run(&among, ended ? UINT32_MAX : 1),
                 ended ? OCT9_OK : OCT9_AGAIN);
        const oct9_cell_t corner = { static_cast<uint16_t>(what), 0, 0 };
        if (what % 3 == 0)
            CHECK_EQ(oct9_tree_set_cell(&world.tree, corner, OCT9_OCCUPIED), OCT9_OK);
        else if (what % 3 == 1)
            world.scene.tree.generation = world.scene.tree.generation + 2;
        else
            CHECK_EQ(oct9_objects_update(&world.objects, UINT32_MAX), OCT9_OK);
        CHECK_EQ(oct9_sectors_among_run(&among, UINT32_MAX), OCT9_ERR_STALE);
        for (unsigned i = 0; i < question.places; i++)
            CHECK(question.obstacle_q6[i] == 0 && question.free_q6[i] == 0);
    }
}

void check_errors(World &world)
{
    Question question(world.robot);
    const oct9_obstacles_t none = { nullptr, nullptr, nullptr }, all = world.all();
    oct9_sectors_among_t among;
    CHECK_EQ(oct9_sectors_among_begin(&among, &none, 0, nullptr, &question.input),
             OCT9_ERR_ARGUMENT);
    question.input.point.x = 32500;
    CHECK_EQ(oct9_sectors_among_begin(&among, &all, 0, world.seen, &question.input),
             OCT9_ERR_RANGE);
    for (unsigned i = 0; i < question.places; i++)
        CHECK(question.obstacle_q6[i] == 0 && question.free_q6[i] == 0);
}

int cases = 12;

void solids_and_a_map()
{
    for (int i = 0; i < cases; i++) {
        World world;
        check_solids(world);
        check_together(world);
        check_stale(world);
        check_errors(world);
    }
}

} // namespace

int main(int argc, char **argv)
{
    numbers.state = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 20261129;
    cases = argc > 2 ? std::atoi(argv[2]) : cases;
    std::printf("seed %llu\n", static_cast<unsigned long long>(numbers.state));
    RUN(solids_and_a_map);
    return test_end();
}
