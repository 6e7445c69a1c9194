/* SPDX-License-Identifier: MIT */
/* Scans into occupancy maps against brute force: the payload of every cell of the cube, after
 * every scan, whole and in slices, in any order of beams, in pools that suffice and do not.
 *
 * Environment: SEED; MAPS, how many maps; SCANS, the most that gather in each of them. */
#include "occupancy_judge.hpp"
#include "tests/shared/outside_counts.hpp"

extern "C" {
#include "src/map/tree.h"
}

#include <cinttypes>

using namespace oracle;

static uint64_t seed;
static unsigned long scans_judged, beams_judged, cells_changed;
static OutsideCounts ends_outside; /* of beams */

/* Checks that a difference is empty; prints where it was found if not. */
static void check_none(const std::string &text, unsigned map, unsigned scan, const char *what)
{
    static int reported = 0;

    CHECK(text.empty());
    if (!text.empty() && reported++ < 10)
        std::printf("  map %u, scan %u, %s: %s\n", map, scan, what, text.c_str());
}

/* ---- Maps that gather scans. ---- */

/* The same map four times over: scanned in slices of four sizes, with the beams in four orders. */
class Maps {
public:
    Maps(Random &random, unsigned number)
        : random_(random), number_(number), model_(random_sensor(random))
    {
        for (size_t i = 0; i < BUDGETS.size(); i++) {
            oct9_model_t model = model_;
            model.full = i % 2 == 0 ? OCT9_REFUSE : OCT9_COARSEN;
            rigs_.push_back(std::make_unique<Rig>(model, OCT9_BLOCKS_MAX));
        }
    }

    /* Some nodes hold what no scan brought: larger leaves, ages. */
    void sow()
    {
        if (random_.chance(40))
            sow_node(OCT9_LEVELS);
        for (uint32_t i = random_.below(12); i > 0; i--)
            sow_node(random_.below(7));
    }

    /* False if the largest pool is full. */
    bool scan(unsigned number)
    {
        if (random_.chance(30))
            origin_ = random_.chance(30) ? random_origin(random_)
                                         : point_inside(spot_near(random_, spot_of(origin_), 300));
        const Look look = random_look(random_, origin_);
        const CellChanges changes = changes_of(marks_of(look), beliefs_, model_);
        const Leaves before = leaves_of(rigs_[0]->tree());
        const uint32_t needed = blocks_needed(before, changes);

        if (needed > rigs_[0]->unused()) {
            check_none(scan_differs(*rigs_[0], random_, look, 100, changes, OCT9_ERR_POOL_FULL),
                       number_, number, "largest pool");
            CHECK(leaves_of(rigs_[0]->tree()) == before);
            return false;
        }
        apply(changes, beliefs_);
        judge(number, look, changes);
        if (random_.chance(40))
            check_none(tight_pools_differ(random_, model_, look, changes, before,
                                          leaves_of(rigs_[0]->tree()), needed),
                       number_, number, "tight pool");
        scans_judged++;
        beams_judged += look.beams.size();
        for (const oct9_beam_t &beam : look.beams)
            ends_outside.count(beam.end);
        cells_changed += changes.size();
        return true;
    }

private:
    static constexpr std::array<uint32_t, 4> BUDGETS = { UINT32_MAX, 1, 2, 7 };

    Random &random_;
    unsigned number_;
    oct9_model_t model_;
    Beliefs beliefs_;
    std::vector<std::unique_ptr<Rig>> rigs_;
    oct9_point_t origin_ = random_origin(random_);

    void sow_node(unsigned level)
    {
        const Spot spot = spot_near(random_, spot_of(origin_), 1500);
        const oct9_point_t point = point_inside(spot);
        const uint32_t code = code_of(point);
        const uint32_t corner = code / cells_in(level) * cells_in(level);
        Belief belief = { static_cast<int8_t>(random_.between(model_.lowest, model_.highest)),
                          static_cast<uint8_t>(random_.below(OCT9_AGE_MAX + 1)) };

        if (random_.chance(40)) /* so that a look may change nothing */
            belief = { random_.chance(60) ? model_.lowest : model_.highest, 0 };
        if (belief.log_odds == 0)
            belief.age = 0;
        beliefs_.set_node(corner, level, belief);
        for (const auto &rig : rigs_)
            rig->set_node(corner, level, payload_of(belief));
    }

