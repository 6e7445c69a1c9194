/* SPDX-License-Identifier: MIT */
/* A model of a map, the oracle's own: nodes in a vector, found by comparing coordinates.
 *
 * It shares nothing with the library's structures: no slots, no merging, no bit tricks. */
#ifndef OCT9_TEST_MODEL_HPP
#define OCT9_TEST_MODEL_HPP

#include "from_low.h"

#include "oct9/tree.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace oracle {

/* A cube of cells; a leaf unless it has children. */
struct Node {
    std::array<int, 3> corner; /* in cells */
    int size;                  /* edge in cells: 1, 2, 4, ... 512 */
    int first_child = -1;      /* the first of eight neighbours in the vector */
    uint16_t payload = 0;

    bool is_leaf() const { return first_child < 0; }

    /* Its faces on an axis, in sub-cells: [low, high). */
    int low(size_t axis) const { return CELL_LOW(corner[axis]); }
    int high(size_t axis) const { return CELL_LOW(corner[axis] + size); }
};

class Model {
public:
    oct9_thresholds_t thresholds = OCT9_THRESHOLDS_DEFAULT;

    Model(); /* one leaf, payload 0 */

    const std::vector<Node> &nodes() const { return nodes_; }
    const Node &node(size_t i) const { return nodes_[i]; }
    size_t inner_count() const { return (nodes_.size() - 1) / 8; }
    int finest_size() const { return finest_size_; }

    void split(size_t i);
    void set_payload(size_t leaf, uint16_t payload) { nodes_[leaf].payload = payload; }
    bool children_equal(size_t i) const; /* eight leaves of one payload, which would merge */

    /* The leaf that a cell lies in, or NULL if it lies outside the cube. */
    const Node *leaf_at(const std::array<int64_t, 3> &cell) const;

    oct9_state_t state(const Node &leaf) const;
    bool has_three_states() const; /* payloads 0 to 2, as an image has */
    oct9_leaf_t as_leaf(const Node &leaf) const;

private:
    std::vector<Node> nodes_;
    int finest_size_ = OCT9_CELLS;
};

/* Some payload that an obstacle may have, in an image of the model or in a tree, matches. */
bool some_obstacle_matches(const Model &model, bool image, uint16_t mask, uint16_t value);

} // namespace oracle

#endif
