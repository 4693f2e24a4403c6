"""Properties that are computed once, for objects that never change."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    kept = property
else:

    class kept(cached_property):  # noqa: N801 - a decorator, as `property`
        """A cached property without a lock, because locking would take longer than the computation.

        Two threads may compute the value at the same time; both get the same value.

        >>> from spec.layout import Layout
        >>> A = Layout((4, (2, 2)))
        >>> A.flat_shape, A.flat_shape is A.flat_shape
        ((4, 2, 2), True)
        """

        @property
        def fget(self) -> Any:
            """The wrapped function. A `property` has an attribute of the same name."""
            return self.func

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            if instance is None:
                return self
            value = self.func(instance)
            # Write to the instance's dictionary, because the dataclass is frozen.
            vars(instance)[self.attrname] = value
            return value
