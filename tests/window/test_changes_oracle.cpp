/* SPDX-License-Identifier: MIT */
/* The changes that a map reports, against pictures of the map before and after each call.
 *
 * Each cell whose state differs must be reported, and no other may be; only where a call coarsens
 * can a cell change and change back within it. Sets of cells are kept in the world's cells, so that
 * they outlive moves of the window.
 *
 * SEED, WORLDS (for each size of the table) and STEPS come from the environment. */
#include "tests/occupancy/furnish.hpp"
#include "tests/occupancy/robot.hpp"
#include "world_tiles.hpp"

#include "oct9/window.h"

#include <bitset>
#include <cstdio>
#include <memory>
#include <string>

using namespace oracle;

static constexpr uint32_t plenty_of_words = 1u << 16;

static uint64_t cells_reported, times_lost, moves_done, loose_calls;

/* ---- Sets of cells. ---- */

class CellSet {
public:
    void add(uint32_t first, uint32_t count, const oct9_offset_t &window)
    {
        by_tiles(first, count, window, [this](const TileKey &key, uint32_t from, uint32_t n) {
            Bits &bits = tiles_[key];
            for (uint32_t i = from; i < from + n; i++)
                bits.set(i);
        });
    }
    void take(uint32_t first, uint32_t count, const oct9_offset_t &window)
    {
        by_tiles(first, count, window, [this](const TileKey &key, uint32_t from, uint32_t n) {
            const auto at = tiles_.find(key);
            if (at == tiles_.end())
                return;
            for (uint32_t i = from; i < from + n; i++)
                at->second.reset(i);
            if (at->second.none())
                tiles_.erase(at);
        });
    }
    bool holds(uint32_t first, uint32_t count, const oct9_offset_t &window) const
    {
        bool all = true;

        by_tiles(first, count, window, [&](const TileKey &key, uint32_t from, uint32_t n) {
            const auto at = tiles_.find(key);
            for (uint32_t i = from; all && i < from + n; i++)
                all = at != tiles_.end() && at->second.test(i);
        });
        return all;
    }
    void move(const oct9_offset_t &window) { keep_in_window(tiles_, window); }
    bool empty() const { return tiles_.empty(); }
    void clear() { tiles_.clear(); }
    std::string first() const
    {
        const TileKey &key = tiles_.begin()->first;
        return "in the tile at (" + std::to_string(8 * key[0]) + " " + std::to_string(8 * key[1]) +
               " " + std::to_string(8 * key[2]) + ") of the world";
    }

private:
    using Bits = std::bitset<tile_cells>;
    Tiles<Bits> tiles_;
};

/* ---- A map whose changes are watched. ---- */

/* What must still be reported, and what may be. */
class Watch {
public:
    Watch(uint32_t words, const oct9_model_t &model)
        : table_(words), owned(model.full == OCT9_COARSEN ? 96 : OCT9_BLOCKS_MAX, model, &changes_)
    {
        CHECK_EQ(oct9_occupancy_changes_init(&changes_, table_.data(), words), OCT9_OK);
    }

private:
    std::vector<uint32_t> table_;
    oct9_changes_t changes_ = {};
    CellSet must_, may_;
    bool loose_ = false; /* a call has coarsened since all was taken */

    std::string take_one(const oct9_change_t &change);
    std::string take_lost();
    void start_anew();

public:
    OwnedMap owned;

    /* What was put there unnoticed loses the set: takes that. */
    void take_furnished()
    {
        oct9_change_t change = {};
        const int got = oct9_occupancy_changed(&owned.map, &change);
        CHECK(got == OCT9_ERR_CHANGES_LOST || got == 0);
        CHECK_EQ(oct9_occupancy_changed(&owned.map, &change), 0);
    }

    /* Has done the call between two pictures of the map. */
    void saw(const LeafList &before, bool coarsened)
    {
        side_by_side(before, owned.leaves(),
                     [this](uint32_t at, uint32_t count, uint16_t was, uint16_t is) {
                         if (state_of(owned.map.model, was) == state_of(owned.map.model, is))
                             return;
                         must_.add(at, count, owned.map.window);
                         may_.add(at, count, owned.map.window);
                     });
        if (coarsened)
            loosen();
        loose_calls += coarsened;
    }

    void loosen() { loose_ = true; }

    void moved()
    {
        must_.move(owned.map.window);
        may_.move(owned.map.window);
    }

    bool lost() const { return changes_.lost; }

