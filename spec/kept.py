"""Properties that are computed once: what they are of never changes."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    kept = property
else:

    class kept(cached_property):  # noqa: N801 - a decorator, as `property`
        """A cached property without a lock, which takes longer than what is computed here.

        Two threads may compute it side by side, and come to the same.

        >>> from spec.layout import Layout
        >>> A = Layout((4, (2, 2)))
        >>> A.flat_shape, A.flat_shape is A.flat_shape
        ((4, 2, 2), True)
        """

        @property
        def fget(self) -> Any:
            """The text, as of a property."""
            return self.func

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            if instance is None:
                return self
            value = self.func(instance)
            # Beside the fields of a frozen dataclass, which they are not.
            vars(instance)[self.attrname] = value
            return value
