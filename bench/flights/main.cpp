// SPDX-License-Identifier: MIT
// The bench of flights.
//   flights_host BUILDING              all classes; a line for each contact that was avoidable
//   flights_host BUILDING CLASS        those whose names hold this text
//   flights_host BUILDING CLASS N      the story of flight N, frame by frame
// ALL=1  a line for each contact and for each needless stop
// KM=  for each class (1); SEED=  of all (1); SECONDS=  of a flight at most (120)
// JOBS=  processes at a time (one for each processor); the flights are the same with any number
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
constexpr int shares = 2; // of a class, flown apart

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
        if (!flight.fly(seconds, counts) &&
            (all || verdict_of(flight.contact().reason) == Verdict::avoidable))
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

// Shares that fly at the same time, each in a separate process: JOBS of them.
class Crew {
public:
    explicit Crew(const std::shared_ptr<const Building> &building) : building_(building) {}

    void start(size_t n, int share);
    size_t size() const { return flying_.size(); }
    Counts finish(size_t *n); // waits for the first that ends: its class and what came of it

private:
    struct Flying {
        pid_t process;
        int end; // of the pipe
        size_t n;
    };
    std::shared_ptr<const Building> building_;
    std::vector<Flying> flying_;
};

void Crew::start(size_t n, int share)
{
    int pipes[2];
    if (pipe(pipes) != 0)
        std::exit(1);
    const pid_t process = fork();
    if (process < 0)
        std::exit(1);
    if (process == 0) {
        const Counts counts = fly_share(n, share, building_);
        _exit(write(pipes[1], &counts, sizeof counts) == sizeof counts ? 0 : 1);
    }
    close(pipes[1]);
    flying_.push_back({ process, pipes[0], n });
}

Counts Crew::finish(size_t *n)
{
    int status = 1;
    const pid_t process = wait(&status);
    const auto one = std::find_if(flying_.begin(), flying_.end(), [process](const Flying &flying) {
        return flying.process == process;
    });
    Counts counts;
    if (one == flying_.end() || status != 0 ||
        read(one->end, &counts, sizeof counts) != sizeof counts) {
        std::fprintf(stderr, "flights_host: a flight broke off\n");
        std::exit(1);
    }
    close(one->end);
    *n = one->n;
    flying_.erase(one);
    return counts;
}

static void print(const Class &type, const Counts &counts)
{
    const double flown = counts.metres / 1000;
    std::printf("| %s | %s | %.1f | %lu | %lu | %lu | %.0f | %.0f | %.1f | %.1f |\n", type.name,
                type.dark_clears ? "no return clears" : "careful", flown,
                counts.contacts(Verdict::avoidable), counts.contacts(Verdict::too_late),
                counts.contacts(Verdict::no_trace), static_cast<double>(counts.alarms) / flown,
                static_cast<double>(counts.unseen) / flown,
                static_cast<double>(counts.needless) / flown, counts.stuck);
    std::fflush(stdout);
    std::fprintf(stderr, "%s: %.0f s flown, %lu flights\n", type.name, counts.seconds,
                 counts.flights);
}

// With what, and why.
static void print_contacts(const Class &type, const Counts &counts)
{
    for (int kind = 0; kind < thing_kinds; kind++)
        for (int k = 0; k < reasons; k++)
            if (counts.what[kind][k] > 0)
                std::printf("| %s | %s | %s | %lu |\n", type.name, name_of_kind(kind),
                            name_of(static_cast<Reason>(k)), counts.what[kind][k]);
}

static const char *const head =
    "| class | policy | km | contacts, avoidable | too late | no trace | stops a km "
    "| sides not seen | needless | longest stuck, s "
    "|\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n";

// Flies classes and prints them in their order. Returns how many contacts were avoidable.
static uint64_t fly_classes(const std::vector<size_t> &wanted,
                            const std::shared_ptr<const Building> &building)
{
    const size_t jobs = static_cast<size_t>(
        std::max(1.0, setting("JOBS", static_cast<double>(sysconf(_SC_NPROCESSORS_ONLN)))));
    std::vector<Counts> sums(classes().size());
    std::vector<int> left(classes().size(), shares);
    Crew crew(building);
    size_t begun = 0, printed = 0;
    uint64_t avoidable = 0;
    std::printf("Seed %lu, %g km of each class.\n\n%s", seed, km, head);
    std::fflush(stdout); // a process would write it again
    while (printed < wanted.size()) {
        for (; begun < wanted.size() * shares && crew.size() < jobs; begun++)
            crew.start(wanted[begun / shares], static_cast<int>(begun % shares));
        size_t n = 0;
        const Counts counts = crew.finish(&n);
        sums[n].add(counts);
        left[n]--;
        for (; printed < wanted.size() && left[wanted[printed]] == 0; printed++) {
            print(classes()[wanted[printed]], sums[wanted[printed]]);
            avoidable += sums[wanted[printed]].contacts(Verdict::avoidable);
        }
    }
    std::printf("\n| class | contacts with | judged | how many |\n|---|---|---|---:|\n");
    for (const size_t n : wanted)
        print_contacts(classes()[n], sums[n]);
    return avoidable;
}

int main(int argc, char **argv)
{
    const auto building = std::make_shared<Building>();
    if (argc < 2 || !building->load(argv[1])) {
        std::fprintf(stderr, "flights_host: cannot load the building\n");
        return 1;
    }
    std::vector<size_t> wanted;
    for (size_t n = 0; n < classes().size(); n++)
        if (argc < 3 || std::strstr(classes()[n].name, argv[2]))
            wanted.push_back(n);
    if (wanted.empty()) {
        std::fprintf(stderr, "flights_host: no class has '%s' in its name\n", argv[2]);
        return 1;
    }
    if (argc < 4)
        return fly_classes(wanted, building) != 0;
    const uint64_t number = std::strtoull(argv[3], nullptr, 10);
    Flight flight(classes()[wanted[0]], seed_of_flight(wanted[0], number), building, true);
    Counts counts;
    if (!flight.fly(seconds, counts))
        flight.describe(stderr, number);
    return 0;
}
