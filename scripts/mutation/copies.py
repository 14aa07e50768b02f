# SPDX-License-Identifier: MIT
"""Copies of the tree, and the build of the mutated one."""
import collections
import hashlib
import json
import os
import re
import shutil
import subprocess

from mutation import reach, rewriting
from mutation.processes import Program, Trouble

HERE = os.path.dirname(os.path.abspath(__file__))


def tree_files(root):
    """What is in the tree: tracked files, and others that git does not ignore."""
    listed = subprocess.run(['git', 'ls-files', '-coz', '--exclude-standard'], cwd=root, capture_output=True,
                            check=False)
    names = listed.stdout.decode().split('\0')[:-1]
    if listed.returncode != 0 or not names:  # no repository, or a tree in an ignored folder of one
        names = [os.path.relpath(os.path.join(folder, name), root) for folder, _, files in os.walk(root)
                 for name in files if not os.path.relpath(folder, root).startswith(('.git', 'build'))]
    return {name: os.path.join(root, name) for name in names if os.path.isfile(os.path.join(root, name))}


def read(name):
    with open(name, 'rb') as file:
        return file.read()


def hash_of(contents):
    digest = hashlib.sha256()
    for name, content in sorted(contents.items()):
        digest.update(f'{name}\0{len(content)}\0'.encode())
        digest.update(content)
    return digest.hexdigest()[:16]


def runtime():
    """What a mutated copy is built with, beside the tree."""
    return {name: (read(os.path.join(HERE, name)), 0o644) for name in os.listdir(HERE)
            if name.endswith(('pp', '.cmake'))}


def synchronize(contents, to):
    """Makes the folder `to` hold the files of `contents` and no others. What is the same keeps its time, so that only
    what changed is compiled."""
    for folder, _, names in os.walk(to):
        for name in names:
            if os.path.relpath(os.path.join(folder, name), to) not in contents:
                os.remove(os.path.join(folder, name))
    for name, (content, mode) in contents.items():
        target = os.path.join(to, name)
        if not os.path.exists(target) or read(target) != content:
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, 'wb') as file:
                file.write(content)
        os.chmod(target, mode)


def run_or_exit(words, log, **more):
    with open(log, 'w', encoding='utf-8') as out:
        status = subprocess.run(words, stdout=out, stderr=subprocess.STDOUT, check=False, **more).returncode
    if status != 0:
        with open(log, encoding='utf-8', errors='replace') as text:
            raise Trouble(text.read()[-4000:] + f'\nThe command failed: {" ".join(words)}\nIts log is {log}')


