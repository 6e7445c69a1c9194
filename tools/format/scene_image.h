/* SPDX-License-Identifier: MIT */
/* A scene as an image. */
#ifndef OCT9_TOOLS_SCENE_IMAGE_H
#define OCT9_TOOLS_SCENE_IMAGE_H

#include "oct9/scene.h"

#include <stdbool.h>
#include <stddef.h>

/* Makes the image of a scene that was built, *size bytes at *bytes, to be freed by the caller.
 * False iff there is not enough memory. */
bool scene_image(const oct9_scene_t *scene, const oct9_frame_t *frame, unsigned char **bytes,
                 size_t *size);

/* The bytes begin as a scene's do. */
bool scene_image_is(const void *bytes, size_t size);

#endif
