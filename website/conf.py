"""The Sphinx configuration for the pages that `website.building` prepares."""

import re

from pygments.lexers.shell import BashSessionLexer
from sphinx.application import Sphinx

from website import docstrings, mathml

project = "layout-verif"
author = "the authors of layout-verif"

extensions = ["myst_nb", "sphinx.ext.autodoc"]
myst_enable_extensions = ["dollarmath"]
# Give headings down to level 6 the anchors that GitHub gives them.
myst_heading_anchors = 6
# Claims, findings and code are left out of the table of contents, which would be too long.
suppress_warnings = ["toc.not_included"]

# Sphinx does not run the notebooks: a test runs them and compares their output.
nb_execution_mode = "off"

html_theme = "furo"
html_title = "layout-verif"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_math_renderer = "mathml"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {"navigation_with_keys": True, "top_of_page_buttons": []}
enable_search_shortcuts = True
pygments_style = "friendly"
pygments_dark_style = "github-dark"

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
add_module_names = False
nitpicky = False


class Session(BashSessionLexer):
    """A lexer for shell sessions. A line that begins with `(` is a layout, not a prompt."""

    _venv = re.compile(r"(?!)")


def setup(app: Sphinx) -> None:
    """Register the lexer, the escaping of docstrings, and MathML formulas."""
    app.add_lexer("console", Session)
    docstrings.setup(app)
    mathml.setup(app)
