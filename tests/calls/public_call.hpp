/* SPDX-License-Identifier: MIT */
/* Every function of the public headers as an object that can be called: with a good argument for
 * each parameter, by the parameter's type and name, or with NULL for one of them. Which functions
 * there are is read from the headers (public_calls.py). A type that is not named here does not
 * compile: say in tests/THING/arguments.hpp what a good argument of it is, and whether it is
 * something that is asked. An input there keeps its value; one with pointers, which are set to NULL
 * in turn, is a part of the world, which is made anew. */
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

#include "build/generated/all_arguments.hpp"
GOOD(oct9_rules_t, world.rules)
FILLED(oct9_motion_t)
FILLED(oct9_fraction_t)
FILLED(oct9_mm_t)
FILLED(oct9_offset_t)
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
