# SPDX-License-Identifier: MIT
"""Runs the tests of a mutated copy: once without a mutant, then for each mutant those tests that reach it."""
import os
import tempfile
import time

from mutation import processes

QUICK = 100  # milliseconds of processors: tests of a program that take less are run together, others one by one


def marked(file):
    """The numbers of the mutants that any process has asked for."""
    with open(file, 'rb') as seen:
        return {number for number, mark in enumerate(seen.read()) if mark}


class Tests:
    """Which mutants each test reaches, and how long it takes."""

    def __init__(self):
        self.milliseconds = {}  # program -> test -> its time, of all its threads
        self.reached = {}       # program -> test -> numbers
        self.outside = {}       # program -> numbers, of its start and of what tests share; all, without GoogleTest
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

    def record(self, name, program, patience):
        """Runs a program without a mutant. Returns how it ended."""
        with tempfile.TemporaryDirectory(dir=processes.own_folder()) as folder:
            seen = os.path.join(folder, 'seen')
            for memory in (processes.MEMORY, 0):
                for old in os.listdir(folder):
                    os.remove(os.path.join(folder, old))
                with open(seen, 'wb'):
                    pass
                self.memory[name] = memory
                ended = processes.run_program(program, {'THRONG_MUTANTS_SEEN': seen}, [], 3600, patience, memory)
                if not ended.how:
                    break
            # What processes do that a program has started is known by their marks alone.
            self.milliseconds[name], self.reached[name], self.outside[name] = {}, {}, marked(seen)
            self.seconds[name] = ended.seconds
            if program.of_gtest and os.path.exists(seen + '.tests'):
                with open(seen + '.tests', encoding='utf-8') as lines:
                    for line in lines:
                        test, ms, *numbers = line.split()
                        if test == '*':
                            self.outside[name].update(map(int, numbers))
                        else:
                            self.milliseconds[name][test] = int(ms)
                            self.reached[name][test] = set(map(int, numbers))
                self.seconds[name] = sum(self.milliseconds[name].values()) / 1000
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
        arguments = ['--gtest_fail_fast']
        if some is not None:
            arguments.append('--gtest_filter=' + ':'.join(some))
        ended = processes.run_program(programs[program], {'THRONG_MUTANT': str(number)}, arguments,
                                      int(10 * seconds + patience), patience, tests.memory[program])
        if ended.how:
            return 'killed', ended.how, program, ended.test, time.monotonic() - start, ended.output
    return ('survived' if runs else 'not reached'), '', '', '', time.monotonic() - start, ''
