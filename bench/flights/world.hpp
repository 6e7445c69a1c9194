// SPDX-License-Identifier: MIT
// The truth: a world of upright prisms, or a building of cubes; what a ray meets in it, and what
// is nearest. It shares no code with the library.
#ifndef FLIGHTS_WORLD_HPP
#define FLIGHTS_WORLD_HPP

#include "geometry.hpp"

#include <memory>
#include <string>
#include <vector>

namespace flights {

// An upright box, turned by a yaw, or an upright cylinder. One that walks goes to and fro between
// its two places.
struct Thing {
    bool round = false, glass = false, walks = false;
    double x = 0, y = 0; // the middle
    double cos_yaw = 1, sin_yaw = 0;
    double half_x = 0, half_y = 0; // a cylinder: its radius, both
    double low = 0, high = 10;     // z
    double reflect = 0.5;          // 0: no light comes back
    double to_x = 0, to_y = 0, speed = 0, phase = 0;

    Thing at(double time) const; // where it is then, standing
    double reach() const { return round ? half_x : std::hypot(half_x, half_y); }
};

// Cubes of a building, read once from a baked map.
class Building {
public:
    bool load(const char *path);
    double cast(V3 from, V3 direction, double most) const; // far_away: nothing
    double nearest(V3 at, double within, bool flat, V3 *point) const;
    bool free(V3 at) const;       // known to be free
    double at_least(V3 at) const; // not farther than the nearest
    V3 low() const { return origin_; }
    V3 high() const;

private:
    V3 origin_;
    double cell_ = 0;
    int count_[3] = { 0, 0, 0 };
    std::vector<uint8_t> apart_; // cubes to the nearest one that is not free, on the longest axis

    size_t index(int x, int y, int z) const;
    int apart(int x, int y, int z) const;
    void spread();
};

constexpr int nothing = -1, floor_id = -2, ceiling_id = -3, building_id = -4;

// What a thing is, in words.
constexpr int thing_kinds = 6;
const char *name_of_kind(int kind);

struct Hit {
    double t = far_away; // along the ray
    int id = nothing;
    double reflect = 0;
};

struct Touch {
    double distance = far_away; // from a place to the surface; negative: inside
    int id = nothing;
    V3 point; // of the surface
};

struct World {
    std::vector<Thing> things;
    std::shared_ptr<const Building> building;
    bool flat = false; // of the building only the layer of a place counts
    double floor = 0, ceiling = 2.6;
    std::vector<V3> starts; // where a robot may begin, at its height

    // The nearest surface within `within` of a place, but the floor and the ceiling.
    Touch nearest(V3 at, double time, double within) const;
    int kind_of(int id) const;
    // From a place to one thing, where it is then.
    double distance_to(int id, V3 at, double time) const;
    // Whether a ball may go straight from a place without coming to anything, as all stands then.
    // With `widens` the ball grows by so much a metre.
    bool free(V3 from, V3 direction, double path, double radius, double time,
              double widens = 0) const;
};

// The rays of one sensor at one time.
class View {
public:
    View(const World &world, V3 from, double range, double time);
    Hit cast(V3 direction) const; // a unit vector
    bool solid = false;           // glass is met from any side

private:
    struct Near {
        Thing thing;
        int id;
        double from, ox, oy;
    };
    const World &world_;
    V3 from_;
    double range_;
    std::vector<Near> near_;
};

} // namespace flights

#endif
