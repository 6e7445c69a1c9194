// SPDX-License-Identifier: MIT
// A stand-in for OMPL's RealVectorStateSpace: what packaging/ompl uses of it.
#ifndef STAND_IN_OMPL_REAL_VECTOR_H
#define STAND_IN_OMPL_REAL_VECTOR_H

#include "ompl/base/StateSpace.h"

#include <vector>

namespace ompl::base {

class RealVectorBounds {
public:
    explicit RealVectorBounds(unsigned int dimensions) : low(dimensions, 0), high(dimensions, 0) {}
    void setLow(double value) { low.assign(low.size(), value); }
    void setHigh(double value) { high.assign(high.size(), value); }

    std::vector<double> low, high;
};

class RealVectorStateSpace : public StateSpace {
public:
    class StateType : public State {
    public:
        double operator[](unsigned int i) const { return values[i]; }
        double &operator[](unsigned int i) { return values[i]; }
        double *values = nullptr;
    };

    explicit RealVectorStateSpace(unsigned int dimensions = 0) : dimension_(dimensions)
    {
        type_ = STATE_SPACE_REAL_VECTOR;
    }

    void setBounds(const RealVectorBounds &) {}
    unsigned int getDimension() const override { return dimension_; }

    State *allocState() const override
    {
        StateType *state = new StateType;
        state->values = new double[dimension_];
        return state;
    }

    void freeState(State *state) const override
    {
        delete[] state->as<StateType>()->values;
        delete state->as<StateType>();
    }

    void interpolate(const State *from, const State *to, double t, State *state) const override
    {
        const double *a = from->as<StateType>()->values, *b = to->as<StateType>()->values;
        for (unsigned int i = 0; i < dimension_; i++)
            state->as<StateType>()->values[i] = a[i] + (b[i] - a[i]) * t;
    }

private:
    unsigned int dimension_;
};

} // namespace ompl::base

#endif
