/* SPDX-License-Identifier: MIT */
/* Moves of the window, against the same data kept by cells of the world.
 *
 * After each move the counts of blocks and some cells are looked at, after every few the whole map,
 * against a fresh one made of what the world holds: a map has one shape only, so that leaves and
 * blocks must be equal.
 *
 * SEED, MOVES and CHECK (how many moves apart whole maps are compared) come from the environment.
 */
#include "tests/occupancy/furnish.hpp"
#include "tests/occupancy/robot.hpp"
#include "world_tiles.hpp"

#include "oct9/map.h"
#include "oct9/window.h"

#include <cstdio>
#include <string>

using namespace oracle;

static uint64_t moves_done, moves_refused, maps_compared, leaves_compared;

static void check_none(const std::string &text, uint64_t seed, uint64_t move)
{
    static int reported = 0;

    CHECK(text.empty());
    if (!text.empty() && reported++ < 10)
        std::printf("  seed %llu, move %llu: %s\n", static_cast<unsigned long long>(seed),
                    static_cast<unsigned long long>(move), text.c_str());
}

/* ---- The world's own memory. ---- */

class World {
public:
    oct9_offset_t window = { 0, 0, 0 };

    void set(uint32_t first, uint32_t count, uint16_t payload)
    {
        by_tiles(first, count, window, [&](const TileKey &key, uint32_t from, uint32_t n) {
            if (payload == 0 && tiles_.find(key) == tiles_.end())
                return;
            std::fill_n(tiles_[key].begin() + from, n, payload);
        });
    }
    /* Learns what differs between two pictures of the map that the window shows. */
    void learn(const LeafList &before, const LeafList &after)
    {
        side_by_side(before, after, [this](uint32_t at, uint32_t count, uint16_t was, uint16_t is) {
            if (was != is)
                set(at, count, is);
        });
    }
    uint16_t at(uint32_t code) const
    {
        const auto tile = tiles_.find(tile_of(code, window));

        return tile == tiles_.end() ? uint16_t{ 0 } : tile->second[code % tile_cells];
    }
    void move(const oct9_offset_t &by, unsigned level)
    {
        window = { window.x + by.x * (1 << level), window.y + by.y * (1 << level),
                   window.z + by.z * (1 << level) };
        keep_in_window(tiles_, window);
    }
    /* A cell where something is known, if the dice will. */
    uint32_t some_cell(Random &random) const
    {
        const size_t bucket = random.below(static_cast<uint32_t>(tiles_.bucket_count()));
        const uint32_t in_tile = random.below(tile_cells);

        if (tiles_.bucket_size(bucket) == 0)
            return random.below(cube_cells);
        return first_of(tiles_.begin(bucket)->first) + in_tile;
    }

    /* A fresh map of all that it holds. */
    void draw(oct9_tree_t &tree) const
    {
        for (const auto &[key, tile] : tiles_)
            draw_tile(tree, first_of(key), tile);
    }

private:
    using Tile = std::array<uint16_t, tile_cells>;
    Tiles<Tile> tiles_;

    uint32_t first_of(const TileKey &key) const
    {
        return code_of({ static_cast<int>(8 * key[0] - window.x),
                         static_cast<int>(8 * key[1] - window.y),
                         static_cast<int>(8 * key[2] - window.z) });
    }

    static void draw_tile(oct9_tree_t &tree, uint32_t first, const Tile &tile)
    {
        const bool even = std::all_of(tile.begin(), tile.end(),
                                      [&tile](uint16_t payload) { return payload == tile[0]; });
        const oct9_node_t whole = { as_cell(cell_of(first)), 3 };

        if (even) {
            CHECK_EQ(oct9_tree_set_node(&tree, &whole, tile[0]), OCT9_OK);
            return;
        }
        for (uint32_t i = 0; i < tile_cells; i++)
            if (tile[i] != 0)
                CHECK_EQ(oct9_tree_set_cell(&tree, as_cell(cell_of(first + i)), tile[i]), OCT9_OK);
    }
};

