import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def forget_the_counts():
    """All tests come from one address."""
    cache.clear()
