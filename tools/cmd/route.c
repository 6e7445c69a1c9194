/* SPDX-License-Identifier: MIT */
/* oct9 route: a route for a sphere through a map, in millimetres.
 *
 * What is printed are whole millimetres, and the sphere is to be clear along them. So the search
 * has a radius that holds what all roundings move: FROM and TO to sub-cells, the points that were
 * found to millimetres, and these to sub-cells again, by who checks them with `oct9 sweep`. */
#include "oct9/mm.h"
#include "oct9/route.h"
#include "oct9/sweep.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/questions.h"
#include "tools/fail.h"
#include "tools/format/output.h"
#include "tools/picture/sheet.h"

#include <math.h>
#include <stdio.h>

enum { NODES_LEAST = 16, NODES_MOST = 65535, POINTS = 65535, SWEEPS = 65535 };
enum { UM_PER_MM = 1000, FINE_UM = OCT9_CELL_Q6 * UM_PER_MM }; /* a sub-cell of 1 mm */

static const char help[] =
    "usage: oct9 route MAP FROM TO --radius MM [--unknown free|block] [--near MM]\n"
    "                  [--heights LOW,HIGH] [--nodes N] [--sweeps N] [-o OUT.png]\n\n"
    "Looks for a route for a sphere whose centre goes from FROM to TO: x,y,z in whole "
    "millimetres,\n"
    "as the map's frame has them (oct9 info). Prints\n"
    "  found LENGTH clear   a route, so many mm long, rounded up; and lines point x y z: its\n"
    "                       corners in mm, which `oct9 sweep --mm` finds clear, one by one\n"
    "  none                 no route through the centres of cells\n"
    "  full LENGTH clear    the nodes are used up: it is not known whether there is a route, and\n"
    "                       the points lead as near to TO as the search came; give more --nodes\n"
    "  from blocked         the sphere cannot be at FROM; or to blocked: at TO; and if there is\n"
    "                       one at most 8 cells beside it, a line near x y z: the nearest place\n"
    "                       where it can be\n"
    "and the lines nodes N, which the search took of its memory, 16 bytes each, and sweeps N.\n"
    "Outside the cube nothing blocks. MAP may be a world, .o9w: then the route stays in a cube of\n"
    "512 cells about FROM and TO, and none says that there is none in it.\n"
    "  --radius MM            the sphere's; up to three sub-cells are added for the rounding\n"
    "  --near MM              where TO is blocked, a place at most so far from it will do\n"
    "  --heights LOW,HIGH     the heights in mm at which the centre may be; on a floor both\n"
    "                         are the height of the robot's middle\n"
    "  --nodes N              the search's memory, from 16 to 65535, which is the default\n"
    "  --sweeps N             to shorten the route, about so many, 0 to 65535; by default as long\n"
    "                         as it gets shorter\n"
    "  -o OUT.png             draws the map and the route as oct9 render "
    "does\n" QUESTION_HELP_UNKNOWN;

typedef struct {
    const char *path, *out; /* `out` is NULL without a picture */
    oct9_mm_t from, to;
    uint32_t radius, near, nodes, sweeps;
    int32_t heights[2];
    bool has_heights;
    oct9_rules_t rules;
} request_t;

/* What the library takes and gives; and the points in mm. */
typedef struct {
    oct9_route_input_t input;
    oct9_heights_t heights;
    oct9_route_output_t found;
    oct9_point_t points[POINTS];
    oct9_mm_t mm[POINTS];
    oct9_route_node_t nodes[NODES_MOST];
} search_t;

/* --- millimetres to sub-cells --------------------------------------------------------------- */

/* Between a point and what it is in mm and then in sub-cells again lies at most 0.87 of a sub-cell,
 * or where these are shorter than a mm, 0.87 mm and 0.87 of a sub-cell. */
static oct9_status_t radius_of(const oct9_frame_t *frame, uint32_t mm, uint16_t *radius_q6)
{
    const bool fine = frame->cell_um < FINE_UM;
    if (mm > INT32_MAX - 1)
        return OCT9_ERR_RANGE;
    const oct9_status_t status = oct9_mm_length(frame, (int32_t)mm + fine, radius_q6);
    if (status != OCT9_OK)
        return status;
    *radius_q6 = (uint16_t)(*radius_q6 + (fine ? 3 : 1));
    return *radius_q6 <= INT16_MAX ? OCT9_OK : OCT9_ERR_RANGE;
}

