"""Entering and leaving: one ticket for each person, whatever happens at once."""

from collections import Counter
from functools import partial

import pytest

from accounts.models import Person
from games.table.aggregate import Refused, commands
from games.table.service import open_table, submit
from matchmaking.models import Ticket, TicketPerson
from matchmaking.queues.tickets import also, change, enter, leave, no_longer
from matchmaking.queues.waiting import read_for
from matchmaking.queues.wishes import Wanted
from tests.games.table.test_log_races import at_once
from tests.matchmaking.people import CASUAL, RATED, member, members, waiting_facts

pytestmark = pytest.mark.usefixtures("each_database")


def refusal(persons: list[str], *wishes: Wanted) -> str:
    before = Ticket.objects.count()
    with pytest.raises(Refused) as refused:
        enter(persons, wishes)
    assert Ticket.objects.count() == before
    return refused.value.code


def test_who_enters_waits_until_they_leave() -> None:
    alice = member()
    ticket = enter([alice], [RATED, CASUAL])
    facts = waiting_facts(alice)
    assert facts is not None
    assert facts.ticket == ticket
    assert [queue.queue for queue in facts.queues] == ["hokm.default.normal.rated", "hokm.default.casual.casual"]
    assert leave(alice)
    assert not leave(alice)
    assert waiting_facts(alice) is None
    assert not TicketPerson.objects.exists()


def test_asking_for_the_same_again_is_the_same_ticket_and_for_another_is_refused() -> None:
    alice = member()
    ticket = enter([alice], [RATED])
    assert enter([alice], [RATED]) == ticket
    assert refusal([alice], CASUAL) == "already_waiting"
    leave(alice)
    assert enter([alice], [CASUAL]) != ticket


def test_a_party_waits_together_and_leaves_together() -> None:
    alice, bob, carol = members(3)
    ticket = enter([alice, bob], [CASUAL])
    assert enter([bob, alice], [CASUAL]) == ticket
    assert refusal([bob, carol], CASUAL) == refusal([bob], CASUAL) == "already_waiting"
    assert waiting_facts(carol) is None
    assert leave(bob)
    assert waiting_facts(alice) is None


def test_what_cannot_be_waited_for() -> None:
    alice, bob, carol, dave = members(4)
    assert refusal([alice, bob], RATED) == "party_is_casual"
    assert refusal([alice, bob, carol, dave], CASUAL) == "party_too_large"
    assert refusal([alice]) == refusal([alice], RATED, RATED) == "unreadable"
    assert refusal([alice, alice], CASUAL) == refusal([], CASUAL) == refusal(["nobody"], CASUAL) == "unreadable"
    assert refusal([alice], Wanted("chess")) == refusal([alice], Wanted("hokm", preset="x")) == "unreadable"
    assert refusal([alice], Wanted("hokm", counts=(4,))) == refusal([alice], Wanted("hokm", counts=())) == "unreadable"
    assert refusal([alice], Wanted("hokm", speed="warp")) == "unreadable"
    assert refusal([alice], Wanted("hokm", speed="casual", rated=True)) == "unreadable"


def test_guests_play_casually_only() -> None:
    guest = Person.objects.create_guest("Guest").public_id
    assert refusal([guest], RATED) == "members_only"
    enter([guest], [CASUAL])


def test_who_sits_at_a_running_rated_table_plays_it_first() -> None:
    alice, bob, carol = members(3)
    open_table("hokm", {}, None, persons=(alice, bob, carol), ready=True, rated=True, speed="normal")
    assert refusal([alice], RATED) == "still_playing"
    open_table("hokm", {}, member(), bots=("simple", "simple"))
    enter([member()], [RATED])


def test_a_slow_table_keeps_nobody_from_playing() -> None:
    """It lasts for weeks; who is losing could make it last until the others give up for the sake of other games."""
    alice, bob, carol = members(3)
    made = open_table("hokm", {}, None, persons=(alice, bob, carol), ready=True, rated=True, speed="slow")
    enter([alice], [RATED])
    submit(made.table_id, commands.Leave(), actor=f"p:{bob}", command_id="leave")
    enter([bob], [RATED])


def test_who_has_left_a_rated_table_waits_for_no_second_one_meanwhile() -> None:
    """He could take his seat back and sit at two."""
    alice, bob, carol = members(3)
    made = open_table("hokm", {}, None, persons=(alice, bob, carol), ready=True, rated=True, speed="normal")
    submit(made.table_id, commands.Leave(), actor=f"p:{alice}", command_id="leave")
    assert refusal([alice], RATED) == "still_playing"
    enter([alice], [CASUAL])
    with pytest.raises(Refused, match="still_playing"):
        change(alice, [RATED])
    submit(made.table_id, commands.AbandonTable(), actor="mod:x", command_id="end")
    change(alice, [RATED])


def test_two_tabs_at_once_make_one_ticket() -> None:
    alice = member()
    wishes = [Wanted("hokm", speed=speed) for speed in ("blitz", "normal", "slow", "casual")]

    def press(wanted: Wanted) -> str:
        try:
            return str(enter([alice], [wanted]))
        except Refused as refused:
            return refused.code

    answers = Counter(at_once(*[partial(press, wanted) for wanted in wishes]))
    assert answers["already_waiting"] == 3
    assert Ticket.objects.count() == TicketPerson.objects.count() == 1


def test_parties_that_share_people_do_not_wait_for_each_other_for_ever() -> None:
    persons = members(3)
    parties = [persons, persons[::-1], [persons[1], persons[0], persons[2]]]
    for _ in range(5):
        tickets = at_once(*[partial(enter, party, [CASUAL]) for party in parties])
        assert len(set(tickets)) == 1
        assert leave(persons[0])


def test_pages_share_what_was_read_and_show_everybody_himself_as_he_stands(settings, django_assert_num_queries) -> None:
    """Reading all tickets for each look at the front page would let a few who wait in masses stop it for all."""
    settings.CROWD_KEPT_S = 60.0
    alice, bob = members(2)
    before = read_for(alice)  # whatever was kept before does not show her or shows her as she stands
    enter([bob], [CASUAL])
    crowd = read_for(bob)
    assert crowd is not before
    assert crowd.of(bob, 0) is not None
    with django_assert_num_queries(0):
        assert read_for(None) is crowd
    with django_assert_num_queries(1):
        assert read_for(bob) is crowd
        assert read_for(None).waiting_for("hokm") == 1
    enter([alice], [CASUAL])
    assert read_for(None) is crowd, "a second ago it was so"
    assert read_for(alice).waiting_for("hokm") == 2
    also(bob, RATED)
    mine = read_for(bob).ticket_of(bob)
    assert mine is not None
    assert {wish.queue for wish in mine.wishes} == {CASUAL.queue, RATED.queue}
    leave(bob)
    assert read_for(bob).of(bob, 0) is None


def test_one_queue_less_keeps_the_others_and_the_last_one_is_given_up_by_leaving() -> None:
    alice, bob = members(2)
    enter([alice], [CASUAL, RATED])
    ticket = no_longer(alice, CASUAL)
    assert Ticket.objects.get().id == ticket
    assert Ticket.objects.get().wishes == [RATED.as_json()]
    assert no_longer(alice, CASUAL) == ticket
    with pytest.raises(Refused, match="unreadable"):
        no_longer(alice, RATED)
    with pytest.raises(Refused, match="not_waiting"):
        no_longer(bob, RATED)
