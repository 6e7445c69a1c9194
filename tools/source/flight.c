/* SPDX-License-Identifier: MIT */
/* A recorded flight: read, and brought to the times of the sensor's frames. */
#include "tools/source/flight.h"

#include "tools/format/lines.h"
#include "tools/format/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A frame is stamped when it was read out of the sensor, and shows what was there before: walls
 * are sharpest with the poses of this much earlier (docs/flights.md). */
#define FRAME_AGE_MS 40.0

/* What is farther apart is not interpolated: the motion capture lost the drone in between. */
#define GAP_MOST_MS 300.0

/* The motion capture's lines come by radio, some of them after later ones. */
#define LATE_MOST_MS 500.0

#define DEGREE (3.14159265358979323846 / 180.0)

/* No number but a time is larger: metres, metres a second, degrees. */
#define VALUE_MOST 1e6

/* --- files ------------------------------------------------------------------------------ */

enum { FRAMES, PLACES, ANGLES, CAPTURE };

const char *const flight_file[FLIGHT_FILES] = { [FRAMES] = "state_ToF.csv",
                                                [PLACES] = "state_Crazyflie_group00.csv",
                                                [ANGLES] = "state_Crazyflie_group01.csv",
                                                [CAPTURE] = "state_Vicon.csv" };

/* The headings; a column may have a group's name and a dot before its own. */
static const char *const headings[FLIGHT_FILES] = {
    [PLACES] = "timeStamp,x,y,z,vx,vy,vz",
    [ANGLES] = "timeStamp,roll,pitch,yaw",
    [CAPTURE] = "name,timeStamp,posx,posy,posz,qw,qx,qy,qz"
};

typedef struct {
    char path[4096];
    bytes_t bytes;
    lines_t lines;
    size_t columns; /* that the heading has */
} table_t;

/* How many columns a heading has whose first are these; 0: its first are others. */
static size_t column_count(const char *line, const char *names)
{
    for (size_t count = 1;; count++) {
        const size_t length = strcspn(line, ","), wanted = strcspn(names, ",");
        const char *own = line + length - wanted;
        if (length < wanted || strncmp(own, names, wanted) != 0 ||
            (wanted != 0 && own > line && own[-1] != '.'))
            return 0;
        line += length;
        names += wanted;
        if (!*line)
            return *names ? 0 : count;
        line++;
        names += *names == ',';
    }
}

static bool table_path(table_t *table, const char *folder, unsigned file)
{
    const int length = snprintf(table->path, sizeof table->path, "%s/%s", folder,
                                flight_file[file]);
    return (length >= 0 && (size_t)length < sizeof table->path) ||
           fail(folder, "the name is too long");
}

/* Opens a file and reads its heading. Call bytes_free afterwards in any case. */
static bool table_open(table_t *table, const char *folder, unsigned file)
{
    memset(table, 0, sizeof *table);
    if (!table_path(table, folder, file) || !bytes_read(&table->bytes, table->path))
        return false;
    lines_begin(&table->lines, table->path, &table->bytes);
    if (!headings[file])
        return true;
    const char *line = lines_next(&table->lines);
    if (!line)
        return table->lines.good && fail(table->path, "line 1: the heading is missing");
    table->columns = column_count(line, headings[file]);
    return table->columns != 0 ||
           lines_fail(&table->lines, "the heading does not begin with %s", headings[file]);
}

/* --- series: numbers by time ------------------------------------------------------------ */

enum { VALUES_MOST = 7 };

typedef struct {
    double time_ms;
    double value[VALUES_MOST];
} sample_t;

typedef struct {
    sample_t *samples;
    size_t count, room;
} series_t;

static void series_free(series_t *series)
{
    free(series->samples);
    memset(series, 0, sizeof *series);
}

static bool series_grow(series_t *series)
{
    const size_t room = series->room ? 2 * series->room : 1024;
    sample_t *samples = realloc(series->samples, room * sizeof *samples);
    if (!samples)
        return false;
    series->samples = samples;
    series->room = room;
    return true;
}

