/* SPDX-License-Identifier: MIT */
/* A random world of boxes in a hall, and a robot in it whose sensor's beams end at the surfaces. */
#ifndef OCT9_TEST_ROOM_HPP
#define OCT9_TEST_ROOM_HPP

#include "tests/shared/from_low.h"
#include "tests/shared/random.hpp"

#include "oct9/scan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace oracle {

class Room {
public:
    using Vector = std::array<double, 3>; /* in sub-cells, from the low corner of the cube */

    struct Block {
        Vector lo, hi;
    };

    /* A hall of at most `cells` an edge anywhere in the cube, with some boxes in it. */
    Room(Random &random, int cells)
    {
        for (size_t axis = 0; axis < 3; axis++) {
            const int size = 64 * random.between(8, cells);
            const int lo = random.between(0, OCT9_CUBE_Q6 - size - 1);
            hall_.lo[axis] = lo;
            hall_.hi[axis] = lo + size;
        }
        for (int i = random.between(0, 8); i > 0; i--)
            blocks_.push_back(random_block(random));
    }

    std::vector<Block> &blocks() { return blocks_; }
    const Block &hall() const { return hall_; }

    /* The cube's cells have moved by this many: the world stays. */
    void shift(const std::array<int, 3> &cells)
    {
        for (size_t axis = 0; axis < 3; axis++) {
            move(hall_, axis, -64.0 * cells[axis]);
            for (Block &block : blocks_)
                move(block, axis, -64.0 * cells[axis]);
        }
    }

    /* A place in free air; a step of at most `cells` from there to another. */
    Vector place(Random &random) const
    {
        Vector at;

        do
            for (size_t axis = 0; axis < 3; axis++)
                at[axis] = between(random, hall_.lo[axis], hall_.hi[axis]);
        while (inside_any(at));
        return at;
    }
    Vector step(Random &random, const Vector &from, int cells) const
    {
        Vector at = from;

        for (size_t axis = 0; axis < 3; axis++)
            at[axis] = std::clamp(at[axis] + 64.0 * random.between(-cells, cells), hall_.lo[axis],
                                  hall_.hi[axis] - 1);
        return inside_any(at) ? from : at;
    }

    /* Beams into random directions of a cone; what is farther than `range` is not seen. */
    std::vector<oct9_beam_t> look(Random &random, const Vector &from, unsigned count,
                                  double range) const
    {
        const Vector axis = direction(random);
        const double spread = random.chance(30) ? 8.0 : 0.6;
        std::vector<oct9_beam_t> beams(count);

        for (oct9_beam_t &beam : beams) {
            const Vector off = direction(random);
            beam = this->beam(from,
                              unit({ axis[0] + spread * off[0], axis[1] + spread * off[1],
                                     axis[2] + spread * off[2] }),
                              range);
        }
        return beams;
    }

    /* The beam from a place towards a unit vector. */
    oct9_beam_t beam(const Vector &from, const Vector &towards, double range) const
    {
        double length = leaving(from, towards);

        for (const Block &block : blocks_)
            length = std::min(length, entering(block, from, towards));
        oct9_beam_t beam = {};
        beam.met = length <= range ? OCT9_BEAM_HIT : OCT9_BEAM_CLEAR;
        beam.end = point(from, towards, std::min(length + 0.5, range));
        return beam;
    }

    static oct9_point_t point(const Vector &from) { return point(from, { 0, 0, 0 }, 0); }

    static Vector direction(Random &random)
    {
        Vector v;

        do
            for (double &c : v)
                c = between(random, -1, 1);
        while (square(v) > 1 || square(v) < 0.01);
        return unit(v);
    }

private:
    Block hall_;
    std::vector<Block> blocks_;

    static void move(Block &block, size_t axis, double by)
    {
        block.lo[axis] += by;
        block.hi[axis] += by;
    }

    static double between(Random &random, double lo, double hi)
    {
        return lo + (hi - lo) * (random.u32() / 4294967296.0);
    }

    static double square(const Vector &v) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; }

    static Vector unit(const Vector &v)
    {
        const double length = std::sqrt(square(v));
        return { v[0] / length, v[1] / length, v[2] / length };
    }

    Block random_block(Random &random) const
    {
        Block block;

        for (size_t axis = 0; axis < 3; axis++) {
            const double size = (hall_.hi[axis] - hall_.lo[axis]) / 3;
            block.lo[axis] = between(random, hall_.lo[axis], hall_.hi[axis] - size);
            block.hi[axis] = block.lo[axis] + between(random, 64, 64 + size);
        }
        return block;
    }

    bool inside_any(const Vector &at) const
    {
        return std::any_of(blocks_.begin(), blocks_.end(), [&at](const Block &block) {
            for (size_t axis = 0; axis < 3; axis++)
                if (at[axis] < block.lo[axis] - 1 || at[axis] > block.hi[axis] + 1)
                    return false;
            return true;
        });
    }

    /* How far it is to the hall's wall. */
    double leaving(const Vector &from, const Vector &towards) const
    {
        double length = 1e9;

        for (size_t axis = 0; axis < 3; axis++)
            if (std::abs(towards[axis]) > 1e-9)
                length = std::min(length,
                                  ((towards[axis] > 0 ? hall_.hi : hall_.lo)[axis] - from[axis]) /
                                      towards[axis]);
        return length;
    }

    /* How far it is to a block: much, if it is missed. */
    static double entering(const Block &block, const Vector &from, const Vector &towards)
    {
        double in = 0, out = 1e9;

        for (size_t axis = 0; axis < 3; axis++) {
            if (std::abs(towards[axis]) < 1e-9) {
                if (from[axis] < block.lo[axis] || from[axis] > block.hi[axis])
                    return 1e9;
                continue;
            }
            const double a = (block.lo[axis] - from[axis]) / towards[axis];
            const double b = (block.hi[axis] - from[axis]) / towards[axis];
            in = std::max(in, std::min(a, b));
            out = std::min(out, std::max(a, b));
        }
        return in <= out ? in : 1e9;
    }

    static oct9_point_t point(const Vector &from, const Vector &towards, double length)
    {
        const auto at = [&](size_t axis) {
            const double c = std::floor(from[axis] + length * towards[axis]) + FROM_LOW(0);
            return static_cast<int16_t>(std::clamp(c, -32768.0, 32767.0));
        };

        return { at(0), at(1), at(2) };
    }
};

} // namespace oracle

#endif
