"""docs/protocol.md and its schemas: what is published is what the server sends, for every game."""

import json
import random
import re
from typing import Any, get_args

import pytest
from django.conf import settings
from jsonschema import Draft202012Validator, ValidationError

from games.kernel.contract import AtSeat, Public
from games.kernel.registry import games
from games.table import schema
from games.table.aggregate import command_json, redact, view
from games.table.aggregate.errors import Code
from tests.games.playouts import Any_Game, varied
from tests.games.table.aggregate.at_random import AtRandom
from tests.games.table.protocol import DOCS, SOCKET, check_from_client, check_from_server, validator

GAMES = [pytest.param(game, id=game.name) for game in games()]
SHIPPED = [param for param in GAMES if f"games.{param.id}" in settings.GAMES]
"""Those that are published: a game that only the tests enable has no page."""
PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")


def test_the_published_schemas_are_those_of_the_code() -> None:
    published = {file.name: file.read_text(encoding="utf-8") for file in (DOCS / "protocol").glob("*.json")}
    made = schema.texts()
    assert published.keys() == made.keys()
    for name, text in made.items():
        assert published[name] == text, (
            f"docs/protocol/{name} is old: type `.venv/bin/python manage.py protocol_schema`"
        )


def test_the_schemas_are_schemas() -> None:
    for one in (SOCKET, *(json.loads(text) for text in schema.texts().values())):
        Draft202012Validator.check_schema(one)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_says_in_a_whole_match_fits_its_schema(game: Any_Game) -> None:
    """Every view, menu, event and command of random matches, in every phase, for players and watchers."""
    phases, kinds = set(), set()
    for seed in range(4):
        rng = random.Random(f"protocol {game.name} {seed}")
        sitting = AtRandom(game, varied(game, rng), rng)
        told = 0
        for step, table in enumerate(sitting.steps(4)):
            watching: list[AtSeat | Public] = [Public(), *(AtSeat(seat) for seat in range(table.players))]
            viewer = rng.choice(watching)
            if step % 3 == 0 or (isinstance(viewer, AtSeat) and viewer.seat in table.deciders):
                news = sitting.recorded[told:]
                told = len(sitting.recorded)
                events: list[dict[str, Any]] = [{"seq": one.seq, "event": redact(table, one, viewer)} for one in news]
                shown = view(table, viewer, here={0})
                message = {"type": "frame", "v": table.seq, "events": events, "view": shown}
                check_from_server(json.loads(json.dumps(message)), game.name)
                phases.add(shown["game"]["phase"])
                kinds |= {one["event"]["type"] for one in events if one["event"] and "." not in one["event"]["type"]}
                menu = shown["menu"]
                if menu:
                    assert isinstance(viewer, AtSeat)
                    picked = game.legal(table.state, viewer.seat)[0].pick(rng)
                    command = json.loads(json.dumps(command_json(game, picked)))
                    validator(game.name, "command").validate(command)
                    check_from_client({"type": "command", "id": "a", "decision": menu["decision"], "command": command})
    assert "playing" in phases or "play" in phases, phases
    assert len(kinds) >= len(game.codec.event_types) // 2, kinds


def test_a_message_that_is_none_does_not_fit() -> None:
    """The schema can say no: else all the checks above would be worth nothing."""
    frame: dict[str, Any] = next(message for message in examples() if message["type"] == "frame")
    check_from_server(frame)
    for broken in (
        {**frame, "v": "21"},
        {**frame, "secret": 1},
        {**frame, "events": [{"seq": 1, "event": {"type": "card_played", "seat": 0, "by": 0, "card": "1S"}}]},
        {**frame, "events": [{"seq": 1, "event": {"type": "card_played", "seat": 0, "by": 0}}]},
        {**frame, "view": {**frame["view"], "menu": {"decision": 4, "choices": []}}},
        {**frame, "view": {**frame["view"], "deck": []}},
        {**frame, "view": {**frame["view"], "game": {**frame["view"]["game"], "hands": [["AS"], [], []]}}},
        {**frame, "view": {**frame["view"], "game": {**frame["view"]["game"], "all_hands": []}}},
    ):
        with pytest.raises(ValidationError):
            check_from_server(broken)


# --- the page ---


def examples() -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = json.loads((DOCS / "protocol.examples.json").read_text(encoding="utf-8"))
    return messages


def test_the_examples_fit() -> None:
    seen = set()
    for message in examples():
        check = check_from_client if message["type"] in ("hello", "command", "ack", "bye") else check_from_server
        check(message)
        seen.add(message["type"])
    assert seen == {
        one["$ref"].rpartition("/")[2]
        for part in ("fromClient", "fromServer")
        for one in SOCKET["$defs"][part]["oneOf"]
    }


def test_the_client_is_typed_by_the_same_examples() -> None:
    """tests/client/protocol-examples.ts holds them under the types of the browser's client, for its own check."""
    written = (DOCS.parent / "tests" / "client" / "protocol-examples.ts").read_text(encoding="utf-8")
    found = re.search(r"= (\[.*\]);\n$", written, re.DOTALL)
    assert found
    assert json.loads(found[1]) == examples()


def test_every_code_stands_on_the_page() -> None:
    codes = set(get_args(Code)) | {"busy", "must_follow", "must_trump", "must_beat", "card_not_held", "illegal_call"}
    codes |= {"illegal_discard", "illegal_contract", "illegal_claim", "wrong_turn"}
    for code in codes - {"no_such_table", "too_large"}:  # these two are close codes at the socket
        assert f"`{code}`" in PAGE, code
    for close in (4400, 4401, 4403, 4404, 4008, 4009, 4029):
        assert f"\n| {close} |" in PAGE


def test_every_field_command_and_event_of_the_table_stands_on_the_page() -> None:
    defs = SOCKET["$defs"]
    named = {*defs["view"]["properties"], *defs["seatInfo"]["properties"], *defs["gameView"]["properties"]}
    table = json.loads((DOCS / "protocol" / "table.schema.json").read_text(encoding="utf-8"))["$defs"]
    named |= {one["properties"]["type"]["const"] for one in table["event"]["oneOf"]}
    for name in named:
        assert f"`{name}`" in PAGE, name
    for one in table["command"]["oneOf"]:
        assert f'"{one["properties"]["type"]["const"]}"' in PAGE


@pytest.mark.parametrize("game", SHIPPED)
def test_every_field_command_and_event_of_a_game_stands_on_the_page(game: Any_Game) -> None:
    section = PAGE.partition(f"\n### 6.{[one.name for one in games()].index(game.name) + 1} {game.title}\n")[2]
    section = section.partition("\n### ")[0].partition("\n## ")[0]
    assert section, f"no section for {game.title}"
    own = schema.game_schema(game)["$defs"]
    shared = {*SOCKET["$defs"]["gameView"]["properties"], "trick", "last_trick", "tricks", "trump", "declarer", "sheet"}
    for name in own["view"]["properties"].keys() - shared - {"result"}:
        assert f"`{name}`" in section, name
    for one in own["command"]["oneOf"]:
        assert f'"{one["properties"]["type"]["const"]}"' in section
    for one in own["event"]["oneOf"]:
        assert f"`{one['properties']['type']['const']}`" in section