/* Keeps the samples in order of time. */
static bool series_add(series_t *series, lines_t *lines, const sample_t *sample)
{
    size_t at = series->count;
    if (at != 0 && sample->time_ms < series->samples[at - 1].time_ms - LATE_MOST_MS)
        return lines_fail(lines, "the time goes back");
    if (at == series->room && !series_grow(series))
        return lines_fail(lines, "not enough memory");
    for (; at != 0 && series->samples[at - 1].time_ms > sample->time_ms; at--)
        series->samples[at] = series->samples[at - 1];
    series->samples[at] = *sample;
    series->count++;
    return true;
}

/* Takes the time and the first `count` of the numbers in a line of `columns`. */
static bool series_take(series_t *series, lines_t *lines, const char *text, size_t count,
                        size_t columns)
{
    double numbers[1 + VALUES_MOST];
    size_t found;
    if (!text_numbers(text, ',', numbers, 1 + count, &found) || found != columns)
        return lines_fail(lines, "not a time and %zu numbers with commas between them",
                          columns - 1);
    for (size_t i = 1; i <= count; i++)
        if (!(fabs(numbers[i]) <= VALUE_MOST))
            return lines_fail(lines, "no number, or one beyond a million");
    if (!(numbers[0] >= 0 && numbers[0] <= UINT32_MAX))
        return lines_fail(lines, "a time that is not from 0 to 4294967295 ms");
    sample_t sample = { .time_ms = numbers[0] };
    memcpy(sample.value, numbers + 1, count * sizeof *numbers);
    return series_add(series, lines, &sample);
}

/* The last sample that is not after a time; the next one is after it. False: there are no such. */
static bool series_find(const series_t *series, double time_ms, size_t *at)
{
    if (series->count < 2 || time_ms < series->samples[0].time_ms ||
        time_ms >= series->samples[series->count - 1].time_ms)
        return false;
    size_t lo = 0, hi = series->count - 1;
    while (hi - lo > 1) {
        const size_t middle = lo + (hi - lo) / 2;
        if (series->samples[middle].time_ms <= time_ms)
            lo = middle;
        else
            hi = middle;
    }
    *at = lo;
    return true;
}

/* Numbers first to first + count - 1 at a time that lies between samples `at` and at + 1. */
static void series_mix(const series_t *series, size_t at, double time_ms, size_t first,
                       size_t count, double *values)
{
    const sample_t *a = &series->samples[at], *b = a + 1;
    const double t = (time_ms - a->time_ms) / (b->time_ms - a->time_ms);
    for (size_t i = 0; i < count; i++)
        values[i] = a->value[first + i] + (b->value[first + i] - a->value[first + i]) * t;
}

/* --- rotations -------------------------------------------------------------------------- */

static double dot4(const double a[4], const double b[4])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/* Yaw, then pitch, then roll. The Crazyflie's pitch is positive nose up: the opposite of a turn
 * about y, which points left. */
static void rotation_of_angles(const double degrees[3], double rotation[4])
{
    double c[3], s[3];
    for (int i = 0; i < 3; i++) {
        const double half = degrees[i] * DEGREE / 2.0 * (i == 1 ? -1.0 : 1.0);
        c[i] = cos(half);
        s[i] = sin(half);
    }
    rotation[0] = c[0] * c[1] * c[2] + s[0] * s[1] * s[2];
    rotation[1] = s[0] * c[1] * c[2] - c[0] * s[1] * s[2];
    rotation[2] = c[0] * s[1] * c[2] + s[0] * c[1] * s[2];
    rotation[3] = c[0] * c[1] * s[2] - s[0] * s[1] * c[2];
}

/* Between two samples' quaternions, which begin at value `first`: along the chord, then to length
 * 1. Samples are a few degrees apart. */
static void series_mix_rotation(const series_t *series, size_t at, double time_ms, size_t first,
                                double rotation[4])
{
    const sample_t *a = &series->samples[at], *b = a + 1;
    const double t = (time_ms - a->time_ms) / (b->time_ms - a->time_ms);
    const double *p = a->value + first, *q = b->value + first;
    const double side = dot4(p, q) < 0.0 ? -t : t;
    for (size_t i = 0; i < 4; i++)
        rotation[i] = p[i] * (1.0 - t) + q[i] * side;
    const double length = sqrt(dot4(rotation, rotation));
    for (size_t i = 0; i < 4; i++)
        rotation[i] = length > 1e-6 ? rotation[i] / length : (i == 0 ? 1.0 : 0.0);
}