    void judge(unsigned number, const Look &look, const CellChanges &changes)
    {
        Leaves leaves;

        for (size_t i = 0; i < rigs_.size(); i++) {
            const std::string what = "budget " + std::to_string(BUDGETS[i]);
            Look shuffled = look;
            if (i > 0)
                shuffle(random_, shuffled.beams);
            check_none(scan_differs(*rigs_[i], random_, shuffled, BUDGETS[i], changes, OCT9_OK),
                       number_, number, what.c_str());
            if (i == 0) {
                leaves = leaves_of(rigs_[i]->tree());
                check_none(leaves_differ(leaves, beliefs_), number_, number, what.c_str());
            } else {
                CHECK(leaves_of(rigs_[i]->tree()) == leaves);
            }
            CHECK_EQ(rigs_[i]->tree().failed, 0);
        }
    }
};

static void scans(void)
{
    const uint64_t maps = setting("MAPS", 40), most = setting("SCANS", 10);

    for (unsigned m = 0; m < maps; m++) {
        Random random(seed + m);
        Maps map(random, m);
        map.sow();
        for (unsigned s = 0; s < most && map.scan(s); s++)
            continue;
    }
    std::printf("%lu scans, %lu beams, %lu cells changed; %lu in pools without room to spare, "
                "%lu refused\n",
                scans_judged, beams_judged, cells_changed, tight_judged, tight_refused);
    ends_outside.check("beams");
}

/* As many beams as a scan takes, in so small a space that whole nodes of 8 and 16 cells are seen
 * through alike. */
static void most_beams(void)
{
    Random random(seed + (1u << 20));
    const oct9_point_t origin = { 1000, 1000, 1000 };
    const oct9_model_t model = OCT9_MODEL_DEFAULT;
    Rig rig(model, OCT9_BLOCKS_MAX);
    const Leaves before = leaves_of(rig.tree());
    Beliefs beliefs;
    Look look = { origin, {} };

    while (look.beams.size() < OCT9_BEAMS_MAX)
        add_beam(look, spot_near(random, spot_of(origin), 1400), false);
    const CellChanges changes = changes_of(marks_of(look), beliefs, model);
    const uint32_t needed = blocks_needed(before, changes);
    apply(changes, beliefs);
    check_none(scan_differs(rig, random, look, 5, changes, OCT9_OK), 0, 0, "most beams");
    const Leaves after = leaves_of(rig.tree());
    check_none(leaves_differ(after, beliefs), 0, 0, "most beams");
    CHECK(std::any_of(after.begin(), after.end(), [](const TreeLeaf &leaf) {
        return leaf.level > TILE_LEVEL && leaf.payload != 0;
    }));
    check_none(tight_pools_differ(random, model, look, changes, before, after, needed), 0, 0,
               "most beams");
}

/* ---- Single cells. ---- */

static void observe_one(Rig &rig, Beliefs &beliefs, Random &random, const oct9_point_t &centre)
{
    const oct9_point_t point = point_inside(spot_near(random, spot_of(centre), 150));
    const uint32_t code = code_of(point);
    const bool hit = random.chance(50);
    const Belief before = beliefs.at(code);
    const Belief after = updated(before, rig.occupancy.model, hit);
    const Leaves leaves = leaves_of(rig.tree());
    const uint32_t needed = blocks_needed(leaves, { { code, before, after } });
    const bool fits = before == after || needed <= rig.unused();
    const uint32_t failed = rig.tree().failed;

    CHECK_EQ(oct9_occupancy_observe(&rig.occupancy, cell_of(code), hit),
             fits ? OCT9_OK : OCT9_ERR_POOL_FULL);
    CHECK_EQ(rig.tree().failed, failed + (fits ? 0 : 1));
    CHECK(rig.sound());
    if (fits)
        beliefs.set(code, after);
    else
        CHECK(leaves_of(rig.tree()) == leaves);
}

