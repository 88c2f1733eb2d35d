"""House rules that change what is written (rules/preferans.md 7, 8, 11; notation.md 13)."""

import pytest

from games.preferans.ruleset import PreferansRuleset
from games.preferans.scoring import talon_worth
from games.preferans.sheet import Sheet
from tests.games.preferans.tables import Table, card, deck_of


def sheet(*pools: int) -> Sheet:
    n = len(pools)
    return Sheet(pools, (0,) * n, ((0,) * n,) * n)


def two_whisters(tricks: str, contract: str = "6S", **options: object) -> str:
    return Table(**options).declares("A", contract).whist("whist", "whist").ends(tricks).entries()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("tricks", "charged"),
    [
        ("A7 B3 C0", "mtn C +2"),
        ("A7 B2 C1", "mtn C +2"),
        ("A8 B2 C0", "mtn C +4"),
        ("A8 B1 C1", "mtn B +2, mtn C +2"),
        ("A9 B1 C0", "mtn B +2, mtn C +4"),
        ("A10 B0 C0", "mtn B +4, mtn C +4"),
        ("A6 B4 C0", ""),
    ],
)
def test_missing_tricks_on_six_are_split_by_the_table_of_section_8_7(tricks: str, charged: str):
    written = two_whisters(tricks)
    assert ", ".join(part for part in written.split(", ") if part.startswith("mtn")) == charged


@pytest.mark.parametrize(
    ("tricks", "charged"), [("A8 B2 C0", ""), ("A9 B1 C0", "mtn C +4"), ("A10 B0 C0", "mtn B +4, mtn C +4")]
)
def test_missing_tricks_on_seven(tricks: str, charged: str):
    written = two_whisters(tricks, "7S")
    assert ", ".join(part for part in written.split(", ") if part.startswith("mtn")) == charged


def test_individual_shortage_charges_the_whole_gap_but_only_when_the_pair_is_short():
    assert two_whisters("A7 B3 C0", shortage_split="individual") == "mtn C +4, B>A 6, pool A +2"
    assert two_whisters("A6 B4 C0", shortage_split="individual") == "B>A 8, pool A +2"


def test_responsibility_full_half_and_none():
    assert two_whisters("A8 B1 C1", responsibility="half").startswith("mtn B +1, mtn C +1")
    assert two_whisters("A8 B1 C1", responsibility="none") == "B>A 2, C>A 2, pool A +2"


def test_both_whisters_may_pay_on_eight_and_nine():
    assert two_whisters("A10 B0 C0", "8S", responsibility_89="both") == "mtn B +6, mtn C +6, pool A +6"


def test_consolation_by_value_ten_or_none():
    assert two_whisters("A5 B3 C2", consolation="ten") == "mtn A +2, B>A 16, C>A 14"
    assert two_whisters("A5 B3 C2", consolation="none") == "mtn A +2, B>A 6, C>A 4"


def test_no_consolation_for_the_dealer_where_that_is_not_played():
    table = Table(players=4, dealer_consolation="off").declares("A", "6S").whist("whist", "whist").ends("A5 B3 C2")
    assert table.entries() == "mtn A +2, B>A 8, C>A 6"


def test_a_gentleman_shares_only_when_the_contract_fails():
    failed = Table(whist_style="gentleman").declares("A", "6S").whist("whist", "pass").lay("closed").ends("A5 B4 C1")
    assert failed.entries() == "mtn A +2, B>A 7, C>A 7"
    made = Table(whist_style="gentleman").declares("A", "6S").whist("whist", "pass").lay("closed").ends("A6 B2 C2")
    assert made.entries() == "B>A 8, pool A +2"


def test_consolation_on_misere_is_for_everybody_whatever_the_dealer_gets_elsewhere():
    options = {"misere_consolation": "on", "dealer_consolation": "off"}
    table = Table(players=4, **options).declares("A", "misere").ends("A2 B4 C4")  # type: ignore[arg-type]
    assert table.entries() == "mtn A +20, B>A 20, C>A 20, D>A 20"
    leningrad = Table("leningrad", misere_consolation="on").declares("A", "misere").ends("A1 B5 C4")
    assert leningrad.entries() == "mtn A +20, B>A 20, C>A 20"
    assert Table(misere_consolation="on").declares("A", "misere").ends("A0 B5 C5").entries() == "pool A +10"


