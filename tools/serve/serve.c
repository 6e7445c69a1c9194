/* SPDX-License-Identifier: MIT */
/* A companion of an autopilot: what comes, what goes, and when. */
#define _POSIX_C_SOURCE 200809L
#include "tools/serve/serve.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { RING_MS = 100, SECOND_MS = 1000, INTERVAL_US = 100000, DATAGRAM = 65536, TAKEN_MOST = 4096 };
enum { OBSTACLE_AVOIDANCE = 195, AUTOPILOT = 1 };           /* components */
enum { COMPANION = 18, NO_AUTOPILOT = 8, ACTIVE = 4 };      /* in a heartbeat */
enum { ATTITUDE_QUATERNION = 31, LOCAL_POSITION_NED = 32 }; /* messages */

typedef struct {
    unsigned rings, stale; /* sent in this second; of them without a pose */
    unsigned poses, refused;
    uint16_t nearest_cm; /* in the last ring */
} counts_t;

typedef struct {
    ring_t *ring;
    int socket;
    udp_address_t to;
    bool to_given, to_known; /* and by messages that count */
    oct9_mavlink_receiver_t receiver;
    oct9_mavlink_sender_t sender;
    uint32_t emptied_ms; /* when no datagram waited */
    counts_t counts;
} companion_t;

static volatile sig_atomic_t stopped;

static void stop(int number)
{
    (void)number;
    stopped = 1;
}

/* Who reads what is printed may go: what is sent goes on. */
static void set_signals(void)
{
    struct sigaction stops = { 0 }, ignored = { 0 };
    stops.sa_handler = stop;
    ignored.sa_handler = SIG_IGN;
    (void)sigaction(SIGINT, &stops, NULL);
    (void)sigaction(SIGTERM, &stops, NULL);
    (void)sigaction(SIGPIPE, &ignored, NULL);
}

static uint32_t clock_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint32_t)((uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u);
}

/* --- what comes ------------------------------------------------------------------------------- */

static void read_datagram(companion_t *companion, const uint8_t *bytes, long length,
                          const udp_address_t *from, uint32_t now_ms)
{
    unsigned poses = 0;
    for (long i = 0; i < length; i++) {
        const oct9_status_t status = oct9_autopilot_read(&companion->receiver, bytes[i], now_ms);
        poses += status == OCT9_OK;
        companion->counts.refused += status != OCT9_OK && status != OCT9_AGAIN;
    }
    companion->counts.poses += poses;
    if (!companion->to_given && (poses != 0 || !companion->to_known))
        companion->to = *from;
    companion->to_known = companion->to_known || poses != 0;
}

/* Empties the queue, so that what is read is new. What may have waited too long, because this
 * program was stopped or busy, is not read: its age is not known. */
static void read_all(companion_t *companion)
{
    static uint8_t bytes[DATAGRAM];
    const uint32_t now_ms = clock_ms();
    const bool late = now_ms - companion->emptied_ms > RING_OLDEST_MS;
    udp_address_t from;
    long length = 0;
    for (unsigned i = 0; i < TAKEN_MOST; i++) {
        length = udp_take(companion->socket, bytes, sizeof bytes, &from);
        if (length < 0)
            break;
        if (!late)
            read_datagram(companion, bytes, length, &from, now_ms);
    }
    if (length < 0)
        companion->emptied_ms = now_ms;
}

/* --- what goes -------------------------------------------------------------------------------- */

static bool send_message(companion_t *companion, const oct9_mavlink_message_t *message)
{
    uint8_t bytes[OCT9_MAVLINK_BYTES];
    if (companion->to.port == 0)
        return false;
    const int32_t size = oct9_autopilot_write(&companion->sender, message, bytes, sizeof bytes);
    return size > 0 && udp_send(companion->socket, bytes, (size_t)size, &companion->to);
}

