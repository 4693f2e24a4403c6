"""Print a function's body in Gallina, and the condition under which Python raises no error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from verif.certify.conditions import decided, truth
from verif.certify.expressions import Expressions
from verif.certify.gallina import (
    ITEMS,
    LAYOUT,
    NOTHING,
    TEXT,
    ListOf,
    Product,
    Term,
    Type,
    UnprintableError,
    all_of,
    both,
    bound,
    conditional,
    default,
    matched,
)
from verif.certify.iterations import iterated, known, source
from verif.certify.lists import UndecidedError, heads_of
from verif.certify.patterns import Loop, is_hint, is_statement, local_name, loop
from verif.certify.scope import Functions, Scope
from verif.language.form import (
    Attempt,
    Call,
    Expr,
    If,
    Let,
    LetRec,
    Parameter,
    Pattern,
    Raise,
    Variable,
)

Then = Callable[[Scope], Term]
"""Prints the statements after the current statement, given the variables in scope."""

Goes = Callable[[tuple[Expr, ...], Scope], Term]
"""Prints a call of a local function by printing the function's body in place of the call."""

End = Callable[[Expr, Scope], Term]
"""Prints the last expression of a body, given the variables in scope."""


class Block(Expressions):
    """Prints the body of one Python function in Gallina.

    Where Python raises an error, the printed code has a default value instead.
    """

    splits = True

    def __init__(self, functions: Functions, text: Expr, result: Type) -> None:
        super().__init__(functions)
        self.result = result
        self.heads = heads_of(text)

    def printed(self, e: Expr, scope: Scope, end: End | None = None) -> Term:
        """Print a body. If it uses a list's head or tail, print a `match` on the list first."""
        try:
            return self._printed(e, scope, end or self.ended)
        except UndecidedError as asked:
            return self._split(asked.name, scope, lambda inner: self.printed(e, inner, end))

    def _printed(  # noqa: PLR0911 - one return per case
        self, e: Expr, scope: Scope, end: End
    ) -> Term:
        def then(following: Expr) -> Then:
            return lambda inner: self.printed(following, inner, end)

        match e:
            case Raise():
                return self.raised()
            case If(test=test, then=yes, other=no) if is_statement(e):
                return self.branched(test, scope, then(yes), then(no))
            case Let(pattern=None, value=Call(of=of), body=body) if is_hint(of):
                return self.printed(body, scope, end)
            case Let(pattern=pattern, value=value, body=body) if is_statement(value):
                # The statements after an `if` are printed in each of its branches.
                after: End = lambda last, inner: self.let(
                    pattern, self.term(last, inner), inner, then(body)
                )
                return self.printed(value, scope, after)
            case Let(pattern=pattern, value=value, body=body):
                return self.bound(pattern, value, scope, then(body))
            case LetRec(functions=(function, *_), body=body):
                if (through := loop(e)) is not None:
                    return self._loop(through, scope, end)
                if not function.made:
                    raise UnprintableError(f"cannot print the local function {function.ref.last}")
                goes = self._goes(function.params, then(function.body))
                rest = Term("", TEXT, goes=goes)
                return then(body)({**scope, local_name(function): rest})
            case Attempt(body=tried, handler=handler):
                # Print only whether the body of the `try` returns, not which error it raises.
                ok = self.printed(tried, scope, self.term).ok
                return conditional(ok, then(_last(tried))(scope), then(handler)(scope))
            case Call(of=Variable(name=name), args=args) if goes := _goes_on(name, scope):
                return goes(args, scope)
            case _:
                return end(e, scope)

    # `ClaimPrinter` overrides most of the following methods.

    def ended(self, e: Expr, scope: Scope) -> Term:
        """Print the last expression of a body, which is the result of the function."""
        term = self.term(e, scope, self.result)
        return self.raised() if term.ok == "false" else term

    def raised(self) -> Term:
        """Return the term that is printed where Python raises an error."""
        return Term(default(self.result), self.result, "false")

    def failed(self) -> Term:
        """Return the term that is printed where the unpacking of a list fails."""
        return self.raised()

    def branched(self, test: Expr, scope: Scope, yes: Then, no: Then) -> Term:
        """Print an `if`. Each branch also contains the statements after the `if`."""
        return self.owing(truth(self, test, scope).ok, decided(self, test, scope, yes, no))

    def bound(self, pattern: Pattern, value: Expr, scope: Scope, then: Then) -> Term:
        """Print an assignment and the statements after the assignment."""
        term = self.term(value, scope)
        if term.ok == "false" and pattern is not None:
            return self.raised()
        return self.owing(term.ok, self.let(pattern, term, scope, then))

    def owing(self, ok: str, then: Term) -> Term:
        """Add `ok` to the conditions under which Python evaluates the term `then` without error."""
        return replace(then, ok=both(ok, then.ok))

    def each(self, e: Loop, scope: Scope, then: Term) -> Term:
        """Print a loop whose only effect is to raise errors, and the statements after the loop."""
        of = source(self, e.pattern, e.among, scope)
        again = Term("", TEXT, goes=lambda _, __: Term("tt", NOTHING))
        returns = Block(self.functions, e.body, NOTHING).printed(
            e.body, {**of.scope, e.name: again}, _no_end
        )
        return self.owing(both(of.ok, of.every(returns.ok)), then)

    # The compiler turns loops, and statements that several branches share, into local functions.

    def _goes(self, params: Sequence[Parameter], body: Then) -> Goes:
        """Return a function that prints the calls of a local function. It prints the body inline.

        If the local function is a loop, the first argument of a call is the list of the entries
        that remain. This argument is skipped.
        """

        def goes(args: tuple[Expr, ...], scope: Scope) -> Term:
            given = zip(params, args[len(args) - len(params) :], strict=True)
            return body({**scope, **{p.name: self.term(a, scope) for p, a in given}})

        return goes

    def _loop(self, e: Loop, scope: Scope, end: End) -> Term:
        """Unroll a loop over known entries. Any other loop must do nothing but raise errors."""
        if isinstance(e.among, Variable):
            self.ask(self.term(e.among, scope))
        if (items := known(self, e.among, scope)) is not None:
            steps = self._goes(e.state, lambda inner: self._step(e, items, inner, end))
            return self.owing(all_of(items), steps(e.initial, scope))
        if e.state:
            raise UnprintableError(
                f"line {e.line}: cannot print a loop that does more than raise errors"
            )
        return self.each(e, scope, self.printed(e.after, scope, end))

    def _step(self, e: Loop, items: tuple[Term, ...], scope: Scope, end: End) -> Term:
        if not items:
            return self.printed(e.after, scope, end)
        again = self._goes(e.state, lambda inner: self._step(e, items[1:], inner, end))
        inner = {**scope, e.name: Term("", TEXT, goes=again)}
        return self.let(e.pattern, items[0], inner, lambda inner: self.printed(e.body, inner, end))

    # Variables.

    def let(self, pattern: Pattern, term: Term, scope: Scope, then: Then) -> Term:
        """Bind the names of a pattern, and print the next statements. Raises UnprintableError."""
        match pattern:
            case None | "_":
                return then(scope)
            case str() as name:
                return self._named(name, term, scope, then)
            case () if not term.items:
                return then(scope)
            case (first, *others) if term.items:
                head, tail = term.items[0], replace(term, items=term.items[1:])
                later: Then = lambda inner: self.let(tuple(others), tail, inner, then)
                return self.let(first, head, scope, later)
            case tuple() if isinstance(term.type, Product):
                said, inner = self._binder(pattern, term.type, scope)
                return bound(f"'{said}", term.code, then(inner))
            case tuple() if term.type == LAYOUT or isinstance(term.type, ListOf):
                return self._of_length(
                    pattern, iterated(self, Term(term.code, term.type)), scope, then
                )
            case _:
                raise UnprintableError(f"cannot print the assignment to {pattern}")

    def _named(self, name: str, term: Term, scope: Scope, then: Then) -> Term:
        plain = term.code.isidentifier() or term.code.isdigit() or term.empty
        if plain or not name.isidentifier() or term.type in (ITEMS, TEXT, NOTHING):
            return then({**scope, name: replace(term, name=name)})
        variable = self.free(name, scope, other=name)
        ok = term.accepted or "true"
        inner = replace(term, code=variable, ok=ok, items=None, name=name)
        return bound(variable, term.code, then({**scope, name: inner}))

    def _of_length(
        self, pattern: tuple[Pattern, ...], whole: Term, scope: Scope, then: Then
    ) -> Term:
        """Print the unpacking of a list. It fails if the list and the pattern differ in length."""
        assert isinstance(whole.type, ListOf)
        said: list[str] = []
        for each in pattern:
            binder, scope = self._binder(each, whole.type.element, scope)
            said.append(binder)
        arm = f"[{'; '.join(said)}]"
        return self.owing(whole.ok, matched(whole.code, (arm, then(scope)), ("_", self.failed())))

    def _binder(self, pattern: Pattern, of: Type, scope: Scope) -> tuple[str, Scope]:
        """Return the Gallina pattern for a value, and the scope extended by the pattern's names."""
        match pattern:
            case None | "_":
                return "_", scope
            case str() as name:
                variable = self.free(name, scope, other=name)
                return variable, {**scope, name: Term(variable, of, name=name)}
            case tuple() if isinstance(of, Product) and len(pattern) == len(of.parts):
                said: list[str] = []
                for each, part in zip(pattern, of.parts, strict=True):
                    binder, scope = self._binder(each, part, scope)
                    said.append(binder)
                return f"({', '.join(said)})", scope
            case _:
                raise UnprintableError(f"cannot print the assignment to {pattern}")

    def free(self, name: str, scope: Scope, *, other: str = "") -> str:
        """Return a name that no variable in scope uses.

        The name of the variable `other` is allowed, because the new variable replaces `other`.
        """
        taken = {word for n, t in scope.items() if n != other for word in _words(t)}
        base = found = self.functions.safe(name)
        k = 2
        while found in taken:
            found, k = f"{base}{k}", k + 1
        return found

    # Lists.

    def _split(self, name: str, scope: Scope, then: Then) -> Term:
        """Print a `match` on a list with two cases: empty, or a head and a tail."""
        pattern, inner = self.opened(name, scope)
        empty = {**scope, name: replace(scope[name], empty=True)}
        return matched(scope[name].code, ("[]", then(empty)), (pattern, then(inner)))

    def opened(self, name: str, scope: Scope) -> tuple[str, Scope]:
        """Return the pattern of a nonempty list, and the scope with names for its parts."""
        term = scope[name]
        assert isinstance(term.type, ListOf)
        of = term.type.element
        named, tail = self.heads.get(name, ("first", ""))
        inner = dict(scope)
        if isinstance(named, tuple) and isinstance(of, Product):
            variables = [self.free("_unused" if n == "_" else n, scope) for n in named]
            items = tuple(map(Term, variables, of.parts))
            entries = zip(named, items, strict=True)
            inner |= {n: replace(t, name=n) for n, t in entries if n != "_"}
            head = Term(f"({', '.join(variables)})", of, items=items)
        else:
            label = named if isinstance(named, str) else "first"
            head = Term(self.free(label, scope), of)
            if label != "first":
                inner[label] = replace(head, name=label)
        key = tail or f"{name}[1:]"
        rest = Term(self.free(tail or "rest", {**inner, "head": head}), term.type, name=key)
        inner[key] = rest
        inner[name] = replace(term, empty=False, head=head, tail=key)
        return f"{head.code} :: {rest.code}", inner


def _goes_on(name: str, scope: Scope) -> Goes | None:
    return scope[name].goes if name in scope else None


def _last(e: Expr) -> Expr:
    """Return the last value of the statements inside a `try`."""
    return _last(e.body) if isinstance(e, Let) and e.pattern is None else e


def _no_end(e: Expr, _: Scope) -> Term:
    raise UnprintableError(f"line {e.line}: cannot print a loop that does more than raise errors")


def _words(term: Term) -> set[str]:
    """Return the names in a term."""
    text = "".join(c if c.isalnum() or c in "_'" else " " for c in term.code)
    found = set(text.split())
    for item in term.items or ():
        found |= _words(item)
    return found | (_words(term.head) if term.head else set())
