// SPDX-License-Identifier: MIT
// OMPL: a planner's states and motions checked against a map. For hosts; C++14, header-only.
//
// Example, with (const ompl::base::SpaceInformationPtr &si, const oct9_map_t &map,
//                const oct9_frame_t &frame):
//
//     const oct9_ompl::Ball robot(map, frame, 0.15);
//     si->setStateValidityChecker(std::make_shared<oct9_ompl::StateValidityChecker>(si, robot));
//     si->setMotionValidator(std::make_shared<oct9_ompl::MotionValidator>(si, robot));
//
// The state space is a RealVectorStateSpace of 3 dimensions: x, y, z in metres. The robot is a ball
// around that position. A motion is swept as a whole (oct9_sweep_sphere), so that OMPL's resolution
// of state validity checking plays no part.
//
// "Valid" is never false: the whole true ball is clear at each moment of the motion. Positions are
// rounded to the nearest mm, and the radius grows by 0.87 mm for that and to whole mm; mm.h says
// what is added to that. OMPL's states are doubles: metric.h, which takes floats, would move them
// before it rounds them, from 128 m on by more than the radius grows.
//
// The two agree: a motion is valid in one direction iff it is in the other, both ends of a valid
// motion are valid states, and so is the state where a motion that is not valid has to stop.
//
// An error is not "valid": a NaN, an infinity, a position beyond what the frame can say, a map that
// is being written (OCT9_ERR_STALE). The map and its pool or image must outlive the planner and not
// be written while it plans. Then any number of threads may ask whether a state is valid. Give each
// a separate MotionValidator: OMPL counts in it.
#ifndef OCT9_OMPL_HPP
#define OCT9_OMPL_HPP

#include <cmath>
#include <string>
#include <utility>

#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/StateValidityChecker.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/util/Exception.h>

#include "oct9/metric.h"
#include "oct9/sweep.h"

namespace oct9_ompl {

// A robot as a ball, the map around it, and what blocks it.
class Ball {
    oct9_map_t map;
    oct9_frame_t frame;
    int32_t radius_mm = 0;
    oct9_rules_t rules;

    // The nearest mm; false if the number is NaN, infinite or beyond what any frame can say. NaN is
    // found by its bits, as -ffast-math drops a comparison.
    static bool to_mm(double metres, int32_t &mm)
    {
        constexpr double far_m = 1e6;
        if (metres > far_m || metres < -far_m ||
            oct9_metric_mm(static_cast<float>(metres), &mm) != OCT9_OK)
            return false;
        mm = static_cast<int32_t>(std::floor(metres * 1000 + 0.5));
        return true;
    }

    static bool to_place(const double *place_m, oct9_mm_t &place)
    {
        return to_mm(place_m[0], place.x) && to_mm(place_m[1], place.y) &&
               to_mm(place_m[2], place.z);
    }

    static void require(bool condition, const char *what)
    {
        if (!condition)
            throw ompl::Exception("oct9_ompl", what);
    }

public:
    // Takes the rules as sweep.h does, but a ball that starts inside an obstacle is always blocked:
    // start_inside must be OCT9_BLOCKS.
    // Throws ompl::Exception iff the radius is NaN, infinite, below 0 or more than 32767 sub-cells,
    // the frame is bad, the rules are not for that map (oct9_rules_check), or start_inside passes.
    Ball(const oct9_map_t &map_, const oct9_frame_t &frame_, double radius_m,
         const oct9_rules_t &rules_ = oct9_rules_t())
        : map(map_), frame(frame_), rules(rules_)
    {
        uint16_t radius_q6;
        require(to_mm(radius_m, radius_mm) && !(radius_m < 0), "the radius is no length");
        // Rounding moves a position by half the root of 3 mm.
        radius_mm = static_cast<int32_t>(std::ceil(radius_m * 1000 + 0.87));
        require(oct9_mm_length(&frame, radius_mm, &radius_q6) == OCT9_OK,
                "the frame is bad, or the radius too large for it");
        require(oct9_rules_check(&rules, &map) == OCT9_OK, "the rules are not for this map");
        require(rules.start_inside == OCT9_BLOCKS, "a start inside an obstacle must block");
    }

