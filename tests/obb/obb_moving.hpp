/* SPDX-License-Identifier: MIT */
/* The oracle of oriented boxes in motion: it looks at many times of the motion, and between two of
 * them for the closest approach to each leaf that blocks. */
#ifndef OCT9_TEST_OBB_MOVING_HPP
#define OCT9_TEST_OBB_MOVING_HPP

#include "tests/leaving/leaving_exact.hpp"
#include "obb_motion.hpp"
#include "tests/shared/report.hpp"

namespace oracle {

inline bool blocks(const Model &model, const Node &leaf, const oct9_rules_t &rules)
{
    const oct9_state_t state = model.state(leaf);

    if (state == OCT9_UNKNOWN)
        return rules.unknown == OCT9_BLOCKS;
    return state == OCT9_OCCUPIED && (leaf.payload & rules.filter_mask) == rules.filter_value;
}

inline bool outside_blocks(const oct9_rules_t &rules)
{
    return rules.outside == OCT9_OCCUPIED ||
           (rules.outside == OCT9_UNKNOWN && rules.unknown == OCT9_BLOCKS);
}

/* The model's leaf that equals an answer's, or NULL if there is none. */
inline const Node *same_leaf_of(const Model &model, const oct9_leaf_t &leaf)
{
    const Node *at = model.leaf_at({ leaf.corner.x, leaf.corner.y, leaf.corner.z });

    return at != nullptr && same_leaf(model.as_leaf(*at), leaf) ? at : nullptr;
}

class MovingBox {
public:
    MovingBox(const Model &model, const oct9_obb_input_t &input, bool other)
        : model_(model), input_(input), motion_(input, other),
          start_(shape_of(input.from, input.half_q6))
    {
    }

    /* "", or where the box is in something that blocks before that time. */
    std::string not_clear(Real end)
    {
        std::string text;

        end_ = end;
        close_ = 2 * end * motion_.travel() / parts;
        frames_.clear();
        for (unsigned k = 0; k <= parts; k++)
            frames_.push_back(motion_.at(end * k / parts));
        if (outside_blocks(input_.rules))
            text = enters(0, parts, separation_outside);
        for (unsigned first = 0; first < parts && text.empty(); first += stretch)
            text = enters_leaves(first, first + stretch);
        return text;
    }

    /* "", or what is wrong with an answer that something blocks. */
    std::string not_blocked(const oct9_obb_output_t &output)
    {
        const Real at = static_cast<Real>(output.fraction.num) / output.fraction.den;

        if (output.hit == OCT9_HIT_OUTSIDE) {
            if (!outside_blocks(input_.rules))
                return "the outside does not block";
            return too_far(at, [](const Frame &f, Real) { return separation_outside(f); });
        }
        const Node *leaf = same_leaf_of(model_, output.leaf);
        if (leaf == nullptr || !blocks(model_, *leaf, input_.rules))
            return "no leaf that blocks: " + text_of(output.leaf);
        if (passes_at_start(*leaf))
            return "a leaf of the start: " + text_of(output.leaf);
        return too_far(at, [&](const Frame &f, Real enough) {
            return distance_if_less(f, block_of(*leaf), enough);
        });
    }

    /* Something blocks the box where it starts. */
    bool starts_blocked() const
    {
        const Frame f = motion_.at(0);

        for (const Node *leaf : leaves_near(model_, start_))
            if (blocks(model_, *leaf, input_.rules) && separation(f, block_of(*leaf), 0) < 0)
                return true;
        return outside_blocks(input_.rules) && separation_outside(f) < 0;
    }

    /* The box overlaps the leaf where it starts, and yet the leaf does not block. */
    bool passes_at_start(const Node &leaf) const
    {
        if (input_.rules.start_inside == OCT9_BLOCKS || !overlaps(start_, leaf))
            return false;
        return input_.rules.start_inside == OCT9_PASSES ||
               !(turns() || meeting_with(leaf).blocks());
    }

    /* The box's middle and the leaf. */
    leaving::Meeting meeting_with(const Node &leaf) const
    {
        const oct9_point_t &from = input_.from.place, &to = input_.to.place;

        return { { 2 * from.x, 2 * from.y, 2 * from.z },
                 { to.x - from.x, to.y - from.y, to.z - from.z },
                 { leaf.low(0), leaf.low(1), leaf.low(2) },
                 { leaf.high(0), leaf.high(1), leaf.high(2) } };
    }

    /* How much of what an answer may be too careful was used at most, of 1. */
    static Real &care_used()
    {
        static Real used = 0;
        return used;
    }

private:
    static constexpr unsigned parts = 256, stretch = 8;
    static constexpr Real too_deep = 1e-6L;
    const Model &model_;
    const oct9_obb_input_t &input_;
    Motion motion_;
    Shape start_;
    Real end_ = 1;
    Real close_ = 0;            /* what the box moves in two parts */
    std::vector<Frame> frames_; /* at the times end * k / parts */

