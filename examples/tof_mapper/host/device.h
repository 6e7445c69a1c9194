/* SPDX-License-Identifier: MIT */
/* The mapper at the other end of the line: a program that is started, with its standard input and
 * output as the line. */
#ifndef TOF_MAPPER_HOST_DEVICE_H
#define TOF_MAPPER_HOST_DEVICE_H

#include "examples/tof_mapper/link.h"

#include <sys/types.h>

typedef struct {
    pid_t pid;
    int to, from;
    link_reader_t reader;
    uint8_t bytes[4096]; /* that have come and were not looked at */
    size_t at, count;
} device_t;

/* Starts `command`, NULL-terminated; each is false iff an error was printed. */
bool device_start(device_t *device, char **command);
bool device_send(device_t *device, uint8_t kind, const uint8_t *bytes, size_t size);

/* The next message that is whole; it is good until the next call. */
bool device_receive(device_t *device, link_message_t *message);

/* Waits for its end. False: it did not end well. */
bool device_stop(device_t *device);

#endif
