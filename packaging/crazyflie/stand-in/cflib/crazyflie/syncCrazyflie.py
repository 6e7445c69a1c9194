# SPDX-License-Identifier: MIT
"""A stand-in for SyncCrazyflie: a link stand-in://FILE brings what `flight` wrote, and ends."""


class SyncCrazyflie:
    def __init__(self, uri, cf):
        self.path, self.cf, self.open = uri.split('://', 1)[1], cf, True

    def __enter__(self):
        with open(self.path, 'rb') as down:
            while size := down.read(1):
                self.cf.appchannel.packet_received.call(bytearray(down.read(size[0])))
        return self

    def __exit__(self, *_):
        pass

    def is_link_open(self):
        was, self.open = self.open, False
        return was