@pytest.mark.parametrize(
    ("talon", "worth"),
    [("AS AH", 3), ("AS KS", 2), ("AS KH", 1), ("AS 7S", 1), ("KH QH", 1), ("KH QS", 0), ("QH JH", 0), ("AS QS", 1)],
)
def test_what_a_paid_talon_is_worth(talon: str, worth: int):
    one, other = talon.split()
    assert talon_worth((card(one), card(other))) == worth
    assert talon_worth((card(other), card(one))) == worth


HANDS = (
    "9S 8S 7S QS JS 9H 8H 7H QH JH",
    "TS KC QC JC TC 9C 8C 7C KH TH",
    "KD QD JD TD 9D 8D 7D AC AD KS",
)


def paid(talon: str = "AS AH", **options: object) -> Table:
    return Table(players=4, paid_talon="on", **options).deal(deck_of(*HANDS, talon=talon))  # type: ignore[arg-type]


def test_the_talon_is_paid_at_the_price_of_the_declared_contract_made_or_not_played_or_not():
    assert paid().declares("A", "6S").whist("pass", "pass").entries() == "D>A 6, pool A +2"
    assert paid().declares("A", "7S", bid="6S").whist("whist", "whist").ends("A7 B2 C1").entries().startswith("B>A 8")
    failed = paid().declares("A", "6S").whist("whist", "whist").ends("A5 B5 C0")
    assert failed.entries() == "mtn A +2, B>A 12, C>A 2, D>A 8"
    leningrad = paid(preset="leningrad").declares("A", "6S").whist("pass", "pass")
    assert leningrad.entries() == "D>A 12, pool A +2"


def test_the_talon_is_not_paid_at_misere_after_a_surrender_in_raspasy_or_untouched():
    assert paid().declares("A", "misere").ends("A0 B5 C5").entries() == "pool A +10"
    assert paid().won_by("A", "6S").surrender("A").entries() == "mtn A +6"
    untouched = paid(no_talon_bids="on").declares("A", "9S", bid="9S without").whist("pass", "pass")
    assert untouched.entries() == "pool A +8"
    raspasy = Table(players=4, paid_talon="on").raspasy("A4 B3 C2 D1")
    assert ">" not in raspasy.entries()


@pytest.mark.parametrize(
    ("progression", "prices"),
    [("flat", (1, 1, 1, 1)), ("arith", (1, 2, 3, 3)), ("double", (1, 2, 2, 2)), ("geom", (1, 2, 4, 4))],
)
def test_the_price_of_raspasy_in_a_row(progression: str, prices: tuple[int, ...]):
    rules = PreferansRuleset.build("sochi", 3, {"raspasy_progression": progression})
    assert tuple(rules.multiplier(streak) for streak in range(4)) == prices
    rostov = PreferansRuleset.build("rostov", 3, {"raspasy_progression": progression})
    assert {rostov.multiplier(streak) for streak in range(4)} == {1}


def test_the_zero_bonus_by_price_one_or_none():
    assert Table(streak=2, zero_bonus="one").raspasy("A6 B4 C0").entries() == "mtn A +18, mtn B +12, pool C +1"
    assert Table(streak=2, zero_bonus="none").raspasy("A6 B4 C0").entries() == "mtn A +18, mtn B +12"


def test_the_dealers_zero_bonus_is_a_players_and_only_without_a_trick():
    options = {"players": 4, "dealer_zero_bonus": "on"}
    assert Table(streak=1, **options).raspasy("A6 B4 C0").entries() == "mtn A +12, mtn B +8, pool C +2, pool D +2"  # type: ignore[arg-type]
    assert "pool D" not in Table(**options).raspasy("A4 B3 C2 D1").entries()  # type: ignore[arg-type]
    assert "pool" not in Table(zero_bonus="none", **options).raspasy("A6 B4 C0").entries()  # type: ignore[arg-type]
    assert Table(raspasy_talon="closed", **options).raspasy("A5 B3 C2").entries().endswith("pool D +1")  # type: ignore[arg-type]