class Copy:
    """A copy of the tree in a folder of its own, with its mutated twin and the build of that."""

    def __init__(self, root, work, options, jobs):
        self.work, self.options, self.jobs, self.apps = work, options, jobs, False
        self.plain, self.tree, self.build = (os.path.join(work, name) for name in ('plain', 'tree', 'build'))
        os.makedirs(work, exist_ok=True)
        self.files = {name: (read(path), os.stat(path).st_mode & 0o777) for name, path in tree_files(root).items()}
        synchronize(self.files, self.plain)
        self.runtime = os.path.join(work, 'runtime')
        synchronize(runtime(), self.runtime)
        self.places, self.mutated = {}, {}

    def hash(self, beginnings):
        return hash_of({name: content for name, (content, _) in self.files.items() if name.startswith(beginnings)})

    def text(self, name):
        return self.files[name][0].decode('latin-1')

    def generator(self):
        return ['-G', 'Ninja'] if shutil.which('ninja') else []

    def texts(self):
        """The files that sources can include, by name."""
        return {name: self.text(name) for name in self.files if name.endswith(('.cpp', '.hpp', '.h', '.c', '.inc'))}

    def with_programs(self):
        return f'-DTHRONG_BUILD_APPS={"ON" if self.apps else "OFF"}'

    def commands(self):
        """How the library and the program are compiled, each source by itself. Kept until a file comes or goes, or a
        file of CMake or the version changes."""
        off = [f'-DTHRONG_{name}=OFF' for name in ('BUILD_TESTS', 'BUILD_BENCHES', 'BUILD_EXAMPLES', 'INSTALL', 'UNITY',
                                                   'PRECOMPILE')]
        build = os.path.join(self.work, 'commands')
        words = ['cmake', '-S', self.plain, '-B', build, *self.generator(), self.with_programs(), *self.options, *off,
                 '-DCMAKE_BUILD_TYPE=Release', '-DCMAKE_EXPORT_COMPILE_COMMANDS=ON']
        key = hash_of({**{name: content for name, (content, _) in self.files.items()
                          if name.endswith(('.txt', '.cmake', '/version.hpp'))},
                       ' names': '\n'.join(sorted(self.files)).encode(), ' words': ' '.join(words).encode()})
        mark = os.path.join(self.work, 'commands.key')
        if not os.path.exists(mark) or read(mark) != key.encode():
            run_or_exit(words, os.path.join(self.work, 'commands.log'))
            with open(mark, 'w', encoding='ascii') as file:
                file.write(key)
        with open(os.path.join(build, 'compile_commands.json'), encoding='utf-8') as file:
            return json.load(file)

    def mutate(self, mutants):
        """Writes the mutated tree."""
        by_file = collections.defaultdict(dict)
        for number, mutant in mutants.items():
            by_file[mutant.file][number] = mutant
        files = dict(self.files)
        self.places, self.mutated = {}, {}
        for name, of_file in by_file.items():
            text, self.places[name] = rewriting.rewritten(self.text(name), of_file,
                                                               os.path.join(self.runtime, 'runtime.hpp'))
            self.mutated[name] = text
            files[name] = (text.encode('latin-1'), files[name][1])
        synchronize(files, self.tree)

    def configure(self, includes):
        """Returns the programs to build, as they may reach a mutant: those of tests, and those that tests run."""
        reach.Targets.ask(self.build)
        words = ['cmake', '-S', self.tree, '-B', self.build, *self.generator(), '-DCMAKE_BUILD_TYPE=Release',
                 '-DCMAKE_CXX_FLAGS=-w -Wno-narrowing', '-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG',
                 '-DTHRONG_WARNINGS=OFF', '-DTHRONG_REQUIRE_TESTS=ON', '-DTHRONG_TEST_PROGRAMS=ON',
                 '-DTHRONG_INSTALL=OFF', '-DTHRONG_BUILD_BENCHES=OFF', '-DTHRONG_BUILD_EXAMPLES=OFF',
                 self.with_programs(),
                 f'-DCMAKE_PROJECT_throng_INCLUDE={os.path.join(self.runtime, "inject.cmake")}', *self.options]
        run_or_exit(words, os.path.join(self.work, 'configure.log'))
        targets = reach.Targets(self.build, self.tree, includes)
        files = set(self.places)
        with open(os.path.join(self.build, 'test_programs'), encoding='utf-8') as file:
            tests = [name for name in file.read().split() if targets.may_reach(name, files)]
        run = {name: place for name, place in targets.programs_of('apps/').items() if targets.may_reach(name, files)}
        if not tests and not run:
            raise Trouble(f'No test program can reach {", ".join(sorted(files))}')
        return tests, run

    def programs(self, tests, run):
        """How tests are run once they are built, by name: the programs of tests, and other tests of what they run."""
        listed = json.loads(subprocess.run(['ctest', '--test-dir', self.build, '--show-only=json-v1'],
                                           capture_output=True, check=True).stdout)
        programs = {}
        for test in listed['tests']:
            command = test.get('command', [])
            of_gtest = '--gtest_brief=1' in command
            if test['name'] not in tests if of_gtest else not set(command) & set(run.values()):
                continue
            properties = {item['name']: item['value'] for item in test.get('properties', [])}
            environment = dict(pair.split('=', 1) for pair in properties.get('ENVIRONMENT', []))
            programs[test['name']] = Program(command[:1] if of_gtest else command, environment, of_gtest,
                                             int(properties.get('SKIP_RETURN_CODE', 0)))
        return programs

    def compile(self, names):
        """Builds the test programs. Returns the numbers of mutants that do not compile, empty if all do."""
        log = os.path.join(self.work, 'build.log')
        words = ['cmake', '--build', self.build, '-j', str(self.jobs), '--target', *names]
        if self.generator():
            words += ['--', '-k', '0']
        with open(log, 'w', encoding='utf-8') as out:
            status = subprocess.run(words, stdout=out, stderr=subprocess.STDOUT, check=False).returncode
        if status == 0:
            return set()
        with open(log, encoding='utf-8', errors='replace') as file:
            output = file.read()
        failing = self.failing(output)
        if not failing:
            raise Trouble(f'{output[-4000:]}\nThe copy does not compile, and not because of a mutant: {log}')
        return failing

    def failing(self, output):
        """The mutants that errors are about: a constant that is none any more, else where the error is, else what led
        to it, which compilers tell before or behind it."""
        told = [(self.mutants_at(name, int(line), int(column)), rest) for name, line, column, rest in
                re.findall(r'(?m)^(?:In file included from )?([^\s:]+):(\d+):(\d+): *(.*)', output)]
        errors = [i for i, (_, rest) in enumerate(told) if re.match(r'(fatal )?error:', rest)]
        found = set()
        for error, before, behind in zip(errors, [0, *errors], [*errors[1:], len(told)]):
            notes = told[error + 1:behind]
            constants = {n for numbers, rest in notes if 'constant expression' in rest for n in numbers}
            around = {n for numbers, _ in told[before:error] + notes for n in numbers}
            found |= constants or set(told[error][0]) or around
        return found

    def mutants_at(self, name, line, column):
        name = os.path.relpath(os.path.join(self.build, name), self.tree)
        if name not in self.places:
            return []
        text = self.mutated[name]
        begin = 0
        for _ in range(line - 1):
            begin = text.find('\n', begin) + 1
        end = text.find('\n', begin)
        at = begin + column - 1
        places = self.places[name].items()
        exact = [number for number, (start, stop) in places if start <= at < stop]
        return exact or [number for number, (start, stop) in places if start < end and begin < stop]
