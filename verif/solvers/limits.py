"""How long a question may take, of the processor and of the clock."""

SLOW_MACHINE = 8
"""How much slower than the processor's the clock may run: others may work on the machine."""

GRACE_SECONDS = 2
"""What a question gets of the processor beyond its time before its worker is killed."""
