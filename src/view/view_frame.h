/* SPDX-License-Identifier: MIT */
/* Internal: the frames of a view: of a map and of a scene. */
#ifndef OCT9_SRC_VIEW_FRAME_H
#define OCT9_SRC_VIEW_FRAME_H

#include "oct9/view.h"

/* Begins a frame, as oct9_view_begin does, without a look at the rules. */
oct9_status_t oct9_view_frame(oct9_view_t *view, const oct9_map_t *map, const oct9_pose_t *pose);

/* Handles a square: chooses its first corner that was not cast in this frame, sets view->pixel and
 * the end of its ray, and returns true. If all were cast, it splits the square or fills one of its
 * pixels, and returns false. */
bool oct9_view_next_ray(oct9_view_t *view);

/* Ends the ray to view->pixel. */
void oct9_view_set_pixel(oct9_view_t *view, uint32_t stop, uint32_t depth_q6);

#endif
