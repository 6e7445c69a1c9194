/* SPDX-License-Identifier: MIT */
/* Internal: a site's slots, and the versions in them. */
#ifndef OCT9_SRC_PATCH_H
#define OCT9_SRC_PATCH_H

#include "oct9/patch.h"
#include "port/oct9_port.h"
#include "src/number/bytes.h"

enum {
    OCT9_PATCH_SLOTS = 2,
    OCT9_PATCH_START = 8 /* bytes of a version that its record has: its magic and its CRC */
};

/* True if the numbers of a site are in their ranges. */
bool oct9_patch_site_good(const oct9_patch_site_t *site);

/* The bytes of a slot, and those of them that a version may have. */
static inline uint32_t oct9_patch_slot_bytes(const oct9_patch_site_t *site)
{
    return site->block_size * site->slot_blocks;
}
static inline uint32_t oct9_patch_room(const oct9_patch_site_t *site)
{
    return oct9_patch_slot_bytes(site) - site->program_size;
}

/* Where a slot begins. */
static inline uint32_t oct9_patch_address(const oct9_patch_site_t *site, unsigned slot)
{
    return slot == 0 ? 0 : oct9_patch_slot_bytes(site);
}

/* Writes the record of a slot, and reads it back. */
bool oct9_patch_write_record(const oct9_patch_site_t *site, unsigned slot,
                             const oct9_patch_record_t *record);

/* Begins to look at both slots. */
void oct9_patch_survey_begin(oct9_patch_survey_t *survey);

/* Looks at a slot's record, or checks the next bytes of its version. Returns false when both slots
 * are known. */
bool oct9_patch_survey_step(const oct9_patch_site_t *site, oct9_patch_survey_t *survey);

/* Begins to check the bytes of a slot, whose record in the survey is what they should be. */
bool oct9_patch_check_begin(const oct9_patch_site_t *site, oct9_patch_survey_t *survey,
                            unsigned slot);

/* The slot of the newest version, or OCT9_PATCH_SLOTS if there is none. */
unsigned oct9_patch_newest(const oct9_patch_survey_t *survey);

/* The number of the next version: also versions that are not whole have one. */
uint32_t oct9_patch_next_number(const oct9_patch_survey_t *survey);

/* The bit of a slot. */
static inline uint8_t oct9_patch_bit(unsigned slot)
{
    return (uint8_t)(1u << slot);
}

#endif
