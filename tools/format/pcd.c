/* SPDX-License-Identifier: MIT */
/* The header of a .pcd file, versions 0.5 to 0.7: its entries stand in their order, each once. */
#define _POSIX_C_SOURCE 200809L

#include "tools/format/pcd.h"
#include "tools/format/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS_MOST = 64 };

typedef enum {
    VERSION,
    FIELDS,
    SIZE,
    TYPE,
    COUNT,
    WIDTH,
    HEIGHT,
    VIEWPOINT,
    POINTS,
    DATA,
    ENTRIES
} entry_t;

static const struct {
    const char *word;
    bool optional;
} entries[ENTRIES] = { [VERSION] = { "VERSION", false }, [FIELDS] = { "FIELDS", false },
                       [SIZE] = { "SIZE", false },       [TYPE] = { "TYPE", false },
                       [COUNT] = { "COUNT", true },      [WIDTH] = { "WIDTH", false },
                       [HEIGHT] = { "HEIGHT", false },   [VIEWPOINT] = { "VIEWPOINT", true },
                       [POINTS] = { "POINTS", false },   [DATA] = { "DATA", false } };

/* The fields as the header lists them: line by line, not field by field. */
typedef struct {
    size_t count;
    const char *name[FIELDS_MOST];
    size_t size[FIELDS_MOST], repeat[FIELDS_MOST];
    char type[FIELDS_MOST];
    size_t width, height, points;
} table_t;

static size_t number_of(const char *word)
{
    char *end;
    const unsigned long long value = strtoull(word, &end, 10);
    return *word < '0' || *word > '9' || *end || value > INT32_MAX ? SIZE_MAX : (size_t)value;
}

/* Each takes the words of an entry: NULL, or what is wrong with them. */
static const char *take_fields(table_t *table, const entry_t entry, char **words, size_t count)
{
    if (entry == FIELDS)
        table->count = count;
    if (count != table->count)
        return "not as many values as there are FIELDS";
    for (size_t i = 0; i < count; i++)
        if (entry == FIELDS)
            table->name[i] = words[i];
        else if (entry == SIZE)
            table->size[i] = number_of(words[i]);
        else if (entry == COUNT)
            table->repeat[i] = number_of(words[i]);
        else
            table->type[i] = words[i][1] ? 0 : words[i][0];
    return NULL;
}

static const char *take_number(size_t *number, char **words, size_t count)
{
    *number = count == 1 ? number_of(words[0]) : SIZE_MAX;
    return *number != SIZE_MAX ? NULL : "not one number from 0 to 2147483647";
}

static const char *take_viewpoint(pcd_t *pcd, char **words, size_t count)
{
    bool good = count == 7;
    for (size_t i = 0; good && i < count; i++)
        good = text_exactly(words[i], ' ', &pcd->viewpoint[i], 1);
    return good ? NULL : "not seven numbers";
}

static const char *take_data(pcd_t *pcd, char **words, size_t count)
{
    static const char *const names[] = { "ascii", "binary", "binary_compressed" };
    for (size_t i = 0; i < 3; i++)
        if (count == 1 && strcmp(words[0], names[i]) == 0) {
            pcd->data = (pcd_data_t)i;
            return NULL;
        }
    return "neither ascii, binary nor binary_compressed";
}

static const char *take_version(char **words, size_t count)
{
    const char *value = count == 1 ? words[0] + (words[0][0] == '0') : "";
    return value[0] == '.' && value[1] >= '5' && value[1] <= '7' && !value[2] ? NULL
                                                                              : "not 0.5 to 0.7";
}

static const char *take_entry(pcd_t *pcd, table_t *table, entry_t entry, char **words, size_t count)
{
    switch (entry) {
    case VERSION: return take_version(words, count);
    case WIDTH: return take_number(&table->width, words, count);
    case HEIGHT: return take_number(&table->height, words, count);
    case POINTS: return take_number(&table->points, words, count);
    case VIEWPOINT: return take_viewpoint(pcd, words, count);
    case DATA: return take_data(pcd, words, count);
    default: return take_fields(table, entry, words, count);
    }
}

