/* SPDX-License-Identifier: MIT */
/* Cones against brute force in doubles: which cells their caps hit, which leaves they pass, in
 * slices and in full pools. SEED and CASES come from the
 * environment. */
#include "cone_geometry.hpp"

extern "C" {
#include "src/mapping/cone.h"
}

#include <cstdio>

using namespace oracle;

static double farthest_hit;
static unsigned long cells_hit, leaves_passed, points_looked, refused, coarser;

static constexpr double PI = 3.14159265358979, CAP_BOUND = 80, SHORT_BOUND = 112, INSIDE_BOUND = 10;
static constexpr uint32_t CUBE_CELLS = 1u << 27;

static void check_none(const std::string &text, uint64_t seed)
{
    static int reported = 0;

    CHECK(text.empty());
    if (!text.empty() && reported++ < 10)
        std::printf("  seed %llu: %s\n", static_cast<unsigned long long>(seed), text.c_str());
}

static std::string text_at(const char *what, uint32_t code, unsigned level, double number)
{
    const oct9_cell_t cell = cell_of(code);
    char text[120];

    std::snprintf(text, sizeof text, "%s: (%d %d %d) level %u, by %.3f", what, cell.x, cell.y,
                  cell.z, level, number);
    return text;
}

/* ---- A case: a beam, how it sees, and a map. ---- */

struct Case {
    oct9_point_t origin, end;
    bool hit;
    oct9_cone_sight_t sight;
    oct9_model_t model = { 17, 8, -16, 51, -1, 1, 1, 16, OCT9_REFUSE };
    Leaves before;
};

/* The cell of the beam's end, or CUBE_CELLS. */
static uint32_t end_of(const Case &c)
{
    return in_cube(vec_of(c.end)) ? code_at(vec_of(c.end)) : CUBE_CELLS;
}

static Cone cone_of(const Case &c)
{
    return Cone(vec_of(c.origin), vec_of(c.end), c.sight.spread_q14 / 16384.0);
}

static double random_length(Random &random)
{
    const uint32_t kind = random.below(100);

    return kind < 5  ? random.between(1, 100)
         : kind < 85 ? random.between(100, 2500)
         : kind < 97 ? random.between(2000, 7000)
                     : random.between(7000, 40000);
}

static Case random_case(Random &random)
{
    Case c;
    const int off = random.chance(85) ? 3000
                                      : 16383; /* near the cube's middle, where all halves meet */
    const Vec from = { double(random.between(-off, off)), double(random.between(-off, off)),
                       double(random.between(-off, off)) };
    c.origin = point_of(from);
    c.end = point_of(plus(from, random_direction(random), random_length(random)));
    c.hit = random.chance(70);
    const double angle = random.chance(90) ? random.between(30, 200) / 10.0
                                           : random.between(1, 450) / 10.0;
    c.sight.spread_q14 = static_cast<uint16_t>(std::max(1.0, std::tan(angle * PI / 180) * 16384));
    c.sight.cap_q6 = static_cast<uint16_t>(random.chance(80) ? 4000 : random.between(0, 20000));
    c.sight.margin_q6 = static_cast<uint16_t>(random.chance(50) ? 0 : random.between(0, 200));
    c.sight.loose_q6 = static_cast<uint8_t>(random.chance(50) ? 0 : random.between(0, 31));
    c.sight.most = static_cast<int8_t>(random.between(1, 51));
    return c;
}

/* Nodes in and about the cone; each has an age, so that each look changes its payload. */
static void furnish(Case &c, Random &random)
{
    Rig rig(c.model, 20000);
    const Cone cone = cone_of(c);
    const double reach = std::min(cone.reach(), 16384.0) / cone.reach();

    for (int i = random.between(0, 300); i > 0; i--) {
        const Vec on = cone.on_cap(cone.half_angle() * random.between(0, 1300) / 1000,
                                   random.between(0, 6283) / 1000.0);
        const Vec from = vec_of(c.origin);
        const Vec p = plus(from, plus(on, from, -1), reach * random.between(0, 1150) / 1000);
        const unsigned level = random.chance(80) ? 0 : random.below(6);
        if (!in_cube(p))
            continue;
        const uint32_t code = code_at(p) / cells_in(level) * cells_in(level);
        const int log_odds = random.chance(75) ? random.between(1, 51) : random.between(-16, -1);
        rig.set_node(code, level,
                     static_cast<uint16_t>((log_odds + 128) * 4 + random.between(1, 3)));
    }
    c.before = leaves_of(rig.tree());
}

