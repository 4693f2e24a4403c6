"""The files that are written for people and programs: a page a module, with its template."""
