"""Read the claims, lemmas and contracts of a file from its source, without running it.

The reader compiles each function to the language of proofs, and evaluates each declaration, such as
`@claim("ID", "title", A=Layouts())`. It rejects all other code with an error, which names the line
and says what to write instead.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from verif.files.annotations import (
    is_type,
    require_type_of_constant,
    require_types,
    types_in,
)
from verif.files.declarations import UNREADABLE, Declarations, placed
from verif.kernel import claim as claims
from verif.kernel import theory
from verif.kernel.claim import Claim
from verif.kernel.errors import ClaimError
from verif.kernel.text import Text, Written, parameters_of
from verif.language.check import Checker
from verif.language.compile import Program, project
from verif.language.evaluate import Machine
from verif.language.form import Parameter, Record, Ref, Refusal, RefusedError
from verif.language.modules import Assigned, Imported, Module, Whole

TYPING: Final = frozenset(
    (
        *("__future__", "typing", "collections.abc", "dataclasses"),
        *("math", "functools", "itertools", "operator"),
    )
)
"""Modules of the standard library that a file may import names from."""

WHOLE: Final = frozenset(("math", "itertools", "functools", "operator", "spec"))
"""Modules that a file may import as a whole."""


@dataclass(frozen=True)
class File:
    """The declarations of a file: its claims by function name, and the module of its lemmas."""

    module: str
    claims: dict[str, Claim]


def read(path: Path) -> File:
    """Read a file of claims. Raises ClaimError with the reason if the file is not valid."""
    if path.suffix != ".py":
        raise ClaimError(f"{path}: a file of claims must end in .py")
    _require_file(path)
    try:
        return _read(project(), project().modules.add(path), by_link=path.is_symlink())
    except RefusedError as error:
        raise ClaimError(str(error.refusal)) from None
    except (RecursionError, MemoryError):
        raise ClaimError(f"{path}: the file is nested too deeply or too large to be read") from None
    except ClaimError:
        raise
    except UNREADABLE as error:
        raise ClaimError(f"{path}: {error}") from None


def _require_file(path: Path) -> None:
    """Raise ClaimError if the path does not lead to a regular file.

    The file is read several times, so it must not be a pipe.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        raise ClaimError(f"{path}: no such file") from None
    except OSError as error:
        raise ClaimError(f"{path}: {error.strerror}") from None
    if stat.S_ISDIR(mode):
        raise ClaimError(f"{path} is a folder: name a file in it")
    if not stat.S_ISREG(mode):
        raise ClaimError(f"{path} is not a regular file: write the claims to a file")


_reading: list[Module] = []
"""The files that are being read, outermost first. Each file imports the next one."""

_known: dict[str, File] = {}


def _read(  # noqa: PLR0912 - one branch per step
    program: Program, module: Module, *, by_link: bool = False
) -> File:
    """Read a module. `by_link` says whether a symbolic link led to the file."""
    if module.name in _known:
        return _known[module.name]
    if module.refused:
        raise RefusedError(module.refused[0])
    _reading.append(module)
    try:
        for name, entry in module.names.items():
            _require_readable(program, module, name, entry, by_link=by_link)
    finally:
        _reading.pop()
    # This evaluator creates the record classes of the file, which annotations may name.
    machine = Machine(program)
    for entry in module.names.values():
        if isinstance(entry, ast.AST):
            require_types(machine, module, entry)
        elif isinstance(entry, Assigned):
            require_types(machine, module, entry.value)
            if entry.annotation is not None:
                require_type_of_constant(machine, module, entry.annotation)
    functions = [node for node in module.names.values() if isinstance(node, ast.FunctionDef)]
    for node in functions:
        module.texts[node.name] = _written(program, machine, module, node)
    for name, node in module.names.items():
        if not isinstance(node, ast.FunctionDef | Imported | Whole):
            program.definition(Ref(module.name, name))
    Checker(program).check_module(module)
    declarations = Declarations(program, module)
    _require_values(declarations, machine)
    found: dict[str, Claim] = {}
    for line, node, verb, given, named in declarations.all():
        if node is not None and len(node.decorator_list) > 1:
            raise RefusedError(_declared_twice(module, node, node.lineno))
        text: Any = module.texts.get(node.name) if node is not None else None
        with placed(module, line):
            match verb:
                case "claim":
                    made = claims.claim(*given, **named)(text)
                    claims.require_domains(made, module.file, node.lineno if node else line)
                    found[text.__name__] = module.texts[text.__name__] = made
                case "lemma":
                    theory.lemma(**named)(text)
                case "contract":
                    theory.contract(*given, **named)(text)
                case _:
                    for function in given if node is None else (text,):
                        _require_definable(module, line, node, function, named)
                        theory.define(module.name, function, **named)
    for node in functions:
        theory.require_unfoldable(program.function(Ref(module.name, node.name)))
    _known[module.name] = File(module.name, found)
    theory.declare(module.name, found)
    return _known[module.name]


def _written(program: Program, machine: Machine, module: Module, node: ast.FunctionDef) -> Written:
    function = program.function(Ref(module.name, node.name))
    doc = ast.get_docstring(node) or ""
    types = types_in(machine, module, function)
    return Written(function, types, doc, module.lines(node), program)


