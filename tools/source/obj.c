/* SPDX-License-Identifier: MIT */
/* Meshes and points, .obj: a line for each corner, face and name. Faces may name corners of later
 * lines, so that they are kept as text until all corners are there. */
#include "tools/format/lines.h"
#include "tools/format/text.h"
#include "tools/grow.h"
#include "tools/source/faces.h"
#include "tools/source/source.h"

#include <stdlib.h>
#include <string.h>

enum { KINDS = 3 }; /* v, vt, vn: corners, texture coordinates, normals */
static const char *const kind_names[KINDS] = { "v", "vt", "vn" };

enum { NAMES = 3, MATERIAL = 2 }; /* o, g, usemtl */
static const char *const names[] = { "o", "g", "usemtl", NULL };

/* A face, a line or points: the line of the file that says so. */
typedef struct {
    char kind;          /* f, l or p */
    const char *rest;   /* what stands behind that */
    size_t line;        /* its number */
    long before[KINDS]; /* what was there before it */
    uint32_t part;
} piece_t;

typedef struct {
    lines_t lines;
    source_t corners;
    long count[KINDS];
    piece_t *pieces;
    size_t piece_count, room;
    const char *name[NAMES]; /* in force; "": none */
    uint32_t part;
    bool fresh; /* the next piece begins a part, unless it is the first */
    faces_t faces;
} obj_t;

static const char blanks[] = " \t";

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
    const char *wrong = source_wrong(obj->faces.source, at);
    if (wrong)
        return lines_fail(&obj->lines, "%s", wrong);
    return source_add_point(&obj->corners, obj->lines.path, at);
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

/* Keeps the line of a face for later. */
static bool keep_piece(obj_t *obj, char kind, const char *rest)
{
    piece_t *pieces = grow(obj->lines.path, obj->pieces, obj->piece_count, &obj->room,
                           sizeof *pieces);
    if (!pieces)
        return false;
    obj->pieces = pieces;
    obj->part += obj->fresh && obj->piece_count != 0;
    obj->fresh = false;
    piece_t *piece = &obj->pieces[obj->piece_count++];
    *piece = (piece_t){ .kind = kind, .rest = rest, .line = obj->lines.line, .part = obj->part };
    memcpy(piece->before, obj->count, sizeof piece->before);
    return true;
}

/* Reads the number of one kind at *text. Negative ones count from the last before the piece. */
static bool take_number(obj_t *obj, const piece_t *piece, unsigned kind, const char **text,
                        long *number)
{
    char *end;
    *number = strtol(*text, &end, 10);
    if (end == *text || !strchr("-0123456789", **text) || *number == 0)
        return lines_fail(&obj->lines, "a corner that is not 1, 1/2, 1//3 or 1/2/3");
    *text = end;
    if (*number < 0)
        *number = *number < -piece->before[kind] ? 0 : *number + piece->before[kind] + 1;
    return (*number != 0 && *number <= obj->count[kind]) ||
           lines_fail(&obj->lines, "a corner has a %s that is not there: there are %ld",
                      kind_names[kind], *number != 0 ? obj->count[kind] : piece->before[kind]);
}

/* Reads one word of a piece: the number of its corner. Behind a slash there may be nothing:
 * programs without texture coordinates write 1/ and 1//. */
static bool take_word(obj_t *obj, const piece_t *piece, const char **text, long *corner)
{
    long other;
    if (!take_number(obj, piece, 0, text, corner))
        return false;
    for (unsigned kind = 1; kind < KINDS && **text == '/'; kind++) {
        ++*text;
        if (!**text || strchr("/ \t", **text))
            continue;
        if (!take_number(obj, piece, kind, text, &other))
            return false;
    }
    return !**text || strchr(blanks, **text) ||
           lines_fail(&obj->lines, "a corner that is not 1, 1/2, 1//3 or 1/2/3");
}

/* A piece's corner, and the one before it: each point, and each two of a line, is a face. */
static bool add_corner(obj_t *obj, const piece_t *piece, const double *last, const double *at)
{
    if (piece->kind == 'l' && !last)
        return true;
    if (piece->kind == 'l' && !faces_corner(&obj->faces, last))
        return false;
    return faces_corner(&obj->faces, at) &&
           (piece->kind == 'f' || faces_end(&obj->faces, "line", piece->line));
}

