/* SPDX-License-Identifier: MIT */
/* Messages over a serial line, for both ends.
 *
 * A message is 0xA5, its kind, its length (2 bytes, low one first), that many bytes, and the CRC-32
 * of kind, length and bytes (4 bytes, low one first). Where that does not fit, the next 0xA5
 * counts, also one in what was taken for a message. */
#ifndef TOF_MAPPER_LINK_H
#define TOF_MAPPER_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LINK_MOST 512u /* bytes in a message */
#define LINK_AROUND 8u /* bytes around them */

typedef struct {
    uint8_t kind;
    uint16_t size;
    const uint8_t *bytes;
} link_message_t;

/* What a byte that came in was. */
typedef enum {
    LINK_MORE,    /* nothing is complete yet */
    LINK_MESSAGE, /* the last of a message */
    LINK_BAD      /* the last of one that was damaged */
} link_event_t;

/* Who listens; begins as all zero. */
typedef struct {
    uint16_t count; /* bytes that were not dealt with yet */
    uint16_t used;  /* those of the message that was answered last */
    uint8_t bytes[LINK_MOST + LINK_AROUND];
} link_reader_t;

/* Takes a byte. After LINK_MESSAGE `message` stays good until the next byte. Cost: that of the
 * bytes so far, where they are no message. */
link_event_t link_read(link_reader_t *reader, uint8_t byte, link_message_t *message);

/* Writes a message to `out`, which has room for size + LINK_AROUND bytes, and returns how long it
 * is. `size` is at most LINK_MOST. */
size_t link_write(uint8_t *out, uint8_t kind, const uint8_t *bytes, size_t size);

#endif
