// SPDX-License-Identifier: MIT
// oct9_server compared with boxes in metres and with the OctoMap that its map was baked of. It
// shares no code with the library.
//
// client make SEED MAP.bt            writes a room of boxes, occupied and unknown, as an OctoMap
// client ask SEED MAP.bt FRAME LOW HIGH MOTIONS
//                                    asks the server, and prints the motions in mm, and each
//                                    answer, to MOTIONS: what `oct9 sweep` reads and prints
#include "packaging/ompl/oracle.hpp"

#include <nav_msgs/OccupancyGrid.h>
#include <oct9_server/CheckMotion.h>
#include <octomap/octomap.h>
#include <octomap_msgs/Octomap.h>
#include <octomap_msgs/OctomapWithPose.h>
#include <ros/ros.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <tuple>

namespace {

using oct9_server::CheckMotion;
using octomap::OcTree;

constexpr double cell_m = 0.05;
constexpr int low_cell = -25, high_cell = 35; // the room, a cube, counted from 0 m
// A column of free cells beside it, as long as the map: below and above is the outside.
constexpr int shaft = low_cell - 3, shaft_low = -200, shaft_high = shaft_low + 512;

int passed, failed;

void expect(bool condition, const std::string &what)
{
    condition ? passed++ : failed++;
    if (!condition && failed <= 10)
        std::printf("not so: %s\n", what.c_str());
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

// --- the room: all free, except for boxes; of two boxes at one place the later counts ---

struct Block {
    int lo[3], hi[3];
    bool occupied; // or unknown
};

std::vector<Block> blocks_of(uint32_t seed)
{
    Chance chance(seed);
    std::vector<Block> blocks(30);
    for (size_t i = 0; i < blocks.size(); i++) {
        blocks[i].occupied = i >= 10;
        for (int a = 0; a < 3; a++) {
            blocks[i].lo[a] = low_cell + chance.below(high_cell - low_cell - 14);
            blocks[i].hi[a] = blocks[i].lo[a] + 1 + chance.below(14);
        }
    }
    return blocks;
}

bool in_block(const int *at, const Block &block)
{
    bool in = true;
    for (int a = 0; a < 3; a++)
        in = in && block.lo[a] <= at[a] && at[a] < block.hi[a];
    return in;
}

// -1 unknown, 0 free, 1 occupied.
int state_of(const std::vector<Block> &blocks, const int *at)
{
    static const Block open[] = {
        { { low_cell, low_cell, low_cell }, { high_cell, high_cell, high_cell }, false },
        { { shaft, shaft, shaft_low }, { shaft + 1, shaft + 1, shaft_high }, false }
    };
    int state = in_block(at, open[0]) || in_block(at, open[1]) ? 0 : -1;
    for (const Block &block : blocks)
        if (in_block(at, block))
            state = block.occupied ? 1 : -1;
    return state;
}

bool make(uint32_t seed, const char *path)
{
    OcTree tree(cell_m);
    const std::vector<Block> blocks = blocks_of(seed);
    int at[3];
    for (at[0] = shaft; at[0] < high_cell; at[0]++)
        for (at[1] = shaft; at[1] < high_cell; at[1]++)
            for (at[2] = shaft_low; at[2] < shaft_high; at[2]++) {
                const int state = state_of(blocks, at);
                octomap::OcTreeKey key;
                for (unsigned a = 0; a < 3; a++)
                    key[a] = static_cast<uint16_t>(at[a] + 32768);
                if (state >= 0)
                    tree.setNodeValue(key, state > 0 ? 3.5f : -2.0f, true);
            }
    tree.updateInnerOccupancy();
    return tree.writeBinary(path);
}

// What blocks, by kind: the boxes, and the unknown space around the room.
struct Solids {
    std::vector<Solid> occupied, unknown, all;
};

Solids solids_of(uint32_t seed)
{
    Solids solids;
    for (const Block &block : blocks_of(seed)) {
        Solid solid;
        for (int a = 0; a < 3; a++) {
            solid.lo[a] = block.lo[a] * cell_m;
            solid.hi[a] = block.hi[a] * cell_m;
        }
        (block.occupied ? solids.occupied : solids.unknown).push_back(solid);
    }
    for (int a = 0; a < 3; a++)
        for (bool high : { false, true }) {
            Solid side = { { -100, -100, -100 }, { 100, 100, 100 } };
            (high ? side.lo : side.hi)[a] = (high ? high_cell : low_cell) * cell_m;
            solids.unknown.push_back(side);
        }
    solids.all = solids.occupied;
    solids.all.insert(solids.all.end(), solids.unknown.begin(), solids.unknown.end());
    return solids;
}

// --- what is published ---

template <class Message> typename Message::ConstPtr wait_for(const char *topic)
{
    const auto message = ros::topic::waitForMessage<Message>(topic, ros::Duration(20));
    expect(message != nullptr, std::string("there is a message on ") + topic);
    return message;
}

using Leaves = std::set<std::tuple<uint16_t, uint16_t, uint16_t, unsigned, bool>>;

Leaves leaves_of(const OcTree &tree)
{
    Leaves leaves;
    for (auto leaf = tree.begin_leafs(); leaf != tree.end_leafs(); ++leaf) {
        const octomap::OcTreeKey key = leaf.getIndexKey();
        leaves.insert({ key[0], key[1], key[2], leaf.getDepth(), tree.isNodeOccupied(*leaf) });
    }
    return leaves;
}

void check_octomap(const OcTree &baked, const std::string &frame)
{
    const auto message = wait_for<octomap_msgs::Octomap>("octomap_binary");
    if (!message)
        return;
    expect(message->header.frame_id == frame, "the map's frame");
    expect(message->binary && message->id == "OcTree", "a binary OcTree");
    expect(std::fabs(message->resolution - cell_m) < 1e-12, "the map's resolution");
    std::stringstream stream(std::string(message->data.begin(), message->data.end()));
    OcTree tree(message->resolution);
    tree.readBinaryData(stream);
    expect(stream.good() && stream.peek() == EOF, "the map ends with its data");
    expect(leaves_of(tree) == leaves_of(baked), "the map has the leaves that were baked");
    std::printf("%zu leaves, %zu bytes\n", leaves_of(tree).size(), message->data.size());
}

// What a column of the room has between two heights, as a grid says it.
int column_of(const std::vector<Block> &blocks, int x, int y, double low_m, double high_m)
{
    int value = 0;
    for (int z = -3000; z < 3000; z++) {
        const int at[3] = { x, y, z };
        if ((z + 1) * cell_m <= low_m || z * cell_m >= high_m)
            continue;
        const int state = state_of(blocks, at);
        if (state > 0)
            return 100;
        value = state < 0 ? -1 : value;
    }
    return value;
}

void check_grid(uint32_t seed, const std::string &frame, double low_m, double high_m)
{
    const auto grid = wait_for<nav_msgs::OccupancyGrid>("projected_map");
    if (!grid)
        return;
    const auto &info = grid->info;
    const double x = std::round(info.origin.position.x / cell_m);
    const double y = std::round(info.origin.position.y / cell_m);
    expect(grid->header.frame_id == frame, "the grid's frame");
    expect(std::fabs(static_cast<double>(info.resolution) - cell_m) < 1e-7, "its resolution");
    expect(std::fabs(info.origin.position.x - x * cell_m) < 1e-9 &&
               std::fabs(info.origin.position.y - y * cell_m) < 1e-9,
           "the grid lies on cells");
    expect(info.width == high_cell - shaft && info.height == high_cell - shaft &&
               static_cast<int>(x) == shaft && static_cast<int>(y) == shaft &&
               grid->data.size() == size_t{ info.width } * info.height,
           "the grid spans the room and the shaft");
    if (failed > 0)
        return;
    const std::vector<Block> blocks = blocks_of(seed);
    int counts[3] = {}, wrong = 0;
    for (size_t i = 0; i < grid->data.size(); i++) {
        const int column = shaft + static_cast<int>(i % info.width);
        const int row = shaft + static_cast<int>(i / info.width);
        const int value = column_of(blocks, column, row, low_m, high_m);
        wrong += grid->data[i] != value;
        counts[value > 0 ? 2 : value + 1]++;
    }
    expect(wrong == 0, std::to_string(wrong) + " cells of the grid are wrong");
    std::printf("grid: %d unknown, %d free, %d occupied\n", counts[0], counts[1], counts[2]);
}

// --- what is answered ---

class Asker {
    ros::ServiceClient client;
    std::string frame;

public:
    Asker(ros::NodeHandle &node, const std::string &frame_)
        : client(node.serviceClient<CheckMotion>("check_motion", true)), frame(frame_)
    {
        expect(client.waitForExistence(ros::Duration(20)), "there is a service");
    }

    CheckMotion request(const double *from, const double *to, double radius) const
    {
        CheckMotion motion;
        motion.request.frame_id = frame;
        motion.request.start.x = from[0];
        motion.request.start.y = from[1];
        motion.request.start.z = from[2];
        motion.request.end.x = to[0];
        motion.request.end.y = to[1];
        motion.request.end.z = to[2];
        motion.request.radius = radius;
        return motion;
    }

    bool answer(CheckMotion &motion)
    {
        const bool answered = client.call(motion);
        expect(answered, "a request is answered");
        return answered;
    }

    void expect_refused(CheckMotion motion, const std::string &what)
    {
        motion.response.clear = true;
        expect(answer(motion) && !motion.response.clear &&
                   motion.response.status.rfind("refused: ", 0) == 0,
               what + " is refused");
    }
};

// What the map and the rounding may add to the sphere: 2.74 sub-cells and 2.75 mm.
constexpr double slack_m = 2.74 * cell_m / 64 + 0.00275;

// Where a motion that is not clear stops.
void check_stop(const Solids &solids, const double *from, const double *to, double radius,
                const CheckMotion::Response &response)
{
    const double stop[3] = { response.stop.x, response.stop.y, response.stop.z };
    double length = 0, along = 0, off = 0;
    for (int a = 0; a < 3; a++) {
        length += (to[a] - from[a]) * (to[a] - from[a]);
        along += (stop[a] - from[a]) * (to[a] - from[a]);
    }
    const double part = length > 0 ? along / length : 0;
    for (int a = 0; a < 3; a++)
        off = std::fmax(off, std::fabs(from[a] + (to[a] - from[a]) * part - stop[a]));
    expect(off < 1e-9 && part >= 0 && part <= 1, "the stop is on the motion");
    expect(!(part > 0) || distance_until(solids.all, from, to, part) >= radius,
           "up to the stop it is clear");
    const double soon = length > 0 ? part + (20 * slack_m + 0.02) / std::sqrt(length) : 1;
    expect(distance_until(solids.all, from, to, std::fmin(1, soon)) <= radius + slack_m,
           "the stop is not too soon");
    const std::vector<Solid> &kind = response.status == "occupied" ? solids.occupied
                                                                   : solids.unknown;
    expect(response.status == "occupied" || response.status == "unknown", "what blocks is named");
    expect(distance_until(kind, from, to, 1) <= radius + slack_m, "what is named blocks");
}

// A motion anywhere in the room, or along a face of a solid at about the radius.
void place_motion(const std::vector<Solid> &solids, Chance &chance, double radius, double *from,
                  double *to)
{
    const double low = low_cell * cell_m, high = high_cell * cell_m;
    for (int a = 0; a < 3; a++) {
        from[a] = chance.between(low, high);
        to[a] = chance.below(2) ? chance.between(low, high) : from[a] + chance.between(-0.3, 0.3);
    }
    if (chance.below(2))
        return;
    const Solid &solid = solids[static_cast<size_t>(chance.below(static_cast<int>(solids.size())))];
    const int axis = chance.below(3);
    for (double *end : { from, to }) {
        for (int a = 0; a < 3; a++)
            end[a] = chance.between(std::fmax(low, solid.lo[a] - 0.05),
                                    std::fmin(high, solid.hi[a] + 0.05));
        const double off = radius + chance.between(-0.001, 0.001);
        if (solid.hi[axis] <= high)
            end[axis] = solid.hi[axis] + off;
        else if (solid.lo[axis] >= low)
            end[axis] = solid.lo[axis] - off;
    }
}

void print_motion(std::FILE *file, const double *from, const double *to, double radius, bool clear)
{
    for (const double *end : { from, to })
        for (int a = 0; a < 3; a++)
            std::fprintf(file, "%.0f ", std::floor(end[a] * 1000 + 0.5));
    std::fprintf(file, "%.0f %s\n", std::ceil(radius * 1000 + 0.87), clear ? "clear" : "blocked");
}

void check_motions(Asker &asker, uint32_t seed, const char *path)
{
    constexpr int count = 500;
    const Solids solids = solids_of(seed);
    Chance chance(seed + 1);
    int clear = 0, stopped = 0;
    std::FILE *file = std::fopen(path, "w");
    expect(file != nullptr, "the motions can be written");
    for (int i = 0; i < count && file; i++) {
        double from[3], to[3];
        const double radius = chance.between(0, 0.2);
        place_motion(solids.all, chance, radius, from, to);
        CheckMotion motion = asker.request(from, to, radius);
        if (!asker.answer(motion))
            break;
        const CheckMotion::Response &response = motion.response;
        print_motion(file, from, to, radius, response.clear);
        const double distance = distance_until(solids.all, from, to, 1);
        expect(!response.clear || distance >= radius, "a clear motion is clear");
        expect(response.clear || distance <= radius + slack_m, "one with more room is clear");
        expect(response.clear == (response.status == "clear"), "the status is the answer's");
        expect(!response.clear || (response.stop.x >= to[0] && response.stop.x <= to[0]),
               "a clear motion stops at its end");
        if (!response.clear)
            check_stop(solids, from, to, radius, response);
        clear += response.clear;
        stopped += !response.clear;
    }
    expect(file && std::fclose(file) == 0, "the motions are written");
    expect(clear > count / 20 && stopped > count / 20, "motions of both kinds");
    std::printf("%d motions: %d clear, %d stopped\n", count, clear, stopped);
}

// A place at which a sphere of 1 mm is clear.
void find_clear(Asker &asker, uint32_t seed, double *place)
{
    Chance chance(seed + 2);
    for (int i = 0; i < 1000; i++) {
        for (int a = 0; a < 3; a++)
            place[a] = chance.between(low_cell * cell_m, high_cell * cell_m);
        CheckMotion motion = asker.request(place, place, 0.001);
        if (!asker.answer(motion) || motion.response.clear)
            return;
    }
    expect(false, "there is free space");
}

// Only what is wrong in a request blocks it: it begins from one that is clear.
void check_hostile(Asker &asker, uint32_t seed)
{
    const double infinity = std::numeric_limits<double>::infinity();
    const double wraps = 4294967.296; // 2^32 mm
    double place[3];
    find_clear(asker, seed, place);
    const CheckMotion good = asker.request(place, place, 0.001);
    for (double wrong : { std::nan(""), -std::nan(""), infinity, -infinity, 1e300, -1e300, 1e9,
                          -1e9, wraps, -wraps, wraps / 2, -wraps / 2, 1e6, 100.0, -100.0 }) {
        for (int field = 0; field < 7; field++) {
            CheckMotion motion = good;
            CheckMotion::Request &request = motion.request;
            double *const fields[] = { &request.start.x, &request.start.y, &request.start.z,
                                       &request.end.x,   &request.end.y,   &request.end.z,
                                       &request.radius };
            *fields[field] = wrong;
            asker.expect_refused(motion, std::to_string(wrong));
            // Where the number wraps around it would be the good one again.
            *fields[field] = field < 6 ? place[field % 3] + wrong : 0.001 + wrong;
            asker.expect_refused(motion, "the good one and " + std::to_string(wrong));
        }
    }
    for (double radius : { -0.001, -5e-324 })
        asker.expect_refused(asker.request(place, place, radius), "a radius below 0");
    for (const std::string &frame : { std::string(), std::string("/"), std::string("base_link"),
                                      good.request.frame_id + "x", std::string(1 << 20, 'x') }) {
        CheckMotion motion = good;
        motion.request.frame_id = frame;
        asker.expect_refused(motion, "another frame");
    }
    CheckMotion again = good;
    expect(asker.answer(again) && again.response.clear, "the server answers as before");
}

int ask(uint32_t seed, char **argv)
{
    const std::string frame = argv[1];
    const double low_m = std::strtod(argv[2], nullptr), high_m = std::strtod(argv[3], nullptr);
    ros::NodeHandle node;
    const OcTree baked(argv[0]);
    // The checksums that octomap_msgs 0.3 has: its programs take these messages.
    expect(ros::message_traits::md5sum<octomap_msgs::Octomap>() ==
               std::string("9a45536b45c5e409cd49f04bb2d9999f"),
           "Octomap is the public message");
    expect(ros::message_traits::md5sum<octomap_msgs::OctomapWithPose>() ==
               std::string("20b380aca6a508a657e95526cddaf618"),
           "OctomapWithPose is the public message");
    check_octomap(baked, frame);
    check_grid(seed, frame, low_m, high_m);
    Asker asker(node, frame);
    check_motions(asker, seed, argv[4]);
    check_hostile(asker, seed);
    std::printf("seed %u\n%d passed, %d failed\n", seed, passed, failed);
    return failed != 0;
}

} // namespace

int main(int argc, char **argv)
{
    ros::init(argc, argv, "client", ros::init_options::AnonymousName);
    const uint32_t seed = argc > 2 ? static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10)) : 0;
    if (argc == 4 && std::strcmp(argv[1], "make") == 0)
        return make(seed, argv[3]) ? 0 : 1;
    if (argc == 8 && std::strcmp(argv[1], "ask") == 0)
        return ask(seed, argv + 3);
    return 2;
}
