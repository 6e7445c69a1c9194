/* SPDX-License-Identifier: MIT */
/* Every function of the public headers as an object that can be called: with a good argument for
 * each parameter, by the parameter's type and name, or with NULL for one of them. Which functions
 * there are is read from the headers (public_calls.py). A type that is not named here does not
 * compile: say below what a good argument of it is, and whether it is something that is asked. */
#ifndef OCT9_TEST_PUBLIC_CALL_HPP
#define OCT9_TEST_PUBLIC_CALL_HPP

#include "public_world.hpp"

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

namespace open {

/* What can be asked, and written to, as bits. */
enum Thing : unsigned { NOTHING = 0, MAP = 1, TREE = 2, SCENE = 4, OBJECTS = 8, POINTS = 16 };

/* Of a type: a good object of it, and what a parameter that points to it asks. */
template <class T> struct Of;

#define ASKED(type, object, things)                                  \
    template <> struct Of<type> {                                    \
        static type *good(const std::string &) { return &(object); } \
        static constexpr unsigned asks = (things);                   \
    };
#define GOOD(type, object) ASKED(type, object, NOTHING)
/* What a call fills in, or keeps its state in. */
#define FILLED(type)                              \
    template <> struct Of<type> {                 \
        static type *good(const std::string &)    \
        {                                         \
            static type room[64];                 \
            return room;                          \
        }                                         \
        static constexpr unsigned asks = NOTHING; \
    };

ASKED(oct9_map_t, world.map, MAP)
ASKED(oct9_tree_t, world.occupancy.tree, TREE)
ASKED(oct9_scene_t, world.scene, SCENE)
ASKED(oct9_objects_t, world.objects, OBJECTS)
ASKED(oct9_points_t, world.points, POINTS)
ASKED(oct9_obstacles_t, world.obstacles, MAP | SCENE | OBJECTS)

template <> struct Of<oct9_view_t> {
    static oct9_view_t *good(const std::string &) { return &world.view; }
    static constexpr unsigned asks = NOTHING;
};
template <> struct Of<const oct9_view_t> { /* of a list */
    static const oct9_view_t *good(const std::string &) { return &world.done; }
    static constexpr unsigned asks = MAP;
};
template <> struct Of<oct9_reader_t> {
    static oct9_reader_t *good(const std::string &) { return &world.reader; }
    static constexpr unsigned asks = TREE;
};
template <> struct Of<const oct9_reader_t> {
    static const oct9_reader_t *good(const std::string &) { return &world.reading; }
    static constexpr unsigned asks = TREE;
};
template <> struct Of<oct9_point_t> {
    static oct9_point_t *good(const std::string &name)
    {
        static oct9_point_t filled[64];
        return name == "to" ? &world.to : name == "from" ? &world.from : filled;
    }
    static constexpr unsigned asks = NOTHING;
};
inline uint32_t frame_um = 80000;
template <> struct Of<oct9_frame_t> {
    static oct9_frame_t *good(const std::string &)
    {
        static const oct9_frame_t good_one = OCT9_FRAME(0, 0, 0, 80000);
        static oct9_frame_t frame;
        std::memcpy(&frame, &good_one, sizeof frame);
        frame.cell_um = frame_um;
        return &frame;
    }
    static constexpr unsigned asks = NOTHING;
};

inline oct9_image_t image;
inline oct9_model_t a_model;
inline oct9_rotation_t rotation;
inline oct9_run_t run = { 1, 1 };
inline oct9_range_t range = { 100, 3000 };
inline oct9_thresholds_t thresholds;
inline oct9_box_t cells;

/* All of them as they were at first. */
inline void reset()
{
    world.make();
    a_model = OCT9_MODEL_DEFAULT;
    rotation = OCT9_ROTATION_NONE;
    thresholds = OCT9_THRESHOLDS_DEFAULT;
    cells = { { 96, 96, 96 }, { 98, 98, 98 } };
    frame_um = 80000;
}

GOOD(oct9_occupancy_t, world.occupancy)
GOOD(oct9_layered_t, world.layered)
GOOD(oct9_linked_t, world.leaves)
GOOD(oct9_cast_input_t, world.cast)
GOOD(oct9_fan_input_t, world.fan)
GOOD(oct9_sphere_input_t, world.sphere)
GOOD(oct9_box_input_t, world.box)
GOOD(oct9_path_input_t, world.path)
GOOD(oct9_obb_input_t, world.obb)
GOOD(oct9_spheres_input_t, world.spheres)
GOOD(oct9_nearest_input_t, world.nearest)
GOOD(oct9_probe_point_input_t, world.probe_point)
GOOD(oct9_probe_node_input_t, world.probe_node)
GOOD(oct9_region_t, world.region)
GOOD(oct9_rules_t, world.rules)
GOOD(oct9_scene_config_t, world.scene_config)
GOOD(oct9_scene_cast_input_t, world.scene_cast)
GOOD(oct9_scene_nearest_input_t, world.scene_nearest)
GOOD(oct9_objects_config_t, world.objects_config)
GOOD(oct9_objects_add_input_t, world.add)
GOOD(oct9_bounds_t, world.add.bounds)
GOOD(oct9_objects_cast_input_t, world.objects_cast)
GOOD(oct9_objects_nearest_input_t, world.objects_nearest)
GOOD(oct9_points_config_t, world.points_config)
GOOD(oct9_points_nearest_input_t, world.points_nearest)
GOOD(oct9_obstacles_input_t, world.motion)
GOOD(oct9_view_sensor_t, world.sensor)
GOOD(oct9_pose_t, world.pose)
GOOD(oct9_store_config_t, world.store_config)
GOOD(oct9_store_t, world.store)
GOOD(oct9_image_t, image)
GOOD(oct9_model_t, a_model)
GOOD(oct9_rotation_t, rotation)
GOOD(oct9_run_t, run)
GOOD(oct9_range_t, range)
GOOD(oct9_thresholds_t, thresholds)
GOOD(oct9_box_t, cells)
FILLED(oct9_beam_t)
FILLED(oct9_beams_t)
FILLED(oct9_block_t)
FILLED(oct9_cast_output_t)
FILLED(oct9_motion_t)
FILLED(oct9_cast_t)
FILLED(oct9_change_t)
FILLED(oct9_changes_t)
FILLED(oct9_direction_t)
FILLED(oct9_entry_t)
FILLED(oct9_fan_output_t)
FILLED(oct9_fraction_t)
FILLED(oct9_frontier_t)
FILLED(oct9_frustum_t)
FILLED(oct9_handle_t)
FILLED(oct9_image_open_t)
FILLED(oct9_leaf_t)
FILLED(oct9_linked_walk_t)
FILLED(oct9_material_t)
FILLED(oct9_matrix_t)
FILLED(oct9_mm_t)
FILLED(oct9_nearest_output_t)
FILLED(oct9_nearest_t)
FILLED(oct9_node_t)
FILLED(oct9_obb_output_t)
FILLED(oct9_obb_t)
FILLED(oct9_object_contact_t)
FILLED(oct9_object_pair_t)
FILLED(oct9_objects_cast_t)
FILLED(oct9_objects_find_t)
FILLED(oct9_objects_nearest_t)
FILLED(oct9_objects_output_t)
FILLED(oct9_obstacles_cast_t)
FILLED(oct9_obstacles_output_t)
FILLED(oct9_offset_t)
FILLED(oct9_pairs_t)
FILLED(oct9_path_output_t)
FILLED(oct9_path_t)
FILLED(oct9_planes_t)
FILLED(oct9_points_find_t)
FILLED(oct9_points_nearest_output_t)
FILLED(oct9_points_nearest_t)
FILLED(oct9_probe_node_output_t)
FILLED(oct9_probe_node_t)
FILLED(oct9_probe_point_output_t)
FILLED(oct9_reading_t)
FILLED(oct9_receiver_t)
FILLED(oct9_scan_t)
FILLED(oct9_scene_build_t)
FILLED(oct9_scene_cast_t)
FILLED(oct9_scene_find_t)
FILLED(oct9_scene_nearest_t)
FILLED(oct9_scene_output_t)
FILLED(oct9_sender_t)
FILLED(oct9_spheres_output_t)
FILLED(oct9_spheres_t)
FILLED(oct9_sweep_output_t)
FILLED(oct9_sweep_t)
FILLED(oct9_view_entry_t)
FILLED(oct9_view_leaf_t)
FILLED(oct9_view_pixel_t)
FILLED(oct9_view_seen_t)
FILLED(oct9_visit_t)
FILLED(oct9_walk_t)
FILLED(int16_t)
FILLED(int32_t)
FILLED(uint16_t)
FILLED(uint32_t)
template <> struct Of<uint8_t> {
    static uint8_t *good(const std::string &)
    {
        static uint8_t room[4096];
        return room;
    }
    static constexpr unsigned asks = NOTHING;
};
template <> struct Of<void> {
    static void *good(const std::string &name) { return Of<uint32_t>::good(name); }
    static constexpr unsigned asks = NOTHING;
};

/* Of a view and a reader it matters whether they may be written to; of all others not. */
template <class T> struct Pointee : Of<std::remove_const_t<T>> {
};
template <> struct Pointee<const oct9_view_t> : Of<const oct9_view_t> {
};
template <> struct Pointee<const oct9_reader_t> : Of<const oct9_reader_t> {
};

/* A call that may write to what it is given is a write, not a question. But a question moves the
 * queue of objects, and a reader counts its tries. */
template <class T>
constexpr bool may_ask = std::is_const_v<T> || std::is_same_v<T, oct9_objects_t> ||
                         std::is_same_v<T, oct9_reader_t>;

template <class T> constexpr unsigned asked_by()
{
    if constexpr (std::is_pointer_v<T>)
        return may_ask<std::remove_pointer_t<T>> ? Pointee<std::remove_pointer_t<T>>::asks
                                                 : static_cast<unsigned>(NOTHING);
    else
        return NOTHING;
}

inline uint32_t good_number(const std::string &name)
{
    return name == "budget"  ? world.budget
         : name == "seen"    ? world.seen
         : name == "blocks"  ? 64
         : name == "size"    ? 64
         : name == "cell_um" ? 80000
                             : 1;
}

template <class T> T good_argument(const std::string &name)
{
    if constexpr (std::is_pointer_v<T>)
        return Pointee<std::remove_pointer_t<T>>::good(name);
    else if constexpr (std::is_same_v<T, oct9_handle_t>)
        return world.handle[name == "b"];
    else if constexpr (std::is_same_v<T, oct9_cell_t>)
        return oct9_cell_t{ 100, 100, 100 };
    else
        return static_cast<T>(good_number(name));
}

template <class T> T argument(const std::string &name, bool null)
{
    if constexpr (std::is_pointer_v<T>)
        if (null)
            return nullptr;
    return good_argument<T>(name);
}

/* What the compiler knows of a function. `call` is given the names of its parameters, and which of
 * them is to be NULL, -1 for none. */
struct Shape {
    size_t count;                       /* of parameters */
    const bool *points;                 /* [count] */
    const std::type_info *const *types; /* [count], of what they point to */
    const std::type_info *state;        /* the first one, if it may write to it; else void */
    unsigned asks;                      /* Things */
    bool answers;                       /* it returns a status, a count or a bool */
    long (*call)(const std::string *names, int null);
};

template <auto F> struct Made;
template <class R, class... P, R (*F)(P...)> struct Made<F> {
    using First = std::tuple_element_t<0, std::tuple<P...>>;
    static constexpr bool writes_first = std::is_pointer_v<First> &&
                                         !std::is_const_v<std::remove_pointer_t<First>>;
    static constexpr bool counts = std::is_integral_v<R> || std::is_enum_v<R>;
    static inline const bool points[] = { std::is_pointer_v<P>... };
    static inline const std::type_info *const types[] = { &typeid(
        std::remove_const_t<std::remove_pointer_t<P>>)... };

    template <size_t... I>
    static long call_with(const std::string *names, int null, std::index_sequence<I...>)
    {
        if constexpr (counts) {
            return static_cast<long>(F(argument<P>(names[I], static_cast<int>(I) == null)...));
        } else {
            (void)F(argument<P>(names[I], static_cast<int>(I) == null)...);
            return 0;
        }
    }
    static long call(const std::string *names, int null)
    {
        return call_with(names, null, std::index_sequence_for<P...>());
    }
    static inline const Shape shape = { sizeof...(P),
                                        points,
                                        types,
                                        writes_first ? &typeid(First) : &typeid(void),
                                        (asked_by<P>() | ... | 0u),
                                        counts,
                                        call };
};

/* A function of the public headers. */
class Call {
public:
    std::string name;
    std::vector<std::string> parameters;
    const Shape *shape;
    bool in_header; /* defined there */

