/* SPDX-License-Identifier: MIT */
/* OCT9_LEAVES for spheres that begin in contact with primitives and objects, against all of them in
 * exact arithmetic; and for obstacles, whose map is asked alone (test_leaving_oracle judges it).
 * The offset from a body's nearest point is found by trying all its features, as in
 * scene_exact.hpp.
 *
 * Environment: SEED; SCENES, how many for each kind; CASES, how many in each. */
#include "tests/obstacles/obstacles_world.hpp"
#include "tangents.hpp"

using namespace scenes;

static unsigned long touching, left, nearer, inside;

/* ---- The rule. ---- */

static bool is_inside(const Move &move, const Body &body)
{
    return core_within(move.from, 1, body, body.radius);
}

/* The motion turns toward the nearest point of the body's core. */
static bool is_nearing(const Move &move, const Body &body)
{
    return dot(least_offset(move.from, 1, body).v, move.by) < 0;
}

/* Looked at in some places. */
static bool stays_away(const Move &move, const Body &body)
{
    const long double start = square_of(least_offset(place_at(move, 0), WHOLE, body));

    for (int64_t num : { 1, 2, 50, 3000, 20000, 40000, 65535 })
        if (square_of(least_offset(place_at(move, num), WHOLE, body)) < start * (1 - 1e-15L))
            return false;
    return true;
}

/* As contact_num, by a policy: -1 if the body does not block. */
static int64_t blocked_at(const oct9_motion_t &motion, const Body &body, oct9_policy_t policy)
{
    const Move move = move_of(motion);
    const int64_t num = contact_num(move, motion.radius_q6, body, 0);

    if (num != 0 || policy == OCT9_BLOCKS || !ball_touches(move.from, motion.radius_q6, body))
        return num;
    if (policy == OCT9_PASSES)
        return -1;
    touching++;
    inside += is_inside(move, body);
    if (is_inside(move, body))
        return 0;
    nearer += is_nearing(move, body);
    left += !is_nearing(move, body);
    CHECK(is_nearing(move, body) || stays_away(move, body));
    return is_nearing(move, body) ? 0 : -1;
}

/* ---- Motions. ---- */

static Body body_of(const oct9_bounds_t &bounds)
{
    const Vec centre = vec(bounds.centre);
    const Vec half = { bounds.half_q6[0], bounds.half_q6[1], bounds.half_q6[2] };

    return bounds.kind == OCT9_BOUND_BOX ? body_of_box(centre - half, centre + half)
                                         : body_of_corners({ centre }, half[0]);
}

/* Along an edge and at a right angle to the offset, or about that. */
static Vec step_from(Random &random, const Body &body, const Vec &from)
{
    const Offset offset = least_offset(from, 1, body);
    Vec gap = {};

    if (!body.edges.empty() && random.chance(50)) {
        const Edge &edge = body.edges[random.below(static_cast<uint32_t>(body.edges.size()))];
        Vec step = random.between(-2, 2) * edge.along;
        step[random.below(3)] += random.chance(50) ? 0 : random.between(-1, 1);
        return step;
    }
    for (size_t a = 0; a < 3; a++)
        gap[a] = static_cast<int64_t>(offset.v[a] / offset.den);
    return oracle::step_beside(random, gap);
}

/* A sphere that touches the body at its start, just so or more, from a place near it or in it. */
static Motion motion_from(Random &random, const Body &body, const Vec &near)
{
    const int most = random.chance(50) ? 4 : 200;
    Motion motion = {};

    motion.from = narrow(near + Vec{ random.between(-most, most), random.between(-most, most),
                                     random.between(-most, most) });
    const Vec from = vec(motion.from);
    motion.to = narrow(from + step_from(random, body, from));
    const int64_t reach = (distance_q14(from, body) + 255) / 256 +
                          random.between(-1, random.chance(50) ? 1 : 100);
    motion.radius_q6 = static_cast<uint16_t>(std::clamp<int64_t>(reach, 0, REACH_MAX));
    motion.ignored = random.chance(80) ? 0 : random_ignored(random);
    return motion;
}

static Motion motion_in(Random &random, const World &world)
{
    if (world.count() == 0 || random.chance(20))
        return random.chance(10) ? random_rest(random, world) : random_sweep(random, world);
    const Body &body = world.any_body(random);
    return motion_from(random, body, point_on(random, body));
}

