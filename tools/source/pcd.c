/* SPDX-License-Identifier: MIT */
/* The points of a .pcd file: ascii, binary, binary_compressed. Numbers in it are little-endian. */
#include "tools/format/pcd.h"
#include "tools/source/stream.h"

#include <liblzf/lzf.h>
#include <math.h>
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

static bool read_ascii(source_t *source, const pcd_t *pcd, lines_t *lines, double *numbers)
{
    size_t columns = pcd->columns;
    for (size_t i = 0; i < pcd->points; i++) {
        char *line = lines_next_full(lines);
        if (!line)
            return lines->good && lines_fail(lines,
                                             "the last one, of point %zu of %zu: the file "
                                             "is cut off",
                                             i, pcd->points);
        if (!lines_numbers(lines, line, numbers, columns, &columns))
            return false;
        const double at[3] = { numbers[pcd->field[0].column], numbers[pcd->field[1].column],
                               numbers[pcd->field[2].column] };
        const char *wrong = source_wrong(source, at);
        if (wrong)
            return lines_fail(lines, "%s", wrong);
        if (!source_add_point(source, lines->path, at))
            return false;
        stream_passed(lines);
    }
    return lines_next_full(lines)
             ? lines_fail(lines, "it is behind the last of %zu points", pcd->points)
             : lines->good;
}

/* Points side by side, from where the lines are; or, compressed and unpacked into `fields`, each
 * field of all points side by side. */
static bool read_binary(source_t *source, lines_t *lines, const pcd_t *pcd,
                        const unsigned char *fields)
{
    for (size_t i = 0; i < pcd->points; i++) {
        double at[3];
        for (unsigned a = 0; a < 3; a++) {
            const pcd_field_t *field = &pcd->field[a];
            const unsigned char *place = fields
                                           ? fields + field->offset * pcd->points + i * field->size
                                           : (const unsigned char *)lines->at + field->offset;
            at[a] = real(place, field->size);
        }
        if (!source_add_point(source, lines->path, at))
            return false;
        if (!fields) {
            lines->at += pcd->stride;
            stream_passed(lines);
        }
    }
    return true;
}

/* PCL before 1.9 makes a file a page longer than its points; the page is zero. */
static bool is_padding(const unsigned char *bytes, size_t size)
{
    enum { PAGE_MOST = 65536 };
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != 0)
            return false;
    return size < PAGE_MOST;
}

/* Whether there are `wanted` bytes and no more. */
static bool check_size(const char *path, const unsigned char *data, size_t size, size_t wanted)
{
    if (size < wanted)
        return fail(path, "is cut off: its points have %zu bytes, not %zu", size, wanted);
    return is_padding(data + wanted, size - wanted) ||
           fail(path, "goes on behind its points: they have %zu bytes, not %zu", size, wanted);
}

static bool read_compressed(source_t *source, lines_t *lines, const pcd_t *pcd)
{
    const char *path = lines->path;
    const unsigned char *data = (const unsigned char *)lines->at;
    const size_t size = (size_t)(lines->end - lines->at);
    const size_t packed = size < 8 ? 0 : (size_t)little(data, 4);
    const size_t wanted = pcd->points * pcd->stride;
    if (!check_size(path, data, size, packed + 8))
        return false;
    if (little(data + 4, 4) != wanted || packed == 0)
        return fail(path, "says that its points have %zu bytes unpacked, not %zu",
                    (size_t)little(data + 4, 4), wanted);
    unsigned char *unpacked = malloc(wanted);
    if (!unpacked)
        return fail(path, "out of memory");
    const size_t got = lzf_decompress(data + 8, (unsigned)packed, unpacked, (unsigned)wanted);
    const bool good = got == wanted ? read_binary(source, lines, pcd, unpacked)
                                    : fail(path, "its compressed data is broken");
    free(unpacked);
    return good;
}

/* Whether a viewpoint leaves all points where they are. */
static bool is_at_rest(const double viewpoint[7])
{
    for (unsigned i = 0; i < 7; i++)
        if (i != 3 && fabs(viewpoint[i]) > 0)
            return false;
    return true;
}

/* Programs do not agree whether the points are already there, so that nobody may guess: the pose
 * that would bring them there is printed. */
static void say_viewpoint(const source_t *source, const char *path, const double viewpoint[7])
{
    static const double degrees = 180 / 3.14159265358979323846;
    const double *const q = viewpoint + 3;
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double square = w * w + x * x + y * y + z * z;
    const double unit_m = source_unit_um(&source->frame) / 1e6;
    if (is_at_rest(viewpoint))
        return;
    if (!(square > 0) || source->frame.y_up) {
        warn(path, "its VIEWPOINT is not applied");
        return;
    }
    const double sine = fmax(-1, fmin(1, 2 * (w * y - z * x) / square));
    warn(path, "its VIEWPOINT is not applied; --pose=%.9g,%.9g,%.9g,%.9g,%.9g,%.9g would",
         viewpoint[0] * unit_m, viewpoint[1] * unit_m, viewpoint[2] * unit_m,
         degrees * atan2(2 * (w * x + y * z), w * w - x * x - y * y + z * z), degrees * asin(sine),
         degrees * atan2(2 * (w * z + x * y), w * w + x * x - y * y - z * z));
}

static bool read_points(source_t *source, lines_t *lines)
{
    pcd_t pcd;
    if (!pcd_header(&pcd, lines))
        return false;
    const char *path = lines->path;
    say_viewpoint(source, path, pcd.viewpoint);
    if (pcd.points == 0)
        return fail(path, "holds nothing");
    if (pcd.data == PCD_ASCII) {
        double *numbers = malloc(pcd.columns * sizeof *numbers);
        const bool good = numbers ? read_ascii(source, &pcd, lines, numbers)
                                  : fail(path, "out of memory");
        free(numbers);
        return good;
    }
    if (pcd.points > (pcd.data == PCD_COMPRESSED ? UINT32_MAX : SIZE_MAX) / pcd.stride)
        return fail(path, "has too many points");
    if (pcd.data == PCD_COMPRESSED)
        return read_compressed(source, lines, &pcd);
    return check_size(path, (const unsigned char *)lines->at, (size_t)(lines->end - lines->at),
                      pcd.points * pcd.stride) &&
           read_binary(source, lines, &pcd, NULL);
}

bool source_read_pcd(source_t *source, const char *path)
{
    bytes_t bytes;
    lines_t lines;
    source->kind = SOURCE_POINTS;
    if (!stream_bytes(source, &bytes, path))
        return false;
    lines_begin(&lines, path, &bytes);
    const bool good = read_points(source, &lines);
    bytes_free(&bytes);
    return good;
}
