"""The fragment of Python that is run on unknowns, by its syntax; names are `gate`'s."""

from __future__ import annotations
import __future__

import ast
import builtins
import sys
import types
from collections.abc import Mapping
from functools import cache
from types import FunctionType, ModuleType
from typing import Any, Final

from spec import plain as spec
from verif.kernel.theory import is_block, is_lemma
from verif.kernel.verbs import assume, attempt, by, ensure, ensure_equal, same
from verif.symbolic.sources import Source, codes, is_own, methods, returns_text, texts, within

KINDS_OF_VALUES: Final = (int, bool, str, tuple, list, dict, types.NoneType)
"""The types that a text may ask a value for, beside the classes of `spec`."""

LABELLED: Final = (assume, ensure, ensure_equal, same)
"""The verbs whose first argument is a label, said to people alone."""

LATE: Final = __future__.annotations.compiler_flag
"""Set in the code of a text whose annotations do not run."""

THEORETICAL: Final = ("spec", "verif.theory", "verif.readings")
"""The packages whose texts call the lemmas that they use."""

AS_SETS: Final = ("keys", "items")
"""The views of a table, which are made into sets by operators."""

INITIALISERS: Final = frozenset({"__init__", "__post_init__"})

REFUSED: Final[dict[type[ast.AST], str]] = {
    ast.Global: "a stored global",
    ast.Nonlocal: "a stored variable of another function",
    ast.Import: "an import",
    ast.ImportFrom: "an import",
    ast.AsyncFunctionDef: "what is asynchronous",
    ast.AsyncFor: "what is asynchronous",
    ast.AsyncWith: "what is asynchronous",
    ast.Await: "what is asynchronous",
    ast.With: "a `with`",
    ast.ClassDef: "a class",
    ast.TryStar: "an `except*`",
    ast.MatchMapping: "a pattern of a mapping",
}


