/* SPDX-License-Identifier: MIT */
/* Statuses: what every call returns. Zero or a positive count is success; a negative number is not.
 *
 * Example, with (const oct9_map_t *map, oct9_cell_t cell, void (*print)(const char *text)):
 *
 *     oct9_leaf_t leaf;
 *     const oct9_status_t status = oct9_map_locate(map, cell, &leaf);
 *     if (status != OCT9_OK)
 *         print(oct9_status_text(status));
 *
 * A call that fails changes neither the map nor its output struct, only counters of failures. The
 * exceptions say so in their comments: oct9_packet_apply, oct9_store_load, oct9_scene_build and its
 * _run, oct9_view_run, oct9_view_scene_run, oct9_points_move, the calls of sectors.h, and, with a
 * model that coarsens, oct9_occupancy_clear_* and oct9_window_move.
 *
 * After an error the state of a query and the arrays that it fills (hits, found) are undefined:
 * call its _begin again. What _run returns after a _begin that failed is undefined. After OCT9_OK,
 * _run returns the same result again, or OCT9_ERR_STALE once the map, scene, objects or points were
 * written to. oct9_store_run never returns OCT9_ERR_STALE after OCT9_OK: that save is done. */
#ifndef OCT9_STATUS_H
#define OCT9_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/* What a call returns. */
typedef enum {
    OCT9_OK = 0,
    OCT9_AGAIN = -1, /* not an error: the budget is used up, call again */

    OCT9_ERR_ARGUMENT = -2, /* a wrong argument: a mistake of the programmer. A build with
                               `OCT9_ASSERTS` calls the hook `oct9_argument_refused` with the file
                               and the line */
    OCT9_ERR_RANGE = -3,    /* a result does not fit its type, or a range is out of order */
    OCT9_ERR_OUTSIDE = -4,  /* a cell, point or primitive is not completely in the cube */
    OCT9_ERR_STALE = -5,    /* it was written to in the meantime: begin again. A scene whose build
                               failed stays stale until oct9_scene_build or _open succeeds */

    /* tree */
    OCT9_ERR_POOL_FULL = -6,   /* the change needs more blocks than are free */
    OCT9_ERR_TREE_LINK = -7,   /* check: a slot names a block outside the pool, or two slots name
                                  the same block */
    OCT9_ERR_TREE_FREE = -8,   /* check: the free list is broken */
    OCT9_ERR_TREE_COUNT = -9,  /* check: the counters do not match the blocks */
    OCT9_ERR_TREE_MERGE = -10, /* check: eight equal leaves are not merged */
    OCT9_ERR_BROKEN = -11,     /* check: an invariant of objects or points does not hold */

    /* image */
    OCT9_ERR_IMAGE_SHORT = -12,   /* fewer bytes than a header, or than the header says */
    OCT9_ERR_IMAGE_MAGIC = -13,   /* not an oct9 image */
    OCT9_ERR_IMAGE_VERSION = -14, /* a format that this library does not read */
    OCT9_ERR_IMAGE_CRC = -15,     /* the bytes have changed since the image was made */
    OCT9_ERR_IMAGE_COUNT = -16,   /* the counts contradict each other or the size */
    OCT9_ERR_IMAGE_INDEX = -17,   /* an index is out of range: a child outside its level */
    OCT9_ERR_IMAGE_STATE = -18,   /* a field holds a number that is not allowed there */
    OCT9_ERR_IMAGE_VOID = -19,    /* a node marked as without occupied leaves has one */
    OCT9_ERR_IMAGE_ENDIAN = -20,  /* a scene's image has the other byte order */

    /* occupancy */
    OCT9_ERR_BEAMS_FULL = -21,   /* no room for another beam */
    OCT9_ERR_CHANGES_LOST = -22, /* a change found no room: any cell may have changed */
    OCT9_ERR_PACKET_BAD = -23,   /* not a packet of this format, its bytes have changed, or it means
                                    another sender or window */
    OCT9_ERR_PACKET_LATE = -24,  /* a part may be older than what is known: send its places again,
                                    by oct9_packet_lost */

    /* scene */
    OCT9_ERR_LIST_FULL = -25,    /* more than 255 primitives touch a leaf of the smallest size */
    OCT9_ERR_LISTS_FULL = -26,   /* no room for the list of another leaf */
    OCT9_ERR_INDICES_FULL = -27, /* no room for the indices of the lists */
    OCT9_ERR_OBJECTS_FULL = -28, /* no room for another object */
    OCT9_ERR_HANDLE = -29,       /* the object of this handle does not exist any more */

    /* points */
    OCT9_ERR_BUCKETS_FULL = -30, /* the change needs more buckets than are free */
    OCT9_ERR_NOT_FOUND = -31,    /* no such point in the set */

    /* view */
    OCT9_ERR_SEEN_FULL = -32, /* more leaves are seen than the table holds */

    /* store */
    OCT9_ERR_STORE_EMPTY = -33, /* the flash holds no complete map */
    OCT9_ERR_STORE_READ = -34,  /* the flash holds no complete map, and a read failed */
    OCT9_ERR_STORE_MAP = -35,   /* the map in the flash was never saved, or cannot be read now */
    OCT9_ERR_STORE_WORN = -36,  /* no block of the flash could take the map */

    /* packets */
    OCT9_ERR_PACKET_SENDER = -37, /* the low half of the sender's name is not the receiver's */
    OCT9_ERR_PACKET_RUN = -38,    /* a run without a start, or a packet of a run that has ended */
    OCT9_ERR_PACKET_LAST = -39,   /* the run has no packet number left: begin a new run */

    /* world */
    OCT9_ERR_WORLD_ORDER = -40, /* the table's tiles are not in order, or two are at one place */
    OCT9_ERR_WORLD_TILE = -41,  /* an image is not the tile that the table names */
    OCT9_ERR_WORLD_SLOTS = -42, /* no slot is free for a tile, or none has room for it */

    /* patch */
    OCT9_ERR_PATCH_BAD = -43,  /* not a patch of this format, its bytes have changed, or it does not
                                  make the version that it names */
    OCT9_ERR_PATCH_BASE = -44, /* no slot has the version that it begins from, or to go back to */
    OCT9_ERR_PATCH_HELD = -45, /* the newest version is the one that it makes */
    OCT9_ERR_PATCH_ROOM = -46  /* a slot has no room for the version that it makes */
} oct9_status_t;

/* Returns the text of a status: never NULL, and "unknown status" for a number that is not a status.
 * Only programs that call it link the texts.
 * Stack: M0 0 bytes. Reentrant. */
const char *oct9_status_text(oct9_status_t status);

#ifdef __cplusplus
}
#endif
#endif
