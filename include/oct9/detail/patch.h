/* SPDX-License-Identifier: MIT */
/* The state of a patch that is taken: the caller owns it and reads `left`, only the library uses
 * its other fields. See oct9/patch.h. */
#ifndef OCT9_DETAIL_PATCH_H
#define OCT9_DETAIL_PATCH_H

#include "oct9/status.h"

#include <stdbool.h>
#include <stdint.h>

/* What a slot's record says of the version in it. */
typedef struct {
    uint32_t number; /* a later version has a greater one, modulo 2^32 */
    uint32_t magic;  /* the first 4 bytes of the version */
    uint32_t crc;    /* the next 4: the CRC of the bytes behind them */
    uint32_t bytes;
} oct9_patch_record_t;

/* What both slots hold. */
typedef struct {
    oct9_patch_record_t records[2];
    uint32_t at, crc; /* the next byte to be checked, and the CRC of those before it */
    uint8_t slot;     /* that is checked; 2: none any more */
    uint8_t recorded; /* a bit for each slot with a record */
    uint8_t good;     /* and with a version that is whole */
    uint8_t unread;   /* and of which a read failed */
} oct9_patch_survey_t;

/* A patch that is taken. */
typedef struct {
    const struct oct9_patch_site *site;
    uint32_t left; /* bytes of the patch that are to come; of its head, until that is there */
    oct9_patch_survey_t survey;
    oct9_patch_record_t made;    /* the version that the patch makes */
    uint32_t old_crc, old_bytes; /* of the one that it begins from */
    uint32_t in_use;             /* the CRC of the version that must stay */
    uint32_t patch_crc, crc;     /* of the patch: as it says, and of the bytes so far */
    uint32_t made_crc;           /* of the bytes that were made */
    uint32_t at;                 /* the next byte that is made */
    uint32_t shift;              /* from there to the old byte for a copy, modulo 2^32 */
    uint32_t count;              /* bytes that the operation still makes */
    uint32_t value;              /* of the number that is read, as far as it is known */
    uint16_t fill;               /* bytes in `work` */
    uint8_t bits;                /* of `value` that are known */
    uint8_t phase;
    uint8_t slot; /* that is written to */
    bool uses;    /* there is a version in use */
    oct9_status_t status;
} oct9_patch_t;

#endif