static bool take_piece(obj_t *obj, const piece_t *piece)
{
    const double *at = NULL;
    size_t count = 0;
    obj->lines.line = piece->line;
    obj->faces.source->part = piece->part;
    const char *word = piece->rest + strspn(piece->rest, blanks);
    for (; *word; word += strspn(word, blanks), count++) {
        const double *last = at;
        long corner;
        if (!take_word(obj, piece, &word, &corner))
            return false;
        at = obj->corners.points[corner - 1].at;
        if (!add_corner(obj, piece, last, at))
            return false;
    }
    if (count < (piece->kind == 'l' ? 2 : 1))
        return lines_fail(&obj->lines, "not enough corners");
    return piece->kind != 'f' || faces_end(&obj->faces, "line", piece->line);
}

/* --- lines ------------------------------------------------------------------------------- */

static bool is(const char *word, size_t length, const char *text)
{
    return strlen(text) == length && strncmp(word, text, length) == 0;
}

/* The place of a word in a list that ends with NULL; that of the NULL: it is not there. */
static unsigned find(const char *word, size_t length, const char *const *list)
{
    unsigned i = 0;
    while (list[i] && !is(word, length, list[i]))
        i++;
    return i;
}

/* Another name begins a part; but the first material does not. */
static void take_name(obj_t *obj, unsigned which, const char *rest)
{
    const char *before = obj->name[which];
    rest += strspn(rest, blanks);
    if (strcmp(before, rest) != 0 && (which != MATERIAL || *before))
        obj->fresh = true;
    obj->name[which] = rest;
}

static bool take_line(obj_t *obj, const char *line)
{
    static const char *const skipped[] = { "s",        "mg",         "mtllib",    "usemap",
                                           "maplib",   "lod",        "bevel",     "c_interp",
                                           "d_interp", "shadow_obj", "trace_obj", NULL };
    const char *word = line + strspn(line, blanks);
    const size_t length = strcspn(word, blanks);
    const char *rest = word + length;
    const unsigned name = find(word, length, names);
    if (is(word, length, "v"))
        return take_corner(obj, rest);
    if (is(word, length, "vt") || is(word, length, "vn"))
        return take_other(obj, word[1] == 't' ? 1 : 2, rest);
    if (is(word, length, "f") || is(word, length, "p") || is(word, length, "l"))
        return keep_piece(obj, *word, rest);
    if (name < NAMES) {
        take_name(obj, name, rest);
        return true;
    }
    return skipped[find(word, length, skipped)] ||
           lines_fail(&obj->lines, "begins with a word that is not read");
}

/* Without faces, lines and points the corners are points. */
static bool read_obj(obj_t *obj, source_t *source)
{
    for (const char *line; (line = next_line(&obj->lines)) != NULL;)
        if (!lines_idle(line) && !take_line(obj, line))
            return false;
    if (!obj->lines.good)
        return false;
    source->kind = obj->piece_count != 0 ? SOURCE_TRIANGLES : SOURCE_POINTS;
    for (size_t i = 0; i < obj->piece_count; i++)
        if (!take_piece(obj, &obj->pieces[i]))
            return false;
    for (size_t i = 0; source->kind == SOURCE_POINTS && i < obj->corners.count; i++)
        if (!source_add_point(source, obj->lines.path, obj->corners.points[i].at))
            return false;
    faces_warn(&obj->faces);
    return true;
}

bool source_read_obj(source_t *source, const char *path)
{
    bytes_t bytes;
    /* Corners are kept as the file has them: their place is known as they are added. */
    obj_t obj = { .corners.frame.finds_shift = true,
                  .name = { "", "", "" },
                  .faces = { .source = source, .path = path } };
    if (!bytes_read(&bytes, path))
        return false;
    lines_begin(&obj.lines, path, &bytes);
    const bool good = read_obj(&obj, source);
    faces_free(&obj.faces);
    source_free(&obj.corners);
    free(obj.pieces);
    bytes_free(&bytes);
    return good;
}
