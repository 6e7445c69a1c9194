/* SPDX-License-Identifier: MIT */
/* The two hooks of a build with assertions, as docs/guide/errors.md describes them.
 *
 * NULL for each pointer of each function of the public headers, one at a time, and for each pointer
 * in an input or a config: the hook of assertions is called, and nothing is read or written through
 * it. Where a header allows NULL, the call does without. And wrong arguments: the other hook is
 * called once for each call that returns OCT9_ERR_ARGUMENT, and not for any other.
 *
 * Functions that a header defines have no assertion. The core with sanitizers has them; a build
 * without them has nothing to test here. */
#include "public_call.hpp"

#include <csetjmp>
#include <functional>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

using open::Call;
using open::calls;
using open::world;

namespace {

struct Pair {
    const char *of, *name;
};

/* A header allows NULL for these. */
const Pair allowed[] = {
    { "oct9_tree_init", "thresholds" },        { "oct9_occupancy_init", "changes" },
    { "oct9_layered_init", "window" },         { "oct9_layered_init", "lower_window" },
    { "oct9_objects_find_begin", "region" },   { "oct9_points_find_begin", "region" },
    { "oct9_scene_find_begin", "region" },     { "oct9_visit_begin", "region" },
    { "oct9_visit_frontier_begin", "region" }, { "oct9_scene_open", "frame" },
    { "oct9_objects_cast_input_t", "after" },  { "oct9_objects_nearest_input_t", "after" },
    { "oct9_route_input_t", "guide" },         { "oct9_route_input_t", "road" },
    { "oct9_road_input_t", "shut" },           { "oct9_scene_config_t", "full" },
    { "oct9_store_config_t", "context" },      { "oct9_world_input_t", "checked" },
    { "oct9_world_input_t", "load" },          { "oct9_world_input_t", "context" },
    { "oct9_sectors_input_t", "obstacle_q6" }, { "oct9_sectors_input_t", "free_q6" },
    { "oct9_patch_begin", "in_use" },          { "oct9_patch_find", "crc" },
    { "oct9_autopilot_pose", "command_mm" },   { "oct9_autopilot_input_t", "found" },
};

bool is_allowed(const std::string &of, const std::string &name)
{
    for (const Pair &one : allowed)
        if (of == one.of && name == one.name)
            return true;
    return false;
}

/* The call that is being made, for a sanitizer that ends the program in it. */
std::string current;
std::jmp_buf back;

void name_current()
{
    std::printf("in %s\n", current.c_str());
    std::fflush(stdout);
}

/* True if the call fails an assertion. Nothing between here and there needs a destructor. */
bool asserts(const std::function<void()> &call)
{
    if (setjmp(back) != 0) {
        test_assertion = nullptr;
        return true;
    }
    test_assertion = [] { std::longjmp(back, 1); };
    call();
    test_assertion = nullptr;
    return false;
}

unsigned asserted, done_without;

void expect(const std::string &of, const std::string &name, const std::function<void()> &call)
{
    const bool may = is_allowed(of, name);

    current = of + " with " + name + " NULL";
    open::reset();
    const bool got = asserts(call);
    CHECK(got != may);
    if (got == may)
        std::printf("%s: %s\n", current.c_str(), got ? "an assertion" : "no assertion");
    (may ? done_without : asserted)++;
}

void every_parameter()
{
    for (const Call &call : calls())
        for (size_t i = 0; i < call.parameters.size(); i++)
            if (call.shape->points[i] && !call.in_header) {
                expect(call.name, call.parameters[i],
                       [&] { (void)call.call(static_cast<int>(i)); });
            }
}

struct Member {
    std::string of, name;
    const std::type_info *type;
    void (*clear)();
};

std::vector<Member> members()
{
#define CALL(name, ...)
#define INLINE(name, ...)
#define MEMBER(type, member) \
    { #type, #member, &typeid(type), [] { open::Of<type>::good("")->member = nullptr; } },
    return {
#include "build/generated/public_calls.h"
    };
#undef CALL
#undef INLINE
#undef MEMBER
}

/* Each call that takes an input or a config, but not those that only go on with it: they have the
 * pointer from their begin. */
void every_member()
{
    for (const Member &member : members()) {
        unsigned found = 0;
        for (const Call &call : calls())
            if (call.takes(*member.type)) {
                expect(member.of, member.name, [&] {
                    member.clear();
                    (void)call.call(-1);
                });
                found++;
            }
        CHECK(found > 0);
    }
}

/* --- wrong arguments -------------------------------------------------------------------------- */

struct Wrong {
    const char *name;
    const std::type_info *type;
    void (*make)();
};

const oct9_policy_t NO_POLICY = static_cast<oct9_policy_t>(2); /* of unknown space */

const Wrong wrongs[] = {
    { "a rotation", &typeid(oct9_rotation_t), [] { open::rotation = {}; } },
    { "a pose's rotation", &typeid(oct9_pose_t), [] { world.pose.rotation = {}; } },
    { "rules", &typeid(oct9_rules_t), [] { world.rules.unknown = NO_POLICY; } },
    { "a ray's rules", &typeid(oct9_cast_input_t), [] { world.cast.rules.unknown = NO_POLICY; } },
    { "a fan's rules", &typeid(oct9_fan_input_t), [] { world.fan.rules.unknown = NO_POLICY; } },
    { "a far ray's rules", &typeid(oct9_far_input_t),
      [] { world.far_input.rules.unknown = NO_POLICY; } },
    { "a far radius", &typeid(oct9_far_input_t), [] { world.far_input.radius_mm = -1; } },
    { "a fan's count", &typeid(oct9_fan_input_t), [] { world.fan.count = 0; } },
    { "a sphere's radius", &typeid(oct9_sphere_input_t),
      [] { world.sphere.motion.radius_q6 = 40000; } },
    { "a sphere's rules", &typeid(oct9_sphere_input_t),
      [] { world.sphere.rules.unknown = NO_POLICY; } },
    { "a box", &typeid(oct9_box_input_t), [] { world.box.hi = world.box.lo; } },
    { "a path's count", &typeid(oct9_path_input_t), [] { world.path.count = 0; } },
    { "a path's radius", &typeid(oct9_path_input_t), [] { world.path.radius_q6 = 40000; } },
    { "a route's radius", &typeid(oct9_route_input_t), [] { world.route.body.radius_q6 = 40000; } },
    { "a route's start", &typeid(oct9_route_input_t),
      [] { world.route.body.rules.start_inside = OCT9_PASSES; } },
    { "a wide radius", &typeid(oct9_route_input_t), [] { world.route.body.price = 1; } },
    { "a route's memory", &typeid(oct9_route_input_t), [] { world.route.nodes_count = 15; } },
    { "a room for points", &typeid(oct9_route_input_t), [] { world.route.points_room = 1; } },
    { "a road map's memory", &typeid(oct9_road_input_t), [] { world.road_input.nodes_count = 3; } },
    { "a room for places", &typeid(oct9_road_input_t), [] { world.road_input.places_room = 0; } },
    { "a road map's unknown space", &typeid(oct9_road_input_t),
      [] { world.road_input.rules.unknown = OCT9_PASSES; } },
    { "a road map's cells", &typeid(oct9_road_input_t), [] { world.road.cell_um = 80001; } },
    { "a polyline's count", &typeid(oct9_route_shorten_input_t), [] { world.shorten.count = 0; } },
    { "a curve's count", &typeid(oct9_route_curve_input_t), [] { world.curve.count = 0; } },
    { "a room for pieces", &typeid(oct9_route_curve_input_t), [] { world.curve.pieces_room = 2; } },
    { "a polyline's room", &typeid(oct9_route_shorten_input_t), [] { world.shorten.room = 2; } },
    { "a turned box's rotation", &typeid(oct9_obb_input_t), [] { world.obb.to.rotation = {}; } },
    { "a turned box's edge", &typeid(oct9_obb_input_t), [] { world.obb.half_q6[2] = 0; } },
    { "a count of spheres", &typeid(oct9_spheres_input_t), [] { world.spheres.count = 0; } },
    { "one of the spheres", &typeid(oct9_spheres_input_t),
      [] { world.rest[39].radius_q6 = 40000; } },
    { "a capacity", &typeid(oct9_nearest_input_t), [] { world.nearest.capacity = 0; } },
    { "a range", &typeid(oct9_nearest_input_t), [] { world.nearest.range_q6 = 40000; } },
    { "a count of sectors", &typeid(oct9_sectors_input_t),
      [] { world.sectors_input.sectors = 0; } },
    { "a range of sectors", &typeid(oct9_sectors_input_t),
      [] { world.sectors_input.range_q6 = 0; } },
    { "a probe's rules", &typeid(oct9_probe_point_input_t),
      [] { world.probe_point.rules.unknown = NO_POLICY; } },
    { "a node's level", &typeid(oct9_probe_node_input_t),
      [] { world.probe_node.node.level = 10; } },
    { "a grid's room", &typeid(oct9_export_grid_input_t), [] { world.grid.room = 15; } },
    { "a region's radius", &typeid(oct9_region_t), [] { world.region.radius_q6 = 40000; } },
    { "a scene's config", &typeid(oct9_scene_config_t), [] { world.scene_config.few = 0; } },
    { "a primitive", &typeid(oct9_scene_config_t), [] { world.primitives[3].kind = 9; } },
    { "a scene's capacity", &typeid(oct9_scene_cast_input_t),
      [] { world.scene_cast.capacity = 0; } },
    { "a scene's range", &typeid(oct9_scene_nearest_input_t),
      [] { world.scene_nearest.range_q6 = 40000; } },
    { "a count of objects", &typeid(oct9_objects_config_t),
      [] { world.objects_config.object_count = 0; } },
    { "a new object", &typeid(oct9_objects_add_input_t), [] { world.add.bounds.kind = 9; } },
    { "an object's bounds", &typeid(oct9_bounds_t), [] { world.add.bounds.kind = 9; } },
    { "a capacity of objects", &typeid(oct9_objects_cast_input_t),
      [] { world.objects_cast.capacity = 0; } },
    { "a range of objects", &typeid(oct9_objects_nearest_input_t),
      [] { world.objects_nearest.range_q6 = 40000; } },
    { "a bucket", &typeid(oct9_points_config_t), [] { world.points_config.bucket_size = 0; } },
    { "a capacity of points", &typeid(oct9_points_nearest_input_t),
      [] { world.points_nearest.capacity = 0; } },
    { "a motion's rules", &typeid(oct9_obstacles_input_t),
      [] { world.motion.rules.unknown = NO_POLICY; } },
    { "no obstacles", &typeid(oct9_obstacles_t), [] { world.obstacles = {}; } },
    { "an autopilot's patience", &typeid(oct9_autopilot_input_t),
      [] { world.autopilot.oldest_ms = 0; } },
    { "an autopilot's unknown space", &typeid(oct9_autopilot_input_t),
      [] { world.autopilot.unknown = NO_POLICY; } },
    { "an autopilot's sectors", &typeid(oct9_autopilot_input_t), [] { world.shown.sectors = 0; } },
    { "a sensor", &typeid(oct9_view_sensor_t), [] { world.sensor.tan_y_q14 = 40000; } },
    { "a sensor's rules", &typeid(oct9_map_t), [] { world.sensor.rules.unknown = NO_POLICY; } },
    { "a store's slots", &typeid(oct9_store_config_t), [] { world.store_config.slots = 1; } },
    { "a store's records", &typeid(oct9_store_config_t),
      [] { world.store_config.block_count = 2; } },
    { "a site's programs", &typeid(oct9_patch_site_t), [] { world.site.program_size = 63; } },
    { "a model", &typeid(oct9_model_t), [] { open::a_model.hit = 0; } },
    { "thresholds", &typeid(oct9_thresholds_t), [] { open::thresholds.free_below = 0; } },
    { "a box of cells", &typeid(oct9_box_t), [] { open::cells.hi.x = 0; } },
    { "a frame", &typeid(oct9_frame_t), [] { open::frame_um = 0; } },
    { "a budget", &typeid(uint32_t), [] { world.budget = 0; } },
};

unsigned refused;

/* These may change what they are given before they refuse it: status.h names them. */
bool writes_first(const Call &call)
{
    return call.name == "oct9_scene_build" || call.name == "oct9_scene_build_run";
}

/* True if the call refuses it, and changes nothing then. */
bool refuses(const Call &call, const Wrong &wrong)
{
    open::reset();
    if (const Call *begin = open::begin_of(call))
        (void)begin->call(-1);
    wrong.make();
    test_refusals = 0;
    static uint8_t before[sizeof world];
    std::memcpy(before, &world, sizeof world);
    const long status = call.call(-1);
    const unsigned expected = status == OCT9_ERR_ARGUMENT;
    CHECK_EQ(test_refusals, expected);
    if (test_refusals != expected)
        std::printf("%s with %s\n", call.name.c_str(), wrong.name);
    if (expected != 0)
        CHECK(std::memcmp(before, &world, sizeof world) == 0 || writes_first(call));
    if (expected != 0 && std::memcmp(before, &world, sizeof world) != 0 && !writes_first(call))
        std::printf("%s with %s changed something\n", call.name.c_str(), wrong.name);
    refused += expected;
    return expected;
}

/* Of a budget it is a parameter of that name; of all else a parameter that points to it. */
void each_refusal_calls_the_hook_once()
{
    for (const Wrong &wrong : wrongs) {
        unsigned by = 0;
        for (const Call &call : calls()) {
            const bool given = *wrong.type == typeid(uint32_t) ? call.has("budget")
                                                               : call.takes(*wrong.type);
            if (given && call.shape->answers)
                by += refuses(call, wrong);
        }
        CHECK(by > 0);
        if (by == 0)
            std::printf("%s: no call refuses it\n", wrong.name);
    }
}

} // namespace

int main()
{
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_set_death_callback(name_current);
    RUN(every_parameter);
    RUN(every_member);
    RUN(each_refusal_calls_the_hook_once);
    std::printf("%u NULLs asserted, %u allowed, %u wrong arguments refused\n", asserted,
                done_without, refused);
#endif
    return test_end();
}
