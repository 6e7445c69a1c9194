/* SPDX-License-Identifier: MIT */
/* Questions to all obstacles together against the first answer of the map, the scene and the
 * objects asked alone, compared as exact rationals; in one call and in slices, with any of the
 * three left out. Contacts with leaves are judged in exact arithmetic.
 *
 * Environment: SEED; SCENES, how many for each kind of question; CASES, how many in each. */
#include "obstacles_world.hpp"

using namespace scenes;

/* ---- What each of them answers alone. ---- */

struct Answer {
    oct9_obstacle_t kind;
    int64_t num;            /* the contact, in 65535ths */
    oct9_leaf_t leaf;       /* if it is one */
    uint16_t index;         /* of the primitive or the object */
    oct9_contact_t contact; /* of these */
    uint64_t work;
};

/* The greatest k with k / 65535 < num / den, or 0. */
static int64_t last_before(const oct9_fraction_t &f)
{
    int64_t k = int64_t{ f.num } * WHOLE / f.den;

    while (k > 0 && k * f.den >= int64_t{ f.num } * WHOLE)
        k--;
    return k;
}

static Answer answer_of_hit(oct9_hit_t hit, const oct9_leaf_t &leaf, int64_t num, uint64_t work)
{
    return { hit == OCT9_HIT_NONE   ? OCT9_OBSTACLE_NONE
             : hit == OCT9_HIT_LEAF ? OCT9_OBSTACLE_LEAF
                                    : OCT9_OBSTACLE_OUTSIDE,
             num,
             leaf,
             0,
             {},
             work };
}

static Answer of_map(const oct9_map_t &map, const oct9_obstacles_input_t &in, bool ray)
{
    if (ray) {
        const oct9_cast_input_t input = { in.motion.from, in.motion.to, in.rules };
        oct9_cast_output_t out;
        CHECK_EQ(oct9_cast_ray(&map, &input, &out), OCT9_OK);
        return answer_of_hit(out.hit, out.leaf, last_before(out.fraction), out.leaves + out.nodes);
    }
    const oct9_sphere_input_t input = { in.motion, in.rules, false };
    oct9_sweep_output_t out;
    CHECK_EQ(oct9_sweep_sphere(&map, &input, &out), OCT9_OK);
    /* The fraction is in 65535ths, or 1. */
    return answer_of_hit(out.hit, out.leaf, int64_t{ out.fraction.num } * WHOLE / out.fraction.den,
                         out.leaves + out.nodes);
}

static Answer of_scene(const oct9_scene_t &scene, const oct9_obstacles_input_t &in)
{
    oct9_scene_hit_t hit = {};
    const oct9_scene_cast_input_t input = { in.motion, in.ignored, 0, 1, &hit, false, OCT9_BLOCKS };
    oct9_scene_output_t out;

    CHECK_EQ(oct9_scene_cast(&scene, &input, &out), OCT9_OK);
    return { out.count != 0 ? OCT9_OBSTACLE_PRIMITIVE : OCT9_OBSTACLE_NONE,
             hit.contact.num,
             {},
             hit.index,
             hit.contact,
             uint64_t{ out.leaves } + out.nodes + out.tests };
}

static Answer of_objects(oct9_objects_t &objects, const oct9_obstacles_input_t &in)
{
    oct9_object_hit_t hit = {};
    const oct9_objects_cast_input_t input = { in.motion, in.ignored, 0,          1,
                                              &hit,      nullptr,    OCT9_BLOCKS };
    oct9_objects_output_t out;

    CHECK_EQ(oct9_objects_cast(&objects, &input, &out), OCT9_OK);
    return { out.count != 0 ? OCT9_OBSTACLE_OBJECT : OCT9_OBSTACLE_NONE,
             hit.contact.num,
             {},
             hit.handle.index,
             hit.contact,
             uint64_t{ out.objects } + out.nodes };
}

/* The first of them, in the order of the header; what it would cost to ask them one by one. */
static Answer first_of(Setting &setting, const oct9_obstacles_t &all,
                       const oct9_obstacles_input_t &in, bool ray)
{
    std::vector<Answer> alone;
    Answer first = { OCT9_OBSTACLE_NONE, WHOLE, {}, 0, {}, 0 };
    uint64_t work = 0;

    if (all.map)
        alone.push_back(of_map(setting.map, in, ray));
    if (all.scene)
        alone.push_back(of_scene(setting.world.scene, in));
    if (all.objects)
        alone.push_back(of_objects(setting.objects, in));
    for (const Answer &one : alone) {
        work += one.work;
        if (one.kind != OCT9_OBSTACLE_NONE &&
            (first.kind == OCT9_OBSTACLE_NONE || one.num < first.num))
            first = one;
    }
    first.work = work;
    return first;
}