/* ---- Comparing. ---- */

static std::string whole_differs(const OwnedMap &owned, const World &world)
{
    OwnedMap fresh(OCT9_BLOCKS_MAX, owned.map.model);
    world.draw(fresh.map.tree);
    const LeafList is = owned.leaves(), should = fresh.leaves();

    maps_compared++;
    leaves_compared += is.size();
    if (owned.map.tree.used != fresh.map.tree.used)
        return std::to_string(owned.map.tree.used) + " blocks, a fresh map has " +
               std::to_string(fresh.map.tree.used);
    return is == should ? "" : "not the fresh map's leaves";
}

static std::string cells_differ(const OwnedMap &owned, const World &world, Random &random)
{
    const oct9_map_t map = oct9_map_of_tree(&owned.map.tree);

    for (int i = 0; i < 6; i++) {
        const uint32_t code = world.some_cell(random);
        oct9_leaf_t leaf;
        if (oct9_map_locate(&map, as_cell(cell_of(code)), &leaf) != OCT9_OK)
            return "locate fails";
        if (leaf.payload != world.at(code))
            return "payload " + std::to_string(leaf.payload) + ", should be " +
                   std::to_string(world.at(code));
    }
    return "";
}

static bool same_offset(const oct9_offset_t &a, const oct9_offset_t &b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* ---- Moves. ---- */

/* Low levels seldom, as each move visits all nodes of its level. */
static unsigned random_level(Random &random)
{
    const uint32_t dice = random.below(2000);

    if (dice >= 100)
        return dice < 1200 ? 6 : 7 + random.below(3);
    return dice < 1 ? 3 : dice < 12 ? 4 : 5;
}

/* In all directions, mostly by little; sometimes beyond the cube. */
static oct9_offset_t random_shift(Random &random, unsigned level)
{
    const int cube = 1 << (OCT9_LEVELS - level);
    const auto far = [&]() { return random.between(-cube - 1, cube + 1); };
    const auto near = [&]() { return random.between(-1, 1) * random.between(0, 1); };
    const auto huge = [&]() { return random.between(-1, 1) * 65536; };

    if (random.below(300) == 0)
        return { huge(), huge(), huge() };
    if (random.chance(1))
        return { far(), far(), far() };
    if (level >= 8 && random.chance(90))
        return { 0, 0, 0 };
    return { near(), near(), near() };
}

/* Back towards the world's origin, before int32_t ends; the whole distance counts. */
static oct9_offset_t homewards(const oct9_offset_t &window, unsigned level)
{
    return { -(window.x >> level), -(window.y >> level), -(window.z >> level) };
}

/* The robot keeps its place in the world, as long as that is in the cube. */
static bool robot_moved(const oct9_cell_t &was, const oct9_cell_t &is, const oct9_offset_t &by,
                        unsigned level)
{
    const int from[3] = { was.x, was.y, was.z }, to[3] = { is.x, is.y, is.z };
    const int64_t shift[3] = { by.x, by.y, by.z };

    for (size_t axis = 0; axis < 3; axis++) {
        const int64_t should = from[axis] - shift[axis] * (1 << level);
        if (to[axis] >= OCT9_CELLS || (should >= 0 && should < OCT9_CELLS && to[axis] != should))
            return false;
    }
    return true;
}

static std::string move(OwnedMap &owned, World &world, const oct9_offset_t &by, unsigned level)
{
    const uint32_t failed = owned.map.tree.failed, generation = owned.map.tree.generation;
    const oct9_cell_t robot = owned.map.robot;
    const oct9_status_t status = oct9_window_move(&owned.map, &by, level);

    if (status == OCT9_OK && !robot_moved(robot, owned.map.robot, by, level))
        return "the robot stays behind";
    if (status == OCT9_OK) {
        world.move(by, level);
        moves_done++;
    } else {
        moves_refused++;
    }
    if (status != OCT9_OK && status != OCT9_ERR_POOL_FULL)
        return "status " + std::to_string(status);
    if (!same_offset(owned.map.window, world.window))
        return "the window is elsewhere";
    if (owned.map.tree.failed != failed + (status != OCT9_OK))
        return "`failed` does not count it";
    return owned.map.tree.generation >= generation && owned.good() ? "" : "an invariant is broken";
}

/* ---- Data in between. ---- */

static void observe_some(OwnedMap &owned, World &world, Random &random)
{
    const int at[3] = { random.between(0, 511), random.between(0, 511), random.between(0, 511) };

    for (int i = random.between(1, 4); i > 0; i--) {
        const auto near = [&](size_t axis) {
            return std::clamp(at[axis] + random.between(-3, 3), 0, 511);
        };
        const uint32_t code = code_of({ near(0), near(1), near(2) });
        const oct9_model_t &model = owned.map.model;
        const bool hit = random.chance(50);
        const int was = log_odds_of(world.at(code));
        const int is = hit ? std::min<int>(was + model.hit, model.highest)
                           : std::max<int>(was - model.miss, model.lowest);
        if (oct9_occupancy_observe(&owned.map, as_cell(cell_of(code)), hit) == OCT9_OK)
            world.set(code, 1, payload_of(is, 0));
    }
}

static void set_a_node(OwnedMap &owned, World &world, Random &random)
{
    const unsigned level = static_cast<unsigned>(random.chance(98) ? random.between(0, 5)
                                                                   : random.between(6, 7));
    const auto corner = [&]() { return random.between(0, 511) >> level << level; };
    const uint32_t code = code_of({ corner(), corner(), corner() });
    const oct9_node_t node = { as_cell(cell_of(code)), static_cast<uint8_t>(level) };
    const uint16_t payload = random.chance(30) ? uint16_t{ 0 }
                                               : furnishing(random, owned.map.model);

    if (oct9_tree_set_node(&owned.map.tree, &node, payload) == OCT9_OK)
        world.set(code, 1u << 3 * level, payload);
}

static void scan(OwnedMap &owned, World &world, Random &random)
{
    Robot robot(random, 24);
    const LeafList before = owned.leaves();
    Event event = robot.next();
    oct9_scan_t state;

    while (event.kind != Kind::scan)
        event = robot.next();
    apply(owned, event, state);
    world.learn(before, owned.leaves());
}

static void add_data(OwnedMap &owned, World &world, Random &random)
{
    const uint32_t dice = random.below(200);

    if (owned.map.tree.used > 700) {
        const LeafList before = owned.leaves();
        const oct9_box_t half = { { 0, 0, 0 }, { 512, 256, 512 } };
        CHECK_EQ(oct9_occupancy_clear_box(&owned.map, &half), OCT9_OK);
        world.learn(before, owned.leaves());
    }
    if (dice == 0)
        scan(owned, world, random);
    else if (dice < 40)
        set_a_node(owned, world, random);
    else if (dice < 120)
        observe_some(owned, world, random);
}

/* ---- The tests. ---- */

static std::string one_move(OwnedMap &owned, World &world, Random &random, bool whole)
{
    const unsigned level = random_level(random);
    const bool home = random.chance(1);
    const oct9_offset_t by = home ? homewards(world.window, level) : random_shift(random, level);

    add_data(owned, world, random);
    std::string text = move(owned, world, by, level);
    if (text.empty())
        text = cells_differ(owned, world, random);
    if (text.empty() && whole)
        text = whole_differs(owned, world);
    return text.empty()
             ? ""
             : "by (" + std::to_string(by.x) + " " + std::to_string(by.y) + " " +
                   std::to_string(by.z) + ") of level " + std::to_string(level) + ": " + text;
}

static void like_a_fresh_map(void)
{
    const uint64_t seed = setting("SEED", 1), moves = setting("MOVES", 100000);
    const uint64_t apart = setting("CHECK", 60);
    Random random(seed);
    OwnedMap owned(2500, random_model(random, OCT9_REFUSE));
    World world;
    std::string text;

    for (uint64_t i = 0; i < moves && text.empty(); i++) {
        text = one_move(owned, world, random, i % apart == 0);
        check_none(text, seed, i);
    }
    CHECK_EQ(whole_differs(owned, world).empty(), true);
    CHECK_EQ(moves_refused, 0);
}

/* The blocks of nodes above a level, and of all others. */
struct BlockCount {
    int above = 0, others = 0;

    BlockCount(const oct9_tree_t &tree, unsigned level) { count(tree, tree.root, 9, level); }

private:
    void count(const oct9_tree_t &tree, uint16_t slot, unsigned at, unsigned level)
    {
        if (slot & OCT9_SLOT_LEAF)
            return;
        (at > level ? above : others)++;
        for (uint16_t child : tree.pool[slot].slot)
            count(tree, child, at - 1, level);
    }
};

/* A move needs the blocks above its nodes anew, beside all that are there but those that leave. */
static bool would_fit(const OwnedMap &owned, const World &world, const oct9_offset_t &by,
                      unsigned level)
{
    if (by.x == 0 && by.y == 0 && by.z == 0)
        return true;
    World moved = world;
    OwnedMap fresh(OCT9_BLOCKS_MAX, owned.map.model);

    moved.move(by, level);
    moved.draw(fresh.map.tree);
    const BlockCount old(owned.map.tree, level), after(fresh.map.tree, level);
    return after.above <= owned.map.tree.capacity - owned.map.tree.used + old.others - after.others;
}

static std::string move_in_full_pool(OwnedMap &owned, World &world, Random &random)
{
    const unsigned level = 4 + random.below(6);
    const oct9_offset_t by = random_shift(random, level);
    const bool fits = would_fit(owned, world, by, level);
    const uint64_t refused = moves_refused;
    std::string text = move(owned, world, by, level);

    if (text.empty() && fits != (moves_refused == refused))
        text = fits ? "refused, though it fits" : "taken, though it does not fit";
    return text.empty() ? whole_differs(owned, world) : text;
}

/* With hardly a block to spare a move may be refused, and then nothing has changed. */
static void a_full_pool_changes_nothing(void)
{
    const uint64_t moves = setting("MOVES", 100000) / 50;

    for (uint64_t i = 0; i < moves; i += 10) {
        const uint64_t seed = setting("SEED", 1) + i;
        Random random(seed);
        OwnedMap owned(8 + random.below(60), random_model(random, OCT9_REFUSE));
        World world;
        std::string text;

        for (uint64_t k = 0; k < 10 && text.empty(); k++) {
            set_a_node(owned, world, random);
            observe_some(owned, world, random);
            text = move_in_full_pool(owned, world, random);
            check_none(text, seed, k);
        }
    }
    CHECK(moves_refused > 0);
}

/* Where room is made the map may grow, but no place is ever below what it was. */
static std::string grown_differs(const OwnedMap &owned, const World &world)
{
    OwnedMap fresh(OCT9_BLOCKS_MAX, owned.map.model);
    std::string text;

    world.draw(fresh.map.tree);
    side_by_side(owned.leaves(), fresh.leaves(),
                 [&text](uint32_t, uint32_t, uint16_t is, uint16_t should) {
                     if (log_odds_of(is) < log_odds_of(should))
                         text = "log-odds " + std::to_string(log_odds_of(is)) + " for " +
                                std::to_string(log_odds_of(should));
                 });
    return text;
}

static void a_full_pool_makes_room(void)
{
    const uint64_t moves = setting("MOVES", 100000) / 100;

    for (uint64_t i = 0; i < moves; i += 10) {
        const uint64_t seed = setting("SEED", 1) + i;
        Random random(seed);
        OwnedMap owned(20 + random.below(60), random_model(random, OCT9_COARSEN));
        World world;
        std::string text;

        for (uint64_t k = 0; k < 10 && text.empty(); k++) {
            const unsigned level = 5 + random.below(5);
            for (int n = 0; n < 4; n++)
                set_a_node(owned, world, random);
            text = move(owned, world, random_shift(random, level), level);
            if (text.empty())
                text = grown_differs(owned, world);
            check_none(text, seed, k);
        }
    }
}

/* ---- The ends of the world, and the frame. ---- */

static void the_world_ends_with_int32(void)
{
    OwnedMap owned(100, OCT9_MODEL_DEFAULT);
    const oct9_cell_t cell = { 1, 2, 3 };

    CHECK_EQ(oct9_occupancy_observe(&owned.map, cell, true), OCT9_OK);
    const LeafList before = owned.leaves();
    for (unsigned level = 0; level < 40; level++) {
        const oct9_offset_t none = { 0, 0, 0 };
        const oct9_offset_t bad[] = {
            { INT32_MAX, 0, 0 }, { 0, INT32_MIN, 0 }, { 0, 0, 1 << 28 }, { -(1 << 28) - 1, 0, 0 }
        };
        const bool good = level >= 3 && level <= 9;
        CHECK_EQ(oct9_window_move(&owned.map, &none, level), good ? OCT9_OK : OCT9_ERR_ARGUMENT);
        for (const oct9_offset_t &by : bad)
            CHECK_EQ(oct9_window_move(&owned.map, &by, level),
                     good ? OCT9_ERR_RANGE : OCT9_ERR_ARGUMENT);
        CHECK(owned.leaves() == before);
        CHECK(same_offset(owned.map.window, none));
    }
}

static void to_the_ends_and_back(void)
{
    OwnedMap owned(100, OCT9_MODEL_DEFAULT);
    const oct9_cell_t cell = { 511, 0, 511 };
    const oct9_offset_t step = { 8, -8, 8 };

    for (unsigned level = 3; level <= 9; level++) {
        const int32_t most = (INT32_MAX - OCT9_CELLS) >> level, least = INT32_MIN / (1 << level);
        const oct9_offset_t end = { most, least, most };
        const oct9_offset_t back = { -most, -(least + 1), -most };
        const oct9_offset_t one_back = { 0, -1, 0 }, away = { 1, 0, 0 };

        owned.make_empty();
        CHECK_EQ(oct9_window_move(&owned.map, &end, level), OCT9_OK);
        CHECK_EQ(oct9_occupancy_observe(&owned.map, cell, true), OCT9_OK);
        CHECK_EQ(oct9_window_move(&owned.map, &away, level), OCT9_ERR_RANGE);
        CHECK_EQ(oct9_window_move(&owned.map, &one_back, level), OCT9_ERR_RANGE);
        CHECK(owned.map.tree.used > 0);
        CHECK_EQ(owned.map.window.y, least * (1 << level));
        CHECK_EQ(oct9_window_move(&owned.map, &back, level), OCT9_OK);
        CHECK(same_offset(owned.map.window, { 0, -(1 << level), 0 }));
        CHECK_EQ(owned.map.tree.used, 0);
        CHECK_EQ(oct9_window_move(&owned.map, &step, 3), OCT9_OK);
    }
}

/* A cell at the face towards which the window moves, by so many nodes, is not lost. */
static void a_cell_stays(unsigned level, size_t axis, int nodes)
{
    OwnedMap owned(20, OCT9_MODEL_DEFAULT);
    const oct9_map_t map = oct9_map_of_tree(&owned.map.tree);
    std::array<int, 3> by = { 0, 0, 0 }, at = { 100, 200, 300 };
    oct9_leaf_t leaf;

    by[axis] = nodes;
    at[axis] = nodes < 0 ? 0 : 511;
    const oct9_offset_t move = { by[0], by[1], by[2] };
    CHECK_EQ(oct9_occupancy_observe(&owned.map, as_cell(at), true), OCT9_OK);
    CHECK_EQ(oct9_window_move(&owned.map, &move, level), OCT9_OK);
    at[axis] -= nodes * (1 << level);
    CHECK_EQ(oct9_map_locate(&map, as_cell(at), &leaf), OCT9_OK);
    CHECK(leaf.payload != 0 && leaf.level == 0 && owned.good());
}

static void all_but_one_node_leaves(void)
{
    for (unsigned level = 3; level < 9; level++)
        for (size_t axis = 0; axis < 3; axis++)
            for (int nodes = 1; nodes < 512 >> level; nodes++) {
                a_cell_stays(level, axis, nodes);
                a_cell_stays(level, axis, -nodes);
            }
}

/* A number of any size, so that all orders of magnitude come. */
static int32_t any_int32(Random &random)
{
    return static_cast<int32_t>(random.u32()) >> random.below(32);
}

static unsigned long frames_made;

static std::string frame_differs(OwnedMap &owned, Random &random)
{
    const oct9_mm_t corner = { any_int32(random), any_int32(random), any_int32(random) };
    const uint32_t cell_um = random.chance(50) ? 125 * random.below(536870)
                                               : random.u32() >> random.below(32);
    const oct9_frame_t base = OCT9_FRAME(corner.x, corner.y, corner.z, cell_um);
    const int32_t *window[3] = { &owned.map.window.x, &owned.map.window.y, &owned.map.window.z };
    const int32_t origin[3] = { base.origin_mm.x, base.origin_mm.y, base.origin_mm.z };
    oct9_frame_t frame = OCT9_FRAME(1, 2, 3, 4);
    bool fits = true, whole = true;
    int64_t should[3];

    owned.map.window = { any_int32(random) & ~7, any_int32(random) & ~7, any_int32(random) & ~7 };
    for (size_t axis = 0; axis < 3; axis++) {
        const int64_t um = int64_t{ *window[axis] } * base.cell_um;
        should[axis] = origin[axis] + um / 1000;
        whole = whole && um % 1000 == 0;
        fits = fits && should[axis] >= INT32_MIN && should[axis] <= INT32_MAX;
    }
    const bool bad = base.cell_um == 0 || base.cell_um > OCT9_CELL_UM_MAX;
    const oct9_status_t status = oct9_window_frame(&owned.map.window, &base, &frame);
    const bool due = bad ? status == OCT9_ERR_ARGUMENT
                         : (status == OCT9_OK && whole && fits) ||
                               (status == OCT9_ERR_ARGUMENT && !whole) ||
                               (status == OCT9_ERR_RANGE && !fits);
    if (!due)
        return "frame: status " + std::to_string(status);
    if (status != OCT9_OK)
        return frame.cell_um == 4 && frame.origin_mm.x == 1 ? "" : "written to by a failure";
    frames_made++;
    return frame.origin_mm.x == should[0] && frame.origin_mm.y == should[1] &&
                   frame.origin_mm.z == should[2] && frame.cell_um == base.cell_um
             ? ""
             : "not the window's frame";
}

static void frames_are_exact(void)
{
    const uint64_t seed = setting("SEED", 1), moves = setting("MOVES", 100000);
    Random random(seed);
    OwnedMap owned(8, OCT9_MODEL_DEFAULT);

    for (uint64_t i = 0; i < moves; i++)
        check_none(frame_differs(owned, random), seed, i);
    CHECK(frames_made > moves / 100);
}

int main(void)
{
    std::printf("seed %llu\n", static_cast<unsigned long long>(setting("SEED", 1)));
    RUN(like_a_fresh_map);
    RUN(a_full_pool_changes_nothing);
    RUN(a_full_pool_makes_room);
    RUN(the_world_ends_with_int32);
    RUN(to_the_ends_and_back);
    RUN(all_but_one_node_leaves);
    RUN(frames_are_exact);
    std::printf("%llu moves, %llu refused; %llu maps compared, %llu leaves\n",
                static_cast<unsigned long long>(moves_done),
                static_cast<unsigned long long>(moves_refused),
                static_cast<unsigned long long>(maps_compared),
                static_cast<unsigned long long>(leaves_compared));
    return test_end();
}
