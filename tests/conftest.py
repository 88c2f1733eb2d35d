pytest_plugins = ["tests.services.fixtures", "tests.databases"]
