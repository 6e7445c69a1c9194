/* SPDX-License-Identifier: MIT */
/* The states of exports: the caller owns them, only the library uses their fields. See
 * oct9/export.h. */
#ifndef OCT9_DETAIL_EXPORT_H
#define OCT9_DETAIL_EXPORT_H

#include "oct9/detail/search.h"

/* A map as OctoMap's stream. The nodes are OctoMap's, of levels 16 to 1 here; they are visited
 * depth-first, twice: first they are counted. */
typedef struct {
    uint8_t stage;       /* counts, writes or has ended */
    uint8_t level;       /* of the children of the node that is being looked at */
    uint8_t from, to;    /* of `bytes`: those that wait for room */
    uint8_t found[3];    /* of each state: the children in which it was found, as bits */
    uint8_t pending[16]; /* [l]: the children of level l that are still to be opened */
    uint16_t node[3];    /* its low corner, as a key */
    uint16_t cube[3];    /* that of the cube */
    uint32_t cell_um;
    uint32_t count;       /* of nodes, the root excepted */
    uint8_t bytes[76];    /* the header, or a node */
    oct9_search_t search; /* in the part of the cube that the node covers */
} oct9_export_bt_t;

/* A map as a grid. */
typedef struct {
    const struct oct9_export_grid_input *input;
    uint16_t cleared;     /* rows that hold what no leaf has changed yet */
    uint16_t row, rows;   /* of the leaf: the next one to be written, and the end */
    uint16_t column, end; /* its columns */
    bool occupied;        /* the leaf is, else it is unknown */
    oct9_search_t search;
} oct9_export_grid_t;

#endif
