// SPDX-License-Identifier: MIT
// 1,000 objects that all move each tick, and their pairs: oct9's loose octree that is kept, the
// same built anew, the trees of Bullet and FCL, which are kept too, and brute force.
//   objects_host            times all in turn, tick by tick, and compares their pairs
//   objects_host NAME       ticks of one of them alone, to be counted by callgrind
#include "bench/objects_peers.hpp"
#include "bench/pin.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace {

constexpr uint32_t count = 1000, node_count = 2048;
constexpr size_t ticks = 400, counted_ticks = 50;

// ---- oct9 --------------------------------------------------------------------------------------

class Oct9 : public Ticker {
public:
    Oct9() : object(count), node(node_count) { init(); }

protected:
    void init()
    {
        const oct9_objects_config_t config = { object.data(), node.data(), count, node_count,
                                               OCT9_LOOSE,    0,           0 };
        oct9_objects_init(&objects, &config);
        handle.clear();
    }

    void add(const Movers &movers)
    {
        for (const mover_t &mover : movers) {
            oct9_handle_t added = {};
            const oct9_objects_add_input_t input = { mover.bounds, 0, 0, false };
            oct9_objects_add(&objects, &input, &added);
            handle.push_back(added);
        }
    }

    void move(const Movers &movers)
    {
        if (handle.empty())
            add(movers);
        for (size_t i = 0; i < count; i++)
            oct9_objects_move(&objects, handle[i], &movers[i].bounds);
    }

    Found pairs()
    {
        Found found;
        oct9_object_pair_t pair[64];
        int got;
        oct9_objects_pairs_begin(&scratch, &objects, OCT9_PAIRS_ALL, 0);
        while ((got = oct9_objects_pairs_next(&scratch, UINT32_MAX, pair, 64)) > 0)
            for (int i = 0; i < got; i++)
                found.add(pair[i].a.index, pair[i].b.index);
        return found;
    }

    oct9_objects_t objects;
    oct9_pairs_t scratch;
    std::vector<oct9_object_t> object;
    std::vector<oct9_object_node_t> node;
    std::vector<oct9_handle_t> handle;
};

class Kept : public Oct9 {
    Found tick(const Movers &movers) override
    {
        move(movers);
        const Found found = pairs();
        oct9_objects_update(&objects, UINT32_MAX);
        return found;
    }
};

class Anew : public Oct9 {
    Found tick(const Movers &movers) override
    {
        init();
        add(movers);
        return pairs();
    }
};

// The tree alone, without pairs.
class KeptAlone : public Oct9 {
    Found tick(const Movers &movers) override
    {
        move(movers);
        oct9_objects_update(&objects, UINT32_MAX);
        return {};
    }
};

class AnewAlone : public Oct9 {
    Found tick(const Movers &movers) override
    {
        init();
        add(movers);
        oct9_objects_update(&objects, UINT32_MAX);
        return {};
    }
};

// ---- in turn -----------------------------------------------------------------------------------

struct Contender {
    const char *name;
    bool finds; // pairs, too
    std::unique_ptr<Ticker> ticker;
    std::vector<double> taken, times_faster; // microseconds; so many times faster is oct9, kept
};

template <class T> Contender contender(const char *name, bool finds)
{
    return { name, finds, std::make_unique<T>(), {}, {} };
}

// oct9 is the first.
std::vector<Contender> all_contenders()
{
    std::vector<Contender> all;
    all.push_back(contender<Kept>("kept", true));
    all.push_back(contender<Anew>("anew", true));
    all.push_back({ "bullet", true, bullet_broadphase(), {}, {} });
    all.push_back({ "fcl", true, fcl_manager(), {}, {} });
    all.push_back(contender<Brute>("brute", true));
    all.push_back(contender<KeptAlone>("kept-alone", false));
    all.push_back(contender<AnewAlone>("anew-alone", false));
    return all;
}

} // namespace

// What is counted.
extern "C" __attribute__((noinline)) void counted_tick(Ticker &ticker, const Movers &movers,
                                                       Found &found)
{
    found = ticker.tick(movers);
}

namespace {

double median(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + ticks / 2, values.end());
    return values[ticks / 2];
}

double time_tick(Contender &one, const Movers &movers, Found &found)
{
    const double begin = process_ns();
    counted_tick(*one.ticker, movers, found);
    return (process_ns() - begin) / 1000;
}

// One tick of each; false if their pairs differ.
bool play(std::vector<Contender> &all, const Movers &movers, uint64_t &pairs)
{
    Found first;
    bool equal = true;
    for (Contender &one : all) {
        Found found;
        one.taken.push_back(time_tick(one, movers, found));
        one.times_faster.push_back(one.taken.back() / all.front().taken.back());
        if (&one == &all.front())
            first = found;
        equal &= !one.finds || found == first;
    }
    pairs += first.pairs;
    return equal;
}

int time_all()
{
    std::vector<Contender> all = all_contenders();
    Movers movers(count);
    const movers_range_t range = movers_make(movers.data(), count);
    uint64_t pairs = 0;
    bool equal = true;
    pin();
    for (size_t i = 0; i < ticks; i++) {
        equal &= play(all, movers, pairs);
        movers_advance(movers.data(), count, range);
    }
    for (const Contender &one : all)
        std::printf("row %s %.1f %.2f %.0f\n", one.name, median(one.taken),
                    median(one.times_faster), static_cast<double>(pairs) / ticks);
    if (!equal)
        std::fprintf(stderr, "objects_host: the pairs differ\n");
    return equal ? 0 : 1;
}

void count_one(Ticker &ticker)
{
    Movers movers(count);
    const movers_range_t range = movers_make(movers.data(), count);
    for (size_t i = 0; i < counted_ticks; i++) {
        Found found;
        counted_tick(ticker, movers, found);
        movers_advance(movers.data(), count, range);
    }
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 1)
        return time_all();
    for (Contender &one : all_contenders())
        if (std::string(argv[1]) == one.name) {
            count_one(*one.ticker);
            return 0;
        }
    std::fprintf(stderr, "objects_host: nobody is called %s\n", argv[1]);
    return 1;
}
