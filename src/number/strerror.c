/* SPDX-License-Identifier: MIT */
/* The texts of the statuses. They have a separate file, so that only applications that use them
 * link them. */
#include "oct9/status.h"

const char *oct9_status_text(oct9_status_t status)
{
    switch (status) {
    case OCT9_OK: return "success";
    case OCT9_AGAIN: return "budget used up: call again";
    case OCT9_ERR_ARGUMENT: return "wrong argument";
    case OCT9_ERR_BEAMS_FULL: return "no room for another beam";
    case OCT9_ERR_BROKEN: return "check: an invariant does not hold";
    case OCT9_ERR_RANGE: return "result does not fit, or range out of order";
    case OCT9_ERR_POOL_FULL: return "pool full: more blocks needed than are free";
    case OCT9_ERR_TREE_LINK: return "tree: a slot names a wrong block";
    case OCT9_ERR_TREE_FREE: return "tree: the free list is broken";
    case OCT9_ERR_TREE_COUNT: return "tree: the counters are wrong";
    case OCT9_ERR_TREE_MERGE: return "tree: equal leaves are not merged";
    case OCT9_ERR_IMAGE_SHORT: return "image: truncated";
    case OCT9_ERR_IMAGE_MAGIC: return "image: not an oct9 image";
    case OCT9_ERR_IMAGE_ENDIAN: return "image: other byte order";
    case OCT9_ERR_IMAGE_VERSION: return "image: another format version; bake it anew";
    case OCT9_ERR_IMAGE_CRC: return "image: checksum wrong";
    case OCT9_ERR_IMAGE_COUNT: return "image: counts contradict each other";
    case OCT9_ERR_IMAGE_INDEX: return "image: index out of range";
    case OCT9_ERR_IMAGE_STATE: return "image: a field holds a number that is not allowed";
    case OCT9_ERR_IMAGE_VOID: return "image: a node marked void has occupied leaves";
    case OCT9_ERR_STALE: return "written to in the meantime: begin again";
    case OCT9_ERR_CHANGES_LOST: return "changes lost: everything may have changed";
    case OCT9_ERR_PACKET_BAD: return "not a packet, or damaged";
    case OCT9_ERR_PACKET_LATE: return "packet too late for a part: send its places again";
    case OCT9_ERR_OUTSIDE: return "cell, point or primitive not completely in the cube";
    case OCT9_ERR_LIST_FULL: return "more than 255 primitives in a leaf of the smallest size";
    case OCT9_ERR_LISTS_FULL: return "no room for another list";
    case OCT9_ERR_INDICES_FULL: return "no room for the lists' indices";
    case OCT9_ERR_OBJECTS_FULL: return "no room for another object";
    case OCT9_ERR_HANDLE: return "object does not exist any more";
    case OCT9_ERR_BUCKETS_FULL: return "more buckets needed than are free";
    case OCT9_ERR_NOT_FOUND: return "no such point";
    case OCT9_ERR_STORE_EMPTY: return "store: no complete map in the flash";
    case OCT9_ERR_STORE_READ: return "store: no complete map, and a read failed";
    case OCT9_ERR_STORE_MAP: return "store: the map was never saved, or cannot be read now";
    case OCT9_ERR_STORE_WORN: return "store: no block of the flash could take the map";
    case OCT9_ERR_PACKET_SENDER: return "packet of another sender";
    case OCT9_ERR_PACKET_RUN: return "run without a start, or packet of a run that has ended";
    case OCT9_ERR_PACKET_LAST: return "no packet number left: begin a new run";
    case OCT9_ERR_WORLD_ORDER: return "world: tiles out of order, or two at one place";
    case OCT9_ERR_WORLD_TILE: return "world: an image is not the tile that the table names";
    case OCT9_ERR_WORLD_SLOTS: return "world: no slot for a tile";
    case OCT9_ERR_PATCH_BAD: return "patch: not one, damaged, or makes another version";
    case OCT9_ERR_PATCH_BASE: return "patch: the version to begin from is not there";
    case OCT9_ERR_PATCH_HELD: return "patch: the newest version is the one that it makes";
    case OCT9_ERR_PATCH_ROOM: return "patch: no room for the version that it makes";
    case OCT9_ERR_SEEN_FULL: return "more leaves seen than the table holds";
    }
    return "unknown status";
}
