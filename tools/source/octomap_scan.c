/* SPDX-License-Identifier: MIT */
/* Walks the nodes of a .bt or .ot before OctoMap does: OctoMap recurses as deep as a file says,
 * and takes what it finds behind the end of a cut one for nodes. */
#include "oct9/point.h"
#include "tools/fail.h"
#include "tools/format/text.h"
#include "tools/source/source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 16, FIELD_COUNT = 3 };

/* One kind of file, and where in it we are. */
typedef struct {
    const char *path;
    const bytes_t *bytes;
    size_t at;          /* the next byte */
    size_t line;        /* of the header: the last one's number */
    bool binary;        /* .bt: states alone */
    size_t value_bytes; /* .ot: of a node's value, before its children's mask */
    unsigned long long nodes_promised, nodes;
    unsigned said; /* the fields that were there, by their bits */
    uint32_t cell_um;
} scan_t;

/* The header's next line without its end, cut off in place; NULL at the end of the file, or where a
 * zero would end it too early. */
static char *next_line(scan_t *scan)
{
    char *line = scan->bytes->data + scan->at;
    char *end = memchr(line, '\n', scan->bytes->size - scan->at);
    if (!end || memchr(line, 0, (size_t)(end - line)))
        return NULL;
    *end = 0;
    scan->at = (size_t)(end - scan->bytes->data) + 1u;
    scan->line++;
    return line;
}

static bool starts(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

/* The fields of a header. Each takes its value: NULL, or what is wrong with it. */
static const char *take_id(scan_t *scan, const char *value)
{
    scan->value_bytes = strcmp(value, "OcTree") == 0      ? 4
                      : strcmp(value, "ColorOcTree") == 0 ? 7
                                                          : 0;
    return scan->value_bytes != 0 ? NULL : "is neither an OcTree nor a ColorOcTree";
}

static const char *take_size(scan_t *scan, const char *value)
{
    const size_t length = strlen(value);
    scan->nodes_promised = strtoull(value, NULL, 10);
    return length >= 1 && length <= 18 && strspn(value, "0123456789") == length
             ? NULL
             : "size is no number of nodes";
}

/* A cell that is no whole number of micrometres would move by centimetres at the map's ends. */
static const char *take_res(scan_t *scan, const char *value)
{
    double metres;
    if (!text_exactly(value, ' ', &metres, 1))
        return "res is no number of metres";
    const double um = round(metres * 1e6);
    if (!(um >= 1 && um <= OCT9_CELL_UM_MAX))
        return "res is not from 0.000001 to 67.108863";
    scan->cell_um = (uint32_t)um;
    return fabs(metres * 1e6 - um) < 1e-3 ? NULL : "res is no whole number of micrometres";
}

/* Takes a line of the header. OctoMap reads words, not lines: what is not written as OctoMap writes
 * it may mean something else to it, another beginning of the nodes too. NULL, or what is wrong. */
static const char *take_line(scan_t *scan, const char *line)
{
    static const struct {
        const char *word;
        const char *(*take)(scan_t *scan, const char *value);
    } fields[FIELD_COUNT] = { { "id ", take_id }, { "size ", take_size }, { "res ", take_res } };
    for (unsigned i = 0; i < FIELD_COUNT; i++)
        if (starts(line, fields[i].word)) {
            if (scan->said & 1u << i)
                return "says again what another line said";
            scan->said |= 1u << i;
            return fields[i].take(scan, line + strlen(fields[i].word));
        }
    return line[0] == '#' || line[0] == 0 ? NULL : "OctoMap does not write it in a header";
}

static bool scan_header(scan_t *scan)
{
    char *line = next_line(scan);
    scan->binary = line && starts(line, "# Octomap OcTree binary file");
    if (!line || !(scan->binary || starts(line, "# Octomap OcTree file")))
        return fail(scan->path, "is no OctoMap file");
    while ((line = next_line(scan)) != NULL && strcmp(line, "data") != 0) {
        const char *wrong = take_line(scan, line);
        if (wrong)
            return fail(scan->path, "line %zu: %s", scan->line, wrong);
    }
    if (!line)
        return fail(scan->path, "line %zu: the OctoMap header is cut off or broken",
                    scan->line + 1);
    return scan->said == (1u << FIELD_COUNT) - 1u ||
           fail(scan->path, "line %zu: id, size or res is missing before", scan->line);
}

static bool scan_fail(const scan_t *scan, const char *cause)
{
    return fail(scan->path, "%s at byte %zu", cause, scan->at);
}

/* A node's value begins with its log odds, a float. A leaf's must be a number. */
static bool is_number(const unsigned char *value)
{
    const unsigned exponent = value[2] >> 7 | (value[3] & 0x7Fu) << 1;
    return exponent != 0xFF;
}

/* Reads one node; *inner is the mask of its children that follow in the file. */
static bool scan_node(scan_t *scan, unsigned *inner)
{
    const unsigned char *data = (const unsigned char *)scan->bytes->data + scan->at;
    const size_t size = scan->binary ? 2 : scan->value_bytes + 1;
    if (scan->bytes->size - scan->at < size)
        return scan_fail(scan, "is cut off");
    scan->nodes++;
    *inner = scan->binary ? 0 : data[size - 1];
    if (!scan->binary && *inner == 0 && !is_number(data))
        return scan_fail(scan, "has a cell whose occupancy is no number");
    const unsigned states = scan->binary ? data[0] | (unsigned)data[1] << 8 : 0;
    if (scan->binary && states == 0)
        return scan_fail(scan, "has an inner node without children");
    for (unsigned c = 0; c < 8; c++) {
        const unsigned state = states >> (2 * c) & 3u;
        *inner |= (unsigned)(state == 3) << c;
        scan->nodes += state == 1 || state == 2;
    }
    scan->at += size;
    return true;
}

/* Depth first, as the nodes stand in the file; the masks say what is yet to come. */
static bool scan_nodes(scan_t *scan)
{
    unsigned pending[DEPTH_MOST + 1] = { 0 };
    int depth = 0;
    if (!scan_node(scan, &pending[0]))
        return false;
    while (depth >= 0) {
        if (pending[depth] == 0) {
            depth--;
            continue;
        }
        pending[depth] &= pending[depth] - 1u;
        /* In a .bt a node that has children is named by its parent, so it may not be a cell. */
        if (depth + 1 > DEPTH_MOST - (scan->binary ? 1 : 0))
            return scan_fail(scan, "is deeper than 16 levels");
        if (!scan_node(scan, &pending[++depth]))
            return false;
        if (depth == DEPTH_MOST && pending[depth] != 0)
            return scan_fail(scan, "is deeper than 16 levels");
    }
    return scan->at == scan->bytes->size || scan_fail(scan, "goes on behind its last node,");
}

bool octomap_scan(bytes_t *bytes, const char *path, bool *binary, uint32_t *cell_um)
{
    scan_t scan;
    memset(&scan, 0, sizeof scan);
    scan.path = path;
    scan.bytes = bytes;
    bool good = scan_header(&scan);
    if (good && scan.nodes_promised == 0)
        good = fail(path, "holds nothing");
    good = good && scan_nodes(&scan);
    if (good && scan.nodes != scan.nodes_promised)
        good = fail(path, "has %llu nodes where its header says %llu", scan.nodes,
                    scan.nodes_promised);
    *binary = scan.binary;
    *cell_um = scan.cell_um;
    return good;
}
