#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Draws mutants of the library or of the program and tells which of them the tests do not see.

All of them are compiled into one copy of the tree, behind a switch, and each is run by the tests that reach it. The
results are kept: the same call goes on where it ended, and after a change of tests alone it runs again what survived.
Exit status: 0 no mutant survived, 1 some did, 2 trouble."""
import argparse
import collections
import concurrent.futures
import json
import os
import platform
import sys
import time
import traceback

sys.dont_write_bytecode = True  # the checkout stays as it is
from mutation import copies, processes, reach, reading, rewriting, running  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIBRARY = ('engine/', 'simd/', 'parallel/')
PROGRAM = ('apps/',)
MOST = 50000  # with those that do not compile fewer than the switch has places for
TESTS = ('tests/', 'scenes/', 'support/', 'cmake/', 'CMakeLists.txt')


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--number', type=int, default=100, help='how many mutants (100)')
    parser.add_argument('--area', action='append', metavar='PREFIX',
                        help='where: simd, parallel, apps, or the beginning of a path below engine/ such as src/world '
                             '(all of engine/); may be repeated')
    parser.add_argument('--jobs', type=int, default=os.cpu_count(), help='programs at once (all processors)')
    parser.add_argument('--work', default=os.path.join(ROOT, 'build', 'mutants'), metavar='FOLDER',
                        help='the copy, its build and the results (build/mutants)')
    parser.add_argument('--patience', type=float, default=20, metavar='SECONDS',
                        help='killed by time: ten times what the tests compute without a mutant, and so much; or so '
                             'long without a thread that runs (20)')
    parser.add_argument('--root', default=ROOT, help='the tree (this one)')
    parser.add_argument('--list', action='store_true', help='count what could be drawn, by file and operator')
    parser.add_argument('--show', type=int, metavar='N', help='show mutant N as a difference')
    parser.add_argument('--only', type=int, metavar='N', help='run mutant N again, and show what its killer says')
    parser.add_argument('-D', action='append', default=[], metavar='NAME=VALUE', dest='options',
                        help='what cmake is told, such as THRONG_BUILD_APPS=ON, as the area apps does')
    args = parser.parse_args()
    if not all(1 <= n <= MOST for n in (args.number, args.only or 1, args.show or 1)):
        parser.error(f'mutants have the numbers 1 to {MOST}')
    return args


class Results:
    """One line of JSON for each mutant that was judged."""

    def __init__(self, file, heading):
        self.file, self.lines = file, {}
        known = []
        if os.path.exists(file):
            with open(file, encoding='utf-8') as stored:
                known = [json.loads(line) for line in stored if line.endswith('\n')]
        if known and known[0] != heading:
            processes.tell(f'The sources have changed: the old results are in {file}.old')
            os.replace(file, file + '.old')
            known = []
        self.lines = {line['number']: line for line in known[1:]}
        with open(file, 'w', encoding='utf-8') as stored:
            for line in [heading, *self.lines.values()]:
                stored.write(json.dumps(line) + '\n')

    def add(self, number, mutant, **verdict):
        line = {'number': number, 'place': f'{mutant.file}:{mutant.line}:{mutant.column}', 'operator': mutant.operator,
                'before': mutant.before, 'after': mutant.after, **verdict}
        self.lines[number] = line
        with open(self.file, 'a', encoding='utf-8') as stored:
            stored.write(json.dumps(line) + '\n')


def in_one_line(text, most=60):
    text = ' '.join(text.split())
    return text if len(text) <= most else text[:most - 3] + '...'


def mutation(mutant):
    if mutant.form == 'statement':
        return f'delete `{in_one_line(mutant.before)}`'
    return f'`{in_one_line(mutant.before)}` to `{in_one_line(mutant.after)}`'


def verdict(line):
    by = ' '.join(word for word in (line.get('program'), line.get('test')) if word)
    return line['verdict'] + (f' by {by} ({line["how"]})' if line['verdict'] == 'killed' else '')


def print_table(numbers, mutants, results):
    print('| mutant | place | mutation | verdict | killed by |\n|---:|---|---|---|---|')
    for number in numbers:
        mutant, line = mutants[number], results.lines[number]
        by = f'{line["program"]} {line["test"]}, {line["how"]}' if line['verdict'] == 'killed' else ''
        what = mutation(mutant).replace('|', '\\|')
        print(f'| {number} | {mutant.file}:{mutant.line} | {what} | {line["verdict"]} | {by} |')


def print_list(found):
    for title, key in (('file', lambda c: c.file), ('operator', lambda c: c.operator)):
        print(f'| {title} | candidates |\n|---|---:|')
        for name, count in sorted(collections.Counter(map(key, found)).items()):
            print(f'| {name} | {count} |')
        print(f'| all | {len(found)} |\n')


def does_not_compile(results, number):
    return results.lines.get(number, {}).get('verdict') == 'does not compile'


def compile_all(copy, includes, draw, number, results):
    """Builds the copy with so many mutants that compile, and some more, as some do not: these are told, judged, and
    replaced by the next of the draw. Returns all mutants, and the programs of tests that may reach them."""
    wanted = number + number // 10 + 2
    while True:
        mutants = draw(wanted)
        kept = {n: mutant for n, mutant in mutants.items() if not does_not_compile(results, n)}
        if len(kept) < number and len(mutants) == wanted:
            wanted += number - len(kept)
            continue
        copy.mutate(kept)
        tests, run = copy.configure(includes)
        processes.tell(f'Building {len(tests) + len(run)} programs with {len(kept)} mutants...')
        start = time.monotonic()
        failing = copy.compile([*tests, *run])
        processes.tell(f'Built in {time.monotonic() - start:.0f} s.')
        if not failing:
            return mutants, copy.programs(tests, run)
        for n in sorted(failing):
            processes.tell(f'Mutant {n} does not compile: {mutants[n].file}:{mutants[n].line} {mutation(mutants[n])}')
            results.add(n, mutants[n], verdict='does not compile')


def record(copy, programs, key, patience):
    """The run without a mutant, kept as long as the copy is the same."""
    file = os.path.join(copy.work, 'reached.json')
    if os.path.exists(file):
        with open(file, encoding='utf-8') as stored:
            content = json.load(stored)
        if content['key'] == key:
            return running.Tests.from_json(content['tests'])
    processes.tell('Running the tests without a mutant...')
    tests = running.Tests()
    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(copy.jobs) as pool:
        ends = pool.map(lambda name: tests.record(name, programs[name], patience), programs)
        for name, ended in zip(programs, ends):
            if ended.skipped:
                processes.tell(f'{name} is skipped, and tells of no mutant: {ended.output[-500:].strip()}')
            if ended.how:
                pool.shutdown(wait=False, cancel_futures=True)
                processes.end_descendants()  # the others need not end first
                processes.tell(ended.output[-4000:])
                raise processes.Trouble(f'Without a mutant {name} must pass, but ends by {ended.how}.')
    processes.tell(f'{len(programs)} test programs pass without a mutant, in {time.monotonic() - start:.0f} s.')
    with open(file, 'w', encoding='utf-8') as stored:
        json.dump({'key': key, 'tests': tests.to_json()}, stored)
    return tests


def judge_all(jobs, patience, numbers, mutants, tests, programs, results, tests_key):
    waiting = []
    for number in numbers:
        line = results.lines.get(number)
        if not line or line['verdict'] not in ('killed', 'does not compile') and line['tests'] != tests_key:
            waiting.append(number)
    start, done = time.monotonic(), 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        running_now = {pool.submit(running.judge, number, tests, programs, patience): number for number in waiting}
        try:
            for future in concurrent.futures.as_completed(running_now):
                number = running_now[future]
                outcome, how, program, test, seconds, _ = future.result()
                results.add(number, mutants[number], verdict=outcome, how=how, program=program, test=test,
                            seconds=round(seconds, 1), tests=tests_key)
                done += 1
                left = (time.monotonic() - start) / done * (len(waiting) - done)
                processes.tell(f'[{done}/{len(waiting)}, {left / 60:.0f} min left] {number} '
                            f'{mutants[number].file}:{mutants[number].line} {verdict(results.lines[number])}')
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def main():
    args = arguments()
    # One instruction set: kernels are the same sources for each.
    isa = ['-DTHRONG_ISAS=baseline'] if platform.machine() in ('x86_64', 'AMD64') else []
    options = [*isa, *(f'-D{option}' for option in args.options)]
    copy = copies.Copy(os.path.abspath(args.root), os.path.abspath(args.work), options, args.jobs)
    areas = reach.resolved(args.area or ['engine'], copy.files)
    copy.apps = any(area.startswith(PROGRAM) for area in areas)
    reading.clang()
    reader = reading.Reader(copy.plain, copy.texts(), copy.commands(),
                            reading.Store(os.path.join(copy.work, 'candidates.jsonl')), copies.hash_of)
    found, complaints = reader.candidates(areas, args.jobs)
    for complaint in complaints:
        processes.tell('libclang:', complaint)
    for area in areas:
        if not any(candidate.file.startswith(area) for candidate in found):
            raise processes.Trouble(f'There is nothing to mutate in {area}: its sources have no place to change.')
    if args.list:
        print_list(found)
        return 0

    def draw(number):
        return rewriting.draw(found, args.seed, number)

    if args.show is not None:
        mutant = draw(args.show)[args.show]
        print(rewriting.difference(copy.text(mutant.file), mutant), end='')
        return 0

    code = copies.hash_of({'sources': copy.hash(LIBRARY + PROGRAM * copy.apps).encode(), 'finder': reader.code,
                           'areas': ' '.join(areas).encode()})
    name = '-'.join([f'seed{args.seed}', *(area.strip('/').replace('/', '_') for area in args.area or [])])
    results = Results(os.path.join(copy.work, f'results-{name}.jsonl'),
                      {'code': code, 'seed': args.seed, 'options': options})
    mutants, programs = compile_all(copy, reader.includes, draw, max(args.number, args.only or 0), results)
    compiled = [n for n in mutants if not does_not_compile(results, n)]
    tests_key = copy.hash(TESTS) + ' '.join(options)
    tests = record(copy, programs, f'{code} {tests_key} {args.seed} {compiled}', args.patience)
    if args.only is not None and args.only not in compiled:
        raise processes.Trouble(f'{args.only}: {results.lines[args.only]["verdict"]}')
    if args.only is not None:
        outcome, how, program, test, seconds, output = running.judge(args.only, tests, programs, args.patience)
        print(output[-8000:])
        print(f'{args.only} {outcome} {how} {program} {test} ({seconds:.1f} s)')
        return 0 if outcome == 'killed' else 1
    numbers = compiled[:args.number]
    judge_all(args.jobs, args.patience, numbers, mutants, tests, programs, results, tests_key)
    print_table(numbers, mutants, results)
    counts = collections.Counter(results.lines[number]['verdict'] for number in numbers)
    processes.tell(', '.join(f'{count} {what}' for what, count in counts.most_common()))
    return 0 if set(counts) <= {'killed'} else 1


if __name__ == '__main__':
    processes.listen_to_signals()
    try:
        sys.exit(main())
    except processes.Trouble as trouble:
        processes.tell(trouble)
        sys.exit(2)
    except Exception:  # status 1 means a survivor
        traceback.print_exc()
        sys.exit(2)
