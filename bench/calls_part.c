/* SPDX-License-Identifier: MIT */
#include "bench/calls_part.h"

#include "bench/calls.h"

/* Where the part lies in its cube, as `oct9 info` prints. */
enum { LOW_X = 231, LOW_Y = 231, LOW_Z = 0, EDGE_X = 75, EDGE_Y = 75, EDGE_Z = 35 };

const oct9_map_t *part_map(void)
{
    static oct9_image_t image;
    static oct9_map_t map;
    if (map.image == NULL && oct9_image_open(&image, OCT9_ROM(oct9_map_geb079_part),
                                             (size_t)oct9_map_geb079_part_size) == OCT9_OK)
        map = oct9_map_of_image(&image);
    return map.image != NULL ? &map : NULL;
}

oct9_cell_t part_cell(void)
{
    oct9_cell_t cell;
    oct9_leaf_t leaf;
    do {
        cell.x = (uint16_t)(LOW_X + calls_below(EDGE_X));
        cell.y = (uint16_t)(LOW_Y + calls_below(EDGE_Y));
        cell.z = (uint16_t)(LOW_Z + calls_below(EDGE_Z));
    } while (oct9_map_locate(part_map(), cell, &leaf) == OCT9_OK && leaf.state != OCT9_FREE);
    return cell;
}

static int16_t somewhere(uint16_t cell)
{
    return (int16_t)((int32_t)((uint32_t)cell * OCT9_CELL_Q6 + calls_below(OCT9_CELL_Q6)) +
                     OCT9_LOW_Q6);
}

oct9_point_t part_free(void)
{
    const oct9_cell_t cell = part_cell();
    oct9_point_t point;
    point.x = somewhere(cell.x);
    point.y = somewhere(cell.y);
    point.z = somewhere(cell.z);
    return point;
}

/* Directions are even within a ball, and so in all directions. Products below 128 * 4000. */
oct9_point_t part_away(const oct9_point_t *from, uint16_t length_q6)
{
    int32_t x, y, z;
    uint32_t length2;
    do {
        x = (int32_t)calls_below(256) - 128;
        y = (int32_t)calls_below(256) - 128;
        z = (int32_t)calls_below(256) - 128;
        length2 = (uint32_t)(x * x + y * y + z * z);
    } while (length2 < 32u * 32u || length2 > 128u * 128u);
    const int32_t length = oct9_point_isqrt(length2);
    const oct9_point_t to = { (int16_t)(from->x + x * length_q6 / length),
                              (int16_t)(from->y + y * length_q6 / length),
                              (int16_t)(from->z + z * length_q6 / length) };
    return to;
}
