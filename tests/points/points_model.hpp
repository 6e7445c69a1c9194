/* SPDX-License-Identifier: MIT */
/* What a point set must look like, from the contract's words alone: how many blocks and buckets it
 * needs by counting the points of each node, and a reading of its leaves that compares each with
 * the definition. */
#ifndef OCT9_TEST_POINTS_MODEL_HPP
#define OCT9_TEST_POINTS_MODEL_HPP

#include "oct9/points.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <vector>

namespace oracle {

/* A point and its id, to be sorted and compared. */
using Entry = std::array<int, 4>;

inline Entry entry_of(const oct9_point_t &p, oct9_points_id_t id)
{
    return { p.x, p.y, p.z, static_cast<int>(id) };
}
inline Entry entry_of(const oct9_entry_t &e)
{
    return entry_of(e.point, e.id);
}

inline oct9_point_t point_of(const Entry &e)
{
    return { static_cast<int16_t>(e[0]), static_cast<int16_t>(e[1]), static_cast<int16_t>(e[2]) };
}

inline oct9_points_id_t id_of(const Entry &e)
{
    return static_cast<oct9_points_id_t>(e[3]);
}
inline oct9_entry_t as_entry(const Entry &e)
{
    return { point_of(e), id_of(e) };
}
inline bool in_cube(const oct9_point_t &p)
{
    const auto inside = [](int c) { return c >= OCT9_LOW_Q6 && c < OCT9_HIGH_Q6; };

    return inside(p.x) && inside(p.y) && inside(p.z);
}

/* A cell's Morton code, bit by bit. */
inline uint32_t code_of(uint32_t x, uint32_t y, uint32_t z)
{
    uint32_t code = 0;

    for (unsigned bit = 0; bit < OCT9_LEVELS; bit++) {
        code |= (x >> bit & 1u) << 3 * bit;
        code |= (y >> bit & 1u) << (3 * bit + 1);
        code |= (z >> bit & 1u) << (3 * bit + 2);
    }
    return code;
}

/* The low corner of the cube, from which cells count. */
constexpr std::array<int, 3> cube_corner = { OCT9_LOW_Q6, OCT9_LOW_Q6, OCT9_LOW_Q6 };

inline uint32_t code_of(const Entry &e)
{
    std::array<uint32_t, 3> cell;

    for (size_t axis = 0; axis < 3; axis++)
        cell[axis] = static_cast<uint32_t>(e[axis] - cube_corner[axis]) / OCT9_CELL_Q6;
    return code_of(cell[0], cell[1], cell[2]);
}

/* The bit that makes a slot a leaf's: the highest. */
constexpr uint32_t leaf_bit = OCT9_POINTS_WIDE ? 0x80000000u : 0x8000u;

/* ---- What a set needs. ---- */

struct Need {
    uint32_t blocks = 0, buckets = 0;
};

/* How many points each node holds, of every level; and what follows from it. */
class Census {
public:
    Census(unsigned capacity, unsigned least_level) : capacity_(capacity), least_(least_level) {}

    const Need &need() const { return need_; }

    /* One point more (1) or less (-1). What changes lies in the largest node on the point's path
     * that is a leaf before or after. */
    void change(const Entry &e, int by)
    {
        const uint32_t code = code_of(e);
        unsigned level = OCT9_LEVELS;

        while (level > least_ &&
               std::min(count(level, code), count(level, code) + static_cast<uint32_t>(by)) >
                   capacity_)
            level--;
        const Need before = below(level, code >> 3 * level);
        for (unsigned l = 0; l <= OCT9_LEVELS; l++)
            counts_[l][code >> 3 * l] += static_cast<uint32_t>(by);
        const Need after = below(level, code >> 3 * level);
        need_.blocks += after.blocks - before.blocks;
        need_.buckets += after.buckets - before.buckets;
    }

private:
    uint32_t count(unsigned level, uint32_t code) const
    {
        const auto found = counts_[level].find(code >> 3 * level);

        return found == counts_[level].end() ? 0 : found->second;
    }

    Need below(unsigned level, uint32_t node) const
    {
        const uint32_t points = count(level, node << 3 * level);
        Need sum;

        if (points <= capacity_ || level == least_) {
            sum.buckets = (points + capacity_ - 1) / capacity_;
            return sum;
        }
        sum.blocks = 1;
        for (uint32_t child = 0; child < 8; child++) {
            const Need need = below(level - 1, node << 3 | child);
            sum.blocks += need.blocks;
            sum.buckets += need.buckets;
        }
        return sum;
    }

    uint32_t capacity_;
    unsigned least_;
    Need need_;
    std::array<std::unordered_map<uint32_t, uint32_t>, OCT9_LEVELS + 1> counts_;
};

/* ---- A set of the library's with its memory, not a byte more than it may touch. ---- */

class PointSet {
public:
    PointSet(uint32_t blocks, uint32_t buckets, unsigned capacity, unsigned least_level)
        : blocks_(blocks), buckets_(buckets), entries_(size_t{ buckets } * capacity),
          seen_((std::max(blocks, buckets) + 7) / 8)
    {
        const oct9_points_config_t config = { blocks_.data(),
                                              blocks,
                                              buckets_.data(),
                                              entries_.data(),
                                              buckets,
                                              static_cast<uint8_t>(capacity),
                                              static_cast<uint8_t>(least_level) };
        status = oct9_points_init(&set, &config);
    }
    PointSet(const PointSet &) = delete;
    PointSet &operator=(const PointSet &) = delete;

