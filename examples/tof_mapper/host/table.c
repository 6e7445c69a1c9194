/* SPDX-License-Identifier: MIT */
#include "examples/tof_mapper/host/table.h"

#include "tools/fail.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A third of the CPU at 168 MHz and 15 frames a second. */
#define WORST_MOST 4000000u
#define PANEL_ERROR_MOST_M 0.10

void table_fill(table_row_t *row, const session_t *session)
{
    effort_measure(session, &row->effort);
    row->last = session->status[session->flight->count - 1];
    row->done = session->done;
    row->packets = session->packets;
    row->packet_bytes = session->packet_bytes;
    row->damaged = session->damaged;
    row->differ = session->differ;
    row->same_map = session->same_map;
}

/* 1234567 as 1,234,567. */
static const char *grouped(char text[16], double value)
{
    const unsigned number = (unsigned)lround(value);
    if (number >= 1000000)
        snprintf(text, 16, "%u,%03u,%03u", number / 1000000, number / 1000 % 1000, number % 1000);
    else if (number >= 1000)
        snprintf(text, 16, "%u,%03u", number / 1000, number % 1000);
    else
        snprintf(text, 16, "%u", number);
    return text;
}

static void print_maps(const table_row_t *rows, int count)
{
    printf("| flight | frames | in the air | errors | blocks, end | blocks, peak | merged | grown "
           "| forgot | packets | bytes | alarm in frames | blocked | not known |\n"
           "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    for (int i = 0; i < count; i++) {
        const table_row_t *row = &rows[i];
        char bytes[16];
        printf("| %s | %zu | %zu | %zu | %u | %u | %u | %u | %u | %u | %s | %zu | %zu | %zu |\n",
               row->name, row->effort.frames, row->effort.mapped, row->effort.errors,
               row->last.used, row->last.peak, row->last.merged, row->last.grown, row->last.forgot,
               row->packets, grouped(bytes, row->packet_bytes), row->effort.alarms,
               row->effort.blocked, row->effort.unknown);
    }
}

static void print_costs(const table_row_t *rows, int count)
{
    printf("\n| flight | mean | most seen | map, mean | map, most seen | check | packets "
           "| packets, most seen | stack, bytes |\n"
           "|---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    for (int i = 0; i < count; i++) {
        const effort_t *effort = &rows[i].effort;
        const double values[] = { effort->mean,       effort->worst,      effort->mean_map,
                                  effort->worst_map,  effort->mean_check, effort->mean_send,
                                  effort->worst_send, rows[i].done.stack };
        printf("| %s |", rows[i].name);
        for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
            char text[16];
            printf(" %s |", grouped(text, values[k]));
        }
        printf("\n");
    }
}

static void print_panel(const panel_error_t *panel)
{
    printf(" %zu | %.1f | %+.1f |", panel->cells, 100.0 * panel->error, 100.0 * panel->bias);
}

/* Flights straight at a panel. In others the drone turns on the spot: then no turn of the frames
 * can be found, and the panel is no place to fly to. */
static bool is_approach(const char *name)
{
    return strcmp(name, "A0") == 0 || strcmp(name, "A1") == 0 || strcmp(name, "synthetic") == 0;
}

static void print_approaches(const table_row_t *rows, int count)
{
    printf("\n| flight | first alarm, s | distance then, m | closest, s | distance then, m "
           "| panel at the alarm: cells | mean error, cm | with its sign "
           "| panel at the end: cells | mean error, cm | with its sign "
           "| estimate's own error, cm |\n"
           "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    for (int i = 0; i < count; i++) {
        const approach_t *approach = &rows[i].approach;
        if (!is_approach(rows[i].name) || !approach->alarm)
            continue;
        printf("| %s | %.2f | %.2f | %.2f | %.2f |", rows[i].name, approach->alarm_s,
               approach->alarm_m, approach->closest_s, approach->closest_m);
        print_panel(&approach->then);
        print_panel(&approach->last);
        printf(" %.1f |\n", 100.0 * approach->fit.rms);
    }
}

static double percent(size_t part, size_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0.0;
}

static void print_sights(const table_row_t *rows, int count)
{
    printf("\n| flight | cells hit in 5 frames or more, never seen through | occupied "
           "| seen through in 5 or more, never hit | free | occupied |\n"
           "|---|---:|---:|---:|---:|---:|\n");
    for (int i = 0; i < count; i++) {
        const sight_t *sight = &rows[i].sight;
        printf("| %s | %zu | %.1f %% | %zu | %.1f %% | %.2f %% |\n", rows[i].name, sight->solid,
               percent(sight->solid_occupied, sight->solid), sight->air,
               percent(sight->air_free, sight->air), percent(sight->air_occupied, sight->air));
    }
}

/* What is promised of each flight. */
static bool judge(const table_row_t *row)
{
    bool good = true;
    if (row->effort.errors || row->damaged || !row->done.sound)
        good = fail(row->name, "%zu frames and %u packets failed", row->effort.errors,
                    row->damaged);
    if (row->differ || !row->same_map)
        good = fail(row->name, "the mapper and the host's differ in %u frames", row->differ);
    if (row->effort.worst >= WORST_MOST)
        good = fail(row->name, "a frame took %u instructions", row->effort.worst);
    return good;
}

/* What is promised of a flight straight at a panel: an alarm in time, the panel in its place. */
static bool judge_approach(const table_row_t *row)
{
    const approach_t *approach = &row->approach;
    if (!approach->alarm || approach->alarm_s >= approach->closest_s)
        return fail(row->name, "no alarm before the closest point");
    if (approach->then.cells == 0 || approach->then.error >= PANEL_ERROR_MOST_M)
        return fail(row->name, "the panel is mapped %.2f m off", approach->then.error);
    return true;
}

bool table_print(const table_row_t *rows, int count)
{
    bool good = true;
    print_maps(rows, count);
    print_costs(rows, count);
    print_approaches(rows, count);
    print_sights(rows, count);
    for (int i = 0; i < count; i++) {
        good = judge(&rows[i]) && good;
        good = (!is_approach(rows[i].name) || judge_approach(&rows[i])) && good;
    }
    return good && fflush(stdout) == 0;
}
