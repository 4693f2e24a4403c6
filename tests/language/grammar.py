"""The grammar of random programs: for each type, templates of expressions of this type.

A template is source text with holes. The hole `@int` is filled by an integer expression. The hole
`@int~v:int` is filled by an integer expression that may use the integer `$v`. An expression may
have another type than its template says, because programs with errors are compared, too. A template
that begins with `?` is outside the language or close to its limits. A template that begins with `!`
often raises an error.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

TEXTS: Final = {
    "int": """
(@int // @pos)|(@int % @pos)|(-@int // @pos)|-@int % @pos|@pair[-1]|max((0, *@iter))
min([*@iter, @int])|(@int, *@iter)[0]|(*@iter, @int)[-1]|divmod(@int, @pos)[@bool]
(@int, 3)[@bool]|pow(@int, @nat, @pos)|@int // @pos // 2|0|1|2|3|5|7|-1|-2|10|1 << 40|N|@name
@name|@name|@name|@name|(@int + @int)|(@int - @int)|(@num * @num)|!(@int // @int)|!(@int % @int)
(@int & @int)|(@int | @int)|(@int ^ @int)|(@num << @nat)|(@int >> @nat)|(@num ** @nat)
(@int + @num * @int)|(@int - @int - @int)|!(@int // @int // @int)|!-@int // @int|!-@int % @int
-@name ** 2|(-@int) ** 2|(- -@int)|-@int|+@int|abs(@int)|(@num - @int) * @num|len(@seq)|len(@ints)
sum(@iter)|sum(@iter, @int)|sum(@seq)|max(@int, @int)|min(@int, @int, @int)
max(@iter, default=@int)|!min(@seq)|!max(@seq)|!min(@seq, key=@fn)|!max(@seq, key=@fn)
min(*@iter, @int)|!@seq[@int]|!@ints[0]|!@ints[-1]|@pair[0]|@pair[1]|!@seq[@bool]|!@dict[@int]
@dict.get(@int, @int)|(@int if @truth else @int)|(@int if @bool else @int)|(@int or @int)
(@int and @int)|(@opt or @int)|(@int and @int or @int)|(@int if not @truth else @int)|@fn(@int)
@fn(@int)|g(@int)|g(@int, @int)|g(@int, b=@int)|g(b=@int, a=@int)|g(*@pair)|h(@int, *@iter)
h(@int, *@iter, k=@int)|!h(*@ints)|r(@nat)|even(@nat) + @int
reduce(lambda $v, $w: @int~v:int,w:int, @iter, @int)
!reduce(lambda $v, $w: @int~v:int,w:int, @seq)|reduce(mul, @iter, 1)|@P.a|@P.m(@int)|@P.p|@Q.x
@Q.y|@Q[0]|!@Q[@int]|!@P.t[0]|@Q.w(@int)|int(@bool)|int(@int)|(@bool + @int)|(@bool + @bool)
(@bool * @int)|-@bool|!divmod(@int, @int)[0]|!divmod(@int, @int)[@bool]|pow(@int, @nat)
!pow(@int, @nat, @int)|!@seq.index(@int)|@seq.count(@int)|(@int).bit_length()|prod(@iter)
gcd(@int, @int)|(lambda $v: @int~v:int)(@int)|(lambda $v, $w=@lit: @int~v:int,w:int)(@int)
(lambda *$v: @int~v:ints)(@int, *@iter)|[@int, @int][@bool]|(@int, @int)[@bool]
sum(@int~v:int for $v in @iter)|sum(@int~v:int for $v in @iter if @truth~v:int)
sum(@int~v:int,w:int for $v, $w in @pairs)|sum([@int~v:int for $v in @iter])
sum(@int~v:int,w:int for $v in @iter for $w in @iter~v:int)|!max(@int~v:int for $v in @seq)
?next(@iterator, @int)|!fails(@int)|!fails(@int) + @int // 0|@nest|len(@P.t)|len(@dict)
!next(@int~v:int for $v in @iter if @truth~v:int)|?next((@int~v:int for $v in @iter), @int)
(@opt if @opt is not None else @int)|len([@any~v:int for $v in @iter])|sum(@P.t)
reduce(lambda $v, $w: @int~v:int,w:pair, @pairs, @int)|sum(map(@fn, @iter))
sum(map(add, @seq, @seq))|P.m(@P, @int)|gcd(*@iter)|prod(@iter, start=@int)|sum(@iter, start=@int)
isqrt(@nat)|?~@int|?(w := @int)|?@int / @int|?round(@int)|?id(@int)|?hash(@int)|?int(@str)
?ord(@str)|?next(iter(@seq))|?@dict.setdefault(@int, @int)|?@list.pop()|?len(@str)
?len(set(@iter))|?max(@seq, default=@int, key=@fn)|?(lambda **$v: @int)(a=@int)
?(lambda $v, /: @int~v:int)(@int)|?(lambda $v, /: @int~v:int)($v=@int)|?g(@int, a=@int)
?len(value=@ints)|?getattr(@P, 'a')|?@int.real|?(@int).__add__(@int)|?sum(@ints, *())
?g(**{'a': @int})|?len(@iter)|?eval('1')|?len(@Q)|?len(f'{@int}')|?max(@pairs)[0]|?int(@int, @int)
?int()|?len(range(@int))|?range(@nat)[@int]|?@P._a|?P.a|?[@int for $v in @iter][@int]|?@any + @any
?@int if @any else @any|?max(@any, @any)|?sum(@any)|?@any[@any]|?@any.a|?@any.x|?@any(@int)
?len(@any)|?abs(@any)|?-@any|?@any % @any|?@any & @any|?min(@int)|?max()|?range(@int).start
?next(@iter)|?(lambda: @int)()|?all_different(@iter)|?first(@seq)
?(lambda $v: lambda $w: @int~v:int,w:int)(@int)(@int)
?sum(f() for f in [lambda: $v for $v in @iter])
?[f(@int) for f in [lambda $w: $v + $w for $v in @iter]][0]
""",
    "bool": """
True|False|@name|@name|(@int < @int)|(@int <= @int)|(@int == @int)|(@int != @int)|(@int > @int)
(@int >= @int)|(@int < @int <= @int)|(@int == @int != @int)|(@int < @int < @int < @int)
(@int < @int > @int)|not @truth|(not @int == @int)|(@bool and @bool)|(@bool or @bool)
(@bool and @bool or @bool)|(@int in @seq)|(@int not in @items)|(@int in @dict)
(@int in (@int, @int))|all(@bool~v:int for $v in @iter)|any(@bool~v:int for $v in @iter)
any(@iter)|all(@iter)|all(@truth~v:int,w:int for $v, $w in @pairs)|(@ints == @ints)
(@ints < @ints)|(@ints == @list)|(@ints != @ints)|(@list == @list)|(@list <= @list)
isinstance(@any, int)|isinstance(@any, tuple)|isinstance(@any, (int, tuple))
isinstance(@any, bool)|isinstance(@any, list)|isinstance(@nest, tuple)|isinstance(@any, P)
isinstance(@any, Q)|isinstance(@any, int | tuple)|(@opt is None)|(@opt is not None)|bool(@truth)
bool(@int)|(@P == @P)|(@Q == @ints)|(@Q == @Q)|(@bool == @bool)|(@int == @bool)|(@bool ^ @bool)
(@bool & @bool)|(@bool | @bool)|(@bool < @int)|!(@seq[0] is None)|(@int <= @int in @seq)
(@dict == @dict)|!(@int < fails(@int) < @int)|(@str == @str)|even(@nat)|(@pair in tuple(@pairs))
?(@int in (@int~v:int for $v in @iter))|(None in (@opt, @opt))|(@int < @int) == (@int < @int)
all(isinstance($v, int) for $v in @any)|(@any in (@any, @any))|?(@any == @any)|?(@any != @any)
?(type(@any) is int)|?(@any is @any)|?(@bool is True)|?(@any in @any)|?(@any < @any)
?(@int < @ints)|?(@str in @str)|?isinstance(@any, str)|?isinstance(@any, dict)|?callable(@any)
?hasattr(@P, 'a')|?issubclass(P, tuple)|?isinstance(@any, (int, None))|?(@list in @dict)
?('ab' in 'cab')|?((@P.m,) == (@P.m,))|?('' in @str)|?(@bool == True)
?isinstance(@any, (list, (int, tuple)))|?isinstance(@any, type(None))|?isinstance(@any, object)
?(@fn == @fn)|?isinstance(@any, None | int)|?(@list is @list)|?(() is ())|?bool()
?isinstance(@any, float)|?(@int == @int is None)|?(@opt is None is None)|?all([@any, @any])
""",
    "ints": """
()|(@int,)|(@int, @int)|(@int, @int, @int)|T|@name|@name|@name|(*@iter, @int)
(@int, *@iter, *@seq)|(*@ints,)|tuple(@iter)|tuple(@seq)|tuple(@list)|@ints[@slice]|@ints[1:]
@ints[:-1]|@ints[::-1]|(@ints + @ints)|(@ints * @nat)|(@nat * @ints)
tuple(@int~v:int for $v in @iter)|tuple([@int~v:int for $v in @iter])
tuple(@int~v:int for $v in @iter if @truth~v:int)
tuple(@int~v:int for $v in @iter if @bool~v:int if @bool~v:int)
tuple(@int~v:int,w:int for $v in @iter for $w in @iter~v:int)
tuple(@int~v:int,w:int for $v, $w in @pairs)
tuple(@int~v:int,w:list for $v, *$w in (@ints, @ints))
tuple(@int~v:int,w:pair for $v, $w in enumerate(@pairs))
tuple(@int~v:int,w:int,u:int for $v, ($w, $u) in enumerate(@pairs))|tuple(map(@fn, @iter))
tuple(map(lambda $v, $w: @int~v:int,w:int, @iter, @iter))|tuple(filter(@fn, @iter))
tuple(filter(None, @iter))|tuple(filter(lambda $v: @truth~v:int, @iter))|tuple(sorted(@iter))
tuple(reversed(@seq))|tuple(accumulate(@iter))
tuple(accumulate(@iter, lambda $v, $w: @int~v:int,w:int))
tuple(accumulate(@iter, mul, initial=@int))|tuple(chain(@iter, @iter))
tuple(accumulate(@iter, func=mul))|tuple(accumulate(@iter, None))
(@ints if @truth else @ints)|(@ints or @ints)|(@ints and @ints)|@Q|!divmod(@int, @int)|@P.t
tuple(takewhile(lambda $v: @bool~v:int, @iter))|tuple(range(@nat))|tuple(@dict)
tuple(@dict.values())|(lambda *$v: $v)(*@iter)|flat(@nest)|tuple(map(sum, (@ints, @list)))
tuple(map(len, (@ints, @list)))|tuple(map(max, @seq, @seq))
tuple(starmap(lambda $v, $w: @int~v:int,w:int, @pairs))|all2(@items)
?tuple(next(@iterator, 0) for _ in range(@nat))
tuple(sum(@int~v:int,w:int for $w in range($v % 4)) for $v in @iter)
!tuple(@int~v:int,w:int for $v, $w in zip(@iter, @iter, strict=True))
tuple(map(int, (@bool, @bool)))|tuple((lambda $w: @int~v:int,w:int)($v) for $v in @iter)
tuple(f1($v) for $v in @iter)|tuple(islice(@iter, @nat))
tuple(zip_longest(@iter, @iter, fillvalue=@int))[0]
tuple(dropwhile(lambda $v: @bool~v:int, @iter))|?tuple(@str)|?tuple(set(@iter))
?@ints[@int:@int:@int]|?tuple(@dict.keys())|?(@ints + @list)|?tuple(@any)
?tuple(v async for v in @iter)|?(*@any, *@any)|?tuple(iter(@seq))|?@ints * @int|?tuple(@P)
?(@any, @any)|?tuple(@iterator) + tuple(@iterator)|?@P.t or @any|?tuple(zip())
?tuple(map(@any, @iter))|?tuple()|?tuple((yield))
?tuple([f() for f in [f for $v in @iter for f in (lambda: $v,)]])
?tuple($v for $w in @iter for $u in $v for $v in @ints~w:int)|?tuple(_ for _ in @iter)
?(lambda _: tuple(_ for _ in @iter))(@int)
?reduce(lambda a, b: a, (), (@int~v:int for $v in @iter))
?tuple(tuple($v) for $v in repeat((@int~w:int for $w in @iter), 2))|?tuple(permutations(@ints))
?tuple(x for x in @iter for x in range(x % 3))|?tuple($v for $v in @iter for $v in @iter~v:int)
?tuple(@int~v:int for $v in @iter if ($v := @int))
""",
    "list": """
[]|[@int]|[@int, @int]|@name|@name|@name|[*@iter]|[@int, *@iter]|list(@iter)|sorted(@iter)
sorted(@iter, key=@fn)|sorted(@iter, key=@fn, reverse=@bool)|sorted(@iter, reverse=True)
[@int~v:int for $v in @iter]|[@int~v:int for $v in @iter if @truth~v:int]
[@int~v:int,w:int for $v in @iter for $w in @iter~v:int]|[@int~v:int,w:int for $v, $w in @pairs]
@list[@slice]|(@list + @list)|(@list * @nat)|(@list if @truth else @list)|list(@dict.values())
(@list or @list)|list(map(@fn, @iter))|list(reversed(@seq))|list(@ints)|list(range(@nat))
[@int~v:int for $v in @iter][@slice]|list(accumulate(@iter))
sorted(@iter, key=lambda $v: (@int~v:int, $v))|sorted(@pair)|[@bool~v:int for $v in @iter]
?@list.copy()|?(@list + @ints)|?list()|?list(@any)|?list(@str)|?[$v for $v in @iter for _ in ()]
?@list.sort()|?@list.append(@int)|?sorted(@any)|?sorted(@pairs)|?[lambda: @int]
""",
    "iter": """
?each(@int)|?chosen(@int, @ints)
@seq|@seq|@seq|range(@nat)|range(@nat, @nat)|range(@nat, @nat, @step)|range(len(@seq))
(@int~v:int for $v in @iter)|map(@fn, @iter)|reversed(@seq)|filter(@fn, @iter)|accumulate(@iter)
@dict|chain(@iter, @iter)|sorted(@iter)|(@int~v:int for $v in @iter if @bool~v:int)
(@int~v:int,w:int for $v in @iter for $w in @seq)|@name|@iterator
(@int~v:int,w:int for $v, $w in @pairs)|reversed(range(@nat))|map(add, @iter, @iter)
repeat(@int, @nat)|?enumerate(@iter)|?iter(@seq)|?set(@iter)|?range(@int)|?@str|?zip(@iter)|?@any
?range(@bool, @nat)
""",
    "iterator": """
@name|@name|(@int~v:int for $v in @iter)|map(@fn, @iter)|filter(None, @iter)|reversed(@seq)
accumulate(@seq)|(@int~v:int for $v in @iter if @truth~v:int)|?iter(@seq)|?zip(@iter)
""",
    "pairs": """
zip(@iter, @iter)|zip(@seq, @seq)|!zip(@seq, @seq, strict=True)|enumerate(@iter)
enumerate(@iter, @int)|@dict.items()|((@int, @int), (@int, @int))|product(@iter, @iter)
pairwise(@iter)|[@pair, @pair]|((@int~v:int, @int~v:int) for $v in @iter)|(@pair,)
zip(@ints[1:], @ints)|map(lambda $v: ($v, @int~v:int), @iter)|reversed(((@int, @int), @pair))
tuple(zip(@iter, @iter))|sorted(zip(@iter, @iter))|enumerate(@iter, start=@int)
sorted(zip(@seq, @seq), key=lambda $v: @int~v:pair)|@name|?zip(*@pairs)|?(@Q, @Q)|?(@pair, @ints)
?combinations(@iter, 2)
""",
    "nat": """
1|2|3|0|1|2|3|4|@int % 4|@int % 5|len(@seq) % 5|abs(@int) % 3|@int & 3|int(@bool)
min(max(@int, 0), 4)
""",
    "num": """
0|1|2|3|5|7|-1|-2|-3|len(@seq)|@int % 100|(@int % 7 - 3)|N
""",
    "pos": """
2|3|4|5|-2|-3|(@nat + 1)|7
""",
    "lit": """
0|1|2|-1|N|None|(1, 2)|()|True|?@int|?n|?[]|?(@int, 1)|?-@name
""",
    "step": """
1|2|-1|@int|-2|@nat|1
""",
    "slice": """
@int:|:@int|@int:@int|::-1|1:|:-1|:|::2|@nat:@nat|@int:@int:@step|?None:@int|?@any:|?:: @int
""",
    "truth": """
@bool|@bool|@bool|@int|@ints|@list|@opt|@dict|@nest|@int % 2|len(@seq)|?@P|?@Q|?@fn|?@iter|?@str
?@any
""",
    "items": """
@seq|@seq|range(@nat)|range(@nat, @nat, @step)|@dict|?@iter
""",
    "pair": """
(@int, @int)|!divmod(@int, @int)|@Q|(@pair if @truth else @pair)|(@int, @int)|@name|?[@int, @int]
""",
    "seq": """
@ints|@ints|@list|@ints|@name|@Q
""",
    "nest": """
@int|@int|(@nest, @nest)|(@nest,)|()|@ints|@list|@name|?[@nest, @nest]|?@opt
""",
    "fn": """
(lambda $v: @int~v:int)|(lambda $v: @int~v:int)|abs|@name|@name|partial(g, @int)
(@fn if @truth else @fn)|int|(lambda $v, $w=@lit: @int~v:int,w:int)|@P.m|(lambda *$v: sum($v))|f1
partial(lambda $v, $w: @int~v:int,w:int, @int)|even|?len|?(lambda $v, *, k=@lit: @int~v:int)|?max
?bool|?str|?(lambda: @int)|?@any
""",
    "P": """
P(@int, @ints)|P(@int)|P(a=@int)|P(t=@ints, a=@int)|@name|@P.n(@int)|(@P if @truth else @P)
P(@nat, T)|?P()|?P(@any)|?P(1, (), 3)|?replace(@P, a=@int)|?P(@int, b=@int)|?@Q
""",
    "Q": """
Q(@int, @int)|Q(y=@int, x=@int)|Q(*@pair)|@name|Q(@int)|(@Q if @truth else @Q)|?Q(@any, @any)
?@Q._replace(x=@int)|?Q._make(@pair)|?Q(@Q)
""",
    "opt": """
None|@int|@dict.get(@int)|(None if @truth else @int)|@name|(@int if @truth else None)
?next((@int~v:int for $v in @iter), None)
""",
    "str": """
'a'|'b'|''|@name|('a' if @truth else 'b')|?'%d' % @int|?f'{@int}'|?'a' + @str|?@str * @nat
?str(@int)|?repr(@any)
""",
    "dict": """
{**@dict, @int: @int}|{@int: @int, **@dict}|{@int: @int, **@dict, @int: @int}|{**@dict}
{}|{@int: @int}|{@int: @int, @int: @int}|{$v: @int~v:int for $v in @iter}|dict(@pairs)
dict(zip(@iter, @iter))|@name|{@int~v:int: $v for $v in @iter if @truth~v:int}
{$v: @int~v:int,w:int for $v, $w in @pairs}|?dict(a=@int)|?{**@dict}|?{@ints: @int}|?{@list: @int}
?{@int, @int}|?(@dict | @dict)|?{@any: @any}|?{True: @int, 1: @int}
""",
    "any": """
?each(@int)|?{**@any}|?(each(@int), 1)|?[each(@int)]|?(lambda p=each(@int): p)()
@int|@bool|@ints|@list|@pair|@nest|@opt|@P|@Q|@dict|@name|None|(@any, @any)|[@any, @any]|@int
@ints|@seq|(@any if @truth else @any)|(@any or @any)|(@any and @any)|@seq[@slice]|tuple(@pairs)
[@any~v:int for $v in @iter]|tuple(@any~v:int for $v in @iter)|(@bool, @int, @bool)
tuple(@any~v:int,w:int for $v, $w in @pairs)|list(@pairs)|sorted(@pairs)|max(@bool, @int)
min(@ints, @ints)|(@bool and @int)|sum((@bool, @bool))|(*@any, @any)|@Q[@slice]|?@fn|?@str|?@iter
?@pairs|?@any[@slice]|?(@any + @any)|?(@any * @nat)|?@any[0]|?@any[@any]|?1.5|?b'a'|?...
""",
}

HOLE: Final = re.compile(r"@(\w+?)(?:~((?:\w:\w+)(?:,\w:\w+)*))?(?!\w)|\$([uvw])")
CALLS: Final = re.compile(r"\b(f1|g|h|r)(?=[(,)]|$)")


@dataclass(frozen=True)
class Hole:
    """A place for an expression of a type. The expression may also use the names in `binds`."""

    kind: str
    binds: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Template:
    """Source text with holes. `own` lists the letters of holes for names, such as `v` for `$v`."""

    parts: tuple[str | Hole, ...]
    own: tuple[str, ...] = ()
    mark: str = ""
    calls: frozenset[str] = frozenset()
    holds: bool = False


@cache
def template(text: str) -> Template:
    """Parse a template from its text."""
    mark = text[:1] if text[:1] in ("?", "!") and len(text) > 1 else ""
    text, parts, at = text.removeprefix(mark), [], 0
    for found in HOLE.finditer(text):
        parts.append(text[at : found.start()])
        binds = tuple((b[0], b[2:]) for b in (found[2] or "").split(",") if b)
        parts.append(Hole(found[1], binds) if found[1] else Hole("$" + found[3]))
        at = found.end()
    own = tuple(
        sorted({part.kind[1] for part in parts if isinstance(part, Hole) and part.kind[0] == "$"})
    )
    return Template(
        (*parts, text[at:]), own, mark, frozenset(CALLS.findall(text)), "lambda" in text
    )


GRAMMAR: Final = {
    name: tuple(map(template, re.split(r"(?<! )[|\n](?! )", text.strip())))
    for name, text in TEXTS.items()
}

ODD: Final = tuple(
    """
LIST.append(@int)

LIST.extend(@iter)

LIST[0] = @int

del NUMBER

global NUMBER

LIST.sort()

LIST.insert(0, @int)

a = b = @list

x, y = y, x

nonlocal NUMBER

import math

print(@int)

return

yield @int

(NUMBER := @int)

a = LIST; a += [@int]

with @any: pass

NUMBER = NUMBER

a = [@int]; b = (a, 1); a += [2]

match @any:
    case (x, y): return x

match @any:
    case P(a=x): return x
    case _: pass

class C: pass

LIST *= @nat

a = @list; a.append(@int)

NUMBER **= 2

if (y := @int) > 1: return y

raise

raise @any

lambda: NUMBER

t = @ints; t += (@int,)

x = @dict; x[@int] = @int

for x in (): pass
    return x

for x in @iter: pass
else: return @int

async def q(): pass

a, b = @int, @int; b, a = a, b

NUMBER <<= 1

x = lambda: y
y = @int
return x()

x = @int
y = lambda: x
x = @int
return y()

a: int

del T

N = 3

def q(v=@list):
    return v
return q()

def q(v):
    nonlocal NUMBER
    NUMBER = v

try:
    x = @int
    x = fails(x)
except ValueError:
    return x
""".strip().split("\n\n")
)
"""Statements outside the language or close to its limits.

LIST stands for the name of a list, and NUMBER for the name of an integer.
"""
