/* SPDX-License-Identifier: MIT */
/* Objects of the library's with their memory, and a reading of the nodes: which there are, whether
 * each object is in the one where it belongs, and how long empty ones are kept. */
#ifndef OCT9_TEST_OBJECTS_TREE_HPP
#define OCT9_TEST_OBJECTS_TREE_HPP

#include "objects_model.hpp"

#include <map>
#include <set>
#include <string>

namespace oracle {

/* With arrays that have not a byte more than they may touch. */
class OwnedObjects {
public:
    OwnedObjects(uint32_t object_count, uint32_t node_count, oct9_placement_t placement,
                 uint16_t capacity = 0)
        : object_(object_count), node_(node_count)
    {
        const oct9_objects_config_t config = {
            object_.data(), node_.data(), object_count, node_count, placement, capacity, 0
        };
        status = oct9_objects_init(&objects, &config);
    }
    OwnedObjects(const OwnedObjects &) = delete;
    OwnedObjects &operator=(const OwnedObjects &) = delete;

    oct9_objects_t objects;
    oct9_status_t status; /* of its beginning */

    oct9_placement_t placement() const { return static_cast<oct9_placement_t>(objects.placement); }

private:
    std::vector<oct9_object_t> object_;
    std::vector<oct9_object_node_t> node_;
};

/* ---- The nodes. ---- */

class NodeTree {
public:
    explicit NodeTree(const oct9_objects_t &objects) : objects_(objects)
    {
        enter(0, root_key);
        if (wrong.empty() && keys.size() != objects.nodes_used)
            wrong = std::to_string(keys.size()) + " nodes, counted as " +
                    std::to_string(objects.nodes_used);
    }

    std::set<NodeKey> keys;
    std::string wrong;

    /* Where a node of the pool is in the tree, if it is. */
    const NodeKey *key_of(uint16_t node) const
    {
        const auto at = places_.find(node);

        return at == places_.end() ? nullptr : &at->second;
    }

private:
    void enter(uint16_t node, const NodeKey &key)
    {
        if (node >= objects_.node_count || key[0] < 0 || !places_.emplace(node, key).second) {
            wrong = "a link to a node is broken";
            return;
        }
        keys.insert(key);
        const oct9_object_node_t &n = objects_.node[node];
        for (int i = 0; i < 8 && wrong.empty(); i++)
            if ((n.children >> i & 1) != 0)
                enter(n.child[i], { key[0] - 1, 2 * key[1] + (i & 1), 2 * key[2] + (i >> 1 & 1),
                                    2 * key[3] + (i >> 2) });
    }