static void send_ring(companion_t *companion)
{
    static oct9_mavlink_message_t message;
    ring_find(companion->ring, &companion->receiver, clock_ms());
    if (ring_message(companion->ring, clock_ms(), &message) != OCT9_OK ||
        !send_message(companion, &message))
        return;
    companion->counts.rings++;
    companion->counts.stale += !companion->ring->known;
    companion->counts.nearest_cm = ring_nearest_cm(&message.is.ring);
}

static void request(companion_t *companion, uint16_t id)
{
    const oct9_mavlink_message_t message = { .kind = OCT9_MAVLINK_REQUEST,
                                             .is.request = { companion->receiver.system, AUTOPILOT,
                                                             id, INTERVAL_US } };
    (void)send_message(companion, &message);
}

static void send_heartbeat(companion_t *companion)
{
    const oct9_mavlink_message_t message = {
        .kind = OCT9_MAVLINK_HEARTBEAT, .is.heartbeat = { COMPANION, NO_AUTOPILOT, 0, ACTIVE }
    };
    (void)send_message(companion, &message);
    if (companion->ring->known)
        return;
    request(companion, ATTITUDE_QUATERNION);
    request(companion, LOCAL_POSITION_NED);
}

/* Only where it does not block: rings go on when nobody reads what is printed. */
static bool can_print(void)
{
    struct pollfd output = { STDOUT_FILENO, POLLOUT, 0 };
    return poll(&output, 1, 0) == 1 && (output.revents & (POLLERR | POLLHUP | POLLNVAL)) == 0;
}

static void print_address(const udp_address_t *address)
{
    char text[UDP_TEXT];
    udp_text(text, address);
    if (!can_print())
        return;
    printf("listens at %s\n", text);
    (void)fflush(stdout);
}

static void print_counts(const counts_t *counts)
{
    if (!can_print())
        return;
    printf("rings %u stale %u poses %u refused %u nearest ", counts->rings, counts->stale,
           counts->poses, counts->refused);
    if (counts->nearest_cm == OCT9_SECTORS_NONE)
        printf("none\n");
    else
        printf("%u cm\n", (unsigned)counts->nearest_cm);
    (void)fflush(stdout);
}

/* --- when ------------------------------------------------------------------------------------- */

/* Whether it is time, and then when it is next: not sooner, where this time is late. */
static bool is_due(uint32_t *next_ms, uint32_t interval_ms)
{
    const uint32_t now_ms = clock_ms();
    const uint32_t late_ms = now_ms - *next_ms;
    if (late_ms > INT32_MAX)
        return false;
    *next_ms = (late_ms < interval_ms ? *next_ms : now_ms) + interval_ms;
    return true;
}

static void wait_until(const companion_t *companion, uint32_t next_ms)
{
    struct pollfd input = { companion->socket, POLLIN, 0 };
    const uint32_t left_ms = next_ms - clock_ms();
    (void)poll(&input, 1, left_ms > RING_MS ? 0 : (int)left_ms);
}

static void run(companion_t *companion)
{
    const counts_t none = { .nearest_cm = OCT9_SECTORS_NONE };
    uint32_t ring_ms = clock_ms(), second_ms = ring_ms + SECOND_MS;
    companion->emptied_ms = ring_ms;
    companion->counts = none;
    while (!stopped) {
        read_all(companion);
        if (is_due(&ring_ms, RING_MS))
            send_ring(companion);
        if (is_due(&second_ms, SECOND_MS)) {
            send_heartbeat(companion);
            print_counts(&companion->counts);
            companion->counts = none;
        }
        wait_until(companion, ring_ms);
    }
}

bool serve(ring_t *ring, const serve_input_t *input)
{
    static companion_t companion;
    udp_address_t address = input->listen;
    companion.ring = ring;
    companion.to = input->to;
    companion.to_given = input->to.port != 0;
    companion.receiver.system = input->system;
    companion.receiver.component = AUTOPILOT;
    companion.sender.system = input->system;
    companion.sender.component = OBSTACLE_AVOIDANCE;
    companion.socket = udp_open(&address);
    if (companion.socket < 0)
        return false;
    set_signals();
    print_address(&address);
    run(&companion);
    (void)close(companion.socket);
    return true;
}
