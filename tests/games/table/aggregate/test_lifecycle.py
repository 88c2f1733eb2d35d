"""From the first person who sits down to the end of a table, whichever it is."""

import pytest

from games.hokm import events as hokm
from games.table.aggregate import Refused, events
from games.table.aggregate import commands as c
from tests.games.table.aggregate.sitting import ALICE, BETWEEN_MS, BOB, CAROL, DAVE, against_bots, of_three, opened


def test_people_sit_down_one_by_one_and_the_table_starts_when_everybody_is_ready() -> None:
    table = opened(persons=(ALICE,))
    assert table.table.lifecycle == "open"
    table.say(c.Sit(), BOB).say(c.Sit(2), CAROL)
    assert table.table.lifecycle == "seated"
    table.say(c.Ready(), ALICE).say(c.Ready(), CAROL)
    assert table.table.lifecycle == "seated"
    table.say(c.Ready(), BOB)
    assert table.types() == [
        events.Readied,
        events.Started,
        events.DealerDrawn,
        hokm.FirstDealerDrawn,
        events.DeckDrawn,
        hokm.DealStarted,
    ]
    assert table.table.lifecycle == "playing"


def test_a_person_has_one_seat() -> None:
    opened(persons=(ALICE,)).refuses(c.Sit(1), ALICE, "already_seated")


def test_nobody_sits_where_somebody_sits() -> None:
    table = opened(persons=(ALICE,)).refuses(c.Sit(0), BOB, "seat_taken")
    table.say(c.Sit(), BOB).say(c.Sit(), CAROL).refuses(c.Sit(), DAVE, "seat_taken")


def test_there_is_no_fourth_seat() -> None:
    opened().refuses(c.Sit(3), BOB, "unreadable").refuses(c.RemoveGuest(5), ALICE, "unreadable")


def test_who_leaves_before_the_start_leaves_an_empty_seat() -> None:
    table = opened(persons=(ALICE, BOB, CAROL)).say(c.Leave(), BOB)
    assert table.table.lifecycle == "open"
    assert table.view(0)["seats"][1]["kind"] == "empty"
    table.refuses(c.ReclaimSeat(), BOB, "not_seated").say(c.Sit(), BOB)
    assert table.table.seat_of(BOB) == 1


def test_the_host_fills_the_table_with_programs_which_are_always_ready() -> None:
    table = opened(persons=(ALICE,)).say(c.FillWithBots("simple"), ALICE)
    assert table.table.lifecycle == "seated"
    assert table.say(c.Ready(), ALICE).table.lifecycle == "playing"


def test_only_the_host_fills_removes_and_closes() -> None:
    table = opened(persons=(ALICE, BOB))
    for command in (c.FillWithBots(), c.RemoveGuest(0), c.CloseTable()):
        table.refuses(command, BOB, "unauthorised").refuses(command, "bot:simple", "unauthorised")


def test_there_is_no_program_of_an_unknown_policy() -> None:
    opened(persons=(ALICE,)).refuses(c.FillWithBots("genius"), ALICE, "unreadable")
    with pytest.raises(Refused):
        opened(bots=("genius",))


def test_every_game_can_be_played_by_the_policy_random() -> None:
    assert opened(bots=("random", "random")).table.lifecycle == "open"


def test_the_host_removes_a_guest_who_may_come_back() -> None:
    table = opened(persons=(ALICE, BOB)).say(c.RemoveGuest(1), ALICE)
    assert table.table.seat_of(BOB) is None
    table.refuses(c.RemoveGuest(1), ALICE, "stale").say(c.Sit(), BOB)


def test_the_host_removes_a_program_to_make_room() -> None:
    table = opened(persons=(ALICE,), bots=("simple", "simple")).say(c.RemoveGuest(2), ALICE).say(c.Sit(), BOB)
    assert table.table.seat_of(BOB) == 2


