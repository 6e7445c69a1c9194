/* SPDX-License-Identifier: MIT */
/* What the fuzz targets share. */
#include "verify/fuzz/fuzz.h"

#include "port/oct9_port.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fuzz_fails(const char *file, int line, const char *text)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
    abort();
}

/* Tests give wrong arguments on purpose. */
void oct9_argument_refused(const char *file, int line)
{
    (void)file;
    (void)line;
}

void oct9_assert_failed(const char *file, int line)
{
    fuzz_fails(file, line, "assertion of the core");
}

size_t questions_split(questions_t *questions, const uint8_t *data, size_t size)
{
    const size_t before = size > QUESTION_BYTES ? size - QUESTION_BYTES : 0;
    questions->bytes = data + before;
    questions->left = size - before;
    return before;
}

uint8_t question_u8(questions_t *questions)
{
    return questions->left ? questions->bytes[--questions->left] : 0;
}

uint16_t question_u16(questions_t *questions)
{
    const unsigned low = question_u8(questions);
    return (uint16_t)(low | (unsigned)question_u8(questions) << 8);
}

oct9_point_t question_point(questions_t *questions)
{
    oct9_point_t point;
    point.x = (int16_t)question_u16(questions);
    point.y = (int16_t)question_u16(questions);
    point.z = (int16_t)question_u16(questions);
    return point;
}

uint8_t *exact_copy(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy)
        abort();
    if (size)
        memcpy(copy, data, size);
    return copy;
}

uint32_t word_at(const uint8_t *bytes, size_t at)
{
    uint32_t value;
    memcpy(&value, bytes + at, sizeof value);
    return value;
}

void set_word(uint8_t *bytes, size_t at, uint32_t value)
{
    memcpy(bytes + at, &value, sizeof value);
}

/* The same bytes without those behind `length`, which the image's own header says. */
static uint8_t *trimmed(uint8_t *bytes, size_t *size, uint32_t length)
{
    if (length >= *size)
        return bytes;
    uint8_t *copy = exact_copy(bytes, length);
    free(bytes);
    *size = length;
    return copy;
}

/* Puts the CRC of all from byte 8 up to `length` into byte 4, where there is that much. */
static void repair_crc(uint8_t *bytes, size_t size, uint32_t length)
{
    if (length >= 8 && length <= size)
        set_word(bytes, 4, oct9_rom_crc32(0, bytes + 8, length - 8));
}

uint8_t *hostile_image(questions_t *questions, const uint8_t *data, size_t *size, size_t header,
                       size_t length_at, repair_t repair)
{
    *size = questions_split(questions, data, *size);
    uint8_t *bytes = exact_copy(data, *size);
    const unsigned bits = question_u8(questions), sign = question_u8(questions);
    if (*size < header)
        return bytes;
    repair(bytes, *size, bits);
    if (sign != 0xFF)
        repair_crc(bytes, *size, word_at(bytes, length_at));
    return sign % 2u == 0 ? trimmed(bytes, size, word_at(bytes, length_at)) : bytes;
}

bool leaf_good(const oct9_leaf_t *leaf)
{
    const unsigned corner = leaf->corner.x | leaf->corner.y | leaf->corner.z;
    return leaf->level <= OCT9_LEVELS && leaf->state <= OCT9_OCCUPIED && corner < OCT9_CELLS &&
           (corner & ((1u << leaf->level) - 1u)) == 0;
}
