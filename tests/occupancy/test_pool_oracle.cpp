/* SPDX-License-Identifier: MIT */
/* Maps in pools of every size, beside a twin that gets the same scans and never runs out of blocks.
 *
 * Where the model coarsens, no place's log-odds may ever be below the twin's, so that nothing
 * occupied is lost; where it refuses, both must be the same, leaf by leaf. All cells are compared
 * after each call.
 *
 * SEED, WORLDS (in each pool) and SCANS (in each world) come from the environment. */
#include "robot.hpp"

extern "C" {
#include "src/map/tree.h"
}

#include <cstdio>
#include <string>

using namespace oracle;

static const uint32_t pool_sizes[] = { 8,    9,    10,   12,   16,   24,   32,   48,
                                       64,   96,   128,  192,  256,  384,  512,  768,
                                       1024, 1536, 2048, 3072, 4096, 6144, 8192, 16384 };
static constexpr unsigned tile_level = 3;
static constexpr uint32_t plenty_of_blocks = OCT9_BLOCKS_MAX;
static constexpr uint32_t twin_full = 20000; /* a scan takes less than what is left then */

static bool forgotten; /* something, in this world */
static uint64_t scans_done, merged, grown, skipped, refused, occupied_cells, kept_cells, same_maps;

/* Prints what is wrong so that it can be played again, the first ten times. */
static void check_none(const std::string &text, uint64_t seed, uint32_t blocks, unsigned step)
{
    static int reported = 0;

    CHECK(text.empty());
    if (!text.empty() && reported++ < 10)
        std::printf("  world of seed %llu, %u blocks, step %u: %s\n",
                    static_cast<unsigned long long>(seed), blocks, step, text.c_str());
}

static std::string text_of(uint32_t code, uint32_t count, uint16_t is, uint16_t other)
{
    const std::array<int, 3> cell = cell_of(code);
    char text[128];

    std::snprintf(text, sizeof text,
                  "(%d %d %d), %u cells: log-odds %d age %d, the twin's %d "
                  "age %d",
                  cell[0], cell[1], cell[2], count, log_odds_of(is), age_of(is), log_odds_of(other),
                  age_of(other));
    return text;
}

/* Large enough for the pool to fill. */
static int hall_size(Random &random, uint32_t blocks)
{
    return blocks < 500 ? random.between(12, 80) : random.between(60, 120);
}

/* ---- Where the model coarsens. ---- */

/* The first place whose log-odds are below the twin's, or where something occupied is lost. */
static std::string loss(const OwnedMap &owned, const LeafList &leaves, const LeafList &twin)
{
    std::string text;

    side_by_side(leaves, twin, [&](uint32_t at, uint32_t count, uint16_t is, uint16_t other) {
        const bool occupied = state_of(owned.map.model, other) == OCT9_OCCUPIED;

        occupied_cells += occupied ? count : 0;
        kept_cells += occupied && oct9_tree_state(&owned.map.tree, is) == OCT9_OCCUPIED ? count : 0;
        if (log_odds_of(is) < log_odds_of(other) && text.empty())
            text = "too low at " + text_of(at, count, is, other);
    });
    return text;
}

static bool coarsened(const oct9_occupancy_t &map)
{
    return map.merged != 0 || map.grown != 0 || map.skipped != 0;
}

/* Coarsening is counted, and all that distinguishes a map from its twin, except where a leaf
 * takes in what was forgotten in the same round. */
static std::string miscount(const OwnedMap &owned, const OwnedMap &twin, bool same)
{
    if (!coarsened(owned.map) && !same && !forgotten)
        return "the maps differ, and nothing was merged, grown or skipped";
    if (coarsened(twin.map))
        return "merged, grown or skipped with plenty of blocks";
    return "";
}

static std::string scan_miscount(const oct9_scan_t &scan, const oct9_occupancy_t &before,
                                 const oct9_occupancy_t &after)
{
    return scan.merged == after.merged - before.merged &&
                   scan.grown == after.grown - before.grown &&
                   scan.skipped == after.skipped - before.skipped
             ? ""
             : "the scan's counters are not what the map's went up by";
}

