// SPDX-License-Identifier: MIT
// A map that oct9 baked, for the other nodes of a robot. ROS 1.
//
// Publishes, latched, the names are those of octomap_server:
//   octomap_binary   octomap_msgs/Octomap: free and occupied space, cell for cell
//   projected_map    nav_msgs/OccupancyGrid: for each column of cells what is between two heights
// Answers:
//   check_motion     oct9_server/CheckMotion: is this straight motion of a sphere clear?
// Parameters:
//   ~map             the path of a map image, a .o9
//   ~low, ~high      the heights, in metres, rounded to mm; cells that [low, high) meets count
//   ~frame_id        the frame of the map, "map" if not given
//
// Ends with 1, and says why, if a parameter is missing or wrong, the map is not a good image, or
// OctoMap's grid cannot hold it: its origin must be a multiple of its cells, as `oct9 bake` and
// `oct9 map` choose it.
#include "oct9.h"
#include "oct9/metric.h"

#include <oct9_server/CheckMotion.h>

#include <nav_msgs/OccupancyGrid.h>
#include <octomap_msgs/Octomap.h>
#include <ros/ros.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using oct9_server::CheckMotion;

[[noreturn]] void refuse(const std::string &what)
{
    throw std::runtime_error(what);
}

int64_t floor_of(int64_t num, int64_t den)
{
    return num / den - (num % den < 0);
}

// The nearest mm; false if the number is NaN, infinite or farther than any map is. NaN is found by
// its bits, as -ffast-math drops a comparison.
bool to_mm(double metres, int32_t &mm)
{
    constexpr double far_m = 1e6;
    if (metres > far_m || metres < -far_m ||
        oct9_metric_mm(static_cast<float>(metres), &mm) != OCT9_OK)
        return false;
    mm = static_cast<int32_t>(std::floor(metres * 1000 + 0.5));
    return true;
}

bool to_place(const geometry_msgs::Point &point, oct9_mm_t &place)
{
    return to_mm(point.x, place.x) && to_mm(point.y, place.y) && to_mm(point.z, place.z);
}

// --- the map ---

struct Map {
    std::vector<uint32_t> words; // the image
    oct9_image_t image;
    oct9_map_t map;
    oct9_box_t extent; // what is known lies in it

    explicit Map(const std::string &path);
    Map(const Map &) = delete;
    Map &operator=(const Map &) = delete;

    double cell_m() const { return image.frame.cell_um / 1e6; }
};

Map::Map(const std::string &path)
{
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    const std::streamoff size = file ? static_cast<std::streamoff>(file.tellg()) : -1;
    if (size < 0 || size > INT32_MAX)
        refuse(path + ": cannot be read");
    words.resize(static_cast<size_t>(size) / 4 + 1);
    file.seekg(0);
    if (!file.read(reinterpret_cast<char *>(words.data()), size))
        refuse(path + ": cannot be read");
    const oct9_status_t status = oct9_image_open(&image, OCT9_ROM(words.data()),
                                                 static_cast<size_t>(size));
    if (status != OCT9_OK)
        refuse(path + ": not a good map image: " + oct9_status_text(status));
    map = oct9_map_of_image(&image);

    const unsigned char *bytes = reinterpret_cast<const unsigned char *>(words.data()) +
                                 offsetof(oct9_image_header_t, extent);
    uint16_t *const edges[6] = { &extent.lo.x, &extent.lo.y, &extent.lo.z,
                                 &extent.hi.x, &extent.hi.y, &extent.hi.z };
    for (unsigned i = 0; i < 6; i++)
        *edges[i] = static_cast<uint16_t>(bytes[2 * i] | bytes[2 * i + 1] << 8);
    for (unsigned a = 0; a < 3; a++)
        if (*edges[a] >= *edges[a + 3] || *edges[a + 3] > OCT9_CELLS)
            refuse(path + ": its extent is no box of cells");
}

// --- octomap_binary ---

