/* SPDX-License-Identifier: MIT */
/* Readers: ask a map that another task or interrupt may be writing to.
 *
 * Example, with (const oct9_occupancy_t *occupancy, const oct9_frame_t *base,
 *                bool (*ask)(const oct9_map_t *map, const oct9_frame_t *frame), void (*go)(void)):
 *
 *     bool clear = false;
 *     oct9_status_t status;
 *     oct9_reader_t reader = oct9_reader_of_window(occupancy, base, 3);
 *     do {
 *         status = oct9_reader_begin(&reader);
 *         if (status == OCT9_OK) {
 *             clear = ask(&reader.map, &reader.frame);
 *             status = oct9_reader_end(&reader);
 *         }
 *     } while (status == OCT9_AGAIN);
 *     if (status == OCT9_OK && clear)
 *         go();
 *
 * Between oct9_reader_begin and oct9_reader_end ask as many questions as one decision needs: they
 * all meet the same map, with the frame that it had then. The answers are valid iff
 * oct9_reader_end returns OCT9_OK.
 *
 * This loop ends by itself. A reader that has preempted the writer in the middle of a write fails
 * at once, since the writer cannot go on before the reader ends. A reader that the writer has
 * preempted asks again, at most `tries` times. After an error there is no answer: "blocked".
 *
 * A reader changes nothing, and there may be any number of them, of any priority. It serves the
 * tasks and interrupts of one core: where reader and writer run on two cores, take a lock.
 *
 * Source: a seqlock (Lameter 2005, "Effective synchronization on Linux/NUMA systems"), bounded. */
#ifndef OCT9_READER_H
#define OCT9_READER_H

#include "oct9/layered.h"
#include "oct9/map.h"
#include "oct9/window.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A reader. Read `map`, `frame`, `window` and `tries` after oct9_reader_begin has returned OCT9_OK;
 * only the functions below write. */
typedef struct {
    oct9_map_t map;                    /* for queries */
    oct9_frame_t frame;                /* of the window as it was when the read began */
    oct9_offset_t window;              /* its corner, in cells of the world */
    const oct9_occupancy_t *occupancy; /* NULL: the map has no window */
    const oct9_frame_t *base;
    uint32_t seen;  /* the map's generation when the read began */
    uint32_t tries; /* that are left */
} oct9_reader_t;

/* Returns a reader of a tree without a window; its frame and window are zero. The tree is kept by
 * pointer. `tries` is how often a read may begin: 1 is enough where the writer cannot preempt the
 * reader, and with 0 each read fails.
 * Inline. Reentrant. */
static inline oct9_reader_t oct9_reader_of_tree(const oct9_tree_t *tree, uint32_t tries)
{
    oct9_reader_t reader = {
        { tree, NULL }, { { 0, 0, 0 }, 0, 0, 0, 0 }, { 0, 0, 0 }, NULL, NULL, 0, tries
    };
    return reader;
}

/* Returns a reader of an occupancy map and its window. `base` is the frame in which the window is
 * (0, 0, 0). Both are kept by pointer; the map may move its window, the base must not change.
 * `tries` is as in oct9_reader_of_tree.
 * Inline. Reentrant. */
static inline oct9_reader_t oct9_reader_of_window(const oct9_occupancy_t *occupancy,
                                                  const oct9_frame_t *base, uint32_t tries)
{
    oct9_reader_t reader = oct9_reader_of_tree(&occupancy->tree, tries);
    reader.occupancy = occupancy;
    reader.base = base;
    return reader;
}

/* Returns a reader of a layered map, whose upper tree is that of `occupancy` and has a window as in
 * oct9_reader_of_window and was given to oct9_layered_init with the tree. All is kept by pointer. A
 * read is invalid after a write to either tree, a move of the window or an oct9_layered_place.
 * Inline. Reentrant. */
static inline oct9_reader_t oct9_reader_of_layered(const oct9_layered_t *layered,
                                                   const oct9_occupancy_t *occupancy,
                                                   const oct9_frame_t *base, uint32_t tries)
{
    oct9_reader_t reader = oct9_reader_of_window(occupancy, base, tries);
    reader.map = oct9_layered_map(layered);
    return reader;
}

/* Begins to read: takes the generation, and the window and its frame as they are at that
 * generation. It uses up one of the tries.
 * Fails with OCT9_ERR_STALE iff no try is left, the map is all zero, as before its init, or a
 * write is in progress: then do not begin again before the writer had time to run. Returns
 * OCT9_AGAIN iff a write came while the window was read.
 * Fails with OCT9_ERR_ARGUMENT or OCT9_ERR_RANGE as oct9_window_frame does. After each of these
 * there is nothing to end.
 * Inline. Reentrant. */
static inline oct9_status_t oct9_reader_begin(oct9_reader_t *reader)
{
    const oct9_tree_t *const tree = reader->occupancy ? &reader->occupancy->tree : reader->map.tree;
    if (reader->tries == 0 || tree->capacity == 0)
        return OCT9_ERR_STALE;
    reader->tries--;
    reader->seen = oct9_map_read_begin(&reader->map);
    if (reader->seen % 2u != 0)
        return OCT9_ERR_STALE;
    if (!reader->occupancy)
        return OCT9_OK;
    reader->window.x = reader->occupancy->window.x;
    reader->window.y = reader->occupancy->window.y;
    reader->window.z = reader->occupancy->window.z;
    if (oct9_map_read_end(&reader->map, reader->seen) != OCT9_OK)
        return OCT9_AGAIN;
    return oct9_window_frame(&reader->window, reader->base, &reader->frame);
}

/* Ends to read: OCT9_OK if all answers since oct9_reader_begin are valid. Returns OCT9_AGAIN iff a
 * write came in between and a try is left: begin again.
 * Fails with OCT9_ERR_STALE iff a write came in between and no try is left.
 * Inline. Reentrant. */
static inline oct9_status_t oct9_reader_end(const oct9_reader_t *reader)
{
    const oct9_status_t status = oct9_map_read_end(&reader->map, reader->seen);
    return status != OCT9_OK && reader->tries != 0 ? OCT9_AGAIN : status;
}

#ifdef __cplusplus
}
#endif
#endif
