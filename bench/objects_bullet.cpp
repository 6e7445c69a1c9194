// SPDX-License-Identifier: MIT
// Bullet's two trees of fattened boxes, and its cache of pairs, which last from tick to tick.
#include "bench/objects_peers.hpp"

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>

namespace {

btVector3 vector_of(const std::array<int, 3> &at)
{
    return { static_cast<btScalar>(at[0]), static_cast<btScalar>(at[1]),
             static_cast<btScalar>(at[2]) };
}

class Bullet : public Ticker {
public:
    // All move: a comparison of trees once a tick is faster than one for each box.
    Bullet() { broadphase.m_deferedcollide = true; }

    Found tick(const Movers &movers) override
    {
        bodies = bodies_of(movers);
        for (Body &body : bodies)
            place(body);
        broadphase.calculateOverlappingPairs(nullptr);
        Found found;
        const btBroadphasePairArray &pairs =
            broadphase.getOverlappingPairCache()->getOverlappingPairArray();
        for (int i = 0; i < pairs.size(); i++) {
            const Body &a = bodies[index_of(pairs[i].m_pProxy0)];
            const Body &b = bodies[index_of(pairs[i].m_pProxy1)];
            if (meet(a, b))
                found.add(a.index, b.index);
        }
        return found;
    }

private:
    void place(Body &body)
    {
        const btVector3 low = vector_of(body.box.low), high = vector_of(body.box.high);
        if (body.index < proxies.size())
            broadphase.setAabb(proxies[body.index], low, high, nullptr);
        else
            proxies.push_back(broadphase.createProxy(low, high, 0, nullptr, 1, 1, nullptr));
    }

    // Proxies are numbered from 1 on.
    static size_t index_of(const btBroadphaseProxy *proxy)
    {
        return static_cast<size_t>(proxy->m_uniqueId) - 1;
    }

    btDbvtBroadphase broadphase;
    std::vector<btBroadphaseProxy *> proxies;
    std::vector<Body> bodies;
};

} // namespace

std::unique_ptr<Ticker> bullet_broadphase()
{
    return std::make_unique<Bullet>();
}
