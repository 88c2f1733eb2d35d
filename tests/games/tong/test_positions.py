"""The positions on Tong's rules page are what the server would send: worked deal T1 (rules/tong.md 15) at four moments.

.venv/bin/python -m tests.games.tong.test_positions    writes games/tong/client/positions.json anew
"""

import json
from pathlib import Path
from typing import Any

from games.kernel.contract import AtSeat
from games.tong import GAME
from games.tong.commands import Buy, Command, FoldHand, Join, PlayCard, Refuse
from games.tong.state import Before, State, fold

FILE = Path(__file__).resolve().parents[3] / "games" / "tong" / "client" / "positions.json"
DECK = "KS 8S 6H KH TH 9S 8C TS 9H QC AC QS QH 7C 6C 8D 7D 6S JH TD KD JS JC AD 6D 9D JD KC QD 9C TC AH 7H AS 8H 7S"
CARD = GAME.pack.number
RULES = GAME.ruleset.build(players=4)
PLAYS = "3:AD 0:8D 2:6S 3:AC 0:TD 2:7C 0:KH 2:8S 3:KD 3:JS 0:QS 2:9S 0:TS 2:QC 3:JC"


def _dealt() -> State:
    state = GAME.new(RULES, before=Before(deal=9, dealer=0, points=(6, 11, 13, 4), marks=(1, 2, 1, 0), pot=40))
    deck = [GAME.pack.cards.index(CARD(name)) for name in DECK.split(" ")]
    for event in GAME.deal(state, tuple(deck)):
        fold(state, event)
    return state


def _say(state: State, seat: int, *commands: Command) -> None:
    for command in commands:
        GAME.advance(state, command, by=seat)


def _seen(state: State, seat: int) -> dict[str, Any]:
    """The table's view as a socket has it, with four persons and no clock."""
    view = GAME.view(state, AtSeat(seat))
    person = {"kind": "person", "bot": None, "owner": None, "ready": True, "here": True}
    menu = {"decision": 40, "choices": GAME.codec.menu(view.menu)} if view.menu else None
    return {
        "preset": RULES.preset,
        "options": RULES.options(),
        "view": {
            "lifecycle": "playing",
            "seats": [{"person": f"p{place}", **person} for place in range(RULES.players)],
            "you": seat,
            "deciders": [
                {"seat": place, "kind": due.kind, "hand": due.hand, "decision": 40}
                for place, due in GAME.deciders(state).items()
            ],
            "menu": menu,
            "offers": [],
            "deadline": None,
            "clocks": None,
            "game": GAME.codec.view(view),
        },
    }


def positions() -> dict[str, Any]:
    state = _dealt()
    _say(state, 1, Refuse())
    _say(state, 2, Refuse())
    made = {"buying": _seen(state, 3)}
    _say(state, 3, Buy(CARD("AC")))
    _say(state, 0, Join())
    made["joining"] = _seen(state, 1)
    _say(state, 1, FoldHand())
    for number, play in enumerate(PLAYS.split(" ")):
        if number == 10:  # the jack of spades is led: seat 0 holds the queen and must beat it
            made["trick"] = _seen(state, 0)
        seat, _, card = play.partition(":")
        _say(state, int(seat), PlayCard.of(CARD(card)))
    made["settled"] = _seen(state, 2)
    return made


def _text() -> str:
    return json.dumps(positions(), separators=(",", ":")) + "\n"


def test_the_positions_on_the_rules_page_are_those_of_the_code() -> None:
    stored = json.loads(FILE.read_text())
    assert stored == json.loads(_text()), "type `.venv/bin/python -m tests.games.tong.test_positions`"


def test_each_position_shows_what_the_page_says_of_it() -> None:
    made = positions()
    game = {name: one["view"]["game"] for name, one in made.items()}
    assert game["buying"]["widow"] == ["KD", "JS", None, None]
    assert made["joining"]["view"]["menu"]["choices"] == [
        {"type": "join", "fields": {}},
        {"type": "fold_hand", "fields": {}},
    ]
    assert (game["joining"]["points"][1], game["joining"]["marks"][1]) == (11, 2)
    assert made["trick"]["view"]["menu"]["choices"] == [{"type": "play_card", "fields": {"card": {"card": ["QS"]}}}]
    (line,) = game["settled"]["sheet"]
    assert (line["won"], line["points"], line["paid"], line["pot"]) == (
        [3, None, 0, 2],
        [9, 11, 13, 6],
        [0, 0, 20, 0],
        60,
    )


if __name__ == "__main__":
    FILE.write_text(_text())
