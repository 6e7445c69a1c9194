#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: MIT
"""Draws the map that a Crazyflie sends.

    view.py PACKETS OUT.png           of packets that were kept, each with its length before it
    view.py radio://0/80/2M OUT.png   listens by cflib, keeps the packets in OUT.packets, and draws
                                      every 5 seconds, until the link ends

    --name E7E7E7E7   the low 32 bits of the drone's radio address, by default these
    --oct9 PROGRAM    the host program, by default oct9
    --heard PROGRAM   viewer/heard.c, by default heard"""

import argparse
import pathlib
import subprocess
import tempfile
import time

PERIOD_S = 5


class Joiner:
    """Packets of the halves that come by the app channel. A half whose other is lost is dropped."""

    def __init__(self, packets):
        self.packets, self.first = packets, b'\0'

    def take(self, half):
        half = bytes(half)
        if half[0] % 2 == 0:
            self.first = half
        elif half[0] == self.first[0] + 1:
            packet = self.first[1:] + half[1:]
            self.packets.write(bytes([len(packet)]) + packet)
            self.packets.flush()


def draw(packets, options):
    with tempfile.TemporaryDirectory() as folder:
        cells, image = f'{folder}/cells.xyz', f'{folder}/map.o9'
        with open(packets, 'rb') as heard, open(cells, 'wb') as out:
            subprocess.run([options.heard, options.name], stdin=heard, stdout=out, check=True)
        if pathlib.Path(cells).stat().st_size == 0:
            print('nothing is occupied yet')
            return
        subprocess.run([options.oct9, 'bake', cells, '--cell', '40', '-o', image], check=True,
                       stdout=subprocess.DEVNULL)
        subprocess.run([options.oct9, 'render', image, '-o', options.picture], check=True)


def listen(options):
    import cflib.crtp
    from cflib.crazyflie import Crazyflie
    from cflib.crazyflie.syncCrazyflie import SyncCrazyflie
    path = pathlib.Path(options.picture).with_suffix('.packets')
    cflib.crtp.init_drivers()
    drone = Crazyflie()
    with open(path, 'wb') as packets:
        drone.appchannel.packet_received.add_callback(Joiner(packets).take)
        with SyncCrazyflie(options.source, cf=drone) as link:
            while link.is_link_open():
                time.sleep(PERIOD_S)
                draw(path, options)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('source')
    parser.add_argument('picture')
    parser.add_argument('--name', default='E7E7E7E7')
    parser.add_argument('--oct9', default='oct9')
    parser.add_argument('--heard', default='heard')
    options = parser.parse_args()
    if '://' in options.source:
        listen(options)
    else:
        draw(options.source, options)


if __name__ == '__main__':
    main()
