/* SPDX-License-Identifier: MIT */
/* oct9 serve: obstacles of a map to an autopilot. */
#include "tools/serve/serve.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/questions.h"
#include "tools/fail.h"

#include <stdio.h>

enum { RADIUS_MOST_MM = 100000, RANGE_LEAST_MM = 20, RANGE_MOST_MM = 655000, SYSTEM_MOST = 255 };

static const char help[] =
    "usage: oct9 serve MAP --mavlink [--listen ADDR:PORT] [--to ADDR:PORT] [--system N]\n"
    "                  [--origin=X,Y,Z] [--heights LOW,HIGH] [--radius MM] [--range MM]\n"
    "                  [--unknown free|block]\n\n"
    "Stands beside an autopilot on a companion computer. Reads the robot's pose from datagrams of\n"
    "UDP, ATTITUDE_QUATERNION and LOCAL_POSITION_NED of MAVLink, and ten times a second sends how\n"
    "far the nearest obstacle of the map is, in 72 directions: OBSTACLE_DISTANCE. Each second\n"
    "it sends a HEARTBEAT, and without a pose it asks for the two messages ten times a second. It\n"
    "answers to where the poses come from; before the first one, to where anything comes from.\n"
    "Without a pose, or half a second after the last one, or where the map has no numbers for it,\n"
    "an obstacle touches the robot in each direction. x is east, y is north and z is up in the "
    "map.\n"
    "Prints listens at ADDR:PORT, and each second a line\n"
    "  rings N stale N poses N refused N nearest N cm\n"
    "the rings that were sent, those of them without a pose, the messages that were read, those\n"
    "that were damaged or late, and the least distance of the last ring, or none. SIGINT or\n"
    "SIGTERM ends it, with the status 0. MAP may be a world, .o9w: what has no tile is unknown.\n"
    "  --mavlink              what the autopilot speaks; must be given\n"
    "  --listen ADDR:PORT     127.0.0.1:14550 by default, which only this machine reaches; PORT 0\n"
    "                         is one that is free. Who can send there can move the robot's place\n"
    "  --to ADDR:PORT         where to send, also before anything comes\n"
    "  --system N             the autopilot's number, 1 to 255; 1 by default. Poses of others do\n"
    "                         not count\n"
    "  --origin=X,Y,Z         where in the map the autopilot's local position is 0, in metres,\n"
    "                         whole millimetres; 0,0,0 by default\n"
    "  --heights LOW,HIGH     which heights above the robot's middle count, in mm; -300,300 by\n"
    "                         default\n"
    "  --radius MM            the robot's, from which distances count; 0 by default: they count\n"
    "                         from its middle, as the autopilots have it\n"
    "  --range MM             how far it looks, 20 to 655000; 10000 by default\n"
    "  --unknown free|block   with free, unknown space is sent as unknown, where ArduPilot flies;\n"
    "                         block by default\n";

enum { MAVLINK, LISTEN, TO, SYSTEM, ORIGIN, HEIGHTS, RADIUS, RANGE, UNKNOWN };

typedef struct {
    serve_input_t input;
    ring_wanted_t wanted;
} request_t;

static int parse_link(const argument_t *options, serve_input_t *input)
{
    static const char here[] = "127.0.0.1:14550";
    const char *const listen = options[LISTEN].value ? options[LISTEN].value : here;
    uint32_t system = 1;
    if (!options[MAVLINK].value)
        return usage("serve", "--mavlink is needed");
    if (!udp_address(&input->listen, listen, 0))
        return usage("serve", "--listen is no ADDR:PORT, as %s", here);
    if (options[TO].value && !udp_address(&input->to, options[TO].value, 1))
        return usage("serve", "--to is no ADDR:PORT, as %s", here);
    if (options[SYSTEM].value && !argument_whole(&system, options[SYSTEM].value, 1, SYSTEM_MOST))
        return usage("serve", "--system is a whole number from 1 to %d", SYSTEM_MOST);
    input->system = (uint8_t)system;
    return -1;
}

static int parse_place(const argument_t *options, ring_wanted_t *wanted)
{
    int64_t origin_um[3] = { 0, 0, 0 };
    const char *wrong = NULL;
    if (options[ORIGIN].value)
        wrong = argument_origin(origin_um, options[ORIGIN].value);
    if (!wrong && options[HEIGHTS].value)
        wrong = argument_heights(wanted->heights_mm, options[HEIGHTS].value);
    if (wrong)
        return usage("serve", "%s", wrong);
    for (unsigned a = 0; a < 3; a++)
        wanted->origin_mm[a] = (int32_t)(origin_um[a] / 1000);
    return -1;
}

static int parse_lengths(const argument_t *options, ring_wanted_t *wanted)
{
    if (options[RADIUS].value &&
        !argument_whole(&wanted->radius_mm, options[RADIUS].value, 0, RADIUS_MOST_MM))
        return usage("serve", "--radius is a whole number of mm from 0 to %d", RADIUS_MOST_MM);
    if (options[RANGE].value &&
        !argument_whole(&wanted->range_mm, options[RANGE].value, RANGE_LEAST_MM, RANGE_MOST_MM))
        return usage("serve", "--range is a whole number of mm from %d to %d", RANGE_LEAST_MM,
                     RANGE_MOST_MM);
    return -1;
}

static int parse(int argc, char **argv, const char **path, request_t *request)
{
    argument_t options[] = { { "mavlink", false, NULL }, { "listen", true, NULL },
                             { "to", true, NULL },       { "system", true, NULL },
                             { "origin", true, NULL },   { "heights", true, NULL },
                             { "radius", true, NULL },   { "range", true, NULL },
                             { "unknown", true, NULL },  { 0 } };
    oct9_rules_t rules = { 0 };
    int status = arguments_parse(argc, argv, help, options, path);
    if (status < 0)
        status = parse_link(options, &request->input);
    if (status < 0)
        status = parse_place(options, &request->wanted);
    if (status < 0)
        status = parse_lengths(options, &request->wanted);
    if (status < 0)
        status = question_rules(argv[0], &options[UNKNOWN], &rules);
    if (status < 0)
        request->wanted.unknown = rules.unknown;
    return status;
}

int cmd_serve(int argc, char **argv)
{
    static asked_t asked;
    static ring_t ring;
    request_t request = { .wanted = { .heights_mm = { -300, 300 }, .range_mm = 10000 } };
    const char *path;
    const int status = parse(argc, argv, &path, &request);
    if (status >= 0)
        return status;
    if (!asked_open(&asked, path, true))
        return STATUS_BAD_DATA;
    const char *const wrong = ring_open(&ring, &asked, &request.wanted);
    const bool good = wrong ? fail(path, "%s", wrong) : serve(&ring, &request.input);
    asked_close(&asked);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}
