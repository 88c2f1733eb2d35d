"""The fourth game at a table of the platform: played with programs, watched, kept, replayed, exported and imported."""

import asyncio
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command

from bots import tasks
from games.kernel.contract import Everything, Public
from games.kernel.record import Record, format_record, parse_records
from games.table import feed, models, service
from games.table.aggregate import FINISHED, IMPORTED, Refused, redact
from games.table.held import load
from games.table.ids import format_id, parse_id
from games.table.rebuild import differences
from games.table.records import export_record
from tests.games.table.sockets import InProcess, guest
from tests.whist3 import GAME
from tests.whist3.commands import NameStake
from tests.whist3.events import DealStarted

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_room_outlives_its_test")]
ALICE = "Alice1234567"


def of_programs(**options: Any) -> UUID:
    """A table that programs play to its end by themselves."""
    table_id = service.open_table(
        "whist3", {"target": 4, **options}, None, bots=("simple", "random", "simple")
    ).table_id
    for _ in range(4000):
        if load(table_id).table.lifecycle == FINISHED:
            return table_id
        tasks.look_after(format_id(table_id))
    raise AssertionError("no end")


def test_programs_play_it_and_what_is_stored_folds_to_the_same() -> None:
    table_id = of_programs()
    table = load(table_id).table
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert max(outcome.scores) >= 4
    assert differences(table_id) == []
    head = models.Head.objects.get(table_id=table_id)
    assert (head.game, head.lifecycle) == ("whist3", FINISHED)


def test_the_log_replays_card_by_card() -> None:
    held, recorded = feed.history(of_programs())
    state = GAME.new(held.table.state.rules)
    views = []
    for one in recorded:
        if type(one.event) in GAME.codec.event_types.values():
            state = GAME.evolve(state, one.event)
            views.append(GAME.view(state, Everything()))
    assert GAME.outcome(state) == GAME.outcome(held.table.state)
    deals = {view.deal for view in views if view.phase == "playing"}
    assert deals == set(range(1, state.deal + 1))


def test_a_refused_command_is_refused_for_a_reason_of_the_game() -> None:
    table_id = service.open_table("whist3", {}, ALICE, bots=("simple", "simple")).table_id
    while 0 not in (held := load(table_id)).table.deciders:
        tasks.look_after(format_id(table_id))
    hand = held.table.state.hands[0]
    stranger = next(card for card in GAME.pack.cards if not hand >> card & 1)
    wrong = GAME.notation.play(stranger) if held.table.state.phase == 2 else NameStake(9)
    with pytest.raises(Refused) as refused:
        service.submit(table_id, wrong, actor=f"p:{ALICE}", command_id="x", decision=held.table.decisions[0])
    assert refused.value.code in ("card_not_held", "illegal_call")


@pytest.mark.parametrize("trump", ["turned", "none"])
def test_a_table_goes_out_as_text_and_comes_in_again(trump: str, tmp_path: Path) -> None:
    table_id = of_programs(trump=trump)
    text = format_record(export_record(table_id))
    assert "game: whist3" in text
    (record,) = parse_records(text)
    assert isinstance(record, Record)
    assert format_record(record) == text
    file = tmp_path / "records"
    file.write_text(text)
    out = StringIO()
    call_command("import", str(file), stdout=out)
    imported = parse_id(out.getvalue().strip())
    assert models.Head.objects.get(table_id=imported).lifecycle == IMPORTED
    assert differences(imported) == []
    assert format_record(export_record(imported)) == text


def test_simulated_records_verify_and_a_false_one_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "records"
    call_command("simulate", "whist3", f"--out={file}", "--tables=20", "--vary", "--seed=4")
    call_command("verify", str(file))
    assert "tables=20" in capsys.readouterr().out
    lines = file.read_text().splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("score: "))
    lines[at] = "score: +9 0 0"
    (error, *_) = parse_records("\n".join(lines) + "\n")
    assert getattr(error, "cls", None) == "wrong-score"


def test_a_watcher_follows_it_and_sees_no_hand() -> None:
    async def watched() -> InProcess:
        from asgiref.sync import sync_to_async

        person, token = await sync_to_async(guest)("Alice")
        opened = await sync_to_async(service.open_table)(
            "whist3", {"target": 1}, person.public_id, bots=("simple", "simple")
        )
        player = await InProcess(opened.id).connect()
        await player.hello(token)
        watcher = await InProcess(opened.id, headers={"origin": "http://localhost"}).connect()
        await watcher.hello()
        while not watcher.view["game"]["deal"]:
            await watcher.hear()
        hands = watcher.view["game"]["hands"]
        turned = watcher.view["game"]["turned"]
        assert [len(hand["cards"]) + hand["hidden"] for hand in hands] == [12, 12, 12]
        assert {card for hand in hands for card in hand["cards"]} == {turned}
        for client in (player, watcher):
            await client.close()
        return watcher

    watcher = asyncio.run(watched())
    started = [
        event["event"]
        for message in watcher.heard
        if message["type"] == "frame"
        for event in message["events"]
        if event["event"] and event["event"]["type"] == "deal_started"
    ]
    assert all(event["deck"] is None for event in started)


def test_the_pack_is_hidden_until_the_deal_is_over() -> None:
    table_id = service.open_table("whist3", {}, ALICE, bots=("simple", "simple"), ready=True).table_id
    held, recorded = feed.history(table_id)
    told = [redact(held.table, one, Public()) for one in recorded]
    assert [event["deck"] for event in told if event and event["type"] == "deal_started"] == [None]
    assert all(one.event.deck for one in recorded if type(one.event) is DealStarted)
