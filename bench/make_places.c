/* SPDX-License-Identifier: MIT */
/* Writes the checks' placements as C arrays, for the boards.
 * Usage: make_places IMAGE >OUT.c */
#include "bench/places.h"
#include "tools/format/map_file.h"

#include <stdio.h>

static void print_point(const oct9_point_t *p)
{
    printf("{ %d, %d, %d }, ", p->x, p->y, p->z);
}

static void print_rotation(const oct9_rotation_t *r)
{
    printf("{ %d, %d, %d, %d }, ", r->w, r->x, r->y, r->z);
}

static void print_place(const bench_place_t *place)
{
    printf("    { ");
    print_point(&place->at);
    print_point(&place->to);
    printf("{ ");
    for (int i = 0; i <= BENCH_SEGMENTS; i++)
        print_point(&place->path[i]);
    printf("}, ");
    print_rotation(&place->rotation);
    print_rotation(&place->turned);
    printf("},\n");
}

static void print_frame(const bench_frame_t *frame)
{
    printf("    { ");
    print_point(&frame->from);
    printf("{ ");
    for (int i = 0; i < BENCH_ZONES; i++)
        print_point(&frame->to[i]);
    printf("}, { { ");
    for (int i = 0; i < 6; i++) {
        const oct9_plane_t *plane = &frame->view.plane[i];
        printf("{ { %d, %d, %d }, %d }, ", plane->normal[0], plane->normal[1], plane->normal[2],
               plane->offset);
    }
    printf("} } },\n");
}

int main(int argc, char **argv)
{
    static bench_place_t places[BENCH_PLACES];
    static bench_frame_t frames[BENCH_FRAMES];
    map_file_t file;
    if (argc != 2)
        return 2;
    if (!map_file_open(&file, argv[1]))
        return 1;
    if (!bench_places(&file.map, BENCH_PLACES, places) ||
        !bench_frames(&file.map, BENCH_FRAMES, frames))
        return 1;
    printf("#include \"bench/places.h\"\n\nconst bench_place_t bench_place[BENCH_PLACES] = {\n");
    for (int i = 0; i < BENCH_PLACES; i++)
        print_place(&places[i]);
    printf("};\n\nconst bench_frame_t bench_frame[BENCH_FRAMES] = {\n");
    for (int i = 0; i < BENCH_FRAMES; i++)
        print_frame(&frames[i]);
    printf("};\n");
    map_file_close(&file);
    return 0;
}