static void single_cells(void)
{
    for (unsigned m = 0; m < 60; m++) {
        Random random(seed + (2u << 20) + m);
        oct9_model_t model = random_sensor(random);
        const oct9_point_t centre = random_origin(random);
        Beliefs beliefs;

        model.full = OCT9_REFUSE;
        Rig rig(model, 1 + random.below(80));
        for (int i = 0; i < 300; i++)
            observe_one(rig, beliefs, random, centre);
        check_none(leaves_differ(leaves_of(rig.tree()), beliefs), m, 0, "single cells");
    }
}

static void cells_outside(void)
{
    const oct9_cell_t bad[] = { { 512, 0, 0 }, { 0, 512, 0 }, { 0, 0, 512 }, { 65535, 1, 1 } };
    Rig rig(OCT9_MODEL_DEFAULT, 10);

    for (const oct9_cell_t &cell : bad) {
        CHECK_EQ(oct9_occupancy_observe(&rig.occupancy, cell, true), OCT9_ERR_OUTSIDE);
        CHECK_EQ(oct9_occupancy_observe(&rig.occupancy, cell, false), OCT9_ERR_OUTSIDE);
    }
    CHECK_EQ(rig.tree().used, 0);
    CHECK_EQ(rig.tree().failed, 0);
}

static oct9_state_t state_at(const Rig &rig, const oct9_cell_t &cell)
{
    const oct9_map_t map = oct9_map_of_tree(&rig.occupancy.tree);
    oct9_leaf_t leaf;

    CHECK_EQ(oct9_map_locate(&map, cell, &leaf), OCT9_OK);
    return static_cast<oct9_state_t>(leaf.state);
}

/* How many looks it takes until the cell is in that state. */
static int looks_until(Rig &rig, const oct9_cell_t &cell, bool hit, oct9_state_t state)
{
    int looks = 0;

    for (; looks < 300 && state_at(rig, cell) != state; looks++)
        CHECK_EQ(oct9_occupancy_observe(&rig.occupancy, cell, hit), OCT9_OK);
    return looks;
}

static int rounded_up(int a, int b)
{
    return (a + b - 1) / b;
}

/* From one end of the scale to the other state and back, in as many looks as the model says. */
static void nothing_is_final(void)
{
    for (unsigned m = 0; m < 200; m++) {
        Random random(seed + (3u << 20) + m);
        const oct9_model_t model = random_sensor(random);
        const oct9_cell_t cell = { 17, 300, 511 };
        Rig rig(model, 20);

        for (int i = 0; i < 300; i++)
            CHECK_EQ(oct9_occupancy_observe(&rig.occupancy, cell, true), OCT9_OK);
        CHECK_EQ(state_at(rig, cell), OCT9_OCCUPIED);
        CHECK_EQ(looks_until(rig, cell, false, OCT9_FREE),
                 rounded_up(model.highest - model.free_at, model.miss));
        for (int i = 0; i < 300; i++)
            CHECK_EQ(oct9_occupancy_observe(&rig.occupancy, cell, false), OCT9_OK);
        CHECK_EQ(looks_until(rig, cell, true, OCT9_OCCUPIED),
                 rounded_up(model.occupied_at - model.lowest, model.hit));
    }
}

/* ---- Payloads and models. ---- */

static void payloads(void)
{
    for (int log_odds = -OCT9_LOG_ODDS_MAX; log_odds <= OCT9_LOG_ODDS_MAX; log_odds++)
        for (unsigned age = 0; age <= OCT9_AGE_MAX; age++) {
            const Belief belief = { static_cast<int8_t>(log_odds), static_cast<uint8_t>(age) };
            const uint16_t payload = oct9_occupancy_payload(log_odds, age);
            CHECK_EQ(payload, payload_of(belief));
            CHECK_EQ(oct9_occupancy_log_odds(payload), log_odds);
            CHECK_EQ(oct9_occupancy_age(payload), log_odds == 0 ? 0u : age);
        }
}

static void states(void)
{
    for (unsigned m = 0; m < 200; m++) {
        Random random(seed + (4u << 20) + m);
        const oct9_model_t model = random_sensor(random);
        const Rig rig(model, 1);

        for (int log_odds = model.lowest; log_odds <= model.highest; log_odds++)
            for (uint8_t age = 0; age <= OCT9_AGE_MAX; age++) {
                const Belief belief = { static_cast<int8_t>(log_odds), age };
                CHECK_EQ(oct9_tree_state(&rig.tree(), payload_of(belief)), state_of(belief, model));
            }
    }
}

