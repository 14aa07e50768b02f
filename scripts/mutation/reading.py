# SPDX-License-Identifier: MIT
"""Reads sources with libclang: those alone that hold wanted files, and none that was read before and is the same."""
import concurrent.futures
import collections
import dataclasses
import glob
import json
import multiprocessing
import os
import re
import shlex
import sys

from mutation import candidates, processes, reach

MISSING = """The Python bindings of libclang are missing, for this Python ({python}): {why}
  Debian, Ubuntu: apt-get install python3-clang (or python3-clang-14, python3-clang-19), and call /usr/bin/python3."""
COMMENT_OR_DIRECTIVE = re.compile(r'(?m)//.*$|^[ \t]*#(?:.*\\\n)*.*$')


def clang():
    """The module clang.cindex with its library, or an error that names the package."""
    try:
        from clang import cindex
    except ImportError as error:
        raise processes.Trouble(MISSING.format(python=sys.executable, why=error)) from error
    if cindex.Config.loaded:
        return cindex
    # The bindings look for the name of their own version, which only a package for development may bring.
    version = re.compile(r'libclang-(\d+)')
    found = [name for name in glob.glob('/usr/lib/llvm-*/lib/libclang-*.so*') if version.search(name)]
    found.sort(key=lambda name: int(version.search(name).group(1)), reverse=True)
    why = None
    for library in [None, *found]:
        try:
            if library:
                cindex.Config.set_library_file(library)
            cindex.Index.create()
            return cindex
        except cindex.LibclangError as error:
            why = why or error
    raise processes.Trouble(MISSING.format(python=sys.executable, why=why))


def arguments_of(command):
    """What libclang needs of a compiler's command line."""
    words = command['arguments'] if 'arguments' in command else shlex.split(command['command'])
    if os.path.basename(words[0]) in ('ccache', 'sccache', 'distcc'):
        words = words[1:]
    kept, skip = [], False
    for word in words[1:]:
        if skip or word in ('-c', command['file'], '--'):
            skip = False
        elif word in ('-o', '-MF', '-MT', '-MQ'):
            skip = True
        elif not word.startswith(('-M', '-Werror', '-fno-restrict', '-mmem')):  # gcc alone knows them
            kept.append(word)
    return kept


