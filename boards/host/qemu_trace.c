/* SPDX-License-Identifier: MIT */
/* A plugin for QEMU that writes which instructions it executes between two of them:
 *   -plugin qemu_trace.so,from=ADDRESS,to=ADDRESS,out=FILE
 *
 * Each that is executed from `from` on, and before `to`, is two words of 32 bits: its address, and
 * the address of the first data that it reads or writes, or 0. Debian has no header for plugins;
 * what is used of QEMU's version 1 is declared here. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLUGIN_VERSION 1
#define NO_REGISTERS 0
#define READS_AND_WRITES 3

struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef void on_translation_t(uint64_t id, struct qemu_plugin_tb *block);
typedef void on_execution_t(unsigned core, void *address);
typedef void on_access_t(unsigned core, uint32_t info, uint64_t address, void *unused);
typedef void on_exit_t(uint64_t id, void *unused);

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, on_translation_t *then);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *one, on_execution_t *then,
                                            int flags, void *address);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *one, on_access_t *then, int flags,
                                      int which, void *unused);
void qemu_plugin_register_atexit_cb(uint64_t id, on_exit_t *then, void *unused);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t i);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *one);

int qemu_plugin_install(uint64_t id, const void *about, int argc, char **argv);
extern int qemu_plugin_version;
int qemu_plugin_version = PLUGIN_VERSION;

static uint32_t from, to;
static uint32_t last[2]; /* the instruction that is being executed; 0: none is to be written */
static FILE *out;

static void on_execution(unsigned core, void *address)
{
    const uint32_t at = (uint32_t)(uintptr_t)address;
    (void)core;
    if (last[0])
        fwrite(last, sizeof last, 1, out);
    else if (at != from)
        return;
    last[0] = at != to ? at : 0;
    last[1] = 0;
}

static void on_access(unsigned core, uint32_t info, uint64_t address, void *unused)
{
    (void)core, (void)info, (void)unused;
    if (last[1] == 0)
        last[1] = (uint32_t)address;
}

static void on_translation(uint64_t id, struct qemu_plugin_tb *block)
{
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
        struct qemu_plugin_insn *const one = qemu_plugin_tb_get_insn(block, i);
        void *const address = (void *)(uintptr_t)qemu_plugin_insn_vaddr(one);
        qemu_plugin_register_vcpu_insn_exec_cb(one, on_execution, NO_REGISTERS, address);
        qemu_plugin_register_vcpu_mem_cb(one, on_access, NO_REGISTERS, READS_AND_WRITES, NULL);
    }
}

static void on_exit_of_qemu(uint64_t id, void *unused)
{
    (void)id, (void)unused;
    fclose(out);
}

int qemu_plugin_install(uint64_t id, const void *about, int argc, char **argv)
{
    (void)about;
    if (argc != 3 || strncmp(argv[0], "from=", 5) != 0 || strncmp(argv[1], "to=", 3) != 0 ||
        strncmp(argv[2], "out=", 4) != 0)
        return -1;
    from = (uint32_t)strtoul(argv[0] + 5, NULL, 0);
    to = (uint32_t)strtoul(argv[1] + 3, NULL, 0);
    out = fopen(argv[2] + 4, "wb");
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
    qemu_plugin_register_atexit_cb(id, on_exit_of_qemu, NULL);
    return out ? 0 : -1;
}
