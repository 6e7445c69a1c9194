/* SPDX-License-Identifier: MIT */
/* A .ply file: its header, and the numbers behind it. */
#define _POSIX_C_SOURCE 200809L

#include "tools/format/ply.h"
#include "tools/format/text.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t";

/* --- the header ------------------------------------------------------------------------- */

/* Each type has two names. */
static const struct {
    const char *name, *other;
    size_t size;
    double least, most; /* of whole numbers */
} types[PLY_NONE] = { [PLY_INT8] = { "char", "int8", 1, INT8_MIN, INT8_MAX },
                      [PLY_UINT8] = { "uchar", "uint8", 1, 0, UINT8_MAX },
                      [PLY_INT16] = { "short", "int16", 2, INT16_MIN, INT16_MAX },
                      [PLY_UINT16] = { "ushort", "uint16", 2, 0, UINT16_MAX },
                      [PLY_INT32] = { "int", "int32", 4, INT32_MIN, INT32_MAX },
                      [PLY_UINT32] = { "uint", "uint32", 4, 0, UINT32_MAX },
                      [PLY_FLOAT] = { "float", "float32", 4, 0, 0 },
                      [PLY_DOUBLE] = { "double", "float64", 8, 0, 0 } };

static const char *next_word(char **rest)
{
    const char *word = strtok_r(NULL, blanks, rest);
    return word ? word : "";
}

static ply_type_t next_type(char **rest)
{
    const char *word = next_word(rest);
    unsigned type = 0;
    while (type < PLY_NONE && strcmp(word, types[type].name) != 0 &&
           strcmp(word, types[type].other) != 0)
        type++;
    return (ply_type_t)type;
}

/* Each takes the rest of a line behind its keyword: NULL, or what is wrong. */
static const char *take_format(ply_t *ply, char **rest)
{
    static const char *const names[] = { "ascii", "binary_little_endian", "binary_big_endian" };
    const char *word = next_word(rest);
    unsigned format = 0;
    while (format < 3 && strcmp(word, names[format]) != 0)
        format++;
    ply->format = (ply_format_t)format;
    return format < 3 && strcmp(next_word(rest), "1.0") == 0
             ? NULL
             : "the format is none of PLY 1.0, ascii, binary_little_endian or binary_big_endian";
}

/* The element before must have been given a property. */
static const char *take_element(ply_t *ply, char **rest)
{
    const size_t before = ply->element_count;
    if (before == PLY_ELEMENTS_MOST)
        return "too many elements";
    if (before != 0 && ply->element[before - 1].property_count == 0)
        return "the element before has no property";
    ply_element_t *element = &ply->element[ply->element_count++];
    element->name = next_word(rest);
    const char *word = next_word(rest);
    char *end;
    const unsigned long long count = strtoull(word, &end, 10);
    element->count = (size_t)count;
    for (size_t i = 0; i < before; i++)
        if (strcmp(ply->element[i].name, element->name) == 0)
            return "an element of this name was there before";
    return *word >= '0' && *word <= '9' && *end == 0 && count <= UINT32_MAX
             ? NULL
             : "not an element's name and count";
}

static const char *take_property(ply_t *ply, char **rest)
{
    if (ply->element_count == 0)
        return "a property of no element";
    ply_element_t *element = &ply->element[ply->element_count - 1];
    if (element->property_count == PLY_PROPERTIES_MOST)
        return "too many properties";
    ply_property_t *property = &element->property[element->property_count];
    const size_t skip = strspn(*rest, blanks);
    const bool list = strncmp(*rest + skip, "list", 4) == 0 && strchr(blanks, (*rest)[skip + 4]);
    if (list)
        next_word(rest);
    property->length = list ? next_type(rest) : PLY_NONE;
    property->type = next_type(rest);
    property->name = next_word(rest);
    if (property->type == PLY_NONE || !*property->name || (list && property->length >= PLY_FLOAT))
        return "not a property's type and name";
    for (size_t i = 0; i < element->property_count; i++)
        if (strcmp(element->property[i].name, property->name) == 0)
            return "a property of this name was there before";
    element->property_count++;
    return NULL;
}

static bool is_comment(const char *key)
{
    return strcmp(key, "comment") == 0 || strcmp(key, "obj_info") == 0;
}

/* One line behind the format's. */
static const char *take_line(ply_t *ply, const char *key, char **rest)
{
    if (is_comment(key))
        return NULL;
    const char *wrong = strcmp(key, "element") == 0  ? take_element(ply, rest)
                      : strcmp(key, "property") == 0 ? take_property(ply, rest)
                                                     : "a word that is none of a PLY header";
    return wrong ? wrong : *next_word(rest) ? "something behind its end" : NULL;
}