static oct9_status_t run(Rig &rig, const Case &c, uint32_t budget, std::string &text)
{
    oct9_cone_t cone;
    oct9_status_t status;

    oct9_cone_begin(&cone, &rig.occupancy, &c.origin, &c.end, c.hit, &c.sight);
    for (uint32_t left = budget; (status = oct9_cone_run(&cone, &left)) == OCT9_AGAIN;
         left = budget)
        if (!rig.sound())
            text = "unsound between slices";
    if (!rig.sound())
        text = "unsound";
    return status;
}

/* ---- What should become of payloads. ---- */

static int log_odds_in(uint16_t payload)
{
    return payload == 0 ? 0 : payload / 4 - 128;
}

static uint16_t young(int log_odds)
{
    return static_cast<uint16_t>(log_odds == 0 ? 0 : (log_odds + 128) * 4);
}

static uint16_t after_hit(const Case &c, uint16_t before)
{
    const int is = log_odds_in(before);

    return young(std::max(is, std::min(is + c.model.hit, int(c.sight.most))));
}

static uint16_t after_pass(const Case &c, uint16_t before)
{
    return young(std::max(log_odds_in(before) - c.model.miss, int(c.model.lowest)));
}

static bool has_cap(const Case &c)
{
    const double reach = cone_of(c).reach();

    return c.hit && reach < c.sight.cap_q6 && reach < 16384;
}

/* ---- The judge. ---- */

/* How far a point of the cap may be from a cell that is hit: to the cell that holds the nearest
 * point of which the cell, moved in, is in the cone for sure. */
static double hit_bound(const Case &c)
{
    return 55.5 + std::sqrt(3.0) * (32 - c.sight.loose_q6) + 14;
}

/* Whether a cell within the bound of a point of the cap is hit or the end's; at the rim of the cube
 * there may be none. */
static bool is_hit_near(const Case &c, const Leaves &after, const Vec &p)
{
    for (int i = 0; i < 125; i++) {
        const Vec q = plus(p, { i % 5 - 2.0, i / 5 % 5 - 2.0, i / 25 - 2.0 }, 64);
        if (!in_cube(q))
            return true;
        const uint32_t code = code_at(q);
        if (length(plus(p, box_of(code, 0).nearest(p), -1)) > hit_bound(c))
            continue;
        const uint16_t was = leaf_around(c.before, code).payload;
        if (code == end_of(c) || leaf_around(after, code).payload == after_hit(c, was))
            return true;
    }
    return false;
}

/* Each point of the cap is near a cell that is hit. */
static std::string cap_differs(const Case &c, const Leaves &after, Random &random)
{
    const Cone cone = cone_of(c);
    const int points = static_cast<int>(
        std::min(20000.0, 500 + std::pow(cone.reach(), 2) * std::pow(cone.half_angle(), 2) / 30));

    for (int i = 0; i < points; i++) {
        const double part = random.chance(20) ? 1 : std::sqrt(random.between(0, 10000) / 10000.0);
        const Vec p = cone.on_cap(cone.half_angle() * part, random.u32() / 4294967296.0 * 2 * PI);
        if (!in_cube(p))
            continue;
        points_looked++;
        if (!is_hit_near(c, after, p))
            return text_at("not hit", code_at(p), 0, part);
    }
    return "";
}

static std::string hit_differs(const Case &c, const Cone &cone, uint32_t code, uint32_t count)
{
    if (!has_cap(c))
        return text_at("hit without a cap", code, 0, 0);
    const uint32_t end = end_of(c);
    if (end - code < count)
        return text_at("hit at the end", end, 0, 0);
    for (uint32_t i = 0; i < count; i++) {
        const double apart = cone.apart(box_of(code + i, 0));
        cells_hit++;
        farthest_hit = std::max(farthest_hit, apart);
        if (apart > (cone.reach() < 128 ? SHORT_BOUND : CAP_BOUND))
            return text_at("hit far away", code + i, 0, apart);
    }
    return "";
}

static std::string pass_differs(const Case &c, const Cone &cone, const TreeLeaf &was, uint32_t code,
                                uint32_t count)
{
    const double depth = cone.depth(box_of(was.code, was.level, c.sight.loose_q6));
    const double left = cone.reach() - c.sight.margin_q6 -
                        cone.farthest(box_of(was.code, was.level));

    leaves_passed++;
    if (log_odds_in(was.payload) <= 0)
        return text_at("passed, though not above 0", was.code, was.level, 0);
    if (was.level == 1 && count == 1)
        return pass_differs(c, cone, { code, 0, was.payload }, code, 1);
    if (count != cells_in(was.level))
        return text_at("passed in part", was.code, was.level, count);
    if (depth < 0 || left < 0)
        return text_at("passed outside", was.code, was.level, std::min(depth, left));
    return "";
}