octomap_msgs::Octomap octomap_of(const Map &map, const std_msgs::Header &header)
{
    oct9_export_bt_t bt;
    int32_t shift_um[3];
    std::vector<uint8_t> bytes;
    if (oct9_export_bt_begin(&bt, &map.map, &map.image.frame, shift_um) != OCT9_OK)
        refuse("the map is farther than 32768 cells from 0 m: OctoMap ends there");
    if (shift_um[0] != 0 || shift_um[1] != 0 || shift_um[2] != 0)
        refuse("the map's origin is no multiple of its cells: OctoMap's lie elsewhere");
    oct9_status_t status = OCT9_AGAIN;
    while (status == OCT9_AGAIN) {
        uint8_t part[4096];
        size_t written = 0;
        status = oct9_export_bt_run(&bt, UINT32_MAX, part, sizeof part, &written);
        bytes.insert(bytes.end(), part, part + written);
    }
    if (status != OCT9_OK)
        refuse(oct9_status_text(status));
    octomap_msgs::Octomap message;
    message.header = header;
    message.binary = true;
    message.id = "OcTree";
    message.resolution = map.cell_m();
    message.data.assign(bytes.begin() + OCT9_EXPORT_BT_HEADER, bytes.end());
    return message;
}

// --- projected_map ---

// Chooses the cells that [low, high) meets.
void choose_band(const Map &map, double low_m, double high_m, oct9_export_grid_input_t &input)
{
    const int64_t origin = map.image.frame.origin_mm.z, cell_um = map.image.frame.cell_um;
    int32_t low_mm, high_mm;
    if (!to_mm(low_m, low_mm) || !to_mm(high_m, high_mm) || low_mm >= high_mm)
        refuse("~low must be below ~high, both in metres");
    const int64_t low = floor_of((low_mm - origin) * 1000, cell_um);
    const int64_t high = -floor_of((origin - high_mm) * 1000, cell_um);
    if (high <= 0 || low >= OCT9_CELLS)
        refuse("~low and ~high are both outside the map");
    // A cell beside the cube is as unknown as all of them.
    input.lo.z = static_cast<int32_t>(std::max<int64_t>(low, -1));
    input.hi.z = static_cast<int32_t>(std::min<int64_t>(high, OCT9_CELLS + 1));
}

nav_msgs::OccupancyGrid grid_of(const Map &map, const std_msgs::Header &header, double low_m,
                                double high_m)
{
    const oct9_mm_t &origin = map.image.frame.origin_mm;
    const oct9_box_t &extent = map.extent;
    nav_msgs::OccupancyGrid grid;
    grid.header = header;
    grid.info.map_load_time = header.stamp;
    grid.info.resolution = static_cast<float>(map.cell_m());
    grid.info.width = static_cast<uint32_t>(extent.hi.x - extent.lo.x);
    grid.info.height = static_cast<uint32_t>(extent.hi.y - extent.lo.y);
    grid.info.origin.position.x = origin.x / 1e3 + extent.lo.x * map.cell_m();
    grid.info.origin.position.y = origin.y / 1e3 + extent.lo.y * map.cell_m();
    grid.info.origin.orientation.w = 1;
    grid.data.resize(size_t{ grid.info.width } * grid.info.height);

    oct9_export_grid_input_t input = {};
    input.lo = { extent.lo.x, extent.lo.y, 0 };
    input.hi = { extent.hi.x, extent.hi.y, 0 };
    choose_band(map, low_m, high_m, input);
    input.data = grid.data.data();
    input.room = grid.info.width * grid.info.height;
    oct9_export_grid_t state;
    oct9_status_t status = oct9_export_grid_begin(&state, &map.map, &input);
    if (status == OCT9_OK)
        status = oct9_export_grid_run(&state, UINT32_MAX);
    if (status != OCT9_OK)
        refuse(oct9_status_text(status));
    return grid;
}

// --- check_motion ---