static oct9_policy_t random_policy(Random &random)
{
    return random.chance(80) ? OCT9_LEAVES : random.chance(50) ? OCT9_PASSES : OCT9_BLOCKS;
}

/* ---- Scenes. ---- */

struct Expected {
    int64_t num;
    uint32_t index;

    bool operator<(const Expected &other) const
    {
        return num != other.num ? num < other.num : index < other.index;
    }
};

static std::vector<Expected> expected_of(const World &world, const Motion &motion,
                                         oct9_policy_t policy)
{
    std::vector<Expected> out;

    for (uint32_t i = 0; i < world.count(); i++) {
        const int64_t num = counts(world.primitives[i], motion.ignored)
                              ? blocked_at(motion, world.bodies[i], policy)
                              : -1;
        if (num >= 0)
            out.push_back({ num, i });
    }
    std::sort(out.begin(), out.end());
    return out;
}

static std::string hits_differ(const Hits &hits, const oct9_scene_output_t &output,
                               const std::vector<Expected> &expected)
{
    const size_t count = std::min(hits.size(), expected.size());

    if (output.count != count || output.more != (hits.size() > 1 && hits.size() < expected.size()))
        return difference("count", output.count, static_cast<int64_t>(expected.size()));
    for (size_t i = 0; i < count; i++)
        if (hits[i].index != expected[i].index || hits[i].contact.num != expected[i].num)
            return difference("index of hit " + std::to_string(i), hits[i].index,
                              expected[i].index);
    return "";
}

static std::string slices_differ(const World &world, const oct9_scene_cast_input_t &input,
                                 uint32_t budget, Hits &hits, const std::vector<Expected> &expected)
{
    oct9_scene_cast_t cast;
    oct9_scene_output_t output;
    oct9_status_t status = oct9_scene_cast_begin(&cast, &world.scene, &input);

    if (status == OCT9_OK)
        do
            status = oct9_scene_cast_run(&cast, budget, &output);
        while (status == OCT9_AGAIN);
    return status == OCT9_OK ? hits_differ(hits, output, expected) : "slices fail";
}

static std::string scene_question(const World &world, Random &random)
{
    const Motion motion = motion_in(random, world);
    Hits hits(1 + random.below(6));
    oct9_scene_cast_input_t input = cast_input(motion, hits);
    oct9_scene_output_t output;

    input.start_inside = random_policy(random);
    const std::vector<Expected> expected = expected_of(world, motion, input.start_inside);
    things_found += expected.size();
    std::string text = oct9_scene_cast(&world.scene, &input, &output) == OCT9_OK
                         ? hits_differ(hits, output, expected)
                         : "it fails";
    if (text.empty() && random.chance(20))
        text = slices_differ(world, input, 1 + random.below(7), hits, expected);
    input.any_contact = true;
    if (text.empty() && (oct9_scene_cast(&world.scene, &input, &output) != OCT9_OK ||
                         output.count != std::min<size_t>(expected.size(), 1)))
        text = "any contact: not as clear as the first";
    if (text.empty() && !expected.empty() &&
        std::none_of(expected.begin(), expected.end(),
                     [&](const Expected &one) { return one.index == hits[0].index; }))
        text = "any contact: what is named does not block";
    return text.empty()
             ? ""
             : text_of(motion) + ", policy " + std::to_string(input.start_inside) + ": " + text;
}

/* ---- Objects and obstacles. ---- */

/* Of the map of all. */
static oct9_rules_t random_rules(Random &random)
{
    oct9_rules_t rules = {};

    rules.unknown = random.chance(70) ? OCT9_PASSES : OCT9_BLOCKS;
    rules.outside = random.chance(80) ? OCT9_FREE : static_cast<oct9_state_t>(random.below(3));
    rules.start_inside = random_policy(random);
    return rules;
}

static bool counts(const oct9_object_t &object, uint16_t ignored)
{
    return object.category == 0 || (object.category & ~ignored) != 0;
}

