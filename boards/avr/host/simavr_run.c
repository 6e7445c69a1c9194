/* SPDX-License-Identifier: MIT */
/* Runs a program on simavr: simavr_run MCU HZ ELF SECONDS INPUT
 *
 * The UART's output goes to stdout, INPUT to the UART, a character whenever its receiver is
 * empty. The exit status is what the program writes to GPIOR0; 3 if it crashes or its stack leaves
 * RAM; 124 after SECONDS, or after a hundred million cycles for each of them. */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_core.h>
#include <simavr/sim_elf.h>

enum { GPIOR0 = 0x3E, STATUS_FAULT = 3, STATUS_TIMEOUT = 124 };

#define CYCLES_A_SECOND 100000000u
#define INPUT_TURNS 4096u /* instructions between two looks for input */

static struct {
    int file;    /* -1 after its end */
    bool wanted; /* the receiver is empty */
    avr_irq_t *irq;
} input;

static int status = -1;

static void end(int with)
{
    fflush(stdout);
    _exit(with);
}

static void fail(const char *what, const char *which)
{
    fprintf(stderr, "simavr_run: %s %s\n", what, which);
    end(STATUS_FAULT);
}

static void on_alarm(int number)
{
    (void)number;
    _exit(STATUS_TIMEOUT);
}

static void on_exit_code(struct avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)address;
    (void)param;
    status = value;
    avr->state = cpu_Done;
}

static void on_output(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    (void)param;
    putchar((int)(value & 0xFFu));
    if (value == '\n')
        fflush(stdout);
}

static void on_ready(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    (void)value;
    (void)param;
    input.wanted = true;
}

static void on_full(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    (void)value;
    (void)param;
    input.wanted = false;
}

static void no_sleep(avr_t *avr, avr_cycle_count_t cycles)
{
    (void)avr;
    (void)cycles;
}

/* simavr's own lines, except for errors, are nobody's business. */
static void log_errors(struct avr_t *avr, const int level, const char *format, va_list arguments)
{
    (void)avr;
    if (level == LOG_ERROR)
        vfprintf(stderr, format, arguments);
}

static void connect_uart(avr_t *avr)
{
    uint32_t flags = 0; /* neither echoes to the console nor sleeps */
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    const uint32_t uart = AVR_IOCTL_UART_GETIRQ('0');
    avr_irq_register_notify(avr_io_getirq(avr, uart, UART_IRQ_OUTPUT), on_output, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, uart, UART_IRQ_OUT_XON), on_ready, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, uart, UART_IRQ_OUT_XOFF), on_full, NULL);
    input.irq = avr_io_getirq(avr, uart, UART_IRQ_INPUT);
}

/* What has come by now, and fits. */
static void feed(void)
{
    struct pollfd ready = { .fd = input.file, .events = POLLIN };
    if (input.wanted)
        fflush(stdout); /* a prompt has no line's end */
    while (input.file >= 0 && input.wanted && poll(&ready, 1, 0) > 0) {
        uint8_t byte;
        if (read(input.file, &byte, 1) == 1)
            avr_raise_irq(input.irq, byte);
        else
            input.file = -1;
    }
}

static avr_t *load(const char *mcu, uint32_t hz, const char *path)
{
    elf_firmware_t firmware;
    memset(&firmware, 0, sizeof firmware);
    avr_global_logger_set(log_errors);
    if (elf_read_firmware(path, &firmware) != 0)
        fail("cannot load", path);
    avr_t *avr = avr_make_mcu_by_name(mcu);
    if (!avr)
        fail("no such part:", mcu);
    avr_init(avr);
    firmware.frequency = hz;
    avr_load_firmware(avr, &firmware);
    avr->frequency = hz;
    avr->sleep = no_sleep;
    avr->run_cycle_limit = 1; /* the stack is looked at after each instruction */
    avr_register_io_write(avr, GPIOR0, on_exit_code, NULL);
    connect_uart(avr);
    return avr;
}

static unsigned word_at(const avr_t *avr, avr_flashaddr_t pc)
{
    return avr->flash[pc] | (unsigned)avr->flash[pc + 1u] << 8;
}

/* CPSE, SBIC, SBIS, SBRC, SBRS. */
static bool skips(unsigned word)
{
    return (word & 0xFC00u) == 0x1000u || (word & 0xFD00u) == 0x9900u ||
           (word & 0xFC08u) == 0xFC00u;
}

/* What avr_run does, but timers and interrupts are asked for only where one is due: a third less
 * time. Asleep it is avr_run's turn. */
static void turn_of(avr_t *avr)
{
    if (avr->state != cpu_Running) {
        avr_run(avr);
        return;
    }
    const avr_flashaddr_t next = avr_run_one(avr);
    const avr_cycle_timer_slot_p timer = avr->cycle_timers.timer;
    if (timer && timer->when <= avr->cycle)
        avr_cycle_timer_process(avr);
    avr->pc = next;
    if (avr->interrupt_state != 0 && avr->state == cpu_Running)
        avr_service_interrupts(avr);
}

/* simavr 1.6 takes an ADIW or SBIW whose constant has bits 2 and 3 set for an instruction of two
 * words, and skips what follows it, too: back by a word and its cycle. */
static int step(avr_t *avr)
{
    const avr_flashaddr_t pc = avr->pc;
    turn_of(avr);
    if (avr->pc == pc + 6u && skips(word_at(avr, pc)) &&
        (word_at(avr, pc + 2u) & 0xFE0Cu) == 0x960Cu) {
        avr->pc -= 2u;
        avr->cycle--;
    }
    return avr->state;
}

static int run(avr_t *avr, avr_cycle_count_t limit)
{
    const unsigned ram = avr->ioend + 1u;
    bool stacked = false; /* the start-up code has set the stack */
    for (uint32_t turn = 0; status < 0; turn++) {
        const int state = step(avr);
        const unsigned sp = avr->data[R_SPL] | (unsigned)avr->data[R_SPH] << 8;
        stacked = stacked || sp >= ram;
        if (stacked && sp + 1u < ram) {
            fprintf(stderr, "simavr_run: stack overflow at pc %05x\n", avr->pc);
            return STATUS_FAULT;
        }
        if (status < 0 && (state == cpu_Done || state == cpu_Crashed)) {
            fprintf(stderr, "simavr_run: stopped at pc %05x\n", avr->pc);
            return STATUS_FAULT;
        }
        if (avr->cycle > limit)
            return STATUS_TIMEOUT;
        if (turn % INPUT_TURNS == 0)
            feed();
    }
    return status;
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        fprintf(stderr, "usage: simavr_run MCU HZ ELF SECONDS INPUT\n");
        return STATUS_FAULT;
    }
    const unsigned seconds = (unsigned)strtoul(argv[4], NULL, 10);
    input.file = open(argv[5], O_RDONLY);
    if (input.file < 0)
        fail("cannot open", argv[5]);
    avr_t *avr = load(argv[1], (uint32_t)strtoul(argv[2], NULL, 10), argv[3]);
    signal(SIGALRM, on_alarm);
    alarm(seconds);
    end(run(avr, (avr_cycle_count_t)seconds * CYCLES_A_SECOND));
}
