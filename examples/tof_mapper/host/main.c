/* SPDX-License-Identifier: MIT */
/* Feeds flights to the mapper and says what became of them: a table, and a picture of each.
 *
 *     tof_feed [-o FOLDER] FLIGHT... -- COMMAND...
 *
 * COMMAND runs the mapper, with its standard input and output as the UART. A FLIGHT is a folder as
 * tools/source/flight.h reads it, or the word `synthetic`: a flight that is made up here. */
#include "examples/tof_mapper/host/sheet.h"
#include "examples/tof_mapper/host/synthetic.h"
#include "examples/tof_mapper/host/table.h"
#include "tools/fail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *folder; /* for the pictures; NULL: none are drawn */
    char **flights;
    int count;
    char **command;
} options_t;

static bool read_options(options_t *options, int argc, char **argv)
{
    int i = 1;
    memset(options, 0, sizeof *options);
    if (i + 1 < argc && strcmp(argv[i], "-o") == 0) {
        options->folder = argv[i + 1];
        i += 2;
    }
    options->flights = argv + i;
    while (i < argc && strcmp(argv[i], "--") != 0)
        i++;
    options->count = (int)(argv + i - options->flights);
    options->command = argv + i + 1;
    return options->count > 0 && i + 1 < argc;
}

static const char *name_of(const char *flight)
{
    const char *slash = strrchr(flight, '/');
    return slash ? slash + 1 : flight;
}

static bool draw(const session_t *session, const char *name, const char *folder)
{
    char path[4096], title[256];
    if (!folder)
        return true;
    snprintf(path, sizeof path, "%s/%s.png", folder, name);
    snprintf(title, sizeof title, "%s: all that the mapper sent", name);
    return sheet_draw(session, title, path);
}

static void watch(void *watcher, const session_t *session, size_t frame)
{
    table_row_t *row = watcher;
    approach_watch(&row->approach, session, frame);
    sight_watch(&row->sight, session, frame);
}

/* Through the mapper, into a row of the table and a picture. */
static bool run_session(table_row_t *row, const options_t *options, const flight_t *flight)
{
    session_t session;
    approach_begin(&row->approach, flight);
    bool good = session_run(&session, flight, options->command, watch, row);
    if (good) {
        approach_end(&row->approach, &session);
        table_fill(row, &session);
        good = draw(&session, row->name, options->folder);
    }
    session_free(&session);
    return good;
}

static bool run_flight(table_row_t *row, const options_t *options, const char *path)
{
    flight_t flight;
    row->name = name_of(path);
    const bool made_up = strcmp(row->name, "synthetic") == 0;
    if (!(made_up ? synthetic_flight(&flight) : flight_read(&flight, path)))
        return false;
    const bool good = sight_begin(&row->sight) ? run_session(row, options, &flight)
                                               : fail(row->name, "not enough memory");
    sight_end(&row->sight);
    flight_free(&flight);
    return good;
}

int main(int argc, char **argv)
{
    options_t options;
    if (!read_options(&options, argc, argv)) {
        fputs("usage: tof_feed [-o FOLDER] FLIGHT... -- COMMAND...\n", stderr);
        return STATUS_BAD_USAGE;
    }
    table_row_t *rows = calloc((size_t)options.count, sizeof *rows);
    bool good = rows != NULL;
    for (int i = 0; good && i < options.count; i++) {
        fprintf(stderr, "flying %s\n", name_of(options.flights[i]));
        good = run_flight(&rows[i], &options, options.flights[i]);
    }
    good = good && table_print(rows, options.count);
    free(rows);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}
