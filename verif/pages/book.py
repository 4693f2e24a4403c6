"""The theory as a book, generated from the code: parts, chapters, definitions and lemmas."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from types import ModuleType

from verif.claims.catalogue import catalogue
from verif.kernel.claim import Claim
from verif.kernel.contract import Contract, Text
from verif.kernel.errors import TheoryError
from verif.kernel.theory import registered
from verif.pages.blocks import Block, block
from verif.pages.defined import spoken_of, with_parts
from verif.pages.rendering import rendered
from verif.theory import PARTS


@dataclass(frozen=True)
class Prose:
    """The docstring of a module or package of the theory. Its first line is the title."""

    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True)
class Definition:
    """A function that lemmas use.

    `place` is the function's module, or "" if the function is in the chapter's own module.
    """

    function: Text
    place: str

    @property
    def name(self) -> str:
        return self.function.__name__

    @property
    def text(self) -> str:
        return inspect.getsource(self.function).rstrip()


@dataclass(frozen=True)
class Entry:
    """A lemma, or the promise of a function, with its number in the book.

    `whenever` has the names of functions. A proof that calls one of these functions cites this
    lemma automatically.
    """

    number: str
    contract: Contract
    whenever: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        if self.contract.is_lemma:
            return f"Lemma {self.number} ({self.contract.id})"
        return f"{self.number} Promise of {self.contract.function.__name__}"

    @cached_property
    def block(self) -> Block:
        return block(self.contract)


@dataclass(frozen=True)
class Chapter:
    """A module of the theory. `before` holds the functions that earlier chapters define."""

    number: str
    module: ModuleType
    before: frozenset[Text] = frozenset()

    @property
    def prose(self) -> Prose:
        return _prose(self.module)

    @cached_property
    def definitions(self) -> tuple[Definition, ...]:
        """All functions that the chapter defines, mentions in its statements, or uses indirectly.

        Functions in `before` are left out. Each function comes after the functions that it uses.
        """
        module = self.module.__name__
        contracts = registered(module).contracts
        blocks = {contract.block for contract in contracts}
        own = [
            item
            for item in vars(self.module).values()
            if inspect.isfunction(item) and item.__module__ == module and item not in blocks
        ]
        needed = dict.fromkeys(
            one
            for contract in contracts
            for one in (*spoken_of(contract), *(() if contract.is_lemma else (contract.function,)))
        )
        found = dict.fromkeys(
            one
            for first in (*needed, *registered(module).observations, *own)
            for one in with_parts(first)
        )
        return tuple(
            Definition(one, "" if one.__module__ == module else one.__module__)
            for one in found
            if one not in self.before
        )

    @property
    def entries(self) -> tuple[Entry, ...]:
        own = registered(self.module.__name__)
        seen = {
            one: tuple(a.observation.__name__ for a in own.automatic if a.lemma is one.block)
            for one in own.contracts
        }
        return tuple(
            Entry(f"{self.number}.{n}", one, seen[one])
            for n, one in enumerate(own.contracts, start=1)
        )


@dataclass(frozen=True)
class Part:
    """A package of the theory, whose `CHAPTERS` are its modules in order."""

    number: int
    package: ModuleType

    @property
    def prose(self) -> Prose:
        return _prose(self.package)

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        names: Sequence[str] = self.package.CHAPTERS
        found, before = list[Chapter](), frozenset[Text]()
        for n, name in enumerate(names, start=1):
            module = import_module(f"{self.package.__name__}.{name}")
            found.append(Chapter(f"{self.number}.{n}", module, before))
            before |= {one.function for one in found[-1].definitions}
        return tuple(found)

    @property
    def theorems(self) -> tuple[Claim, ...]:
        """The claims of the catalogue whose code names a lemma or a function of this part."""
        package = self.package.__name__
        own = {
            contract.function
            for contract in registered(package).contracts
            if contract.function.__module__.startswith(f"{package}.")
        }
        return tuple(claim for claim in catalogue() if own & _named(claim.text))


def parts(name: str | None = None) -> tuple[Part, ...]:
    """Return the part with this name, or all parts. Raises TheoryError for an unknown name."""
    if name is not None and name not in PARTS:
        raise TheoryError(f"the book has no part {name!r}: choose one of {', '.join(PARTS)}")
    return tuple(
        Part(number, import_module(f"verif.theory.{part}"))
        for number, part in enumerate(PARTS, start=1)
        if name in {None, part}
    )


def book(part: str | None = None) -> str:
    """Return one part, or all parts, as Markdown."""
    return markdown(parts(part))


def book_page(part: str | None = None) -> str:
    """Return one part, or all parts, as a self-contained HTML page."""
    return rendered("book.html.jinja", parts=parts(part))


def markdown(parts: Sequence[Part]) -> str:
    """Return the parts as Markdown."""
    return rendered("book.md.jinja", parts=parts).rstrip() + "\n"


def _prose(module: ModuleType) -> Prose:
    title, *paragraphs = inspect.cleandoc(module.__doc__ or "").split("\n\n")
    return Prose(" ".join(title.split()).removesuffix("."), tuple(paragraphs))


@cache
def _named(text: Text) -> frozenset[Text]:
    """Return the functions that a claim's code names.

    The result is cached, because every part needs it.
    """
    tree = ast.parse(inspect.cleandoc(inspect.getsource(text)))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return frozenset(filter(inspect.isfunction, map(text.__globals__.get, names)))
