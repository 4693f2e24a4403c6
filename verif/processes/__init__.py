"""Child processes: pools of workers, and children that answer questions line by line."""