/* The twin forgets cell by cell: each once in a round, even if nodes merge meanwhile. */
static oct9_status_t apply_to_twin(OwnedMap &twin, const Event &event)
{
    oct9_scan_t scan;

    if (event.kind != Kind::forget)
        return apply(twin, event, scan);
    for (const Run &run : twin.leaves()) {
        const oct9_node_t node = { as_cell(cell_of(run.first)),
                                   static_cast<uint8_t>(level_of(run.count)) };
        const uint16_t payload = older(twin.map.model, run.payload);
        CHECK_EQ(oct9_tree_set_node(&twin.map.tree, &node, payload), OCT9_OK);
    }
    return OCT9_OK;
}

/* A clearing may find no room, and must then leave obstacles where they were; so must its twin. */
static bool may_refuse(Kind kind)
{
    return kind == Kind::clear_box || kind == Kind::clear_sphere;
}

static std::string happens(OwnedMap &bounded, OwnedMap &twin, const Event &event)
{
    const oct9_occupancy_t before = bounded.map;
    oct9_scan_t scan;
    const oct9_status_t status = apply(bounded, event, scan);

    if (status != OCT9_OK && !(status == OCT9_ERR_POOL_FULL && may_refuse(event.kind)))
        return "status " + std::to_string(status);
    if (status == OCT9_OK && apply_to_twin(twin, event) != OCT9_OK)
        return "the twin runs out of blocks";
    if (!bounded.good())
        return "an invariant is broken";
    forgotten = forgotten || event.kind == Kind::forget;
    const LeafList leaves = bounded.leaves(), other = twin.leaves();
    std::string text = loss(bounded, leaves, other);
    if (text.empty())
        text = miscount(bounded, twin, leaves == other);
    if (text.empty() && event.kind == Kind::scan)
        text = scan_miscount(scan, before, bounded.map);
    same_maps += leaves == other;
    return text;
}

static void make_empty(OwnedMap &bounded, OwnedMap &twin)
{
    merged += bounded.map.merged;
    grown += bounded.map.grown;
    skipped += bounded.map.skipped;
    forgotten = false;
    bounded.make_empty();
    twin.make_empty();
}

static void coarsening_world(uint64_t seed, uint32_t blocks, unsigned scans)
{
    Random random(seed);
    const oct9_model_t model = random_model(random, OCT9_COARSEN);
    OwnedMap bounded(blocks, model), twin(plenty_of_blocks, model);
    Robot robot(random, hall_size(random, blocks));

    for (unsigned step = 0, done = 0; done < scans; step++) {
        const Event event = robot.next();
        const std::string text = happens(bounded, twin, event);

        done += event.kind == Kind::scan;
        check_none(text, seed, blocks, step);
        if (!text.empty())
            break; /* all that follows is of no use */
        if (twin.map.tree.used > twin_full)
            make_empty(bounded, twin);
    }
    make_empty(bounded, twin);
    scans_done += scans;
}

/* ---- Where it refuses. ---- */

/* Counts nodes, each once, as long as they come in the order of their codes. */
class NodeCounter {
public:
    uint32_t count = 0;

    void add(uint32_t code, unsigned level)
    {
        const uint32_t node = code >> 3 * level;

        count += last_[level] != node;
        last_[level] = node;
    }

private:
    std::array<uint32_t, 10> last_ = { ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u };
};

/* Splits that a change takes: at least those that the result shows; at most one for each node in a
 * leaf that holds a cell that changed, and above tiles of 8 x 8 x 8 cells one for each tile. */
struct Splits {
    uint32_t least, most;
};

static Splits splits(const LeafList &before, const LeafList &after)
{
    NodeCounter least, most, tiles;

    side_by_side(before, after, [&](uint32_t at, uint32_t count, uint16_t was, uint16_t is) {
        const unsigned old_level = level_of(leaf_at(before, at).count);
        const unsigned level = level_of(count);

        for (unsigned l = level + 1; l <= old_level; l++)
            least.add(at, l);
        if (was == is)
            return;
        for (unsigned l = level + 1; l <= old_level && l <= tile_level; l++)
            most.add(at, l);
        const uint32_t known = tiles.count;
        tiles.add(at, tile_level);
        if (tiles.count != known && old_level > tile_level)
            most.count += (old_level - tile_level) * std::max(1u, count >> 3 * tile_level);
        for (uint32_t nodes = count / 8; nodes > 0; nodes /= 8)
            most.count += nodes;
    });
    return { least.count, most.count };
}

