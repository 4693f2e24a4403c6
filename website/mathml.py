"""Formulas as MathML, which browsers show without a script."""

from __future__ import annotations

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator


def setup(app: Sphinx) -> None:
    """Register the renderer under the name `mathml`."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))


def _inline(writer: HTML5Translator, node: nodes.math) -> None:
    writer.body.append(convert(node.astext()))
    raise nodes.SkipNode


def _block(writer: HTML5Translator, node: nodes.math_block) -> None:
    writer.body.append(f'<div class="math">{convert(node.astext(), display="block")}</div>')
    raise nodes.SkipNode
