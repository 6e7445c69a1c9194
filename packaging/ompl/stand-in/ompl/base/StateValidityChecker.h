// SPDX-License-Identifier: MIT
// A stand-in for OMPL's StateValidityChecker.
#ifndef STAND_IN_OMPL_STATE_VALIDITY_CHECKER_H
#define STAND_IN_OMPL_STATE_VALIDITY_CHECKER_H

#include "ompl/base/State.h"

#include <memory>

namespace ompl::base {

class SpaceInformation;

class StateValidityChecker {
public:
    explicit StateValidityChecker(SpaceInformation *si) : si_(si) {}
    explicit StateValidityChecker(const std::shared_ptr<SpaceInformation> &si) : si_(si.get()) {}
    virtual ~StateValidityChecker() = default;

    virtual bool isValid(const State *state) const = 0;
    virtual bool isValid(const State *state, double &dist) const
    {
        dist = clearance(state);
        return isValid(state);
    }
    virtual double clearance(const State *) const { return 0.0; }

protected:
    SpaceInformation *si_;
};

using StateValidityCheckerPtr = std::shared_ptr<StateValidityChecker>;

} // namespace ompl::base

#endif