oct9_rotation_t flight_rotation(const double rotation[4])
{
    int16_t q[4];
    for (int i = 0; i < 4; i++)
        q[i] = (int16_t)lround(rotation[i] * OCT9_ONE_Q14);
    return (oct9_rotation_t){ q[0], q[1], q[2], q[3] };
}

void flight_turn(const flight_pose_t *pose, const double body[3], double world[3])
{
    const double w = pose->rotation[0], *v = pose->rotation + 1;
    double cross[3];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        cross[i] = v[j] * body[k] - v[k] * body[j] + w * body[i];
    }
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        world[i] = body[i] + 2.0 * (v[j] * cross[k] - v[k] * cross[j]);
    }
}

/* --- the files -------------------------------------------------------------------------- */

typedef struct {
    series_t place;          /* x, y, z, and how fast they change */
    series_t rotation;       /* w, x, y, z */
    series_t drone, surface; /* x, y, z, w, x, y, z */
} tracks_t;

static void tracks_free(tracks_t *tracks)
{
    series_free(&tracks->place);
    series_free(&tracks->rotation);
    series_free(&tracks->drone);
    series_free(&tracks->surface);
}

/* A table of the drone's log: lines of time and `count` numbers. */
static bool read_log(series_t *series, const char *folder, unsigned file, size_t count)
{
    table_t table;
    bool good = table_open(&table, folder, file);
    for (const char *line; good && (line = lines_next(&table.lines)) != NULL;)
        good = series_take(series, &table.lines, line, count, table.columns);
    bytes_free(&table.bytes);
    return good && table.lines.good;
}

static bool read_rotations(series_t *series, const char *folder)
{
    if (!read_log(series, folder, ANGLES, 3))
        return false;
    for (size_t i = 0; i < series->count; i++) {
        double degrees[3];
        memcpy(degrees, series->samples[i].value, sizeof degrees);
        rotation_of_angles(degrees, series->samples[i].value);
    }
    return true;
}

static bool take_capture(tracks_t *tracks, lines_t *lines, const char *line, size_t columns)
{
    const char *comma = strchr(line, ',');
    if (!comma)
        return lines_fail(lines, "not a name, a time and its numbers");
    const size_t length = (size_t)(comma - line);
    const bool drone = length == 5 && strncmp(line, "Drone", 5) == 0;
    const bool surface = length == 7 && strncmp(line, "Surface", 7) == 0;
    series_t other = { 0 }; /* of no interest, but it must be whole all the same */
    series_t *series = drone ? &tracks->drone : surface ? &tracks->surface : &other;
    const bool good = series_take(series, lines, comma + 1, 7, columns - 1);
    series_free(&other);
    return good;
}

/* A flight without motion capture is as good. */
static bool read_capture(tracks_t *tracks, const char *folder)
{
    table_t table;
    struct stat there;
    if (table_path(&table, folder, CAPTURE) && stat(table.path, &there) != 0 && errno == ENOENT)
        return true;
    bool good = table_open(&table, folder, CAPTURE);
    for (const char *line; good && (line = lines_next(&table.lines)) != NULL;)
        good = take_capture(tracks, &table.lines, line, table.columns);
    bytes_free(&table.bytes);
    return good && table.lines.good;
}

static bool pose_at(const series_t *place, const series_t *rotation, size_t rotation_first,
                    double time_ms, double gap_ms, flight_pose_t *pose)
{
    size_t p, r;
    if (!series_find(place, time_ms, &p) || !series_find(rotation, time_ms, &r) ||
        place->samples[p + 1].time_ms - place->samples[p].time_ms > gap_ms)
        return false;
    series_mix(place, p, time_ms, 0, 3, pose->place_m);
    series_mix_rotation(rotation, r, time_ms, rotation_first, pose->rotation);
    return true;
}

/* The poses of a frame's time; false: it was before the first estimate or after the last. */
static bool place_frame(flight_frame_t *frame, const tracks_t *tracks)
{
    const double then = frame->time_ms - FRAME_AGE_MS;
    if (!pose_at(&tracks->place, &tracks->rotation, 0, then, HUGE_VAL, &frame->pose))
        return false;
    size_t at = 0;
    (void)series_find(&tracks->place, then, &at);
    series_mix(&tracks->place, at, then, 3, 3, frame->velocity_m);
    frame->rotation = flight_rotation(frame->pose.rotation);
    frame->has_drone = pose_at(&tracks->drone, &tracks->drone, 3, then, GAP_MOST_MS, &frame->drone);
    frame->has_surface = pose_at(&tracks->surface, &tracks->surface, 3, then, GAP_MOST_MS,
                                 &frame->surface);
    return true;
}

