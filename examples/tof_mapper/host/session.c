/* SPDX-License-Identifier: MIT */
#include "examples/tof_mapper/host/session.h"

#include "tools/fail.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ATLAS_PERIOD = 10 }; /* frames: sooner than anything is forgotten */

static int16_t clamp16(double value)
{
    return (int16_t)lround(fmin(fmax(value, INT16_MIN), INT16_MAX));
}

/* A recorded flight has no command: what is measured is taken for it, and for a command to hover
 * where it is slow. */
static void take_velocity(const flight_frame_t *from, sensor_frame_t *frame)
{
    uint32_t square = 0;
    for (int i = 0; i < 3; i++) {
        const int16_t mm = clamp16(1000.0 * from->velocity_m[i]);
        frame->velocity_mm[i] = mm;
        square += (uint32_t)(mm * mm);
    }
    for (int i = 0; i < 3 && square > DRONE_SLOW_MM * DRONE_SLOW_MM; i++)
        frame->command_mm[i] = frame->velocity_mm[i];
}

/* What has no target is left out: a third of the zones that look at a panel say so. */
void session_frame(const flight_frame_t *from, sensor_frame_t *frame)
{
    const double *place = from->pose.place_m;
    memset(frame, 0, sizeof *frame);
    frame->time_ms = from->time_ms;
    frame->pose.place_mm = (oct9_mm_t){ (int32_t)lround(1000.0 * place[0]),
                                        (int32_t)lround(1000.0 * place[1]),
                                        (int32_t)lround(1000.0 * place[2]) };
    frame->pose.rotation = from->rotation;
    take_velocity(from, frame);
    for (unsigned i = 0; i < DRONE_ZONES; i++) {
        frame->distance_mm[i] = from->distance_mm[i];
        frame->status[i] = from->zone[i] == FLIGHT_TARGET ? DRONE_HIT : DRONE_NO_TARGET;
    }
}

/* --- the received map ------------------------------------------------------------------- */

/* The middle of all places in the air, in cells of the world. */
static void middle_of(const flight_t *flight, int32_t middle[3])
{
    double lo[3] = { HUGE_VAL, HUGE_VAL, HUGE_VAL }, hi[3] = { -HUGE_VAL, -HUGE_VAL, -HUGE_VAL };
    for (size_t i = 0; i < flight->count; i++) {
        sensor_frame_t frame;
        session_frame(&flight->frames[i], &frame);
        for (int k = 0; k < 3 && drone_flies(&frame); k++) {
            lo[k] = fmin(lo[k], flight->frames[i].pose.place_m[k]);
            hi[k] = fmax(hi[k], flight->frames[i].pose.place_m[k]);
        }
    }
    for (int k = 0; k < 3; k++)
        middle[k] = hi[k] < lo[k] ? 0 : (int32_t)lround((lo[k] + hi[k]) / 2e-6 / DRONE_CELL_UM);
}

/* A separate window, which holds the whole flight and stays. */
static oct9_status_t prepare_received(session_t *session)
{
    static const oct9_model_t model = OCT9_MODEL_DEFAULT;
    static const oct9_run_t from = DRONE_RUN;
    enum { LEVEL = 3 };
    int32_t middle[3];
    middle_of(session->flight, middle);
    const oct9_offset_t by = { middle[0] / (1 << LEVEL), middle[1] / (1 << LEVEL),
                               middle[2] / (1 << LEVEL) };
    oct9_status_t status = oct9_occupancy_init(&session->received, session->pool, HOST_BLOCKS,
                                               &model, NULL);
    if (status == OCT9_OK)
        status = oct9_window_move(&session->received, &by, LEVEL);
    if (status == OCT9_OK)
        status = oct9_window_frame(&session->received.window, &session->drone->mapper.base,
                                   &session->frame);
    if (status == OCT9_OK)
        status = oct9_packet_receiver_init(&session->receiver, &session->received, session->seen,
                                           HOST_TILES, &from);
    return status;
}

static bool prepare(session_t *session, const flight_t *flight)
{
    memset(session, 0, sizeof *session);
    session->flight = flight;
    session->status = calloc(flight->count, sizeof *session->status);
    session->drone = calloc(1, sizeof *session->drone);
    session->pool = calloc(HOST_BLOCKS, sizeof *session->pool);
    session->seen = calloc(HOST_TILES, sizeof *session->seen);
    if (!atlas_begin(&session->atlas) || !session->status || !session->drone || !session->pool ||
        !session->seen)
        return fail("mapper", "not enough memory");
    oct9_status_t status = drone_init(session->drone);
    if (status == OCT9_OK)
        status = prepare_received(session);
    return status == OCT9_OK || fail("mapper", "%s", oct9_status_text(status));
}