class Syntax(ast.NodeVisitor):
    """Refuses the syntax that is outside the fragment.

    `found` are the functions that it names as attributes, `named` what it names of modules.
    `parts` are the attributes that it may name beside those of values.
    """

    def __init__(self, source: Source, parts: frozenset[str]) -> None:
        self.source = source
        self.parts = parts
        self.found: list[object] = []
        self.named: list[tuple[object, ast.Attribute]] = []
        self.bases: set[ast.AST] = set()
        self.said: set[ast.AST] = set()
        self.cited: set[ast.AST] = set()
        self.called: set[ast.AST] = set()
        self.walked: set[ast.AST] = set()
        # A lemma that is run, and not cited, assumes what it should owe.
        self.may_run_lemmas = source.is_in(*THEORETICAL) or is_block(source.function)
        self.spoken = int(source.speaks)
        self.bound = {
            name
            for code in codes(source.function.__code__)
            for name in (*code.co_varnames, *code.co_cellvars, *code.co_freevars)
        }

        self._read(source.node)

    def _read(self, node: ast.AST) -> None:
        if isinstance(node, ast.FunctionDef):
            # What decorates a text ran when its file was read.
            self._arguments(node.args)
            for part in node.body:
                self.visit(part)
        else:
            self.visit(node)

    def visit(self, node: ast.AST) -> None:
        if type(node) in REFUSED:
            self.source.refuse(node, REFUSED[type(node)])
        if isinstance(node, ast.Yield | ast.YieldFrom) and not self.source.is_of_spec:
            self.source.refuse(node, "a generator")
        if isinstance(node, ast.For | ast.comprehension) and isinstance(node.iter, ast.Call):
            self.walked.add(node.iter.func)
        if isinstance(node, ast.Set | ast.SetComp) and not self.source.is_own:
            self.source.refuse(node, "a set, whose order is another in each process,")
        super().visit(node)

    def _arguments(self, arguments: ast.arguments) -> None:
        for default in (*arguments.defaults, *arguments.kw_defaults):
            if default is not None:
                if not isinstance(default, ast.Constant | ast.Name | ast.Tuple | ast.UnaryOp):
                    self.source.refuse(default, "a default that is no constant")
                self.visit(default)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.decorator_list:
            self.source.refuse(node, "a decorated function inside a function")
        if getattr(node, "type_params", None):
            self.source.refuse(node, "a parameter of types")
        every = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
        several = (node.args.vararg, node.args.kwarg)
        for argument in (*every, *(one for one in several if one is not None)):
            self._annotation(argument.annotation)
        self._annotation(node.returns)
        self._arguments(node.args)
        for part in node.body:
            self.visit(part)

    def _annotation(self, node: ast.expr | None) -> None:
        # Unless annotations are put off, they run where the function inside is made.
        if node is not None and not self.source.function.__code__.co_flags & LATE:
            self.visit(node)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._arguments(node.args)
        self.visit(node.body)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        # The annotation of a variable inside a function never runs.
        self.visit(node.target)
        if node.value is not None:
            self.visit(node.value)

    def visit_Expr(self, node: ast.Expr) -> None:
        # A docstring is no value of the text.
        if not (isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)):
            self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        sides = [node.left, *node.comparators]
        for question, left, right in zip(node.ops, sides, sides[1:], strict=False):
            pair = (left, right)
            if isinstance(question, ast.Is | ast.IsNot):
                if not any(_is_constant(side, None) for side in pair):
                    self.source.refuse(node, "identity")
            elif any(_is_constant(side, True) or _is_constant(side, False) for side in pair):
                self.source.refuse(node, "a comparison with a truth")
        self.generic_visit(node)

    def visit_MatchSingleton(self, node: ast.MatchSingleton) -> None:
        if node.value is not None:
            self.source.refuse(node, "a match on truth")

    def visit_MatchClass(self, node: ast.MatchClass) -> None:
        self._kind(node.cls)
        for name in node.kwd_attrs:
            self._attribute(node, name)
        self.generic_visit(node)

    def _kind(self, node: ast.expr) -> None:
        """A type that a value is asked for must be an elementary one or a class of `spec`."""
        if isinstance(node, ast.Tuple):
            for part in node.elts:
                self._kind(part)
            return
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            self._kind(node.left)
            self._kind(node.right)
            return
        meant: Any = self._surely(node)
        kinds = meant.__args__ if type(meant) is types.UnionType else (meant,)
        if all(isinstance(k, type) and (k in KINDS_OF_VALUES or is_own(k)) for k in kinds):
            # Whoever asks whether a value is a text prints none.
            self.said.add(node)
            return
        self.source.refuse(node, f"a question for the type {ast.unparse(node)}")

    def _meant(self, node: ast.expr | None) -> object:
        """The value of a name, or of a name of a module; None of anything else."""
        if isinstance(node, ast.Name):
            within = self.source.function.__globals__
            return within[node.id] if node.id in within else vars(builtins).get(node.id)
        if isinstance(node, ast.Attribute):
            module = self._meant(node.value)
            if type(module) is ModuleType:
                return getattr(module, node.attr, None)
        return None

    def _surely(self, node: ast.expr | None) -> object:
        """The value of a name that nothing inside the text is called by, too."""
        base = node
        while isinstance(base, ast.Attribute):
            base = base.value
        hidden = isinstance(base, ast.Name) and base.id in self.bound
        return None if hidden else self._meant(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        if not self.spoken and node not in self.said:
            self.source.refuse(node, "printing (an f-string that is not the text of an error)")
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                if not self.source.is_own and (part.format_spec or part.conversion != -1):
                    self.source.refuse(part, "a format")
                self.visit(part.value)
                if part.format_spec is not None:
                    self.visit(part.format_spec)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bytes):
            self.source.refuse(node, f"the constant {node.value!r}")
        if (
            isinstance(node.value, str)
            and set(node.value) & set("%{")
            and not (self.spoken or node in self.said)
        ):
            self.source.refuse(node, "a text to be formatted")

    def visit_Raise(self, node: ast.Raise) -> None:
        own = self.source.is_own
        self.spoken += own
        self.generic_visit(node)
        self.spoken -= own

    def visit_Call(self, node: ast.Call) -> None:
        called = self._surely(node.func)
        if called is isinstance and len(node.args) == 2:
            self.bases.add(node.func)
            self._kind(node.args[1])
        if called is by:
            self.cited |= set(node.args[:1])
        # Whether a method is that of one object or of another is not to be asked.
        self.called |= {node.func, *(node.args[:1] if called is attempt else ())}
        is_error = isinstance(called, type) and issubclass(called, BaseException)
        # The label of a verb is said to people alone.
        label = node.args[:1] if any(called is verb for verb in LABELLED) else []
        self.said |= set(node.args if is_error else label)
        if self.source.is_of_spec:
            # The name of an array, which goes into an error.
            self.said |= {a.func for a in node.args if isinstance(a, ast.Call)}
        self.visit(node.func)
        for argument in (*node.args, *(k.value for k in node.keywords)):
            speaks = self.source.is_own and (is_error or argument in label)
            self.spoken += speaks
            self.visit(argument)
            self.spoken -= speaks

    def visit_Try(self, node: ast.Try) -> None:
        if node.finalbody:
            self.source.refuse(node.finalbody[0], "a `finally`")
        for handler in node.handlers:
            self._handler(handler)
        self.generic_visit(node)

    def _handler(self, handler: ast.ExceptHandler) -> None:
        if handler.name is not None:
            self.source.refuse(handler, "a look at an error")
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        for kind in kinds:
            meant = self._surely(kind)
            # Readings raise the right refusal, and not always the narrowest.
            narrow = isinstance(meant, type) and issubclass(meant, Exception) and is_own(meant)
            if not (meant is ValueError or (narrow and self.source.is_own)):
                named = "every error" if kind is None else ast.unparse(kind)
                self.source.refuse(handler, f"an `except` of {named}")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.source.refuse(node, f"a stored attribute .{node.attr}")
        initialises = self.source.function.__name__ in INITIALISERS
        if node.attr.startswith("__") and not (self.source.is_of_spec and initialises):
            self.source.refuse(node, f"the attribute .{node.attr}")
        module = self._meant(node.value)
        if type(module) is ModuleType:
            item = getattr(module, node.attr, None)
            self.named.append((item, node))
            self._called(node, item)
        else:
            self._attribute(node, node.attr)
            self.found += self._called(node, getattr(spec, node.attr, None))
            self.found += _methods_of_spec().get(node.attr, ())
            if node.attr in AS_SETS and node not in self.walked and not self.source.is_own:
                self.source.refuse(node, f"the set .{node.attr} that no `for` goes through")
            held = node.attr in methods_of_values() and node not in self.called
            if held and not self.source.is_own:
                self.source.refuse(node, f"the method .{node.attr} that is not called")
        self.bases.add(node.value)
        self.visit(node.value)

    def _called(self, node: ast.expr, item: object) -> list[object]:
        """A function of `spec` that is named, which prints only where an error is made."""
        if type(item) is not FunctionType:
            return []
        if within(item.__module__, ("spec",)) and returns_text(item) and not self.spoken:
            self.source.refuse(node, f"printing ({item.__name__})")
        return [item]

    def _attribute(self, node: ast.AST, name: str) -> None:
        if name not in attributes() | self.parts and not self.source.is_own:
            self.source.refuse(node, f"the attribute .{name}")

    def visit_Name(self, node: ast.Name) -> None:
        meant = self._meant(node)
        if type(meant) is ModuleType and node not in self.bases:
            self.source.refuse(node, f"the module {node.id} as a value")
        if meant is isinstance and node not in self.bases:
            self.source.refuse(node, "`isinstance` as a value")
        if meant in (str, hex, repr) and not self.spoken and node not in self.said:
            self.source.refuse(node, f"printing ({node.id})")
        runs = not self.may_run_lemmas and node not in self.cited
        if runs and type(meant) is FunctionType and node.id not in self.bound and is_lemma(meant):
            self.source.refuse(node, f"{node.id}(..), a lemma, where by({node.id}, ..) cites it,")
        self._called(node, meant)


