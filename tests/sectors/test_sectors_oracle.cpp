/* SPDX-License-Identifier: MIT */
/* Sectors against brute force, as sectors_truth.hpp has it: in trees, images, layered maps, worlds
 * and the building, by layers of heights and of pitch. No distance is to be greater than the true
 * one, nor smaller than the header allows; in slices the same.
 *
 * Usage: test_sectors_oracle [IMAGE], and SEED, CASES (questions) from the environment. */
#include "sectors_cases.hpp"

#include <cinttypes>
#include <fstream>

using namespace oracle;

namespace {

constexpr double tolerance = 1e-5, allowed = 2;

uint64_t seed, cases;
std::unique_ptr<Building> building;

/* How many of the answers say what. */
struct Counts {
    uint64_t answers, never, zero, unseen, wider;
} counts;

/* --- one question ----------------------------------------------------------------------------- */

void report(uint64_t number, const SectorsMap &map, const SectorsQuestion &asked, size_t place,
            const char *what, double answer, const Bounds &bounds)
{
    const oct9_sectors_input_t &in = asked.input;
    std::printf(
        "case %" PRIu64 ", %s: %s, layer %zu of %u, sector %zu of %u from %u: %.0f, must be "
        "%.6f..%.6f\n  at %d %d %d, radius %u range %u, %s, filter %u/%u, borders",
        number, map.kind, what, place / in.sectors, in.layers, place % in.sectors, in.sectors,
        in.from, answer, bounds.least - in.radius_q6 - allowed, bounds.most - in.radius_q6,
        in.point.x, in.point.y, in.point.z, in.radius_q6, in.range_q6,
        in.kind == OCT9_SECTORS_PITCH ? "pitch" : "heights", in.filter_mask, in.filter_value);
    for (const int16_t border : asked.borders)
        std::printf(" %d", border);
    std::printf("\n");
}

const char *wrong(const oct9_sectors_input_t &input, uint16_t answer, const Bounds &bounds)
{
    const double most = std::max(bounds.most - input.radius_q6, 0.0);
    const double least = std::max(bounds.least - input.radius_q6, 0.0);
    counts.answers++;
    counts.never += answer == OCT9_SECTORS_NONE;
    counts.zero += answer == 0;
    counts.wider += bounds.least < bounds.most - allowed;
    if (answer == OCT9_SECTORS_NONE)
        return most <= input.range_q6 + 1e-9 ? "nothing, but there is" : nullptr;
    if (answer > input.range_q6)
        return "beyond the range";
    if (answer > most + tolerance)
        return "too far";
    return answer < least - allowed - tolerance ? "too near" : nullptr;
}

/* Compares an array with the truth; false if it is wrong. */
bool is_true(uint64_t number, const SectorsMap &map, const SectorsQuestion &asked,
             const std::vector<uint16_t> &answers, bool obstacles)
{
    static int reported;
    int here = 0;
    const std::vector<Bounds> bounds = Ring(asked.input).bounds(map.walls(asked.input), obstacles);
    bool good = answers.back() == SectorsQuestion::mark;
    for (size_t i = 0; i < bounds.size(); i++) {
        const char *const what = wrong(asked.input, answers[i], bounds[i]);
        if (what && here++ < 2 && reported++ < 20)
            report(number, map, asked, i,
                   (std::string(obstacles ? "obstacle " : "free ") + what).c_str(), answers[i],
                   bounds[i]);
        good = good && !what;
    }
    return good;
}

oct9_status_t find(Random *random, const SectorsMap &map, const SectorsQuestion &asked)
{
    if (!random)
        return oct9_sectors_find(&map.map, &asked.input);
    static oct9_sectors_t sectors;
    const uint32_t most = random->chance(50) ? 4 : 300;
    oct9_status_t status = oct9_sectors_begin(&sectors, &map.map, &asked.input);
    if (status != OCT9_OK)
        return status;
    do
        status = oct9_sectors_run(&sectors, 1 + random->below(most));
    while (status == OCT9_AGAIN);
    return status;
}

/* In slices it answers the same. */
bool is_same(Random &random, const SectorsMap &map, SectorsQuestion &asked)
{
    const std::vector<uint16_t> obstacle = asked.obstacle, free = asked.free;
    asked.ask(asked.input.obstacle_q6 != nullptr, asked.input.free_q6 != nullptr);
    const bool good = find(&random, map, asked) == OCT9_OK && asked.obstacle == obstacle &&
                      asked.free == free;
    if (!good)
        std::printf("in slices it answers something else\n");
    return good;
}

/* Of both arrays, or of one alone: at a sector's edge a leaf may count in one search and not in
 * the other. */
bool question(uint64_t number, Random &random, const SectorsMap &map)
{
    SectorsQuestion asked;
    random_question(random, map, asked);
    const bool obstacles = random.chance(80), frees = !obstacles || random.chance(70);
    asked.ask(obstacles, frees);
    bool good = find(nullptr, map, asked) == OCT9_OK;
    if (random.chance(30))
        good = is_same(random, map, asked) && good;
    if (!good)
        std::printf("case %" PRIu64 " fails\n", number);
    good = (!obstacles || is_true(number, map, asked, asked.obstacle, true)) && good;
    good = (!frees || is_true(number, map, asked, asked.free, false)) && good;
    for (size_t i = 0; i < asked.count() && obstacles && frees; i++) {
        counts.unseen += asked.free[i] == 0 && asked.obstacle[i] == OCT9_SECTORS_NONE;
        good = good && asked.free[i] <= asked.obstacle[i];
    }
    return good;
}

/* --- all -------------------------------------------------------------------------------------- */

std::unique_ptr<SectorsMap> map_of(Random &random, uint64_t number)
{
    if (building && number % 16 == 15) {
        const auto nothing = std::make_shared<int>();
        return std::make_unique<SectorsMap>(
            "building", nothing, oct9_map_of_image(&building->image()), building->model(), false);
    }
    return random_map(random);
}

/* Fewer in large maps, where each takes long. */
uint64_t cases_in(const SectorsMap &map)
{
    return std::clamp<uint64_t>(400000 / (map.leaves.size() + 1), 5, map.questions);
}

/* The numbers of a map and of a question in it lead to the same again. */
void questions()
{
    uint64_t asked = 0, bad = 0;
    for (uint64_t m = 0; asked < cases; m++) {
        Random random(seed * 1000003 + m);
        const std::unique_ptr<SectorsMap> map = map_of(random, m);
        for (uint64_t i = cases_in(*map); i > 0 && asked < cases; i--, asked++) {
            Random own((seed << 44) + (m << 12) + i);
            bad += !question(asked, own, *map);
        }
    }
    CHECK_EQ(bad, 0);
    CHECK(counts.unseen > 0 && counts.never > 0);
    std::printf("%" PRIu64 " questions, %" PRIu64 " answers: %" PRIu64
                " none within the range, %" PRIu64 " zero, %" PRIu64 " never seen; of %" PRIu64
                " a leaf is beside the sector\n",
                asked, counts.answers, counts.never, counts.zero, counts.unseen, counts.wider);
}

/* A world whose cube goes elsewhere between two slices. */
void moved_worlds()
{
    unsigned wrong_ones = 0;
    for (uint64_t m = 0; m < 20; m++) {
        Random random(seed * 1000003 + m);
        TileWorld world(random, true);
        const auto nothing = std::make_shared<int>();
        const SectorsMap map("world", nothing, world.map(), Model(), false);
        SectorsQuestion asked;
        oct9_sectors_t sectors;
        random_question(random, map, asked);
        asked.ask(true, true);
        CHECK_EQ(oct9_sectors_begin(&sectors, &map.map, &asked.input), OCT9_OK);
        Cell away = world.grid.centre;
        away[m % 3] += 3 * OCT9_CELLS;
        CHECK(world.place(random, away, 64));
        CHECK_EQ(oct9_sectors_run(&sectors, UINT32_MAX), OCT9_ERR_STALE);
        for (size_t i = 0; i < asked.count(); i++)
            wrong_ones += asked.obstacle[i] != 0 || asked.free[i] != 0;
    }
    CHECK_EQ(wrong_ones, 0);
}

} // namespace

int main(int argc, char **argv)
{
    seed = setting("SEED", 1);
    cases = setting("CASES", 8000);
    std::printf("seed %" PRIu64 "\n", seed);
    if (argc > 1 && std::ifstream(argv[1])) {
        building = std::make_unique<Building>();
        CHECK(building->open(argv[1]));
    } else {
        std::printf("the building is skipped: no image\n");
    }
    RUN(questions);
    RUN(moved_worlds);
    return test_end();
}
