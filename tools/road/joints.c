/* SPDX-License-Identifier: MIT */
/* Joints. One is a place that two vertices see which do not see each other; or two places side by
 * side, each of which one of the vertices sees. A joint is worth it where the graph does not lead
 * from one vertex to the other, or leads far around (Nieuwenhuisen and Overmars 2004, "Useful
 * cycles in probabilistic roadmap graphs"). */
#include "tools/road/joints.h"
#include "tools/fail.h"
#include "tools/grow.h"
#include "tools/progress.h"
#include "tools/road/ends.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { END_ROUNDS = 8 };

/* A pair of vertices, and the shortest line through a joint: of one place or of two. */
typedef struct {
    edge_t edge;
    uint32_t joint, other; /* places; FIELD_NONE: none */
} pair_t;

typedef struct {
    sight_t *sight;
    graph_t *graph;
    pair_t *pairs; /* a hash table, then sorted */
    size_t count, room;
    uint32_t *root; /* of each vertex, for the vertices that are connected */
    size_t root_room;
} joints_t;

static double length_of(const sight_t *sight, uint32_t vertex, uint32_t place)
{
    return sqrt((double)field_square(sight->field, sight->vertices[vertex], place));
}

/* --- vertices that are connected -------------------------------------------------------------- */

static uint32_t root_of(joints_t *joints, uint32_t vertex)
{
    while (joints->root[vertex] != vertex) {
        joints->root[vertex] = joints->root[joints->root[vertex]];
        vertex = joints->root[vertex];
    }
    return vertex;
}

static bool connect(joints_t *joints, uint32_t a, uint32_t b)
{
    const edge_t edge = { a < b ? a : b, a < b ? b : a,
                          length_of(joints->sight, a, joints->sight->vertices[b]) };
    joints->root[root_of(joints, edge.b)] = root_of(joints, edge.a);
    return graph_edge(joints->graph, &edge);
}

/* Puts a vertex into the graph, with edges to all before it that see it. */
static bool enter(joints_t *joints, uint32_t vertex)
{
    const sight_t *sight = joints->sight;
    uint32_t *root = grow(sight->field->path, joints->root, vertex, &joints->root_room,
                          sizeof *root);
    if (!root || !graph_vertex(joints->graph))
        return false;
    joints->root = root;
    root[vertex] = vertex;
    const seen_t *seen = sight_first(sight, sight->vertices[vertex]);
    for (; seen; seen = sight_next(sight, seen))
        if (seen->vertex < vertex && !connect(joints, seen->vertex, vertex))
            return false;
    return true;
}

static bool sees(const sight_t *sight, uint32_t vertex, uint32_t place)
{
    const seen_t *seen = sight_first(sight, place);
    while (seen && seen->vertex != vertex)
        seen = sight_next(sight, seen);
    return seen != NULL;
}

static bool is_vertex(const joints_t *joints, uint32_t place)
{
    const seen_t *seen = sight_first(joints->sight, place);
    for (; seen; seen = sight_next(joints->sight, seen))
        if (joints->sight->vertices[seen->vertex] == place)
            return true;
    return false;
}

static bool add_joint(joints_t *joints, uint32_t place)
{
    if (place == FIELD_NONE || is_vertex(joints, place))
        return true;
    return sight_add(joints->sight, place) && enter(joints, joints->sight->vertex_count - 1u);
}

/* --- pairs ----------------------------------------------------------------------------------- */

static pair_t *slot_of(const joints_t *joints, uint32_t a, uint32_t b)
{
    const uint64_t key = ((uint64_t)a << 32 | b) * UINT64_C(0x9E3779B97F4A7C15);
    size_t slot = (size_t)(key >> 20) % joints->room;
    while (joints->pairs[slot].edge.b != 0 &&
           (joints->pairs[slot].edge.a != a || joints->pairs[slot].edge.b != b))
        slot = (slot + 1u) % joints->room;
    return &joints->pairs[slot];
}

static bool rehash(joints_t *joints)
{
    pair_t *const old = joints->pairs;
    const size_t room = joints->room;
    joints->room = room ? 2 * room : 65536;
    joints->pairs = calloc(joints->room, sizeof *joints->pairs);
    if (!joints->pairs) {
        joints->pairs = old;
        return fail(joints->sight->field->path, "out of memory");
    }
    for (size_t i = 0; i < room; i++)
        if (old[i].edge.b != 0)
            *slot_of(joints, old[i].edge.a, old[i].edge.b) = old[i];
    free(old);
    return true;
}

/* Keeps the shortest line of the pair. */
static bool offer(joints_t *joints, const pair_t *pair)
{
    if (joints->count * 2 >= joints->room && !rehash(joints))
        return false;
    pair_t *slot = slot_of(joints, pair->edge.a, pair->edge.b);
    joints->count += slot->edge.b == 0;
    if (slot->edge.b == 0 || pair->edge.length < slot->edge.length)
        *slot = *pair;
    return true;
}

/* A line from vertex a by `joint` and, if it is one, `other` to vertex b. */
static bool offer_line(joints_t *joints, uint32_t a, uint32_t joint, uint32_t other, uint32_t b)
{
    const sight_t *sight = joints->sight;
    const uint32_t last = other == FIELD_NONE ? joint : other;
    const double length = length_of(sight, a, joint) + length_of(sight, b, last) +
                          sqrt((double)field_square(sight->field, joint, last));
    const pair_t pair = a < b ? (pair_t){ { a, b, length }, joint, other }
                              : (pair_t){ { b, a, length }, last, joint };
    return offer(joints, &pair);
}