// The position of the true motion up to which the sphere is clear. drive_mm is the clear part of
// the rounded motion, which is up to 1.74 mm longer than the true one.
geometry_msgs::Point stop_of(const CheckMotion::Request &request, int32_t drive_mm)
{
    const geometry_msgs::Point &from = request.start, &to = request.end;
    geometry_msgs::Point stop = from;
    if (drive_mm > 2) {
        const double part = (drive_mm - 2) / 1e3 /
                            std::hypot(to.x - from.x, to.y - from.y, to.z - from.z);
        stop.x += (to.x - from.x) * part;
        stop.y += (to.y - from.y) * part;
        stop.z += (to.z - from.z) * part;
    }
    return stop;
}

const char *name_of(const oct9_sweep_output_t &output)
{
    if (output.hit == OCT9_HIT_NONE)
        return "clear";
    if (output.hit != OCT9_HIT_LEAF)
        return "outside";
    return output.leaf.state == OCT9_OCCUPIED ? "occupied" : "unknown";
}

// What CheckMotion.srv says. Positions are rounded to the nearest mm, and the radius grows by 0.87
// mm for that, the half root of 3, and to whole mm; mm.h says what is added to that.
bool check_motion(const Map &map, const std::string &frame_id, const CheckMotion::Request &request,
                  CheckMotion::Response &response)
{
    const oct9_frame_t &frame = map.image.frame;
    oct9_mm_t from, to;
    int32_t radius_mm, drive_mm;
    oct9_sphere_input_t input = {};
    oct9_sweep_output_t output;
    const auto answer = [&](const std::string &status) {
        response.status = status;
        return true;
    };
    response.clear = false;
    response.stop = request.start;
    if (request.frame_id != frame_id)
        return answer("refused: the frame is not " + frame_id);
    if (!to_place(request.start, from) || !to_place(request.end, to))
        return answer("refused: a coordinate is no number, or is too large");
    if (!to_mm(request.radius, radius_mm) || request.radius < 0)
        return answer("refused: the radius is no length, or is too large");
    radius_mm = static_cast<int32_t>(std::ceil(request.radius * 1000 + 0.87));
    oct9_status_t status = oct9_mm_sphere(&frame, &from, &to, radius_mm, &input.motion);
    if (status == OCT9_OK)
        status = oct9_sweep_sphere(&map.map, &input, &output);
    if (status == OCT9_OK)
        status = oct9_mm_of_drive(&from, &to, output.fraction.num, output.fraction.den, &drive_mm);
    if (status != OCT9_OK)
        return answer(std::string("refused: ") + oct9_status_text(status));
    response.clear = output.hit == OCT9_HIT_NONE;
    response.stop = response.clear ? request.end : stop_of(request, drive_mm);
    return answer(name_of(output));
}

// --- the node ---

template <class Value> Value parameter(const ros::NodeHandle &own, const std::string &name)
{
    Value value;
    if (!own.getParam(name, value))
        refuse("the parameter ~" + name + " is missing, or of another type");
    return value;
}

void serve(ros::NodeHandle &node)
{
    const ros::NodeHandle own("~");
    const Map map(parameter<std::string>(own, "map"));
    std_msgs::Header header;
    header.stamp = ros::Time::now();
    header.frame_id = own.param<std::string>("frame_id", "map");

    ros::Publisher octomap = node.advertise<octomap_msgs::Octomap>("octomap_binary", 1, true);
    octomap.publish(octomap_of(map, header));
    ros::Publisher grid = node.advertise<nav_msgs::OccupancyGrid>("projected_map", 1, true);
    grid.publish(
        grid_of(map, header, parameter<double>(own, "low"), parameter<double>(own, "high")));
    const boost::function<bool(CheckMotion::Request &, CheckMotion::Response &)> check =
        [&](CheckMotion::Request &request, CheckMotion::Response &response) {
            return check_motion(map, header.frame_id, request, response);
        };
    const ros::ServiceServer motions = node.advertiseService("check_motion", check);
    ros::spin();
}

} // namespace

int main(int argc, char **argv)
{
    ros::init(argc, argv, "oct9_server");
    ros::NodeHandle node; // without one nothing is logged
    try {
        serve(node);
    } catch (const std::exception &error) {
        ROS_FATAL("%s", error.what());
        return 1;
    }
    return 0;
}
