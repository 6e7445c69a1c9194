// SPDX-License-Identifier: MIT
// A stand-in for OMPL's exception.
#ifndef STAND_IN_OMPL_EXCEPTION_H
#define STAND_IN_OMPL_EXCEPTION_H

#include <stdexcept>
#include <string>

namespace ompl {

class Exception : public std::runtime_error {
public:
    explicit Exception(const std::string &what) : std::runtime_error(what) {}
    Exception(const std::string &prefix, const std::string &what)
        : std::runtime_error(prefix + ": " + what)
    {
    }
};

} // namespace ompl

#endif