/* What has changed was hit or passed, and may be. */
static std::string changes_differ(const Case &c, const Leaves &after)
{
    const Cone cone = cone_of(c);

    for (size_t i = 0, k = 0; i < c.before.size() && k < after.size();) {
        const TreeLeaf &was = c.before[i], &is = after[k];
        const TreeLeaf &small = was.level < is.level ? was : is;
        const uint32_t code = small.code, count = cells_in(small.level);
        std::string text;
        if (is.payload != was.payload) {
            if (is.payload == after_pass(c, was.payload) && log_odds_in(was.payload) > 0)
                text = pass_differs(c, cone, was, code, count);
            else if (is.payload == after_hit(c, was.payload))
                text = hit_differs(c, cone, code, count);
            else
                text = text_at("changed", code, small.level, log_odds_in(is.payload));
        }
        if (!text.empty())
            return text;
        i += code + count == was.code + cells_in(was.level);
        k += code + count == is.code + cells_in(is.level);
    }
    return "";
}

/* Each occupied leaf that lies well inside was passed. */
static std::string missed(const Case &c, const Leaves &after)
{
    const Cone cone = cone_of(c);
    const double reach = std::min(cone.reach(), 16384.0);

    for (const TreeLeaf &was : c.before) {
        const unsigned level = was.level == 1 ? 0 : was.level;
        if (log_odds_in(was.payload) <= 0)
            continue;
        for (uint32_t i = 0; i < cells_in(was.level); i += cells_in(level)) {
            const uint32_t code = was.code + i;
            if (cone.farthest(box_of(code, level)) > reach - c.sight.margin_q6 - INSIDE_BOUND ||
                cone.depth(box_of(code, level, c.sight.loose_q6)) < INSIDE_BOUND)
                continue;
            if (leaf_around(after, code).payload != after_pass(c, was.payload))
                return text_at("not passed", code, level, 0);
        }
    }
    return "";
}

static std::string judge(const Case &c, const Leaves &after, Random &random)
{
    std::string text = has_cap(c) ? cap_differs(c, after, random) : "";

    if (text.empty())
        text = changes_differ(c, after);
    return text.empty() ? missed(c, after) : text;
}

/* ---- Any cone. ---- */

static std::string one_cone(const Case &c, Random &random)
{
    std::string text;
    Leaves first;

    for (uint32_t budget : { UINT32_MAX, 1u, 2u, 7u }) {
        Rig rig(c.model, OCT9_BLOCKS_MAX);
        rig.load(c.before);
        if (run(rig, c, budget, text) != OCT9_OK)
            return "a status";
        const Leaves after = leaves_of(rig.tree());
        if (budget == UINT32_MAX)
            first = after;
        else if (!(after == first))
            text = "differs by budget " + std::to_string(budget);
        if (!text.empty())
            return text;
    }
    return judge(c, first, random);
}

static uint64_t cases()
{
    return setting("CASES", 400);
}

static void cones(void)
{
    for (uint64_t i = 0; i < cases(); i++) {
        const uint64_t seed = setting("SEED", 1) + i;
        Random random(seed);
        Case c = random_case(random);

        if (c.origin.x == c.end.x && c.origin.y == c.end.y && c.origin.z == c.end.z)
            continue;
        furnish(c, random);
        check_none(one_cone(c, random), seed);
    }
}

static void a_beam_of_no_length(void)
{
    Case c;
    std::string text;
    Rig rig(c.model, 100);

    c.origin = c.end = { 1, 2, 3 };
    c.hit = true;
    c.sight = { 4000, 4000, 0, 0, 17 };
    CHECK_EQ(run(rig, c, 1, text), OCT9_OK);
    CHECK(text.empty());
    CHECK_EQ(rig.tree().used, 0);
}

/* ---- In a full pool. ---- */

/* What is hit in a tile is hit as in a large pool, or none of it is; what is passed there may stay
 * where a leaf was not split for it. */
static std::string tile_differs(const Case &c, const Leaves &large, const Leaves &after,
                                uint32_t tile)
{
    bool all = true, none = true;

    if (leaf_around(large, tile).level > 3 && leaf_around(after, tile).level > 3)
        return "";
    for (uint32_t code = tile; code < tile + 512; code++) {
        const uint16_t is = leaf_around(after, code).payload,
                       was = leaf_around(c.before, code).payload,
                       should = leaf_around(large, code).payload;
        if (is != was && is != should)
            return text_at("as in neither pool", code, 0, 0);
        if (should == was || log_odds_in(should) < log_odds_in(was))
            continue;
        all = all && is == should;
        none = none && is == was;
    }
    return all || none ? "" : text_at("a part of a tile", tile, 3, 0);
}

static constexpr uint32_t SPARE = 18; /* blocks that are left for hits */

