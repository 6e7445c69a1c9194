/* SPDX-License-Identifier: MIT */
#include "examples/console/commands.h"

#include "boards/board.h"
#include "boards/print.h"
#include "examples/console/answers.h"
#include "examples/console/turn.h"
#include "examples/console/typed.h"
#include "oct9/mm.h"

enum { NEAR_MM = 2000 };

/* Reads the rest of the line, asks and answers. False: the line was not understood. */
typedef bool command_run_t(console_t *console, words_t *words);

typedef struct {
    const char *name, *arguments, *what;
    command_run_t *run;
} command_t;

static bool failed(oct9_status_t status)
{
    if (status == OCT9_OK)
        return false;
    print_str("? the map cannot be asked: status ");
    print_i32(status, 0);
    print_str(", see oct9/status.h\r\n");
    return true;
}

/* "to X Y Z", or nothing: then the motion ends where it begins. */
static bool typed_goal(words_t *words, motion_t *motion)
{
    motion->to = motion->from;
    return !words_take(words, "to") || typed_place(words, &motion->to);
}

/* --- the questions --------------------------------------------------------------------------- */

static bool do_at(console_t *console, words_t *words)
{
    const oct9_frame_t *frame = &console->image.frame;
    oct9_probe_point_input_t input = { .rules = console->rules };
    oct9_probe_point_output_t found;
    oct9_mm_t place;
    if (!typed_place(words, &place) || !typed_end(words))
        return false;
    if (failed(oct9_mm_floor(frame, &place, &input.point)))
        return true;
    board_counter_begin();
    const oct9_status_t status = oct9_probe_point(&console->map, &input, &found);
    const uint32_t count = board_counter_end();
    if (!failed(status)) {
        answer_at(frame, &found);
        answer_cost(found.leaves, found.nodes, count);
    }
    return true;
}

static bool do_cast(console_t *console, words_t *words)
{
    const oct9_frame_t *frame = &console->image.frame;
    oct9_cast_input_t input = { .rules = console->rules };
    oct9_cast_output_t found;
    motion_t motion;
    if (!typed_place(words, &motion.from) || !typed_word(words, "to") ||
        !typed_place(words, &motion.to) || !typed_end(words))
        return false;
    if (failed(oct9_mm_place(frame, &motion.from, &input.from)) ||
        failed(oct9_mm_place(frame, &motion.to, &input.to)))
        return true;
    board_counter_begin();
    const oct9_status_t status = oct9_cast_ray(&console->map, &input, &found);
    const uint32_t count = board_counter_end();
    if (!failed(status)) {
        answer_verdict(frame, &motion, found.hit, &found.leaf, &found.fraction);
        if (found.hit == OCT9_HIT_LEAF)
            answer_entered(frame, found.face, &found.point);
        answer_cost(found.leaves, found.nodes, count);
    }
    return true;
}

static bool do_check(console_t *console, words_t *words)
{
    const oct9_frame_t *frame = &console->image.frame;
    oct9_sphere_input_t input = { .rules = console->rules };
    oct9_sweep_output_t found;
    int16_t radius_mm;
    motion_t motion;
    if (!typed_place(words, &motion.from) || !typed_word(words, "r") ||
        !typed_number(words, 0, SIZE_MOST_MM, &radius_mm) || !typed_goal(words, &motion) ||
        !typed_end(words))
        return false;
    if (failed(oct9_mm_sphere(frame, &motion.from, &motion.to, radius_mm, &input.motion)))
        return true;
    board_counter_begin();
    const oct9_status_t status = oct9_sweep_sphere(&console->map, &input, &found);
    const uint32_t count = board_counter_end();
    if (!failed(status)) {
        answer_verdict(frame, &motion, found.hit, &found.leaf, &found.fraction);
        if (found.hit == OCT9_HIT_LEAF)
            answer_touched(frame, &motion, &found.fraction, &found.nearest);
        answer_cost(found.leaves, found.nodes, count);
    }
    return true;
}

/* "X Y Z turn DEGREES", the turn may be left out: then it is `degrees`, as before. */
static bool typed_turn(words_t *words, int16_t *degrees, oct9_rotation_t *rotation)
{
    if (words_take(words, "turn") && !typed_number(words, -TURN_MOST, TURN_MOST, degrees))
        return false;
    turn_from_degrees(*degrees, rotation);
    return true;
}

/* Half an edge, and half a millimetre at least for the turn: that is rounded by less than 1/11000,
 * which moves a face of 5 m by 0.23 mm at its end. */
static bool typed_edges(words_t *words, int32_t half_mm[3])
{
    for (unsigned a = 0; a < 3; a++) {
        int16_t mm;
        if (!typed_number(words, 1, SIZE_MOST_MM, &mm))
            return false;
        half_mm[a] = mm / 2 + 1;
    }
    return true;
}

