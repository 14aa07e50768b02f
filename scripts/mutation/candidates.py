# SPDX-License-Identifier: MIT
"""Finds where the engine can be mutated, by libclang's syntax tree of the sources as they are compiled."""
import dataclasses
import re


@dataclasses.dataclass(frozen=True, order=True)
class Candidate:
    """One change of one place. `form` says how both versions stand in one source (rewriting.py)."""
    file: str
    start: int
    end: int
    operator: str
    before: str
    after: str
    form: str
    compile_time: bool  # in a function that the compiler may run, too
    line: int
    column: int


RELATIONAL = {'<': ['<='], '<=': ['<'], '>': ['>='], '>=': ['>'], '==': ['!='], '!=': ['==']}
ARITHMETIC = {'+': ['-'], '-': ['+'], '*': ['/'], '/': ['*'], '%': ['*'], '+=': ['-='], '-=': ['+='], '*=': ['/='],
              '/=': ['*=']}
BITS = {'&': ['|'], '|': ['&'], '^': ['|'], '<<': ['>>'], '>>': ['<<'], '&=': ['|='], '|=': ['&='], '<<=': ['>>='],
        '>>=': ['<<=']}
LOGICAL = {'&&': ['||'], '||': ['&&']}
OPERATORS = {**dict.fromkeys(RELATIONAL, 'relation'), **dict.fromkeys(ARITHMETIC, 'arithmetic'),
             **dict.fromkeys(BITS, 'bits'), **dict.fromkeys(LOGICAL, 'logic')}
OTHERS = {**RELATIONAL, **ARITHMETIC, **BITS, **LOGICAL}
MIN_OR_MAX = re.compile(r'((?:std|simd)::)?(min|max)\b(?=\s*[(<])')
INTEGERS = ('CHAR_S', 'SCHAR', 'UCHAR', 'SHORT', 'USHORT', 'INT', 'UINT', 'LONG', 'ULONG', 'LONGLONG', 'ULONGLONG')
NUMBERS = (*INTEGERS, 'FLOAT', 'DOUBLE', 'LONGDOUBLE')
HINT = re.compile(r'(?:\w+::)*(?:__builtin_|_mm_)?prefetch\(')
WITHOUT_EFFECT = ('(void)', 'static_cast<void>', '__builtin_')
ONE = re.compile(r'1(?:\.0*)?[uUlLfFzZ]*')
ZERO = re.compile(r'0[uUlLzZ]*')
NOT_EVALUATED = ('noexcept', 'decltype', 'requires', 'alignof', 'sizeof', 'typeid')


def kind_of(cursor):
    """The bindings know less than the library: what they have no name for counts as some expression."""
    try:
        return cursor.kind
    except ValueError:
        from clang import cindex
        return cindex.CursorKind.UNEXPOSED_EXPR


def type_kind(cursor):
    try:
        return cursor.type.get_canonical().kind.name
    except ValueError:
        return ''


def changes_nothing(operator, left, right, kind):
    """Whether an operator and the one it is replaced by give the same: x * 1 and x / 1, of integers x + 0 and x - 0,
    x << 0 and x >> 0, x ^ 0 and x | 0. Types of a class may give another meaning, and -0.0 + 0 is 0.0."""
    if kind in NUMBERS and ONE.fullmatch(right):
        return operator in ('*', '/', '*=', '/=')
    if kind in INTEGERS and ZERO.fullmatch(right):
        return operator in ('+', '-', '+=', '-=', '<<', '>>', '<<=', '>>=', '^')
    return kind in INTEGERS and operator == '^' and bool(ZERO.fullmatch(left))


