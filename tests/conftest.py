"""What every test may rely on: text without colours, and the same examples each time."""

import pytest
from hypothesis import HealthCheck, settings

# The same examples on every machine, however slow or loaded it is; a property whose hypotheses
# are rarely met discards a lot and still says what it found.
settings.register_profile(
    "project",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=(HealthCheck.filter_too_much, HealthCheck.too_slow),
)
settings.load_profile("project")


@pytest.fixture(autouse=True)
def no_colours(monkeypatch):
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
