// SPDX-License-Identifier: MIT
// Pairs of moving objects without oct9: a pointer octree that is deleted and built anew each tick,
// and brute force.
#ifndef BENCH_OBJECTS_PEERS_HPP
#define BENCH_OBJECTS_PEERS_HPP

#include "bench/movers.h"

#include <array>
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

// What both know of an object; made anew each tick.
struct Body {
    Box box;
    std::array<int, 3> centre, core; // a sphere's core is its centre
    int64_t radius;
    uint32_t index;
};

// As the GDnet article has it: an object goes down while an octant holds it whole, until a node has
// no more than one or is of the least size; it is checked with those of its node and of all above.
class Pointers : public Ticker {
public:
    Found tick(const Movers &movers) override;

private:
    struct Node {
        Box region;
        std::vector<const Body *> bodies;
        std::array<std::unique_ptr<Node>, 8> child;
    };

    static void build(Node &node);
    static void find(const Node &node, std::vector<const Body *> &above, Found &found);

    std::unique_ptr<Node> root;
};

class Brute : public Ticker {
public:
    Found tick(const Movers &movers) override;
};

#endif