/* The pairs that see a place; those that see each other are no pairs. */
static bool offer_place(joints_t *joints, uint32_t place)
{
    const sight_t *sight = joints->sight;
    for (const seen_t *a = sight_first(sight, place); a; a = sight_next(sight, a))
        for (const seen_t *b = sight_next(sight, a); b; b = sight_next(sight, b))
            if (!offer_line(joints, b->vertex, place, FIELD_NONE, a->vertex))
                return false;
    return true;
}

/* The vertices that are not connected, and see places side by side. */
static bool offer_beside(joints_t *joints, uint32_t place, uint32_t beside)
{
    const sight_t *sight = joints->sight;
    for (const seen_t *a = sight_first(sight, place); a; a = sight_next(sight, a))
        for (const seen_t *b = sight_first(sight, beside); b; b = sight_next(sight, b))
            if (root_of(joints, a->vertex) != root_of(joints, b->vertex) &&
                !offer_line(joints, a->vertex, place, beside, b->vertex))
                return false;
    return true;
}

static int by_line(const void *a, const void *b)
{
    const edge_t *first = &((const pair_t *)a)->edge, *second = &((const pair_t *)b)->edge;
    if (first->length != second->length)
        return first->length < second->length ? -1 : 1;
    if (first->a != second->a)
        return first->a < second->a ? -1 : 1;
    return first->b < second->b ? -1 : first->b > second->b;
}

static void sort_pairs(joints_t *joints)
{
    size_t count = 0;
    for (size_t i = 0; i < joints->room; i++)
        if (joints->pairs[i].edge.b != 0)
            joints->pairs[count++] = joints->pairs[i];
    joints->count = count;
    if (count != 0)
        qsort(joints->pairs, count, sizeof *joints->pairs, by_line);
}

static void forget_pairs(joints_t *joints)
{
    free(joints->pairs);
    joints->pairs = NULL;
    joints->count = joints->room = 0;
}

/* --- joints ---------------------------------------------------------------------------------- */

static bool add_for_connection(joints_t *joints)
{
    for (size_t i = 0; i < joints->count; i++) {
        const pair_t *pair = &joints->pairs[i];
        if (root_of(joints, pair->edge.a) != root_of(joints, pair->edge.b) &&
            (!add_joint(joints, pair->joint) || !add_joint(joints, pair->other)))
            return false;
    }
    return true;
}

static bool find_pairs(joints_t *joints)
{
    const uint32_t count = joints->sight->field->count;
    for (uint32_t i = 0; i < count; i++) {
        progress_show("looking for joints", i, count);
        if (!offer_place(joints, i))
            return false;
    }
    sort_pairs(joints);
    return true;
}

static bool find_pairs_beside(joints_t *joints)
{
    field_t *field = joints->sight->field;
    for (uint32_t i = 0; i < field->count; i++)
        for (unsigned d = FIELD_AROUND / 2u; d < FIELD_AROUND; d++) {
            const uint32_t beside = field_beside(field, i, d);
            if (beside != FIELD_NONE && field->places[beside].part == field->places[i].part &&
                field_clear(field, i, beside) && !offer_beside(joints, i, beside))
                return false;
        }
    sort_pairs(joints);
    return true;
}

/* Joints for pairs whose distance in the graph is more than `times` that through the joint. */
static bool add_short(joints_t *joints, uint32_t most, double times)
{
    for (size_t i = 0; i < joints->count && joints->graph->count < most; i++) {
        const pair_t *pair = &joints->pairs[i];
        progress_show("placing joints", joints->graph->count, most);
        if (!graph_near(joints->graph, pair->edge.a, pair->edge.b, times * pair->edge.length) &&
            !add_joint(joints, pair->joint))
            return false;
    }
    return true;
}

/* A vertex for each place that none of those near it sees. It is near other places, too, so that it
 * takes several rounds. */
static bool add_for_ends(joints_t *joints)
{
    uint32_t count = 1;
    for (unsigned round = 0; round < END_ROUNDS && count != 0; round++) {
        uint32_t *places;
        bool good = ends_find(joints->sight, &places, &count);
        for (uint32_t i = 0; good && i < count; i++)
            if (i == 0 || !sees(joints->sight, joints->sight->vertex_count - 1u, places[i]))
                good = add_joint(joints, places[i]);
        free(places);
        if (!good)
            return false;
    }
    return true;
}

static bool add_all(joints_t *joints, uint32_t most)
{
    static const double times[] = { 4, 2.5, 1.8, 1.5, 1.35, 1.25, 1.15 };
    if (!find_pairs(joints) || !add_for_connection(joints))
        return false;
    forget_pairs(joints);
    if (!find_pairs_beside(joints) || !add_for_connection(joints))
        return false;
    forget_pairs(joints);
    if (!find_pairs(joints))
        return false;
    for (unsigned i = 0; i < sizeof times / sizeof times[0]; i++)
        if (!add_short(joints, most, times[i]))
            return false;
    return add_for_ends(joints);
}

bool joints_add(sight_t *sight, graph_t *graph, uint32_t most)
{
    joints_t joints;
    memset(&joints, 0, sizeof joints);
    joints.sight = sight;
    joints.graph = graph;
    bool good = true;
    for (uint32_t i = 0; good && i < sight->vertex_count; i++)
        good = enter(&joints, i);
    good = good && add_all(&joints, most);
    free(joints.pairs);
    free(joints.root);
    return good;
}