/* Up to the line that ends the header; false: an error was printed. */
static bool take_lines(ply_t *ply, lines_t *lines)
{
    for (char *line; (line = lines_next_full(lines)) != NULL;) {
        char *rest = NULL;
        const char *key = strtok_r(line, blanks, &rest);
        if (strcmp(key, "end_header") == 0 && !*next_word(&rest)) {
            const size_t count = ply->element_count;
            return (count != 0 && ply->element[count - 1].property_count != 0) ||
                   lines_fail(lines, "the PLY header names nothing");
        }
        const char *wrong = take_line(ply, key, &rest);
        if (wrong)
            return lines_fail(lines, "%s", wrong);
    }
    return lines->good && lines_fail(lines, "the PLY header is cut off");
}

/* The line, which may be NULL, if its first word is `key`: what is behind that. */
static char *behind(char *line, const char *key)
{
    char *rest = NULL;
    const char *word = line ? strtok_r(line, blanks, &rest) : NULL;
    return word && strcmp(word, key) == 0 ? rest : NULL;
}

/* What is behind the word format in its line, before which comments may stand; NULL: another line
 * comes first. */
static char *behind_format(lines_t *lines)
{
    for (char *line; (line = lines_next_full(lines)) != NULL;) {
        char *rest = NULL;
        const char *key = strtok_r(line, blanks, &rest);
        if (!is_comment(key))
            return strcmp(key, "format") == 0 ? rest : NULL;
    }
    return NULL;
}

bool ply_header(ply_t *ply, lines_t *lines)
{
    memset(ply, 0, sizeof *ply);
    char *rest = behind(lines_next(lines), "ply");
    if (!lines->good)
        return false;
    if (!rest || *next_word(&rest))
        return fail(lines->path, "line 1: is no PLY file");
    rest = behind_format(lines);
    if (!lines->good)
        return false;
    const char *wrong = rest ? take_format(ply, &rest) : "the PLY header has no format here";
    if (!wrong && *next_word(&rest))
        wrong = "something behind its end";
    return wrong ? lines_fail(lines, "%s", wrong) : take_lines(ply, lines);
}

/* --- the data --------------------------------------------------------------------------- */

bool ply_fail(const ply_t *ply, lines_t *lines, const char *cause)
{
    return ply->format == PLY_ASCII ? lines_fail(lines, "%s", cause)
                                    : fail(lines->path, "item %zu: %s", ply->item, cause);
}

bool ply_begin(ply_t *ply, lines_t *lines)
{
    if (ply->format != PLY_ASCII)
        return true;
    ply->text = lines_next_full(lines);
    return ply->text || (lines->good && lines_fail(lines, "it is the last, and items are missing"));
}

bool ply_end(ply_t *ply, lines_t *lines)
{
    return ply->format != PLY_ASCII || !*ply->text ||
           lines_fail(lines, "more numbers than its element has");
}

bool ply_finish(const ply_t *ply, lines_t *lines)
{
    if (ply->format == PLY_ASCII)
        return lines_next_full(lines) ? lines_fail(lines, "it is behind the last item")
                                      : lines->good;
    return lines->at == lines->end ||
           fail(lines->path, "goes on behind its last item, by %zu bytes",
                (size_t)(lines->end - lines->at));
}

static bool ascii_number(ply_t *ply, lines_t *lines, ply_type_t type, double *number)
{
    if (!*ply->text)
        return lines_fail(lines, "fewer numbers than its element has");
    if (!text_number(&ply->text, ' ', number))
        return lines_fail(lines, "not decimal numbers with blanks between them");
    return type >= PLY_FLOAT ||
           (*number >= types[type].least && *number <= types[type].most &&
            fabs(*number - round(*number)) <= 0) ||
           lines_fail(lines, "a number that its type cannot be");
}

static double of_bits(uint64_t bits, ply_type_t type)
{
    const uint32_t low = (uint32_t)bits;
    float single;
    double twice;
    switch (type) {
    case PLY_INT8: return (int8_t)low;
    case PLY_INT16: return (int16_t)low;
    case PLY_INT32: return (int32_t)low;
    case PLY_FLOAT: memcpy(&single, &low, sizeof single); return (double)single;
    case PLY_DOUBLE: memcpy(&twice, &bits, sizeof twice); return twice;
    default: return low;
    }
}

bool ply_number(ply_t *ply, lines_t *lines, ply_type_t type, double *number)
{
    if (ply->format == PLY_ASCII)
        return ascii_number(ply, lines, type, number);
    const size_t size = types[type].size;
    if ((size_t)(lines->end - lines->at) < size)
        return ply_fail(ply, lines, "the file is cut off there");
    const unsigned char *bytes = (const unsigned char *)lines->at;
    uint64_t bits = 0;
    for (size_t i = 0; i < size; i++)
        bits = bits << 8 | bytes[ply->format == PLY_BIG ? i : size - 1 - i];
    lines->at += size;
    *number = of_bits(bits, type);
    return true;
}