def test_the_host_closes_the_table_before_the_start_and_not_after() -> None:
    closed = opened(persons=(ALICE, BOB)).say(c.CloseTable(), ALICE)
    assert closed.table.lifecycle == "closed"
    closed.refuses(c.Sit(), CAROL, "finished").refuses(c.CloseTable(), ALICE, "finished")
    against_bots().refuses(c.CloseTable(), ALICE, "not_open").refuses(c.RemoveGuest(1), ALICE, "not_open")


def test_nobody_sits_down_at_a_running_table() -> None:
    against_bots().refuses(c.Sit(), BOB, "not_open")


def test_watchers_say_nothing() -> None:
    table = of_three()
    _, command = table.next_command()
    for said in (command, c.Ready(), c.Leave(), c.ReclaimSeat(), c.GiveSalt("0" * 32)):
        table.refuses(said, DAVE, "not_seated")


def test_a_program_plays_on_for_who_leaves_and_gives_the_seat_back() -> None:
    table = of_three().say(c.Leave(), BOB)
    assert table.types() == [events.Left, events.BotTookOver]
    assert table.view(0)["seats"][1] == {
        "person": None,
        "kind": "bot",
        "bot": "simple",
        "owner": BOB,
        "away": "gave_up",
        "ready": True,
        "here": False,
    }
    table.refuses(c.ReclaimSeat(), CAROL, "already_seated").refuses(c.ReclaimSeat(), DAVE, "not_seated")
    table.say(c.ReclaimSeat(), BOB)
    assert table.table.seat_of(BOB) == 1
    table.refuses(c.ReclaimSeat(), BOB, "already_seated")


def test_a_programs_late_command_finds_the_seat_taken_back() -> None:
    table = of_three()
    while 1 not in table.table.deciders:
        table.play()
    table.say(c.Leave(), BOB)
    _, command = table.next_command()
    decision = table.table.decision(1)
    assert table.decided(command, "bot:simple", decision=decision, seat=1)
    table.say(c.ReclaimSeat(), BOB)
    assert table.table.decision(1) == decision
    table.refuses(command, "bot:simple", "not_seated", decision=decision, seat=1)
    table.say(command, BOB, decision=decision)


def test_the_next_deal_waits_for_everybody_who_is_a_person() -> None:
    table = against_bots().play_until(hokm.DealScored)
    assert table.table.rest_since == table.now
    assert table.view(0)["deadline"] == table.now + BETWEEN_MS
    assert [seat["ready"] for seat in table.view(0)["seats"]] == [False, True, True]
    table.say(c.Ready(), ALICE)
    assert table.types() == [events.Readied, events.DeckDrawn, hokm.DealStarted]
    assert table.view(0)["deadline"] is None
    table.refuses(c.Ready(), ALICE, "stale")


def test_or_for_twelve_seconds() -> None:
    table = of_three().play_until(hokm.DealScored).say(c.Ready(), ALICE)
    table.refuses(c.PassDeadline(), "clock", "stale", after_ms=BETWEEN_MS - 1_001)
    table.say(c.PassDeadline(), "clock", after_ms=BETWEEN_MS - 1_000)
    assert table.types() == [events.DeckDrawn, hokm.DealStarted]
    assert [one.actor for one in table.recorded[-2:]] == ["chance", "chance"]


def test_any_word_after_the_twelve_seconds_lets_the_deal_begin() -> None:
    table = of_three().play_until(hokm.DealScored).say(c.GiveSalt("0" * 32), BOB, after_ms=BETWEEN_MS)
    assert table.types() == [events.SaltGiven, events.DeckDrawn, hokm.DealStarted]


def test_who_leaves_between_deals_is_not_waited_for() -> None:
    table = of_three().play_until(hokm.DealScored).say(c.Ready(), ALICE).say(c.Ready(), BOB).say(c.Leave(), CAROL)
    assert table.types() == [events.Left, events.BotTookOver, events.DeckDrawn, hokm.DealStarted]


