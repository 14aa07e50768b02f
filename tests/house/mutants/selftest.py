# SPDX-License-Identifier: MIT
"""selftest.py CXX WORK_DIR: scripts/mutants.py mutates what it should, draws the same by the same seed, and a switch
chooses between the versions. Then the script itself runs on the small tree beside this file."""
import collections
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPTS = os.path.join(HERE, '..', '..', '..', 'scripts')
sys.dont_write_bytecode = True
sys.path.insert(0, SCRIPTS)
from mutation import copies, processes, reach, reading, rewriting  # noqa: E402

CXX, WORK = sys.argv[1:3]
SOURCES = ('engine/include/places/inline.hpp', 'engine/src/places.hpp', 'engine/src/places.cpp')
MAIN = """#include "engine/src/places.cpp"
extern "C" int printf(const char*, ...);
int main() { for (int n = 0; n < 14; ++n) printf("%d %d\\n", places::answer(n), places::length(nullptr)); }
"""


def check(holds, what):
    if not holds:
        sys.exit(f'FAILED: {what}')


def read(name):
    with open(os.path.join(HERE, name), encoding='latin-1') as file:
        return file.read()


def reader(texts, store):
    commands = [{'file': os.path.join(HERE, name), 'directory': HERE,
                 'arguments': ['c++', '-std=c++20', f'-I{HERE}', '-c', os.path.join(HERE, name)]}
                for name in ('engine/src/places.cpp', 'parallel/sum.cpp')]
    return reading.Reader(HERE, texts, commands, store, copies.hash_of)


def check_reading():
    """What is read again, and which files an area has. Returns the candidates of the engine."""
    texts = {name: read(name) for name in (*SOURCES, 'parallel/sum.cpp', 'apps/places/main.cpp')}
    file = os.path.join(WORK, 'candidates.jsonl')
    engine = ['engine/src/places.cpp']
    found = {}
    for change, areas, wanted in (
            ('', ['parallel/'], ['parallel/sum.cpp']), ('', ['engine/'], engine), ('', ['engine/', 'parallel/'], []),
            ('parallel/sum.cpp', ['engine/', 'parallel/'], ['parallel/sum.cpp']),
            ('engine/src/places.hpp', ['engine/include'], []), ('', ['parallel/', 'engine/'], engine)):
        if change:
            texts[change] += '// changed\n'
        one = reader(texts, reading.Store(file))
        found[' '.join(areas)], complaints = one.candidates(areas, 1)
        check(not complaints, f'libclang complains: {complaints}')
        check(one.read == wanted, f'for {areas} with {change} changed {wanted} is read, not {one.read}')
    check({c.operator for c in found['parallel/']} == {'arithmetic'}, f'a sum is one candidate: {found["parallel/"]}')
    for area, wanted in (('parallel', 'parallel/'), ('parallel/', 'parallel/'), ('parallel/su', 'parallel/su'),
                         ('src', 'engine/src'), ('include/places', 'engine/include/places'), ('apps', 'apps/'),
                         ('engine', 'engine/'), ('engine/src/p', 'engine/src/p')):
        check(reach.resolved([area], texts) == [wanted], f'the area {area} is {wanted}')
    for areas, told in ((['paralel'], 'engine/paralel'), (['src', 'simd'], 'engine/simd'), (['tests'], 'engine/tests'),
                        (['parallel/x'], 'parallel/x'), ([''], '""')):
        try:
            reach.resolved(areas, texts)
        except processes.Trouble as trouble:
            check(told in str(trouble), f'the error of {areas} names {told}: {trouble}')
        else:
            check(False, f'{areas} is an error')
    return found['engine/']


def check_places(found):
    """The comments of the sources tell the operators of each line."""
    operators = collections.defaultdict(list)
    for candidate in found:
        operators[candidate.file, candidate.line].append(candidate.operator)
    for name in SOURCES:
        for number, line in enumerate(read(name).splitlines(), 1):
            comment = re.search(r'\S.*// (?!namespace)(.*)', line)
            wanted = comment[1] if comment else ''
            got = ', '.join(sorted(operators[name, number]))
            check(got == wanted, f'{name}:{number} has the operators "{got}", not "{wanted}"')
    faults = {(candidate.before, candidate.after) for candidate in found if candidate.before.startswith('Fault::')}
    check(faults == {('Fault::Memory', 'Fault::None'), ('Fault::Place', 'Fault::None'),
                     ('Fault::None', 'Fault::Memory'), ('Fault::NoFault', 'Fault::Memory')},
          f'an enumerator becomes one of another value: {faults}')


