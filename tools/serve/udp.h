/* SPDX-License-Identifier: MIT */
/* Datagrams of UDP, by IPv4: here alone are sockets. */
#ifndef OCT9_TOOLS_UDP_H
#define OCT9_TOOLS_UDP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UDP_TEXT = 24 }; /* ADDR:PORT and the zero behind it */

typedef struct {
    uint32_t host;
    uint16_t port;
} udp_address_t;

/* Reads ADDR:PORT, as 127.0.0.1:14550, with a port from least_port on. False: it is none. */
bool udp_address(udp_address_t *address, const char *text, uint16_t least_port);
void udp_text(char text[UDP_TEXT], const udp_address_t *address);

/* Binds a socket that never blocks, and fills in the address that it has; port 0 becomes one that
 * is free. Returns the socket, or -1 after an error was printed. */
int udp_open(udp_address_t *address);

/* Takes the datagram that waits longest. Returns its length, at most `size`: what is longer is cut.
 * Returns -1 when none waits. */
long udp_take(int socket, uint8_t *bytes, size_t size, udp_address_t *from);

/* False: it was not sent. */
bool udp_send(int socket, const uint8_t *bytes, size_t size, const udp_address_t *to);

#endif