def _is_constant(node: ast.expr, value: object) -> bool:
    return isinstance(node, ast.Constant) and node.value is value


@cache
def _methods_of_spec() -> Mapping[str, tuple[FunctionType, ...]]:
    """The methods of the exported classes of `spec` by name: an attribute may be any of them."""
    found: dict[str, tuple[FunctionType, ...]] = {}
    for item in vars(spec).values():
        for name, method in methods(item) if isinstance(item, type) else ():
            found[name] = (*found.get(name, ()), method)
    return found


@cache
def methods_of_values() -> frozenset[str]:
    """The names of methods of Python's lists, tuples and tables and of the classes of `spec`."""
    python = {name for kind in (list, dict, tuple) for name in dir(kind)}
    classes = [item for item in vars(spec).values() if isinstance(item, type)]
    own = {n for kind in classes for n, item in vars(kind).items() if type(item) is FunctionType}
    return frozenset(name for name in python | own if not name.startswith("_"))


@cache
def attributes() -> frozenset[str]:
    """The public names of `spec`, of its classes, and of Python's lists, tuples and tables."""
    named = tuple(
        item
        for n, m in tuple(sys.modules.items())
        if within(n, ("spec",))
        for item in vars(m).values()
        if isinstance(item, type) and is_own(item)
    )
    found = {name for name, item in vars(spec).items() if type(item) is not ModuleType}
    for kind in named:
        if not issubclass(kind, BaseException):
            # Texts are for people: some of their methods make others, that print what they get.
            found |= {*dir(kind), *getattr(kind, "__annotations__", {})} - {*dir(str)}
    # What prints an unknown is no more the text of its number than `str` of it is.
    found -= {name for kind in named for name in texts(kind)}
    for kind in (list, dict, set, tuple):
        found |= {*dir(kind)}
    return frozenset(name for name in found if not name.startswith("_"))
