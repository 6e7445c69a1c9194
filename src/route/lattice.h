/* SPDX-License-Identifier: MIT */
/* Internal: the two trees of a search for a route, in the caller's nodes.
 *
 * Tree 0 grows from the start, tree 1 from the goal. Node 0 and node 1 are these two ends; all
 * others are nodes of an octree, of 1, 2, 4 or 8 cells, and stand for the centre. A tree's nodes
 * that have directions left are in its heap, the one with the least rank first. The two heaps share
 * one array, from both ends. */
#ifndef OCT9_SRC_LATTICE_H
#define OCT9_SRC_LATTICE_H

#include "src/route/directions.h"

#define OCT9_LATTICE_END 0xFFFFu /* no node */

/* Begins with the two ends alone. Of the input's memory `room` nodes are used; with `cells` all
 * other nodes are cells. */
void oct9_lattice_begin(oct9_route_lattice_t *lattice, const oct9_route_input_t *input,
                        uint16_t room, const oct9_point_t *from, const oct9_point_t *to,
                        bool cells);

/* The place of a node. */
void oct9_lattice_point(const oct9_route_lattice_t *lattice, uint16_t node, oct9_point_t *point);

/* The node of that key's tree that contains the key's node, or is it; or OCT9_LATTICE_END. */
uint16_t oct9_lattice_holds(const oct9_route_lattice_t *lattice, uint32_t key);

/* True if the key's tree has not reached it: no node of that tree holds it, or `parent` alone. */
bool oct9_lattice_free(const oct9_route_lattice_t *lattice, uint32_t key, uint16_t parent);

/* Notes that the sphere cannot be at the centre of a key's node, and whether that is known. It is
 * forgotten where nodes take the room; and by the third call, as the map has changed. */
void oct9_lattice_block(const oct9_route_lattice_t *lattice, uint32_t key);
bool oct9_lattice_blocked(const oct9_route_lattice_t *lattice, uint32_t key);
void oct9_lattice_unblock(const oct9_route_lattice_t *lattice);

/* Takes the next direction of a tree that has one left: of its first node, `parent`. Returns the
 * key of what lies there, and what it costs to come to the parent. */
uint32_t oct9_lattice_next(oct9_route_lattice_t *lattice, unsigned tree, uint16_t *parent,
                           uint32_t *cost);

/* Adds a node that was reached from `parent`, which costs `cost`. Returns false if there is no
 * room. */
bool oct9_lattice_add(oct9_route_lattice_t *lattice, uint32_t key, uint16_t parent, uint32_t cost,
                      bool dear);

#endif
