# SPDX-License-Identifier: MIT
"""The recorded document of a bench."""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), os.pardir, "bench"))

import record


def test_a_ratio_is_taken_within_its_round():
    ours, theirs = [1.0, 2.0, 4.0], [10.0, 40.0, 4000.0]

    told = record.spread(record.ratios(ours, theirs), "**%s**")

    assert told == "**20** (10 to 1000)"


def test_a_peer_of_one_round_is_compared_with_the_median():
    ours, theirs = [1.0, 2.0, 4.0], [3000.0]

    told = record.spread(record.ratios(ours, theirs))

    assert told == "1500"


def test_a_peer_on_one_thread_stands_beside_throng_on_one_thread():
    times = {
        "pairs": {
            "throng": [1.0],
            "throng, one thread": [2.0],
            "tree": [10.0],
            "tree, one thread": [16.0],
        }
    }

    page = record.document([("date", "today")], {100_000: times}, {"within": 1.25})

    assert "| date | today |" in page
    assert "| 100,000 points | throng, ms | peer | ms | ratio |" in page
    assert "| pairs | 1 | tree | 10 | **10** |" in page
    assert "| pairs, one thread | 2 | tree | 16 | **8** |" in page
    assert "| within | 1.2 |" in page
