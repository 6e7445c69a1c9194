/* SPDX-License-Identifier: MIT */
/* The mapper in a closed loop: METRES of each class of the bench of flights (bench/flights), in
 * which no contact may be one that could have been avoided; and where nothing fails, no robot is
 * kept from a path that was seen for longer than two seconds.
 *
 * test_flights_loop IMAGE: the building. SEED and METRES come from the environment. */
#include "bench/flights/flight.hpp"
#include "tests/shared/random.hpp"

extern "C" {
#include "tests/test.h"
}

#include <cinttypes>

using namespace flights;

static std::shared_ptr<Building> building;
static uint64_t seed, metres;

static void fly(const Class &type, size_t n)
{
    Counts counts;
    for (uint64_t number = 0; counts.metres < static_cast<double>(metres); number++) {
        Flight flight(type, seed_of(seed, n, number), building, false);
        if (!flight.fly(30, counts) && verdict_of(flight.contact().reason) == Verdict::avoidable)
            flight.describe(stdout, number);
        CHECK(number < 1000);
        if (number >= 1000)
            break;
    }
    CHECK_EQ(counts.contacts(Verdict::avoidable), 0);
    const bool kept = type.faults.empty() && counts.stuck > 2;
    CHECK(!kept);
    if (kept)
        std::printf("%s: stuck for %.1f s\n", type.name, counts.stuck);
}

static void no_contact_was_avoidable()
{
    for (size_t n = 0; n < classes().size(); n++)
        fly(classes()[n], n);
}

int main(int argc, char **argv)
{
    building = std::make_shared<Building>();
    if (argc < 2 || !building->load(argv[1])) {
        std::printf("skipped: no image (test_flights_loop IMAGE)\n");
        return 0;
    }
    seed = oracle::setting("SEED", 1);
    metres = oracle::setting("METRES", 30);
    std::printf("seed %" PRIu64 "\n", seed);
    RUN(no_contact_was_avoidable);
    return test_end();
}