    long call(int null) const { return shape->call(parameters.data(), null); }
    bool ends_in(const char *ending) const
    {
        const size_t length = std::strlen(ending);
        return name.size() > length && name.compare(name.size() - length, length, ending) == 0;
    }
    bool begins() const
    {
        return ends_in("_begin") && !ends_in("_read_begin") && !ends_in("reader_begin");
    }
    bool goes_on() const { return ends_in("_run") || ends_in("_next"); }
    bool takes(const std::type_info &type) const
    {
        return std::any_of(shape->types, shape->types + shape->count,
                           [&](const std::type_info *one) { return *one == type; });
    }
    bool has(const char *parameter) const
    {
        return std::find(parameters.begin(), parameters.end(), parameter) != parameters.end();
    }
};

inline void add_call(std::vector<Call> &all, const char *name, bool in_header,
                     const char *parameters, const Shape &shape)
{
    std::istringstream in(parameters);
    Call made = { name, {}, &shape, in_header };

    for (std::string word; in >> word;)
        made.parameters.push_back(word);
    CHECK_EQ(made.parameters.size(), shape.count);
    all.push_back(made);
}

inline std::vector<Call> all_calls()
{
    std::vector<Call> all;
#define CALL(name, parameters) add_call(all, #name, false, parameters, Made<name>::shape);
#define INLINE(name, parameters) add_call(all, #name, true, parameters, Made<name>::shape);
#define MEMBER(type, name)
#include "build/generated/public_calls.h"
#undef CALL
#undef INLINE
#undef MEMBER
    return all;
}

inline const std::vector<Call> &calls()
{
    static const std::vector<Call> all = all_calls();
    return all;
}

/* True if `next` goes on with what `begin` begins. A view has frames of a map and of a scene; each
 * kind has its own run. */
inline bool is_next(const Call &begin, const Call &next)
{
    if (!begin.begins() || !next.goes_on() || *begin.shape->state != *next.shape->state)
        return false;
    return next.name == "oct9_view_scene_run" ? begin.name == "oct9_view_scene_begin"
         : next.name == "oct9_view_run"       ? begin.name == "oct9_view_begin"
                                              : true;
}

/* The first of those that begin it, or NULL. */
inline const Call *begin_of(const Call &next)
{
    for (const Call &begin : calls())
        if (is_next(begin, next))
            return &begin;
    return nullptr;
}

} // namespace open

#endif
