/* SPDX-License-Identifier: MIT */
/* The map that is asked, and those who change it. Each begins from the same map. */
#ifndef TESTS_INTERRUPT_WRITERS_H
#define TESTS_INTERRUPT_WRITERS_H

#include "oct9/occupancy.h"

/* Blocks that are enough for each of them; with less they coarsen. */
enum { WRITERS_PLENTY = 40 };

typedef struct {
    const char *name;
    uint32_t blocks;       /* in the pool */
    void (*prepare)(void); /* makes the map what it is before */
    bool (*write)(void);   /* a slice; true when there is nothing left to do */
    bool interrupts;       /* readers too; the others would only say the same */
} writer_t;

extern const writer_t writers[];
extern const unsigned writers_count;

extern oct9_occupancy_t writers_map;

/* Makes the map what a writer begins with, and keeps a copy. */
void writer_prepare(const writer_t *writer);

/* The same again from the copy: as it was to the last bit, the generation too. */
void writer_restore(void);

/* A sum over all of the map's memory: another after each write that changes it. */
uint32_t writer_sum(void);

/* Keeps a copy of the map as it has become; and makes it so again, at once. */
void writer_keep(void);
void writer_repeat(void);

#endif