/* Takes the sizes, types and counts of one field, and its place if it is x, y or z. */
static const char *lay_out_field(pcd_t *pcd, const table_t *table, size_t i, unsigned *found)
{
    const size_t size = table->size[i], repeat = table->repeat[i];
    const char *name = table->name[i], type = table->type[i];
    const bool real = type == 'F' && (size == 4 || size == 8);
    if (!real &&
        !((type == 'I' || type == 'U') && (size == 1 || size == 2 || size == 4 || size == 8)))
        return "a field has a TYPE and SIZE that cannot be";
    if (repeat < 1 || repeat > PCD_STRIDE_MOST)
        return "a field has a COUNT that cannot be";
    if (name[0] >= 'x' && name[0] <= 'z' && !name[1]) {
        const unsigned axis = (unsigned)(name[0] - 'x');
        const pcd_field_t field = { pcd->stride, pcd->columns, size };
        if (*found & 1u << axis || !real || repeat != 1)
            return "x, y and z are not there once each, of type F";
        pcd->field[axis] = field;
        *found |= 1u << axis;
    }
    pcd->stride += size * repeat;
    pcd->columns += repeat;
    return pcd->stride <= PCD_STRIDE_MOST ? NULL : "its points are too long";
}

static const char *lay_out(pcd_t *pcd, const table_t *table)
{
    unsigned found = 0;
    for (size_t i = 0; i < table->count; i++) {
        const char *wrong = lay_out_field(pcd, table, i, &found);
        if (wrong)
            return wrong;
    }
    if (found != 7)
        return "it has no fields x, y and z";
    pcd->points = table->points;
    return table->width * table->height == table->points ? NULL
                                                         : "POINTS is not WIDTH times HEIGHT";
}

/* Splits a line at its blanks; one word more than there is room for is counted. */
static size_t split(char *line, char *words[FIELDS_MOST + 1])
{
    size_t count = 0;
    char *context = NULL;
    for (char *word = strtok_r(line, " \t", &context); word && count <= FIELDS_MOST;
         word = strtok_r(NULL, " \t", &context))
        words[count++] = word;
    return count;
}

/* Takes one line of the header; *next is the first entry that it may be. */
static bool take_line(pcd_t *pcd, table_t *table, lines_t *lines, char *line, unsigned *next)
{
    char *words[FIELDS_MOST + 1];
    char *key = line + strspn(line, " \t"), *rest = key + strcspn(key, " \t");
    if (*rest)
        *rest++ = 0;
    unsigned entry = *next;
    while (entry < ENTRIES && entries[entry].optional && strcmp(key, entries[entry].word) != 0)
        entry++;
    if (entry == ENTRIES || strcmp(key, entries[entry].word) != 0)
        return lines_fail(lines, "%s where the header of a PCD file has %s", key,
                          entries[*next].word);
    *next = entry + 1;
    const size_t count = split(rest, words);
    const char *wrong = count > FIELDS_MOST ? "too many values"
                                            : take_entry(pcd, table, entry, words, count);
    return !wrong || lines_fail(lines, "%s: %s", key, wrong);
}

bool pcd_header(pcd_t *pcd, lines_t *lines)
{
    table_t table;
    memset(pcd, 0, sizeof *pcd);
    memset(&table, 0, sizeof table);
    for (size_t i = 0; i < FIELDS_MOST; i++)
        table.repeat[i] = 1;
    for (unsigned next = 0; next < ENTRIES;) {
        char *line = lines_next(lines);
        if (!line)
            return lines->good && lines_fail(lines, "the header of a PCD file is cut off");
        if (!lines_idle(line) && !take_line(pcd, &table, lines, line, &next))
            return false;
    }
    const char *wrong = lay_out(pcd, &table);
    return !wrong || lines_fail(lines, "%s", wrong);
}
