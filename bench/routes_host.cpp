// SPDX-License-Identifier: MIT
// oct9's routes beside OMPL's planners, on the same trips through geb079 in the same run, on one
// core. OMPL asks oct9's sweeps, or FCL over OctoMap, whether a motion is clear.
//   routes_host IMAGE BT SEED COUNT
// Prints for each planner: routes NAME COUNT FOUND COLLIDING, then the median, the 95th percentile
// and the greatest time in ns, and the median and 95th percentile of the length beside oct9's.
#include "bench/peers.hpp"
#include "bench/pin.hpp"
#include "bench/trips.h"
#include "oct9/route.h"
#include "oct9/sweep.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fcl/narrowphase/collision.h>
#include <functional>
#include <ompl/base/MotionValidator.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/informedtrees/BITstar.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace {

constexpr double limit_s = 2;
using Route = std::vector<oct9_point_t>;
using Planner = std::function<Route(const trip_t &)>;

// --- oct9 ------------------------------------------------------------------------------------

Route oct9_route(const oct9_map_t &map, const trip_t &trip)
{
    static oct9_route_t route;
    static oct9_route_node_t nodes[4096];
    static oct9_point_t points[128];
    oct9_route_input_t input{};
    input.body.radius_q6 = TRIP_RADIUS;
    input.from = trip.from;
    input.to = trip.to;
    input.sweeps = 12;
    input.nodes = nodes;
    input.nodes_count = 4096;
    input.points = points;
    input.points_room = 128;
    oct9_route_output_t output;
    if (oct9_route_begin(&route, &map, &input) != OCT9_OK)
        return {};
    while (oct9_route_run(&route, UINT32_MAX, &output) == OCT9_AGAIN) {
    }
    return output.result == OCT9_ROUTE_FOUND ? Route(points, points + output.count) : Route();
}

bool goes(const oct9_map_t &map, const oct9_point_t &from, const oct9_point_t &to,
          oct9_policy_t unknown)
{
    oct9_sphere_input_t input{};
    input.motion = { from, to, TRIP_RADIUS };
    input.rules.unknown = unknown;
    input.any_contact = true;
    oct9_sweep_output_t output;
    return oct9_sweep_sphere(&map, &input, &output) == OCT9_OK && output.hit == OCT9_HIT_NONE;
}

// --- OMPL ------------------------------------------------------------------------------------

oct9_point_t point_of(const ob::State *state)
{
    const double *v = state->as<ob::RealVectorStateSpace::StateType>()->values;
    return { static_cast<int16_t>(std::lround(v[0])), static_cast<int16_t>(std::lround(v[1])),
             static_cast<int16_t>(std::lround(v[2])) };
}

class Sweeps : public ob::MotionValidator {
public:
    Sweeps(const ob::SpaceInformationPtr &space, const oct9_map_t &map)
        : MotionValidator(space), map_(map)
    {
    }
    bool checkMotion(const ob::State *a, const ob::State *b) const override
    {
        return goes(map_, point_of(a), point_of(b), OCT9_BLOCKS);
    }
    bool checkMotion(const ob::State *a, const ob::State *b,
                     std::pair<ob::State *, double> &) const override
    {
        return checkMotion(a, b);
    }

private:
    oct9_map_t map_;
};

og::SimpleSetup setup_for(const World &world, bool by_fcl)
{
    auto space = std::make_shared<ob::RealVectorStateSpace>(3);
    ob::RealVectorBounds bounds(3);
    const auto &extent = world.file.extent;
    for (unsigned a = 0; a < 3; a++) {
        bounds.setLow(a, q6_of(int(extent[a])));
        bounds.setHigh(a, q6_of(int(extent[a + 3])) - 1);
    }
    space->setBounds(bounds);
    og::SimpleSetup setup(space);
    if (by_fcl) {
        auto ball = std::make_shared<fcl::Sphered>(TRIP_RADIUS * world.cell_m / OCT9_CELL_Q6);
        setup.setStateValidityChecker([&world, ball](const ob::State *state) {
            fcl::Transform3d at = fcl::Transform3d::Identity();
            at.translation() = metres(world, point_of(state));
            fcl::CollisionResultd result;
            return fcl::collide(ball.get(), at, world.fcl.get(), fcl::Transform3d::Identity(),
                                fcl::CollisionRequestd(), result) == 0;
        });
        // A check for each half cell along a motion.
        space->setLongestValidSegmentFraction(32 / space->getMaximumExtent());
        return setup;
    }
    setup.setStateValidityChecker([&world](const ob::State *state) {
        const oct9_point_t at = point_of(state);
        return goes(world.file.map, at, at, OCT9_BLOCKS);
    });
    setup.getSpaceInformation()->setMotionValidator(
        std::make_shared<Sweeps>(setup.getSpaceInformation(), world.file.map));
    return setup;
}

