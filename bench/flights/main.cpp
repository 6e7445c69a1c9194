// SPDX-License-Identifier: MIT
// The bench of flights.
//   flights_host BUILDING              all classes; a line for each contact that was avoidable
//   flights_host BUILDING CLASS        those whose names hold this text
//   flights_host BUILDING CLASS N      the story of flight N, frame by frame
// ALL=1  a line for each contact and for each needless stop
// KM=  for each class (1); SEED=  of all (1); SECONDS=  of a flight at most (120)
#include "flight.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

using namespace flights;

static double setting(const char *name, double otherwise)
{
    const char *const text = std::getenv(name);
    return text ? std::strtod(text, nullptr) : otherwise;
}

static const double km = setting("KM", 1), seconds = setting("SECONDS", 120);
static const uint64_t seed = static_cast<uint64_t>(setting("SEED", 1));
constexpr int shares = 2; // of a class, flown side by side

static uint64_t seed_of_flight(size_t type, uint64_t number)
{
    return seed_of(seed, type, number);
}

static Counts fly_share(size_t n, int share, const std::shared_ptr<const Building> &building)
{
    const Class &type = classes()[n];
    const bool all = std::getenv("ALL") != nullptr;
    Counts counts;
    for (uint64_t number = static_cast<uint64_t>(share); counts.metres < km * 1000 / shares;
         number += shares) {
        Flight flight(type, seed_of_flight(n, number), building, false);
        const double stuck = counts.stuck;
        if (!flight.fly(seconds, counts) && (all || flight.contact().verdict == Verdict::avoidable))
            flight.describe(stderr, number);
        for (const auto &stop : flight.stops())
            if (all)
                std::fprintf(stderr, "%s, flight %lu: needless at %.2f s, %s\n", type.name, number,
                             stop.first, Loop::why(stop.second));
        if (counts.stuck > std::max(stuck, 2.0))
            std::fprintf(stderr, "%s, flight %lu: stuck for %.1f s\n", type.name, number,
                         counts.stuck);
        if (static_cast<double>(number) > 200 + counts.metres)
            break; // it does not get away from the start
    }
    return counts;
}

// Each share in a separate process.
static Counts fly_class(size_t n, const std::shared_ptr<const Building> &building)
{
    int ends[shares];
    for (int share = 0; share < shares; share++) {
        int pipes[2];
        if (pipe(pipes) != 0)
            std::exit(1);
        if (fork() == 0) {
            const Counts counts = fly_share(n, share, building);
            _exit(write(pipes[1], &counts, sizeof counts) == sizeof counts ? 0 : 1);
        }
        close(pipes[1]);
        ends[share] = pipes[0];
    }
    Counts sum;
    for (int share = 0; share < shares; share++) {
        Counts counts;
        int status = 1;
        if (read(ends[share], &counts, sizeof counts) != sizeof counts)
            std::exit(1);
        close(ends[share]);
        (void)wait(&status);
        sum.add(counts);
    }
    return sum;
}

static void print(const Class &type, const Counts &counts)
{
    const double flown = counts.metres / 1000;
    std::printf("| %s | %s | %.1f | %lu | %lu | %lu | %.0f | %.0f | %.1f | %.1f |\n", type.name,
                type.dark_clears ? "no return clears" : "careful", flown, counts.contacts[0],
                counts.contacts[1], counts.contacts[2], static_cast<double>(counts.alarms) / flown,
                static_cast<double>(counts.unseen) / flown,
                static_cast<double>(counts.needless) / flown, counts.stuck);
    std::fflush(stdout);
    std::fprintf(stderr, "%s: %.0f s flown, %lu flights\n", type.name, counts.seconds,
                 counts.flights);
}

int main(int argc, char **argv)
{
    const auto building = std::make_shared<Building>();
    if (argc < 2 || !building->load(argv[1])) {
        std::fprintf(stderr, "flights_host: cannot load the building\n");
        return 1;
    }
    uint64_t avoidable = 0;
    if (argc < 4)
        std::printf("Seed %lu, %g km of each class.\n\n", seed, km);
    if (argc < 4)
        std::printf(
            "| class | policy | km | contacts, avoidable | too late | no trace | stops a km "
            "| sides not seen | needless | longest stuck, s "
            "|\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    for (size_t n = 0; n < classes().size(); n++) {
        const Class &type = classes()[n];
        if (argc > 2 && !std::strstr(type.name, argv[2]))
            continue;
        Counts counts;
        if (argc > 3) {
            const uint64_t number = std::strtoull(argv[3], nullptr, 10);
            Flight flight(type, seed_of_flight(n, number), building, true);
            if (!flight.fly(seconds, counts))
                flight.describe(stderr, number);
            return 0;
        }
        counts = fly_class(n, building);
        print(type, counts);
        avoidable += counts.contacts[0];
    }
    return avoidable != 0;
}
