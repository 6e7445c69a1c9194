/* SPDX-License-Identifier: MIT */
/* A .ply file: its header, and the numbers behind it. */
#define _POSIX_C_SOURCE 200809L

#include "tools/ply.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r\n";

/* --- the header ------------------------------------------------------------------------- */

/* Each type has two names. */
static const struct {
    const char *name, *other;
    size_t size;
} types[PLY_NONE] = {
    [PLY_INT8] = { "char", "int8", 1 },      [PLY_UINT8] = { "uchar", "uint8", 1 },
    [PLY_INT16] = { "short", "int16", 2 },   [PLY_UINT16] = { "ushort", "uint16", 2 },
    [PLY_INT32] = { "int", "int32", 4 },     [PLY_UINT32] = { "uint", "uint32", 4 },
    [PLY_FLOAT] = { "float", "float32", 4 }, [PLY_DOUBLE] = { "double", "float64", 8 }
};

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

static bool take_format(ply_t *ply, char *rest)
{
    static const char *const names[] = { "ascii", "binary_little_endian", "binary_big_endian" };
    const char *word = next_word(&rest);
    for (unsigned i = 0; i < 3; i++)
        if (strcmp(word, names[i]) == 0) {
            ply->format = (ply_format_t)i;
            return true;
        }
    return false;
}

/* The element before must have been given a property. */
static bool take_element(ply_t *ply, char *rest)
{
    if (ply->element_count == PLY_ELEMENTS_MOST ||
        (ply->element_count != 0 && ply->element[ply->element_count - 1].property_count == 0))
        return false;
    ply_element_t *element = &ply->element[ply->element_count++];
    element->name = next_word(&rest);
    const char *word = next_word(&rest);
    char *end;
    const unsigned long long count = strtoull(word, &end, 10);
    element->count = (size_t)count;
    return *word >= '0' && *word <= '9' && *end == 0 && count <= UINT32_MAX;
}

static bool take_property(ply_t *ply, char *rest)
{
    if (ply->element_count == 0)
        return false;
    ply_element_t *element = &ply->element[ply->element_count - 1];
    if (element->property_count == PLY_PROPERTIES_MOST)
        return false;
    ply_property_t *property = &element->property[element->property_count++];
    const size_t skip = strspn(rest, blanks);
    const bool list = strncmp(rest + skip, "list", 4) == 0 && strchr(blanks, rest[skip + 4]);
    if (list)
        next_word(&rest);
    property->length = list ? next_type(&rest) : PLY_NONE;
    property->type = next_type(&rest);
    property->name = next_word(&rest);
    return property->type != PLY_NONE && *property->name && (!list || property->length < PLY_FLOAT);
}

/* The header's next line, its end cut off in place; NULL at the end of the file. */
static char *next_line(ply_t *ply, char **text)
{
    char *line = *text, *end = memchr(line, '\n', (size_t)(ply->end - line));
    if (!end)
        return NULL;
    *end = 0;
    *text = end + 1;
    return line;
}

/* One line behind the first; false: it is broken. */
static bool take_line(ply_t *ply, const char *key, char *rest)
{
    if (strcmp(key, "format") == 0)
        return take_format(ply, rest);
    if (strcmp(key, "element") == 0)
        return take_element(ply, rest);
    if (strcmp(key, "property") == 0)
        return take_property(ply, rest);
    return strcmp(key, "comment") == 0 || strcmp(key, "obj_info") == 0;
}

const char *ply_header(ply_t *ply, char *text, size_t size)
{
    memset(ply, 0, sizeof *ply);
    ply->end = text + size;
    char *line = next_line(ply, &text);
    if (!line || strncmp(line, "ply", 3) != 0 || line[3 + strspn(line + 3, blanks)])
        return "is no PLY file";
    while ((line = next_line(ply, &text)) != NULL) {
        char *rest = NULL;
        const char *key = strtok_r(line, blanks, &rest);
        if (key && strcmp(key, "end_header") == 0) {
            ply->at = text;
            const size_t count = ply->element_count;
            return count != 0 && ply->element[count - 1].property_count != 0
                ? NULL : "its PLY header names nothing";
        }
        if (key && !take_line(ply, key, rest))
            return "its PLY header is broken";
    }
    return "its PLY header is cut off";
}

/* --- the data --------------------------------------------------------------------------- */

static bool ascii_number(ply_t *ply, double *number)
{
    char *end;
    *number = strtod(ply->at, &end);
    if (end == ply->at || (end < ply->end && !strchr(blanks, *end)))
        return false;
    ply->at = end;
    return true;
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
    case PLY_FLOAT:
        memcpy(&single, &low, sizeof single);
        return (double)single;
    case PLY_DOUBLE:
        memcpy(&twice, &bits, sizeof twice);
        return twice;
    default: return low;
    }
}

bool ply_number(ply_t *ply, ply_type_t type, double *number)
{
    if (ply->format == PLY_ASCII)
        return ascii_number(ply, number);
    const size_t size = types[type].size;
    if ((size_t)(ply->end - ply->at) < size)
        return false;
    const unsigned char *bytes = (const unsigned char *)ply->at;
    uint64_t bits = 0;
    for (size_t i = 0; i < size; i++)
        bits = bits << 8 | bytes[ply->format == PLY_BIG ? i : size - 1 - i];
    ply->at += size;
    *number = of_bits(bits, type);
    return true;
}
