// SPDX-License-Identifier: MIT
// oct9_ompl.hpp compared with boxes in metres.
//
// main mesh SEED           prints boxes in a room as a mesh, an .obj
// main tree SEED           motions among cells that are known exactly: the bounds of the header
// main image SEED IMAGE    motions, and the edges of RRTConnect's paths, through the baked mesh
#include "oct9_ompl.hpp"
#include "oracle.hpp"

#include "oct9.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <memory>
#include <random>

#if __has_include(<ompl/geometric/planners/rrt/RRTConnect.h>)
#define HAS_PLANNER 1
#include <ompl/base/PlannerTerminationCondition.h>
#include <ompl/base/ProblemDefinition.h>
#include <ompl/base/ScopedState.h>
#include <ompl/geometric/PathGeometric.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>
#else
#define HAS_PLANNER 0
#endif

namespace {

namespace ob = ompl::base;
using RealState = ob::RealVectorStateSpace::StateType;

constexpr int room_cells = 120;
constexpr uint32_t mesh_um = 50000;
constexpr double mesh_m = mesh_um / 1e6 * room_cells; // the room of the mesh, a cube as all are

int passed, failed;

void expect(bool condition, const char *what)
{
    condition ? passed++ : failed++;
    if (!condition && failed <= 10)
        std::printf("not so: %s\n", what);
}

// A generator whose numbers are the same with every library.
struct Chance {
    std::mt19937 bits;
    explicit Chance(uint32_t seed) : bits(seed) {}
    int below(int n) { return static_cast<int>(bits() % static_cast<uint32_t>(n)); }
    double between(double low, double high)
    {
        return low + (high - low) * (static_cast<double>(bits()) / 4294967296.0);
    }
};

// Boxes in whole multiples of `unit`, in a cube of `edge` such units.
struct Block {
    int lo[3], hi[3];
};

std::vector<Block> blocks_of(Chance &chance, int count, int edge, int largest)
{
    std::vector<Block> blocks(static_cast<size_t>(count));
    for (Block &block : blocks)
        for (int i = 0; i < 3; i++) {
            block.lo[i] = chance.below(edge - largest);
            block.hi[i] = block.lo[i] + 1 + chance.below(largest);
        }
    return blocks;
}

Solid solid_of(const Block &block, double unit, const double *origin)
{
    Solid solid;
    for (int i = 0; i < 3; i++) {
        solid.lo[i] = origin[i] + block.lo[i] * unit;
        solid.hi[i] = origin[i] + block.hi[i] * unit;
    }
    return solid;
}

// States of a space, with the checks of the robot.
class Room {
    ob::SpaceInformationPtr si;
    std::vector<ob::State *> states;

public:
    const double edge_m, radius_m;

    Room(const oct9_ompl::Ball &ball, double edge, double radius) : edge_m(edge), radius_m(radius)
    {
        auto space = std::make_shared<ob::RealVectorStateSpace>(3);
        ob::RealVectorBounds bounds(3);
        bounds.setLow(0);
        bounds.setHigh(edge_m);
        space->setBounds(bounds);
        si = std::make_shared<ob::SpaceInformation>(space);
        si->setStateValidityChecker(std::make_shared<oct9_ompl::StateValidityChecker>(si, ball));
        si->setMotionValidator(std::make_shared<oct9_ompl::MotionValidator>(si, ball));
        si->setup();
        for (int i = 0; i < 3; i++)
            states.push_back(si->allocState());
    }
    Room(const Room &) = delete;
    Room &operator=(const Room &) = delete;
    ~Room()
    {
        for (ob::State *state : states)
            si->freeState(state);
    }

