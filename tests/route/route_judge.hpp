/* SPDX-License-Identifier: MIT */
/* Where a sphere may be, and along which segments it may go, by the exact contacts of
 * shape_contact.hpp with all blocks; and whether it can come from one place to another through the
 * centres of cells, by a breadth-first search that asks all cells that each motion can meet. */
#ifndef OCT9_TEST_ROUTE_JUDGE_HPP
#define OCT9_TEST_ROUTE_JUDGE_HPP

#include "route_world.hpp"

#include <map>
#include <queue>

namespace oracle {

inline bool same_point(const oct9_point_t &a, const oct9_point_t &b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

inline int64_t square_between(const oct9_point_t &a, const oct9_point_t &b)
{
    const int64_t x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return x * x + y * y + z * z;
}

/* A sphere in a world, with rules. */
class Judge {
public:
    Judge(const RouteWorld &world, uint16_t radius, const oct9_rules_t &rules)
        : blocks_(world.blocking(rules)), radius_(radius), outside_(world.outside_blocks(rules)),
          leaves_(rules.start_inside == OCT9_LEAVES)
    {
    }

    /* `first`: what it touches at the start may be left. */
    bool clear(const oct9_point_t &from, const oct9_point_t &to, bool first) const
    {
        const Move move = move_between(from, to);
        Ball ball = { {}, static_cast<double>(radius_) };
        for (size_t a = 0; a < 3; a++)
            ball.centre[a] = static_cast<double>(move.from[a]);
        if (outside_ && sphere_outside_contact(move, radius_))
            return false;
        return std::none_of(blocks_.begin(), blocks_.end(), [&](const Block &block) {
            return earliest(ball, move.step, block) <= 1 && stops(move, block, first && leaves_);
        });
    }
    bool clear(const oct9_point_t &at, bool first) const { return clear(at, at, first); }

    bool clear(const oct9_point_t *points, size_t count) const
    {
        bool good = clear(points[0], true);
        for (size_t i = 0; i + 1 < count; i++)
            good = good && clear(points[i], points[i + 1], i == 0);
        return good;
    }

private:
    std::vector<Block> blocks_;
    int64_t radius_;
    bool outside_, leaves_;

    bool stops(const Move &move, const Block &block, bool leaves) const
    {
        const int64_t start2 = distance2_at_start(move, block);
        if (leaves && start2 <= radius_ * radius_)
            return start2 == 0 || distance2_around(move, block, { 0, 1 }).b < 0;
        return sphere_contact(move, radius_, block).has_value();
    }
};

/* The cells and the motions between their centres. */
class Cells {
public:
    Cells(const RouteWorld &world, const oct9_route_body_t &body)
        : world_(world), body_(body), outside_(world.outside_blocks(body.rules))
    {
        for (size_t a = 0; a < 3; a++) {
            low_[a] = std::max(0, world.patch.origin[a] - margin);
            edge_[a] = std::min(OCT9_CELLS, world.patch.origin[a] + patch_edge + margin) - low_[a];
        }
    }

    static Cell holding(const oct9_point_t &p)
    {
        return { (p.x - OCT9_LOW_Q6) >> 6, (p.y - OCT9_LOW_Q6) >> 6, (p.z - OCT9_LOW_Q6) >> 6 };
    }

    /* The centre, or what is nearest to it at an allowed height. */
    oct9_point_t centre(const Cell &cell) const
    {
        const auto middle = [](int c) { return static_cast<int16_t>(CELL_LOW(c) + 32); };
        oct9_point_t point = { middle(cell[0]), middle(cell[1]), middle(cell[2]) };
        if (body_.heights != nullptr)
            point.z = std::clamp(point.z, body_.heights->low, body_.heights->high);
        return point;
    }
    bool is_node(const Cell &cell) const
    {
        return in_cube(cell) && (holding(centre(cell)) == cell);
    }

    /* The sphere may be at its centre, and go to that of the cell beside it. */
    bool clear(const Cell &cell, const Cell &step) const
    {
        const Cell to = { cell[0] + step[0], cell[1] + step[1], cell[2] + step[2] };
        const oct9_point_t a = centre(cell), b = centre(to);
        if (outside_ && (sphere_outside_contact(move_between(a, a), body_.radius_q6) ||
                         sphere_outside_contact(move_between(b, b), body_.radius_q6)))
            return false;
        const std::vector<Cell> &met = met_by(step, a.z - CELL_LOW(cell[2]), b.z - a.z);
        return std::none_of(met.begin(), met.end(), [&](const Cell &off) {
            return world_.blocked(body_.rules,
                                  { cell[0] + off[0], cell[1] + off[1], cell[2] + off[2] });
        });
    }

    /* True if the sphere can come from one of the cells to another. */
    template <class Start, class Goal> bool lead(const Start &start, const Goal &goal) const
    {
        std::vector<bool> seen(static_cast<size_t>(edge_[0] * edge_[1] * edge_[2]));
        std::queue<Cell> open;
        const auto add = [&](const Cell &cell) {
            seen[place(cell)] = true;
            open.push(cell);
        };
        each([&](const Cell &cell) {
            if (start(cell))
                add(cell);
        });
        for (; !open.empty(); open.pop()) {
            const Cell cell = open.front();
            if (goal(cell))
                return true;
            each_step([&](const Cell &step) {
                const Cell to = { cell[0] + step[0], cell[1] + step[1], cell[2] + step[2] };
                if (is_here(to) && is_node(to) && !seen[place(to)] && clear(cell, step))
                    add(to);
            });
        }
        return false;
    }

private:
    static constexpr int margin = 2;
    const RouteWorld &world_;
    const oct9_route_body_t &body_;
    bool outside_;
    Cell low_ = {}, edge_ = {};

    size_t place(const Cell &c) const
    {
        return static_cast<size_t>(((c[2] - low_[2]) * edge_[1] + c[1] - low_[1]) * edge_[0] +
                                   c[0] - low_[0]);
    }
    bool is_here(const Cell &c) const
    {
        for (size_t a = 0; a < 3; a++)
            if (c[a] < low_[a] || c[a] >= low_[a] + edge_[a])
                return false;
        return true;
    }
    template <class Visit> void each(const Visit &visit) const
    {
        for (int z = low_[2]; z < low_[2] + edge_[2]; z++)
            for (int y = low_[1]; y < low_[1] + edge_[1]; y++)
                for (int x = low_[0]; x < low_[0] + edge_[0]; x++)
                    if (is_node({ x, y, z }))
                        visit({ x, y, z });
    }
    template <class Visit> static void each_step(const Visit &visit)
    {
        for (int i = 0; i < 27; i++)
            if (i != 13)
                visit({ i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1 });
    }

    /* The cells, from the first one, that a motion meets: its height in that, and how it climbs. */
    const std::vector<Cell> &met_by(const Cell &step, int height, int climb) const
    {
        static std::map<std::array<int, 6>, std::vector<Cell>> known;
        const std::array<int, 6> key = {
            body_.radius_q6, step[0], step[1], step[2], height, climb
        };
        const auto found = known.find(key);
        if (found != known.end())
            return found->second;
        const Move move = { { 32, 32, height }, { 64 * step[0], 64 * step[1], climb } };
        const int reach = body_.radius_q6 / 64 + 2;
        std::vector<Cell> met;
        for (int z = -reach; z <= reach; z++)
            for (int y = -reach; y <= reach; y++)
                for (int x = -reach; x <= reach; x++)
                    if (sphere_contact(move, body_.radius_q6,
                                       { { 64 * x, 64 * y, 64 * z },
                                         { 64 * x + 64, 64 * y + 64, 64 * z + 64 } }))
                        met.push_back({ x, y, z });
        return known[key] = met;
    }
};

/* --- what a search should come to ------------------------------------------------------------- */

inline bool beside(const Cell &a, const Cell &b)
{
    return std::abs(a[0] - b[0]) <= 2 && std::abs(a[1] - b[1]) <= 2 && std::abs(a[2] - b[2]) <= 2;
}

/* True if there is a route through the centres, to that goal, or as near to `to` as is enough. */
inline bool can_come(const RouteWorld &world, const oct9_route_input_t &input, bool to_clear)
{
    const Judge judge(world, input.body.radius_q6, input.body.rules);
    const Cells cells(world, input.body);
    const Cell first = Cells::holding(input.from), last = Cells::holding(input.to);
    const int64_t near2 = static_cast<int64_t>(input.near_q6) * input.near_q6;
    if (to_clear && judge.clear(input.from, input.to, true))
        return true;
    return cells.lead(
        [&](const Cell &cell) {
            return beside(cell, first) && judge.clear(input.from, cells.centre(cell), true) &&
                   judge.clear(cells.centre(cell), false);
        },
        [&](const Cell &cell) {
            const oct9_point_t at = cells.centre(cell);
            return (to_clear && beside(cell, last) && judge.clear(at, input.to, false)) ||
                   (near2 != 0 && square_between(at, input.to) <= near2);
        });
}

/* The square of the distance to the nearest centre of a cell, of those up to 8 cells beside it, at
 * which the sphere can be; -1 if there is none. */
inline int64_t nearest_clear2(const RouteWorld &world, const oct9_route_body_t &body,
                              const oct9_point_t &end)
{
    const Cells cells(world, body);
    const Cell middle = Cells::holding(end);
    const oct9_heights_t *heights = body.heights;
    int64_t best = -1;
    for (int i = 0; i < 17 * 17 * 17; i++) {
        const Cell cell = { middle[0] + i % 17 - 8, middle[1] + i / 17 % 17 - 8,
                            middle[2] + i / 289 - 8 };
        if (!in_cube(cell))
            continue;
        const int low = CELL_LOW(cell[2]);
        if (heights != nullptr && (low > heights->high || low + 64 < heights->low))
            continue;
        const int64_t distance2 = square_between(cells.centre(cell), end);
        if ((best < 0 || distance2 < best) && cells.clear(cell, {}))
            best = distance2;
    }
    return best;
}

} // namespace oracle

#endif
