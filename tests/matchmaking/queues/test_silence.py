"""Who gives no sign of life is taken out of the queues; while nobody could give one, nobody is taken for gone."""

import pytest

from games.table import alive
from games.table.models import SweepAlive
from matchmaking.models import Ticket, TicketPerson
from matchmaking.queues import silence
from matchmaking.queues.matching import pair_waiting
from matchmaking.queues.tickets import enter, leave, seen
from tests.matchmaking.people import CASUAL, members, waiting

pytestmark = pytest.mark.usefixtures("each_database")

NOW = 1_800_000_000_000


def passes(since: int, until: int) -> None:
    for moment in range(since, until + 1, 5_000):
        pair_waiting(moment)


def test_who_gives_no_sign_of_life_for_a_minute_is_not_seated() -> None:
    alice, bob, carol = waiting(3, now=NOW)
    leave(carol)
    passes(NOW, NOW + 55_000)
    seen(alice, NOW + 55_000)
    passes(NOW + 60_000, NOW + 65_000)
    assert set(TicketPerson.objects.values_list("person", flat=True)) == {alice}
    assert not seen(bob, NOW + 66_000)


def test_a_party_goes_with_the_first_of_it_who_has_gone() -> None:
    alice, bob = members(2)
    enter([alice, bob], [CASUAL], now=NOW)
    passes(NOW, NOW + 55_000)
    seen(alice, NOW + 60_000)
    passes(NOW + 60_000, NOW + 65_000)
    assert not Ticket.objects.exists()


def test_nobody_is_taken_for_gone_because_the_matchmaker_was_down() -> None:
    (alice, _) = waiting(2, now=NOW)
    passes(NOW, NOW + 20_000)
    passes(NOW + 600_000, NOW + 655_000)
    assert TicketPerson.objects.count() == 2
    seen(alice, NOW + 655_000)
    passes(NOW + 660_000, NOW + 665_000)
    assert list(TicketPerson.objects.values_list("person", flat=True)) == [alice]


@pytest.mark.parametrize("away", [alive.WEB, alive.SWEEP])
def test_nobody_is_taken_for_gone_because_nobody_could_reach_us(away: str) -> None:
    (alice, _) = waiting(2, now=NOW)
    names = [alive.WEB, alive.SWEEP]

    def stand(up: int, **at: int) -> None:
        for name in names:
            SweepAlive.objects.update_or_create(name=name, defaults={"alive_at": at.get(name, up)})

    stand(NOW)
    SweepAlive.objects.create(name=alive.UP, alive_at=NOW)
    passes(NOW, NOW + 55_000)
    stand(NOW + 80_000, **{away: NOW + 5_000})
    passes(NOW + 60_000, NOW + 80_000)
    assert TicketPerson.objects.count() == 2
    # Back again, which the sweep has noted; nobody could give a sign of life before.
    stand(NOW + 81_000)
    SweepAlive.objects.filter(name=alive.UP).update(alive_at=NOW + 81_000)
    passes(NOW + 81_000, NOW + 140_000)
    assert TicketPerson.objects.count() == 2
    stand(NOW + 141_000)
    seen(alice, NOW + 141_000)
    passes(NOW + 141_000, NOW + 142_000)
    assert list(TicketPerson.objects.values_list("person", flat=True)) == [alice]


def test_a_sign_of_life_that_comes_with_the_pass_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, _ = waiting(2, now=NOW)
    passes(NOW, NOW + 55_000)
    monkeypatch.setattr(silence, "_up_since", lambda now: seen(alice, now) and NOW)
    silence.drop_silent(NOW + 70_000)
    assert list(TicketPerson.objects.values_list("person", flat=True)) == [alice]
