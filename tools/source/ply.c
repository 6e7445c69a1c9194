/* SPDX-License-Identifier: MIT */
/* Meshes and points, .ply. */
#include "tools/format/ply.h"
#include "tools/source/faces.h"
#include "tools/source/stream.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    double at[3];
} vertex_t;

typedef struct {
    source_t *source;
    lines_t lines;
    ply_t ply;
    vertex_t *vertices;
    size_t vertex_count;
    faces_t faces;
    bool is_mesh; /* the header names faces */
} reader_t;

static bool take_corner(reader_t *reader, double index)
{
    if (!(index >= 0 && index < (double)reader->vertex_count && floor(index) >= index))
        return ply_fail(&reader->ply, &reader->lines, "a face names a vertex that is not there");
    return faces_corner(&reader->faces, reader->vertices[(size_t)index].at);
}

/* A text says the line of a face, bytes the number of the item. */
static bool end_face(reader_t *reader)
{
    return reader->ply.format == PLY_ASCII ? faces_end(&reader->faces, "line", reader->lines.line)
                                           : faces_end(&reader->faces, "item", reader->ply.item);
}

/* A list, whose numbers may be a face's corners. */
static bool read_list(reader_t *reader, const ply_property_t *property, bool corners)
{
    double length, number;
    if (!ply_number(&reader->ply, &reader->lines, property->length, &length))
        return false;
    if (!(length >= 0))
        return ply_fail(&reader->ply, &reader->lines, "a list that is shorter than nothing");
    for (double i = 0; i < length; i++) {
        if (!ply_number(&reader->ply, &reader->lines, property->type, &number))
            return false;
        if (corners && !take_corner(reader, number))
            return false;
    }
    return !corners || end_face(reader);
}

static bool read_vertex(reader_t *reader, const ply_element_t *element, vertex_t *vertex)
{
    for (size_t i = 0; i < element->property_count; i++) {
        const ply_property_t *property = &element->property[i];
        const char *name = property->name;
        double number;
        if (property->length != PLY_NONE) {
            if (!read_list(reader, property, false))
                return false;
            continue;
        }
        if (!ply_number(&reader->ply, &reader->lines, property->type, &number))
            return false;
        if (name[0] >= 'x' && name[0] <= 'z' && !name[1])
            vertex->at[name[0] - 'x'] = number;
    }
    return source_within(vertex->at) || (!reader->is_mesh && !source_finite(vertex->at)) ||
           ply_fail(&reader->ply, &reader->lines, SOURCE_NOT_WITHIN);
}

static bool names_corners(const ply_property_t *property)
{
    return property->length != PLY_NONE && (strcmp(property->name, "vertex_indices") == 0 ||
                                            strcmp(property->name, "vertex_index") == 0);
}

/* A face, or any other item: then nothing is kept. */
static bool read_item(reader_t *reader, const ply_element_t *element, bool is_face)
{
    for (size_t i = 0; i < element->property_count; i++) {
        const ply_property_t *property = &element->property[i];
        const bool corners = is_face && names_corners(property);
        double number;
        if (property->length != PLY_NONE) {
            if (!read_list(reader, property, corners))
                return false;
        } else if (!ply_number(&reader->ply, &reader->lines, property->type, &number)) {
            return false;
        }
    }
    return true;
}

static bool has_place(const ply_element_t *element)
{
    unsigned found = 0;
    for (size_t i = 0; i < element->property_count; i++) {
        const ply_property_t *property = &element->property[i];
        const char *name = property->name;
        if (property->length == PLY_NONE && name[0] >= 'x' && name[0] <= 'z' && !name[1])
            found |= 1u << (name[0] - 'x');
    }
    return found == 7;
}

