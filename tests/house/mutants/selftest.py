# SPDX-License-Identifier: MIT
"""selftest.py CXX WORK_DIR: scripts/mutants.py mutates what it should, draws the same by the same seed, and a switch
chooses between the versions. Then the script itself runs on the small tree beside this file."""
import collections
import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPTS = os.path.join(HERE, '..', '..', '..', 'scripts')
sys.dont_write_bytecode = True
sys.path.insert(0, SCRIPTS)
from mutation import candidates, copies, rewriting  # noqa: E402

CXX, WORK = sys.argv[1:3]
SOURCES = ('engine/src/places.hpp', 'engine/src/places.cpp')
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


def find():
    source = os.path.join(HERE, SOURCES[1])
    command = {'file': source, 'directory': HERE, 'arguments': ['c++', '-std=c++20', f'-I{HERE}', '-c', source]}
    found, complaints = candidates.find_candidates(HERE, [command], ['engine/src'], 1)
    check(not complaints, f'libclang complains: {complaints}')
    return found


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


def check_script():
    """The whole: a copy, its build, the verdicts, and that a second start goes on."""
    tree, work = os.path.join(WORK, 'tree'), os.path.join(WORK, 'work')
    shutil.copytree(HERE, tree)

    def run(*arguments):
        return subprocess.run([sys.executable, os.path.join(SCRIPTS, 'mutants.py'), '--root', tree, '--work', work,
                               '--area', 'src', '--number', '1000', '--patience', '1', f'-DCMAKE_CXX_COMPILER={CXX}',
                               *arguments], capture_output=True, text=True, check=False)

    first = run()
    check(first.returncode == 1 and first.stdout, f'some mutants survive: {first.returncode} {first.stderr}')
    verdicts = collections.defaultdict(set)
    results = os.path.join(work, 'results-seed1-src.jsonl')
    with open(results, encoding='utf-8') as file:
        lines = [json.loads(line) for line in file][1:]
    for line in lines:
        verdicts[line['verdict'], line.get('how', ''), line.get('test', '')].add(line['operator'])
    for wanted in (('killed', 'failure', 'Places.CountsDown'), ('killed', 'time', 'Places.CountsDown'),
                   ('killed', 'crash, SIGSEGV', 'Places.LengthOfNoTextIsNone'), ('survived', '', ''),
                   ('not reached', '', ''), ('does not compile', '', '')):
        check(wanted in verdicts, f'one mutant is {wanted}, of {verdicts}')
    check('bits' in verdicts['not reached', '', ''], 'tests do not reach what they do not call')

    again = run()
    check(again.stdout == first.stdout and 'Built in' in again.stderr and 'min left' not in again.stderr,
          f'a second start has nothing to do: {again.stderr}')
    with open(os.path.join(tree, 'tests', 'places_test.cpp'), 'a', encoding='utf-8') as file:
        file.write('TEST(Places, NineIsNotLarge) { EXPECT_FALSE(places::is_large(9)); }\n')
    better = run()
    count = better.stderr.count('min left')
    check(0 < count < len(lines) // 2 + 20 and 'Places.NineIsNotLarge' in better.stdout,
          f'with a new test what survived runs again: {better.stderr}')


if __name__ == '__main__':
    try:
        candidates.clang()
    except SystemExit as missing:
        print(f'SKIPPED. {missing}')
        sys.exit(77)
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    FOUND = find()
    check_places(FOUND)
    check_draw(FOUND)
    check_switch(FOUND)
    check_script()
