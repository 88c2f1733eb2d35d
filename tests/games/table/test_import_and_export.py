"""Records into the log and out again: right tables of other programs come back byte for byte."""

from io import StringIO
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from accounts.models import Person
from games.hokm.events import CardPlayed, TrumpNamed
from games.kernel.record import format_record
from games.table import feed, models, service
from games.table.aggregate import IMPORTED, Recorded, Refused, commands, events
from games.table.held import load, refold
from games.table.ids import format_id, parse_id, uuid7
from games.table.rebuild import differences
from games.table.records import export_record, game_events, import_record
from tests.games.record_texts import SAMPLES, edited, read, refusals, sample, until
from tests.games.table.tables import ALICE, against_bots, move, of_three, play_out

pytestmark = pytest.mark.django_db

TWO = sample("hokm-two-deals.opentrick")
TABLES = [table.rstrip("\n") + "\n" for table in sample("hokm-default.opentrick").split("\n\n")]
ODD = [table.rstrip("\n") + "\n" for table in sample("hokm-house-rules.opentrick").split("\n\n")]


def imported(text: str) -> list[UUID]:
    return [import_record(record) for record in read(text)]


def exported(*tables: UUID) -> str:
    return "\n".join(format_record(export_record(table)) for table in tables)


def ran(command: str, *args: str) -> str:
    out = StringIO()
    call_command(command, *args, stdout=out)
    return out.getvalue()


@pytest.mark.usefixtures("each_database")
def test_a_file_comes_back_byte_for_byte_through_the_commands(tmp_path):
    file = tmp_path / "records"
    file.write_text("\n".join([TWO, *(t for t in TABLES if len(t) < 15_000), ODD[0], ODD[6]]))
    ids = ran("import", str(file)).split()
    assert len(ids) == len(set(ids)) >= 7
    assert ran("export", *ids) == file.read_text()
    for text in ids:
        table_id = parse_id(text)
        assert models.Head.objects.get(table_id=table_id).lifecycle == IMPORTED
        assert differences(table_id) == []


@pytest.mark.parametrize("table", [TABLES[0], ODD[1]])
def test_a_whole_match_of_another_program(table):
    assert exported(*imported(table)) == table


PLAIN = TWO.replace("JC AC QC", "AC QC JC")
EXCERPT = edited(edited(TWO, "seat 2: Zoë", "seat 2: Zoë", "excerpt: yes"), "option max_deals: 2")
BEGUN = edited(EXCERPT.replace("deal 1\n", "deal 41\n"), "dealer: 0", "dealer: 0", "totals before: -10 0 90")


@pytest.mark.parametrize(
    "text",
    [
        until(TWO, "seat 2: Zoë"),
        until(TWO, "deal 1"),
        until(TWO, "dealer: 0"),
        until(PLAIN, "bid 2: 3"),
        until(TWO, "trick 4: 1:8H 2:KH 0:QH -> 2"),
        until(TWO, "trump: C") + "trick 1: 1:JC 2:TC\n",
        until(TWO, "totals: -30 30 30"),
        until(TWO, "dealer: 1"),
        until(TWO, "trump: C") + "trick 1: 1:JC\naborted: no  light\nresult: none\nend: abandoned for # good\n",
        until(TWO, "seat 2: Zoë") + "result: none\nend: abandoned\n",
        until(BEGUN, "excerpt: yes"),
        until(BEGUN, "deal 41"),
        until(BEGUN, "totals before: -10 0 90"),
        until(BEGUN, "won: 0 4 6") + "score: -30 +30 +30\ntotals: -40 30 120\n",
    ],
)  # fmt: skip
def test_running_broken_off_and_excerpt_tables_come_back_byte_for_byte(text):
    (table_id,) = imported(text)
    assert exported(table_id) == text
    assert differences(table_id) == []
    assert read(exported(table_id)) == [export_record(table_id)]


def test_the_header_comes_back_whole():
    text = edited(
        TWO,
        "seat 2: Zoë",
        "seat 2: Zoë",
        "rated: yes",
        "started: 2024-02-29T23:59:59Z",
        "site: a  b # c",
        "x-note: 王芳",
        "empty:",
    )
    assert exported(*imported(text)) == text


def test_texts_that_are_not_canonical_come_back_canonical():
    noisy = "\r\n".join(["# hello", *TWO.replace("option target: 200", "option target:   200").splitlines(), ""])
    assert refusals(noisy)
    noisy = "\r\n".join(["# hello", *TWO.splitlines(), "", ""])
    assert exported(*imported(noisy)) == TWO


def test_an_imported_table_takes_no_command_and_holds_nothing_back():
    (table_id,) = imported(TABLES[5])
    held = load(table_id)
    assert held.table.lifecycle == IMPORTED
    with pytest.raises(Refused, match="finished"):
        service.submit(table_id, commands.Sit(), actor=f"p:{ALICE}", command_id="1")
    shown = feed.table_view(table_id, None)
    assert all(hand["hidden"] == 0 for hand in shown.view["game"]["hands"])
    assert shown.facts["origin"]["names"] == list(export_record(table_id).header.names)
    head = models.Head.objects.get(table_id=table_id)
    assert (head.rated, head.deadline_at, head.host) == (False, None, "")
    assert not models.Follow.objects.filter(table_id=table_id).exists()


