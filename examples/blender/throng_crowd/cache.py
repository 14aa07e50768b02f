# SPDX-License-Identifier: MIT
"""A simulated crowd, a file for each frame: an array (n, 4) of x, y and velocity."""
import os

import numpy as np


class Cache:
    def __init__(self, folder):
        self.folder = folder

    def path(self, frame):
        return os.path.join(self.folder, "frame_%06d.npy" % frame)

    def clear(self):
        os.makedirs(self.folder, exist_ok=True)
        for name in os.listdir(self.folder):
            if name.startswith("frame_") and name.endswith(".npy"):
                os.remove(os.path.join(self.folder, name))

    def write(self, frame, crowd):
        np.save(self.path(frame), np.hstack([crowd.at, crowd.velocity]))

    def read(self, frame):
        """(at, velocity), or None for a frame that was not simulated."""
        try:
            columns = np.load(self.path(frame))
        except FileNotFoundError:
            return None
        return columns[:, :2], columns[:, 2:]
