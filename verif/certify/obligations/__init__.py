"""Every integer obligation of the catalogue as a Rocq theorem, checked by Rocq's kernel."""
