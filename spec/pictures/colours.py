"""64 colours that stand for numbers. People with colour blindness can tell them apart, too.

Each colour is as far as possible from the colours before it, in CIELAB, as seen with normal vision
and as simulated for protanopia, deuteranopia and tritanopia. Black text on each colour has a
contrast of at least 4.5 : 1 (WCAG 2.2).
"""

from typing import Final

# fmt: off
COLOURS: Final = (
    "#77ddff", "#dd9911", "#999977", "#ccffaa", "#aa55cc", "#ffee66", "#cc5522", "#bb5599",
    "#cc99ff", "#ff99cc", "#ccccbb", "#8888ff", "#ee8844", "#dd4444", "#77cc88", "#887766",
    "#00bbbb", "#008844", "#aa99dd", "#bbdd77", "#99eeaa", "#ffaaee", "#5588aa", "#cccc44",
    "#88bb99", "#aabb66", "#778888", "#99ffff", "#aa9966", "#cc88aa", "#66ffdd", "#ddee77",
    "#3377ee", "#dd5588", "#bb8800", "#9966bb", "#99dd88", "#bbffcc", "#bb77dd", "#bb77bb",
    "#ddbb55", "#ee6655", "#448833", "#00bbff", "#ff9966", "#bbaaaa", "#ccaa77", "#eebbcc",
    "#00ccdd", "#ffaaaa", "#dd4466", "#7777dd", "#55aa33", "#778822", "#88dddd", "#aa9999",
    "#cc9988", "#bb6600", "#eebb99", "#998877", "#aaeeff", "#669955", "#bbbb33", "#ddddcc",
)
# fmt: on
"""Cells with number n get colour n % key.colours of this list, where `key` is the panel's key."""
