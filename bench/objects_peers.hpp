// SPDX-License-Identifier: MIT
// Pairs of moving objects without oct9: the trees of Bullet and FCL, and brute force.
#ifndef BENCH_OBJECTS_PEERS_HPP
#define BENCH_OBJECTS_PEERS_HPP

#include "bench/movers.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <vector>

using Movers = std::vector<mover_t>;

// Pairs in any order.
struct Found {
    uint32_t pairs = 0, digest = 0;

    void add(uint32_t a, uint32_t b)
    {
        const uint32_t pair = a < b ? a << 16 | b : b << 16 | a;
        pairs++;
        digest += (pair * 2654435761u) ^ (pair >> 7);
    }

    bool operator==(const Found &other) const
    {
        return pairs == other.pairs && digest == other.digest;
    }
};

// Keeps objects from tick to tick, or not.
class Ticker {
public:
    Ticker() = default;
    Ticker(const Ticker &) = delete;
    Ticker &operator=(const Ticker &) = delete;
    virtual ~Ticker() = default;
    virtual Found tick(const Movers &movers) = 0;
};

struct Box {
    std::array<int, 3> low, high;
};

// What all know of an object; made anew each tick.
struct Body {
    Box box;
    std::array<int, 3> centre, core; // a sphere's core is its centre
    int64_t radius;
    uint32_t index;
};

std::vector<Body> bodies_of(const Movers &movers);

inline bool boxes_meet(const Box &a, const Box &b)
{
    return a.low[0] <= b.high[0] && b.low[0] <= a.high[0] && a.low[1] <= b.high[1] &&
           b.low[1] <= a.high[1] && a.low[2] <= b.high[2] && b.low[2] <= a.high[2];
}

// Whether two of them meet, exactly.
inline bool meet(const Body &a, const Body &b)
{
    if (!boxes_meet(a.box, b.box))
        return false;
    int64_t sum = 0;
    for (size_t i = 0; i < 3; i++) {
        const int64_t gap = std::max(std::abs(a.centre[i] - b.centre[i]) - a.core[i] - b.core[i],
                                     0);
        sum += gap * gap;
    }
    return sum <= (a.radius + b.radius) * (a.radius + b.radius);
}

class Brute : public Ticker {
public:
    Found tick(const Movers &movers) override;
};

std::unique_ptr<Ticker> bullet_broadphase();
std::unique_ptr<Ticker> fcl_manager();

#endif
