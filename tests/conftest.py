pytest_plugins = ["tests.services.fixtures"]
