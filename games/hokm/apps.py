from django.apps import AppConfig


class HokmConfig(AppConfig):
    name = "games.hokm"
    label = "hokm"
