"""Pictures: panels of layouts, accesses and memory, as SVG.

Read the modules in this order: panel, colours, svg, placing; then boxes, folding and table, which
draw one panel; bars, legend and sheet, which put panels together; then one module for each kind of
picture: offsets, takers, banks, sectors, padding, bits and products.
"""