/* Without faces a vertex is a point. */
static bool take_vertex(reader_t *reader, const ply_element_t *element)
{
    vertex_t *const kept = &reader->vertices[reader->is_mesh ? reader->vertex_count : 0];
    reader->ply.item = ++reader->vertex_count;
    if (!ply_begin(&reader->ply, &reader->lines) || !read_vertex(reader, element, kept) ||
        !ply_end(&reader->ply, &reader->lines))
        return false;
    stream_passed(&reader->lines);
    return reader->is_mesh || source_add_point(reader->source, reader->lines.path, kept->at);
}

/* No item is shorter than a byte, so that a count cannot ask for more memory than 24 times the
 * file's own. */
static bool read_vertices(reader_t *reader, const ply_element_t *element)
{
    if (reader->vertices || !has_place(element))
        return fail(reader->lines.path, "its vertices are no list of x, y and z");
    if (element->count > (size_t)(reader->lines.end - reader->lines.at))
        return fail(reader->lines.path, "is cut off: it cannot hold %zu vertices", element->count);
    reader->vertices = calloc(reader->is_mesh ? element->count + 1u : 1u, sizeof *reader->vertices);
    if (!reader->vertices)
        return fail(reader->lines.path, "out of memory");
    while (reader->vertex_count < element->count)
        if (!take_vertex(reader, element))
            return false;
    return true;
}

static bool has_corners(const ply_element_t *element)
{
    unsigned lists = 0;
    for (size_t i = 0; i < element->property_count; i++)
        lists += names_corners(&element->property[i]);
    return lists == 1;
}

/* The header's element of that name, or NULL. */
static const ply_element_t *element_named(const ply_t *ply, const char *name)
{
    for (size_t i = 0; i < ply->element_count; i++)
        if (strcmp(ply->element[i].name, name) == 0)
            return &ply->element[i];
    return NULL;
}

static bool read_element(reader_t *reader, const ply_element_t *element)
{
    if (strcmp(element->name, "vertex") == 0)
        return read_vertices(reader, element);
    if (strcmp(element->name, "tristrips") == 0)
        return fail(reader->lines.path, "has triangle strips, which are not read");
    const bool is_face = strcmp(element->name, "face") == 0;
    if (is_face && element->count != 0)
        reader->source->kind = SOURCE_TRIANGLES;
    if (is_face && !has_corners(element))
        return fail(reader->lines.path, "its faces have no one list of vertex_indices");
    if (is_face && element->count != 0 && !reader->vertices)
        return fail(reader->lines.path, element_named(&reader->ply, "vertex")
                                            ? "has its faces before its vertices, which is not read"
                                            : "has faces and no vertices");
    for (size_t i = 0; i < element->count; i++) {
        reader->ply.item = i + 1;
        if (!ply_begin(&reader->ply, &reader->lines) || !read_item(reader, element, is_face) ||
            !ply_end(&reader->ply, &reader->lines))
            return false;
        stream_passed(&reader->lines);
    }
    return true;
}

static bool read_ply(reader_t *reader)
{
    if (!ply_header(&reader->ply, &reader->lines))
        return false;
    lines_keep(&reader->lines);
    reader->source->kind = SOURCE_POINTS;
    const ply_element_t *const faces = element_named(&reader->ply, "face");
    reader->is_mesh = faces && faces->count != 0;
    for (size_t i = 0; i < reader->ply.element_count; i++)
        if (!read_element(reader, &reader->ply.element[i]))
            return false;
    if (!ply_finish(&reader->ply, &reader->lines))
        return false;
    faces_warn(&reader->faces);
    return true;
}

bool source_read_ply(source_t *source, const char *path)
{
    bytes_t bytes;
    reader_t reader;
    memset(&reader, 0, sizeof reader);
    reader.source = source;
    reader.faces = (faces_t){ .source = source, .path = path };
    if (!stream_bytes(source, &bytes, path))
        return false;
    lines_begin(&reader.lines, path, &bytes);
    const bool good = read_ply(&reader);
    faces_free(&reader.faces);
    free(reader.vertices);
    bytes_free(&bytes);
    return good;
}