def check_draw(found):
    check(rewriting.draw(found, 1, 20) == rewriting.draw(found, 1, 20), 'the same seed draws the same')
    check(rewriting.draw(found, 1, 20) != rewriting.draw(found, 2, 20), 'another seed draws others')
    drawn = rewriting.draw(found, 1, 1000)
    small = rewriting.draw(found, 1, 20)
    check(len(small) == 20 and small == {n: drawn[n] for n in small}, 'a larger draw begins with the smaller one')
    for a in drawn.values():
        for b in drawn.values():
            check(a is b or a.file != b.file or a.end <= b.start or b.end <= a.start, f'{a} and {b} overlap')


class Program:
    """The sources in a folder of their own, compiled with a main function."""

    def __init__(self, name, texts):
        self.folder = os.path.join(WORK, name)
        for file, text in {**{name: read(name) for name in SOURCES}, 'main.cpp': MAIN, **texts}.items():
            os.makedirs(os.path.dirname(os.path.join(self.folder, file)), exist_ok=True)
            with open(os.path.join(self.folder, file), 'w', encoding='latin-1') as out:
                out.write(text)

    def builds(self, *more):
        return subprocess.run([CXX, '-std=c++20', '-w', f'-I{self.folder}', os.path.join(self.folder, 'main.cpp'),
                               *more, '-o',
                               os.path.join(self.folder, 'program')], stderr=subprocess.DEVNULL,
                              check=False).returncode == 0

    def says(self, mutant=None):
        environment = {**os.environ, **({'THRONG_MUTANT': str(mutant)} if mutant else {})}
        try:
            ended = subprocess.run([os.path.join(self.folder, 'program')], env=environment, capture_output=True,
                                   timeout=1, check=False)
        except subprocess.TimeoutExpired:
            return 'time'
        return ended.returncode, ended.stdout


def check_switch(found):
    """Each mutant behind the switch says what the same mutant says without one, and none is the original."""
    original = Program('original', {})
    check(original.builds(), 'the fixture compiles')
    left, differ, refused = found, 0, []
    while left:
        drawn = rewriting.draw(left, 1, 1000)
        left = [candidate for candidate in left if candidate not in drawn.values()]
        plain = {n: Program(f'mutant{n}', {m.file: rewriting.mutated(read(m.file), m)}) for n, m in drawn.items()
                 if 'int power' not in read(m.file).splitlines()[m.line - 1]}  # there is one that must be constant
        kept = {n: drawn[n] for n in plain if plain[n].builds()}
        refused += [drawn[n].operator for n in plain.keys() - kept.keys()]
        texts = {name: rewriting.rewritten(read(name), {n: m for n, m in kept.items() if m.file == name},
                                           os.path.join(copies.HERE, 'runtime.hpp'))[0] for name in SOURCES}
        for name in SOURCES:
            check(texts[name].count('\n') == read(name).count('\n'), 'lines keep their numbers')
        switched = Program('switched', texts)
        check(switched.builds(os.path.join(copies.HERE, 'runtime.cpp')), 'all mutants compile behind the switch')
        check(switched.says() == original.says(), 'without a mutant the copy is the original')
        for number, mutant in kept.items():
            said = switched.says(number)
            check(said == plain[number].says(), f'behind the switch and without it the same is said by {mutant}')
            differ += said != original.says()
    check(refused == ['bits'], f'a pair has no operator |, all others compile: {refused}')
    check(differ > len(found) * 3 // 4, f'most mutants change what is said, not {differ} of {len(found)}')


class Script:
    """scripts/mutants.py on a copy of this tree. What it starts is known by a variable of the environment."""
    mark = f'PLACES_SELFTEST={os.getpid()}'

    def __init__(self):
        self.tree, self.work = os.path.join(WORK, 'tree'), os.path.join(WORK, 'work')
        shutil.copytree(HERE, self.tree)

    def start(self, *arguments, **environment):
        words = [sys.executable, os.path.join(SCRIPTS, 'mutants.py'), '--root', self.tree, '--work', self.work,
                 '--number', '1000', '--patience', '1', f'-DCMAKE_CXX_COMPILER={CXX}', *arguments]
        name, value = self.mark.split('=')
        return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env={**os.environ, name: value, **environment})

    def run(self, *arguments):
        process = self.start(*arguments)
        out, err = process.communicate()
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def left(self):
        found = []
        for pid in filter(str.isdigit, os.listdir('/proc')):
            try:
                with open(f'/proc/{pid}/environ', encoding='latin-1') as file:
                    if self.mark in file.read().split('\0'):
                        found.append(pid)
            except OSError:
                pass
        return found

    def interrupt(self, at, how, wait=0, **environment):
        """Ends it once it says `at`."""
        process = self.start('--area', 'src', '--patience', '1000' if wait else '1', **environment)
        said = ''
        for line in process.stderr:
            said += line
            if at in line:
                break
        time.sleep(wait)  # so that something runs in this phase, which does not end by itself
        process.send_signal(how)
        out, err = process.communicate()
        check(process.returncode == 2 and at in said,
              f'at "{at}" it ends with 2, not {process.returncode}: {said}{err}')
        check(not out and not self.left(), f'at "{at}" nothing is left: {self.left()}')

    def lines(self, areas='src'):
        with open(os.path.join(self.work, f'results-seed1-{areas}.jsonl'), encoding='utf-8') as file:
            return [json.loads(line) for line in file][1:]

    def spoilt(self, name, line):
        """Appends a line to a file, and returns how to take it away."""
        file = os.path.join(self.tree, name)
        before = read(file)
        with open(file, 'w', encoding='latin-1') as out:
            out.write(before + line + '\n')

        def restore():
            with open(file, 'w', encoding='latin-1') as out:
                out.write(before)
        return restore


