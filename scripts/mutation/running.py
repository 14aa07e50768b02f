# SPDX-License-Identifier: MIT
"""Runs the test programs of a mutated copy: once without a mutant, then for each mutant those tests that reach it."""
import dataclasses
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time

QUICK = 100  # milliseconds of processors: tests of a program that take less are run together, others one by one
MEMORY = max(2 << 30, os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') // 2)
FILE_SIZE = 256 << 20


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


STARTED = set()
STOPPED = []


def end(process):
    """Ends a program and all that it has started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def stop():
    """Ends all programs, from another thread."""
    STOPPED.append(True)
    for process in list(STARTED):
        end(process)


@dataclasses.dataclass
class Ended:
    """How a run of a program ended: `how` is empty if its tests passed."""
    how: str
    test: str
    seconds: float
    output: str


def waits(process):
    """Whether no thread of a process runs, and how long they have run: a stopped one does not wait."""
    with open(f'/proc/{process.pid}/stat', encoding='ascii') as stat:
        used = stat.read().rsplit(')', 1)[1].split()[11:13]
    states = set()
    for task in os.listdir(f'/proc/{process.pid}/task'):
        with open(f'/proc/{process.pid}/task/{task}/stat', encoding='ascii') as stat:
            states.add(stat.read().rsplit(')', 1)[1].split()[0])
    return states == {'S'}, used


def ends(process, patience):
    """Waits for its end. False if it does nothing for so many seconds, as threads that wait for each other. No clock of
    the wall decides: the machine may be busy."""
    idle, before = 0, None
    while not STOPPED:
        try:
            process.wait(1)
            return True
        except subprocess.TimeoutExpired:
            pass
        try:
            now = waits(process)
        except OSError:  # it or a thread of it has ended
            continue
        idle = idle + 1 if now[0] and now == before else 0
        before = now
        if idle > patience:
            return False
    return False


def run_program(command, environment, arguments, seconds, patience, memory=MEMORY):
    """Runs in a folder of its own, and ends all that it has started. The seconds are those of its processors."""
    folder = tempfile.mkdtemp(prefix='throng-mutant-')
    start = time.monotonic()
    try:
        with open(os.path.join(folder, 'output'), 'w+', encoding='utf-8', errors='replace') as output:
            own = {**os.environ, **environment, 'TMPDIR': folder}
            for name in ('GTEST_FILTER', 'GTEST_BRIEF', 'GTEST_FAIL_FAST'):
                own.pop(name, None)
            process = subprocess.Popen([command, '--gtest_color=no', *arguments], cwd=folder, env=own, stdout=output,
                                       stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True)
            STARTED.add(process)
            try:
                limit_resources(process, seconds, memory)
                timed_out = not ends(process, patience)
            finally:
                end(process)
                process.wait()
                STARTED.discard(process)
            output.seek(0)
            text = output.read(64 << 20)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    took = time.monotonic() - start
    begun = re.findall(r'(?m)^\[ RUN      \] (\S+)', text)
    failed = re.findall(r'(?m)^\[  FAILED  \] ([^\s,]+)', text)
    if timed_out or process.returncode == -signal.SIGXCPU:
        return Ended('time', begun[-1] if begun else '', took, text)
    if process.returncode < 0:
        name = signal.Signals(-process.returncode).name
        return Ended(f'crash, {name}', begun[-1] if begun else '', took, text)
    if process.returncode != 0:
        return Ended('failure', failed[0] if failed else begun[-1] if begun else '', took, text)
    return Ended('' if '[  PASSED  ]' in text else 'end without a result', begun[-1] if begun else '', took, text)


class Tests:
    """Which mutants each test reaches, and how long it takes."""

    def __init__(self):
        self.milliseconds = {}  # program -> test -> its time, of all its threads
        self.reached = {}       # program -> test -> numbers
        self.outside = {}       # program -> numbers, of its start and of what tests share
        self.seconds = {}       # program -> the time of its tests
        self.memory = {}        # program -> how much it may take; 0: what it wants, as it reserves more than it uses

    def to_json(self):
        return {name: {p: {t: sorted(v) if isinstance(v, set) else v for t, v in of.items()}
                       if isinstance(of, dict) else sorted(of) if isinstance(of, set) else of
                       for p, of in value.items()} for name, value in vars(self).items()}

    @staticmethod
    def from_json(content):
        tests = Tests()
        tests.milliseconds, tests.seconds, tests.memory = map(content.get, ('milliseconds', 'seconds', 'memory'))
        tests.reached = {p: {t: set(n) for t, n in of.items()} for p, of in content['reached'].items()}
        tests.outside = {p: set(n) for p, n in content['outside'].items()}
        return tests

    def record(self, name, command, environment, patience):
        """Runs a program without a mutant. Returns how it ended."""
        file = tempfile.NamedTemporaryFile(prefix='throng-seen-', delete=False)
        file.close()
        try:
            environment = {**environment, 'THRONG_MUTANTS_SEEN': file.name}
            self.memory[name] = MEMORY
            ended = run_program(command, environment, [], 3600, patience)
            if ended.how:
                self.memory[name] = 0
                ended = run_program(command, environment, [], 3600, patience, 0)
            self.milliseconds[name], self.reached[name], self.outside[name] = {}, {}, set()
            with open(file.name, encoding='utf-8') as seen:
                for line in seen:
                    test, ms, *numbers = line.split()
                    numbers = set(map(int, numbers))
                    if test == '*':
                        self.outside[name] = numbers
                    else:
                        self.milliseconds[name][test] = int(ms)
                        self.reached[name][test] = numbers
            self.seconds[name] = sum(self.milliseconds[name].values()) / 1000
        finally:
            os.remove(file.name)
        return ended

    def runs(self, number):
        """What to run for a mutant: (seconds without it, program, tests), the quickest first. What is made once for a
        program is reached by one test or by none, and all tests may depend on it: then the whole program runs, too."""
        some, whole = [], []
        for program, reached in self.reached.items():
            ms = self.milliseconds[program]
            tests = [test for test, numbers in reached.items() if number in numbers]
            if number not in self.outside[program] and not tests:
                continue
            quick = [test for test in tests if ms[test] < QUICK]
            some += [(sum(ms[test] for test in part) / 1000, program, part)
                     for part in ([quick] if quick else []) + [[test] for test in tests if ms[test] >= QUICK]]
            if number in self.outside[program] or len(tests) == 1:
                whole.append((self.seconds[program], program, None))
        return sorted(some, key=lambda run: run[0]) + sorted(whole, key=lambda run: run[0])


def judge(number, tests, programs, patience):
    """The verdict on a mutant: (verdict, how, program, test, seconds, output)."""
    start = time.monotonic()
    runs = tests.runs(number)
    for seconds, program, some in runs:
        command, environment = programs[program]
        arguments = ['--gtest_fail_fast']
        if some is not None:
            arguments.append('--gtest_filter=' + ':'.join(some))
        ended = run_program(command, {**environment, 'THRONG_MUTANT': str(number)}, arguments,
                            int(10 * seconds + patience), patience, tests.memory[program])
        if ended.how:
            return 'killed', ended.how, program, ended.test, time.monotonic() - start, ended.output
    return ('survived' if runs else 'not reached'), '', '', '', time.monotonic() - start, ''
