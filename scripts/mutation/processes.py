# SPDX-License-Identifier: MIT
"""Programs that mutants.py starts: their limits, how they end, and that none outlives mutants.py itself."""
import atexit
import ctypes
import dataclasses
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

MEMORY = max(2 << 30, os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') // 2)
FILE_SIZE = 256 << 20
CHILDREN_COME_TO_US = 36  # PR_SET_CHILD_SUBREAPER of prctl


class Trouble(Exception):
    """What ends mutants.py with status 2."""


def tell(*words):
    print(*words, file=sys.stderr, flush=True)


class Own:
    """What this process has to put away."""
    process = os.getpid()
    folder = ''
    starting = threading.RLock()
    stopped = False


def own_folder():
    """Everything temporary is in one folder, which does not outlive the process."""
    if not Own.folder:
        Own.folder = tempfile.mkdtemp(prefix='throng-mutants-')
        atexit.register(shutil.rmtree, Own.folder, ignore_errors=True)
    return Own.folder


@dataclasses.dataclass
class Entry:
    """A process as /proc tells."""
    state: str
    parent: int
    session: int
    used: tuple


def all_processes():
    found = {}
    for name in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open(f'/proc/{name}/stat', encoding='latin-1') as stat:
                words = stat.read().rsplit(')', 1)[1].split()
        except OSError:  # it has ended
            continue
        found[int(name)] = Entry(words[0], int(words[1]), int(words[3]), tuple(words[11:13]))
    return found


def descendants():
    """Processes that this one has started, and those that they started."""
    table, found = all_processes(), {os.getpid()}
    while more := {pid for pid, entry in table.items() if entry.parent in found} - found:
        found |= more
    return {pid for pid in found if pid in table and table[pid].state not in 'ZX'} - {os.getpid()}


def end_descendants():
    """Asks them first, as compilers and ninja remove what is half written."""
    ctypes.CDLL(None).prctl(CHILDREN_COME_TO_US, 1, 0, 0, 0)
    for how, seconds in ((signal.SIGTERM, 2), (signal.SIGKILL, 5)):
        asked, last = set(), time.monotonic() + seconds
        while time.monotonic() < last:
            left = descendants()
            if not left:
                return
            for pid in left if how == signal.SIGKILL else left - asked:
                try:
                    os.kill(pid, how)
                except ProcessLookupError:
                    pass
            asked |= left
            time.sleep(0.02)


def interrupted(*_):
    """Ends everything at once: each result was written when it was known."""
    if os.getpid() != Own.process:  # forked, and not yet itself
        os._exit(2)
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, signal.SIG_IGN)
    with Own.starting:
        Own.stopped = True
    end_descendants()
    shutil.rmtree(Own.folder, ignore_errors=True)
    os._exit(2)


def listen_to_signals():
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, interrupted)


def ignore_our_signals():
    """For processes that are forked to compute: they end when they are told to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def limit_resources(process, seconds, memory):
    """A mutant may take what there is: it is to be the first that the system ends for want of memory. The limits are
    set from outside once the program has started: Python code between fork and exec may wait forever for a lock that
    another thread of this process holds."""
    limits = {resource.RLIMIT_CPU: (seconds, seconds + 5), resource.RLIMIT_CORE: (0, 0),
              resource.RLIMIT_FSIZE: (FILE_SIZE, FILE_SIZE)}
    if memory:
        limits[resource.RLIMIT_AS] = (memory, memory)
    try:
        for limit, most in limits.items():
            resource.prlimit(process.pid, limit, most)
        with open(f'/proc/{process.pid}/oom_score_adj', 'w', encoding='ascii') as score:
            score.write('1000')
    except ProcessLookupError:  # it has ended
        pass


def end(process):
    """Ends a program and all that it has started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    for pid, entry in all_processes().items():
        if entry.session == process.pid:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


def waits(process):
    """Whether no thread of a program and of what it has started runs, and how long they have run: a stopped one does
    not wait."""
    table = {pid: entry for pid, entry in all_processes().items() if entry.session == process.pid}
    states = set()
    for pid in table:
        for task in os.listdir(f'/proc/{pid}/task'):
            with open(f'/proc/{pid}/task/{task}/stat', encoding='latin-1') as stat:
                states.add(stat.read().rsplit(')', 1)[1].split()[0])
    return states - {'Z'} == {'S'}, {pid: entry.used for pid, entry in table.items()}


def ends(process, patience):
    """Waits for its end. False if it does nothing for so many seconds, as threads that wait for each other. No clock of
    the wall decides: the machine may be busy."""
    idle, before = 0, None
    while True:
        try:
            process.wait(1)
            return True
        except subprocess.TimeoutExpired:
            pass
        try:
            now = waits(process)
        except OSError:  # one or a thread of it has ended
            continue
        idle = idle + 1 if now[0] and now == before else 0
        before = now
        if idle > patience:
            return False


@dataclasses.dataclass
class Program:
    """How a test is run. One without GoogleTest passes if it exits with 0, or with `skipped`."""
    command: list
    environment: dict
    of_gtest: bool = True
    skipped: int = 0


@dataclasses.dataclass
class Ended:
    """How a run of a program ended: `how` is empty if its tests passed."""
    how: str
    test: str
    seconds: float
    output: str
    skipped: bool = False


def run_program(program, environment, arguments, seconds, patience, memory=MEMORY):
    """Runs in a folder of its own, and ends all that it has started. The seconds are those of its processors."""
    folder = tempfile.mkdtemp(dir=own_folder())
    start = time.monotonic()
    try:
        with open(os.path.join(folder, 'output'), 'w+', encoding='utf-8', errors='replace') as output:
            own = {**os.environ, **program.environment, **environment, 'TMPDIR': folder}
            for name in ('GTEST_FILTER', 'GTEST_BRIEF', 'GTEST_FAIL_FAST'):
                own.pop(name, None)
            command = [*program.command, *(['--gtest_color=no', *arguments] if program.of_gtest else [])]
            with Own.starting:
                if Own.stopped:
                    raise Trouble('mutants.py ends')
                process = subprocess.Popen(command, cwd=folder, env=own, stdout=output, stderr=subprocess.STDOUT,
                                           stdin=subprocess.DEVNULL, start_new_session=True)
            try:
                limit_resources(process, seconds, memory)
                timed_out = not ends(process, patience)
            finally:
                end(process)
                process.wait()
            output.seek(0)
            text = output.read(64 << 20)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return judged(program, process.returncode, timed_out, time.monotonic() - start, text)


def judged(program, status, timed_out, took, text):
    begun = re.findall(r'(?m)^\[ RUN      \] (\S+)', text)
    failed = re.findall(r'(?m)^\[  FAILED  \] ([^\s,]+)', text)
    last = begun[-1] if begun else ''
    if timed_out or status == -signal.SIGXCPU:
        return Ended('time', last, took, text)
    if status < 0:
        return Ended(f'crash, {signal.Signals(-status).name}', last, took, text)
    if status != 0 and (program.of_gtest or status != program.skipped):
        return Ended('failure', failed[0] if failed else last, took, text)
    if program.of_gtest and '[  PASSED  ]' not in text:
        return Ended('end without a result', last, took, text)
    return Ended('', last, took, text, skipped=status != 0)