static oct9_status_t init_status(const oct9_model_t &model, uint32_t blocks = 4)
{
    static oct9_block_t pool[4];
    oct9_occupancy_t occupancy;

    return oct9_occupancy_init(&occupancy, pool, blocks, &model, nullptr);
}

template <class T> static void check_bound(T oct9_model_t::*field, int good, int bad)
{
    oct9_model_t model = { 20, 20, -100, 100, -50, 50, 1, 1, OCT9_REFUSE };

    model.*field = static_cast<T>(good);
    CHECK_EQ(init_status(model), OCT9_OK);
    model.*field = static_cast<T>(bad);
    CHECK_EQ(init_status(model), OCT9_ERR_ARGUMENT);
}

static void bad_models(void)
{
    check_bound(&oct9_model_t::hit, 1, 0);
    check_bound(&oct9_model_t::hit, 127, 128);
    check_bound(&oct9_model_t::hit, 2, 255);
    check_bound(&oct9_model_t::miss, 1, 0);
    check_bound(&oct9_model_t::miss, 127, 128);
    check_bound(&oct9_model_t::miss, 2, 255);
    check_bound(&oct9_model_t::lowest, -127, -128);
    check_bound(&oct9_model_t::lowest, -50, -49);
    check_bound(&oct9_model_t::lowest, -60, 1);
    check_bound(&oct9_model_t::highest, 50, 49);
    check_bound(&oct9_model_t::highest, 127, -1);
    check_bound(&oct9_model_t::free_at, -1, 0);
    check_bound(&oct9_model_t::free_at, -100, -101);
    check_bound(&oct9_model_t::free_at, -2, 1);
    check_bound(&oct9_model_t::occupied_at, 1, 0);
    check_bound(&oct9_model_t::occupied_at, 100, 101);
    check_bound(&oct9_model_t::occupied_at, 2, -1);
    check_bound(&oct9_model_t::keep, OCT9_AGE_MAX, OCT9_AGE_MAX + 1);
    check_bound(&oct9_model_t::keep, 0, 255);
    check_bound(&oct9_model_t::fade, 127, 128);
    check_bound(&oct9_model_t::fade, 0, 255);
}

/* An enum of C++ cannot be given a value that it does not have. */
static void bad_policy(void)
{
    oct9_model_t model = OCT9_MODEL_DEFAULT;
    const int two = 2;

    static_assert(sizeof model.full == sizeof two, "an enum is an int here");
    std::memcpy(&model.full, &two, sizeof two);
    CHECK_EQ(init_status(model), OCT9_ERR_ARGUMENT);
}

