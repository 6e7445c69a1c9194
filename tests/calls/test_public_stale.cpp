/* SPDX-License-Identifier: MIT */
/* Each question of the public headers, put where what it asks is being written to, was written to
 * between two slices, or is no scene because a build failed or is in progress. It must fail with
 * OCT9_ERR_STALE: never is the answer one of half a map.
 *
 * Which functions there are, and what each of them asks, is read from the headers. A function that
 * asks something and has a result is a question: its answer must be OCT9_ERR_STALE. One whose
 * header promises something else stands in the list below, with what it promises. */
#include "public_call.hpp"

using open::Call;
using open::calls;
using open::world;

namespace {

/* --- what promises something else ------------------------------------------------------------- */

struct Exception {
    const char *name, *promise;
};

const char *const WRITES = "it writes: the one writer may call it";
const char *const GOES_ON = "it goes on, and sweeps what it found once more: test_route_writes";
const char *const ONE_WRITER = "objects have no generation: readers must not overlap a write";

const Exception exceptions[] = {
    { "oct9_objects_init", WRITES },
    { "oct9_objects_add", WRITES },
    { "oct9_objects_move", WRITES },
    { "oct9_objects_set", WRITES },
    { "oct9_objects_remove", WRITES },
    { "oct9_objects_update", WRITES },
    { "oct9_layered_init", WRITES },
    { "oct9_objects_get", ONE_WRITER },
    { "oct9_objects_contact", ONE_WRITER },
    { "oct9_objects_check", ONE_WRITER },
    { "oct9_objects_cast", ONE_WRITER },
    { "oct9_objects_nearest", ONE_WRITER },
    { "oct9_route_begin", GOES_ON },
    { "oct9_map_locate", "it does not look for a write" },
    { "oct9_map_read_begin", "it returns the generation" },
    { "oct9_rules_check", "it reads the thresholds alone" },
    { "oct9_tree_check", "it checks any content" },
    { "oct9_points_check", "it checks any content" },
};

bool is_exception(const Call &call)
{
    for (const Exception &one : exceptions)
        if (call.name == one.name)
            return true;
    return false;
}

/* --- what is written to ----------------------------------------------------------------------- */

/* One thing that is asked, and how it is written to. `odd` is its generation, NULL if it has
 * none. */
struct Asked {
    const char *name;
    unsigned thing;
    void (*choose)();
    volatile uint32_t *odd;
    void (*write)();
};

void choose_tree()
{
    world.map = oct9_map_of_tree(&world.occupancy.tree);
}
void choose_layered()
{
    world.map = oct9_layered_map(&world.layered);
}
void choose_lists()
{
    world.map = oct9_map_of_tree(&world.scene.tree);
}

void write_tree()
{
    const oct9_cell_t cell = { 300, 1, 2 };
    CHECK_EQ(oct9_tree_set_cell(&world.occupancy.tree, cell, 9), OCT9_OK);
}
void write_lower()
{
    const oct9_cell_t cell = { 300, 1, 2 };
    CHECK_EQ(oct9_tree_set_cell(&world.lower, cell, 9), OCT9_OK);
}
void write_place()
{
    const oct9_offset_t shift = { 1, 0, 0 };
    CHECK_EQ(oct9_layered_place(&world.layered, &shift, 0), OCT9_OK);
}
void write_scene()
{
    CHECK_EQ(world.build(16 * open::POOL), OCT9_OK);
}
void fail_scene()
{
    CHECK_EQ(world.build(open::BALLS + 1), OCT9_ERR_INDICES_FULL);
}
void write_objects()
{
    CHECK_EQ(oct9_objects_set(&world.objects, world.handle[1], 1, 0, true), OCT9_OK);
}
void write_points()
{
    const oct9_point_t point = open::at(1, 2, 3);
    CHECK_EQ(oct9_points_insert(&world.points, &point, 5), OCT9_OK);
}

const Asked asked[] = {
    { "a tree", open::MAP | open::TREE, choose_tree, &world.occupancy.tree.generation, write_tree },
    { "an upper tree", open::MAP, choose_layered, &world.occupancy.tree.generation, write_tree },
    { "a lower tree", open::MAP, choose_layered, &world.lower.generation, write_lower },
    { "the place of a lower tree", open::MAP, choose_layered, nullptr, write_place },
    { "a scene as a map", open::MAP, choose_lists, &world.scene.tree.generation, write_scene },
    { "a scene", open::SCENE, choose_tree, &world.scene.tree.generation, write_scene },
    { "objects", open::OBJECTS, choose_tree, nullptr, write_objects },
    { "points", open::POINTS, choose_tree, &world.points.tree.generation, write_points },
};

bool is_scene(const Asked &of)
{
    return of.write == write_scene;
}

/* This one alone among the obstacles. */
oct9_obstacles_t alone_of(const Asked &of)
{
    return { (of.thing & open::MAP) != 0 ? &world.map : nullptr,
             (of.thing & open::SCENE) != 0 ? &world.scene : nullptr,
             (of.thing & open::OBJECTS) != 0 ? &world.objects : nullptr };
}

/* A world in which this one is asked; of several obstacles it alone, or with all others. */
void prepare(const Asked &of, bool alone)
{
    world.make();
    of.choose();
    world.finish();
    if (alone)
        world.obstacles = alone_of(of);
}

/* --- questions in one call -------------------------------------------------------------------- */

unsigned asked_once, slices_cut;

bool is_question(const Call &call)
{
    return call.shape->answers && call.shape->asks != open::NOTHING && !call.begins() &&
           !is_exception(call);
}

void expect(long status, long expected, const Call &call, const Asked &of, const char *when)
{
    CHECK_EQ(status, expected);
    if (status != expected)
        std::printf("%s of %s, %s\n", call.name.c_str(), of.name, when);
}

/* An answer, or a count: none fails where nothing is written. */
void expect_answer(long status, const Call &call, const Asked &of)
{
    CHECK(status >= 0);
    if (status < 0)
        std::printf("%s of %s returned %ld\n", call.name.c_str(), of.name, status);
}

void in_one_call(const Call &call, const Asked &of, bool alone)
{
    prepare(of, alone);
    world.budget = UINT32_MAX;
    expect_answer(call.call(-1), call, of);
    prepare(of, alone);
    world.budget = UINT32_MAX;
    *of.odd = *of.odd + 1;
    expect(call.call(-1), OCT9_ERR_STALE, call, of, "within a write");
    *of.odd = *of.odd + 1;
    asked_once++;
}

void questions_within_a_write()
{
    for (const Call &call : calls())
        for (const Asked &of : asked)
            if (is_question(call) && (call.shape->asks & of.thing) != 0 && of.odd) {
                in_one_call(call, of, false);
                in_one_call(call, of, true);
            }
}

/* --- questions in slices ---------------------------------------------------------------------- */

/* A begin, and a call that goes on with its state. */
struct Slices {
    const Call *begin, *next;
};

std::vector<Slices> slices_of(unsigned thing)
{
    std::vector<Slices> found;
    for (const Call &begin : calls()) {
        if (!begin.begins() || (begin.shape->asks & thing) == 0 || is_exception(begin))
            continue;
        const size_t before = found.size();
        for (const Call &next : calls())
            if (open::is_next(begin, next))
                found.push_back({ &begin, &next });
        CHECK(found.size() == before + 1);
        if (found.size() == before)
            std::printf("%s: nothing goes on with it\n", begin.name.c_str());
    }
    return found;
}

bool in_progress(const Call &next, long status)
{
    return status == OCT9_AGAIN || (next.ends_in("_next") && status > 0);
}

/* Begins, and so many slices: false if the question ended before. */
bool go(const Slices &slices, const Asked &of, unsigned count)
{
    expect_answer(slices.begin->call(-1), *slices.begin, of);
    for (unsigned i = 0; i < count; i++)
        if (!in_progress(*slices.next, slices.next->call(-1)))
            return false;
    return true;
}

/* Undisturbed it ends; returns in how many slices. */
unsigned ends_after(const Slices &slices, const Asked &of, bool alone)
{
    unsigned count = 1;
    long status;
    prepare(of, alone);
    CHECK(go(slices, of, 0));
    for (; in_progress(*slices.next, status = slices.next->call(-1)); count++)
        if (count > 100000)
            break;
    expect_answer(status, *slices.next, of);
    return count;
}

void cut(const Slices &slices, const Asked &of, bool alone, unsigned count)
{
    if (of.odd) {
        prepare(of, alone);
        CHECK(go(slices, of, count));
        *of.odd = *of.odd + 1;
        expect(slices.next->call(-1), OCT9_ERR_STALE, *slices.next, of, "a write in progress");
        *of.odd = *of.odd + 1;
    }
    prepare(of, alone);
    CHECK(go(slices, of, count));
    of.write();
    expect(slices.next->call(-1), OCT9_ERR_STALE, *slices.next, of, "a write between");
    slices_cut++;
}

/* Before the first slice, before the last one, and in between. */
void slices_and_a_write()
{
    for (const Asked &of : asked)
        for (const Slices &slices : slices_of(of.thing))
            for (const bool alone : { false, true }) {
                const unsigned count = ends_after(slices, of, alone);
                cut(slices, of, alone, 0);
                if (count > 1)
                    cut(slices, of, alone, count - 1);
                for (unsigned at = 1; at + 1 < count && at < 6; at++)
                    cut(slices, of, alone, at);
            }
}

/* A question that begins within a write. */
void slices_within_a_write()
{
    for (const Asked &of : asked)
        for (const Slices &slices : slices_of(of.thing))
            if (of.odd) {
                prepare(of, false);
                *of.odd = *of.odd + 1;
                (void)slices.begin->call(-1);
                expect(slices.next->call(-1), OCT9_ERR_STALE, *slices.next, of, "begun in a write");
                *of.odd = *of.odd + 1;
            }
}

/* A view's frame of the other kind is no answer either. */
void runs_of_the_other_kind()
{
    unsigned found = 0;
    for (const Call &begin : calls())
        for (const Call &next : calls())
            if (begin.begins() && next.goes_on() && *next.shape->state == *begin.shape->state &&
                !open::is_next(begin, next)) {
                world.make();
                CHECK_EQ(begin.call(-1), OCT9_OK);
                CHECK_EQ(next.call(-1), OCT9_ERR_ARGUMENT);
                found++;
            }
    CHECK_EQ(found, 2);
}

/* --- no scene --------------------------------------------------------------------------------- */

/* Each question of a scene, or of the map that it is. */
void no_scene(const Asked &of, bool alone, const char *when)
{
    world.budget = UINT32_MAX;
    if (alone)
        world.obstacles = alone_of(of);
    for (const Call &call : calls())
        if (is_question(call) && (call.shape->asks & of.thing) != 0)
            expect(call.call(-1), OCT9_ERR_STALE, call, of, when);
    for (const Slices &slices : slices_of(of.thing)) {
        (void)slices.begin->call(-1);
        expect(slices.next->call(-1), OCT9_ERR_STALE, *slices.next, of, when);
    }
}

void after_a_failed_build()
{
    for (const Asked &of : asked)
        for (const bool alone : { false, true })
            if (is_scene(of)) {
                prepare(of, alone);
                fail_scene();
                no_scene(of, alone, "after a failed build");
            }
}

void during_a_build()
{
    oct9_scene_build_t build;
    unsigned slices = 0;
    for (const Asked &of : asked) {
        if (!is_scene(of))
            continue;
        prepare(of, false);
        fail_scene();
        world.scene_config.index_count = 16 * open::POOL;
        CHECK_EQ(oct9_scene_build_begin(&build, &world.scene, &world.scene_config), OCT9_OK);
        for (; oct9_scene_build_run(&build, 1) == OCT9_AGAIN; slices++)
            no_scene(of, slices % 2 == 0, "during a build");
        CHECK_EQ(oct9_scene_build_run(&build, 1), OCT9_OK);
    }
    CHECK(slices > 100);
}

/* --- the counts ------------------------------------------------------------------------------- */

/* Each function that goes on is the next one of a begin, and each exception is a function. */
void nothing_is_left_out()
{
    for (const Call &next : calls()) {
        /* After oct9_store_save, and oct9_world_at. */
        const bool begun = !next.goes_on() || open::begin_of(next) ||
                           next.name == "oct9_store_run" || next.name == "oct9_world_run";
        CHECK(begun);
        if (!begun)
            std::printf("%s: nothing begins it\n", next.name.c_str());
    }
    for (const Exception &one : exceptions) {
        bool found = false;
        for (const Call &call : calls())
            found = found || (call.name == one.name && call.shape->asks != open::NOTHING);
        CHECK(found);
        if (!found)
            std::printf("%s: no such question\n", one.name);
    }
}

/* What docs/guide/time.md says: a question that can take long has a begin. The others visit the
 * levels of one leaf, or none, or a few leaves of points. */
void each_long_question_comes_in_slices()
{
    const char *const short_ones[] = { "oct9_probe_point",  "oct9_map_read_end",
                                       "oct9_reader_begin", "oct9_reader_end",
                                       "oct9_store_save",   "oct9_points_nearest" };
    unsigned found = 0;
    for (const Call &call : calls()) {
        if (!is_question(call) || call.goes_on())
            continue;
        bool is_short = false, begun = false;
        for (const char *const name : short_ones)
            is_short = is_short || call.name == name;
        const std::string module = call.name.substr(0, call.name.find('_', 5));
        for (const Call &begin : calls())
            begun = begun || begin.name == call.name + "_begin" || begin.name == module + "_begin";
        CHECK(begun || is_short);
        if (!begun && !is_short)
            std::printf("%s: no slices\n", call.name.c_str());
        found++;
    }
    CHECK(found > 15);
}

void print_counts()
{
    unsigned questions = 0, begins = 0, writes_or_none = 0;
    for (const Call &call : calls()) {
        questions += is_question(call);
        begins += call.begins() && call.shape->asks != open::NOTHING && !is_exception(call);
        writes_or_none += call.shape->asks == open::NOTHING;
    }
    std::printf("%zu public functions: %u questions in one call, %u in slices, %zu that promise "
                "something else, %u that ask nothing\n",
                calls().size(), questions, begins, std::size(exceptions), writes_or_none);
    std::printf("%u questions within a write, %u writes between slices\n", asked_once, slices_cut);
}

} // namespace

int main()
{
    RUN(nothing_is_left_out);
    RUN(each_long_question_comes_in_slices);
    RUN(questions_within_a_write);
    RUN(slices_and_a_write);
    RUN(slices_within_a_write);
    RUN(runs_of_the_other_kind);
    RUN(after_a_failed_build);
    RUN(during_a_build);
    print_counts();
    return test_end();
}