template <class Method> Planner ompl_planner(const World &world, bool by_fcl)
{
    return [&world, by_fcl](const trip_t &trip) {
        og::SimpleSetup setup = setup_for(world, by_fcl);
        ob::ScopedState<ob::RealVectorStateSpace> from(setup.getStateSpace());
        ob::ScopedState<ob::RealVectorStateSpace> to(setup.getStateSpace());
        const oct9_point_t ends[2] = { trip.from, trip.to };
        for (unsigned a = 0; a < 3; a++) {
            from[a] = (&ends[0].x)[a];
            to[a] = (&ends[1].x)[a];
        }
        setup.setStartAndGoalStates(from, to);
        setup.setPlanner(std::make_shared<Method>(setup.getSpaceInformation()));
        // The first solution counts: BIT* would go on to shorten it.
        setup.getProblemDefinition()->setOptimizationObjective(nullptr);
        setup.solve(ob::plannerOrTerminationCondition(
            ob::timedPlannerTerminationCondition(limit_s),
            ob::exactSolnPlannerTerminationCondition(setup.getProblemDefinition())));
        Route route;
        if (setup.haveExactSolutionPath())
            for (const ob::State *state : setup.getSolutionPath().getStates())
                route.push_back(point_of(state));
        return route;
    };
}

// --- all in turn -----------------------------------------------------------------------------

double length(const Route &route)
{
    double sum = 0;
    for (size_t i = 1; i < route.size(); i++) {
        const double x = route[i].x - route[i - 1].x, y = route[i].y - route[i - 1].y;
        const double z = route[i].z - route[i - 1].z;
        sum += std::sqrt(x * x + y * y + z * z);
    }
    return sum;
}

// Of the occupied cells alone, so that a planner that does not know unknown space is not blamed.
bool collides(const oct9_map_t &map, const Route &route)
{
    for (size_t i = 1; i < route.size(); i++)
        if (!goes(map, route[i - 1], route[i], OCT9_PASSES))
            return true;
    return false;
}

double part(std::vector<double> values, double share)
{
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[static_cast<size_t>(share * double(values.size() - 1))];
}

struct Row {
    const char *name;
    Planner plan;
    std::vector<double> ns, longer;
    unsigned found = 0, colliding = 0;
};

void travel(const oct9_map_t &map, Row &row, const trip_t &trip, double &own)
{
    const double begun = process_ns();
    const Route route = row.plan(trip);
    row.ns.push_back(process_ns() - begun);
    if (route.empty())
        return;
    if (own == 0)
        own = length(route); // oct9 is the first
    row.found++;
    row.colliding += collides(map, route);
    row.longer.push_back(length(route) / own);
}

} // namespace

int main(int argc, char **argv)
{
    World world;
    trip_cells_t cells;
    if (argc != 5 || !load(world, argv[1], argv[2], 1) ||
        !trip_cells(&world.file.map, TRIP_RADIUS, &cells)) {
        std::fprintf(stderr, "routes_host: cannot load the maps\n");
        return 1;
    }
    std::vector<trip_t> trips(std::strtoul(argv[4], nullptr, 10));
    trips_connected(&world.file.map, &cells, std::strtoull(argv[3], nullptr, 10),
                    static_cast<uint32_t>(trips.size()), trips.data());
    ompl::msg::setLogLevel(ompl::msg::LOG_NONE);
    ompl::RNG::setSeed(1);
    pin();
    std::vector<Row> rows = {
        { "oct9", [&](const trip_t &trip) { return oct9_route(world.file.map, trip); }, {}, {} },
        { "RRTConnect-oct9", ompl_planner<og::RRTConnect>(world, false), {}, {} },
        { "BITstar-oct9", ompl_planner<og::BITstar>(world, false), {}, {} },
        { "RRTConnect-fcl", ompl_planner<og::RRTConnect>(world, true), {}, {} },
    };
    for (const trip_t &trip : trips) {
        double own = 0;
        for (Row &row : rows)
            travel(world.file.map, row, trip, own);
    }
    for (const Row &row : rows)
        std::printf("routes %s %zu %u %u %.0f %.0f %.0f %.3f %.3f\n", row.name, row.ns.size(),
                    row.found, row.colliding, part(row.ns, 0.5), part(row.ns, 0.95),
                    part(row.ns, 1), part(row.longer, 0.5), part(row.longer, 0.95));
    trip_cells_free(&cells);
    return 0;
}