def _require_readable(
    program: Program, module: Module, own: str, entry: object, *, by_link: bool
) -> None:
    """Refuse an import from a source that is not allowed, or of a name that does not exist.

    The allowed sources are the project, some modules of the standard library, and files of claims.
    `own` is the name that the import binds.
    """
    match entry:
        case Whole(module=name) if name in WHOLE:
            pass
        case Imported(module=name, name=original, line=line) if name in TYPING:
            if not hasattr(importlib.import_module(name), original):
                raise RefusedError(_not_defined(module, name, original, line))
        case Imported(module=name, name=original, line=line) if (
            name.partition(".")[0] in program.modules.roots
        ):
            known = program.modules.load(name)
            if known is None or program.modules.resolve(module, own) is None:
                raise RefusedError(_not_defined(module, name, original, line))
        case Imported(module=name, name=original, line=line):
            beside = program.modules.source(module, name)
            if beside is None:
                raise RefusedError(_not_read(module, name, line, by_link=by_link))
            if beside in _reading:
                what = f"{name} imports this file"
                advice = "move the definitions that both files need into a third file"
                raise RefusedError(Refusal(module.file, line, what, advice))
            _read(program, beside)
            if original not in beside.names:
                raise RefusedError(_not_defined(module, name, original, line))
        case Whole(module=name, line=line):
            raise RefusedError(_not_read(module, name, line, by_link=by_link))
        case _:
            pass


def _require_values(declarations: Declarations, machine: Machine) -> None:
    """Evaluate all constants and defaults of fields. Refuse those whose evaluation fails."""
    module = declarations.module
    for name, entry in module.names.items():
        if isinstance(entry, Assigned) and not is_type(machine, module, entry.value):
            with placed(module, entry.value.lineno):
                declarations.machine.meant(Ref(module.name, name))
        elif isinstance(entry, ast.ClassDef):
            record = declarations.program.record(Ref(module.name, name))
            for each in record.fields:
                _require_default(declarations, record, each)


def _require_default(declarations: Declarations, record: Record, field: Parameter) -> None:
    """Refuse a field's default value that is not hashable.

    `dataclass` refuses such a default too, because a value that is not hashable may be mutable.
    """
    if field.default is None or record.named_tuple:
        return
    with placed(declarations.module, field.default.line):
        value = declarations.machine.eval(field.default, {})
    if type(value).__hash__ is None:
        what = f"the default of `{field.name}` is a {type(value).__name__}"
        advice = "the default of a field must not be a list or a table; write a tuple"
        refusal = Refusal(declarations.module.file, field.default.line, what, advice)
        raise RefusedError(refusal)


def _require_definable(
    module: Module, line: int, node: ast.FunctionDef | None, item: Any, named: dict[str, Any]
) -> None:
    """Require a call `definition(FUNCTION, on="LIST")`.

    FUNCTION must be a function with a name, and LIST one of its parameters.
    """
    name: str = getattr(item, "__name__", "")
    own = module.names.get(name) if isinstance(item, Written) else None
    if node is None and isinstance(own, ast.FunctionDef) and own.decorator_list:
        raise RefusedError(_declared_twice(module, own, line))
    advice = 'write definition(FUNCTION, on="LIST"), where LIST is a parameter of FUNCTION'
    if isinstance(item, Claim):
        what = f"the claim {item.id} cannot be a definition"
    elif not isinstance(item, Text):
        what = f"a definition must be a function, not {item!r}"
    elif not name.isidentifier():
        what = "a definition must be a function with a name, not a lambda"
    elif named.keys() != {"on"}:
        what = f"the definition of `{name}` needs the argument `on`, and no other argument"
    elif named["on"] not in parameters_of(item):
        what = f"`{name}` does not have the parameter {named['on']!r}"
    else:
        return
    raise RefusedError(Refusal(module.file, line, what, advice))


def _declared_twice(module: Module, node: ast.FunctionDef, line: int) -> Refusal:
    """Return the error for a function with two declarations.

    Such a function is refused, because one of its declarations might remain unproved.
    """
    what = f"`{node.name}` is declared twice"
    return Refusal(module.file, line, what, "write a separate function for each declaration")


def _not_defined(module: Module, name: str, original: str, line: int) -> Refusal:
    return Refusal(module.file, line, f"{name} does not define `{original}`")


def _not_read(module: Module, name: str, line: int, *, by_link: bool) -> Refusal:
    what = f"{name} cannot be imported here"
    advice = "a file of claims imports from spec, verif, math, itertools or a file beside it"
    beside = Path(module.file).with_name(f"{name}.py")
    if beside.is_symlink():
        advice = f"{beside.name} is a symbolic link, which is not followed: replace it by the file"
    elif by_link and beside.is_file():
        why = "a symbolic link led to this file, so files beside it are not read"
        advice = f"{why}: name {module.file} itself"
    return Refusal(module.file, line, what, advice)


def digest(path: Path | None) -> str:
    """Return a hash of a file and of the files that it imports.

    Return an empty string if `path` is None, which stands for the project's own claims.
    """
    if path is None:
        return ""
    read(path)
    modules = project().modules
    pending, found = [modules.add(path)], dict[str, str]()
    while pending:
        module = pending.pop()
        # Hash the relative path: in another process, the module may have another name.
        place = os.path.relpath(module.file, path.resolve().parent)
        if place not in found:
            found[place] = module.digest
            beside = (modules.source(module, name) for name in module.imports)
            pending += [each for each in beside if each is not None and not each.of_project]
    return hashlib.sha256(repr(sorted(found.items())).encode()).hexdigest()
