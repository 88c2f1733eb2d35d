"""`manage.py simulate` and `verify`: the same tables from the same seed, and a verdict for each file."""

import time
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.hokm import GAME
from games.kernel import registry
from games.kernel.record import RecordError, format_record, parse_records
from games.table import models
from games.table.management.progress import Progress
from games.table.rebuild import differences
from games.table.records import export_record
from games.table.rehearsal import WentAnotherWay, rehearse
from games.table.simulation import Wish, simulate, simulated_id, values_of
from tests.games.record_texts import SAMPLES, read, rewritten


def simulated(path: Path, *options: str) -> str:
    call_command("simulate", "hokm", f"--out={path}", *options)
    return path.read_text()


def test_the_same_seed_gives_the_same_file_and_another_seed_another(tmp_path, capsys):
    one = simulated(tmp_path / "one", "--tables=6", "--seed=x", "--vary")
    again = simulated(tmp_path / "again", "--tables=6", "--seed=x", "--vary")
    other = simulated(tmp_path / "other", "--tables=6", "--seed=y", "--vary")
    assert one == again != other
    assert f"wrote {tmp_path / 'one'} tables=6 deals=" in capsys.readouterr().out


def test_a_table_depends_on_its_own_number_only():
    assert simulate(GAME, "x", 4, Wish(vary=True)) == simulate(GAME, "x", 4, Wish(vary=True))
    text = format_record(simulate(GAME, "s", 0, Wish(options={"target": "200"})).record)
    assert text.splitlines()[10] == (
        "deck: QD QH 7S AD 7C QC JS AC QS 8C 8H JC TC 8S AH KD 9H TH AS TD KH JD KS 9D JH 9S KC 8D 9C TS"
    )  # pinned: files made last year must come out again


@pytest.mark.parametrize("policy", ["simple", "random"])
def test_what_is_simulated_is_right_canonical_and_uses_every_value(policy, tmp_path, capsys):
    tables = 40 if policy == "simple" else 12
    text = simulated(tmp_path / "records", f"--tables={tables}", "--seed=1", "--vary", f"--policy={policy}")
    assert rewritten(text) == text
    call_command("verify", str(tmp_path / "records"))
    deals = sum(line.startswith("deal ") for line in text.splitlines())
    assert capsys.readouterr().out.splitlines()[-1] == f"ok {tmp_path / 'records'} tables={tables} deals={deals}"
    if policy == "simple":
        rules = [simulate(GAME, "1", index, Wish(vary=True)).record.header.rules.options() for index in range(tables)]
        for option in GAME.ruleset.OPTIONS:
            assert {table[option.name] for table in rules} >= set(values_of(option))


def test_wishes_hold_for_every_table(tmp_path):
    text = simulated(
        tmp_path / "records", "--tables=3", "--seed=1", "--vary", "--option=target=300", "--option=max_deals=2"
    )
    assert text.count("option target: 300\n") == text.count("option max_deals: 2\n") == 3


def test_a_table_without_an_end_is_abandoned_after_200_complete_deals():
    record = simulate(GAME, "endless", 0, Wish(options={"max_deals": "0"}), policy="random").record
    lines = format_record(record).splitlines()
    assert lines[-2:] == ["result: none", "end: abandoned"]
    assert record.deals == sum(line.startswith("totals: ") for line in lines) == 200
    limited = format_record(simulate(GAME, "endless", 0, Wish(), policy="random").record)
    assert limited.splitlines()[-1] == "end: finished"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--option=target=250"], "house rule target"),
        (["--option=ante=1"], "house rule ante"),
        (["--option=target"], "NAME=VALUE"),
        (["--vary", "--option=target=250"], "house rule target"),
        (["--players=4"], "house rule players"),
        (["--preset=sochi"], "house rule preset"),
        (["--policy=clever"], "no policy clever"),
        (["--tables=0"], "1 or more"),
    ],
)
def test_impossible_wishes_get_one_clear_sentence(options, message, tmp_path):
    with pytest.raises(CommandError, match=message):
        simulated(tmp_path / "records", "--tables=1", "--seed=1", *options)


def test_unknown_games_and_unwritable_files_get_one_clear_sentence(tmp_path):
    with pytest.raises(CommandError, match=r"no game bridge; there are: .*hokm"):
        call_command("simulate", "bridge", "--tables=1", "--seed=1", f"--out={tmp_path / 'x'}")
    with pytest.raises(CommandError, match="cannot write"):
        simulated(tmp_path / "no" / "folder", "--tables=1", "--seed=1")