void session_free(session_t *session)
{
    atlas_end(&session->atlas);
    free(session->status);
    free(session->drone);
    free(session->pool);
    free(session->seen);
    memset(session, 0, sizeof *session);
}

static void take_packet(session_t *session, const link_message_t *message)
{
    session->packets++;
    session->packet_bytes += message->size;
    if (oct9_packet_apply(&session->receiver, message->bytes, message->size) != OCT9_OK)
        session->damaged++;
}

/* --- frame by frame --------------------------------------------------------------------- */

/* The host's own mapper does the same. */
static void work(session_t *session, const sensor_frame_t *frame, status_t *status)
{
    drone_t *const drone = session->drone;
    const oct9_occupancy_t *occupancy = &drone->mapper.occupancy;
    *status = (status_t){ .found = DRONE_NOTHING };
    status->mapped = drone_flies(frame);
    oct9_status_t error = OCT9_OK;
    if (status->mapped) {
        status->found = (oct9_mapper_found_t)DRONE_FAILED;
        error = drone_see(drone, frame);
        if (error == OCT9_OK)
            error = drone_check(drone, frame, &status->found);
    }
    status->error = (int8_t)error;
    status->window = occupancy->window;
    status->used = occupancy->tree.used;
    status->peak = occupancy->tree.peak;
    status->merged = occupancy->merged;
    status->grown = occupancy->grown;
    status->forgot = occupancy->forgot;
    (void)oct9_window_frame(&occupancy->window, &drone->mapper.base, &session->now);
}

static bool agree(const status_t *a, const status_t *b)
{
    return a->mapped == b->mapped && a->error == b->error && a->found.alarm == b->found.alarm &&
           a->found.why == b->found.why && a->found.clear_mm == b->found.clear_mm &&
           a->found.known_mm == b->found.known_mm && a->found.age_ms == b->found.age_ms &&
           a->found.clearance_mm == b->found.clearance_mm && a->window.x == b->window.x &&
           a->window.y == b->window.y && a->window.z == b->window.z && a->used == b->used &&
           a->peak == b->peak && a->merged == b->merged && a->grown == b->grown &&
           a->forgot == b->forgot;
}

/* Sends a message and takes what comes, up to one of kind `last`. */
static bool exchange(session_t *session, device_t *device, uint8_t kind, const uint8_t *bytes,
                     size_t size, uint8_t last, link_message_t *answer)
{
    if (!device_send(device, kind, bytes, size))
        return false;
    while (device_receive(device, answer)) {
        if (answer->kind == last)
            return true;
        if (answer->kind == MESSAGE_PACKET)
            take_packet(session, answer);
        else if (answer->kind == MESSAGE_AGAIN && !device_send(device, kind, bytes, size))
            return false;
    }
    return false;
}

static bool run_frame(session_t *session, device_t *device, size_t i)
{
    sensor_frame_t frame;
    status_t own;
    link_message_t answer;
    uint8_t bytes[MESSAGE_FRAME_SIZE];
    session_frame(&session->flight->frames[i], &frame);
    message_put_frame(bytes, &frame);
    if (!exchange(session, device, MESSAGE_FRAME, bytes, sizeof bytes, MESSAGE_STATUS, &answer))
        return false;
    if (answer.size != MESSAGE_STATUS_SIZE)
        return fail("mapper", "a status of %u bytes", answer.size);
    message_take_status(answer.bytes, &session->status[i]);
    work(session, &frame, &own);
    session->differ += !agree(&own, &session->status[i]);
    return true;
}

static bool run_end(session_t *session, device_t *device)
{
    link_message_t answer;
    if (!exchange(session, device, MESSAGE_END, NULL, 0, MESSAGE_DONE, &answer))
        return false;
    if (answer.size != MESSAGE_DONE_SIZE)
        return fail("mapper", "a last word of %u bytes", answer.size);
    message_take_done(answer.bytes, &session->done);
    session->same_map = session->done.digest == drone_digest(session->drone);
    return true;
}

static bool run(session_t *session, device_t *device, session_watch_t *watch, void *watcher)
{
    link_message_t first;
    if (!device_receive(device, &first))
        return false;
    if (first.kind != MESSAGE_READY)
        return fail("mapper", "it is not ready");
    for (size_t i = 0; i < session->flight->count; i++) {
        if (!run_frame(session, device, i))
            return false;
        watch(watcher, session, i);
        if (i % ATLAS_PERIOD == 0)
            atlas_take(&session->atlas, &session->received.tree);
    }
    const bool good = run_end(session, device);
    atlas_take(&session->atlas, &session->received.tree);
    return good;
}

bool session_run(session_t *session, const flight_t *flight, char **command, session_watch_t *watch,
                 void *watcher)
{
    device_t device;
    if (!prepare(session, flight) || !device_start(&device, command))
        return false;
    const bool good = run(session, &device, watch, watcher);
    return device_stop(&device) && good;
}
