/* SPDX-License-Identifier: MIT */
/* The points of a .pcd file: ascii, binary, binary_compressed. Numbers in it are little-endian. */
#include "tools/bytes.h"
#include "tools/fail.h"
#include "tools/pcd.h"
#include "tools/source.h"
#include "tools/text.h"

#include <liblzf/lzf.h>
#include <stdlib.h>
#include <string.h>

static uint64_t little(const unsigned char *at, size_t size)
{
    uint64_t value = 0;
    while (size-- != 0)
        value = value << 8 | at[size];
    return value;
}

static double real(const unsigned char *at, size_t size)
{
    const uint64_t bits = little(at, size);
    const uint32_t low = (uint32_t)bits;
    float single;
    double twice;
    if (size == 4) {
        memcpy(&single, &low, sizeof single);
        return (double)single;
    }
    memcpy(&twice, &bits, sizeof twice);
    return twice;
}

static bool read_ascii(source_t *source, const char *path, const pcd_t *pcd, bytes_t *bytes)
{
    char *line = bytes->data + pcd->data_begin, *end = bytes->data + bytes->size;
    double *numbers = malloc(pcd->columns * sizeof *numbers);
    bool good = numbers ? true : fail(path, "out of memory");
    for (size_t i = 0; good && i < pcd->points; i++) {
        char *line_end = line < end ? memchr(line, '\n', (size_t)(end - line)) : NULL;
        if (!line_end)
            line_end = end;
        *line_end = 0;
        if (line >= end || !text_numbers(line, numbers, pcd->columns, NULL)) {
            good = fail(path, "point %zu of %zu is missing or broken", i + 1, pcd->points);
            break;
        }
        const double at[3] = { numbers[pcd->field[0].column], numbers[pcd->field[1].column],
                               numbers[pcd->field[2].column] };
        good = source_add_point(source, path, at);
        line = line_end + 1;
    }
    free(numbers);
    return good;
}

/* Points side by side, or, compressed, each field of all points side by side. */
static bool read_binary(source_t *source, const char *path, const pcd_t *pcd,
                        const unsigned char *data, bool by_field)
{
    for (size_t i = 0; i < pcd->points; i++) {
        double at[3];
        for (unsigned a = 0; a < 3; a++) {
            const pcd_field_t *field = &pcd->field[a];
            const size_t place = by_field ? field->offset * pcd->points + i * field->size
                                          : i * pcd->stride + field->offset;
            at[a] = real(data + place, field->size);
        }
        if (!source_add_point(source, path, at))
            return false;
    }
    return true;
}

static bool read_compressed(source_t *source, const char *path, const pcd_t *pcd,
                            const unsigned char *data, size_t size)
{
    const uint64_t packed = size < 8 ? 0 : little(data, 4);
    const size_t wanted = pcd->points * pcd->stride;
    if (size < 8 || packed > size - 8)
        return fail(path, "is cut off");
    if (little(data + 4, 4) != wanted || packed == 0)
        return fail(path, "its length and its number of points contradict each other");
    unsigned char *unpacked = malloc(wanted);
    if (!unpacked)
        return fail(path, "out of memory");
    const size_t got = lzf_decompress(data + 8, (unsigned)packed, unpacked, (unsigned)wanted);
    const bool good = got == wanted ? read_binary(source, path, pcd, unpacked, true)
                                    : fail(path, "its compressed data is broken");
    free(unpacked);
    return good;
}

static bool read_points(source_t *source, const char *path, bytes_t *bytes)
{
    pcd_t pcd;
    const char *wrong = pcd_header(&pcd, bytes->data, bytes->size);
    if (wrong)
        return fail(path, "%s", wrong);
    if (pcd.points == 0)
        return fail(path, "holds nothing");
    const unsigned char *data = (const unsigned char *)bytes->data + pcd.data_begin;
    const size_t size = bytes->size - pcd.data_begin;
    if (pcd.data == PCD_ASCII)
        return read_ascii(source, path, &pcd, bytes);
    if (pcd.points > UINT32_MAX / pcd.stride)
        return fail(path, "has too many points");
    if (pcd.data == PCD_COMPRESSED)
        return read_compressed(source, path, &pcd, data, size);
    return size / pcd.stride < pcd.points ? fail(path, "is cut off")
                                          : read_binary(source, path, &pcd, data, false);
}

bool source_read_pcd(source_t *source, const char *path)
{
    bytes_t bytes;
    source->kind = SOURCE_POINTS;
    if (!bytes_read(&bytes, path))
        return false;
    const bool good = read_points(source, path, &bytes);
    bytes_free(&bytes);
    return good;
}
