// SPDX-License-Identifier: MIT
// A stand-in for OMPL's StateSpace: what packaging/ompl uses of it.
#ifndef STAND_IN_OMPL_STATE_SPACE_H
#define STAND_IN_OMPL_STATE_SPACE_H

#include "ompl/base/State.h"

#include <memory>

namespace ompl::base {

enum StateSpaceType { STATE_SPACE_UNKNOWN = 0, STATE_SPACE_REAL_VECTOR = 1, STATE_SPACE_SO2 = 2 };

class StateSpace {
public:
    using StateType = ompl::base::State;

    virtual ~StateSpace() = default;
    int getType() const { return type_; }
    virtual unsigned int getDimension() const = 0;
    virtual State *allocState() const = 0;
    virtual void freeState(State *state) const = 0;
    virtual void interpolate(const State *from, const State *to, double t, State *state) const = 0;

protected:
    int type_ = STATE_SPACE_UNKNOWN;
};

using StateSpacePtr = std::shared_ptr<StateSpace>;

} // namespace ompl::base

#endif
