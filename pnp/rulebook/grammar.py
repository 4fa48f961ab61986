"""The expression language: a subset of Python's, with errors that point into the text."""

import ast
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from keyword import iskeyword
from pathlib import Path

from pnp.base.diagnostics import Finding, HintedError, PnpError, Where, user_error
from pnp.base.slips import OPERATORS, TEXT, Misspelling, find_slip, slip
from pnp.base.slotted import slotted
from pnp.data.textfile import read_text, unprintable

_LINE_END = re.compile("[\r\n]")

_YAML_LINE_END = re.compile("\r\n|[\r\n\x85\u2028\u2029]")

WINDOW = 96
"""The most characters of a long expression that an error shows."""


class ExpressionError(HintedError):
    """A value or a name that a part of the language cannot take: ``4 is not a component``.

    The operators and functions raise it without its place, which ``evaluate`` adds.
    """


@slotted
class Source:
    """The text of an expression as one line, and its place; ``path`` is its file, if known."""

    text: str
    where: Where
    path: Path | None = None

    @classmethod
    def of(cls, text: str, where: Where, path: Path | None = None) -> "Source":
        """Return the source of a text that may have several lines."""
        return cls(_LINE_END.sub(" ", text).strip(), where, path)

    def part(self, node: ast.expr) -> str:
        """Return the text of a node of the expression."""
        return ast.get_source_segment(self.text, node) or ""

    def error(self, node: ast.AST, message: str, hint: str | None = None) -> PnpError:
        """Return an error for a node, with carets under its text."""
        at = self._characters(getattr(node, "col_offset", 0))
        end = self._characters(getattr(node, "end_col_offset", 0))
        if isinstance(node, ast.Attribute):
            at = end - len(node.attr)
        return self.error_at(at, message, hint, width=end - at)

    def error_at(
        self, at: int, message: str, hint: str | None = None, *, width: int = 1
    ) -> PnpError:
        """Return an error for ``width`` characters from index ``at``, with carets under them."""
        return user_error(message + _shown(self.text, at, width), self._place(at), hint)

    def _characters(self, offset: int) -> int:
        """Return the character index of an offset in UTF-8 bytes, as ``ast`` counts."""
        return len(self.text.encode()[:offset].decode(errors="ignore"))

    def _place(self, at: int) -> Where:
        """Return line and column in the file of a character in the text."""
        # YAML folds lines and drops indents, so each character is searched after the one before.
        where = self.where
        if self.path is None or where.line is None or where.column is None:
            return where
        lines = _lines(self.path)
        raw, start = "\n".join(lines), sum(len(line) + 1 for line in lines[: where.line - 1])
        spot = start + where.column - 1
        spot = raw.find("\n", spot) if raw[spot : spot + 1] in ("|", ">") else spot
        for character in "".join(self.text[: at + 1].split()):
            spot = raw.find(character, spot) + 1
            if not spot:
                return where
        before = raw[: spot - 1]
        return Where(where.file, before.count("\n") + 1, spot - 1 - before.rfind("\n"), where.field)


@contextmanager
def pointing(path: Path) -> Iterator[None]:
    """Add the line of the file, with a caret under the place, to errors raised in the context.

    Raises:
        PnpError: an error from inside, with its line unless it had one.
    """
    try:
        yield
    except PnpError as error:
        raise PnpError([_pointed(problem, path) for problem in error.problems]) from None


def _pointed(problem: Finding, path: Path) -> Finding:
    where = problem.where
    if "\n" in problem.message or where is None or where.line is None or where.column is None:
        return problem
    line = "".join(_lines(path)[where.line - 1 : where.line])
    if not line:
        return problem
    indent = len(line) - len(line.lstrip())
    shown = _shown(line.strip(), max(0, where.column - 1 - indent), 1)
    return replace(problem, message=problem.message + shown)


def _lines(path: Path) -> list[str]:
    """Return a file's lines as YAML counts them, empty if it cannot be read any more."""
    try:
        state = path.stat()
        return _lines_of(path, state.st_mtime_ns, state.st_size)
    except (OSError, PnpError):
        return []


@lru_cache(maxsize=2)
def _lines_of(path: Path, *_: int) -> list[str]:
    return _YAML_LINE_END.split(read_text(path, path.name))


