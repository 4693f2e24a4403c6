"""The generated files for people and programs: a module for each page, with its template."""
