// SPDX-License-Identifier: MIT
// FCL's tree of boxes, which lasts from tick to tick.
#include "bench/objects_peers.hpp"

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/sphere.h>

namespace {

class Fcl : public Ticker {
public:
    Found tick(const Movers &movers) override
    {
        bodies = bodies_of(movers);
        for (const Body &body : bodies)
            place(body);
        manager.update(all); // named: update() alone is far slower
        Found found;
        manager.collide(&found, compare);
        return found;
    }

private:
    void place(const Body &body)
    {
        const fcl::Vector3d centre(body.centre[0], body.centre[1], body.centre[2]);
        const bool known = body.index < objects.size();
        if (!known)
            add(body);
        fcl::CollisionObjectd &object = *objects[body.index];
        object.setTranslation(centre);
        object.setUserData(&bodies[body.index]);
        object.computeAABB();
        if (!known)
            manager.registerObject(&object);
    }

    void add(const Body &body)
    {
        objects.push_back(std::make_unique<fcl::CollisionObjectd>(shape_of(body)));
        all.push_back(objects.back().get());
    }

    static std::shared_ptr<fcl::CollisionGeometryd> shape_of(const Body &body)
    {
        if (body.radius > 0)
            return std::make_shared<fcl::Sphered>(static_cast<double>(body.radius));
        return std::make_shared<fcl::Boxd>(2 * body.core[0], 2 * body.core[1], 2 * body.core[2]);
    }

    static bool compare(fcl::CollisionObjectd *one, fcl::CollisionObjectd *other, void *data)
    {
        const Body &a = *static_cast<const Body *>(one->getUserData());
        const Body &b = *static_cast<const Body *>(other->getUserData());
        if (meet(a, b))
            static_cast<Found *>(data)->add(a.index, b.index);
        return false; // go on
    }

    fcl::DynamicAABBTreeCollisionManagerd manager;
    std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects;
    std::vector<fcl::CollisionObjectd *> all;
    std::vector<Body> bodies;
};

} // namespace

std::unique_ptr<Ticker> fcl_manager()
{
    return std::make_unique<Fcl>();
}
