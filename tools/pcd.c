/* SPDX-License-Identifier: MIT */
/* The header of a .pcd file, version 0.7. */
#define _POSIX_C_SOURCE 200809L

#include "tools/pcd.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS_MOST = 64 };

/* The fields as the header lists them: line by line, not field by field. */
typedef struct {
    size_t count;
    const char *name[FIELDS_MOST];
    size_t size[FIELDS_MOST], repeat[FIELDS_MOST];
    char type[FIELDS_MOST];
    size_t width, height;
    bool has_points;
} table_t;

static size_t number_of(const char *word)
{
    char *end;
    const unsigned long long value = strtoull(word, &end, 10);
    return *word < '0' || *word > '9' || *end || value > INT32_MAX ? SIZE_MAX : (size_t)value;
}

/* The words of a FIELDS, SIZE, TYPE or COUNT line go into the table's columns. */
static bool take_words(table_t *table, const char *key, char *rest)
{
    size_t i = 0;
    char *context = NULL;
    for (char *word = strtok_r(rest, " \t\r", &context); word;
         word = strtok_r(NULL, " \t\r", &context), i++) {
        if (i == FIELDS_MOST)
            return false;
        if (strcmp(key, "FIELDS") == 0)
            table->name[i] = word;
        else if (strcmp(key, "SIZE") == 0)
            table->size[i] = number_of(word);
        else if (strcmp(key, "TYPE") == 0)
            table->type[i] = *word;
        else
            table->repeat[i] = number_of(word);
    }
    if (strcmp(key, "FIELDS") == 0)
        table->count = i;
    return i == table->count;
}

static bool take_data(pcd_t *pcd, const char *word)
{
    static const char *const names[] = { "ascii", "binary", "binary_compressed" };
    for (size_t i = 0; i < 3; i++)
        if (strcmp(word, names[i]) == 0) {
            pcd->data = (pcd_data_t)i;
            return true;
        }
    return false;
}

/* One line of the header but DATA. */
static bool take_line(pcd_t *pcd, table_t *table, const char *key, char *rest)
{
    if (strcmp(key, "FIELDS") == 0 || strcmp(key, "SIZE") == 0 || strcmp(key, "TYPE") == 0 ||
        strcmp(key, "COUNT") == 0)
        return take_words(table, key, rest);
    size_t *number = strcmp(key, "WIDTH") == 0    ? &table->width
                     : strcmp(key, "HEIGHT") == 0 ? &table->height
                     : strcmp(key, "POINTS") == 0 ? &pcd->points
                                                  : NULL;
    if (!number)
        return strcmp(key, "VERSION") == 0 || strcmp(key, "VIEWPOINT") == 0;
    *number = number_of(rest);
    table->has_points |= number == &pcd->points;
    return *number != SIZE_MAX;
}

/* Places x, y and z. */
static const char *lay_out(pcd_t *pcd, const table_t *table)
{
    unsigned found = 0;
    for (size_t i = 0; i < table->count; i++) {
        const size_t size = table->size[i], repeat = table->repeat[i];
        if (size < 1 || size > 8 || repeat > PCD_STRIDE_MOST)
            return "its PCD header has a SIZE or COUNT that cannot be";
        const char *name = table->name[i];
        if (name[0] >= 'x' && name[0] <= 'z' && !name[1]) {
            const pcd_field_t field = { pcd->stride, pcd->columns, size };
            pcd->field[name[0] - 'x'] = field;
            found |= 1u << (name[0] - 'x');
            if (table->type[i] != 'F' || repeat != 1 || (size != 4 && size != 8))
                return "its x, y and z are not of type F, size 4 or 8";
        }
        pcd->stride += size * repeat;
        pcd->columns += repeat;
        if (pcd->stride > PCD_STRIDE_MOST)
            return "its points are too long";
    }
    return found == 7 ? NULL : "it has no fields x, y and z";
}

/* Reads up to the DATA line. */
static const char *read_lines(pcd_t *pcd, table_t *table, char *text, size_t size)
{
    for (size_t i = 0; i < FIELDS_MOST; i++)
        table->repeat[i] = 1;
    for (size_t at = 0; at < size;) {
        char *line = text + at, *end = memchr(line, '\n', size - at), *context = NULL;
        if (!end)
            break;
        *end = 0;
        at = (size_t)(end - text) + 1u;
        if (*line == '#')
            continue;
        char *key = strtok_r(line, " \t\r", &context);
        if (!key)
            continue;
        char *rest = context + strspn(context, " \t");
        rest[strcspn(rest, "\r")] = 0;
        if (strcmp(key, "DATA") == 0) {
            pcd->data_begin = at;
            return take_data(pcd, rest) ? NULL : "its DATA is of an unknown kind";
        }
        if (!take_line(pcd, table, key, rest))
            return "its PCD header is broken";
    }
    return "is no PCD file, or its header is cut off";
}

const char *pcd_header(pcd_t *pcd, char *text, size_t size)
{
    table_t table;
    memset(pcd, 0, sizeof *pcd);
    memset(&table, 0, sizeof table);
    const char *wrong = read_lines(pcd, &table, text, size);
    if (wrong)
        return wrong;
    if (!table.has_points)
        pcd->points = table.width * table.height;
    return lay_out(pcd, &table);
}
