/* SPDX-License-Identifier: MIT */
/* What every call answers: zero or a positive count is success, negative is not.
 *
 * A call that fails has changed neither the map nor its output struct, but for counters of
 * failures, unless its comment says otherwise (oct9_packet_apply, oct9_store_load,
 * oct9_scene_build, oct9_view_run; where the model coarsens oct9_occupancy_clear_* and
 * oct9_window_move). A query's own state may be spoilt, which must begin again: what a run answers
 * after a begin that failed means nothing. A run after OCT9_OK answers the same again, or
 * OCT9_ERR_STALE once what it was asked of was written to (a save is done: oct9_store_run does
 * not). */
#ifndef OCT9_STATUS_H
#define OCT9_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/* What a call answers. */
typedef enum {
    OCT9_OK = 0,
    OCT9_AGAIN = -1, /* not an error: the budget is used up, call again to go on */

    OCT9_ERR_ARGUMENT = -2, /* a wrong argument, a programmer's mistake: with `OCT9_ASSERTS` the
                               hook `oct9_argument_refused` is told the line */
    OCT9_ERR_RANGE = -3,    /* a result would not fit, or a range is out of order */
    OCT9_ERR_OUTSIDE = -4,  /* a cell, point or primitive that is not in the cube altogether */
    OCT9_ERR_STALE = -5,    /* it was written to in the meantime: begin again. Of a scene
                               whose build failed: until it is built or opened */

    /* tree */
    OCT9_ERR_POOL_FULL = -6,   /* the change needs more blocks than are free */
    OCT9_ERR_TREE_LINK = -7,   /* check: a slot names a block outside the pool, or one twice */
    OCT9_ERR_TREE_FREE = -8,   /* check: the free list is broken */
    OCT9_ERR_TREE_COUNT = -9,  /* check: the counters do not match the blocks */
    OCT9_ERR_TREE_MERGE = -10, /* check: eight equal leaves are not merged */
    OCT9_ERR_BROKEN = -11,     /* check: an invariant of objects or points does not hold */

    /* image */
    OCT9_ERR_IMAGE_SHORT = -12,   /* fewer bytes than the header, or than it says */
    OCT9_ERR_IMAGE_MAGIC = -13,   /* not an oct9 image */
    OCT9_ERR_IMAGE_VERSION = -14, /* a format that this library does not read */
    OCT9_ERR_IMAGE_CRC = -15,     /* the bytes have changed since the image was made */
    OCT9_ERR_IMAGE_COUNT = -16,   /* the counts contradict each other or the size */
    OCT9_ERR_IMAGE_INDEX = -17,   /* a child lies outside its level */
    OCT9_ERR_IMAGE_STATE = -18,   /* a number that its place does not allow */
    OCT9_ERR_IMAGE_VOID = -19,    /* a node said to hold nothing occupied does */
    OCT9_ERR_IMAGE_ENDIAN = -20,  /* a scene's image, of the other byte order */

    /* occupancy */
    OCT9_ERR_BEAMS_FULL = -21,   /* no room for another beam */
    OCT9_ERR_CHANGES_LOST = -22, /* more changed than the table holds: look at everything */
    OCT9_ERR_PACKET_BAD = -23,   /* not a packet of this format, or its bytes have changed */
    OCT9_ERR_PACKET_LATE = -24,  /* a part may be older than what is known: send it anew */

    /* scene */
    OCT9_ERR_LIST_FULL = -25,    /* a smallest leaf is touched by more than 255 primitives */
    OCT9_ERR_LISTS_FULL = -26,   /* no room for another leaf's list */
    OCT9_ERR_INDICES_FULL = -27, /* no room for the lists' indices */
    OCT9_ERR_OBJECTS_FULL = -28, /* no room for another object */
    OCT9_ERR_HANDLE = -29,       /* a handle whose object is gone */

    /* points */
    OCT9_ERR_BUCKETS_FULL = -30, /* the change needs more buckets than are free */
    OCT9_ERR_NOT_FOUND = -31,    /* no such point in the set */

    /* view */
    OCT9_ERR_SEEN_FULL = -32, /* more leaves are seen than the table holds */

    /* store */
    OCT9_ERR_STORE_EMPTY = -33, /* there is no whole map in the flash */
    OCT9_ERR_STORE_READ = -34,  /* the same, and some of it could not be read */
    OCT9_ERR_STORE_MAP = -35,   /* the flash holds no map that was ever saved */
    OCT9_ERR_STORE_WORN = -36,  /* no block of the flash took the map */

    /* packets */
    OCT9_ERR_PACKET_SENDER = -37, /* a packet of another sender than the receiver's */
    OCT9_ERR_PACKET_RUN = -38,    /* a run without a start, or a packet of one that is over */
    OCT9_ERR_PACKET_LAST = -39    /* the run has no number left: begin a new one */
} oct9_status_t;

/* The text of a status, never NULL; "unknown status" for a number that is none.
 * Reentrant; no stack to speak of. Lives in a file of its own: not linked unless called. */
const char *oct9_status_text(oct9_status_t status);

#ifdef __cplusplus
}
#endif
#endif
