/* SPDX-License-Identifier: MIT */
/* Bulk building: leaves in the order of Morton codes.
 *
 * A leaf is the largest node that holds its first point and neither the point before it nor the one
 * that is `capacity` places on: so two comparisons tell its level. It is not smaller than
 * least_level, and needs the blocks of the nodes above it that do not hold the point before. */
#include "src/points.h"

#include "src/way.h"

/* A pass over the sorted entries, leaf by leaf. */
typedef struct {
    const oct9_points_t *points;
    const oct9_entry_t *sorted;
    uint32_t count;
    uint32_t first, end;                  /* the leaf's entries */
    unsigned level;                       /* the leaf's */
    unsigned above;                       /* the lowest level of a node that holds the entry before,
                                             too; of the first leaf: 10 */
} pass_t;

/* The level of the smallest node that holds both entries; 10 if there is no second. */
static unsigned common_level(const pass_t *pass, uint32_t a, uint32_t b)
{
    if (b >= pass->count)                     /* also the one before the first */
        return OCT9_LEVELS + 1u;
    return oct9_place_level(oct9_place_differ(&pass->sorted[a].point, &pass->sorted[b].point));
}

static void begin(pass_t *pass, const oct9_points_t *points, const oct9_entry_t *sorted,
                  uint32_t count)
{
    pass->points = points;
    pass->sorted = sorted;
    pass->count = count;
    pass->end = 0;
}

/* The next leaf; false after the last. */
static bool next_leaf(pass_t *pass)
{
    const uint32_t first = pass->end;
    if (first == pass->count)
        return false;
    const unsigned on = common_level(pass, first, first + pass->points->capacity);
    pass->above = common_level(pass, first, first - 1u);
    unsigned level = on < pass->above ? on : pass->above;
    level = level > pass->points->least_level ? level - 1u : pass->points->least_level;
    pass->first = first;
    pass->level = level;
    do
        pass->end++;
    while (common_level(pass, first, pass->end) <= level);
    return true;
}

/* The entries of the leaf are in the cube and in order, also after the entry before them. */
static oct9_status_t check_leaf(const pass_t *pass, uint32_t *last)
{
    for (uint32_t i = pass->first; i < pass->end; i++) {
        oct9_cell_t cell;
        if (!oct9_point_inside(&pass->sorted[i].point))
            return OCT9_ERR_OUTSIDE;
        oct9_point_cell(&pass->sorted[i].point, &cell);
        const uint32_t code = oct9_morton(&cell);
        if (code < *last)
            return OCT9_ERR_ORDER;
        *last = code;
    }
    return OCT9_OK;
}

/* The first pass: what the second will need. */
static oct9_status_t plan(oct9_points_t *points, const oct9_entry_t *sorted, uint32_t count)
{
    pass_t pass;
    uint32_t blocks = 0, buckets = 0, last = 0;
    begin(&pass, points, sorted, count);
    while (next_leaf(&pass)) {
        const oct9_status_t status = check_leaf(&pass, &last);
        if (status != OCT9_OK)
            return status;
        const uint32_t size = pass.end - pass.first;
        blocks += pass.above - 1u - pass.level;
        buckets += size <= points->capacity
                       ? 1u : (size + points->capacity - 1u) / points->capacity; /* audit D31 */
    }
    return oct9_points_has(points, blocks, buckets);
}

static void write_leaf(oct9_points_t *points, const pass_t *pass)
{
    const oct9_entry_t *const entry = &pass->sorted[pass->first];
    oct9_tree_t *const tree = &points->tree;
    oct9_cell_t cell;
    oct9_way_t way;
    oct9_point_cell(&entry->point, &cell);
    const uint32_t code = oct9_morton(&cell);
    oct9_way_find(tree, code, pass->level, &way);
    while (way.level > pass->level) {
        (void)oct9_tree_split(tree, oct9_way_end(&way));
        oct9_way_down(tree, code, &way);
    }
    for (uint32_t i = 0; i < pass->end - pass->first; i++)
        oct9_points_put(points, oct9_way_end(&way), &entry[i]);
}

oct9_status_t oct9_points_build(oct9_points_t *points, const oct9_entry_t *sorted, uint32_t count)
{
    OCT9_ASSERT(points && (sorted || count == 0));
    if (points->count != 0)
        return OCT9_ERR_NOT_EMPTY;
    const oct9_status_t status = plan(points, sorted, count);
    if (status != OCT9_OK)
        return status;
    pass_t pass;
    begin(&pass, points, sorted, count);
    oct9_tree_touch(&points->tree);
    while (next_leaf(&pass))
        write_leaf(points, &pass);
    points->count = count;
    oct9_tree_touch(&points->tree);
    return OCT9_OK;
}
