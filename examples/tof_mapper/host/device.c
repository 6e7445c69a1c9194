/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "examples/tof_mapper/host/device.h"

#include "tools/fail.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Becomes the command, with the far ends of the two pipes. */
static void become(char **command, int in, int out)
{
    if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0)
        _exit(127);
    execvp(*command, command);
    fail(*command, "%s", strerror(errno));
    _exit(127);
}

bool device_start(device_t *device, char **command)
{
    int down[2], up[2];
    memset(device, 0, sizeof *device);
    signal(SIGPIPE, SIG_IGN); /* a write to a device that has gone fails, no more */
    if (pipe(down) != 0)
        return fail(*command, "%s", strerror(errno));
    if (pipe(up) != 0) {
        close(down[0]);
        close(down[1]);
        return fail(*command, "%s", strerror(errno));
    }
    device->pid = fork();
    if (device->pid == 0) {
        close(down[1]);
        close(up[0]);
        become(command, down[0], up[1]);
    }
    close(down[0]);
    close(up[1]);
    device->to = down[1];
    device->from = up[0];
    return device->pid > 0 || fail(*command, "%s", strerror(errno));
}

bool device_send(device_t *device, uint8_t kind, const uint8_t *bytes, size_t size)
{
    uint8_t out[LINK_MOST + LINK_AROUND];
    const size_t length = link_write(out, kind, bytes, size);
    for (size_t sent = 0; sent < length;) {
        const ssize_t n = write(device->to, out + sent, length - sent);
        if (n < 0 && errno != EINTR)
            return fail("mapper", "%s", strerror(errno));
        sent += n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* Waits for more bytes. The command itself has a time limit, so that this ends. */
static bool refill(device_t *device)
{
    ssize_t n;
    do
        n = read(device->from, device->bytes, sizeof device->bytes);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return fail("mapper", "%s", strerror(errno));
    if (n == 0)
        return fail("mapper", "it ended before its time");
    device->at = 0;
    device->count = (size_t)n;
    return true;
}

bool device_receive(device_t *device, link_message_t *message)
{
    for (;;) {
        if (device->at == device->count && !refill(device))
            return false;
        const link_event_t event = link_read(&device->reader, device->bytes[device->at++], message);
        if (event == LINK_BAD)
            return fail("mapper", "a message came damaged");
        if (event == LINK_MESSAGE)
            return true;
    }
}

bool device_stop(device_t *device)
{
    int status = 0;
    close(device->to);
    close(device->from);
    while (waitpid(device->pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    return fail("mapper", "it ended with status %d", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}