    /* Takes at most so many changes out; what is wrong with them. */
    std::string take(uint32_t most);
};

void Watch::start_anew()
{
    must_.clear();
    may_.clear();
    loose_ = false;
}

static std::string text_of(const oct9_change_t &change)
{
    char text[96];

    std::snprintf(text, sizeof text, "(%d %d %d) level %d cells %02x", change.node.corner.x,
                  change.node.corner.y, change.node.corner.z, change.node.level, change.cells);
    return text;
}

static bool node_is_good(const oct9_node_t &node)
{
    const unsigned all = node.corner.x | static_cast<unsigned>(node.corner.y) | node.corner.z;

    return node.level >= 1 && node.level <= OCT9_LEVELS && all < OCT9_CELLS &&
           all % (1u << node.level) == 0;
}

std::string Watch::take_one(const oct9_change_t &change)
{
    const oct9_cell_t &corner = change.node.corner;

    if (!node_is_good(change.node) || change.cells == 0)
        return "no good change: " + text_of(change);
    if (change.node.level > 1 && change.cells != 0xFF)
        return "of a larger node not all changed: " + text_of(change);
    const uint32_t first = code_of({ corner.x, corner.y, corner.z });
    const uint32_t child = 1u << 3 * (change.node.level - 1);
    for (uint32_t i = 0; i < 8; i++) {
        if (!(change.cells >> i & 1))
            continue;
        if (!loose_ && !may_.holds(first + i * child, child, owned.map.window))
            return "reported, though child " + std::to_string(i) +
                   " did not change: " + text_of(change);
        must_.take(first + i * child, child, owned.map.window);
        cells_reported += child;
    }
    return "";
}

/* The loss is returned once; then the set is empty and goes on. */
std::string Watch::take_lost()
{
    oct9_change_t change = {};

    times_lost++;
    start_anew();
    return oct9_occupancy_changed(&owned.map, &change) == 0 && changes_.used == 0 && !lost()
             ? ""
             : "not empty after a loss";
}

std::string Watch::take(uint32_t most)
{
    for (uint32_t i = 0; i < most; i++) {
        const bool should_be_lost = lost();
        const uint32_t used = changes_.used;
        oct9_change_t change = {};
        const int got = oct9_occupancy_changed(&owned.map, &change);

        if (got == OCT9_ERR_CHANGES_LOST)
            return should_be_lost ? take_lost() : "a loss that `lost` did not say";
        if (got != (used != 0) || should_be_lost)
            return "returns " + std::to_string(got);
        if (got == 0) {
            const std::string text = must_.empty() ? "" : "not reported: " + must_.first();
            start_anew();
            return text;
        }
        const std::string text = take_one(change);
        if (!text.empty())
            return text;
    }
    return "";
}

/* ---- What happens to it. ---- */

/* A slice of forgetting, or what a robot thinks of. */
static void do_event(Watch &watch, const Event &event)
{
    const LeafList before = watch.owned.leaves();
    const uint32_t coarsened = watch.owned.map.merged + watch.owned.map.grown;
    oct9_scan_t scan;

    if (event.kind == Kind::forget)
        oct9_occupancy_forget(&watch.owned.map, event.budget);
    else
        apply(watch.owned, event, scan);
    watch.saw(before, watch.owned.map.merged + watch.owned.map.grown != coarsened);
}

/* A displacement of the window that keeps the hall in the cube. */
static std::array<int, 3> shift_with_hall(Random &random, const Room::Block &hall, unsigned level)
{
    std::array<int, 3> by;

    for (size_t axis = 0; axis < 3; axis++) {
        const int most = static_cast<int>(hall.lo[axis] / 64) >> level;
        const int least = (static_cast<int>(hall.hi[axis] / 64) + 1 - OCT9_CELLS) / (1 << level);
        by[axis] = random.between(std::min(least, 0), most);
    }
    return by;
}

static void do_move(Watch &watch, std::unique_ptr<Robot> &robot, Random &random)
{
    const unsigned level = static_cast<unsigned>(random.chance(20) ? random.between(3, 4)
                                                                   : random.between(5, 9));
    const bool away = random.chance(5);
    std::array<int, 3> shift = shift_with_hall(random, robot->room().hall(), level);
    shift[0] += away ? random.between(-2, 2) : 0;
    const oct9_offset_t by = { shift[0], shift[1], shift[2] };
    const uint32_t merged = watch.owned.map.merged;
    const oct9_status_t status = oct9_window_move(&watch.owned.map, &by, level);

    if (watch.owned.map.merged != merged)
        watch.loosen(); /* by what cannot be seen from outside */
    if (status != OCT9_OK)
        return;
    moves_done++;
    watch.moved();
    if (away)
        robot = std::make_unique<Robot>(random, 60);
    else
        robot->shift({ shift[0] * (1 << level), shift[1] * (1 << level), shift[2] * (1 << level) });
}

