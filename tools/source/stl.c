/* SPDX-License-Identifier: MIT */
/* Triangles, .stl: 84 bytes and 50 for each, as the header counts them; or text, a line for each
 * part of each triangle. */
#define _POSIX_C_SOURCE 200809L

#include "tools/format/lines.h"
#include "tools/format/text.h"
#include "tools/source/stream.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

enum { HEADER = 84, RECORD = 50, NORMAL = 12, CORNERS = 3 };

static uint32_t little(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static double real(const char *bytes)
{
    const uint32_t bits = little(bytes);
    float single;
    memcpy(&single, &bits, sizeof single);
    return (double)single;
}

/* The corners of triangle i, from 0. */
static bool read_record(source_t *source, const lines_t *lines, size_t i)
{
    for (unsigned c = 0; c < CORNERS; c++) {
        const char *corner = lines->at + NORMAL + c * 12u;
        const double at[3] = { real(corner), real(corner + 4), real(corner + 8) };
        const char *wrong = source_wrong(source, at);
        if (wrong)
            return fail(lines->path, "triangle %zu has %s", i + 1, wrong);
        if (!source_add_point(source, lines->path, at))
            return false;
    }
    return true;
}

static bool read_binary(source_t *source, lines_t *lines, size_t count)
{
    lines->at = lines->begin + HEADER;
    for (size_t i = 0; i < count; i++, lines->at += RECORD) {
        if (!read_record(source, lines, i))
            return false;
        stream_passed(lines);
    }
    return true;
}

/* --- text -------------------------------------------------------------------------------- */

/* What is behind these words at the line's beginning; NULL: it begins otherwise. */
static const char *behind(const char *line, const char *words)
{
    while (*words) {
        const size_t length = strcspn(words, " ");
        line += strspn(line, " \t");
        if (strncasecmp(line, words, length) != 0 || (line[length] && !strchr(" \t", line[length])))
            return NULL;
        line += length;
        words += length + (words[length] == ' ');
    }
    return line;
}

/* The next line must be these words and `count` numbers. */
static bool take(lines_t *lines, const char *words, double *numbers, size_t count)
{
    const char *line = lines_next_full(lines), *rest = line ? behind(line, words) : NULL;
    size_t found;
    if (!lines->good)
        return false;
    return (rest && text_numbers(rest, ' ', numbers, count, &found) && found == count) ||
           lines_fail(lines, "not \"%s\" and %zu numbers", words, count);
}

static bool read_corner(source_t *source, lines_t *lines)
{
    double at[3];
    if (!take(lines, "vertex", at, 3))
        return false;
    const char *wrong = source_wrong(source, at);
    if (wrong)
        return lines_fail(lines, "%s", wrong);
    return source_add_point(source, lines->path, at);
}

/* All of a triangle behind its first line, the normal's. */
static bool read_facet(source_t *source, lines_t *lines)
{
    if (!take(lines, "outer loop", NULL, 0))
        return false;
    for (unsigned c = 0; c < CORNERS; c++)
        if (!read_corner(source, lines))
            return false;
    return take(lines, "endloop", NULL, 0) && take(lines, "endfacet", NULL, 0);
}

/* All of a solid behind its first line. */
static bool read_solid(source_t *source, lines_t *lines)
{
    double normal[3];
    for (const char *line; (line = lines_next_full(lines)) != NULL;) {
        const char *rest = behind(line, "facet normal");
        size_t count;
        if (behind(line, "endsolid"))
            return true;
        if (!rest || !text_numbers(rest, ' ', normal, 3, &count) || count != 3)
            return lines_fail(lines, "neither facet normal and three numbers nor endsolid");
        if (!read_facet(source, lines))
            return false;
        stream_passed(lines);
    }
    return lines->good && lines_fail(lines, "the last one: endsolid is missing");
}

/* Each solid with triangles is a part. */
static bool read_solids(source_t *source, lines_t *lines)
{
    for (const char *line; (line = lines_next_full(lines)) != NULL;) {
        const size_t before = source->count;
        if (!behind(line, "solid"))
            return lines_fail(lines, "not solid");
        if (!read_solid(source, lines))
            return false;
        source->part += source->count != before;
    }
    return lines->good;
}

/* A header of bytes may begin with solid, too. Behind it stands how many triangles there are; in a
 * text no zero byte stands there, and below 2^24 triangles one does. */
static bool has_count(const bytes_t *bytes)
{
    return bytes->size >= HEADER && memchr(bytes->data, 0, HEADER) != NULL;
}

static bool read_stl(source_t *source, const char *path, const bytes_t *bytes)
{
    const size_t count = bytes->size < HEADER ? 0 : little(bytes->data + HEADER - 4);
    lines_t lines;
    lines_begin(&lines, path, bytes);
    if (bytes->size >= HEADER && (bytes->size - HEADER) / RECORD == count &&
        (bytes->size - HEADER) % RECORD == 0)
        return read_binary(source, &lines, count);
    if (bytes->size != 0 && strncasecmp(lines.at, "solid", 5) == 0 && !has_count(bytes))
        return read_solids(source, &lines);
    return fail(path,
                "has %zu bytes: neither 84 and 50 for each of %zu triangles, nor a text that "
                "begins with solid",
                bytes->size, count);
}

bool source_read_stl(source_t *source, const char *path)
{
    bytes_t bytes;
    source->kind = SOURCE_TRIANGLES;
    if (!stream_bytes(source, &bytes, path))
        return false;
    const bool good = read_stl(source, path, &bytes);
    bytes_free(&bytes);
    return good;
}
