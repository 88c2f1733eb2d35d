"""`manage.py simulate GAME --tables N --seed S --out FILE`: tables played by programs, as records."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.kernel import registry
from games.kernel.contract import RANDOM, SIMPLE, Game
from games.kernel.errors import BadOption
from games.kernel.record import format_record
from games.table.management.progress import Progress
from games.table.rehearsal import WentAnotherWay, rehearse
from games.table.simulation import Wish, simulate


class Command(BaseCommand):
    help = (
        "Play tables by a policy and write them as records (docs/notation.md). The same seed gives the same file "
        "everywhere: decks come from the verifiable shuffle with secrets made from the seed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help="name of the game, such as hokm")
        parser.add_argument("--tables", type=int, required=True, metavar="N", help="how many tables")
        parser.add_argument("--seed", required=True, metavar="S", help="any text")
        parser.add_argument("--players", type=int, metavar="K", help="players at each table")
        parser.add_argument("--preset", metavar="P", help="house rules to start from")
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="one house rule")
        parser.add_argument("--vary", action="store_true", help="draw house rules, so that every value occurs")
        parser.add_argument(
            "--policy", default=SIMPLE, help=f"{SIMPLE} (the default), {RANDOM}, or another of the game"
        )
        parser.add_argument(
            "--service", action="store_true", help="play every table through the write path too, and keep it in the log"
        )
        parser.add_argument("--out", required=True, metavar="FILE", help="where the records go")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            game = registry.game(options["game"])
        except KeyError:
            names = ", ".join(sorted(game.name for game in registry.games()))
            raise CommandError(f"there is no game {options['game']}; there are: {names}") from None
        policy: str = options["policy"]
        if policy not in game.policy_names:
            raise CommandError(f"{game.name} has no policy {policy}; it has: {', '.join(game.policy_names)}")
        if options["tables"] < 1:
            raise CommandError("--tables must be 1 or more")
        wish = Wish(options["players"], options["preset"], _options(options["option"]), options["vary"])
        try:
            deals = self._write(game, options, wish)
        except BadOption as bad:
            raise CommandError(f"house rule {bad}") from None
        except WentAnotherWay as difference:
            raise CommandError(str(difference)) from None
        except OSError as error:
            raise CommandError(f"cannot write {options['out']}: {error.strerror}") from None
        self.stdout.write(f"wrote {options['out']} tables={options['tables']} deals={deals}")

    def _write(self, game: Game[Any, Any], options: dict[str, Any], wish: Wish) -> int:
        """Plays and writes table by table; gives the number of deals."""
        tables: int = options["tables"]
        deals = 0
        with (
            open(options["out"], "w", encoding="utf-8", newline="\n") as out,
            Progress(f"simulate {game.name}", tables) as progress,
        ):
            for index in range(tables):
                played = simulate(game, options["seed"], index, wish, options["policy"])
                if options["service"]:
                    rehearse(played, options["seed"], index)
                deals += played.record.deals
                out.write(("\n" if index else "") + format_record(played.record))
                progress.at(index + 1)
        return deals


def _options(given: list[str]) -> dict[str, str]:
    options = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise CommandError(f"--option wants NAME=VALUE, not {text}")
        options[name] = value
    return options
