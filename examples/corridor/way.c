/* SPDX-License-Identifier: MIT */
#include "examples/corridor/way.h"

oct9_status_t way_check(oct9_sweep_t *scratch, const oct9_map_t *map, const oct9_point_t *from,
                        const oct9_point_t *to, uint16_t radius_q6, oct9_sweep_output_t *way)
{
    /* No rules: all blocks but what is known to be free. */
    const oct9_sphere_input_t input = { .from = *from, .to = *to, .radius_q6 = radius_q6 };
    return oct9_sphere(scratch, map, &input, way);
}