/* ---- The comparison. ---- */

static unsigned long met[5];
static uint64_t work_together, work_alone;

static bool same_leaf(const oct9_leaf_t &a, const oct9_leaf_t &b)
{
    return a.corner.x == b.corner.x && a.corner.y == b.corner.y && a.corner.z == b.corner.z &&
           a.level == b.level && a.state == b.state && a.payload == b.payload;
}

/* A contact with nothing that has a surface. */
static std::string bare_differs(const oct9_motion_t &motion, const oct9_contact_t &is)
{
    const Move move = move_of(motion);

    for (size_t a = 0; a < 3; a++) {
        const int64_t there = move.from[a] + is.num * move.by[a] / WHOLE;
        if (vec(is.at)[a] != there || vec(is.point)[a] != there || is.normal[a] != 0)
            return "the contact with nothing differs";
    }
    return "";
}

static std::string leaf_differs(const oct9_motion_t &motion, const oct9_leaf_t &leaf,
                                const oct9_contact_t &is)
{
    const Vec lo = corner_of(leaf.corner);
    const int64_t size = int64_t{ OCT9_CELL_Q6 } << leaf.level;

    return contact_differs(motion, body_of_box(lo, lo + Vec{ size, size, size }), is);
}

static std::string output_differs(const Setting &setting, const oct9_motion_t &motion,
                                  const oct9_obstacles_output_t &is, const Answer &should)
{
    if (is.kind != should.kind)
        return difference("kind", is.kind, should.kind);
    if (is.contact.num != should.num)
        return difference("num", is.contact.num, should.num);
    switch (is.kind) {
    case OCT9_OBSTACLE_LEAF:
        if (!same_leaf(is.leaf, should.leaf))
            return "another leaf";
        return leaf_differs(motion, is.leaf, is.contact);
    case OCT9_OBSTACLE_PRIMITIVE:
        if (is.index != should.index)
            return difference("index", is.index, should.index);
        return same_contact(is.contact, should.contact) ? "" : "another contact";
    case OCT9_OBSTACLE_OBJECT:
        if (is.handle.index != should.index ||
            oct9_objects_get(&setting.objects, is.handle) == nullptr)
            return difference("handle", is.handle.index, should.index);
        return same_contact(is.contact, should.contact) ? "" : "another contact";
    default: return bare_differs(motion, is.contact);
    }
}

static uint64_t work_of(const oct9_obstacles_output_t &out)
{
    return uint64_t{ out.leaves } + out.nodes + out.tests;
}

static oct9_status_t begin(oct9_obstacles_cast_t &cast, const oct9_obstacles_t &all,
                           const oct9_obstacles_input_t &in, bool ray)
{
    paint(cast);
    return ray ? oct9_obstacles_ray_begin(&cast, &all, &in)
               : oct9_obstacles_sphere_begin(&cast, &all, &in);
}

/* While it returns AGAIN, a slice writes the counts of its work and nothing else. */
static std::string slices_differ(const Setting &setting, const oct9_obstacles_t &all,
                                 const oct9_obstacles_input_t &in, bool ray, const Answer &should,
                                 uint64_t whole, uint32_t budget)
{
    oct9_obstacles_cast_t cast;
    oct9_obstacles_output_t out;
    uint64_t allowed = 0;
    oct9_status_t status;

    if (begin(cast, all, in, ray) != OCT9_OK)
        return "begin fails";
    do {
        paint(out);
        allowed += budget;
        status = oct9_obstacles_run(&cast, budget, &out);
        if (ray && out.leaves + out.tests > allowed)
            return "a ray's slice does too much";
        if (!ray && work_of(out) > allowed)
            return difference("work", static_cast<int64_t>(work_of(out)),
                              static_cast<int64_t>(allowed));
        if (status == OCT9_AGAIN && !(is_painted(out.kind) && is_painted(out.contact)))
            return "a slice sets more than the counts";
    } while (status == OCT9_AGAIN);
    for (int again = 0; again < 2; again++) {
        if (status != OCT9_OK || work_of(out) != whole)
            return "slices of " + std::to_string(budget) + " do other work";
        const std::string text = output_differs(setting, in.motion, out, should);
        if (!text.empty())
            return "slices of " + std::to_string(budget) + ": " + text;
        paint(out);
        status = oct9_obstacles_run(&cast, budget, &out);
    }
    return "";
}