def test_amnesty_takes_the_least_count_off_everybody_and_the_bonus_looks_at_the_real_one():
    assert Table(raspasy_amnesty="on").raspasy("A5 B3 C2").entries() == "mtn A +3, mtn B +1"
    assert Table(raspasy_amnesty="on").raspasy("A6 B4 C0").entries() == "mtn A +6, mtn B +4, pool C +1"
    four = Table(players=4, raspasy_amnesty="on").raspasy("A4 B3 C2 D1")
    assert four.entries() == "mtn A +3, mtn B +2, mtn C +1"
    # a dealer who could take none is not looked at
    closed = Table(players=4, raspasy_amnesty="on", raspasy_talon="closed").raspasy("A5 B3 C2")
    assert closed.entries() == "mtn A +3, mtn B +1"


def test_rostov_may_write_ten_whists_a_trick_and_knows_no_amnesty():
    assert Table("rostov", rostov_trick_whists=10).raspasy("A5 B3 C2").entries() == "C>A 50, C>B 30"
    assert Table("rostov", raspasy_amnesty="on").raspasy("A5 B3 C2").entries() == "C>A 25, C>B 15"
    assert Table("rostov", rostov_trick_whists=10).raspasy("A6 B2 C2").entries() == "B>A 30, C>A 30"


def test_the_deal_stays_after_raspasy_where_that_is_played():
    table = Table(deal_rotation="stay_on_raspasy").raspasy("A5 B3 C2")
    assert table.state.dealer == 2
    assert Table().raspasy("A5 B3 C2").state.dealer == 0
    assert Table(deal_rotation="stay_on_raspasy").declares("A", "6S").whist("pass", "pass").state.dealer == 0


@pytest.mark.parametrize(
    ("exit_by", "happens", "streak"),
    [
        ("made", "unplayed", 0),
        ("made", "whisted", 0),
        ("made", "misere", 0),
        ("made", "failed", 1),
        ("made", "surrender", 1),
        ("whisted", "unplayed", 1),
        ("whisted", "half", 1),
        ("whisted", "whisted", 0),
        ("whisted", "checked", 0),
        ("whisted", "stalingrad", 0),
        ("whisted", "misere", 1),
        ("whisted", "failed", 1),
        ("any", "failed", 0),
        ("any", "surrender", 0),
        ("any", "unplayed", 0),
    ],
)
def test_what_ends_a_row_of_raspasy(exit_by: str, happens: str, streak: int):
    table = Table(streak=1, exit_by=exit_by, raspasy_exit="6-6-6", stalingrad="on")
    match happens:
        case "unplayed":
            table.declares("A", "7S").whist("pass", "pass")
        case "half":
            table.declares("A", "7S").whist("pass", "half", "pass")
        case "whisted":
            table.declares("A", "7S").whist("whist", "whist").ends("A7 B2 C1")
        case "checked":
            table.declares("A", "10S").ends("A10 B0 C0")
        case "stalingrad":
            table.declares("A", "6S").ends("A6 B2 C2")
        case "misere":
            table.declares("A", "misere").ends("A0 B5 C5")
        case "failed":
            table.declares("A", "7S").whist("whist", "whist").ends("A6 B2 C2")
        case "surrender":
            table.won_by("A", "7S").surrender("A")
    assert table.state.streak == streak


def test_single_pools_under_leningrad_cost_twenty_whists_a_point_and_two_off_the_mountain():
    options = {"pool_end": "each", "american_aid": "on"}
    table = Table("leningrad", sheet=sheet(10, 8, 10), **options).declares("A", "8S").whist("pass", "pass")  # type: ignore[arg-type]
    assert table.entries() == "aid A>B 2, mtn A -8"
    assert table.state.sheet.whists[0] == (0, 40, 0)


def test_the_sum_of_pools_ends_a_match_without_aid():
    table = Table(pool_end="sum", american_aid="off", sheet=sheet(20, 0, 4)).declares("A", "8S").whist("pass", "pass")
    assert table.entries() == "pool A +6"
    assert table.state.why_ended == "finished"


def test_the_match_ends_after_so_many_deals_whatever_they_were():
    table = Table(max_deals=2).raspasy("A5 B3 C2")
    assert table.state.why_ended == ""
    assert table.declares("B", "7S").whist("pass", "pass").state.why_ended == "finished"
