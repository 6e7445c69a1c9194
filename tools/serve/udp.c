/* SPDX-License-Identifier: MIT */
/* Datagrams of UDP. */
#define _POSIX_C_SOURCE 200809L
#include "tools/serve/udp.h"
#include "tools/cmd/arguments.h"
#include "tools/fail.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

bool udp_address(udp_address_t *address, const char *text, uint16_t least_port)
{
    char host[INET_ADDRSTRLEN];
    struct in_addr numbers;
    uint32_t port;
    const char *colon = strrchr(text, ':');
    const size_t length = colon ? (size_t)(colon - text) : sizeof host;
    if (length >= sizeof host || !argument_whole(&port, colon + 1, least_port, UINT16_MAX))
        return false;
    memcpy(host, text, length);
    host[length] = '\0';
    if (inet_pton(AF_INET, host, &numbers) != 1)
        return false;
    address->host = ntohl(numbers.s_addr);
    address->port = (uint16_t)port;
    return true;
}

void udp_text(char text[UDP_TEXT], const udp_address_t *address)
{
    const uint32_t host = address->host;
    snprintf(text, UDP_TEXT, "%u.%u.%u.%u:%u", (unsigned)(host >> 24),
             (unsigned)(host >> 16 & 255u), (unsigned)(host >> 8 & 255u), (unsigned)(host & 255u),
             (unsigned)address->port);
}

static struct sockaddr_in outside_of(const udp_address_t *address)
{
    struct sockaddr_in outside = { .sin_family = AF_INET, .sin_port = htons(address->port) };
    outside.sin_addr.s_addr = htonl(address->host);
    return outside;
}

static udp_address_t address_of(const struct sockaddr_in *outside)
{
    const udp_address_t address = { ntohl(outside->sin_addr.s_addr), ntohs(outside->sin_port) };
    return address;
}

static bool bind_to(int descriptor, udp_address_t *address)
{
    struct sockaddr_in outside = outside_of(address);
    socklen_t size = sizeof outside;
    if (fcntl(descriptor, F_SETFL, O_NONBLOCK) != 0 ||
        bind(descriptor, (const struct sockaddr *)&outside, sizeof outside) != 0 ||
        getsockname(descriptor, (struct sockaddr *)&outside, &size) != 0)
        return false;
    *address = address_of(&outside);
    return true;
}

int udp_open(udp_address_t *address)
{
    char text[UDP_TEXT];
    const int descriptor = socket(AF_INET, SOCK_DGRAM, 0);
    if (descriptor >= 0 && bind_to(descriptor, address))
        return descriptor;
    const int cause = errno;
    if (descriptor >= 0)
        close(descriptor);
    udp_text(text, address);
    fail(text, "%s", strerror(cause));
    return -1;
}

long udp_take(int socket, uint8_t *bytes, size_t size, udp_address_t *from)
{
    struct sockaddr_in outside = { 0 };
    socklen_t outside_size = sizeof outside;
    const ssize_t length = recvfrom(socket, bytes, size, 0, (struct sockaddr *)&outside,
                                    &outside_size);
    *from = address_of(&outside);
    return length;
}

bool udp_send(int socket, const uint8_t *bytes, size_t size, const udp_address_t *to)
{
    const struct sockaddr_in outside = outside_of(to);
    return sendto(socket, bytes, size, 0, (const struct sockaddr *)&outside, sizeof outside) ==
           (ssize_t)size;
}