static std::vector<Expected> expected_of(Setting &setting, const Motion &motion,
                                         oct9_policy_t policy)
{
    std::vector<Expected> out;

    for (const oct9_handle_t &handle : setting.handles) {
        const oct9_object_t *object = oct9_objects_get(&setting.objects, handle);
        const int64_t num = counts(*object, motion.ignored)
                              ? blocked_at(motion, body_of(object->bounds), policy)
                              : -1;
        if (num >= 0)
            out.push_back({ num, handle.index });
    }
    std::sort(out.begin(), out.end());
    return out;
}

static Motion motion_among(Random &random, Setting &setting)
{
    if (setting.handles.empty() || random.chance(40))
        return motion_in(random, setting.world);
    const uint32_t which = random.below(static_cast<uint32_t>(setting.handles.size()));
    const Body body = body_of(oct9_objects_get(&setting.objects, setting.handles[which])->bounds);
    Vec near = point_on(random, body);
    near[random.below(3)] += random.chance(50) ? body.radius : -body.radius;
    return motion_from(random, body, near);
}

static std::string objects_question(Setting &setting, Random &random)
{
    const Motion motion = motion_among(random, setting);
    std::vector<oct9_object_hit_t> hits(1 + random.below(5));
    oct9_objects_cast_input_t input = {};
    oct9_objects_output_t output;

    input.motion = motion;
    input.ignored = motion.ignored;
    input.capacity = static_cast<uint16_t>(hits.size());
    input.hits = hits.data();
    input.start_inside = random_policy(random);
    const std::vector<Expected> expected = expected_of(setting, motion, input.start_inside);
    if (oct9_objects_cast(&setting.objects, &input, &output) != OCT9_OK)
        return "it fails";
    const size_t count = std::min(hits.size(), expected.size());
    if (output.count != count)
        return text_of(motion) + ": " +
               difference("count", output.count, static_cast<int64_t>(count));
    for (size_t i = 0; i < count; i++)
        if (hits[i].handle.index != expected[i].index || hits[i].contact.num != expected[i].num)
            return text_of(motion) + ": " +
                   difference("index", hits[i].handle.index, expected[i].index);
    return "";
}

/* What is met first, and its number in its kind. */
struct First {
    oct9_obstacle_t kind;
    int64_t num;
    uint32_t index;
};

static void take(First &first, oct9_obstacle_t kind, const std::vector<Expected> &of)
{
    if (!of.empty() && (first.kind == OCT9_OBSTACLE_NONE || of[0].num < first.num))
        first = { kind, of[0].num, of[0].index };
}

static First first_of(Setting &setting, const oct9_obstacles_t &all,
                      const oct9_obstacles_input_t &in)
{
    const oct9_policy_t policy = in.rules.start_inside == OCT9_LEAVES ? OCT9_LEAVES : OCT9_BLOCKS;
    const oct9_sphere_input_t sphere = { in.motion, in.rules, false };
    const Motion motion = { in.motion, in.ignored };
    First first = { OCT9_OBSTACLE_NONE, WHOLE, 0 };
    oct9_sweep_output_t out;

    if (all.map) {
        CHECK_EQ(oct9_sweep_sphere(all.map, &sphere, &out), OCT9_OK);
        if (out.hit != OCT9_HIT_NONE)
            first = { out.hit == OCT9_HIT_LEAF ? OCT9_OBSTACLE_LEAF : OCT9_OBSTACLE_OUTSIDE,
                      out.fraction.num, 0 };
    }
    if (all.scene)
        take(first, OCT9_OBSTACLE_PRIMITIVE, expected_of(setting.world, motion, policy));
    if (all.objects)
        take(first, OCT9_OBSTACLE_OBJECT, expected_of(setting, motion, policy));
    return first;
}

static std::string output_differs(const oct9_obstacles_output_t &out, const First &first)
{
    if (out.kind != first.kind)
        return difference("kind", out.kind, first.kind);
    if (out.contact.num != first.num)
        return difference("num", out.contact.num, first.num);
    if ((out.kind == OCT9_OBSTACLE_PRIMITIVE && out.index != first.index) ||
        (out.kind == OCT9_OBSTACLE_OBJECT && out.handle.index != first.index))
        return "another index";
    return "";
}

