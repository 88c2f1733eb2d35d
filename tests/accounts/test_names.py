"""Names that look alike are one name; names that mix alphabets or hide something are none."""

import re
from typing import Any

import pytest

from accounts import erasure, inbox, members, names, services
from accounts.adapter import AccountAdapter
from accounts.models import Person
from accounts.names import UnfitName, key, tidy_name

ALIKE = [
    # case, accents, spaces, signs
    ("Vera", "VERA"),
    ("Vera", "véra"),
    ("Ali Reza", "alireza"),
    ("Ali Reza", "Ali-Reza."),
    ("Straße", "Strasse"),
    ("Łukasz", "Lukasz"),
    ("Øyvind", "Oyvind"),
    ("İpek", "Ipek"),
    ("Ayşe", "Ayse"),
    ("Vera", "Vera ♠"),
    ("Vera", "¡Vera!"),
    ("Vera", "Vera |"),
    ("Bill", "B!|l"),
    # forms of one letter
    ("Vera", "Ｖｅｒａ"),
    ("Vera", "𝓥𝓮𝓻𝓪"),
    ("Vera", "ᴠᴇʀᴀ"),
    ("Vera", "Ⅴera"),
    ("Fiona", "ﬁona"),
    ("Alice", "🅰lice"),
    ("Alice", "🅐lice"),
    ("Alice", "🇦lice"),
    ("Alice", "Al❶ce"),
    ("Otto", "Ott⓿"),
    ("Alice", "Aliceꞏ"),
    # Latin within itself
    ("Alice", "Al1ce"),
    ("Alice", "AIice"),
    ("Otto", "0tt0"),
    ("Ramona", "Rarnona"),
    ("Walter", "VValter"),
    # Cyrillic, Greek and others as Latin
    ("BEPA", "ВЕРА"),
    ("Cop", "Сор"),
    ("pacxo", "расхо"),
    ("AXMET", "АХМЕТ"),
    ("Xopc", "Хорс"),
    ("PHOTO", "РНОТО"),
    ("Tina", "Тіпа"),
    ("KATE", "ΚΑΤΕ"),
    ("Oxo", "Οχο"),
    ("BOPA", "ΒΟΡΑ"),
    ("soso", "ѕоѕо"),
    ("Oo", "օօ"),
    # Cyrillic within itself
    ("Андрей", "Андреи"),
    ("Семён", "Семен"),
    ("Їжак", "Іжак"),
    ("Щука", "Шука"),
    ("Ґанна", "Ганна"),
    # Arabic and Persian
    ("علي", "على"),
    ("علي", "علی"),
    ("كريم", "کریم"),
    ("فاطمة", "فاطمه"),
    ("أحمد", "احمد"),
    ("إيمان", "ايمان"),
    ("محمد", "مُحَمَّد"),
    ("محمد", "محـمـد"),
    ("می‌شود", "میشود"),
    ("رؤوف", "رووف"),
    ("هدى", "ھدی"),
    ("سارا٤٢", "سارا۴۲"),
    ("سارا٤٢", "سارا42"),
    ("محمد", "ﻣﺤﻤﺪ"),
]
APART = [
    ("Vera", "Nora"),
    ("Anna", "Hanna"),
    ("Clara", "Dara"),
    ("Heron 48", "Heron 49"),
    ("Лена", "Вера"),
    ("علي", "عمر"),
    ("سارة", "ساره كريم"),
    ("नमन", "नमिन"),
    ("김", "박"),
    ("田中", "中田"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_these_look_alike(one: str, other: str) -> None:
    assert key(one) == key(other)


@pytest.mark.parametrize(("one", "other"), APART)
def test_these_do_not(one: str, other: str) -> None:
    assert key(one) != key(other)


@pytest.mark.parametrize("name", [name for pair in ALIKE + APART for name in pair])
def test_a_key_is_its_own_key_and_never_empty(name: str) -> None:
    assert key(name)
    assert key(key(name)) == key(name)


def test_a_key_fits_its_column() -> None:
    assert len(key("ﷺ" * 20)) <= Person._meta.get_field("name_key").max_length  # type: ignore[operator]


@pytest.mark.parametrize(
    "name",
    [
        "Vеra",  # a Cyrillic e
        "Аlice",  # a Cyrillic A
        "Aliع",
        "Νora",  # a Greek N
        "Oլga",  # an Armenian l
        "ᎪᎡᎢ",  # Cherokee, which draws like ART
        "ꓮꓠꓠꓮ",  # Lisu
        "Anna Вeра",  # the second word
        "Alice\u0e31",  # a vowel sign of Thai, which stands where an accent would
        "Alice\u0941",  # one of Hindi
        "Alice\u180f",  # a selector of Mongolian, which draws nothing
        "Alice\U00016fe4",  # a filler of Khitan, which draws nothing
        "Alice \U00017000",  # an ideograph of Tangut, whose letters have no names
    ],
)
def test_a_word_that_mixes_alphabets_is_refused_and_said(name: str) -> None:
    with pytest.raises(UnfitName, match="alphabet"):
        tidy_name(name)


@pytest.mark.parametrize(
    "name", ["Анна Smith", "Ali علي", "佐藤さくら", "カタカナ太郎", "김 Kim", "O'Brien", "Jean-Luc"]
)
def test_two_words_may_have_two_alphabets_and_japanese_three(name: str) -> None:
    assert tidy_name(name) == name


@pytest.mark.parametrize(
    "hidden",
    ["\u200b", "\u200d", "\u2060", "\ufeff", "\u202a", "\u202e", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c",
     "\u00ad", "\u034f", "\u3164", "\u115f", "\ufe0f", "\u180b", "\u0000", "\U000e0041", "\u2028"],
)  # fmt: skip
def test_what_cannot_be_seen_is_refused(hidden: str) -> None:
    with pytest.raises(UnfitName, match=r"invisible|letter"):
        tidy_name(f"Ve{hidden}ra" if hidden != "\u2028" else f"Ve{hidden}\u200bra")


def test_the_joiner_of_persian_stays_between_its_letters_and_nowhere_else() -> None:
    assert tidy_name("می‌شود") == "می‌شود"
    for name in ("Ve\u200cra", "علی\u200c", "\u200cعلی"):
        with pytest.raises(UnfitName):
            tidy_name(name)


@pytest.mark.parametrize(
    "name",
    ["Opentrick", "0pentrick Team", "Open Trick", "Admin", "ADM1N", "moderator", "The Moderator", "Bot",
     "b0t", "simple", "random", "админ", "Модератор Иван", "مشرف", "ادمن", "Support", "guest"],
)  # fmt: skip
def test_the_house_keeps_its_names(name: str) -> None:
    with pytest.raises(UnfitName, match="house"):
        tidy_name(name)


def test_an_app_reserves_the_names_of_its_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "_reserved", set(names._reserved))
    assert tidy_name("Deep Spade") == "Deep Spade"
    names.reserve("Deep Spade")
    with pytest.raises(UnfitName):
        tidy_name("deepspade")


@pytest.mark.parametrize("sign", ["@", "\uff20", "\ufe6b"])
def test_a_name_is_no_mail_address(sign: str) -> None:
    with pytest.raises(UnfitName, match="mail"):
        tidy_name(f"vera{sign}example.org")


def test_a_long_row_of_accents_is_not_put_into_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which takes the square of its length: minutes for what a form holds."""
    monkeypatch.setattr(names, "unicodedata", None)
    with pytest.raises(UnfitName, match="at most"):
        tidy_name("e" + "\u0301\u0327" * 100)


@pytest.mark.django_db
def test_a_guest_may_not_take_a_name_that_looks_like_a_members() -> None:
    Person.objects.create_member("Alice", "x" * 10)
    for name in ("Alice", "ALICE", "Al1ce", "Alicé"):
        with pytest.raises(members.NameTaken):
            services.create_guest(name=name)
    assert services.create_guest(name="Alicia").name == "Alicia"


@pytest.mark.django_db
@pytest.mark.parametrize("how", ["sign_up", "rename", "operator", "at the same moment"])
def test_a_guest_gives_way_to_a_member_who_takes_a_name_that_looks_like_his(
    how: str, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest, other = services.create_guest(name="Al1ce"), services.create_guest(name="Bob")
    with django_capture_on_commit_callbacks(execute=True):
        if how == "sign_up":
            members.sign_up(Person(), "Alice", "x" * 10)
        elif how == "rename":
            members.rename(Person.objects.create_member("Carol", "x" * 10), "Alice")
        elif how == "operator":
            members.create("Alice", "seven spades doubled")
        else:  # the guest looked before the member was there, and has his name after him
            Person.objects.create_member("Alice", "x" * 10)
            monkeypatch.setattr(members, "check_free", lambda *_, **__: None)
            members.rename(guest, "ALICE")
    for person in (guest, other):
        person.refresh_from_db()
    assert other.name == "Bob"
    assert re.fullmatch(r"\w+ \d\d", guest.name)
    assert guest.guest_key == key(guest.name)
    (item,) = inbox.items(guest.public_id)
    assert (item["kind"], item["body"]) == ("renamed", {"name": guest.name})


@pytest.mark.django_db
def test_who_signs_up_with_the_name_he_had_as_a_guest_keeps_it(django_capture_on_commit_callbacks: Any) -> None:
    guest = services.create_guest(name="Alice")
    with django_capture_on_commit_callbacks(execute=True):
        members.sign_up(guest, "Alice", "x" * 10)
    guest.refresh_from_db()
    assert (guest.name, guest.guest_key) == ("Alice", "")
    assert inbox.items(guest.public_id) == []


@pytest.mark.django_db
def test_two_guests_may_share_a_name() -> None:
    assert services.create_guest(name="Bob").name_key is services.create_guest(name="Bob").name_key is None


@pytest.mark.django_db
def test_a_bird_whose_name_a_member_took_is_not_given_away(monkeypatch: pytest.MonkeyPatch) -> None:
    Person.objects.create_member("Heron 48", "x" * 10)
    given = iter(["Heron 48", "heron 48", "Heron 49"])
    monkeypatch.setattr(names, "guest_name", lambda: next(given))
    assert services.create_guest().name == "Heron 49"


@pytest.mark.django_db
def test_a_member_renames_himself_and_keeps_his_own_look_alikes() -> None:
    alice = Person.objects.create_member("Alice", "x" * 10)
    Person.objects.create_member("Bob", "x" * 10)
    assert members.rename(alice, "ALICE")
    assert members.rename(alice, "Alice B")
    assert not members.rename(alice, "Alice B")
    with pytest.raises(members.NameTaken):
        members.rename(alice, "B0b")
    alice.refresh_from_db()
    assert (alice.name, alice.name_key) == ("Alice B", key("Alice B"))


@pytest.mark.django_db
def test_a_guest_who_became_a_member_in_another_tab_is_renamed_as_a_member() -> None:
    """What this tab has read is of before: the key may not be lost, or others could take the name."""
    seen = services.create_guest(name="Bird")
    members.sign_up(Person.objects.get(pk=seen.pk), "Alice", "x" * 10)
    assert members.rename(seen, "Alicia")
    row = Person.objects.get(pk=seen.pk)
    assert (row.kind, row.name, row.name_key) == (Person.Kind.MEMBER, "Alicia", key("Alicia"))


@pytest.mark.django_db
def test_a_deleted_account_gets_nothing_back_from_another_tab() -> None:
    seen = Person.objects.create_member("Alice", "x" * 10)
    guest = services.create_guest(name="Bird")
    erasure.erase(seen)
    erasure.erase(guest)
    assert not members.rename(seen, "Alicia")
    AccountAdapter().set_password(seen, "another long password")
    with pytest.raises(UnfitName, match="closed"):
        members.sign_up(guest, "Robert", "x" * 10)
    for person in (seen, guest):
        row = Person.objects.get(pk=person.pk)
        assert (row.name, row.name_key, row.is_active, row.has_usable_password()) == ("", None, False, False)