def test_verify_names_every_faulty_table_and_ends_with_1(tmp_path, capsys):
    right = SAMPLES / "hokm-two-deals.opentrick"
    text = right.read_text()
    faulty = tmp_path / "faulty"
    faulty.write_text(text.replace("trump: C", "trump: X") + text + text.replace("won: 0 4 6", "won: 6 4 0"))
    with pytest.raises(SystemExit) as ended:
        call_command("verify", str(right), str(faulty), str(right))
    assert ended.value.code == 1
    first, second = (error for error in parse_records(faulty.read_bytes()) if isinstance(error, RecordError))
    assert capsys.readouterr().out.splitlines() == [
        f"ok {right} tables=1 deals=2",
        f"{faulty}:20: unreadable-line: {first.message}",
        f"{faulty}:{second.line}: wrong-tricks: {second.message}",
        f"ok {right} tables=1 deals=2",
    ]


def test_a_file_that_cannot_be_read_counts_as_faulty_and_stops_nothing(tmp_path, capsys):
    right = SAMPLES / "hokm-two-deals.opentrick"
    with pytest.raises(SystemExit) as ended:
        call_command("verify", str(tmp_path / "none"), str(right))
    assert ended.value.code == 1
    output = capsys.readouterr()
    assert output.err == f"cannot read {tmp_path / 'none'}: No such file or directory\n"
    assert output.out == f"ok {right} tables=1 deals=2\n"


@pytest.mark.usefixtures("each_database")
def test_through_the_write_path_the_file_is_the_same_and_the_tables_are_kept(tmp_path):
    wish = ("--tables=2", "--seed=w", "--option=max_deals=2")
    pure = simulated(tmp_path / "pure", *wish)
    assert simulated(tmp_path / "kept", *wish, "--service") == pure
    assert simulated(tmp_path / "again", *wish, "--service") == pure
    assert models.Head.objects.filter(lifecycle="finished").count() == 2
    table_id = simulated_id("hokm", "w", 0)
    assert differences(table_id) == []
    assert export_record(table_id).events == next(iter(read(pure))).events


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(game.name for game in registry.games()))
def test_every_game_goes_through_the_write_path(name):
    game = registry.game(name)
    limited = any(option.name == "max_deals" for option in game.ruleset.OPTIONS)
    for index in range(3):
        wish = Wish(options={"max_deals": "4"} if limited else {}, vary=True)
        played = simulate(game, "path", index, wish, policy="random")
        rehearse(played, "path", index)


@pytest.mark.django_db
def test_a_log_that_differs_from_the_rules_is_noticed():
    played = simulate(GAME, "w", 0, Wish(options={"max_deals": "1"}))
    rehearse(played, "w", 0)
    other = simulate(GAME, "v", 0, Wish(options={"max_deals": "1"}))
    with pytest.raises(WentAnotherWay):
        rehearse(other, "w", 0)


@pytest.mark.django_db
def test_an_abandoned_table_is_abandoned_in_the_log_as_well(monkeypatch):
    monkeypatch.setattr("games.table.simulation.MOST_DEALS", 2)
    played = simulate(GAME, "w", 1, Wish(options={"max_deals": "0"}))
    rehearse(played, "w", 1)
    assert models.Head.objects.get().lifecycle == "abandoned"
    text = format_record(export_record(simulated_id("hokm", "w", 1)))
    assert text.endswith("result: none\nend: abandoned abandoned\n")


def test_a_thousand_varied_tables_take_less_than_a_minute_of_one_core(tmp_path):
    """Told with fifty of them, in processor time, so that a busy machine does not matter."""

    def once() -> float:
        began = time.process_time()
        simulated(tmp_path / "records", "--tables=50", "--seed=fast", "--vary")
        return time.process_time() - began

    assert any(once() < 3 for _ in range(3))


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_the_progress_bar_is_for_terminals_only():
    terminal, file = Terminal(), StringIO()
    for stream in (terminal, file):
        with Progress("verify", 4, stream) as progress:
            progress.at(2)
    assert f"verify [{'#' * 20}{' ' * 20}]  50%" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")
    assert file.getvalue() == ""
