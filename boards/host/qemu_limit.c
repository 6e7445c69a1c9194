/* SPDX-License-Identifier: MIT */
/* A plugin for QEMU that ends it with status 124 when it has executed `most` instructions:
 *   -plugin qemu_limit.so,most=1000000
 *
 * Each block adds its length to a count, which a thread looks at: so the limit is passed by what a
 * few milliseconds hold, and costs nothing to speak of. Debian has no header for plugins; what is
 * used of QEMU's version 1 is declared here. */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LOOK_NS 5000000
#define PLUGIN_VERSION 1
#define INLINE_ADD 0 /* to 64 bits */

struct qemu_plugin_tb;
typedef void on_translation_t(uint64_t id, struct qemu_plugin_tb *block);

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, on_translation_t *then);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *block, int operation, void *to,
                                              uint64_t value);

int qemu_plugin_install(uint64_t id, const void *about, int argc, char **argv);
extern int qemu_plugin_version;
int qemu_plugin_version = PLUGIN_VERSION;

static volatile uint64_t executed; /* by the only core */
static uint64_t most;

static void on_translation(uint64_t id, struct qemu_plugin_tb *block)
{
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(block, INLINE_ADD, (void *)(uintptr_t)&executed,
                                             qemu_plugin_tb_n_insns(block));
}

static void *watch(void *unused)
{
    const struct timespec pause = { 0, LOOK_NS };
    while (executed < most)
        nanosleep(&pause, NULL);
    fprintf(stderr, "more than %llu instructions\n", (unsigned long long)most);
    exit(124);
    return unused;
}

int qemu_plugin_install(uint64_t id, const void *about, int argc, char **argv)
{
    pthread_t thread;
    (void)about;
    if (argc != 1 || strncmp(argv[0], "most=", 5) != 0)
        return -1;
    most = strtoull(argv[0] + 5, NULL, 10);
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
    return pthread_create(&thread, NULL, watch, NULL);
}
