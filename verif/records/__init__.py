"""Verdicts written down: kept from one run to the next, or sent from another machine."""