/* Rounded down, so that the place that is printed is near enough, too. */
static uint16_t near_of(const oct9_frame_t *frame, uint32_t mm)
{
    const double q6 = floor((mm - 1.0) * FINE_UM / frame->cell_um) - 2;
    return (uint16_t)fmin(fmax(q6, 0), INT16_MAX);
}

/* As FROM and TO are rounded, so that a height that is theirs stays so. */
static bool heights_of(const oct9_frame_t *frame, const request_t *request, oct9_heights_t *heights)
{
    oct9_mm_t low = request->from, high = request->from;
    oct9_point_t bottom, top;
    low.z = request->heights[0];
    high.z = request->heights[1];
    if (oct9_mm_place(frame, &low, &bottom) != OCT9_OK ||
        oct9_mm_place(frame, &high, &top) != OCT9_OK)
        return false;
    heights->low = bottom.z;
    heights->high = top.z;
    return true;
}

/* -1: go on; otherwise the exit status. */
static int convert(const oct9_frame_t *frame, const request_t *request, search_t *search)
{
    oct9_route_input_t *input = &search->input;
    if (oct9_mm_place(frame, &request->from, &input->from) != OCT9_OK)
        return usage("route", "FROM is farther from the map than points go");
    if (oct9_mm_place(frame, &request->to, &input->to) != OCT9_OK)
        return usage("route", "TO is farther from the map than points go");
    if (radius_of(frame, request->radius, &input->body.radius_q6) != OCT9_OK)
        return usage("route", "--radius is larger than this map's cells allow");
    if (request->has_heights && !heights_of(frame, request, &search->heights))
        return usage("route", "--heights are farther from the map than points go");
    input->body.heights = request->has_heights ? &search->heights : NULL;
    input->body.rules = request->rules;
    input->near_q6 = near_of(frame, request->near);
    input->sweeps = (uint16_t)request->sweeps;
    input->nodes = search->nodes;
    input->nodes_count = (uint16_t)request->nodes;
    input->points = search->points;
    input->points_room = POINTS;
    return -1;
}

/* --- and back ------------------------------------------------------------------------------- */

/* The nearest whole mm. Returns false if they do not fit. */
static bool mm_near(int32_t origin_mm, uint32_t cell_um, int16_t q6, int32_t *mm)
{
    const int64_t from_low = ((int64_t)q6 - OCT9_LOW_Q6) * cell_um + FINE_UM / 2;
    const int64_t down = from_low / FINE_UM - (from_low % FINE_UM < 0);
    *mm = (int32_t)(origin_mm + down);
    return *mm == origin_mm + down;
}

static bool same_point(const oct9_point_t *a, const oct9_point_t *b)
{
    return a->x == b->x && a->y == b->y && a->z == b->z;
}

/* The ends are as they were given, all else at an allowed height. */
static bool mm_of(const oct9_frame_t *frame, const request_t *request, const search_t *search,
                  const oct9_point_t *point, oct9_mm_t *mm)
{
    const oct9_mm_t *origin = &frame->origin_mm;
    const bool from = same_point(point, &search->input.from);
    if (from || same_point(point, &search->input.to)) {
        *mm = from ? request->from : request->to;
        return true;
    }
    if (!mm_near(origin->x, frame->cell_um, point->x, &mm->x) ||
        !mm_near(origin->y, frame->cell_um, point->y, &mm->y) ||
        !mm_near(origin->z, frame->cell_um, point->z, &mm->z))
        return false;
    if (request->has_heights && mm->z < request->heights[0])
        mm->z = request->heights[0];
    if (request->has_heights && mm->z > request->heights[1])
        mm->z = request->heights[1];
    return true;
}

static bool points_in_mm(const oct9_frame_t *frame, const request_t *request, search_t *search)
{
    for (uint16_t i = 0; i < search->found.count; i++)
        if (!mm_of(frame, request, search, &search->points[i], &search->mm[i]))
            return fail(request->path, "its frame has no millimetres for the route's points");
    return true;
}

/* --- the answer ----------------------------------------------------------------------------- */

