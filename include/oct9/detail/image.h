/* SPDX-License-Identifier: MIT */
/* The state of an image that is being opened: the caller owns it, only the library uses its fields.
 * See oct9/image.h. */
#ifndef OCT9_DETAIL_IMAGE_H
#define OCT9_DETAIL_IMAGE_H

#include "oct9/rom.h"
#include "oct9/status.h"

/* An image that is being opened: its levels from the lowest up. Level 1 is that of the bricks;
 * level 0 stands for the bytes, for the CRC, and level 10 for the directory. */
typedef struct {
    oct9_rom_t bytes;
    uint32_t crc;              /* of the bytes so far */
    uint32_t begin, at, end;   /* of the level; `at` is checked next */
    uint32_t below, below_end; /* the level below: where children may be */
    uint8_t level;
    oct9_status_t status; /* OCT9_AGAIN while there is more to check */
} oct9_image_open_t;

#endif