/* --- the sensor ------------------------------------------------------------------------- */

static bool whole(double number, double lo, double hi)
{
    return number >= lo && number <= hi && fabs(number - round(number)) <= 0.0;
}

static flight_zone_t zone_of(double targets, double status)
{
    if (fabs(status - 255.0) <= 0.0)
        return FLIGHT_NO_TARGET;
    const bool sure = fabs(status - 5.0) <= 0.0 || fabs(status - 9.0) <= 0.0;
    return sure && fabs(targets - 1.0) <= 0.0 ? FLIGHT_TARGET : FLIGHT_DOUBTFUL;
}

static bool take_zone(flight_frame_t *frame, unsigned zone, lines_t *lines, const char *line)
{
    double n[3];
    if (!text_exactly(line, ',', n, 3) || !whole(n[0], INT16_MIN, INT16_MAX) ||
        !whole(n[1], 0, 255) || !whole(n[2], 0, 255))
        return lines_fail(lines, "not a zone's distance, targets and status");
    frame->distance_mm[zone] = (int16_t)n[0];
    frame->zone[zone] = (uint8_t)zone_of(n[1], n[2]);
    return true;
}

/* The frame that a line begins. */
static bool take_frame(flight_frame_t *frame, lines_t *lines, const char *line)
{
    double n[3];
    memset(frame, 0, sizeof *frame);
    if (!text_exactly(line, ',', n, 3) || !whole(n[0], 0, UINT32_MAX) || fabs(n[1]) > 0.0 ||
        fabs(n[2]) > 0.0)
        return lines_fail(lines, "not a frame's time,0,0");
    frame->time_ms = (uint32_t)n[0];
    for (unsigned zone = 0; zone < FLIGHT_ZONES; zone++) {
        line = lines_next(lines);
        if (!line)
            return lines->good ? lines_fail(lines, "the frame is cut off") : false;
        if (!take_zone(frame, zone, lines, line))
            return false;
    }
    return true;
}

static bool add_frame(flight_t *flight, size_t *room, const flight_frame_t *frame, lines_t *lines)
{
    if (flight->count == *room) {
        const size_t more = *room ? 2 * *room : 256;
        flight_frame_t *frames = realloc(flight->frames, more * sizeof *frames);
        if (!frames)
            return lines_fail(lines, "not enough memory");
        flight->frames = frames;
        *room = more;
    }
    flight->frames[flight->count++] = *frame;
    return true;
}

static bool take_frames(flight_t *flight, lines_t *lines, const tracks_t *tracks)
{
    size_t room = 0;
    for (const char *line; (line = lines_next(lines)) != NULL;) {
        flight_frame_t frame;
        if (!take_frame(&frame, lines, line))
            return false;
        if (!place_frame(&frame, tracks))
            flight->skipped++;
        else if (!add_frame(flight, &room, &frame, lines))
            return false;
    }
    return lines->good;
}

static bool read_frames(flight_t *flight, const char *folder, const tracks_t *tracks)
{
    table_t table;
    bool good = table_open(&table, folder, FRAMES) && take_frames(flight, &table.lines, tracks);
    if (good && flight->count == 0 && flight->skipped == 0)
        good = fail(table.path, "holds no frame");
    bytes_free(&table.bytes);
    return good;
}

void flight_free(flight_t *flight)
{
    free(flight->frames);
    memset(flight, 0, sizeof *flight);
}

bool flight_read(flight_t *flight, const char *folder)
{
    tracks_t tracks = { 0 };
    memset(flight, 0, sizeof *flight);
    bool good = read_log(&tracks.place, folder, PLACES, 6) &&
                read_rotations(&tracks.rotation, folder) && read_capture(&tracks, folder) &&
                read_frames(flight, folder, &tracks);
    tracks_free(&tracks);
    if (good && flight->count == 0)
        good = fail(folder, "no frame has a pose");
    if (!good)
        flight_free(flight);
    return good;
}