static bool typed_poses(words_t *words, motion_t *motion, int32_t half_mm[3],
                        oct9_obb_input_t *input)
{
    int16_t degrees = 0;
    return typed_place(words, &motion->from) && typed_word(words, "size") &&
           typed_edges(words, half_mm) && typed_turn(words, &degrees, &input->from.rotation) &&
           typed_goal(words, motion) && typed_turn(words, &degrees, &input->to.rotation) &&
           typed_end(words);
}

static bool do_box(console_t *console, words_t *words)
{
    const oct9_frame_t *frame = &console->image.frame;
    oct9_obb_input_t input = { .rules = console->rules };
    oct9_obb_output_t found;
    int32_t half_mm[3];
    motion_t motion;
    if (!typed_poses(words, &motion, half_mm, &input))
        return false;
    if (failed(oct9_mm_obb(frame, &motion.from, &motion.to, half_mm, &input.from.place,
                           &input.to.place, input.half_q6)))
        return true;
    board_counter_begin();
    const oct9_status_t status = oct9_obb_sweep(&console->map, &input, &found);
    const uint32_t count = board_counter_end();
    if (!failed(status)) {
        answer_verdict(frame, &motion, found.hit, &found.leaf, &found.fraction);
        answer_cost(found.leaves, found.nodes, count);
    }
    return true;
}

static bool do_near(console_t *console, words_t *words)
{
    const oct9_frame_t *frame = &console->image.frame;
    oct9_near_t obstacle;
    oct9_nearest_input_t input = { .capacity = 1, .found = &obstacle, .rules = console->rules };
    oct9_nearest_output_t found;
    oct9_motion_t ball;
    oct9_mm_t place;
    int16_t range_mm = NEAR_MM;
    if (!typed_place(words, &place) ||
        (words_take(words, "within") && !typed_number(words, 1, SIZE_MOST_MM, &range_mm)) ||
        !typed_end(words))
        return false;
    if (failed(oct9_mm_sphere(frame, &place, &place, range_mm, &ball)))
        return true;
    input.point = ball.from;
    input.range_q6 = ball.radius_q6;
    board_counter_begin();
    const oct9_status_t status = oct9_nearest_find(&console->map, &input, &found);
    const uint32_t count = board_counter_end();
    if (!failed(status)) {
        answer_near(frame, range_mm, found.count != 0 ? &obstacle : NULL);
        answer_cost(found.leaves, found.nodes, count);
    }
    return true;
}

/* --- the rest -------------------------------------------------------------------------------- */

static bool do_unknown(console_t *console, words_t *words)
{
    const bool passes = words_take(words, "passes");
    if ((!passes && !typed_word(words, "blocks")) || !typed_end(words))
        return false;
    console->rules.unknown = passes ? OCT9_PASSES : OCT9_BLOCKS;
    answer_rules(&console->rules);
    return true;
}

static bool do_map(console_t *console, words_t *words)
{
    if (!typed_end(words))
        return false;
    answer_map(console);
    answer_rules(&console->rules);
    return true;
}

static bool do_memory(console_t *console, words_t *words)
{
    (void)console;
    if (!typed_end(words))
        return false;
    answer_memory();
    return true;
}

static bool do_help(console_t *console, words_t *words);

static const command_t command[] = {
    { "check", " X Y Z r R [to X Y Z]", "may a sphere stand here, or go there?", do_check },
    { "box", " X Y Z size L W H [turn DEGREES] [to X Y Z [turn DEGREES]]",
      "may a box with this centre and heading?", do_box },
    { "cast", " X Y Z to X Y Z", "what does this ray meet first? (to 1/64 cell)", do_cast },
    { "at", " X Y Z", "what is here?", do_at },
    { "near", " X Y Z [within R]", "how far is the nearest obstacle?", do_near },
    { "unknown", " blocks|passes", "what unknown space does", do_unknown },
    { "map", "", "what map this is, and where", do_map },
    { "memory", "", "RAM and stack used so far", do_memory },
    { "help", "", "this list; all lengths are whole mm", do_help },
};
enum { COMMANDS = sizeof command / sizeof command[0] };

static void print_usage(const command_t *command_of)
{
    print_str("  ");
    print_str(command_of->name);
    print_str(command_of->arguments);
}

static bool do_help(console_t *console, words_t *words)
{
    (void)console;
    if (!typed_end(words))
        return false;
    for (unsigned i = 0; i < COMMANDS; i++) {
        print_usage(&command[i]);
        print_str("\r\n      ");
        print_str(command[i].what);
        print_str("\r\n");
    }
    print_str("  quit\r\n");
    return true;
}

static void run(console_t *console, const command_t *chosen, words_t *words)
{
    if (chosen->run(console, words))
        return;
    print_usage(chosen);
    print_str("\r\n");
}

bool command_do(console_t *console, const char *line)
{
    words_t words;
    words_begin(&words, line);
    if (words_end(&words))
        return true;
    if (words_take(&words, "quit") && words_end(&words))
        return false;
    for (unsigned i = 0; i < COMMANDS; i++) {
        if (words_take(&words, command[i].name)) {
            run(console, &command[i], &words);
            return true;
        }
    }
    print_str("? no such command; try help\r\n");
    return true;
}