static std::string refusing_differs(const Case &c, const Leaves &large, uint32_t blocks,
                                    uint32_t enough)
{
    Rig rig(c.model, blocks);
    std::string text;

    rig.load(c.before);
    const oct9_status_t status = run(rig, c, 3, text);
    const Leaves after = leaves_of(rig.tree());
    if ((status == OCT9_ERR_POOL_FULL) != (rig.tree().failed != 0))
        return "status " + std::to_string(status) + " of a refusing map";
    refused += status == OCT9_ERR_POOL_FULL;
    if (status == OCT9_OK && blocks > enough + SPARE && !(after == large))
        return "differs in a pool that is large enough";
    for (uint32_t tile = 0; tile < CUBE_CELLS && text.empty(); tile += 512)
        text = tile_differs(c, large, after, tile);
    return text;
}

/* No cell's log-odds are below those in a large pool. */
static std::string coarsening_differs(const Case &c, const Leaves &large, uint32_t blocks)
{
    Case coarsens = c;
    std::string text;

    coarsens.model.full = OCT9_COARSEN;
    Rig rig(coarsens.model, blocks);
    rig.load(c.before);
    if (run(rig, coarsens, 3, text) != OCT9_OK)
        return "a map that coarsens refuses";
    coarser += rig.occupancy.merged + rig.occupancy.grown != 0;
    const Leaves after = leaves_of(rig.tree());
    for (size_t i = 0, k = 0; i < large.size() && k < after.size();) {
        const TreeLeaf &should = large[i], &is = after[k];
        const TreeLeaf &small = should.level < is.level ? should : is;
        const uint32_t end = small.code + cells_in(small.level);
        if (log_odds_in(is.payload) < log_odds_in(should.payload))
            return text_at("below a large pool's", small.code, small.level, 0);
        i += end == should.code + cells_in(should.level);
        k += end == is.code + cells_in(is.level);
    }
    return text;
}

static void full_pools(void)
{
    for (uint64_t i = 0; i < cases() / 4; i++) {
        const uint64_t seed = setting("SEED", 1) + (1u << 20) + i;
        Random random(seed);
        Case c = random_case(random);
        c.end = point_of(
            plus(vec_of(c.origin), random_direction(random), random.between(200, 2500)));
        c.hit = true;
        c.sight.cap_q6 = 4000;
        furnish(c, random);
        Rig rig(c.model, OCT9_BLOCKS_MAX);
        std::string text;
        rig.load(c.before);
        const uint32_t least = std::max<uint32_t>(1, rig.tree().used);
        CHECK_EQ(run(rig, c, UINT32_MAX, text), OCT9_OK);
        const uint32_t most = std::max<uint32_t>(least, rig.tree().peak);
        const Leaves large = leaves_of(rig.tree());
        const uint32_t blocks = least + random.below(most - least + 30);
        if (text.empty())
            text = refusing_differs(c, large, blocks, most);
        if (text.empty())
            text = coarsening_differs(c, large, blocks);
        check_none(text, seed);
    }
}

/* What is marked can be cleared: three looks farther by the same beam leave nothing. */
static void what_is_marked_is_cleared(void)
{
    for (uint64_t i = 0; i < cases() / 4; i++) {
        const uint64_t seed = setting("SEED", 1) + (1u << 21) + i;
        Random random(seed);
        Case c = random_case(random);
        std::string text;
        const int reach = random.between(150, 4000);
        c.origin = { 0, 0, 0 };
        c.end = point_of(plus({ 0, 0, 0 }, random_direction(random), reach));
        c.hit = true;
        c.sight = { c.sight.spread_q14, 5000, 0, c.sight.loose_q6, 17 };
        Rig rig(c.model, OCT9_BLOCKS_MAX);
        run(rig, c, UINT32_MAX, text);
        c.end = point_of(plus({ 0, 0, 0 }, vec_of(c.end), 2));
        c.hit = false;
        for (int look = 0; look < 3; look++)
            run(rig, c, UINT32_MAX, text);
        for (const TreeLeaf &leaf : leaves_of(rig.tree()))
            if (log_odds_in(leaf.payload) > 0)
                text = text_at("stays", leaf.code, leaf.level, reach);
        check_none(text, seed);
    }
}

int main(void)
{
    std::printf("seed %llu\n", static_cast<unsigned long long>(setting("SEED", 1)));
    RUN(cones);
    RUN(a_beam_of_no_length);
    RUN(what_is_marked_is_cleared);
    RUN(full_pools);
    std::printf("%lu cells hit, %lu leaves passed, %lu points of caps; %lu refused, %lu coarser\n",
                cells_hit, leaves_passed, points_looked, refused, coarser);
    std::printf("the farthest cell hit is %.1f from its cap\n", farthest_hit);
    return test_end();
}
