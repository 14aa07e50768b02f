# SPDX-License-Identifier: MIT
"""Draws mutants, and writes sources that hold all of them behind a switch (mutant schemata: Untch, Offutt, Harrold,
"Mutation analysis using mutant schemata", ISSTA 1993). Lines keep their numbers."""
import difflib
import random


def draw(candidates, seed, number):
    """Mutants by number, from 1 on; no two overlap. A larger draw of the same seed begins with the smaller one."""
    shuffled = list(candidates)
    random.Random(seed).shuffle(shuffled)
    taken = {}
    drawn = []
    for candidate in shuffled:
        if len(drawn) == number:
            break
        spans = taken.setdefault(candidate.file, [])
        if all(candidate.end <= start or end <= candidate.start for start, end in spans):
            spans.append((candidate.start, candidate.end))
            drawn.append(candidate)
    return dict(enumerate(drawn, 1))


def both_versions(number, mutant):
    chosen = f'::throng_mutants::{"is_when_run" if mutant.compile_time else "is"}({number})'
    if mutant.form == 'statement':
        return f'{{ if (!{chosen}) {mutant.before} }}'
    if mutant.form == 'condition':
        return f'({chosen} ? static_cast<bool>({mutant.after}) : static_cast<bool>({mutant.before}))'
    return f'({chosen} ? ({mutant.after}) : ({mutant.before}))'


def rewritten(text, mutants, header):
    """The source `text` with those mutants, a dictionary by number, and where each of them stands in it."""
    parts, places, at, size = [], {}, 0, 0

    def append(part):
        nonlocal size
        parts.append(part)
        size += len(part)

    include = f'#include "{header}"\n'
    if text.startswith('//'):  # the licence makes room
        at = text.index('\n') + 1
        append(include)
    else:
        append(f'{include}#line 1\n')
    for number, mutant in sorted(mutants.items(), key=lambda item: item[1].start):
        assert text[mutant.start:mutant.end] == mutant.before, mutant
        append(text[at:mutant.start])
        begin = size
        append(both_versions(number, mutant))
        places[number] = (begin, size)
        at = mutant.end
    append(text[at:])
    return ''.join(parts), places


def mutated(text, mutant):
    """The source as the mutant means it, without a switch."""
    binds_as_before = mutant.operator not in ('constant', 'logic', 'bits', 'one side')
    after = mutant.after if binds_as_before else f'({mutant.after})'
    return text[:mutant.start] + after + text[mutant.end:]


def difference(text, mutant, lines=3):
    return ''.join(difflib.unified_diff(text.splitlines(True), mutated(text, mutant).splitlines(True),
                                        mutant.file, mutant.file, n=lines))
