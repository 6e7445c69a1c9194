/* SPDX-License-Identifier: MIT */
/* Overlays: read and drawn. */
#define _POSIX_C_SOURCE 200809L /* getline */
#include "tools/picture/overlay.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a line of each kind holds, and how it looks. */
static const struct {
    const char *word, *name;
    size_t least, step; /* the numbers: `least`, or more by `step` each */
    rgb_t colour;
} kinds[OVERLAY_KINDS] = {
    [OVERLAY_RAY] = { "ray", "rays", 6, 0, { 245, 130, 32 } },
    [OVERLAY_ROUTE] = { "route", "route", 3, 3, { 37, 99, 235 } },
    [OVERLAY_HIT] = { "hit", "hits", 3, 0, { 220, 38, 38 } },
    [OVERLAY_POSE] = { "pose", "poses", 3, 0, { 29, 78, 216 } },
    [OVERLAY_BLOCKED] = { "blocked", "blocked", 4, 0, { 220, 20, 40 } },
};

const char *overlay_name(overlay_kind_t kind)
{
    return kinds[kind].name;
}

size_t overlay_count(const overlay_t *overlay, overlay_kind_t kind)
{
    size_t count = 0;
    for (size_t i = 0; i < overlay->item_count; i++)
        count += overlay->items[i].kind == kind;
    return count;
}

void overlay_free(overlay_t *overlay)
{
    free(overlay->items);
    free(overlay->points);
    *overlay = (overlay_t){ 0 };
}

/* --- items ---------------------------------------------------------------------------- */

static const char no_memory[] = "not enough memory";

/* An array with room for one element more; NULL, and the old one untouched, if there is none. */
static void *with_room(void *array, size_t count, size_t *room, size_t element)
{
    if (count < *room)
        return array;
    const size_t larger = *room ? 2 * *room : 64;
    void *grown = realloc(array, larger * element);
    if (grown)
        *room = larger;
    return grown;
}

/* Adds a point, in units of which a cell has `unit` and cell 0 begins at `low`. */
static bool add_point(overlay_t *overlay, const long numbers[3], int low, int unit)
{
    void *points = with_room(overlay->points, overlay->point_count, &overlay->point_room,
                             sizeof *overlay->points);
    if (!points)
        return false;
    overlay->points = points;
    double *point = overlay->points[overlay->point_count++];
    for (int i = 0; i < 3; i++)
        point[i] = (double)(numbers[i] - low) / unit;
    return true;
}

static bool add_item(overlay_t *overlay, overlay_kind_t kind)
{
    void *items = with_room(overlay->items, overlay->item_count, &overlay->item_room,
                            sizeof *overlay->items);
    if (!items)
        return false;
    overlay->items = items;
    overlay->items[overlay->item_count++] = (overlay_item_t){ kind, overlay->point_count, 0 };
    return true;
}

bool overlay_add(overlay_t *overlay, overlay_kind_t kind, const oct9_point_t *points, size_t count)
{
    bool good = add_item(overlay, kind);
    for (size_t i = 0; good && i < count; i++) {
        const long numbers[3] = { points[i].x, points[i].y, points[i].z };
        good = add_point(overlay, numbers, OCT9_LOW_Q6, OCT9_CELL_Q6);
    }
    if (good)
        overlay->items[overlay->item_count - 1].count = count;
    return good;
}

/* The next number of a line: false at its end, and with *cause set if it is none. */
static bool next_number(char **rest, long lo, long hi, long *number, const char **cause)
{
    char *word = *rest + strspn(*rest, " \t\r\n");
    if (!*word)
        return false;
    errno = 0;
    *number = strtol(word, rest, 10);
    if (*rest == word || (**rest && !strchr(" \t\r\n", **rest)))
        *cause = "not a whole number";
    else if (errno || *number < lo || *number > hi)
        *cause = "a number is out of range";
    return !*cause;
}

static const char *read_blocked(overlay_t *overlay, char *rest)
{
    long n[4];
    const char *cause = NULL;
    for (size_t i = 0; i < 4; i++)
        if (!next_number(&rest, i == 3, i == 3 ? OCT9_CELLS : OCT9_CELLS - 1, &n[i], &cause))
            return cause ? cause : "too few numbers";
    long more;
    if (next_number(&rest, 0, 0, &more, &cause) || cause)
        return "too many numbers";
    const long high[3] = { n[0] + n[3], n[1] + n[3], n[2] + n[3] };
    return add_point(overlay, n, 0, 1) && add_point(overlay, high, 0, 1) ? NULL : no_memory;
}

