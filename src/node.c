/* SPDX-License-Identifier: MIT */
/* The copies that a build calls which does not inline them. */
#include "src/node.h"

extern inline uint32_t oct9_tree_ref(uint16_t slot);
extern inline uint16_t oct9_ref_payload(uint32_t ref);
extern inline uint32_t oct9_tree_child(const oct9_tree_t *tree, uint32_t block, unsigned child);
extern inline uint32_t oct9_map_root(const oct9_map_t *map);
extern inline oct9_state_t oct9_map_state(const oct9_map_t *map, uint16_t payload);
extern inline uint32_t oct9_map_generation(const oct9_map_t *map);
extern inline bool oct9_map_stale(const oct9_map_t *map, uint32_t seen);