static double length_mm(const search_t *search)
{
    double sum = 0;
    for (uint16_t i = 1; i < search->found.count; i++) {
        const oct9_mm_t *a = &search->mm[i - 1], *b = &search->mm[i];
        const double x = (double)b->x - a->x, y = (double)b->y - a->y, z = (double)b->z - a->z;
        sum += sqrt(x * x + y * y + z * z);
    }
    return ceil(sum);
}

/* Whether the true sphere is clear along what is printed. */
static bool is_clear(const oct9_map_t *map, const oct9_frame_t *frame, const request_t *request,
                     const search_t *search)
{
    static oct9_point_t points[POINTS];
    oct9_path_input_t input = { .points = points,
                                .count = search->found.count,
                                .rules = request->rules };
    oct9_path_output_t output;
    return oct9_mm_path(frame, search->mm, input.count, (int32_t)request->radius, points,
                        &input.radius_q6) == OCT9_OK &&
           oct9_sweep_path(map, &input, &output) == OCT9_OK && output.sweep.hit == OCT9_HIT_NONE;
}

static void print_place(const char *name, const oct9_mm_t *mm)
{
    printf("%s %ld %ld %ld\n", name, (long)mm->x, (long)mm->y, (long)mm->z);
}

static void print_points(const search_t *search, const char *result, bool clear)
{
    printf("%s %.0f %s\n", result, length_mm(search), clear ? "clear" : "blocked");
    for (uint16_t i = 0; i < search->found.count; i++)
        print_place("point", &search->mm[i]);
}

static void print_blocked(const oct9_frame_t *frame, const request_t *request,
                          const search_t *search, const char *end)
{
    oct9_mm_t near;
    printf("%s blocked\n", end);
    if (search->found.clear_set && mm_of(frame, request, search, &search->found.clear, &near))
        print_place("near", &near);
}

static void print(const asked_t *asked, const request_t *request, const search_t *search)
{
    const oct9_frame_t *frame = asked->frame;
    const oct9_route_output_t *found = &search->found;
    switch (found->result) {
    case OCT9_ROUTE_FOUND:
    case OCT9_ROUTE_FULL:
        print_points(search, found->result == OCT9_ROUTE_FOUND ? "found" : "full",
                     is_clear(asked->map, frame, request, search));
        break;
    case OCT9_ROUTE_FROM_BLOCKED: print_blocked(frame, request, search, "from"); break;
    case OCT9_ROUTE_TO_BLOCKED: print_blocked(frame, request, search, "to"); break;
    default: printf("none\n"); break;
    }
    printf("nodes %u\nsweeps %lu\n", found->nodes_used, (unsigned long)found->sweeps);
}

static bool draw(const map_file_t *file, const request_t *request, const search_t *search)
{
    overlay_t overlay = { 0 };
    const sheet_input_t sheet = { request->path, file, &overlay, NULL, request->out };
    const bool added = overlay_add(&overlay, OVERLAY_POSE, &search->input.from, 1) &&
                       overlay_add(&overlay, OVERLAY_POSE, &search->input.to, 1) &&
                       (search->found.count == 0 ||
                        overlay_add(&overlay, OVERLAY_ROUTE, search->points, search->found.count));
    const bool good = added ? sheet_write(&sheet) : fail(request->out, "not enough memory");
    overlay_free(&overlay);
    return good;
}

/* --- the search ----------------------------------------------------------------------------- */

static bool look(const oct9_map_t *map, search_t *search, const char *path)
{
    static oct9_route_t route;
    oct9_status_t status = oct9_route_begin(&route, map, &search->input);
    if (status == OCT9_OK)
        status = oct9_route_run(&route, UINT32_MAX, &search->found);
    while (status == OCT9_AGAIN)
        status = oct9_route_run(&route, UINT32_MAX, &search->found);
    return status == OCT9_OK || fail(path, "%s", oct9_status_text(status));
}

static bool answer(const asked_t *asked, const request_t *request, search_t *search)
{
    if (!look(asked->map, search, request->path) || !points_in_mm(asked->frame, request, search))
        return false;
    print(asked, request, search);
    return !request->out || draw(&asked->image, request, search);
}

