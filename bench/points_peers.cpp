// SPDX-License-Identifier: MIT
// Brute force over an array, and a pointer octree after Pelfrey's description: eight child
// pointers, one point a leaf, a recursive box query.
#include "bench/points.hpp"

#include <array>

namespace {

float distance2(const Place &a, const Place &b)
{
    const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return x * x + y * y + z * z;
}

float unit(uint16_t length)
{
    return static_cast<float>(length) / OCT9_CUBE_Q6;
}

struct Box {
    Place low, high;
    bool holds(const Place &p) const
    {
        return (p.x >= low.x) & (p.y >= low.y) & (p.z >= low.z) & (p.x <= high.x) &
               (p.y <= high.y) & (p.z <= high.z);
    }
};

Box box_about(const oct9_point_t &at, uint16_t length)
{
    const Place p = place_of(at);
    const float l = unit(length);
    return { { p.x - l, p.y - l, p.z - l }, { p.x + l, p.y + l, p.z + l } };
}

// ---- brute force ----

class BruteForce : public PointSet {
    struct Point {
        Place place;
        uint32_t id;
    };
    std::vector<Point> points;

    template <typename Test> void filter(Test &&holds, Ids &ids) const
    {
        ids.clear();
        for (const Point &p : points)
            if (holds(p.place))
                ids.push_back(p.id);
    }

public:
    const char *name() const override { return "brute"; }

    void build(const Cloud &cloud) override
    {
        points.clear();
        for (const CloudPoint &entry : cloud)
            points.push_back({ place_of(entry.point), entry.id });
    }

    bool radius(const oct9_point_t &centre, uint16_t length, Ids &ids) override
    {
        const Place at = place_of(centre);
        const float limit = unit(length) * unit(length);
        filter([&](const Place &p) { return distance2(p, at) <= limit; }, ids);
        return true;
    }

    bool box(const oct9_point_t &centre, uint16_t length, Ids &ids) override
    {
        const Box shape = box_about(centre, length);
        filter([&](const Place &p) { return shape.holds(p); }, ids);
        return true;
    }

    bool nearest(const oct9_point_t &point, uint16_t count, Ids &ids) override
    {
        const Place at = place_of(point);
        if (count != 1)
            return false;
        float least = 4; // farther than all
        ids.resize(1);
        for (const Point &p : points) {
            const float d = distance2(p.place, at);
            if (d < least) {
                least = d;
                ids[0] = p.id;
            }
        }
        return true;
    }
};

// ---- the pointer octree ----

class PointerOctree : public PointSet {
    struct Point {
        Place place;
        uint32_t id;
    };

    class Node {
        Place centre;
        float half; // of the edge
        std::array<Node *, 8> children{};
        const Point *point = nullptr; // a leaf's

        bool is_leaf() const { return children[0] == nullptr; }

        size_t octant(const Place &p) const
        {
            return (p.x >= centre.x ? 4u : 0) | (p.y >= centre.y ? 2u : 0) |
                   (p.z >= centre.z ? 1u : 0);
        }

        void split()
        {
            const float h = half / 2;
            for (unsigned i = 0; i < 8; i++)
                children[i] = new Node({ centre.x + (i & 4 ? h : -h), centre.y + (i & 2 ? h : -h),
                                         centre.z + (i & 1 ? h : -h) },
                                       h);
        }

        bool apart(const Box &box) const
        {
            return centre.x + half < box.low.x || centre.x - half > box.high.x ||
                   centre.y + half < box.low.y || centre.y - half > box.high.y ||
                   centre.z + half < box.low.z || centre.z - half > box.high.z;
        }

    public:
        Node(const Place &c, float h) : centre(c), half(h) {}
        Node(const Node &) = delete;
        Node &operator=(const Node &) = delete;

        ~Node()
        {
            for (Node *child : children)
                delete child;
        }

        void insert(const Point *p)
        {
            if (is_leaf() && point == nullptr) {
                point = p;
                return;
            }
            if (is_leaf()) {
                const Point *const old = point;
                point = nullptr;
                split();
                children[octant(old->place)]->insert(old);
            }
            children[octant(p->place)]->insert(p);
        }

        void inside(const Box &box, std::vector<const Point *> &found) const
        {
            if (is_leaf()) {
                if (point != nullptr && box.holds(point->place))
                    found.push_back(point);
                return;
            }
            for (const Node *child : children)
                if (!child->apart(box))
                    child->inside(box, found);
        }
    };

    std::vector<Point> points;
    std::vector<const Point *> found;
    std::unique_ptr<Node> root;

public:
    const char *name() const override { return "pointers"; }

    void build(const Cloud &cloud) override
    {
        points.clear();
        for (const CloudPoint &entry : cloud)
            points.push_back({ place_of(entry.point), entry.id });
        root = std::make_unique<Node>(Place{ 0.5f, 0.5f, 0.5f }, 0.5f);
        for (const Point &p : points)
            root->insert(&p);
    }

    bool box(const oct9_point_t &centre, uint16_t length, Ids &ids) override
    {
        found.clear();
        ids.clear();
        root->inside(box_about(centre, length), found);
        for (const Point *p : found)
            ids.push_back(p->id);
        return true;
    }

    // Its box about the ball, and then the distances.
    bool radius(const oct9_point_t &centre, uint16_t length, Ids &ids) override
    {
        const Place at = place_of(centre);
        const float limit = unit(length) * unit(length);
        found.clear();
        ids.clear();
        root->inside(box_about(centre, length), found);
        for (const Point *p : found)
            if (distance2(p->place, at) <= limit)
                ids.push_back(p->id);
        return true;
    }
};

} // namespace

std::unique_ptr<PointSet> brute_force()
{
    return std::make_unique<BruteForce>();
}

std::unique_ptr<PointSet> pointer_octree()
{
    return std::make_unique<PointerOctree>();
}
