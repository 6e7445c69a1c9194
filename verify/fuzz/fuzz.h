/* SPDX-License-Identifier: MIT */
/* What the fuzz targets share: a check that ends the run, and numbers from the input's end.
 *
 * A file or a packet is read from its front, so the questions that are asked of it stand behind it:
 * the last QUESTION_BYTES of an input, read backwards; zeros where there are no more. */
#ifndef OCT9_VERIFY_FUZZ_FUZZ_H
#define OCT9_VERIFY_FUZZ_FUZZ_H

#include "oct9/map.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define QUESTION_BYTES 48u

/* Ends the run: libFuzzer keeps the input. */
__attribute__((noreturn)) void fuzz_fails(const char *file, int line, const char *text);
#define FUZZ_CHECK(condition) ((condition) ? (void)0 : fuzz_fails(__FILE__, __LINE__, #condition))

/* What is left of an input's questions. */
typedef struct {
    const uint8_t *bytes;
    size_t left;
} questions_t;

/* Splits an input: returns how many of its bytes stand before the questions. */
size_t questions_split(questions_t *questions, const uint8_t *data, size_t size);

uint8_t question_u8(questions_t *questions);
uint16_t question_u16(questions_t *questions);
oct9_point_t question_point(questions_t *questions);

/* A copy in memory of exactly that size, so that the sanitizers see a byte too far; to be freed. */
uint8_t *exact_copy(const uint8_t *data, size_t size);

uint32_t word_at(const uint8_t *bytes, size_t at);
void set_word(uint8_t *bytes, size_t at, uint32_t value);

/* What of an image is made right, by the bits of a number from its questions. */
typedef void (*repair_t)(uint8_t *bytes, size_t size, unsigned bits);

/* An image that an input makes, *size bytes in memory of exactly that size, to be freed: most have
 * what `repair` does and a right CRC, and half of them no byte behind the length that stands at
 * `length_at` in their header, of `header` bytes. What is left of the input is questions. */
uint8_t *hostile_image(questions_t *questions, const uint8_t *data, size_t *size, size_t header,
                       size_t length_at, repair_t repair);

/* A leaf as any query may return it. */
bool leaf_good(const oct9_leaf_t *leaf);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#ifdef __cplusplus
}
#endif
#endif