/* A yes or no: what it names is one of those that block. */
static std::string any_differs(Setting &setting, const oct9_obstacles_t &all,
                               oct9_obstacles_input_t in, bool ray, const Answer &first)
{
    oct9_obstacles_output_t out;

    in.any_contact = true;
    const oct9_status_t status = ray ? oct9_obstacles_ray(&all, &in, &out)
                                     : oct9_obstacles_sphere(&all, &in, &out);
    if (status != OCT9_OK)
        return "any contact: fails";
    if ((out.kind == OCT9_OBSTACLE_NONE) != (first.kind == OCT9_OBSTACLE_NONE))
        return difference("any contact: kind", out.kind, first.kind);
    if (out.kind == OCT9_OBSTACLE_NONE)
        return "";
    const oct9_obstacles_t one = { out.kind < OCT9_OBSTACLE_PRIMITIVE ? all.map : nullptr,
                                   out.kind == OCT9_OBSTACLE_PRIMITIVE ? all.scene : nullptr,
                                   out.kind == OCT9_OBSTACLE_OBJECT ? all.objects : nullptr };
    if (first_of(setting, one, in, ray).kind == OCT9_OBSTACLE_NONE)
        return "any contact: it names what does not block";
    return out.contact.num == 0 ? "" : "any contact: it is not at the start";
}

static oct9_rules_t random_rules(Random &random)
{
    oct9_rules_t rules = {};

    rules.unknown = random.chance(70) ? OCT9_PASSES : OCT9_BLOCKS;
    rules.outside = random.chance(70) ? OCT9_FREE : static_cast<oct9_state_t>(random.below(3));
    rules.start_inside = random.chance(40) ? OCT9_PASSES : OCT9_BLOCKS;
    if (random.chance(20)) {
        rules.filter_mask = 1;
        rules.filter_value = static_cast<uint16_t>(random.below(2));
    }
    return rules;
}

/* One or two of them are NULL now and then. */
static oct9_obstacles_t random_obstacles(Random &random, Setting &setting)
{
    const uint32_t set = random.chance(70) ? 7 : 1 + random.below(7);

    return { (set & 1) != 0 ? &setting.map : nullptr,
             (set & 2) != 0 ? &setting.world.scene : nullptr,
             (set & 4) != 0 ? &setting.objects : nullptr };
}

static std::string question_differs(Setting &setting, Random &random, bool ray)
{
    static const uint32_t budgets[] = { 1, 2, 7, 100 };
    const oct9_obstacles_t all = random_obstacles(random, setting);
    oct9_obstacles_input_t in = {};
    oct9_obstacles_output_t out;

    const Motion motion = ray               ? random_line(random, setting.world)
                        : random.chance(20) ? random_rest(random, setting.world)
                                            : random_sweep(random, setting.world);
    in.motion = motion;
    in.ignored = motion.ignored;
    in.rules = random_rules(random);
    paint(out);
    const oct9_status_t status = ray ? oct9_obstacles_ray(&all, &in, &out)
                                     : oct9_obstacles_sphere(&all, &in, &out);
    if (status != OCT9_OK)
        return text_of(motion) + ": fails";
    const Answer first = first_of(setting, all, in, ray);
    met[first.kind]++;
    work_together += work_of(out);
    work_alone += first.work;
    /* Never more, and all of it where nothing is met. */
    if (work_of(out) > first.work || (out.kind == OCT9_OBSTACLE_NONE && work_of(out) != first.work))
        return text_of(motion) + ": " +
               difference("work", static_cast<int64_t>(work_of(out)),
                          static_cast<int64_t>(first.work));
    std::string text = output_differs(setting, in.motion, out, first);
    if (text.empty() && random.chance(30))
        text = any_differs(setting, all, in, ray, first);
    if (text.empty() && random.chance(20))
        text = slices_differ(setting, all, in, ray, first, work_of(out), budgets[random.below(4)]);
    return text.empty() ? "" : text_of(motion) + ": " + text;
}

static void ask(bool ray, const char *name, uint64_t stream)
{
    const uint64_t count = oracle::setting("SCENES", 1000), each = oracle::setting("CASES", 50);
    unsigned long asked = 0;

    std::fill(met, met + 5, 0);
    work_together = work_alone = 0;
    for (uint64_t s = 0; s < count; s++) {
        Random random(seed + (stream << 24) + s);
        Setting setting(random);
        CHECK_EQ(setting.world.status, OCT9_OK);
        for (uint64_t i = 0; i < each; i++, asked++) {
            const std::string text = question_differs(setting, random, ray);
            CHECK(text.empty());
            if (!text.empty())
                report(text, s, setting.world);
        }
    }
    for (unsigned long kind : met)
        CHECK(kind * 60 > asked);
    CHECK(work_together < work_alone);
    std::printf("%s: %lu cases, clear %lu, leaves %lu, outside %lu, primitives %lu, objects %lu; "
                "visited %" PRIu64 ", alone %" PRIu64 "\n",
                name, asked, met[0], met[1], met[2], met[3], met[4], work_together, work_alone);
}