/* Points in sub-cells up to the line's end. */
static const char *read_points(overlay_t *overlay, char *rest, size_t least, size_t step)
{
    long number[3];
    size_t count = 0;
    const char *cause = NULL;
    while (next_number(&rest, INT16_MIN, INT16_MAX, &number[count % 3], &cause))
        if (++count % 3 == 0 && !add_point(overlay, number, OCT9_LOW_Q6, OCT9_CELL_Q6))
            return no_memory;
    if (cause)
        return cause;
    if (count < least || count % 3 != 0)
        return "too few numbers";
    return count > least && step == 0 ? "too many numbers" : NULL;
}

static const char *read_line(overlay_t *overlay, char *line)
{
    char *word = line + strspn(line, " \t\r\n");
    const size_t length = strcspn(word, " \t\r\n");
    if (length == 0 || *word == '#')
        return NULL;
    for (overlay_kind_t kind = 0; kind < OVERLAY_KINDS; kind++) {
        if (strlen(kinds[kind].word) != length || strncmp(word, kinds[kind].word, length) != 0)
            continue;
        if (!add_item(overlay, kind))
            return no_memory;
        const char *cause = kind == OVERLAY_BLOCKED
                              ? read_blocked(overlay, word + length)
                              : read_points(overlay, word + length, kinds[kind].least,
                                            kinds[kind].step);
        overlay_item_t *item = &overlay->items[overlay->item_count - 1];
        item->count = overlay->point_count - item->first;
        return cause;
    }
    return "neither route, ray, hit, pose nor blocked";
}

bool overlay_read(overlay_t *overlay, FILE *file, unsigned long *line, const char **cause)
{
    char *text = NULL;
    size_t room = 0;
    *cause = NULL;
    errno = 0;
    for (*line = 1; !*cause; ++*line) {
        const ssize_t length = getline(&text, &room, file);
        if (length < 0)
            break;
        *cause = strlen(text) != (size_t)length ? "a zero byte" : read_line(overlay, text);
    }
    free(text);
    if (*cause) {
        *line = *cause == no_memory ? 0 : *line - 1;
        return false;
    }
    *line = 0;
    *cause = ferror(file) || errno == ENOMEM ? strerror(errno ? errno : EIO) : NULL;
    return !*cause;
}

/* --- drawing --------------------------------------------------------------------------- */

/* Cuts a segment down to what lies near a slice; false if nothing does. */
static bool cut_to_slice(const view_t *view, double a[3], double b[3])
{
    if (view->axis < 0)
        return true;
    const double from = a[view->axis], along = b[view->axis] - from;
    double t0 = 0.0, t1 = 1.0;
    if (fabs(along) < 1e-9)
        return from >= view->near && from <= view->far;
    const double tn = (view->near - from) / along, tf = (view->far - from) / along;
    t0 = fmax(t0, fmin(tn, tf));
    t1 = fmin(t1, fmax(tn, tf));
    for (int i = 0; i < 3 && t0 <= t1; i++) {
        const double start = a[i], length = b[i] - a[i];
        a[i] = start + length * t0;
        b[i] = start + length * t1;
    }
    return t0 <= t1;
}

static void draw_segment(picture_t *picture, const view_t *view, const double from[3],
                         const double to[3], double width, rgb_t colour, double alpha)
{
    double a[3], b[3], pa[2], pb[2];
    memcpy(a, from, sizeof a);
    memcpy(b, to, sizeof b);
    if (!cut_to_slice(view, a, b))
        return;
    views_project(view, a, pa);
    views_project(view, b, pb);
    picture_line(picture, pa, pb, width, colour, alpha);
}

/* A white line below separates the route from the walls. */
static void draw_route(picture_t *picture, const view_t *view, const double (*points)[3],
                       size_t count, rgb_t colour)
{
    static const rgb_t white = { 255, 255, 255 };
    for (size_t i = 0; i + 1 < count; i++)
        draw_segment(picture, view, points[i], points[i + 1], 8.0, white, 1.0);
    for (size_t i = 0; i + 1 < count; i++)
        draw_segment(picture, view, points[i], points[i + 1], 4.5, colour, 1.0);
}