/* Nodes of all sizes around the hall, put there unnoticed. */
static void furnish(OwnedMap &owned, const Room::Block &hall, Random &random)
{
    std::array<int, 3> lo, hi;

    for (size_t axis = 0; axis < 3; axis++) {
        lo[axis] = std::max(0, static_cast<int>(hall.lo[axis] / 64) - 8);
        hi[axis] = std::min(512, lo[axis] + 80);
    }
    oracle::furnish(owned, random, lo, hi, random.between(0, 40), 6);
}

/* ---- Worlds. ---- */

struct Setting {
    uint32_t words;
    oct9_full_t full;
    bool moves;
};

static std::string step(Watch &watch, std::unique_ptr<Robot> &robot, Random &random,
                        const Setting &setting)
{
    if (setting.moves && random.chance(20))
        do_move(watch, robot, random);
    else
        do_event(watch, robot->next());
    if (!watch.owned.good())
        return "an invariant is broken";
    if (setting.words > plenty_of_words && !setting.moves && watch.lost())
        return "lost in a table with plenty of room";
    if (random.chance(40))
        return "";
    return watch.take(random.chance(40) ? UINT32_MAX : random.below(50));
}

static void world(uint64_t seed, const Setting &setting, unsigned steps)
{
    static int reported = 0;
    Random random(seed);
    Watch watch(setting.words, random_model(random, setting.full));
    std::unique_ptr<Robot> robot = std::make_unique<Robot>(random, 60);
    std::string text;

    furnish(watch.owned, robot->room().hall(), random);
    watch.take_furnished();
    for (unsigned i = 0; i < steps && text.empty(); i++)
        text = step(watch, robot, random, setting);
    if (text.empty())
        text = watch.take(UINT32_MAX);
    CHECK(text.empty());
    if (!text.empty() && reported++ < 10)
        std::printf("  world of seed %llu, %u words: %s\n", static_cast<unsigned long long>(seed),
                    setting.words, text.c_str());
}

static void worlds(oct9_full_t full, bool moves, uint64_t kind)
{
    static const uint32_t tables[] = { 16, 32, 64, 256, 1024, 8192, 1u << 17 };

    for (uint32_t words : tables)
        for (uint64_t i = 0; i < setting("WORLDS", 12); i++)
            world(setting("SEED", 1) + 1000 * words + 100 * kind + i, { words, full, moves },
                  static_cast<unsigned>(setting("STEPS", 40)));
}

static void each_change_is_reported(void)
{
    worlds(OCT9_REFUSE, false, 0);
}
static void also_after_coarsening(void)
{
    worlds(OCT9_COARSEN, false, 1);
}
static void also_after_moves(void)
{
    worlds(OCT9_REFUSE, true, 2);
}
static void also_after_both(void)
{
    worlds(OCT9_COARSEN, true, 3);
}

/* ---- The table by itself. ---- */

static void bad_tables_are_refused(void)
{
    uint32_t table[64] = {};
    oct9_changes_t changes;

    for (uint32_t size : { 0u, 1u, 8u, 15u, 17u, 48u, 63u, 1u << 25, 1u << 31, UINT32_MAX })
        CHECK_EQ(oct9_occupancy_changes_init(&changes, table, size), OCT9_ERR_ARGUMENT);
    for (uint32_t size : { 16u, 32u, 64u })
        CHECK_EQ(oct9_occupancy_changes_init(&changes, table, size), OCT9_OK);
}

int main(void)
{
    std::printf("seed %llu\n", static_cast<unsigned long long>(setting("SEED", 1)));
    RUN(each_change_is_reported);
    RUN(also_after_coarsening);
    RUN(also_after_moves);
    RUN(also_after_both);
    RUN(bad_tables_are_refused);
    std::printf("%llu cells reported, %llu losses, %llu moves, %llu calls that coarsened\n",
                static_cast<unsigned long long>(cells_reported),
                static_cast<unsigned long long>(times_lost),
                static_cast<unsigned long long>(moves_done),
                static_cast<unsigned long long>(loose_calls));
    return test_end();
}
