/* SPDX-License-Identifier: MIT */
/* Reads an .obj before Assimp does, which skips what it does not understand, and takes what looks
 * like a number for one. The corners, faces, lines, points and names are left for it, one a line
 * and without what else a file holds. */
#include "tools/obj_scan.h"
#include "tools/lines.h"
#include "tools/source.h"
#include "tools/text.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 3 }; /* corners, texture coordinates, normals */

typedef struct {
    lines_t lines;
    char *out; /* where the next line is put: behind what was read */
    long count[KINDS];
    long most[KINDS]; /* the largest number that a face names */
    size_t most_line[KINDS];
    size_t pieces;
} obj_t;

static const char blanks[] = " \t";

static void put(obj_t *obj, const char *text, size_t length)
{
    memmove(obj->out, text, length);
    obj->out += length;
}

static void put_line(obj_t *obj, const char *line)
{
    put(obj, line, strlen(line));
    *obj->out++ = '\n';
}

/* A backslash at a line's end joins it with the next; not that of a comment. */
static char *next_line(lines_t *lines)
{
    char *line = lines_next(lines);
    if (!line || lines_idle(line))
        return line;
    for (char *end = line + strlen(line); end > line && end[-1] == '\\'; end += strlen(end)) {
        const char *more = lines_next(lines);
        if (!more) {
            if (lines->good)
                lines_fail(lines, "ends with a backslash, and is the last one");
            return NULL;
        }
        end[-1] = ' ';
        memmove(end, more, strlen(more) + 1);
    }
    return line;
}

/* --- corners ----------------------------------------------------------------------------- */

/* Assimp keeps 32 bits of a coordinate; farther off than this the model would be another one. */
#define KEPT_M 5e-5

static bool is_kept(const double at[3])
{
    for (unsigned a = 0; a < 3; a++)
        if (fabs(at[a] - (double)(float)at[a]) > KEPT_M)
            return false;
    return true;
}

/* x y z, or x y z w, or x y z and a colour. */
static bool take_corner(obj_t *obj, const char *rest)
{
    double n[6], at[3];
    size_t count;
    if (!text_numbers(rest, ' ', n, 6, &count) || (count != 3 && count != 4 && count != 6))
        return lines_fail(&obj->lines, "not v and 3, 4 or 6 numbers");
    for (unsigned a = 0; a < 3; a++)
        at[a] = n[a] / (count == 4 ? n[3] : 1);
    obj->count[0]++;
    if (!source_within(at))
        return lines_fail(&obj->lines, "a coordinate that is no number or beyond 1000 km");
    return is_kept(at) ||
           lines_fail(&obj->lines, "a coordinate of more digits than can be kept: move the model "
                                   "nearer to 0");
}

/* What else corners have: only that it is there counts. */
static bool take_other(obj_t *obj, unsigned kind, const char *rest)
{
    double numbers[1];
    size_t count;
    obj->count[kind]++;
    return (text_numbers(rest, ' ', numbers, 1, &count) && count >= 1 && count <= 3) ||
           lines_fail(&obj->lines, "not 1 to 3 numbers");
}

/* --- faces ------------------------------------------------------------------------------- */

/* Takes a number of one kind; false: it names none. Negative ones count from the last. */
static bool take_number(obj_t *obj, unsigned kind, const char *text, char **end)
{
    const long number = strtol(text, end, 10);
    if (*text == '+' || strchr(blanks, *text) || number == 0 || number == LONG_MIN ||
        -number > obj->count[kind])
        return false;
    if (number > obj->most[kind]) {
        obj->most[kind] = number;
        obj->most_line[kind] = obj->lines.line;
    }
    return true;
}

/* Takes one word of a face: 1, 1/2, 1//3 or 1/2/3. */
static bool take_word(obj_t *obj, const char *word)
{
    char *end;
    if (!take_number(obj, 0, word, &end))
        return false;
    *obj->out++ = ' ';
    put(obj, word, (size_t)(end - word));
    for (unsigned kind = 1; kind < KINDS && *end == '/'; kind++) {
        const char *text = end + 1;
        if (kind == 1 && *text == '/')
            end++;
        else if (!take_number(obj, kind, text, &end))
            return false;
    }
    return *end == 0 || strchr(blanks, *end);
}

/* f, l or p: `least` corners or more. */
static bool take_piece(obj_t *obj, char kind, const char *rest, size_t least)
{
    size_t count = 0;
    *obj->out++ = kind;
    for (const char *word = rest + strspn(rest, blanks); *word; count++) {
        if (!take_word(obj, word))
            return lines_fail(&obj->lines, "a corner that is not there, or no number of one");
        word += strcspn(word, blanks);
        word += strspn(word, blanks);
    }
    *obj->out++ = '\n';
    obj->pieces += kind == 'p' ? count : kind == 'l' ? count - 1 : count < 3 ? 1 : count - 2;
    return count >= least || lines_fail(&obj->lines, "not enough corners");
}

/* --- lines ------------------------------------------------------------------------------- */

static bool is(const char *word, size_t length, const char *text)
{
    return strlen(text) == length && strncmp(word, text, length) == 0;
}

static bool among(const char *word, size_t length, const char *const *list)
{
    while (*list && !is(word, length, *list))
        list++;
    return *list;
}

static bool take_line(obj_t *obj, const char *line)
{
    static const char *const kept[] = { "o", "g", "usemtl", NULL };
    static const char *const skipped[] = { "s",        "mg",         "mtllib",    "usemap",
                                           "maplib",   "lod",        "bevel",     "c_interp",
                                           "d_interp", "shadow_obj", "trace_obj", NULL };
    const char *word = line + strspn(line, blanks);
    const size_t length = strcspn(word, blanks);
    const char *rest = word + length;
    if (is(word, length, "v")) {
        const bool good = take_corner(obj, rest);
        put_line(obj, word);
        return good;
    }
    if (is(word, length, "vt") || is(word, length, "vn"))
        return take_other(obj, word[1] == 't' ? 1 : 2, rest);
    if (is(word, length, "f") || is(word, length, "p") || is(word, length, "l"))
        return take_piece(obj, *word, rest, *word == 'l' ? 2 : 1);
    if (among(word, length, kept)) {
        put_line(obj, word);
        return true;
    }
    return among(word, length, skipped) ||
           lines_fail(&obj->lines, "begins with a word that is not read");
}

static bool check_most(obj_t *obj)
{
    for (unsigned kind = 0; kind < KINDS; kind++)
        if (obj->most[kind] > obj->count[kind]) {
            obj->lines.line = obj->most_line[kind];
            return lines_fail(&obj->lines, "a corner that is not there");
        }
    return true;
}

bool obj_scan(bytes_t *bytes, const char *path, size_t *pieces)
{
    obj_t obj = { .out = bytes->data };
    lines_begin(&obj.lines, path, bytes);
    for (const char *line; (line = next_line(&obj.lines)) != NULL;)
        if (!lines_idle(line) && !take_line(&obj, line))
            return false;
    *pieces = obj.pieces;
    bytes->size = (size_t)(obj.out - bytes->data);
    return obj.lines.good && check_most(&obj);
}