/* Places a world's cube, which the route must not leave: the world goes on behind it. */
static bool place(asked_t *asked, request_t *request)
{
    const oct9_mm_t *from = &request->from, *to = &request->to;
    const int32_t ends[] = { from->x, from->y, from->z, to->x, to->y, to->z };
    const int64_t cell_mm = asked->frame->cell_um / 1000 + 1;
    if (!asked->is_world)
        return true;
    if (request->out)
        return fail(request->path, "is a world: -o draws a map image alone");
    const char *wrong = asked_about(asked, ends, 2,
                                    (int64_t)request->radius + request->near + cell_mm);
    request->rules.outside = OCT9_OCCUPIED;
    return !wrong || fail(request->path, "FROM and TO: %s", wrong);
}

static int run(request_t *request)
{
    static search_t search;
    static asked_t asked;
    if (request->out && !output_check(request->out, request->path))
        return STATUS_BAD_DATA;
    if (!asked_open(&asked, request->path, true))
        return STATUS_BAD_DATA;
    int status = place(&asked, request) ? convert(asked.frame, request, &search) : STATUS_BAD_DATA;
    if (status < 0)
        status = answer(&asked, request, &search) ? STATUS_GOOD : STATUS_BAD_DATA;
    asked_close(&asked);
    return status;
}

/* --- the arguments -------------------------------------------------------------------------- */

enum { RADIUS, NEAR, HEIGHTS, NODES, SWEEPS_MOST, UNKNOWN, OUTPUT };

static bool place_of(const char *text, oct9_mm_t *mm)
{
    int32_t numbers[3];
    if (!argument_mm(numbers, text, 3))
        return false;
    *mm = question_mm(numbers);
    return true;
}

/* What an option says, if it is given. */
static bool whole(const argument_t *option, uint32_t *number, double least, double most)
{
    return !option->value || argument_whole(number, option->value, least, most);
}

/* NULL, or what is wrong with the heights. */
static const char *read_heights(const argument_t *option, request_t *request)
{
    const int32_t *heights = request->heights;
    request->has_heights = option->value != NULL;
    if (!request->has_heights)
        return NULL;
    const char *wrong = argument_heights(request->heights, option->value);
    if (wrong)
        return wrong;
    if (request->from.z < heights[0] || request->from.z > heights[1])
        return "FROM is not within --heights";
    if (request->to.z < heights[0] || request->to.z > heights[1])
        return "TO is not within --heights";
    return NULL;
}

/* NULL, or what is wrong with the arguments. */
static const char *read_request(const char *const words[3], const argument_t *options,
                                request_t *request)
{
    request->path = words[0];
    request->out = options[OUTPUT].value;
    if (!place_of(words[1], &request->from))
        return "FROM is no place x,y,z of whole mm from -2147483648 to 2147483647";
    if (!place_of(words[2], &request->to))
        return "TO is no place x,y,z of whole mm from -2147483648 to 2147483647";
    if (!options[RADIUS].value)
        return "--radius is needed: the robot's in mm";
    if (!whole(&options[RADIUS], &request->radius, 0, INT32_MAX))
        return "--radius is a whole number of mm, 0 and up";
    if (!whole(&options[NEAR], &request->near, 0, INT32_MAX))
        return "--near is a whole number of mm, 0 and up";
    if (!whole(&options[NODES], &request->nodes, NODES_LEAST, NODES_MOST))
        return "--nodes is a whole number from 16 to 65535";
    if (!whole(&options[SWEEPS_MOST], &request->sweeps, 0, UINT16_MAX))
        return "--sweeps is a whole number from 0 to 65535";
    return read_heights(&options[HEIGHTS], request);
}

int cmd_route(int argc, char **argv)
{
    argument_t options[] = {
        [RADIUS] = { "radius", true, NULL },      [NEAR] = { "near", true, NULL },
        [HEIGHTS] = { "heights", true, NULL },    [NODES] = { "nodes", true, NULL },
        [SWEEPS_MOST] = { "sweeps", true, NULL }, [UNKNOWN] = { "unknown", true, NULL },
        [OUTPUT] = { "output", true, NULL },      { 0 }
    };
    request_t request = { .nodes = NODES_MOST, .sweeps = SWEEPS };
    const char *words[3];
    int status = arguments_parse_words(argc, argv, help, options, words, 3,
                                       "a map, FROM and TO are needed");
    if (status < 0)
        status = question_rules(argv[0], &options[UNKNOWN], &request.rules);
    if (status >= 0)
        return status;
    const char *wrong = read_request(words, options, &request);
    return wrong ? usage(argv[0], "%s", wrong) : run(&request);
}