    /* What the box takes up in those frames, grown by what it moves in between. */
    std::array<Triple, 2> bounds(unsigned first, unsigned last) const
    {
        Vector lo = frames_[first].place, hi = lo;

        for (unsigned k = first; k <= last; k++) {
            const Vector &place = frames_[k].place, &reach = frames_[k].reach;
            for (size_t axis = 0; axis < 3; axis++) {
                lo[axis] = std::min(lo[axis], place[axis] - reach[axis]);
                hi[axis] = std::max(hi[axis], place[axis] + reach[axis]);
            }
        }
        const auto down = [&](size_t axis) { return std::lround(lo[axis] - close_ - 1); };
        const auto up = [&](size_t axis) { return std::lround(hi[axis] + close_ + 1); };
        return { { { down(0), down(1), down(2) }, { up(0), up(1), up(2) } } };
    }

    std::string enters_leaves(unsigned first, unsigned last) const
    {
        const std::array<Triple, 2> within = bounds(first, last);
        std::string text;

        for (const Node *leaf : leaves_near(model_, within[0], within[1]))
            if (text.empty() && blocks(model_, *leaf, input_.rules))
                text = enters_leaf(first, last, *leaf);
        return text;
    }

    std::string enters_leaf(unsigned first, unsigned last, const Node &leaf) const
    {
        const Block block = block_of(leaf);
        const auto gap = [&](const Frame &f) { return separation(f, block, close_); };
        const std::string text = enters(first, last, gap);

        if (text.empty() || passes_at_start(leaf))
            return "";
        return text_of(model_.as_leaf(leaf)) + text;
    }

    /* Whether a gap is ever below zero: in each frame, and where it is least between them. */
    template <typename Gap> std::string enters(unsigned first, unsigned last, const Gap &gap) const
    {
        const Real step = end_ / parts;
        Real before = first > 0 ? gap(frames_[first - 1]) : Real(1e9), here = gap(frames_[first]);

        for (unsigned k = first; k <= last; k++) {
            const Real next = k < parts ? gap(frames_[k + 1]) : Real(1e9);
            Real least = here;
            if (here <= before && here <= next && here < close_)
                least = std::min(here, least_gap(gap, step * (k > 0 ? k - 1 : 0),
                                                 step * std::min(k + 1, parts)));
            if (least < -too_deep)
                return deep_text(least, step * k);
            before = here;
            here = next;
        }
        return "";
    }

    static std::string deep_text(Real gap, Real time)
    {
        char text[80];
        std::snprintf(text, sizeof text, " entered, %.9Lf deep at %.9Lf", -gap, time);
        return text;
    }

    /* By the golden section. */
    template <typename Gap> Real least_gap(const Gap &gap, Real a, Real b) const
    {
        const Real golden = 0.618033988749894848L;
        Real c = b - golden * (b - a), d = a + golden * (b - a);
        Real at_c = gap(motion_.at(c)), at_d = gap(motion_.at(d));

        for (unsigned i = 0; i < 24; i++) {
            if (at_c < at_d) {
                b = d;
                d = c;
                at_d = at_c;
                c = b - golden * (b - a);
                at_c = gap(motion_.at(c));
            } else {
                a = c;
                c = d;
                at_c = at_d;
                d = a + golden * (b - a);
                at_d = gap(motion_.at(d));
            }
        }
        return std::min(at_c, at_d);
    }

    static Real distance_if_less(const Frame &f, const Block &block, Real enough)
    {
        const Real gap = separation(f, block, enough);
        return gap <= 0 || gap > enough ? gap : distance(f, block);
    }

    /* What blocks at a time comes within a sub-cell, and what the turn adds: in the part that
     * begins at that time, which is one of no more than two sub-cells. */
    template <typename Distance> std::string too_far(Real time, const Distance &distance_at) const
    {
        const Real part = 1 / Real(65535), travel = std::max(motion_.travel(), Real(2));
        const Real begin = std::max(time - part, Real(0));
        const Real end = std::min(time + part + 2 / travel, Real(1));
        const Real allowed = 1 + (turns() ? motion_.diagonal() / 1024 : 0);
        Real least = 1e9L;

        for (unsigned steps = 8; steps <= 256 && least > allowed; steps += 248)
            for (unsigned k = 0; k <= steps; k++)
                least = std::min(
                    least, distance_at(motion_.at(begin + (end - begin) * k / steps), allowed));
        if (least <= allowed) {
            care_used() = std::max(care_used(), least / allowed);
            return "";
        }
        char text[80];
        std::snprintf(text, sizeof text, "%.6Lf away, %.6Lf allowed", least, allowed);
        return text;
    }

    bool turns() const
    {
        const oct9_rotation_t &a = input_.from.rotation, &b = input_.to.rotation;
        return (a.w != b.w || a.x != b.x || a.y != b.y || a.z != b.z) &&
               (a.w != -b.w || a.x != -b.x || a.y != -b.y || a.z != -b.z);
    }
};

} // namespace oracle

#endif