def check_interruption(script):
    """It ends in each phase, and what was judged is kept."""
    endless = os.path.join(WORK, 'endless')
    os.mkfifo(endless)  # who includes it waits
    for name, at in (('engine/src/places.cpp', 'Reading'), ('tests/places_test.cpp', 'Building')):
        restore = script.spoilt(name, f'#include "{endless}"')
        script.interrupt(at, signal.SIGTERM, wait=1)
        restore()
    script.interrupt('Running', signal.SIGINT, wait=1, PLACES_WAITS_WITH='THRONG_MUTANTS_SEEN')
    script.interrupt('[4/', signal.SIGTERM)
    return sum(line['verdict'] != 'does not compile' for line in script.lines())


def check_script(script, judged):
    """The whole: a copy, its build, the verdicts, and that a second start goes on."""
    first = script.run('--area', 'src')
    check(first.returncode == 1 and first.stdout, f'some mutants survive: {first.returncode} {first.stderr}')
    verdicts = collections.defaultdict(set)
    lines = script.lines()
    for line in lines:
        verdicts[line['verdict'], line.get('how', ''), line.get('test', '')].add(line['operator'])
    for wanted in (('killed', 'failure', 'Places.CountsDown'), ('killed', 'time', 'Places.CountsDown'),
                   ('killed', 'crash, SIGSEGV', 'Places.LengthOfNoTextIsNone'), ('survived', '', ''),
                   ('not reached', '', ''), ('does not compile', '', '')):
        check(wanted in verdicts, f'one mutant is {wanted}, of {verdicts}')
    check('bits' in verdicts['not reached', '', ''], 'tests do not reach what they do not call')
    compiled = sum(line['verdict'] != 'does not compile' for line in lines)
    check(4 <= judged < compiled and first.stderr.count('min left') == compiled - judged,
          f'what was judged before the end is kept, {judged} of {compiled}: {first.stderr}')

    again = script.run('--area', 'src')
    check(again.stdout == first.stdout and 'Built in' in again.stderr and 'min left' not in again.stderr
          and 'Reading' not in again.stderr, f'a second start has nothing to do: {again.stderr}')
    script.spoilt('tests/places_test.cpp', 'TEST(Places, NineIsNotLarge) { EXPECT_FALSE(places::is_large(9)); }')
    better = script.run('--area', 'src')
    count = better.stderr.count('min left')
    check(0 < count < len(lines) // 2 + 20 and 'Places.NineIsNotLarge' in better.stdout,
          f'with a new test what survived runs again: {better.stderr}')


def check_areas(script):
    """Inline functions, a program that tests start, and what no test uses."""
    inline = script.run('--area', 'include')
    verdicts = {(line['place'].split(':')[1], line['verdict']) for line in script.lines('include')}
    check({('7', 'killed'), ('8', 'not reached')} <= verdicts, f'a header is mutated: {verdicts} {inline.stderr}')

    program = script.run('--area', 'apps')
    by = {(line['place'].split(':')[1], line['verdict'], line.get('program', '')) for line in script.lines('apps')}
    check({('7', 'killed', 'program_test'), ('8', 'killed', 'program_triples')} <= by,
          f'a program is mutated: {by} {program.stderr}')
    with open(os.path.join(script.work, 'reached.json'), encoding='utf-8') as file:
        tests = json.load(file)['tests']
    check(set(tests['reached']) == {'program_test', 'program_triples'}, 'tests that cannot reach a program do not run')
    check(tests['reached']['program_test'].get('Program.DoublesSeven'), 'what a program does belongs to its test')

    for arguments, told in ((('--area', 'parallel'), 'No test program can reach parallel/sum.cpp'),
                            (('--area', 'src', '--area', 'nothing'), 'engine/nothing')):
        ended = script.run(*arguments)
        check(ended.returncode == 2 and told in ended.stderr, f'{arguments} ends with "{told}": {ended.stderr}')


if __name__ == '__main__':
    try:
        reading.clang()
    except processes.Trouble as missing:
        print(f'SKIPPED. {missing}')
        sys.exit(77)
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    FOUND = check_reading()
    check_places(FOUND)
    check_draw(FOUND)
    check_switch(FOUND)
    SCRIPT = Script()
    check_script(SCRIPT, check_interruption(SCRIPT))
    check_areas(SCRIPT)
