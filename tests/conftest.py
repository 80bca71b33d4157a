"""What every test shares."""

import pytest
from hypothesis import HealthCheck, settings

# A first compilation or a busy machine is no failure of the property under test.
settings.register_profile("quincunx", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("quincunx")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Async tests run on asyncio, as the server does."""
    return "asyncio"
