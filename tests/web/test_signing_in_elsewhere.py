"""A guest who signs in as a member: nothing goes on waiting for the guest, who does not come back."""

import pytest
from django.test import Client

from accounts.models import Person
from matchmaking.models import TicketPerson
from matchmaking.queues import parties, tickets
from matchmaking.queues.wishes import Wanted

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "seven spades doubled"


@pytest.fixture
def guest() -> tuple[Client, str]:
    client = Client()
    return client, client.post("/guest-session").json()["person"]


def signs_in(client: Client) -> None:
    Person.objects.create_member("Alice", PASSWORD)
    answer = client.post("/account/login/", {"login": "Alice", "password": PASSWORD})
    assert answer.status_code == 302
    assert client.get("/api/me").json()["kind"] == "member"


def test_nobody_is_seated_with_the_guest_he_was(guest):
    client, person = guest
    tickets.enter([person], [Wanted("hokm", speed="casual")])
    signs_in(client)
    assert not TicketPerson.objects.exists()


def test_the_party_of_the_guest_goes_on_without_him(guest):
    client, person = guest
    bob = Person.objects.create_guest("Bob").public_id
    code = parties.open_party(bob)
    parties.join(code, person)
    signs_in(client)
    assert parties.members(code) == [bob]