def matching(text, at):
    """The place behind the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(text)):
        if text[i] in '([{':
            depth += 1
        elif text[i] in ')]}':
            depth -= 1
            if depth == 0:
                return i + 1
    return len(text)


class Finder:
    """The candidates of the wanted files in one translation unit, by libclang's kinds of cursors. A file
    is read as bytes, one character each."""

    def __init__(self, kinds, texts):
        self.kinds = kinds
        self.texts = texts  # by absolute name
        self.found = set()
        self.macros = {name: [] for name in texts}
        self.with_declarations = set()

    def read(self, unit):
        kinds = self.kinds
        declarations = []
        for cursor in unit.cursor.get_children():
            file = cursor.location.file
            if file is None or file.name not in self.texts:
                continue
            if kind_of(cursor) == kinds.MACRO_INSTANTIATION:
                self.macros[file.name].append((cursor.extent.start.offset, cursor.extent.end.offset))
            elif not kind_of(cursor).is_preprocessing():
                declarations.append(cursor)
        for cursor in declarations:
            self.with_declarations.add(cursor.location.file.name)
            self.declaration(cursor, cursor.location.file.name)

    def declaration(self, cursor, file):
        kinds = self.kinds
        if kind_of(cursor) in (kinds.FUNCTION_DECL, kinds.CXX_METHOD, kinds.CONSTRUCTOR, kinds.DESTRUCTOR,
                           kinds.CONVERSION_FUNCTION, kinds.FUNCTION_TEMPLATE):
            self.function(cursor, file)
        elif kind_of(cursor) in (kinds.NAMESPACE, kinds.LINKAGE_SPEC, kinds.UNEXPOSED_DECL, kinds.CLASS_DECL,
                             kinds.STRUCT_DECL, kinds.CLASS_TEMPLATE, kinds.FRIEND_DECL,
                             kinds.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION):
            for child in cursor.get_children():
                self.declaration(child, file)

    def function(self, cursor, file, compile_time=False):
        text = self.texts[file]
        body = [child for child in cursor.get_children() if kind_of(child) == self.kinds.COMPOUND_STMT]
        if not body:
            return
        head = text[cursor.extent.start.offset:body[-1].extent.start.offset]
        if not re.search(r'\bconsteval\b', head):
            inside = Body(self, file, compile_time or bool(re.search(r'\bconstexpr\b', head)))
            inside.initializers(cursor, body[-1])
            inside.visit(body[-1])


class Body:
    """The candidates within one function."""

    def __init__(self, finder, file, compile_time):
        self.finder, self.kinds, self.file, self.compile_time = finder, finder.kinds, file, compile_time
        self.text = finder.texts[file]

    def span(self, cursor):
        return cursor.extent.start.offset, cursor.extent.end.offset

    def children(self, cursor):
        """Those with a place of their own: what the compiler adds, such as default arguments, has none."""
        return [child for child in cursor.get_children() if child.extent.start.offset < child.extent.end.offset]

    def add(self, start, end, operator, after, form='expression'):
        text = self.text
        before = text[start:end]
        if any(begin <= start and end <= stop for begin, stop in self.finder.macros[self.file]):
            return
        if form != 'statement' and ('//' in before or '#' in before):
            return
        if not before or any(before.count(a) != before.count(b) for a, b in ('()', '[]', '{}')):
            return
        line = text.count('\n', 0, start) + 1
        self.finder.found.add(Candidate(self.file, start, end, operator, before, ' '.join(after.split()), form,
                                        self.compile_time, line, start - text.rfind('\n', 0, start)))

    def initializers(self, function, body):
        of_member = False
        for child in self.children(function):
            if child.extent.start.offset >= body.extent.start.offset:
                return
            if of_member and kind_of(child).is_expression():
                self.visit(child)
            of_member = kind_of(child) == self.kinds.MEMBER_REF

    def visit(self, cursor):
        kinds, kind = self.kinds, kind_of(cursor)
        start, end = self.span(cursor)
        text = self.text[start:end]
        if kind in (kinds.DECL_REF_EXPR, kinds.CXX_UNARY_EXPR, kinds.PARM_DECL, kinds.STATIC_ASSERT):
            return
        if kind.is_expression() and (text.startswith(NOT_EVALUATED) or self.is_hint(start, end)):
            return
        children = self.children(cursor)
        if kind == kinds.LAMBDA_EXPR:
            self.finder.function(cursor, self.file, self.compile_time)
        elif kind == kinds.DECL_STMT:
            self.declarations(children, text)
        elif kind == kinds.VAR_DECL:
            self.variable(cursor, children)
        elif kind.is_declaration():
            self.finder.declaration(cursor, self.file)
        elif kind == kinds.MEMBER_REF_EXPR:
            for child in children:
                if child.extent.start.offset == start:
                    self.visit(child)
        elif kind in (kinds.CXX_STATIC_CAST_EXPR, kinds.CXX_FUNCTIONAL_CAST_EXPR, kinds.CXX_REINTERPRET_CAST_EXPR,
                      kinds.CXX_CONST_CAST_EXPR, kinds.CSTYLE_CAST_EXPR):
            for child in children[-1:]:
                self.visit(child)
        elif kind in (kinds.CASE_STMT, kinds.DEFAULT_STMT):
            self.statement(children[-1])
        elif kind == kinds.IF_STMT:
            self.condition_and_branches(children, start, text)
        elif kind in (kinds.FOR_STMT, kinds.WHILE_STMT, kinds.CXX_FOR_RANGE_STMT):
            for child in children[:-1]:
                self.visit(child)
            for child in children[-1:]:
                self.statement(child)
        elif kind == kinds.DO_STMT:
            self.statement(children[0])
            for child in children[1:]:
                self.visit(child)
        elif kind == kinds.COMPOUND_STMT:
            for child in children:
                self.statement(child)
        elif kind.is_expression():
            self.expression(cursor, children, start, end, text)
        else:
            if kind == kinds.RETURN_STMT and children:
                self.returned(children[0])
            for child in children:
                self.visit(child)

    def statement(self, cursor):
        start, end = self.span(cursor)
        text = self.text[start:end]
        kinds = self.kinds
        deletable = kind_of(cursor) in (kinds.CALL_EXPR, kinds.COMPOUND_ASSIGNMENT_OPERATOR, kinds.BINARY_OPERATOR,
                                    kinds.UNARY_OPERATOR, kinds.UNEXPOSED_EXPR)
        semicolon = re.compile(r'\s*;').match(self.text, end)
        if deletable and semicolon and not (text.startswith(WITHOUT_EFFECT) or self.is_hint(start, end)):
            self.add(start, semicolon.end(), 'statement', ';', 'statement')
        self.visit(cursor)

    def is_hint(self, start, end):
        """Whether it is a prefetch or a sequence of them and no more: what they are given changes no answer."""
        while call := HINT.match(self.text, start):
            behind = matching(self.text, call.end() - 1)
            if behind == end:
                return True
            comma = re.compile(r'\s*,\s*').match(self.text, behind)
            start = comma.end() if comma else end
        return False

    def declarations(self, children, text):
        if not re.match(r'(\s|static|const|inline|thread_local)*\b(constexpr|constinit|static_assert)\b', text):
            for child in children:
                self.visit(child)

    def variable(self, cursor, children):
        at = cursor.location.offset + len(cursor.spelling)
        while self.text[at:at + 1] == '[':
            at = matching(self.text, at)
        for child in children:
            if child.extent.start.offset >= at and kind_of(child).is_expression():
                self.visit(child)

    def condition_and_branches(self, children, start, text):
        begin = start + text.index('(')
        end = matching(self.text, begin)
        conditions = [child for child in children if child.extent.start.offset < end]
        if not re.match(r'if\s*(constexpr|consteval)\b', text):
            if conditions and kind_of(conditions[-1]).is_expression():
                self.negate(conditions[-1])
            for child in conditions:
                self.visit(child)
        for child in children[len(conditions):]:
            self.statement(child)

    def negate(self, cursor):
        start, end = self.span(cursor)
        self.add(start, end, 'condition', f'!({self.text[start:end]})', 'condition')

    def returned(self, cursor):
        start, end = self.span(cursor)
        text = self.text[start:end]
        kind = type_kind(cursor)
        if kind == 'BOOL' and text not in ('true', 'false'):
            self.add(start, end, 'return', f'!({text})')
        enumerator = re.fullmatch(r'((?:\w+::)+)(\w+)', text)
        if kind == 'ENUM' and enumerator:
            other = self.other_enumerator(cursor.type.get_canonical().get_declaration(), enumerator[2])
            if other:
                self.add(start, end, 'return', enumerator[1] + other)

    def other_enumerator(self, declaration, name):
        """None, or the next of another value: two names of one value are the same program."""
        values = {child.spelling: child.enum_value for child in declaration.get_children()
                  if kind_of(child) == self.kinds.ENUM_CONSTANT_DECL}
        if name not in values:
            return None
        names = list(values)
        at = names.index(name)
        order = ['None'] * ('None' in values) + names[at + 1:] + names[:at]
        return next((other for other in order if values[other] != values[name]), None)

    def expression(self, cursor, children, start, end, text):
        kinds, kind = self.kinds, kind_of(cursor)
        if kind == kinds.INTEGER_LITERAL:
            self.integer(start, end, text)
        elif kind == kinds.UNEXPOSED_EXPR and type_kind(cursor) == 'BOOL' and re.fullmatch(r'[1-9]\d*', text):
            self.add(start, end, 'constant', '0')  # any other number is as true
            return
        elif kind == kinds.CXX_BOOL_LITERAL_EXPR:
            self.add(start, end, 'constant', 'false' if text == 'true' else 'true')
        elif kind == kinds.UNARY_OPERATOR and text[0] in '!~-' and not text.startswith(('--', '!=')) and children \
                and not (text[0] == '-' and ZERO.fullmatch(text[1:].strip())):
            self.add(start, end, 'unary', text[1:] if text[0] != '!' else f'static_cast<bool>({text[1:]})')
        elif kind == kinds.CONDITIONAL_OPERATOR and children:
            self.negate(children[0])
        elif kind in (kinds.BINARY_OPERATOR, kinds.COMPOUND_ASSIGNMENT_OPERATOR, kinds.CALL_EXPR,
                      kinds.UNEXPOSED_EXPR) and children:
            self.two_operands(cursor, children, start, end)
            name = MIN_OR_MAX.match(text)
            if name and text.endswith(')'):
                other = 'max' if name[2] == 'min' else 'min'
                self.add(start, end, 'min/max', f'{name[1] or ""}{other}{text[name.end():]}')
        if text.startswith('__builtin_expect'):
            children = children[:2]
        for child in children:
            self.visit(child)

    def integer(self, start, end, text):
        self.add(start, end, 'constant', f'{text} + 1')
        if re.match(r'0*[1-9xX]', text):
            self.add(start, end, 'constant', f'{text} - 1')

    def two_operands(self, whole, children, start, end):
        left, right = self.span(children[0]), self.span(children[-1])
        if left[0] != start or right[1] != end or left[1] > right[0]:
            return
        operator = self.text[left[1]:right[0]].strip()
        others = OTHERS.get(operator, [])
        if changes_nothing(operator, self.text[left[0]:left[1]], self.text[right[0]:right[1]], type_kind(whole)):
            others = []
        if operator in ARITHMETIC and 'std::' in whole.type.get_canonical().spelling:
            others = []  # a string has no other operator
        for other in others:
            self.add(start, end, OPERATORS[operator],
                     f'{self.text[left[0]:left[1]]} {other} {self.text[right[0]:right[1]]}')
        if operator in LOGICAL:
            for one in (left, right):
                self.add(start, end, 'one side', self.text[one[0]:one[1]], 'condition')