    // The clear part of the motion, 0..1: at most what the true ball can do. Below 0 if nothing is
    // clear, not even the start, or on an error; 1 iff all is clear.
    double clear_part(const double *from_m, const double *to_m) const
    {
        oct9_mm_t from, to;
        oct9_sphere_input_t input = {};
        oct9_sweep_output_t output;
        input.rules = rules;
        if (!to_place(from_m, from) || !to_place(to_m, to) ||
            oct9_mm_sphere(&frame, &from, &to, radius_mm, &input.motion) != OCT9_OK ||
            oct9_sweep_sphere(&map, &input, &output) != OCT9_OK)
            return -1;
        if (output.hit == OCT9_HIT_NONE)
            return 1;
        // Less than 1, so that it cannot be taken for clear.
        const double part = static_cast<double>(output.fraction.num) / output.fraction.den;
        return part > 0 ? std::fmin(part, 65534.0 / 65535.0) : -1;
    }

    bool clear(const double *from_m, const double *to_m) const
    {
        return clear_part(from_m, to_m) >= 1;
    }

    // How far two roundings of one ball can be apart, in metres: 2.74 sub-cells and 2.75 mm.
    double rounding_m() const { return 2.74 * frame.cell_um / 64e6 + 0.00275; }
};

// The values of a state, in metres.
inline const double *place_of(const ompl::base::State *state)
{
    return state->as<ompl::base::RealVectorStateSpace::StateType>()->values;
}

// Throws ompl::Exception iff the space is no RealVectorStateSpace of 3 dimensions.
inline void require_space(const ompl::base::SpaceInformationPtr &si)
{
    const ompl::base::StateSpacePtr &space = si->getStateSpace();
    if (space->getType() != ompl::base::STATE_SPACE_REAL_VECTOR || space->getDimension() != 3)
        throw ompl::Exception("oct9_ompl", "the state space must be x, y, z");
}

// Whether the ball may be at a state.
class StateValidityChecker : public ompl::base::StateValidityChecker {
    Ball ball;

public:
    // Throws as require_space does.
    StateValidityChecker(const ompl::base::SpaceInformationPtr &si, const Ball &ball_)
        : ompl::base::StateValidityChecker(si), ball(ball_)
    {
        require_space(si);
    }

    bool isValid(const ompl::base::State *state) const override
    {
        return ball.clear(place_of(state), place_of(state));
    }
};

// Whether the ball may move straight from one state to another.
class MotionValidator : public ompl::base::MotionValidator {
    Ball ball;

    bool count(bool clear) const
    {
        clear ? valid_++ : invalid_++;
        return clear;
    }

    // Where to stop, on a motion whose first contact is at `part`: a time from which the planner
    // can go on, so that the motion up to `stop` is valid once it is rounded by itself. 0 if no
    // such time is found in a few steps.
    double stop_before(const double *from, const double *to, double part, double *stop) const
    {
        const double length = std::hypot(std::hypot(to[0] - from[0], to[1] - from[1]),
                                         to[2] - from[2]);
        for (int tries = 0; tries < 4 && part > 0; tries++) {
            const double time = part - ball.rounding_m() / length;
            if (!(time > 0))
                break;
            for (int i = 0; i < 3; i++)
                stop[i] = from[i] + (to[i] - from[i]) * time;
            const double clear = ball.clear_part(from, stop);
            if (clear >= 1)
                return time;
            part = time * clear;
        }
        for (int i = 0; i < 3; i++)
            stop[i] = from[i];
        return 0;
    }

public:
    // Throws as require_space does.
    MotionValidator(const ompl::base::SpaceInformationPtr &si, const Ball &ball_)
        : ompl::base::MotionValidator(si), ball(ball_)
    {
        require_space(si);
    }

    bool checkMotion(const ompl::base::State *s1, const ompl::base::State *s2) const override
    {
        return count(ball.clear(place_of(s1), place_of(s2)));
    }

    // If the motion is not valid: `lastValid` is a time and the state then, which is valid and to
    // which the motion from s1 is valid. It is before the contact, by at least the rounding along
    // the motion, or time 0, for which OMPL takes s1 as valid. lastValid.first may be null, s1 or
    // s2. If the motion is valid, nothing is written there.
    bool checkMotion(const ompl::base::State *s1, const ompl::base::State *s2,
                     std::pair<ompl::base::State *, double> &lastValid) const override
    {
        const double part = ball.clear_part(place_of(s1), place_of(s2));
        if (count(part >= 1))
            return true;
        double stop[3];
        lastValid.second = stop_before(place_of(s1), place_of(s2), part, stop);
        if (lastValid.first != nullptr)
            for (int i = 0; i < 3; i++)
                lastValid.first->as<ompl::base::RealVectorStateSpace::StateType>()->values[i] =
                    stop[i];
        return false;
    }
};

} // namespace oct9_ompl

#endif