def test_the_fold_row_is_what_the_events_make():
    (table_id,) = imported(ODD[6])
    fold = models.Fold.objects.get(table_id=table_id)
    assert 1 < fold.seq < models.Head.objects.get(table_id=table_id).seq
    from_the_fold_row = feed.table_view(table_id, None).view
    assert load(table_id).hash == refold(table_id).hash
    models.Fold.objects.filter(table_id=table_id).delete()
    assert feed.table_view(table_id, None).view == from_the_fold_row


def test_faulty_tables_are_named_and_the_others_imported(tmp_path, capsys):
    file = tmp_path / "records"
    file.write_text(edited(TWO, "won: 0 4 6", "won: 6 4 0") + TWO)
    out, err = StringIO(), StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("import", str(file), stdout=out, stderr=err)
    assert ended.value.code == 1
    assert err.getvalue() == f"{file}:31: wrong-tricks: won is 0 4 6\n"
    (text,) = out.getvalue().split()
    assert ran("export", text) == TWO


def test_missing_files_and_tables_get_one_clear_sentence(tmp_path):
    with pytest.raises(CommandError, match="cannot read"):
        ran("import", str(tmp_path / "none"))
    with pytest.raises(CommandError, match="22 characters"):
        ran("export", "abc")
    with pytest.raises(CommandError, match="there is no table"):
        ran("export", format_id(uuid7()))
    assert SAMPLES.exists()


# --- tables that were played here ---


def test_a_finished_table_verifies_with_the_names_of_its_players():
    alice = Person.objects.create(public_id=ALICE, name="Alice B.", kind="member")
    made = against_bots(host=alice.public_id)
    end = play_out(load(made.table_id))
    text = exported(made.table_id)
    assert read(text)[0].events == export_record(made.table_id).events
    assert text.splitlines()[5:9] == ["seat 0: Alice B.", "seat 1: bot simple", "seat 2: bot simple", "rated: no"]
    assert text.splitlines()[-1] == "end: finished"
    assert end.table.result is not None
    totals = " ".join(map(str, end.table.result.scores))
    assert f"\nresult: {totals} winner " in text


def test_a_running_table_ends_with_its_last_scored_deal():
    made = of_three()
    held = play_out(load(made.table_id), until=lambda table: table.decks_drawn == 3)
    for _ in range(7):
        held = move(held)
    text = exported(made.table_id)
    assert not refusals(text)
    assert text.count("\ndeal ") == text.count("\ntotals: ") == 2
    first = exported(of_three().table_id)
    assert "deal" not in first


def test_a_table_abandoned_inside_a_deal_says_so():
    made = of_three()
    held = load(made.table_id)
    for _ in range(6):
        held = move(held)
    service.submit(made.table_id, commands.AbandonTable(0), actor="mod:1", command_id="x")
    text = exported(made.table_id)
    assert text.endswith("\naborted: abandoned\nresult: none\nend: abandoned\n")
    assert read(text)[0].deals == 1


def test_a_table_closed_before_the_start_has_a_header_only():
    made = service.open_table("hokm", {}, ALICE)
    service.submit(made.table_id, commands.CloseTable(), actor=f"p:{ALICE}", command_id="x")
    text = exported(made.table_id)
    assert text.endswith("\nresult: none\nend: abandoned closed\n")
    assert f"seat 0: {ALICE}\nseat 1: -\n" in text
    assert not refusals(text)


def test_an_import_joins_the_transaction_of_its_caller():
    (record,) = read(TWO)
    with transaction.atomic():
        import_record(record)
        transaction.set_rollback(True)
    assert not models.Head.objects.exists()
    assert not models.Event.objects.exists()


def test_plays_that_were_taken_back_are_left_out():
    """Alice and Bob play, both take it back, Alice plays another card and takes only Bob's answer back."""
    log = [
        TrumpNamed(0, 0, 1),
        CardPlayed(0, 0, 5),
        CardPlayed(1, 1, 6),
        events.PlaysUndone(1),
        CardPlayed(0, 0, 7),
        CardPlayed(1, 1, 3),
        events.PlaysUndone(5),
        CardPlayed(1, 1, 4),
    ]
    recorded = [Recorded(seq, 0, "clock", event) for seq, event in enumerate(log, 1)]
    assert game_events(recorded) == (log[0], log[4], log[7])


@pytest.mark.parametrize(("name", "written"), [("A\tB\n", "A B"), (" " * 5, "-"), ("x" * 40, "x" * 40)])
def test_names_are_made_to_fit_a_header(name, written):
    Person.objects.create(public_id=ALICE, name=name, kind="member")
    text = exported(against_bots(host=ALICE).table_id)
    assert text.splitlines()[5] == f"seat 0: {written}"
    assert not refusals(text)