    const ob::SpaceInformationPtr &information() const { return si; }
    ob::State *state(size_t i) const { return states[i]; }
    double *values(size_t i) const { return states[i]->as<RealState>()->values; }
    bool valid(size_t i) const { return si->isValid(states[i]); }
    bool moves(size_t i, size_t j) const { return si->checkMotion(states[i], states[j]); }
};

// How many motions were valid, how many stopped, and how many of these not before time 0.
struct Tally {
    int valid, stopped, at_start;
};

// Checks where the motion from state 0 to state 1 stops; `slack` is what the map and the rounding
// may add to the robot.
void check_stop(const Room &room, const std::vector<Solid> &solids, double slack, Tally &tally)
{
    const double *from = room.values(0), *to = room.values(1), *stop = room.values(2);
    std::pair<ob::State *, double> last(room.state(2), 2);
    expect(!room.information()->checkMotion(room.state(0), room.state(1), last), "stops");
    expect(last.second >= 0 && last.second < 1, "a time of a stop");
    if (!room.valid(0))
        return;
    double off = 0;
    for (int i = 0; i < 3; i++)
        off = std::fmax(off, std::fabs(from[i] + (to[i] - from[i]) * last.second - stop[i]));
    expect(off < 1e-9, "the state is where the motion is at that time");
    expect(distance_until(solids, from, to, last.second) >= room.radius_m, "the stop is clear");
    expect(room.valid(2) && room.moves(0, 2), "the planner can go on from the stop");
    tally.stopped++;
    tally.at_start += last.second <= 0;
    if (last.second <= 0)
        return;
    const double length = std::hypot(std::hypot(to[0] - from[0], to[1] - from[1]), to[2] - from[2]);
    const double soon = std::fmin(1, last.second + (20 * slack + 0.02) / length);
    expect(distance_until(solids, from, to, soon) <= room.radius_m + slack,
           "the stop is not too soon");
}

void check_motion(const Room &room, const std::vector<Solid> &solids, double slack, Tally &tally)
{
    const double *from = room.values(0), *to = room.values(1);
    const double distance = distance_until(solids, from, to, 1);
    const bool valid = room.moves(0, 1);
    expect(!valid || distance >= room.radius_m, "a valid motion is clear");
    expect(valid || distance <= room.radius_m + slack, "a motion with more room is valid");
    expect(valid == room.moves(1, 0), "a motion back is as valid");
    expect(!valid || (room.valid(0) && room.valid(1)), "the ends of a valid motion are valid");
    tally.valid += valid;
    if (!valid)
        check_stop(room, solids, slack, tally);
    std::pair<ob::State *, double> last(nullptr, 2);
    expect(room.information()->checkMotion(room.state(0), room.state(1), last) == valid &&
               (last.second > 1) == valid,
           "without a state, and nothing is written if valid");
}

// A motion anywhere in the room, or along a face of a solid at about the radius.
void place_motion(const Room &room, const std::vector<Solid> &solids, Chance &chance)
{
    double *from = room.values(0), *to = room.values(1);
    for (int i = 0; i < 3; i++) {
        from[i] = chance.between(0, room.edge_m);
        to[i] = chance.below(2) ? chance.between(0, room.edge_m)
                                : from[i] + chance.between(-0.1, 0.1) * room.edge_m;
    }
    if (chance.below(2))
        return;
    const Solid &solid = solids[static_cast<size_t>(chance.below(static_cast<int>(solids.size())))];
    const int axis = chance.below(3);
    for (double *end : { from, to }) {
        for (int i = 0; i < 3; i++)
            end[i] = chance.between(solid.lo[i] - 0.05, solid.hi[i] + 0.05);
        end[axis] = solid.hi[axis] + room.radius_m + chance.between(-0.001, 0.001);
    }
}

void check_motions(const Room &room, const std::vector<Solid> &solids, double slack, Chance &chance,
                   int count)
{
    Tally tally = {};
    for (int i = 0; i < count; i++) {
        place_motion(room, solids, chance);
        check_motion(room, solids, slack, tally);
    }
    std::printf("%d motions: %d valid, %d stopped, %d of them at the start\n", count, tally.valid,
                tally.stopped, tally.at_start);
    const auto &validator = room.information()->getMotionValidator();
    expect(validator->getValidMotionCount() + validator->getInvalidMotionCount() > 0 &&
               static_cast<int>(validator->getValidMotionCount()) >= 3 * tally.valid &&
               static_cast<int>(validator->getInvalidMotionCount()) >= 4 * tally.stopped,
           "motions are counted");
    expect(tally.valid > count / 20 && tally.stopped > count / 20, "motions of both kinds");
    expect(tally.at_start < tally.stopped / 4, "few stops are at the start");
}

template <class F> void expect_throw(F make, const char *what)
{
    bool thrown = false;
    try {
        make();
    } catch (const ompl::Exception &) {
        thrown = true;
    }
    expect(thrown, what);
}

void check_errors(const oct9_map_t &map, const oct9_frame_t &frame)
{
    const oct9_ompl::Ball ball(map, frame, 0);
    const Room room(ball, 1, 0);
    const double wrong[] = { std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity(),
                             1e300,
                             -1e300,
                             1e6,
                             100 };
    for (double value : wrong)
        for (size_t i = 0; i < 3; i++) {
            for (size_t j = 0; j < 3; j++)
                room.values(0)[j] = room.values(1)[j] = 0.01;
            room.values(1)[i] = value;
            expect(!room.valid(1) && !room.moves(0, 1) && !room.moves(1, 0), "no position");
        }
    const double nan = wrong[0], infinity = wrong[1];
    for (double radius : { nan, infinity, -infinity, -0.1, -0.0001, 1e300, 600.0 })
        expect_throw([&] { oct9_ompl::Ball(map, frame, radius); }, "a wrong radius");
    oct9_rules_t rules = {};
    rules.start_inside = OCT9_PASSES;
    expect_throw([&] { oct9_ompl::Ball(map, frame, 1, rules); }, "a start that passes");
    rules = {};
    rules.filter_value = 7;
    expect_throw([&] { oct9_ompl::Ball(map, frame, 1, rules); }, "rules of no sense");
    expect_throw([&] { oct9_ompl::Ball(map, { frame.origin_mm, 0, 0, 0, 0 }, 1); }, "a bad frame");
    auto plane = std::make_shared<ob::SpaceInformation>(
        std::make_shared<ob::RealVectorStateSpace>(2));
    expect_throw([&] { oct9_ompl::StateValidityChecker(plane, ball); }, "states of a plane");
    expect_throw([&] { oct9_ompl::MotionValidator(plane, ball); }, "motions of a plane");
}

OCT9_POOL(static, pool, 20000);

oct9_cell_t cell_of(const int *at)
{
    return { static_cast<uint16_t>(at[0]), static_cast<uint16_t>(at[1]),
             static_cast<uint16_t>(at[2]) };
}

// Boxes of cells in a tree: the map adds nothing to them.
void check_tree(Chance &chance, uint32_t edge_um)
{
    const double edge_m = edge_um / 1e6;
    // In every other tree it is whole once it has grown by 0.87 mm, so that it grows by no more.
    const double part = chance.below(2) ? 0.13 : chance.between(0, 1);
    const double radius_m = (chance.below(static_cast<int>(edge_um / 250)) + part) / 1e3;
    oct9_frame_t frame = OCT9_FRAME(0, 0, 0, edge_um);
    for (int32_t *low : { &frame.origin_mm.x, &frame.origin_mm.y, &frame.origin_mm.z })
        *low = chance.below(100) - static_cast<int32_t>(room_cells * edge_um / 1000);
    const double origin[3] = { frame.origin_mm.x / 1e3, frame.origin_mm.y / 1e3,
                               frame.origin_mm.z / 1e3 };
    oct9_tree_t tree;
    const oct9_box_t all = { { 0, 0, 0 }, { OCT9_CELLS, OCT9_CELLS, OCT9_CELLS } };
    bool filled = oct9_tree_init(&tree, pool, 20000, nullptr) == OCT9_OK &&
                  oct9_tree_fill_box(&tree, &all, 1) == OCT9_OK;
    std::vector<Solid> solids;
    for (Block block : blocks_of(chance, 60, room_cells, 16)) {
        for (int i = 0; i < 3; i++) {
            block.lo[i] += room_cells; // where the room begins, about
            block.hi[i] += room_cells;
        }
        const oct9_box_t box = { cell_of(block.lo), cell_of(block.hi) };
        filled = filled && oct9_tree_fill_box(&tree, &box, 2) == OCT9_OK;
        solids.push_back(solid_of(block, edge_m, origin));
    }
    expect(filled, "the tree is filled");
    const oct9_map_t map = oct9_map_of_tree(&tree);
    const oct9_ompl::Ball ball(map, frame, radius_m);
    check_motions(Room(ball, room_cells * edge_m, radius_m), solids, ball.rounding_m(), chance,
                  2000);
    check_errors(map, frame);
}

// The boxes of the mesh stand on millimetres.
std::vector<Block> mesh_of(uint32_t seed)
{
    Chance chance(seed);
    return blocks_of(chance, 40, static_cast<int>(mesh_m * 1000), 1500);
}

void print_mesh(uint32_t seed)
{
    static const int sides[6][4] = { { 1, 3, 4, 2 }, { 5, 6, 8, 7 }, { 1, 2, 6, 5 },
                                     { 3, 7, 8, 4 }, { 1, 5, 7, 3 }, { 2, 4, 8, 6 } };
    int base = 0;
    for (const Block &block : mesh_of(seed)) {
        for (int corner = 0; corner < 8; corner++)
            std::printf("v %.3f %.3f %.3f\n", (corner & 1 ? block.hi : block.lo)[0] / 1e3,
                        (corner & 2 ? block.hi : block.lo)[1] / 1e3,
                        (corner & 4 ? block.hi : block.lo)[2] / 1e3);
        for (const auto &side : sides)
            std::printf("f %d %d %d %d\n", base + side[0], base + side[1], base + side[2],
                        base + side[3]);
        base += 8;
    }
}

// The faces: nothing is inside of a mesh.
std::vector<Solid> faces_of(uint32_t seed)
{
    const double origin[3] = {};
    std::vector<Solid> faces;
    for (const Block &block : mesh_of(seed))
        for (int i = 0; i < 3; i++)
            for (bool high : { false, true }) {
                Block face = block;
                (high ? face.lo : face.hi)[i] = (high ? block.hi : block.lo)[i];
                faces.push_back(solid_of(face, 1e-3, origin));
            }
    return faces;
}

#if HAS_PLANNER
// Plans between random valid states, and checks each edge of what was found.
void check_planner(const Room &room, const std::vector<Solid> &solids, Chance &chance)
{
    int found = 0, edges = 0;
    for (int plan = 0; plan < 20; plan++) {
        const ob::SpaceInformationPtr &si = room.information();
        for (size_t end = 0; end < 2; end++)
            do
                for (int i = 0; i < 3; i++)
                    room.values(end)[i] = chance.between(0, room.edge_m);
            while (!room.valid(end));
        ob::ScopedState<> start(si->getStateSpace(), room.state(0));
        ob::ScopedState<> goal(si->getStateSpace(), room.state(1));
        auto problem = std::make_shared<ob::ProblemDefinition>(si);
        problem->setStartAndGoalStates(start, goal);
        ompl::geometric::RRTConnect planner(si);
        planner.setProblemDefinition(problem);
        planner.setup();
        int rounds = 0;
        const ob::PlannerTerminationCondition enough([&rounds] { return ++rounds > 5000; });
        if (planner.solve(enough) != ob::PlannerStatus::EXACT_SOLUTION)
            continue;
        found++;
        const auto *path = problem->getSolutionPath()->as<ompl::geometric::PathGeometric>();
        for (size_t i = 0; i + 1 < path->getStateCount(); i++, edges++) {
            const double *from = oct9_ompl::place_of(path->getState(static_cast<unsigned>(i)));
            const double *to = oct9_ompl::place_of(path->getState(static_cast<unsigned>(i + 1)));
            expect(distance_until(solids, from, to, 1) >= room.radius_m,
                   "an edge of a path is clear");
        }
    }
    std::printf("RRTConnect: %d of 20 paths, %d edges\n", found, edges);
    expect(found >= 10 && edges > found, "paths with more than one edge");
}
#endif

void check_image(uint32_t seed, const char *name)
{
#if HAS_PLANNER
    ompl::msg::setLogLevel(ompl::msg::LOG_ERROR);
    ompl::RNG::setSeed(seed); // before OMPL draws a number
#endif
    std::ifstream file(name, std::ios::binary);
    const std::vector<char> read{ std::istreambuf_iterator<char>(file),
                                  std::istreambuf_iterator<char>() };
    std::vector<uint32_t> words(read.size() / 4);
    std::memcpy(words.data(), read.data(), words.size() * 4);
    oct9_image_t image;
    if (oct9_image_open(&image, OCT9_ROM(words.data()), words.size() * 4) != OCT9_OK) {
        expect(false, "the image opens");
        return;
    }
    const oct9_map_t map = oct9_map_of_image(&image);
    oct9_rules_t rules = {};
    rules.outside = OCT9_FREE; // the room is larger than the mesh
    const double radius_m = 0.15;
    const oct9_ompl::Ball ball(map, image.frame, radius_m, rules);
    const Room room(ball, mesh_m, radius_m);
    Chance chance(seed + 1);
    // A cell that a face touches is occupied as a whole.
    const double slack = std::sqrt(3) * mesh_um / 1e6 + ball.rounding_m();
    check_motions(room, faces_of(seed), slack, chance, 2000);
#if HAS_PLANNER
    check_planner(room, faces_of(seed), chance);
#else
    std::printf("RRTConnect: skipped, libompl-dev is not installed\n");
#endif
}

} // namespace

int main(int argc, char **argv)
{
    const uint32_t seed = argc > 2 ? static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10)) : 0;
    if (argc == 3 && std::strcmp(argv[1], "mesh") == 0) {
        print_mesh(seed);
        return 0;
    }
    if (argc == 3 && std::strcmp(argv[1], "tree") == 0)
        for (uint32_t edge_um : { 5000u, 62500u, 5000u, 40000u, 5000u }) {
            Chance chance(seed + edge_um + static_cast<uint32_t>(passed));
            check_tree(chance, edge_um);
        }
    else if (argc == 4 && std::strcmp(argv[1], "image") == 0)
        check_image(seed, argv[3]);
    else
        return 2;
    std::printf("seed %u\n%d passed, %d failed\n", seed, passed, failed);
    return failed != 0;
}
