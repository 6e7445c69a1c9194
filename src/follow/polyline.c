/* SPDX-License-Identifier: MIT */
/* Places on a polyline, by the length up to there. */
#include "src/follow/polyline.h"

#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/number/fraction.h"
#include "src/number/root.h"

#define ONE_Q28 ((int32_t)1 << 28)

enum { RATIO_BITS = 30 };

static const oct9_point_t *vertex(const oct9_polyline_t *line, uint32_t number)
{
    return &line->points[number < line->count ? number : line->count - 1u];
}

uint32_t oct9_polyline_length(const oct9_polyline_t *line, uint16_t segment)
{
    return oct9_point_length(vertex(line, segment), vertex(line, segment + (uint32_t)1), 1, 1);
}

void oct9_polyline_seek(const oct9_polyline_t *line, oct9_follow_mark_t *mark, uint32_t at_q6)
{
    while (mark->segment > 0 && mark->start_q6 > at_q6) {
        mark->segment--;
        mark->start_q6 -= oct9_polyline_length(line, mark->segment);
    }
    uint32_t length = oct9_polyline_length(line, mark->segment);
    while (mark->start_q6 + length < at_q6 && mark->segment + (uint32_t)2 < line->count) {
        mark->segment++;
        mark->start_q6 += length;
        length = oct9_polyline_length(line, mark->segment);
    }
    const uint32_t along = at_q6 > mark->start_q6 ? at_q6 - mark->start_q6 : 0;
    mark->along_q6 = along < length ? along : length;
}

/* The place at part / whole of a segment, in the cube of now, rounded toward its begin. */
static void place_at(const oct9_polyline_t *line, const oct9_follow_mark_t *mark, int32_t at[3])
{
    const oct9_point_t *const a = vertex(line, mark->segment), *const b = vertex(line,
                                                                                 mark->segment +
                                                                                     (uint32_t)1);
    const uint32_t length = oct9_polyline_length(line, mark->segment);
    const uint32_t ratio = length == 0 ? 0 : oct9_ratio_q28(mark->along_q6, length);
    for (unsigned i = 0; i < 3; i++) {
        const int32_t from = oct9_point_axis(a, i), by = oct9_point_axis(b, i) - from;
        at[i] = from + line->moved[i] + (int32_t)((int64_t)by * ratio / ONE_Q28); /* 2^16 2^28 */
    }
}

bool oct9_polyline_point(const oct9_polyline_t *line, const oct9_follow_mark_t *mark,
                         oct9_point_t *point)
{
    int32_t at[3];
    bool fits = true;
    place_at(line, mark, at);
    for (unsigned i = 0; i < 3; i++)
        fits = fits && at[i] >= INT16_MIN && at[i] <= INT16_MAX;
    if (fits)
        oct9_point_set(point, at);
    return fits;
}

/* Of two numbers within 2^17. */
static int64_t product(int32_t a, int32_t b)
{
    return (int64_t)a * b;
}

/* The place on a segment that is nearest to a place, as a length from its begin. */
static uint32_t nearest_along(const oct9_polyline_t *line, uint16_t segment,
                              const oct9_point_t *place)
{
    const oct9_point_t *const a = vertex(line, segment), *const b = vertex(line,
                                                                           segment + (uint32_t)1);
    int64_t part = 0, whole = 0; /* below 3 2^17 2^16 and 3 2^32 */
    for (unsigned i = 0; i < 3; i++) {
        const int32_t from = oct9_point_axis(a, i), by = oct9_point_axis(b, i) - from;
        const int32_t off = oct9_point_axis(place, i) - from - line->moved[i];
        part += product(off, by);
        whole += product(by, by);
    }
    const uint32_t length = oct9_polyline_length(line, segment);
    if (part <= 0)
        return 0;
    if (part >= whole)
        return length;
    for (; whole >= (int64_t)1 << RATIO_BITS; whole /= 2)
        part /= 2;
    const uint32_t ratio = oct9_ratio_q28((uint32_t)part, (uint32_t)whole);
    return (uint32_t)((uint64_t)length * ratio / (uint32_t)ONE_Q28);
}

/* The square of the distance between a mark and a place: below 3 2^34. */
static uint64_t square_to(const oct9_polyline_t *line, const oct9_follow_mark_t *mark,
                          const oct9_point_t *place)
{
    int32_t at[3];
    uint64_t square = 0;
    place_at(line, mark, at);
    for (unsigned i = 0; i < 3; i++) {
        const int64_t by = at[i] - oct9_point_axis(place, i); /* within 2^17 */
        square += (uint64_t)(by * by);
    }
    return square;
}

static void copy_mark(oct9_follow_mark_t *to, const oct9_follow_mark_t *from)
{
    to->start_q6 = from->start_q6;
    to->along_q6 = from->along_q6;
    to->segment = from->segment;
}

uint32_t oct9_polyline_nearest(const oct9_polyline_t *line, oct9_follow_mark_t *mark,
                               const oct9_point_t *place, uint32_t reach_q6)
{
    const uint32_t middle = oct9_polyline_at(mark); /* and reach_q6 below 2^31 */
    const uint32_t low = middle > reach_q6 ? middle - reach_q6 : 0, high = middle + reach_q6;
    oct9_follow_mark_t tried;
    uint64_t least = UINT64_MAX;
    copy_mark(&tried, mark);
    oct9_polyline_seek(line, &tried, low);
    for (;;) {
        const uint32_t length = oct9_polyline_length(line, tried.segment);
        uint32_t at = tried.start_q6 + nearest_along(line, tried.segment, place);
        at = at < low ? low : at > high ? high : at;
        tried.along_q6 = at - tried.start_q6 < length ? at - tried.start_q6 : length;
        const uint64_t square = square_to(line, &tried, place);
        if (square < least) {
            least = square;
            copy_mark(mark, &tried);
        }
        if (tried.start_q6 + length >= high || tried.segment + (uint32_t)2 >= line->count)
            return oct9_root(least);
        tried.start_q6 += length;
        tried.segment++;
    }
}
