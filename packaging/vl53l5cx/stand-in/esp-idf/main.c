/* SPDX-License-Identifier: MIT */
/* ESP-IDF's main task. */
void app_main(void);

int main(void)
{
    app_main();
    return 1; /* the scene ends the program */
}
