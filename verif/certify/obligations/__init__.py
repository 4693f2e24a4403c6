"""Every integer obligation of the catalogue as a theorem of Rocq, closed by its kernel."""
