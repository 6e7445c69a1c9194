/* SPDX-License-Identifier: MIT */
/* The copies that a build calls which does not inline them. */
#include "src/image_node.h"

extern inline oct9_inner_t oct9_image_read(const oct9_image_t *image, uint32_t ref);
extern inline uint32_t oct9_image_brick(const oct9_image_t *image, uint32_t ref);
extern inline bool oct9_brick_void(uint32_t brick);
extern inline uint32_t oct9_leaf_ref(uint32_t states, unsigned child);
extern inline uint32_t oct9_image_child(uint32_t first, uint32_t states, unsigned child);
