/* SPDX-License-Identifier: MIT */
/* Questions to all obstacles where one of them has no answer: a scene that is not there, a map in
 * the middle of a write. In one call they fail as in slices. A wrong program fails an assertion. */
#include "oct9/obstacles.h"

extern "C" {
#include "tests/test.h"
}

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

/* A wall in the path, as a primitive and as leaves. */
struct Wall {
    oct9_primitive_t primitive[3] = {};
    oct9_block_t pool[100], blocks[100];
    uint32_t lists[100];
    uint16_t indices[100];
    oct9_tree_t tree = {};
    oct9_map_t map = {};
    oct9_scene_config_t config = {};
    oct9_scene_t scene = {};

    Wall()
    {
        const oct9_box_t all = { { 0, 0, 0 }, { OCT9_CELLS, OCT9_CELLS, OCT9_CELLS } };
        const oct9_box_t slab = { { 256, 256, 256 }, { 257, 260, 260 } };

        CHECK_EQ(oct9_tree_init(&tree, pool, 100, nullptr), OCT9_OK);
        CHECK_EQ(oct9_tree_fill_box(&tree, &all, OCT9_FREE), OCT9_OK);
        CHECK_EQ(oct9_tree_fill_box(&tree, &slab, OCT9_OCCUPIED), OCT9_OK);
        map = oct9_map_of_tree(&tree);
        for (oct9_primitive_t &box : primitive) {
            box.kind = OCT9_PRIMITIVE_BOX;
            box.b = { 64, 256, 256 };
        }
        config.primitives = primitive;
        config.primitive_count = 3;
        config.blocks = blocks;
        config.block_count = 100;
        config.lists = lists;
        config.list_count = 100;
        config.indices = indices;
        config.index_count = 100;
        config.few = 1;
        config.least_level = 2;
        CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
    }
    Wall(const Wall &) = delete;
    Wall &operator=(const Wall &) = delete;
};

static oct9_obstacles_input_t through_the_wall(uint16_t radius)
{
    oct9_obstacles_input_t in = {};

    in.motion.from = { -500, 100, 100 };
    in.motion.to = { 500, 100, 100 };
    in.motion.radius_q6 = radius;
    return in;
}

/* In one call and in slices. */
static void check(const oct9_obstacles_t &all, oct9_status_t expected)
{
    const oct9_obstacles_input_t ray = through_the_wall(0), sphere = through_the_wall(20);
    oct9_obstacles_cast_t cast;
    oct9_obstacles_output_t out, untouched;

    std::memset(&untouched, 0xA5, sizeof untouched);
    std::memcpy(&out, &untouched, sizeof out);
    CHECK_EQ(oct9_obstacles_ray(&all, &ray, &out), expected);
    CHECK_EQ(oct9_obstacles_sphere(&all, &sphere, &out), expected);
    CHECK_EQ(oct9_obstacles_ray_begin(&cast, &all, &ray), OCT9_OK);
    CHECK_EQ(oct9_obstacles_run(&cast, UINT32_MAX, &out), expected);
    CHECK_EQ(oct9_obstacles_sphere_begin(&cast, &all, &sphere), OCT9_OK);
    CHECK_EQ(oct9_obstacles_run(&cast, UINT32_MAX, &out), expected);
    CHECK((std::memcmp(&out, &untouched, sizeof out) == 0) == (expected != OCT9_OK));
}

/* The scene alone, and behind a map that has an answer. */
static void check_scene(const Wall &wall, oct9_status_t expected)
{
    check({ nullptr, &wall.scene, nullptr }, expected);
    check({ &wall.map, &wall.scene, nullptr }, expected);
    check({ &wall.map, nullptr, nullptr }, OCT9_OK);
}

/* After a build that failed, and in each slice of one. */
static void no_scene_is_not_clear(void)
{
    Wall wall;
    oct9_scene_config_t few = wall.config;
    oct9_scene_build_t build;
    unsigned slices = 0;

    few.index_count = 0;
    check_scene(wall, OCT9_OK);
    CHECK_EQ(oct9_scene_build(&wall.scene, &few), OCT9_ERR_INDICES_FULL);
    check_scene(wall, OCT9_ERR_STALE);
    CHECK_EQ(oct9_scene_build_begin(&build, &wall.scene, &wall.config), OCT9_OK);
    for (; oct9_scene_build_run(&build, 1) == OCT9_AGAIN; slices++)
        check_scene(wall, OCT9_ERR_STALE);
    CHECK(slices > 10);
    check_scene(wall, OCT9_OK);
}

/* While a write is in progress the generation is odd. */
static void half_a_write_is_not_clear(void)
{
    Wall wall;

    wall.tree.generation++;
    check({ &wall.map, nullptr, nullptr }, OCT9_ERR_STALE);
    check({ &wall.map, &wall.scene, nullptr }, OCT9_ERR_STALE);
    wall.tree.generation++;
    check({ &wall.map, &wall.scene, nullptr }, OCT9_OK);
}

/* True if the call ends the process as a failed assertion does: see tests/test.c. */
static bool asserts(const oct9_obstacles_t &all, bool ray)
{
    const oct9_obstacles_input_t in = through_the_wall(0);
    int status = 0;

    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        (void)!std::freopen("/dev/null", "w", stdout);
        (void)(ray ? oct9_obstacles_ray(&all, &in, nullptr)
                   : oct9_obstacles_sphere(&all, &in, nullptr));
        _exit(0);
    }
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

/* A map in the middle of a write, so that nothing would be written. The core with sanitizers has
 * assertions. */
static void no_output_is_asserted(void)
{
#ifdef __SANITIZE_ADDRESS__
    Wall wall;

    wall.tree.generation++;
    CHECK(asserts({ &wall.map, nullptr, nullptr }, true));
    CHECK(asserts({ &wall.map, nullptr, nullptr }, false));
#else
    (void)asserts;
#endif
}

int main(void)
{
    RUN(no_scene_is_not_clear);
    RUN(half_a_write_is_not_clear);
    RUN(no_output_is_asserted);
    return test_end();
}