static void draw_dot(picture_t *picture, const view_t *view, const double point[3], double radius,
                     double border, rgb_t colour)
{
    static const rgb_t white = { 255, 255, 255 };
    double a[3], b[3], centre[2];
    memcpy(a, point, sizeof a);
    memcpy(b, point, sizeof b);
    if (!cut_to_slice(view, a, b))
        return;
    views_project(view, point, centre);
    if (border > 0.0)
        picture_disc(picture, centre, radius + border, white);
    picture_disc(picture, centre, radius, colour);
}

/* All six faces: from each direction the silhouette is filled. */
static void fill_cube(picture_t *picture, const view_t *view, const double lo[3],
                      const double hi[3], rgb_t colour)
{
    for (int axis = 0; axis < 3; axis++)
        for (int side = 0; side < 2; side++) {
            double corners[4][2];
            for (int i = 0; i < 4; i++) {
                double place[3];
                const bool far[2] = { i == 1 || i == 2, i >= 2 };
                place[axis] = side ? hi[axis] : lo[axis];
                for (int k = 0; k < 2; k++)
                    place[(axis + 1 + k) % 3] = (far[k] ? hi : lo)[(axis + 1 + k) % 3];
                views_project(view, place, corners[i]);
            }
            picture_quad(picture, corners, colour);
        }
}

/* Pixels from a blocked cube to the ring around it, which makes it easy to find. */
#define RING_GAP 9.0

static void draw_blocked(picture_t *picture, const view_t *view, const double lo[3],
                         const double hi[3], rgb_t colour)
{
    if (view->axis >= 0 && (hi[view->axis] < view->near || lo[view->axis] > view->far))
        return;
    double middle[3], centre[2], corner[2];
    for (int i = 0; i < 3; i++)
        middle[i] = (lo[i] + hi[i]) / 2.0;
    views_project(view, middle, centre);
    views_project(view, hi, corner);
    const double radius = hypot(corner[0] - centre[0], corner[1] - centre[1]);
    fill_cube(picture, view, lo, hi, colour);
    picture_ring(picture, centre, radius + RING_GAP, 4.0, colour);
}

static void draw_item(const overlay_t *overlay, const overlay_item_t *item, picture_t *picture,
                      const view_t *view)
{
    const double(*points)[3] = (const double(*)[3])(overlay->points + item->first);
    const rgb_t colour = kinds[item->kind].colour;
    switch (item->kind) {
    case OVERLAY_RAY: draw_segment(picture, view, points[0], points[1], 1.5, colour, 0.45); break;
    case OVERLAY_ROUTE: draw_route(picture, view, points, item->count, colour); break;
    case OVERLAY_HIT: draw_dot(picture, view, points[0], 3.0, 0.0, colour); break;
    case OVERLAY_POSE: draw_dot(picture, view, points[0], 6.5, 2.0, colour); break;
    case OVERLAY_BLOCKED: draw_blocked(picture, view, points[0], points[1], colour); break;
    case OVERLAY_KINDS: break;
    }
}

void overlay_draw(const overlay_t *overlay, picture_t *picture, const view_t *view)
{
    picture_clip(picture, &view->frame);
    for (overlay_kind_t kind = 0; kind < OVERLAY_KINDS; kind++)
        for (size_t i = 0; i < overlay->item_count; i++)
            if (overlay->items[i].kind == kind)
                draw_item(overlay, &overlay->items[i], picture, view);
    picture_unclip(picture);
}

/* The sign is an item like any other, in a separate view of one pixel to a cell. */
void overlay_draw_key(picture_t *picture, overlay_kind_t kind, const double centre[2])
{
    static const double signs[OVERLAY_KINDS][2][3] = {
        [OVERLAY_RAY] = { { -11, 0, 0 }, { 11, 0, 0 } },
        [OVERLAY_ROUTE] = { { -11, 0, 0 }, { 11, 0, 0 } },
        [OVERLAY_BLOCKED] = { { -3, -3, -3 }, { 3, 3, 3 } },
    };
    const overlay_item_t item = { kind, 0, 2 };
    overlay_t sign = { 0 };
    double points[2][3];
    memcpy(points, signs[kind], sizeof points);
    sign.points = points;
    const view_t view = { .m = { { 1, 0, 0 }, { 0, 1, 0 } },
                          .at = { centre[0], centre[1] },
                          .axis = -1 };
    draw_item(&sign, &item, picture, &view);
}