def _shown(text: str, at: int, width: int) -> str:
    """Return two lines for a message: the text around a place, and carets under it."""
    begin = max(0, min(at - WINDOW // 3, len(text) - WINDOW))
    shown = text[begin : begin + WINDOW]
    carets = "^" * max(1, min(width, len(shown) - (at - begin)))
    return f"\n  {shown}\n  {' ' * (at - begin)}{carets}"


LONGEST = 2000
"""The most characters in one expression."""

DEEPEST = 40
"""The most levels of nested syntax nodes in one expression."""

ALLOWED = (
    *(ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.Slice, ast.Call, ast.keyword),
    *(ast.Tuple, ast.List, ast.Set, ast.Dict, ast.IfExp, ast.BoolOp, ast.Compare),
    *(ast.BinOp, ast.UnaryOp, ast.comprehension),
    *(ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp),
    *(ast.And, ast.Or, ast.Not, ast.USub, ast.UAdd, ast.Load, ast.Store),
    *(ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow),
    *(ast.BitAnd, ast.BitOr, ast.BitXor),
    *(ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn),
)

NAMES = {
    ast.Lambda: "a lambda",
    ast.JoinedStr: "an f-string",
    ast.NamedExpr: "an assignment",
    ast.Starred: "unpacking with *",
    ast.MatMult: "the operator @",
    ast.LShift: "the operator <<",
    ast.RShift: "the operator >>",
    ast.Invert: "the operator ~",
    ast.Is: "the operator is",
    ast.IsNot: "the operator is not",
}

CONSTANTS: Mapping[str, bool | None] = {"true": True, "false": False, "null": None}
"""The words of YAML and of the tables for what Python calls True, False and None."""

_KEYWORDS = (
    *("as", "assert", "break", "class", "continue", "def", "del", "elif", "except", "finally"),
    *("from", "global", "import", "nonlocal", "pass", "raise", "return", "try", "while", "with"),
)
"""Python's own words that are names here; its parser sees a ``_`` for their first letter."""

_WORDS = re.compile(rf"""(?P<text>{TEXT})|\b(?:{"|".join(_KEYWORDS)})\b""")

HINT = "write names, numbers, words in quotes, comparisons, comprehensions and known functions"


@slotted
class FactExpression:
    """A parsed expression with its source.

    ``parse(Source.of("sum(deck.points) == 84", where))`` has an ``ast.Compare`` as its root.
    """

    source: Source
    root: ast.expr


@lru_cache(maxsize=1024)  # the facts of a game in several languages, and at each redrawing
def parse(source: Source) -> FactExpression:
    """Parse an expression.

    Raises:
        PnpError: it is too long, cannot be parsed, or uses syntax outside the language.
    """
    if len(source.text) > LONGEST:
        message = f"the expression has {len(source.text)} characters, {LONGEST} are the most"
        raise source.error_at(0, message, "split the fact into several")
    names = {match[0] for match in _WORDS.finditer(source.text) if not match["text"]}
    root = _read(source)
    try:
        root = _Plain(names).visit(root)
    except RecursionError:
        raise _too_deep(source, root) from None
    for node, depth in _walk(root, 1):
        if depth > DEEPEST:
            raise _too_deep(source, root)
        if wrong := _refusal(node):
            message = f"{wrong} is not part of the language"
            raise source.error(_placed(node, root), message, _instead(node))
    return FactExpression(source, root)


def _too_deep(source: Source, root: ast.expr) -> PnpError:
    message = f"the expression nests deeper than {DEEPEST} levels"
    return source.error(root, message, "split the fact into several")


def is_name(word: str) -> bool:
    """Return whether an expression can use a word as the name of a value."""
    own = iskeyword(word) and word not in _KEYWORDS
    return word.isidentifier() and word[0] != "_" and not own and word not in CONSTANTS


def _disguised(match: re.Match[str]) -> str:
    return match[0] if match["text"] else f"_{match[0][1:]}"


class _Plain(ast.NodeTransformer):
    """Gives names back that were disguised, and makes constants of true, false and null."""

    def __init__(self, disguised: Set[str]) -> None:
        self._named = {f"_{word[1:]}": word for word in disguised}

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Return a name or a constant."""
        if node.id in CONSTANTS and isinstance(node.ctx, ast.Load):
            return ast.copy_location(ast.Constant(CONSTANTS[node.id]), node)
        node.id = self._named.get(node.id, node.id)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Return a column or a key of something."""
        node.attr = self._named.get(node.attr, node.attr)
        self.generic_visit(node)
        return node

    def visit_keyword(self, node: ast.keyword) -> ast.keyword:
        """Return an argument with a name."""
        node.arg = self._named.get(node.arg or "", node.arg)
        self.generic_visit(node)
        return node


def _read(source: Source) -> ast.expr:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # syntax that a later Python will refuse: 1if x
            warnings.filterwarnings("ignore", message="invalid escape sequence|.*invalid escape")
            root = ast.parse(_WORDS.sub(_disguised, source.text), mode="eval").body
    except SyntaxError as error:
        raise _unreadable(source, error) from None
    except (ValueError, RecursionError, MemoryError, Warning):
        raise source.error_at(0, "this is not an expression", HINT) from None
    rest = source.text.encode()[root.end_col_offset or 0 :].decode(errors="ignore")
    if "#" in rest:
        at = len(source.text) - len(rest) + rest.index("#")
        raise source.error_at(at, "a comment is not part of the language", "write it above the row")
    return root


def _unreadable(source: Source, error: SyntaxError) -> PnpError:
    text = source.text
    if not text:
        return source.error_at(0, "the expression is empty", HINT)
    at = min(error.offset - 1, len(text)) if error.offset else len(text) - 1
    if found := find_slip(_SLIPS, text):
        match, hint = found
        return source.error_at(match.start(1), UNREADABLE, hint, width=len(match[1]))
    hint = "write == to compare" if text[at : at + 1] == "=" else HINT
    return source.error_at(at, UNREADABLE, hint if error.offset else "something is missing here")


UNREADABLE = "the expression cannot be read from here"


_PICKED = 'count(deck, colour == "red")'

_BETWEEN = "points >= 1 and points <= 5"

_SLIPS: Sequence[Misspelling] = (
    *OPERATORS,
    slip("([“”„‟‘’‚«»])", 'write straight quotes: "luna"'),
    slip(
        r"(?<![\w.])((?:\d+\.)?\d+\s*%)(?=\s*(?:$|[])},:]|and\b|or\b|if\b|else\b))",
        lambda share: f"write {float(share.rstrip(' %')) / 100:g}",
    ),
    slip(
        r"(?<![\w.])((?!\d+(?:if|else|and|or|in|for|not)\b)\d+[^\W\d_]\w*)",
        lambda name: f'a name that begins with a digit is written in quotes: deck["{name}"]',
    ),
    slip(r"\.(\d+[^\W\d_]\w*)", lambda name: f'write ["{name}"] instead of .{name}'),
    slip(r"\b(?:and|or)\s*([<>]=?)", f"name the number twice: {_BETWEEN}"),
    slip(r"(?<=[\w)\]] )(between)\b", f"write {_BETWEEN}"),
    slip(r"(\.\.+)", f"write {_BETWEEN}, or range(1, 6) for 1 to 5"),
    slip(r"(?<=[\w)\]] )(contains|includes|has|like)\b", 'write "owl" in name'),
    slip(r"(?<=[\w)\]] )(where|with)\b", f"write a comma: {_PICKED}"),
    slip(r"(;)", "write a comma between arguments, and nothing at the end"),
    slip(r"(?<=[\w)\]] )(then)\b", "write 2 if players == 4 else 3"),
    slip("(['\"])", "a text begins here and does not end: write its closing quote"),
)
"""Common slips outside of texts: what they look like, and the hint for them."""


def _walk(node: ast.AST, depth: int) -> Iterator[tuple[ast.AST, int]]:
    """Yield every node with its depth, outer nodes first; stop one level past the limit."""
    yield node, depth
    if depth <= DEEPEST:
        for child in ast.iter_child_nodes(node):
            yield from _walk(child, depth + 1)


def _refusal(node: ast.AST) -> str | None:
    """Return what is not allowed about a node, in words, or None."""
    if not isinstance(node, ALLOWED):
        return NAMES.get(type(node), f"{type(node).__name__.lower()}")
    match node:
        case ast.Constant(value=str(value)) if bad := unprintable(value):
            return bad
        case ast.Constant(value=value) if not isinstance(value, str | int | float | None):
            return repr(value)
        case ast.Name(id=name) | ast.Attribute(attr=name) if name.startswith("_"):
            return f'the name "{name}"'
        case ast.Call(func=func) if not isinstance(func, ast.Name):
            return "a call of anything but a known function"
        case ast.keyword(arg=None):
            return "unpacking with **"
        case ast.Dict(keys=keys) if None in keys:
            return "unpacking with **"
        case ast.comprehension(is_async=1):
            return "async"
    return None


def _instead(node: ast.AST) -> str:
    """Return the hint for what is not allowed about a node."""
    match node:
        case ast.Is():
            return "write =="
        case ast.IsNot():
            return "write !="
        case ast.Call(func=ast.Attribute()):
            return "a function has what it works on in its brackets, as in count(deck)"
    return HINT


def _placed(node: ast.AST, root: ast.AST) -> ast.AST:
    """Return the node itself, or the nearest enclosing one that has a place in the text."""
    if hasattr(node, "col_offset"):
        return node
    for outer in ast.walk(root):
        if node in ast.iter_child_nodes(outer) and hasattr(outer, "col_offset"):
            return outer
    return root