    const oct9_objects_t &objects_;
    std::map<uint16_t, NodeKey> places_;
};

/* The node that holds an object, by its links up to the root; none if it is in no node. */
inline std::optional<NodeKey> holder_of(const oct9_objects_t &objects, uint16_t index)
{
    std::vector<unsigned> places; /* from the holder up */
    uint16_t node = objects.object[index].node;

    if (node >= objects.node_count)
        return std::nullopt;
    for (; node != 0; node = objects.node[node].parent)
        places.push_back(objects.node[node].place);
    NodeKey key = root_key;
    for (auto at = places.rbegin(); at != places.rend(); ++at) {
        const int place = static_cast<int>(*at);
        key = { key[0] - 1, 2 * key[1] + (place & 1), 2 * key[2] + (place >> 1 & 1),
                2 * key[3] + (place >> 2) };
    }
    return key;
}

/* The nodes when the objects come into an empty tree and all updates have ended: a node passes its
 * objects on to children iff more than the capacity belong below it. */
inline void split_nodes(const std::vector<NodeKey> &homes, const NodeKey &node, size_t capacity,
                        std::set<NodeKey> &nodes)
{
    std::map<NodeKey, std::vector<NodeKey>> children;
    size_t below = 0;

    nodes.insert(node);
    for (const NodeKey &home : homes) {
        NodeKey child = home;
        if (home == node)
            continue;
        while (parent_of(child) != node)
            child = parent_of(child);
        children[child].push_back(home);
        below++;
    }
    if (below > capacity)
        for (const auto &[child, own] : children)
            split_nodes(own, child, capacity, nodes);
}

inline std::set<NodeKey> needed_nodes(const std::vector<Thing> &things, oct9_placement_t placement,
                                      size_t capacity)
{
    std::vector<NodeKey> homes;
    std::set<NodeKey> nodes;

    for (const Thing &thing : things)
        if (const std::optional<NodeKey> home = node_of(thing.bounds, placement))
            homes.push_back(*home);
    split_nodes(homes, root_key, capacity, nodes);
    return nodes;
}

/* Nothing is queued any more: each object is outside, in the node where it belongs, or in a larger
 * one on the path there. `crowded` counts those that belong below a node with other objects below
 * it, and those beyond the capacity of one without. `settled`: then no node is free, and none is
 * there where one of them could go on. */
inline std::string placing_differs(const oct9_objects_t &objects, const NodeTree &tree,
                                   const std::vector<Thing> &things, bool settled)
{
    const auto placement = static_cast<oct9_placement_t>(objects.placement);
    std::map<NodeKey, std::vector<NodeKey>> above;
    std::set<NodeKey> open;
    unsigned outside = 0;
    size_t crowded = 0;

    for (const Thing &thing : things) {
        const std::optional<NodeKey> belongs = node_of(thing.bounds, placement);
        const oct9_object_t &object = objects.object[thing.handle.index];
        const NodeKey *held = tree.key_of(object.node);
        outside += !belongs;
        if (!belongs)
            continue;
        if (object.level != (*belongs)[0])
            return "level " + std::to_string(object.level) + ", should be " +
                   std::to_string((*belongs)[0]);
        if (held == nullptr || !holds(*held, *belongs))
            return "an object is in a node that is not on its path";
        if (*held != *belongs)
            above[*held].push_back(*belongs);
        for (NodeKey key = *held; key != root_key; key = parent_of(key))
            open.insert(parent_of(key));
    }
    for (const auto &[node, homes] : above) {
        const size_t stay = open.count(node) != 0 ? 0 : objects.capacity;
        if (homes.size() <= stay)
            continue;
        crowded += homes.size() - stay;
        if (settled && objects.nodes_used < objects.node_count)
            return "an object is crowded though a node is free";
        for (NodeKey below : homes) {
            while (parent_of(below) != node)
                below = parent_of(below);
            if (settled && tree.keys.count(below) != 0)
                return "an object is crowded above a node that is on its path";
        }
    }
    if (objects.used != things.size() || objects.outside != outside || objects.crowded != crowded ||
        objects.queued != 0)
        return "used " + std::to_string(objects.used) + ", outside " +
               std::to_string(objects.outside) + ", crowded " + std::to_string(objects.crowded) +
               ", queued " + std::to_string(objects.queued) + "; should be " +
               std::to_string(things.size()) + ", " + std::to_string(outside) + ", " +
               std::to_string(crowded) + ", 0";
    return "";
}

/* ---- How long nodes are kept. ---- */

constexpr uint32_t keep_most = OCT9_KEEP_FIRST << (OCT9_KEEP_SPANS - 1);

/* When each node was needed last, by a count of updates: one that is not is kept for at least
 * OCT9_KEEP_FIRST of them and at most OCT9_KEEP_MOST. */
class NodeLives {
public:
    void need(const std::optional<NodeKey> &node, uint32_t tick)
    {
        for (NodeKey key = node.value_or(root_key);; key = parent_of(key)) {
            last_[key] = tick;
            if (key == root_key)
                return;
        }
    }

    std::string differ(const NodeTree &tree, uint32_t tick)
    {
        for (auto at = last_.begin(); at != last_.end();) {
            const uint32_t age = tick - at->second;
            const bool there = tree.keys.count(at->first) != 0;
            if (!there && age < OCT9_KEEP_FIRST)
                return "a node is gone after " + std::to_string(age) + " updates";
            if (there && at->first != root_key && age >= keep_most)
                return "a node is there after " + std::to_string(age) + " updates";
            at = there ? std::next(at) : last_.erase(at);
        }
        for (const NodeKey &key : tree.keys)
            if (key != root_key && last_.count(key) == 0)
                return "a node that nothing needed";
        return "";
    }

private:
    std::map<NodeKey, uint32_t> last_;
};

} // namespace oracle

#endif
