// SPDX-License-Identifier: MIT
// Embree has the same triangles, in floats, with its robust tests: a closed surface has no holes
// for a ray. What only touches a triangle's rim may be missed.
#include "bench/scene_lines.hpp"

#include <embree3/rtcore.h>

#include <memory>

namespace {

constexpr double none = 65536; // beyond all 65535ths

double truth(const Lines &lines, const scene_place_t &place, bool any)
{
    using scenes::operator-;
    const scenes::Vec from = scenes::vec(place.at);
    const scenes::Move move = { from, scenes::vec(place.far) - from };
    int64_t least = scenes::WHOLE;
    bool hit = false;
    for (const scenes::Body &body : lines.bodies)
        if (scenes::move_touches(move, least, 0, body)) {
            hit = true;
            if (any)
                break;
            least = scenes::contact_num(move, 0, body, 0);
        }
    return any ? hit : hit ? static_cast<double>(least) : none;
}

Pass oct9_lines(const Lines &lines, bool any)
{
    std::vector<oct9_motion_t> motions;
    for (const scene_place_t &place : lines.places)
        motions.push_back({ place.at, place.far, 0 });
    return [&scene = lines.scene, motions, any](Answers &answers) {
        oct9_scene_hit_t hit;
        oct9_scene_output_t output;
        for (size_t i = 0; i < motions.size(); i++) {
            const oct9_scene_cast_input_t input = { motions[i], 0, 0, 1, &hit, any, OCT9_BLOCKS };
            oct9_scene_cast(&scene, &input, &output);
            answers[i] = any ? output.count : output.count ? hit.contact.num : none;
        }
    };
}

// --- Embree ----------------------------------------------------------------------------------

using Tree = std::shared_ptr<RTCSceneTy>;

void set(float *to, const oct9_point_t &point)
{
    to[0] = point.x;
    to[1] = point.y;
    to[2] = point.z;
}

Tree make_tree(const oct9_scene_t &scene)
{
    const RTCDevice device = rtcNewDevice("threads=1");
    const Tree tree(rtcNewScene(device), rtcReleaseScene);
    const RTCGeometry mesh = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    const size_t count = scene.primitive_count;
    auto *corners = static_cast<float *>(rtcSetNewGeometryBuffer(
        mesh, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), 3 * count));
    auto *index = static_cast<uint32_t *>(rtcSetNewGeometryBuffer(
        mesh, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(uint32_t), count));
    for (uint32_t i = 0; i < count; i++) {
        set(corners + 9 * i, scene.primitives[i].a);
        set(corners + 9 * i + 3, scene.primitives[i].b);
        set(corners + 9 * i + 6, scene.primitives[i].c);
        for (uint32_t c = 3 * i; c < 3 * i + 3; c++)
            index[c] = c;
    }
    rtcCommitGeometry(mesh);
    rtcAttachGeometry(tree.get(), mesh);
    rtcReleaseGeometry(mesh);
    rtcSetSceneFlags(tree.get(), RTC_SCENE_FLAG_ROBUST);
    rtcSetSceneBuildQuality(tree.get(), RTC_BUILD_QUALITY_HIGH);
    rtcCommitScene(tree.get());
    rtcReleaseDevice(device); // the scene keeps it
    return tree;
}

// From `at` to `far` in the time from 0 to 1.
RTCRay ray_of(const scene_place_t &place)
{
    RTCRay ray{};
    set(&ray.org_x, place.at);
    ray.dir_x = static_cast<float>(place.far.x - place.at.x);
    ray.dir_y = static_cast<float>(place.far.y - place.at.y);
    ray.dir_z = static_cast<float>(place.far.z - place.at.z);
    ray.tfar = 1;
    ray.mask = ~0U;
    return ray;
}

bool meets(const Tree &tree, RTCRay ray)
{
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    rtcOccluded1(tree.get(), &context, &ray);
    return ray.tfar < 0;
}

double first(const Tree &tree, const RTCRay &ray)
{
    RTCRayHit hit{ ray, {} };
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    hit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(tree.get(), &context, &hit);
    return hit.hit.geomID == RTC_INVALID_GEOMETRY_ID
             ? none
             : static_cast<double>(hit.ray.tfar) * scenes::WHOLE;
}

Pass embree_lines(const Lines &lines, bool any)
{
    std::vector<RTCRay> rays;
    for (const scene_place_t &place : lines.places)
        rays.push_back(ray_of(place));
    return [tree = make_tree(lines.scene), rays, any](Answers &answers) {
        for (size_t i = 0; i < rays.size(); i++)
            answers[i] = any ? meets(tree, rays[i]) : first(tree, rays[i]);
    };
}

} // namespace

// oct9 rounds a time down, to one 65535th; Embree's floats are off by less than one more.
Check lines_check(const Lines &lines, bool any)
{
    return { any ? "line-any" : "line",
             lines.site->places,
             any ? 0 : none,
             [lines, any](uint32_t i) { return truth(lines, lines.places[i], any); },
             { { "embree", embree_lines(lines, any), any ? 0 : 2.0 },
               { "oct9", oct9_lines(lines, any), 0 } } };
}
