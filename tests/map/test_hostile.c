/* SPDX-License-Identifier: MIT */
/* Hostile images: for any bytes, opening refuses them, whole and in slices, or every query ends
 * without harm. Each image lies in memory of its exact size, so that the sanitizers see a byte too
 * far. */
#include "oct9/cast.h"
#include "oct9/visit.h"
#include "port/oct9_port.h"
#include "tests/golden/world.h"
#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t opened, refused;

static void ask(const oct9_image_t *image)
{
    const oct9_map_t map = oct9_map_of_image(image);
    random_t random = { 71 };
    oct9_visit_t leaves;
    oct9_leaf_t leaf;
    for (int i = 0; i < 20; i++) {
        const oct9_point_t from = world_point(&random), to = world_point(&random);
        const oct9_cast_input_t input = { .from = from,
                                          .to = to,
                                          .rules = { .unknown = (oct9_policy_t)(i & 1),
                                                     .outside = OCT9_FREE,
                                                     .start_inside = OCT9_PASSES } };
        oct9_cast_output_t output;
        CHECK_EQ(oct9_cast_ray(&map, &input, &output), OCT9_OK);
        CHECK(output.leaves <= 3 * 511 + 1);
    }
    uint32_t volume = 0;
    (void)oct9_visit_begin(&leaves, &map, NULL, OCT9_STATES_ALL);
    while (oct9_visit_next(&leaves, UINT32_MAX, &leaf) > 0) {
        volume += 1u << 3u * leaf.level;
        CHECK(leaf.state <= OCT9_OCCUPIED);
    }
    CHECK_EQ(volume, 1u << 27);
}

/* What opening in slices of that budget returns, within as many slices as the bytes allow. */
static oct9_status_t opened_in_slices(const unsigned char *copy, size_t size, uint32_t budget)
{
    oct9_image_open_t opening;
    oct9_image_t image;
    oct9_status_t status = oct9_image_open_begin(&opening, copy, size);
    if (status != OCT9_OK)
        return status;
    for (size_t slices = 0; slices <= size; slices++) {
        status = oct9_image_open_run(&opening, budget, &image);
        if (status != OCT9_AGAIN)
            return status;
    }
    return OCT9_AGAIN;
}

/* Opens a copy of exactly `size` bytes, its CRC made right if `sign`. */
static void try_bytes(const unsigned char *bytes, size_t size, bool sign)
{
    unsigned char *copy = malloc(size ? size : 1);
    oct9_image_t image;
    memcpy(copy, bytes, size);
    if (sign && size >= 96) {
        const uint32_t crc = oct9_port_le32(oct9_rom_crc32(0, copy + 8, size - 8));
        memcpy(copy + 4, &crc, 4);
    }
    const oct9_status_t status = oct9_image_open(&image, copy, size);
    CHECK_EQ(opened_in_slices(copy, size, 1 + (opened + refused) % 97), status);
    if (status == OCT9_OK) {
        opened++;
        ask(&image);
    } else {
        refused++;
    }
    free(copy);
}

static unsigned char *world_copy(void)
{
    unsigned char *bytes = malloc(oct9_map_world_size);
    memcpy(bytes, oct9_map_world, oct9_map_world_size);
    return bytes;
}

static void report(const char *what)
{
    printf("%s: %u refused, %u opened\n", what, refused, opened);
    opened = refused = 0;
}

/* Unsigned, every change is noticed. */
static void each_byte_flipped(void)
{
    unsigned char *bytes = world_copy();
    for (uint32_t i = 0; i < oct9_map_world_size; i++) {
        bytes[i] = (unsigned char)~bytes[i];
        try_bytes(bytes, oct9_map_world_size, false);
        bytes[i] = (unsigned char)~bytes[i];
    }
    CHECK_EQ(opened, 0);
    report("each byte flipped");
    free(bytes);
}

/* Signed by someone malicious, what opens must be safe. */
static void each_byte_forged(void)
{
    unsigned char *bytes = world_copy();
    for (uint32_t i = 0; i < oct9_map_world_size; i++) {
        static const unsigned char masks[] = { 0x01, 0x10, 0x80, 0xFF };
        for (unsigned m = 0; m < sizeof masks; m++) {
            bytes[i] ^= masks[m];
            try_bytes(bytes, oct9_map_world_size, true);
            bytes[i] ^= masks[m];
        }
    }
    CHECK(opened > 0 && refused > 0);
    report("each byte forged");
    free(bytes);
}

static void each_length(void)
{
    for (uint32_t size = 0; size < oct9_map_world_size; size++)
        try_bytes(oct9_map_world, size, false);
    CHECK_EQ(opened, 0);
    report("each length");
}

static void forged_at_random(void)
{
    random_t random = { 72 };
    unsigned char *bytes = world_copy();
    for (int i = 0; i < 20000; i++) {
        memcpy(bytes, oct9_map_world, oct9_map_world_size);
        for (uint32_t n = 1 + random_below(&random, 6); n > 0; n--) {
            /* Headers and pages are where it hurts most. */
            const uint32_t end = random_below(&random, 2) ? 160 : (uint32_t)oct9_map_world_size;
            bytes[8 + random_below(&random, end - 8)] = (unsigned char)random_u32(&random);
        }
        try_bytes(bytes, oct9_map_world_size, true);
    }
    report("forged at random");
    free(bytes);
}

int main(void)
{
    RUN(each_byte_flipped);
    RUN(each_byte_forged);
    RUN(each_length);
    RUN(forged_at_random);
    return test_end();
}