static void rays(void)
{
    ask(true, "rays", 1);
}

static void spheres(void)
{
    ask(false, "spheres", 2);
}

/* ---- What is refused. ---- */

static void check_refused(const oct9_obstacles_t &all, const oct9_obstacles_input_t &in, bool ray)
{
    oct9_obstacles_cast_t cast;
    oct9_obstacles_output_t out;

    paint(out);
    CHECK_EQ(ray ? oct9_obstacles_ray(&all, &in, &out) : oct9_obstacles_sphere(&all, &in, &out),
             OCT9_ERR_ARGUMENT);
    CHECK_EQ(begin(cast, all, in, ray), OCT9_ERR_ARGUMENT);
    CHECK(is_painted(out));
}

static void bad_input_is_refused(void)
{
    Random random(seed);
    Setting setting(random);
    const oct9_obstacles_t none = {};
    const oct9_obstacles_t some[] = { { &setting.map, nullptr, nullptr },
                                      { nullptr, &setting.world.scene, nullptr },
                                      { nullptr, nullptr, &setting.objects } };
    oct9_obstacles_input_t in = {}, large = {}, thick = {}, wrong = {};

    large.motion.radius_q6 = 32768;
    thick.motion.radius_q6 = 1;
    wrong.rules.filter_value = 1; /* no mask */
    for (bool ray : { true, false }) {
        check_refused(none, in, ray);
        check_refused(some[0], wrong, ray);
        for (const oct9_obstacles_t &one : some) {
            oct9_obstacles_cast_t cast;
            check_refused(one, ray ? thick : large, ray);
            CHECK_EQ(begin(cast, one, in, ray), OCT9_OK);
        }
    }
}

/* And does not disturb a question that is in progress. */
static void a_budget_of_zero_is_refused(void)
{
    Random random(seed);
    Setting setting(random);
    const oct9_obstacles_t all = { &setting.map, &setting.world.scene, &setting.objects };
    const oct9_obstacles_input_t in = {};
    oct9_obstacles_cast_t cast;
    oct9_obstacles_output_t out;

    CHECK_EQ(begin(cast, all, in, false), OCT9_OK);
    paint(out);
    CHECK_EQ(oct9_obstacles_run(&cast, 0, &out), OCT9_ERR_ARGUMENT);
    CHECK(is_painted(out));
    CHECK_EQ(oct9_obstacles_run(&cast, UINT32_MAX, &out), OCT9_OK);
}

/* ---- What is written to in the meantime. ---- */

/* Writes to one of the three after some slices; the next slice says so, if it was asked. */
static void check_stale(Random &random, unsigned written, uint32_t slices)
{
    Setting setting(random);
    const oct9_obstacles_t all = random_obstacles(random, setting);
    const bool asked[] = { all.map != nullptr, all.scene != nullptr, all.objects != nullptr };
    const bool ray = random.chance(50);
    const Motion motion = ray ? random_line(random, setting.world)
                              : random_sweep(random, setting.world);
    const oct9_obstacles_input_t in = { motion, {}, motion.ignored, false };
    oct9_obstacles_cast_t cast;
    oct9_obstacles_output_t out;
    oct9_objects_add_input_t one = {};
    oct9_handle_t handle;

    CHECK_EQ(begin(cast, all, in, ray), OCT9_OK);
    while (slices-- > 0)
        CHECK(oct9_obstacles_run(&cast, 3, &out) != OCT9_ERR_STALE);
    if (written == 0)
        setting.fill(random);
    else if (written == 1)
        CHECK_EQ(oct9_scene_build(&setting.world.scene, &setting.world.config), OCT9_OK);
    else
        CHECK(oct9_objects_add(&setting.objects, &one, &handle) >= 0);
    paint(out);
    const oct9_status_t status = oct9_obstacles_run(&cast, UINT32_MAX, &out);
    CHECK_EQ(status, asked[written] ? OCT9_ERR_STALE : OCT9_OK);
    CHECK(!asked[written] || is_painted(out));
}

static void writes_are_noticed(void)
{
    Random random(seed);

    for (uint32_t i = 0; i < 300; i++)
        check_stale(random, i % 3, random.below(i % 2 != 0 ? 4 : 200));
}

int main(void)
{
    seed = oracle::setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(rays);
    RUN(spheres);
    RUN(bad_input_is_refused);
    RUN(a_budget_of_zero_is_refused);
    RUN(writes_are_noticed);
    return test_end();
}
