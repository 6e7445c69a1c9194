/* SPDX-License-Identifier: MIT */
/* What every call answers: zero or a positive count is success, negative is not.
 *
 * A call that fails has changed neither the map nor its output struct, but for counters of failures,
 * unless its comment says otherwise (oct9_packet_apply, oct9_store_load, oct9_scene_build,
 * oct9_view_run; where the model coarsens oct9_occupancy_clear_* and oct9_window_move). A query's own
 * state may be spoilt, which must begin again: what a run answers after a begin that failed means
 * nothing. A run after OCT9_OK answers the same again. */
#ifndef OCT9_STATUS_H
#define OCT9_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/* What a call answers. */
typedef enum {
    OCT9_OK = 0,
    OCT9_AGAIN = -1,               /* not an error: the budget is used up, call again to go on */

    /* fixed */
    OCT9_ERR_FRAME = -2,           /* cell_um is out of its range */
    OCT9_ERR_RANGE = -3,           /* a result would not fit, or a range is out of order */
    OCT9_ERR_NEGATIVE = -4,        /* a length below zero */

    /* tree */
    OCT9_ERR_POOL_SIZE = -5,       /* no block, or more than OCT9_BLOCKS_MAX */
    OCT9_ERR_POOL_FULL = -6,       /* the change needs more blocks than are free */
    OCT9_ERR_CELL = -7,            /* a coordinate is not in 0..511 */
    OCT9_ERR_LEVEL = -8,           /* a level is not in its call's range */
    OCT9_ERR_NODE = -9,            /* a node's corner is not aligned to its size */
    OCT9_ERR_PAYLOAD = -10,        /* a payload above OCT9_PAYLOAD_MAX */
    OCT9_ERR_BOX = -11,            /* a box is empty, inside out, or leaves the cube */
    OCT9_ERR_THRESHOLD = -12,      /* thresholds that oct9_tree_init refuses */
    OCT9_ERR_TREE_LINK = -13,      /* check: a slot names a block outside the pool, or one twice */
    OCT9_ERR_TREE_FREE = -14,      /* check: the free list is broken */
    OCT9_ERR_TREE_COUNT = -15,     /* check: the counters do not match the blocks */
    OCT9_ERR_TREE_MERGE = -16,     /* check: eight equal leaves are not merged */

    /* image */
    OCT9_ERR_IMAGE_ALIGN = -17,    /* the address is not a multiple of 4 */
    OCT9_ERR_IMAGE_SHORT = -18,    /* fewer bytes than the header, or than it says */
    OCT9_ERR_IMAGE_MAGIC = -19,    /* not an oct9 image */
    OCT9_ERR_IMAGE_VERSION = -20,  /* a format that this library does not read */
    OCT9_ERR_IMAGE_CRC = -21,      /* the bytes have changed since the image was made */
    OCT9_ERR_IMAGE_COUNT = -22,    /* the counts contradict each other or the size */
    OCT9_ERR_IMAGE_INDEX = -23,    /* a child lies outside its level */
    OCT9_ERR_IMAGE_STATE = -24,    /* a state that its place does not allow */
    OCT9_ERR_IMAGE_VOID = -25,     /* a node said to hold nothing occupied does */

    /* queries */
    OCT9_ERR_POLICY = -26,         /* a policy, state or kind that its enum lacks */
    OCT9_ERR_BUDGET = -27,         /* a budget of zero */
    OCT9_ERR_FILTER = -28,         /* a filter that no obstacle of the map matches */
    OCT9_ERR_STATES = -29,         /* a set of states that is empty or names none */
    OCT9_ERR_RADIUS = -30,         /* a radius or range above 32767, as a negative one becomes */
    OCT9_ERR_EXTENT = -31,         /* a shape without extent, inside out, or too large */
    OCT9_ERR_ROTATION = -32,       /* no unit quaternion */
    OCT9_ERR_PLANE = -33,          /* a plane's normal is zero or too long */
    OCT9_ERR_PATH = -34,           /* a path without a point */
    OCT9_ERR_CAPACITY = -35,       /* a count out of its range, or a list that is full */
    OCT9_ERR_FAN = -36,            /* a fan without a ray */
    OCT9_ERR_STALE = -37,          /* it was written to in the meantime: begin again */

    /* occupancy */
    OCT9_ERR_MODEL = -38,          /* a number of the sensor's model is out of range */
    OCT9_ERR_ORIGIN = -39,         /* a sensor outside the cube */
    OCT9_ERR_BEAMS = -40,          /* no beam, too many, or one that met what the enum lacks */
    OCT9_ERR_CHANGES_SIZE = -41,   /* no table, or its size is no power of two from 16 to 2^24 */
    OCT9_ERR_CHANGES_LOST = -42,   /* more changed than the table holds: look at everything */
    OCT9_ERR_PACKET_SIZE = -43,    /* packets below 64 bytes or above 65535 */
    OCT9_ERR_PACKET_BAD = -44,     /* not a packet of this format, or its bytes have changed */
    OCT9_ERR_PACKET_LATE = -45,    /* a part may be older than what is known: send it anew */

    /* scene */
    OCT9_ERR_OUTSIDE = -46,        /* a point or a primitive that is not in the cube altogether */
    OCT9_ERR_PRIMITIVE = -47,      /* a kind that the enum lacks, or a box inside out */
    OCT9_ERR_LIST_FULL = -48,      /* a smallest leaf is touched by more than 255 primitives */
    OCT9_ERR_LISTS_FULL = -49,     /* no room for another leaf's list */
    OCT9_ERR_INDICES_FULL = -50,   /* no room for the lists' indices */
    OCT9_ERR_OBJECTS = -51,        /* a pool's size or a policy is out of its range */
    OCT9_ERR_OBJECTS_FULL = -52,   /* no room for another object */
    OCT9_ERR_HANDLE = -53,         /* a handle whose object is gone */

    /* points */
    OCT9_ERR_BUCKETS = -54,        /* the buckets' number or capacity is out of its range */
    OCT9_ERR_BUCKETS_FULL = -55,   /* the change needs more buckets than are free */
    OCT9_ERR_NOT_FOUND = -56,      /* no such point in the set */
    OCT9_ERR_ORDER = -57,          /* points that are not sorted by their Morton codes */
    OCT9_ERR_NOT_EMPTY = -58,      /* bulk building into a set that holds points */

    /* view */
    OCT9_ERR_VIEW = -59,           /* a view's angle, size or number of frames is out of range */
    OCT9_ERR_SEEN_FULL = -60,      /* more leaves are seen than the table holds */

    OCT9_ERR_IMAGE_ENDIAN = -61,   /* a scene's image, of the other byte order */

    /* store */
    OCT9_ERR_STORE_CONFIG = -62,   /* a number of the flash's is out of its range */
    OCT9_ERR_STORE_EMPTY = -63,    /* there is no whole map in the flash */
    OCT9_ERR_STORE_READ = -64,     /* the same, and some of it could not be read */
    OCT9_ERR_STORE_MAP = -65,      /* the flash holds no map that was ever saved */
    OCT9_ERR_STORE_WORN = -66,     /* no block of the flash took the map */

    /* packets */
    OCT9_ERR_PACKET_SENDER = -67,  /* a packet of another sender than the receiver's */
    OCT9_ERR_PACKET_RUN = -68,     /* a run without a start, or a packet of one that is over */
    OCT9_ERR_PACKET_LAST = -69     /* the run has no number left: begin a new one */
} oct9_status_t;

/* The text of a status, never NULL; "unknown status" for a number that is none.
 * Reentrant; no stack to speak of. Lives in a file of its own: not linked unless called. */
const char *oct9_status_text(oct9_status_t status);

#ifdef __cplusplus
}
#endif
#endif
