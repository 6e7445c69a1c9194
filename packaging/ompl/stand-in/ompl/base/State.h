// SPDX-License-Identifier: MIT
// A stand-in for OMPL's State.
#ifndef STAND_IN_OMPL_STATE_H
#define STAND_IN_OMPL_STATE_H

namespace ompl::base {

class State {
public:
    State(const State &) = delete;
    State &operator=(const State &) = delete;

    template <class T> const T *as() const { return static_cast<const T *>(this); }
    template <class T> T *as() { return static_cast<T *>(this); }

protected:
    State() = default;
    virtual ~State() = default;
};

} // namespace ompl::base

#endif
