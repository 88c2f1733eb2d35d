from django.apps import AppConfig


class Whist3Config(AppConfig):
    name = "tests.whist3"
    label = "whist3"

    def ready(self) -> None:
        from games.kernel.registry import register
        from tests.whist3 import GAME

        register(GAME)