def read_unit(job):
    """The candidates of each file of a translation unit that is asked for and declares something in it, and what
    libclang complains of."""
    command, names = job
    cindex = clang()
    os.chdir(command['directory'])
    texts = {}
    for name in names:
        with open(name, encoding='latin-1', newline='') as file:
            texts[name] = file.read()
    unit = cindex.Index.create().parse(command['file'], args=arguments_of(command) + ['-w'],
                                       options=cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)
    errors = [str(d) for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
    finder = candidates.Finder(cindex.CursorKind, texts)
    finder.read(unit)
    found = {name: [] for name in finder.with_declarations}
    for one in finder.found:
        found[one.file].append(one)
    return found, errors[:3]


class Store:
    """What was found in each file, one line of JSON each: the last one of a file holds as long as its key is the
    same."""

    def __init__(self, file=None):
        self.file, self.entries = file, {}
        if file and os.path.exists(file):
            with open(file, encoding='utf-8') as stored:
                for line in stored:
                    if line.endswith('\n'):
                        entry = json.loads(line)
                        self.entries[entry['name']] = entry
            with open(file + '.new', 'w', encoding='utf-8') as stored:
                for entry in self.entries.values():
                    stored.write(json.dumps(entry) + '\n')
            os.replace(file + '.new', file)

    def get(self, name, key):
        entry = self.entries.get(name)
        return entry if entry and entry['key'] == key else None

    def add(self, name, key, found, complaints):
        entry = {'name': name, 'key': key, 'candidates': [dataclasses.astuple(one) for one in found],
                 'complaints': complaints}
        self.entries[name] = entry
        if self.file:
            with open(self.file, 'a', encoding='utf-8') as stored:
                stored.write(json.dumps(entry) + '\n')


class Reader:
    """The candidates of a tree `root` with the texts of its files by name, compiled by `commands`. `hash_of` makes a
    key of a dictionary of bytes."""

    def __init__(self, root, texts, commands, store, hash_of):
        self.root, self.texts, self.store, self.hash_of = root, texts, store, hash_of
        self.units = {}
        for command in commands:
            if command['file'].startswith(root + '/'):
                self.units.setdefault(os.path.relpath(command['file'], root), command)
        self.flags = {name: ' '.join(arguments_of(command)) for name, command in self.units.items()}
        folders = {word[2:] for flags in self.flags.values() for word in flags.split() if word.startswith('-I')}
        self.includes = reach.Includes(texts, sorted(os.path.relpath(one, root) for one in folders | {root}))
        # A header is the same in all sources, so that one reads it, whatever the area: the one that includes most.
        self.order = sorted(self.units, key=lambda name: (-len(self.includes.closure(name)), name))
        with open(candidates.__file__, 'rb') as code, open(__file__, 'rb') as own:
            self.code = code.read() + own.read()
        self.read = []  # the units that were read, as nothing was known

    def key(self, name):
        contents = {one: self.texts[one].encode('latin-1') for one in self.includes.closure(name)}
        flags = self.flags.get(name) or '\n'.join(sorted(set(self.flags.values())))
        return self.hash_of({**contents, ' finder': self.code, ' flags': flags.encode()})

    def defines_nothing(self, name):
        return '{' not in COMMENT_OR_DIRECTIVE.sub('', self.texts[name])

    def choose(self, name, tried):
        """The unit to read a file in, of those that were not tried. One that is compiled alike would not differ."""
        if name in self.units:
            return None if name in tried else name
        flags = {self.flags[unit] for unit in tried}
        return next((unit for unit in self.order
                     if self.flags[unit] not in flags and name in self.includes.closure(unit)), None)

    def candidates(self, areas, jobs):
        """All in files whose names begin with one of `areas`, in order, and what libclang complains of."""
        names = [name for name in sorted(self.texts) if name.endswith(reach.CODE) and name.startswith(tuple(areas))]
        keys = {name: self.key(name) for name in names}
        left = {name: set() for name in names if not self.store.get(name, keys[name])}
        for name in [name for name in left if self.defines_nothing(name)]:
            self.store.add(name, keys[name], [], [])
            del left[name]
        while left:
            work = collections.defaultdict(list)
            for name, tried in list(left.items()):
                unit = self.choose(name, tried)
                if unit:
                    work[unit].append(name)
                    continue
                if not tried:
                    processes.tell(f'No source of the library includes {name}: nothing is drawn there.')
                self.store.add(name, keys[name], [], [])
                del left[name]
            self.read_all(work, keys, left, jobs)
        entries = [self.store.get(name, keys[name]) for name in names]
        found = {candidates.Candidate(*values) for entry in entries for values in entry['candidates']}
        return sorted(found), sorted({one for entry in entries for one in entry['complaints']})

    def read_all(self, work, keys, left, jobs):
        if not work:
            return
        processes.tell(f'Reading {len(work)} sources...')
        self.read += work
        context = multiprocessing.get_context('fork')
        with concurrent.futures.ProcessPoolExecutor(jobs, context, processes.ignore_our_signals) as pool:
            running = {pool.submit(read_unit, (self.units[unit], [os.path.join(self.root, name) for name in names])):
                       (unit, names) for unit, names in sorted(work.items())}
            for future in concurrent.futures.as_completed(running):
                unit, names = running[future]
                by_file, complaints = future.result()
                for name in names:
                    left[name].add(unit)
                    found = by_file.get(os.path.join(self.root, name))
                    if found is not None:
                        found = sorted(dataclasses.replace(one, file=name) for one in found)
                        self.store.add(name, keys[name], found, complaints)
                        del left[name]
