"""Child processes: pools of workers, and children that answer lines."""
