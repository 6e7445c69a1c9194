/* SPDX-License-Identifier: MIT */
/* Walks the nodes of a .bt or .ot before OctoMap does: OctoMap recurses as deep as a file says,
 * and takes what it finds behind the end of a cut one for nodes. */
#include "tools/bytes.h"
#include "tools/fail.h"
#include "tools/source.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 16 };

/* One kind of file, and where in it we are. */
typedef struct {
    bytes_t bytes;
    size_t at;                            /* the next byte */
    bool binary;                          /* .bt: states alone */
    size_t value_bytes;                   /* .ot: of a node's value, before its children's mask */
    unsigned long long nodes_promised, nodes;
} scan_t;

/* The header's next line without its end, cut off in place; NULL at the end of the file, or where a
 * zero would end it too early. */
static char *next_line(scan_t *scan)
{
    char *line = scan->bytes.data + scan->at;
    char *end = memchr(line, '\n', scan->bytes.size - scan->at);
    if (!end || memchr(line, 0, (size_t)(end - line)))
        return NULL;
    *end = 0;
    scan->at = (size_t)(end - scan->bytes.data) + 1u;
    return line;
}

static bool starts(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

/* Takes a line of the header. OctoMap reads words, not lines: what is not written as OctoMap writes it
 * may mean something else to it, another beginning of the nodes too. */
static bool scan_line(scan_t *scan, const char *line)
{
    char *end;
    if (starts(line, "id ")) {
        scan->value_bytes = strcmp(line, "id OcTree") == 0      ? 4
                            : strcmp(line, "id ColorOcTree") == 0 ? 7
                                                                  : 0;
        return true;
    }
    if (starts(line, "size ")) {
        scan->nodes_promised = strtoull(line + 5, &end, 10);
        return line[5] >= '0' && line[5] <= '9' && *end == 0;
    }
    if (starts(line, "res ")) {
        (void)strtod(line + 4, &end);
        return end != line + 4 && *end == 0;
    }
    return line[0] == '#' || line[0] == 0;
}

static bool scan_header(scan_t *scan, const char *path)
{
    char *line = next_line(scan);
    scan->binary = line && starts(line, "# Octomap OcTree binary file");
    if (!line || !(scan->binary || starts(line, "# Octomap OcTree file")))
        return fail(path, "is no OctoMap file");
    bool sized = false;
    while ((line = next_line(scan)) != NULL && strcmp(line, "data") != 0) {
        if (!scan_line(scan, line))
            return fail(path, "has a line in its OctoMap header that OctoMap does not write");
        sized = sized || starts(line, "size ");
    }
    if (!line || !sized)
        return fail(path, "its OctoMap header is cut off or broken");
    if (scan->value_bytes == 0)
        return fail(path, "is neither an OcTree nor a ColorOcTree");
    return true;
}

/* Reads one node; *inner is the mask of its children that follow in the file. */
static bool scan_node(scan_t *scan, const char *path, unsigned *inner)
{
    const unsigned char *data = (const unsigned char *)scan->bytes.data + scan->at;
    const size_t size = scan->binary ? 2 : scan->value_bytes + 1;
    if (scan->bytes.size - scan->at < size)
        return fail(path, "is cut off");
    scan->at += size;
    scan->nodes++;
    if (!scan->binary) {
        *inner = data[size - 1];
        return true;
    }
    const unsigned states = data[0] | (unsigned)data[1] << 8;
    if (states == 0)
        return fail(path, "has an inner node without children");
    *inner = 0;
    for (unsigned c = 0; c < 8; c++) {
        const unsigned state = states >> (2 * c) & 3u;
        *inner |= (unsigned)(state == 3) << c;
        scan->nodes += state == 1 || state == 2;
    }
    return true;
}

/* Depth first, as the nodes stand in the file; the masks say what is yet to come. */
static bool scan_nodes(scan_t *scan, const char *path)
{
    unsigned pending[DEPTH_MOST + 1];
    int depth = 0;
    if (!scan_node(scan, path, &pending[0]))
        return false;
    while (depth >= 0) {
        if (pending[depth] == 0) { /* audit D30 */
            depth--;
            continue;
        }
        pending[depth] &= pending[depth] - 1u;
        /* In a .bt a node that has children is named by its parent, so it may not be a cell. */
        if (depth + 1 > DEPTH_MOST - (scan->binary ? 1 : 0))
            return fail(path, "is deeper than 16 levels");
        if (!scan_node(scan, path, &pending[++depth]))
            return false;
        if (depth == DEPTH_MOST && pending[depth] != 0)
            return fail(path, "is deeper than 16 levels");
    }
    return true;
}

bool octomap_scan(const char *path, bool *binary)
{
    scan_t scan;
    memset(&scan, 0, sizeof scan);
    if (!bytes_read(&scan.bytes, path))
        return false;
    bool good = scan_header(&scan, path);
    if (good && scan.nodes_promised == 0)
        good = fail(path, "holds nothing");
    good = good && scan_nodes(&scan, path);
    if (good && scan.nodes != scan.nodes_promised)
        good = fail(path, "has %llu nodes where its header says %llu", scan.nodes,
                    scan.nodes_promised);
    *binary = scan.binary;
    bytes_free(&scan.bytes);
    return good;
}
