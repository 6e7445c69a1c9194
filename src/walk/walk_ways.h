/* SPDX-License-Identifier: MIT */
/* Part of src/walk/walk.c: how the small build gets from leaf to leaf, by ways alone.
 *
 * The next event is the first of those at the leaf's far planes. How far up the old leaf and the
 * next one part is in the crossed planes' lowest set bits. From there it is halving, down to the
 * leaf: an axis is in the lower half iff it is below the middle plane at the event. While nodes are
 * larger than the old leaf a place of the next one is enough to tell. */
#define IN_PATH 0x40000000u                   /* an open node; no reference is as high */

/* From a node of `level`, to whose far planes the ways lead, down to the leaf of an event. */
static void descend(oct9_walk_t *walk, uint32_t ref, unsigned level, const event_t *event)
{
    walk->nodes += level;
    /* A reader that meets a tree's write may find a block's number where a cell should be. */
    while (level != 0 && ref < OCT9_REF_LEAF) {
        if (ref != IN_PATH && !open_node(walk, ref, level, walk->map.tree != NULL)) {
            ref = OCT9_FREE;
            break;
        }
        level--;
        const uint32_t half = (uint32_t)OCT9_CELL_Q6 << level;
        unsigned child = 0;
        for (unsigned a = 3; a-- > 0;) {
            oct9_walk_axis_t *const axis = &walk->axis[a];
            const uint32_t middle = axis->way - half;
            child <<= 1;
            /* In the old leaf's size the place ahead is known. */
            if (level < walk->level ? is_below(axis, middle, event)
                                    : (int32_t)middle > (int32_t)axis->end)
                axis->way = middle;
            else
                child++;
        }
        ref = path_child(walk, level, child, walk->map.tree != NULL);
    }
    walk->nodes -= level;
    walk->level = (uint8_t)level;
    walk->payload = oct9_ref_payload(ref);
}

static inline void go_in(oct9_walk_t *walk, uint32_t root, const event_t *entry)
{
    if (entry->time.num == 0)
        walk->level = 0;                      /* it starts inside: its places are known */
    descend(walk, root, OCT9_LEVELS, entry);
}

/* Ways do without a code. */
static inline void set_code(oct9_walk_t *walk, uint32_t code)
{
    (void)walk;
    (void)code;
}

uint32_t oct9_walk_code(const oct9_walk_t *walk)
{
    (void)walk;
    return 0;
}

/* Finds the next event, and the way that each axis will have gone just behind it. Answers the bits
 * in which the places before and behind it differ. */
static OCT9_APART uint32_t look_ahead(oct9_walk_t *walk, event_t *event)
{
    event->time.num = 1;                      /* later than all others */
    event->time.den = event->late = 0;
    for (unsigned a = 0; a < 3; a++)
        if (!is_below(&walk->axis[a], walk->axis[a].way, event))
            event_set(event, &walk->axis[a], walk->axis[a].way);
    uint32_t differ = 0;
    for (unsigned a = 0; a < 3; a++) {
        oct9_walk_axis_t *const axis = &walk->axis[a];
        axis->end = axis->way - is_below(axis, axis->way, event);
        differ |= (axis->start + axis->end) ^ (axis->start + axis->way - 1u);
    }
    return differ;
}

bool oct9_walk_step(oct9_walk_t *walk)
{
    event_t event;
    const uint32_t differ = look_ahead(walk, &event);
    if (event.time.num + event.late > event.time.den || differ > OCT9_CUBE_Q6)
        return false;
    for (unsigned a = 0; a < 3; a++)
        set_way(&walk->axis[a], walk->axis[a].start + walk->axis[a].end, differ);
    const unsigned level = oct9_port_top_bit(differ) - 5u;
    walk->nodes--;                            /* that one has been read */
    descend(walk, IN_PATH, level, &event);
    return true;
}

static inline bool next(oct9_walk_t *walk, bool tree)
{
    (void)tree;
    return oct9_walk_step(walk);
}
