# SPDX-License-Identifier: MIT
"""Which files an area has, which others a source includes, and which programs of a build may reach a file."""
import glob
import json
import os
import re

from mutation.processes import Trouble

FOLDERS = ('engine', 'simd', 'parallel', 'apps')  # what can be mutated
CODE = ('.cpp', '.hpp')
INCLUDE = re.compile(r'(?m)^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]')


def resolved(areas, names):
    """The beginnings of names that are meant: an area is a top-level folder or the beginning of a path in one, or else
    the beginning of a path below engine/. One that holds no source is an error."""
    found = []
    for area in areas:
        top = area.split('/')[0]
        if top in FOLDERS and any(name.startswith(top + '/') for name in names):
            meant = area if '/' in area else area + '/'
        else:
            meant = 'engine/' + area
        if not area or not any(name.startswith(meant) and name.endswith(CODE) for name in names):
            raise Trouble(f'There is nothing to mutate in the area "{area}": no source begins with {meant} '
                          f'(areas are in {", ".join(FOLDERS)}).')
        found.append(meant)
    return found


class Includes:
    """Which files of the tree each file includes, by its text: conditions are not evaluated, so some are too many."""

    def __init__(self, texts, folders):
        self.texts, self.folders = texts, folders
        self.known, self.closures = {}, {}

    def of(self, name):
        if name not in self.known:
            places = [os.path.dirname(name), *self.folders]
            written = INCLUDE.findall(self.texts[name]) if name in self.texts else []
            paths = {os.path.normpath(os.path.join(place, one)) for one in written for place in places}
            self.known[name] = paths & self.texts.keys()
        return self.known[name]

    def closure(self, name):
        """The file itself and all that it includes."""
        if name not in self.closures:
            found, left = {name}, [name]
            while left:
                more = self.of(left.pop()) - found
                found |= more
                left += more
            self.closures[name] = found
        return self.closures[name]


class Targets:
    """What a configured build consists of, by the answer to a query that `ask` leaves in its folder."""

    @staticmethod
    def ask(build):
        query = os.path.join(build, '.cmake', 'api', 'v1', 'query', 'codemodel-v2')
        os.makedirs(os.path.dirname(query), exist_ok=True)
        with open(query, 'w', encoding='ascii'):
            pass

    def __init__(self, build, tree, includes):
        self.build, self.tree, self.includes = build, tree, includes
        reply = os.path.join(build, '.cmake', 'api', 'v1', 'reply')

        def load(name):
            with open(os.path.join(reply, name), encoding='utf-8') as file:
                return json.load(file)

        index = load(os.path.basename(max(glob.glob(os.path.join(reply, 'index-*.json')))))
        model = load(index['reply']['codemodel-v2']['jsonFile'])
        self.by_id = {one['id']: load(one['jsonFile']) for one in model['configurations'][0]['targets']}
        self.by_name = {one['name']: one for one in self.by_id.values()}

    def may_reach(self, name, files):
        """Whether a program is made of one of the files, or uses a target that is, or that includes one."""
        left, seen = [self.by_name[name]['id']], set()
        while left:
            one = left.pop()
            if one in seen:
                continue
            seen.add(one)
            target = self.by_id[one]
            for source in target.get('sources', []):
                path = os.path.relpath(os.path.join(self.tree, source['path']), self.tree)
                if not files.isdisjoint(self.includes.closure(path)):
                    return True
            left += [dependency['id'] for dependency in target.get('dependencies', [])]
        return False

    def programs_of(self, folder):
        """The executables whose sources are in a folder: by target, where each will be."""
        return {name: os.path.join(self.build, target['artifacts'][0]['path'])
                for name, target in self.by_name.items()
                if target['type'] == 'EXECUTABLE' and (target['paths']['source'] + '/').startswith(folder)}
