"""What somebody asks for who opens a table: read from JSON or from the form, and handed to the service."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.request import Request

from accounts.models import Person
from api.errors import ApiError
from api.reading import text, unreadable
from games.kernel import registry
from games.kernel.contract import Game
from games.table import service
from games.table.aggregate import CASUAL

_WORD, _NUMBER, _USUAL = "option.", "number.", "usual."


@dataclass(frozen=True, slots=True)
class Opening:
    """A table that is asked for. Values nobody gave are the usual ones."""

    game: str
    preset: str | None
    players: int | None
    options: Mapping[str, Any]
    bots: int | str | tuple[str, ...]
    """How many programs sit down, "rest" for all seats but one, or the policy of each."""
    visibility: str
    speed: str = CASUAL
    from_form: bool = False
    """The form asks for players and programs apart: there more programs than chairs means a program on each."""

    @classmethod
    def read(cls, request: Request) -> Opening:
        """From the request. Raises ApiError("unreadable") for what has not even the shape."""
        if not isinstance(request.data, Mapping):
            raise unreadable("body")
        data = _from_form(request.data) if is_form(request) else dict(request.data)
        unknown = data.keys() - {"game", "preset", "players", "options", "bots", "visibility", "speed"}
        if unknown:
            raise unreadable(sorted(unknown)[0])
        return cls(
            game=text(data, "game", ""),
            preset=text(data, "preset", "") or None,
            players=_count(data, "players"),
            options=_options(data.get("options")),
            bots=_bots(data.get("bots", 0)),
            visibility=text(data, "visibility", "public"),
            speed=text(data, "speed", CASUAL),
            from_form=is_form(request),
        )

    def carry_out(self, host: Person, table_id: UUID | None = None) -> service.NewTable:
        """Open it. Raises ApiError, BadOption or Refused."""
        game = self._game()
        players = self.players or game.ruleset.PLAYERS[0]
        return service.open_table(
            game.name,
            self.options,
            host.public_id,
            preset=self.preset or game.ruleset.PRESETS[0],
            players=players,
            bots=self._policies(game, players),
            visibility=self.visibility,
            speed=self.speed,
            table_id=table_id,
        )

    def _game(self) -> Game[Any, Any]:
        try:
            return registry.game(self.game)
        except KeyError:
            raise ApiError("unknown_game", _("This game is not played here."), field="game") from None

    def _policies(self, game: Game[Any, Any], players: int) -> tuple[str, ...]:
        match self.bots:
            case "rest":
                policies: tuple[str, ...] = (game.usual_policy,) * (players - 1)
            case int(count):
                policies = (game.usual_policy,) * (min(count, players - 1) if self.from_form else count)
            case tuple(named):
                policies = named
            case _:
                raise unreadable("bots")
        if len(policies) >= players or not set(policies).issubset(game.policy_names):
            raise unreadable("bots")
        return policies


def is_form(request: Request) -> bool:
    return not (request.content_type or "").startswith("application/json")


def _from_form(form: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of the page, all of them texts. An option is a word (`option.NAME`) or a free number
    (`number.NAME`); one left as it stood there (`usual.NAME`) says nothing, so that another number of players keeps
    its own usual rules."""
    data: dict[str, Any] = {name: value for name, value in form.items() if value != "" and "." not in name}
    for name in ("csrfmiddlewaretoken", "once"):
        data.pop(name, None)
    data["options"] = {}
    for name in {name.partition(".")[2] for name in form if name.startswith((_WORD, _NUMBER))}:
        word, number, usual = (form.get(part + name, "") for part in (_WORD, _NUMBER, _USUAL))
        chosen = number if number and (number != usual or not word) else word
        if chosen and chosen != usual:
            data["options"][name] = chosen
    for name in ("players", "bots"):
        if isinstance(data.get(name), str) and data[name].isascii() and data[name].isdigit() and len(data[name]) < 3:
            data[name] = int(data[name])
    return data


def _count(data: Mapping[str, Any], name: str) -> int | None:
    value = data.get(name)
    if value is not None and type(value) is not int:
        raise unreadable(name)
    return value


def _options(value: Any) -> Mapping[str, Any]:
    if value is None:
        return {}
    if (
        not isinstance(value, Mapping)
        or len(value) > 100
        or not all(isinstance(one, (str, int)) for one in value.values())
    ):
        raise unreadable("options")
    return dict(value)


def _bots(value: Any) -> int | str | tuple[str, ...]:
    if type(value) is int and 0 <= value <= 9:
        return value
    if value == "rest":
        return "rest"
    if isinstance(value, list) and len(value) <= 9 and all(isinstance(policy, str) for policy in value):
        return tuple(value)
    raise unreadable("bots")