    oct9_points_t set;
    oct9_status_t status; /* of its beginning */

    oct9_status_t check() { return oct9_points_check(&set, seen_.data()); }

private:
    std::vector<oct9_points_block_t> blocks_;
    std::vector<oct9_bucket_t> buckets_;
    std::vector<oct9_entry_t> entries_;
    std::vector<uint8_t> seen_;
};

/* ---- A reading of its leaves. ---- */

struct PointLeaf {
    std::array<int, 3> lo; /* sub-cells */
    unsigned level;
    std::vector<Entry> entries; /* sorted */
};

inline bool operator==(const PointLeaf &a, const PointLeaf &b)
{
    return a.lo == b.lo && a.level == b.level && a.entries == b.entries;
}

/* The leaves in the order of their codes, the empty ones too; `wrong` is the first disagreement
 * with the definition of a set. */
class PointLeaves {
public:
    explicit PointLeaves(const oct9_points_t &set) : set_(set), met_(set.bucket_count)
    {
        expect(node(set.tree.root, cube_corner, OCT9_LEVELS) == set.count, "the count of points");
        expect(nodes == set.tree.used, "the count of blocks");
        expect(buckets == set.used, "the count of buckets");
        std::sort(all.begin(), all.end());
    }

    std::vector<PointLeaf> leaves;
    std::vector<Entry> all; /* sorted */
    uint32_t nodes = 0;     /* that are split */
    uint32_t visits = 0;    /* leaves, those of several buckets as often as that */
    uint32_t buckets = 0;
    std::string wrong;

    /* The number of the leaf that a point lies in. */
    size_t leaf_of(const Entry &e) const
    {
        const auto later = std::upper_bound(firsts_.begin(), firsts_.end(), code_of(e));

        return static_cast<size_t>(later - firsts_.begin()) - 1;
    }

private:
    void expect(bool holds, const char *what)
    {
        if (!holds && wrong.empty())
            wrong = std::string("broken: ") + what;
    }

    uint32_t node(oct9_points_index_t slot, std::array<int, 3> lo, unsigned level)
    {
        uint32_t points = 0;

        if (slot & leaf_bit)
            return leaf(slot & ~leaf_bit, lo, level);
        if (slot >= set_.tree.capacity || level == 0 || ++nodes > set_.tree.capacity) {
            expect(false, "a link to a block");
            return 0;
        }
        const int half = OCT9_CELL_Q6 << level >> 1;
        for (unsigned child = 0; child < 8; child++) {
            std::array<int, 3> corner = lo;
            for (unsigned axis = 0; axis < 3; axis++)
                corner[axis] += (child >> axis & 1u) != 0 ? half : 0;
            points += node(set_.tree.pool[slot].slot[child], corner, level - 1);
        }
        expect(points > set_.bucket_size, "a node is split that holds no more than a bucket's");
        expect(level > set_.least_level, "a smallest node is split");
        return points;
    }

    uint32_t leaf(uint32_t payload, const std::array<int, 3> &lo, unsigned level)
    {
        PointLeaf out = { lo, level, {} };
        uint32_t chained = 0;

        for (uint32_t b = payload != 0 ? payload - 1 : OCT9_BUCKET_NONE; b != OCT9_BUCKET_NONE;
             b = set_.buckets[b].next) {
            if (b >= set_.bucket_count || met_[b]) {
                expect(false, "a link to a bucket");
                break;
            }
            met_[b] = true;
            chained++;
            take(b, out);
        }
        const uint32_t count = static_cast<uint32_t>(out.entries.size());
        buckets += chained;
        visits += std::max(1u, chained);
        expect(count <= set_.bucket_size || level == set_.least_level, "a leaf is not split");
        expect(chained == (count + set_.bucket_size - 1) / set_.bucket_size, "buckets too many");
        std::sort(out.entries.begin(), out.entries.end());
        all.insert(all.end(), out.entries.begin(), out.entries.end());
        firsts_.push_back(code_of({ lo[0], lo[1], lo[2], 0 }));
        leaves.push_back(std::move(out));
        return count;
    }

    void take(uint32_t bucket, PointLeaf &leaf)
    {
        const int size = OCT9_CELL_Q6 << leaf.level;

        expect(set_.buckets[bucket].count <= set_.bucket_size, "a bucket's count");
        for (uint32_t i = 0; i < std::min<uint32_t>(set_.buckets[bucket].count, set_.bucket_size);
             i++) {
            const Entry e = entry_of(set_.entries[bucket * set_.bucket_size + i]);
            for (unsigned axis = 0; axis < 3; axis++)
                expect(e[axis] >= leaf.lo[axis] && e[axis] < leaf.lo[axis] + size,
                       "a point in another's leaf");
            leaf.entries.push_back(e);
        }
    }

    const oct9_points_t &set_;
    std::vector<bool> met_;
    std::vector<uint32_t> firsts_; /* codes of the leaves' first cells */
};

} // namespace oracle

#endif
