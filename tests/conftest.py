from web.messages import compile_all

pytest_plugins = ["tests.services.fixtures", "tests.databases"]


def pytest_configure() -> None:
    """The tests read the catalogs as they are now, not as they were when `make setup` last compiled them."""
    compile_all()
