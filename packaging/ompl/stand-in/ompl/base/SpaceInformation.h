// SPDX-License-Identifier: MIT
// A stand-in for OMPL's SpaceInformation: what packaging/ompl uses of it.
#ifndef STAND_IN_OMPL_SPACE_INFORMATION_H
#define STAND_IN_OMPL_SPACE_INFORMATION_H

#include "ompl/base/MotionValidator.h"
#include "ompl/base/StateSpace.h"
#include "ompl/base/StateValidityChecker.h"

#include <memory>
#include <utility>

namespace ompl::base {

class SpaceInformation {
public:
    explicit SpaceInformation(StateSpacePtr space) : stateSpace_(std::move(space)) {}
    virtual ~SpaceInformation() = default;

    const StateSpacePtr &getStateSpace() const { return stateSpace_; }
    State *allocState() const { return stateSpace_->allocState(); }
    void freeState(State *state) const { stateSpace_->freeState(state); }
    void setup() {}

    void setStateValidityChecker(const StateValidityCheckerPtr &checker) { checker_ = checker; }
    void setMotionValidator(const MotionValidatorPtr &validator) { validator_ = validator; }
    const MotionValidatorPtr &getMotionValidator() const { return validator_; }

    bool isValid(const State *state) const { return checker_->isValid(state); }
    bool checkMotion(const State *s1, const State *s2) const
    {
        return validator_->checkMotion(s1, s2);
    }
    bool checkMotion(const State *s1, const State *s2, std::pair<State *, double> &lastValid) const
    {
        return validator_->checkMotion(s1, s2, lastValid);
    }

private:
    StateSpacePtr stateSpace_;
    StateValidityCheckerPtr checker_;
    MotionValidatorPtr validator_;
};

using SpaceInformationPtr = std::shared_ptr<SpaceInformation>;

} // namespace ompl::base

#endif