static std::string refused_wrongly(const LeafList &before, const LeafList &after, bool full,
                                   const oct9_tree_t &tree)
{
    const uint32_t free_blocks = static_cast<uint32_t>(tree.capacity - tree.used);
    const Splits made = splits(before, after);

    if (full && made.most <= free_blocks)
        return "refused though " + std::to_string(made.most) + " blocks would do";
    if (!full && made.least > free_blocks)
        return "taken though it needs " + std::to_string(made.least) + " blocks";
    return "";
}

static std::string refusing(OwnedMap &bounded, OwnedMap &twin, const Event &event)
{
    static OwnedMap::Saved saved;
    const oct9_tree_t tree = bounded.map.tree;
    const LeafList before = bounded.leaves();
    oct9_scan_t scan;

    twin.save(saved);
    const oct9_status_t should = apply(twin, event, scan);
    const LeafList after = twin.leaves();
    const oct9_status_t status = apply(bounded, event, scan);
    const bool full = status == OCT9_ERR_POOL_FULL;

    if (should != OCT9_OK || (status != OCT9_OK && !full))
        return "status " + std::to_string(status) + ", the twin's " + std::to_string(should);
    if (full)
        twin.restore(saved);
    refused += full;
    if (!bounded.good() || bounded.leaves() != twin.leaves())
        return full ? "a refusal changed the map" : "another map than the twin's";
    if (bounded.map.tree.failed != tree.failed + full)
        return "`failed` does not count it";
    if (coarsened(bounded.map))
        return "coarsened";
    return event.kind == Kind::scan || event.kind == Kind::observe
             ? refused_wrongly(before, after, full, tree)
             : "";
}

static void refusing_world(uint64_t seed, uint32_t blocks, unsigned scans)
{
    Random random(seed);
    const oct9_model_t model = random_model(random, OCT9_REFUSE);
    OwnedMap bounded(blocks, model), twin(plenty_of_blocks, model);
    Robot robot(random, hall_size(random, blocks));

    for (unsigned step = 0, done = 0; done < scans; step++) {
        const Event event = robot.next();
        const std::string text = refusing(bounded, twin, event);

        done += event.kind == Kind::scan;
        check_none(text, seed, blocks, step);
        if (!text.empty())
            break;
    }
    scans_done += scans;
}

/* ---- All of them. ---- */

static uint64_t seed_of(size_t size, uint64_t world)
{
    return setting("SEED", 1) + 1000 * size + world;
}

static void nothing_occupied_is_lost(void)
{
    const uint64_t worlds = setting("WORLDS", 6), scans = setting("SCANS", 60);

    for (size_t size = 0; size < std::size(pool_sizes); size++)
        for (uint64_t world = 0; world < worlds; world++)
            coarsening_world(seed_of(size, world), pool_sizes[size], static_cast<unsigned>(scans));
    CHECK_EQ(kept_cells, occupied_cells);
    CHECK(merged > 0 && grown > 0 && skipped > 0 && same_maps > 0);
}

static void a_refusal_changes_nothing(void)
{
    const uint64_t scans = setting("SCANS", 60);

    for (size_t size = 0; size < std::size(pool_sizes); size++)
        refusing_world(seed_of(size, 999), pool_sizes[size], static_cast<unsigned>(scans));
    CHECK(refused > 0);
}

int main(void)
{
    std::printf("seed %llu\n", static_cast<unsigned long long>(setting("SEED", 1)));
    RUN(nothing_occupied_is_lost);
    RUN(a_refusal_changes_nothing);
    std::printf("%llu scans, %llu blocks merged, %llu leaves grown, %llu tiles skipped, "
                "%llu calls refused\n",
                static_cast<unsigned long long>(scans_done),
                static_cast<unsigned long long>(merged), static_cast<unsigned long long>(grown),
                static_cast<unsigned long long>(skipped), static_cast<unsigned long long>(refused));
    return test_end();
}