/* A ray touches at its start what its start is in. */
static std::string ray_differs(const oct9_obstacles_t &all, oct9_obstacles_input_t in)
{
    oct9_obstacles_output_t leaves, blocks;

    in.motion.radius_q6 = 0;
    in.rules.start_inside = OCT9_LEAVES;
    const oct9_status_t status = oct9_obstacles_ray(&all, &in, &leaves);
    in.rules.start_inside = OCT9_BLOCKS;
    return status == OCT9_OK && oct9_obstacles_ray(&all, &in, &blocks) == OCT9_OK &&
                   leaves.kind == blocks.kind && leaves.contact.num == blocks.contact.num
             ? ""
             : "a ray that leaves differs from one that is blocked";
}

static std::string obstacles_question(Setting &setting, Random &random)
{
    const uint32_t set = random.chance(70) ? 7 : 1 + random.below(7);
    const oct9_obstacles_t all = { (set & 1) != 0 ? &setting.map : nullptr,
                                   (set & 2) != 0 ? &setting.world.scene : nullptr,
                                   (set & 4) != 0 ? &setting.objects : nullptr };
    const Motion motion = motion_among(random, setting);
    const oct9_obstacles_input_t in = { motion, random_rules(random), motion.ignored, false };
    oct9_obstacles_cast_t cast;
    oct9_obstacles_output_t out;
    const First first = first_of(setting, all, in);

    if (oct9_obstacles_sphere(&all, &in, &out) != OCT9_OK)
        return "it fails";
    std::string text = output_differs(out, first);
    if (text.empty() && random.chance(10)) {
        CHECK_EQ(oct9_obstacles_sphere_begin(&cast, &all, &in), OCT9_OK);
        while (oct9_obstacles_run(&cast, 3, &out) == OCT9_AGAIN)
            ;
        text = output_differs(out, first);
    }
    if (text.empty() && random.chance(10))
        text = ray_differs(all, in);
    return text.empty() ? ""
                        : text_of(in.motion) + ", policy " + std::to_string(in.rules.start_inside) +
                              ": " + text;
}

using AmongAll = std::string (*)(Setting &setting, Random &random);

static void ask_among_all(AmongAll question, const char *name, uint64_t stream)
{
    const uint64_t count = oracle::setting("SCENES", 1000), each = oracle::setting("CASES", 50);
    unsigned long asked = 0;

    for (uint64_t s = 0; s < count; s++) {
        Random random(seed + (stream << 24) + s);
        Setting setting(random);
        for (uint64_t i = 0; i < each; i++, asked++) {
            const std::string text = question(setting, random);
            CHECK(text.empty());
            if (!text.empty())
                report(text, s, setting.world);
        }
    }
    std::printf("%s: %lu cases\n", name, asked);
}

static void print_seen(void)
{
    std::printf("  %lu are touched at the start: %lu left, %lu come nearer, %lu hold the centre\n",
                touching, left, nearer, inside);
    CHECK(left > 0 && nearer > 0 && inside > 0);
    touching = left = nearer = inside = 0;
}

static void primitives(void)
{
    ask_everywhere(scene_question, "scenes", 41);
    print_seen();
}

static void objects(void)
{
    ask_among_all(objects_question, "objects", 42);
    print_seen();
}

static void obstacles(void)
{
    ask_among_all(obstacles_question, "obstacles", 43);
    print_seen();
}

/* ---- What is refused. ---- */

static void no_policy_is_refused(void)
{
    Random random(seed);
    Setting setting(random);
    Hits hits(1);
    oct9_object_hit_t object_hit;
    oct9_scene_cast_input_t in_scene = cast_input({}, hits);
    oct9_objects_cast_input_t among = { {}, 0, 0, 1, &object_hit, nullptr, OCT9_LEAVES };
    oct9_scene_output_t scene_output;
    oct9_objects_output_t output;
    const int none = 3;

    static_assert(sizeof among.start_inside == sizeof none, "an enum is an int here");
    CHECK_EQ(oct9_objects_cast(&setting.objects, &among, &output), OCT9_OK);
    std::memcpy(&among.start_inside, &none, sizeof none);
    std::memcpy(&in_scene.start_inside, &none, sizeof none);
    CHECK_EQ(oct9_objects_cast(&setting.objects, &among, &output), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_scene_cast(&setting.world.scene, &in_scene, &scene_output), OCT9_ERR_ARGUMENT);
}

int main(void)
{
    seed = oracle::setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(no_policy_is_refused);
    RUN(primitives);
    RUN(objects);
    RUN(obstacles);
    return test_end();
}
