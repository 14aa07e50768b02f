# SPDX-License-Identifier: MIT
"""The document of a run of peers.py: the machine and the versions, and a table for each size."""
import importlib
import os
import platform
import statistics
import sys
import time
from typing import Dict, Iterable, List, Tuple

import numpy as np
import throng

#: questions, contenders, milliseconds of each round
Times = Dict[str, Dict[str, List[float]]]

_PEERS = {"scipy": "scipy", "sklearn": "scikit-learn", "shapely": "shapely", "rtree": "rtree"}

_EXPLAINED = [
    "Every tick the points have moved: throng updates its grid, the peers build their tree again. Median, least and",
    "greatest of rounds; the ratio of the peer's time to throng's is taken within a round. Peers other than cKDTree",
    "run on one thread; shapely and rtree take part in one round.",
]


def _cpu() -> str:
    """The first processor's name; guests are often told no more, so that the family's and model's numbers matter."""
    known: Dict[str, str] = {}
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                key, _, value = line.partition(":")
                known.setdefault(key.strip(), value.strip())
    except OSError:
        pass
    name = known.get("model name") or platform.processor() or "unknown"
    if "cpu family" not in known or "model" not in known:
        return name
    return "%s (family %s, model %s)" % (name, known["cpu family"], known["model"])


def _peers() -> str:
    names = []
    for module, name in _PEERS.items():
        try:
            names.append("%s %s" % (name, importlib.import_module(module).__version__))
        except ImportError:
            pass
    return ", ".join(names) or "none"


def facts() -> List[Tuple[str, str]]:
    """What a figure depends on, at the start of a run."""
    return [
        ("throng", throng.__version__),
        ("cpu", _cpu()),
        ("threads", str(os.cpu_count() or 1)),
        ("instruction set", throng.active_isa()),
        ("python", "%s, numpy %s" % (platform.python_version(), np.__version__)),
        ("peers", _peers()),
        ("command", os.environ.get("THRONG_BENCH_COMMAND") or " ".join(sys.argv)),
        ("date", time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime())),
        ("load average at start", "%.2f" % os.getloadavg()[0]),
    ]


def ratios(ours: List[float], theirs: List[float]) -> List[float]:
    """Within each round; a peer that took part in one round alone is compared with the median of ours."""
    if len(ours) != len(theirs):
        return [each / statistics.median(ours) for each in theirs]
    return [b / a for a, b in zip(ours, theirs)]


def _digits(value: float) -> str:
    """Three digits that count."""
    return "%.0f" % value if value >= 100 else "%.3g" % value


def spread(values: List[float], median: str = "%s") -> str:
    """The median, and the least and the greatest where several rounds have them."""
    told = median % _digits(statistics.median(values))
    return told if len(values) == 1 else "%s (%s to %s)" % (told, _digits(min(values)), _digits(max(values)))


def _table(n: int, times: Times) -> Iterable[str]:
    yield "| %s points | throng, ms | peer | ms | ratio |" % format(n, ",")
    yield "|---|---|---|---|---|"
    for question, of in times.items():
        for name, theirs in of.items():
            if name.startswith("throng"):
                continue
            single = "one thread" in name
            ours = of["throng, one thread" if single else "throng"]
            asked = question + (", one thread" if single else "")
            peer = name.replace(", one thread", "")
            row = (asked, spread(ours), peer, spread(theirs), spread(ratios(ours, theirs), "**%s**"))
            yield "| %s | %s | %s | %s | %s |" % row


def document(known: List[Tuple[str, str]], figures: Dict[int, Times], calls: Dict[str, float]) -> str:
    """A page in Markdown, as the other benches write it."""
    lines = ["# Python", "", "| | |", "|---|---|"]
    lines += ["| %s | %s |" % fact for fact in known]
    lines += ["", *_EXPLAINED]
    for n, times in figures.items():
        lines += ["", *_table(n, times)]
    lines += ["", "| one call of one item | us |", "|---|---|"]
    lines += ["| %s | %.1f |" % item for item in calls.items()]
    return "\n".join(lines) + "\n"