def test_who_takes_a_seat_back_between_deals_is_asked_again() -> None:
    table = of_three().say(c.Leave(), CAROL).play_until(hokm.DealScored).say(c.Ready(), ALICE)
    table.say(c.ReclaimSeat(), CAROL).say(c.Ready(), BOB)
    assert table.table.rest_since is not None
    assert table.say(c.Ready(), CAROL).table.rest_since is None


def test_a_deal_that_is_thrown_in_makes_a_pause_as_well() -> None:
    table = of_three(options={"all_pass": "redeal", "min_total": 10}, seed=5).play_until(hokm.DealThrownIn)
    assert table.table.rest_since is not None


def test_without_a_pause_the_next_deal_begins_in_the_same_batch() -> None:
    table = of_three(between_ms=0).play_until(hokm.DealScored)
    assert hokm.DealStarted in table.types()
    assert table.last is not None
    assert table.last.resting is not None
    assert table.last.resting.seq == table.recorded[-3].seq


def test_the_rules_end_the_match() -> None:
    table = against_bots().play_until(events.Finished)
    assert table.types()[-2:] == [hokm.MatchEnded, events.Finished]
    outcome = table.table.game.outcome(table.table.state)
    assert outcome is not None
    assert table.table.result == events.Finished(outcome.scores, outcome.ranks, outcome.winners)
    assert table.table.ended_at == table.now
    for command in (c.Leave(), c.Ready(), c.Sit(), c.ReclaimSeat(), c.CloseTable()):
        table.refuses(command, ALICE, "finished")
    table.refuses(c.PassDeadline(), "clock", "finished").refuses(c.AbandonTable(), "clock", "finished")


def test_after_the_end_only_moderation_speaks() -> None:
    table = against_bots().play_until(events.Finished)
    table.refuses(c.Annul(), ALICE, "unauthorised").refuses(c.Reinstate(), "mod:1", "not_open")
    result = table.table.result
    table.say(c.Annul(), "mod:1")
    assert table.table.lifecycle == "annulled"
    table.refuses(c.Annul(), "mod:1", "not_open").say(c.Reinstate(), "mod:1")
    assert (table.table.lifecycle, table.table.result) == ("finished", result)


def test_a_table_annulled_in_the_middle_of_a_deal_has_shown_its_cards_and_stays_annulled() -> None:
    table = against_bots().say(c.Annul(), "mod:1")
    assert table.view(1)["game"]["hands"][0]["hidden"] == 0
    table.refuses(c.Reinstate(), "mod:1", "not_open")


def test_a_table_is_abandoned_when_nobody_stirred_for_long_enough() -> None:
    table = against_bots()
    table.refuses(c.AbandonTable(1_800_000), "clock", "stale", after_ms=1_799_999)
    table.refuses(c.AbandonTable(), ALICE, "unauthorised")
    table.say(c.AbandonTable(1_800_000), "clock", after_ms=1_800_000)
    assert table.table.lifecycle == "abandoned"
    assert table.table.deadline_at is None
    assert table.view(0)["deciders"] == []


def test_down_time_is_not_absence() -> None:
    table = against_bots().say(c.CreditClocks(7_200_000), "clock", after_ms=7_200_000)
    table.refuses(c.AbandonTable(1_800_000), "clock", "stale", after_ms=1_000)


@pytest.mark.parametrize("command", [c.PassDeadline(), c.CreditClocks(1)])
def test_only_the_clock_says_what_is_the_clocks(command: object) -> None:
    for somebody in (ALICE, "bot:simple", "mod:1"):
        against_bots().refuses(command, somebody, "unauthorised")


def test_an_imported_table_accepts_nothing() -> None:
    table = opened(host=None, commitment=None, origin={"type": "imported", "names": ["A", "B", "C"]})
    assert table.table.lifecycle == "imported"
    for command, by in ((c.Sit(), ALICE), (c.CloseTable(), ALICE), (c.AbandonTable(), "clock"), (c.Annul(), "mod:1")):
        table.refuses(command, by, "not_open" if isinstance(command, c.Annul) else "finished")
    assert table.table.deadline_at is None