static void bad_pools(void)
{
    CHECK_EQ(init_status(OCT9_MODEL_DEFAULT, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(init_status(OCT9_MODEL_DEFAULT, OCT9_BLOCKS_MAX + 1), OCT9_ERR_ARGUMENT);
    CHECK_EQ(init_status(OCT9_MODEL_DEFAULT, UINT32_MAX), OCT9_ERR_ARGUMENT);
}

/* ---- Scans that are refused at once. ---- */

static void check_begin(const oct9_point_t &origin, uint32_t count, uint8_t met,
                        oct9_status_t expected)
{
    std::vector<oct9_beam_t> beams(OCT9_BEAMS_MAX);
    Rig rig(OCT9_MODEL_DEFAULT, 10);
    oct9_scan_t scan;

    beams[std::min(count, 3u) / 2].met = met;
    CHECK_EQ(oct9_scan_begin(&scan, &rig.occupancy, &origin, beams.data(), count), expected);
    CHECK_EQ(rig.tree().used, 0);
    CHECK_EQ(rig.tree().root, OCT9_SLOT_LEAF);
}

static void bad_scans(void)
{
    const int16_t low = OCT9_LOW_Q6, top = OCT9_HIGH_Q6 - 1, high = OCT9_HIGH_Q6;
    const oct9_point_t zero = { low, low, low }, far = { top, top, top };
    const oct9_point_t outside[] = { { low - 1, low, low },  { low, low - 1, low },
                                     { low, low, low - 1 },  { -32768, 5, 5 },
                                     { top, top, low - 64 }, { high, top, top },
                                     { top, high, top },     { top, top, high },
                                     { 5, 32767, 5 },        { low, low, high + 64 } };

    check_begin(zero, 1, OCT9_BEAM_HIT, OCT9_OK);
    check_begin(far, 1, OCT9_BEAM_CLEAR, OCT9_OK);
    check_begin(far, OCT9_BEAMS_MAX, OCT9_BEAM_CLEAR, OCT9_OK);
    for (const oct9_point_t &origin : outside)
        check_begin(origin, 1, OCT9_BEAM_HIT, OCT9_ERR_OUTSIDE);
    check_begin(zero, 0, OCT9_BEAM_HIT, OCT9_ERR_ARGUMENT);
    check_begin(zero, OCT9_BEAMS_MAX + 1, OCT9_BEAM_HIT, OCT9_ERR_ARGUMENT);
    check_begin(zero, UINT32_MAX, OCT9_BEAM_HIT, OCT9_ERR_ARGUMENT);
    check_begin(zero, 1, 2, OCT9_ERR_ARGUMENT);
    check_begin(zero, 1, 255, OCT9_ERR_ARGUMENT);
    check_begin(zero, 3, 2, OCT9_ERR_ARGUMENT);
}

/* A beam that hits in each cell of a tile: it stays a leaf, with the blocks above it alone. */
static void each_cell_of_a_tile_is_hit(void)
{
    const oct9_point_t origin = { 288, 288, 288 };
    Look look = { origin, {} };
    Rig rig(OCT9_MODEL_DEFAULT, OCT9_LEVELS - 3);
    const oct9_map_t map = oct9_map_of_tree(&rig.tree());
    oct9_scan_t scan;
    oct9_leaf_t leaf;

    for (int i = 0; i < 512; i++) /* 31 or 33 sub-cells into it */
        add_beam(look, { 64 * (i % 8) + 33, 64 * (i / 8 % 8) + 31, 64 * (i / 64) + 33 }, true);
    CHECK_EQ(oct9_scan_begin(&scan, &rig.occupancy, &origin, look.beams.data(), 512), OCT9_OK);
    CHECK_EQ(oct9_scan_run(&scan, UINT32_MAX), OCT9_OK);
    CHECK_EQ(scan.tiles, 1);
    CHECK_EQ(scan.changed, 1);
    CHECK_EQ(rig.tree().used, OCT9_LEVELS - 3);
    CHECK_EQ(oct9_map_locate(&map, { 263, 256, 260 }, &leaf), OCT9_OK);
    CHECK_EQ(leaf.level, 3);
    CHECK_EQ(leaf.payload, oct9_occupancy_payload(rig.occupancy.model.hit, 0));
    CHECK_EQ(oct9_map_locate(&map, { 264, 256, 260 }, &leaf), OCT9_OK);
    CHECK_EQ(leaf.payload, 0);
}

static void no_budget(void)
{
    const oct9_point_t origin = { 100, 100, 100 };
    Look look = { origin, {} };
    Rig rig(OCT9_MODEL_DEFAULT, 10);
    oct9_scan_t scan;

    add_beam(look, { 1000, 100, 100 }, true);
    CHECK_EQ(oct9_scan_begin(&scan, &rig.occupancy, &origin, look.beams.data(), 1), OCT9_OK);
    CHECK_EQ(oct9_scan_run(&scan, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(rig.tree().used, 0);
    CHECK_EQ(rig.tree().root, OCT9_SLOT_LEAF);
}

int main()
{
    seed = setting("SEED", 1);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(payloads);
    RUN(states);
    RUN(bad_models);
    RUN(bad_policy);
    RUN(bad_pools);
    RUN(bad_scans);
    RUN(each_cell_of_a_tile_is_hit);
    RUN(no_budget);
    RUN(scans);
    RUN(most_beams);
    RUN(single_cells);
    RUN(cells_outside);
    RUN(nothing_is_final);
    return test_end();
}
