# SPDX-License-Identifier: MIT
"""A stand-in for cflib.crazyflie: what the viewer uses of it."""


class Caller:
    def __init__(self):
        self.callbacks = []

    def add_callback(self, callback):
        self.callbacks.append(callback)

    def call(self, data):
        for callback in self.callbacks:
            callback(data)


class Crazyflie:
    def __init__(self):
        self.appchannel = type('Appchannel', (), {'packet_received': Caller()})()
