# SPDX-License-Identifier: MIT
import os

import numpy as np
import pytest
import throng

try:
    from hypothesis import HealthCheck, settings

    # No deadline: timings decide nothing. No database: a failure prints the call that repeats it.
    settings.register_profile(
        "throng",
        database=None,
        deadline=None,
        max_examples=60,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )
    settings.load_profile("throng")
except ImportError:
    pass

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@pytest.fixture
def rng():
    return np.random.default_rng(7)


@pytest.fixture
def root():
    return ROOT


@pytest.fixture
def crowd(rng):
    """A world of 500 elements of two sizes, with their boxes."""
    at = rng.uniform(0, 40, (500, 2)).astype(np.float32)
    half = np.where(np.arange(500) % 50 == 0, 3.0, 0.4).astype(np.float32)
    world = throng.World(track_overlaps=True)
    ids = world.spawn(at, half)
    world.commit()
    return world, ids, at, half
