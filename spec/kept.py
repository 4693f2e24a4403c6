"""Properties of immutable objects, computed once."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    kept = property
else:

    class kept(cached_property):  # noqa: N801 - a decorator, as `property`
        """A cached property without a lock, which would take longer than the computation.

        Two threads may both compute it, and get the same value.

        >>> from spec.layout import Layout
        >>> A = Layout((4, (2, 2)))
        >>> A.flat_shape, A.flat_shape is A.flat_shape
        ((4, 2, 2), True)
        """

        @property
        def fget(self) -> Any:
            """The function, as a property has it."""
            return self.func

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            if instance is None:
                return self
            value = self.func(instance)
            # A frozen dataclass cannot be assigned to; `__dict__` also keeps it out of the fields.
            vars(instance)[self.attrname] = value
            return value
