import pytest

from accounts import names, services
from accounts.models import Person
from accounts.preferences import Preferences

pytestmark = pytest.mark.django_db


def test_a_guest_is_given_a_birds_name_and_a_random_public_id():
    alice, bob = services.create_guest(), services.create_guest()
    assert alice.kind == Person.Kind.GUEST
    bird, number = alice.name.rsplit(" ", 1)
    assert bird in {str(name) for name in names.BIRDS}
    assert 10 <= int(number) <= 99
    assert len(alice.public_id) == 12
    assert alice.public_id.isalnum()
    assert alice.public_id != bob.public_id


def test_a_guest_may_choose_a_name():
    assert services.create_guest(name="  Ali   Reza ").name == "Ali Reza"
    assert services.create_guest(name="نورة").name == "نورة"


@pytest.mark.parametrize(
    "name",
    ["x" * 21, "\u202eecilA", "Al\u0000ice", "\u200b", "12345", "🂡🂡", "e" + "\u0301\u0302\u0303\u0304" * 3],
)
def test_a_name_that_cannot_be_shown_is_refused(name):
    with pytest.raises(names.UnfitName):
        services.create_guest(name=name)
    assert not Person.objects.exists()


def test_a_guest_keeps_the_preferences_of_the_visitor():
    dave = services.create_guest(preferences=Preferences(language="ar", theme="dark", one_tap=True))
    dave.refresh_from_db()
    assert (dave.language, dave.theme, dave.ranks, dave.one_tap) == ("ar", "dark", "", True)


def test_nobody_can_sign_in_as_a_guest_with_a_password():
    assert not services.create_guest().has_usable_password()


def test_every_program_of_one_policy_is_one_person():
    simple = services.bot_person("simple")
    assert simple.kind == Person.Kind.BOT
    assert services.bot_person("simple") == simple
    assert services.bot_person("random") != simple
