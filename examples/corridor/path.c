/* SPDX-License-Identifier: MIT */
#include "examples/corridor/path.h"

#include "oct9/mm.h"

oct9_status_t path_check(const oct9_map_t *map, const oct9_frame_t *frame, const oct9_mm_t *from,
                         const oct9_mm_t *to, int32_t radius_mm, oct9_sweep_output_t *path)
{
    oct9_sphere_input_t input = { .rules = { 0 } }; /* all blocks but what is free */
    const oct9_status_t status = oct9_mm_sphere(frame, from, to, radius_mm, &input.motion);
    return status != OCT9_OK ? status : oct9_sweep_sphere(map, &input, path);
}
