// SPDX-License-Identifier: MIT
// A stand-in for OMPL's MotionValidator.
#ifndef STAND_IN_OMPL_MOTION_VALIDATOR_H
#define STAND_IN_OMPL_MOTION_VALIDATOR_H

#include "ompl/base/State.h"

#include <memory>
#include <utility>

namespace ompl::base {

class SpaceInformation;

class MotionValidator {
public:
    explicit MotionValidator(SpaceInformation *si) : si_(si) {}
    explicit MotionValidator(const std::shared_ptr<SpaceInformation> &si) : si_(si.get()) {}
    virtual ~MotionValidator() = default;

    virtual bool checkMotion(const State *s1, const State *s2) const = 0;
    virtual bool checkMotion(const State *s1, const State *s2,
                             std::pair<State *, double> &lastValid) const = 0;
    unsigned int getValidMotionCount() const { return valid_; }
    unsigned int getInvalidMotionCount() const { return invalid_; }

protected:
    SpaceInformation *si_;
    mutable unsigned int valid_{ 0 };
    mutable unsigned int invalid_{ 0 };
};

using MotionValidatorPtr = std::shared_ptr<MotionValidator>;

} // namespace ompl::base

#endif
