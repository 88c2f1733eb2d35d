"""Hokm in Chromium: matches beside a watcher, by keyboard, in two tabs, away and back, by link, over a lost line."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.playing import Meet, Person
from tests.services.platform_processes import Platform, embedded_server

pytestmark = pytest.mark.browser
FOR_EVER = {"BETWEEN_DEALS_MS": "600000"}
"""Between deals the table waits until the person has pressed Ready."""


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    processes = embedded_server(tmp_path_factory.mktemp("hokm") / "var", **FOR_EVER)
    yield processes
    processes.stop()


def promising(kind: str, names: list[str]) -> int:
    """Promises seven where it can, so that trumps are to be named; else whatever comes first."""
    return names.index("7") if "7" in names else 0


def by_one_touch(player: Person) -> None:
    """From now on a card is played by its first touch."""
    player.page.get_by_role("button", name="Menu").click()
    player.page.get_by_role("radio", name="by one touch").check(force=True)
    player.page.get_by_role("button", name="Close").click()


def to_the_end(player: Person, watcher: Person, server: Platform, *, limit: float, every: int = 1) -> None:
    """Plays to the end while the watcher's page is compared at every turn, or every few; what is on disk folds so."""

    def in_step(kind: str) -> None:
        if kind == "between" or (kind == "card" and len(player.done) % every == 0):
            watcher.sees_as(player)
            shown = set(watcher.seen()["everything"])
            assert kind == "between" or not shown & set(player.seen()["hand"]), "who watches sees a card of a hand"
        if kind not in player.done:
            player.fits()
            watcher.fits()

    player.play(until="between", choose=promising, each=in_step)
    assert {"say", "panel", "card", "again"} <= set(player.done)
    by_one_touch(player)
    player.done.clear()
    player.play(until="finished", choose=lambda kind, names: 0, each=in_step, limit=limit)
    assert "again" not in player.done
    watcher.sees_as(player)
    player.pictures("hokm-finished")
    watcher.pictures("hokm-finished-watching")
    server.manage("rebuild", "--all")


@pytest.mark.soak_short
def test_a_match_to_200_while_another_watches(meet: Meet, platform: Platform) -> None:
    player = meet()
    watcher = meet(width=360, language="ar", theme="dark")
    address = player.open_table("hokm", target=200)
    watcher.come_to(address)
    watcher.wait_for_table()
    to_the_end(player, watcher, platform, limit=400)
    points = player.seen()["places"]
    assert len(points) == 3
    assert max(points) >= 200
    player.page.get_by_role("button", name="Rematch").click()
    player.page.wait_for_url(lambda url: not url.endswith(address))
    assert player.look(["panel"]), "another table like this one begins at once"


@pytest.mark.soak_short
def test_a_whole_match_with_everything_moving(embedded: Callable[..., Platform], meet: Meet) -> None:
    server = embedded(BOT_THINK_MS="50", **FOR_EVER)
    player = meet(url=server.url, width=360, motion=True)
    watcher = meet(url=server.url, language="ar", motion=True)
    address = player.open_table("hokm", target=500)
    watcher.come_to(address)
    watcher.wait_for_table()
    to_the_end(player, watcher, server, limit=1500, every=7)
    assert max(player.seen()["places"]) >= 500


def press_until(page: Page, key: str, wanted: Locator, most: int = 40) -> None:
    """Presses a key until the keyboard is where it is wanted."""
    for _ in range(most):
        if wanted.evaluate("(one) => one === document.activeElement"):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {wanted}")


def test_a_deal_by_keyboard_alone(meet: Meet) -> None:
    """Promise, trumps, a trick: Tab finds every key, arrows walk along the hand, a digit raises a card and plays it."""
    me = meet()
    me.come_to("/")
    press_until(me.page, "Tab", me.page.get_by_role("button", name="Against programs").first)
    me.page.keyboard.press("Enter")
    me.page.wait_for_url("**/t/*")
    for _ in range(5):  # somebody may promise as much and come first
        assert me.look(["panel"]), "a promise is asked"
        press_until(me.page, "Tab", me.page.locator(".panel.promise .key[data-value='9']"))
        me.page.keyboard.press("Space")
        press_until(me.page, "Tab", me.page.locator(".panel .key.say"))
        me.page.keyboard.press("Enter")
        asked = me.look(["panel", "card"])
        assert asked
        if asked["kind"] == "panel":
            break
        me.play(until="between")
        me.page.get_by_role("button", name="Ready").press("Enter")
    press_until(me.page, "Tab", me.page.locator(".panel.suits .key[data-value='C']"))
    me.page.keyboard.press("Enter")
    press_until(me.page, "Tab", me.page.locator(".panel .key.say"))
    me.page.keyboard.press("Enter")

    assert me.look(["card"])
    cards = me.page.locator(".hand .card")
    expect(
        me.page.locator(".hand .card[tabindex='0']")
    ).to_be_focused()  # what was asked went, and the keyboard with it
    me.page.keyboard.press("Home")
    expect(cards.first).to_be_focused()
    me.page.keyboard.press("ArrowRight")
    expect(cards.nth(1)).to_be_focused()
    me.page.keyboard.press("ArrowLeft")
    me.page.keyboard.press("ArrowLeft")
    expect(cards.last).to_be_focused()
    me.page.keyboard.press("4")
    expect(cards.nth(3)).to_be_focused()
    expect(cards.nth(3)).to_have_attribute("aria-pressed", "true")
    me.page.keyboard.press("Escape")
    expect(me.page.locator(".hand .raised")).to_have_count(0)
    led = cards.nth(3).get_attribute("data-card")
    me.page.keyboard.press("Enter")
    me.page.keyboard.press("Enter")
    expect(me.page.locator(f".hand [data-card='{led}']")).to_have_count(0)
    expect(cards).to_have_count(9)
    # The trick is taken, and the keyboard is still in the hand when it is this person's turn again.
    assert me.look(["card"])
    assert me.page.evaluate("!!document.activeElement.closest('.hand')"), "the keyboard has left the hand"


def test_two_tabs_of_a_person_are_one_seat(meet: Meet) -> None:
    me = meet()
    address = me.open_table("hokm", target=200)
    first, second = me.page, me.tab()
    second.goto(me.url + address)
    me.play(until="card", choose=promising)
    hand = me.seen()["hand"]
    me.page = second
    assert me.look(["card"])
    assert me.seen()["hand"] == hand
    me.play(until=lambda kind, names: len(me.seen()["hand"]) == 8)
    # A full trick rests for a moment, in each tab by itself.
    expect(second.locator(".trick .lies:not(.slot)")).not_to_have_count(3)
    left = me.seen()
    me.page = first
    assert me.look(["card"])
    expect(first.locator(".trick .lies:not(.slot)")).not_to_have_count(3)
    assert me.seen()["hand"] == left["hand"]
    assert me.seen()["trick"] == left["trick"]
    # A card pressed in both tabs is played once.
    card = first.locator(".hand .card.legal").first.get_attribute("data-card")
    for tab in (first, second):
        tab.locator(f".hand [data-card='{card}']").dispatch_event("click")
    for tab in (first, second):
        tab.evaluate(f"document.querySelector(\".hand [data-card='{card}']\")?.click()")
    for tab in (first, second):
        expect(tab.locator(f".hand [data-card='{card}']")).to_have_count(0)
    assert me.look(["card"])
    assert len(me.seen()["hand"]) == 7
    # One of them is closed: the person is still there.
    second.close()
    me.play(until=lambda kind, names: len(me.seen()["hand"]) == 5)


def test_who_gives_the_seat_to_a_program_gets_it_back(meet: Meet) -> None:
    me = meet(width=360)
    me.open_table("hokm", target=200)
    me.play(until="card", choose=promising)
    me.page.locator(".tray .key").last.click()
    me.page.get_by_role("button", name="Give the seat to a program").click()
    back = me.page.get_by_role("button", name="Take your seat back")
    expect(back).to_be_visible()
    me.page.keyboard.press("Escape")
    me.fits()
    me.picture("hokm-stand-in")
    back.click()
    expect(back).to_have_count(0)
    me.play(until="between")


def test_friends_come_by_the_link_and_the_host_fills_the_rest(meet: Meet) -> None:
    host, friend = meet(), meet(width=360, language="ar")
    host.open_table("hokm", programs="0", visibility="link")
    link = host.page.locator("#share-link").input_value()
    friend.page.goto(link)
    friend.page.locator(".chairs li.free button").last.click()
    expect(host.page.locator(".chairs li.in")).to_have_count(2)
    friend.page.reload()
    expect(friend.page.locator(".chairs li.you")).to_have_count(1)
    host.page.get_by_role("button", name="Give the free chair to a program").click()
    for person in (host, friend):
        expect(person.page.locator(".chairs li.free")).to_have_count(0)
        person.page.locator(".waiting .acts .key.first").click()
    for person in (host, friend):
        expect(person.page.locator(".hand [data-card]")).to_have_count(10)
    hands = host.seen()["hand"], friend.seen()["hand"]
    assert not set(hands[0]) & set(hands[1])
    assert not set(hands[1]) & set(host.seen()["everything"]), "a guest's hand lies open before the host"
    # Each takes the turns that are theirs until the first trick is taken.
    for _ in range(60):
        for person in (host, friend):
            offered = person.look(["say", "panel", "again", "card"], limit=0.3)
            if offered:
                person.page.mouse.click(*offered["places"][0])
        if host.page.locator(".seat .tally i:not(.due)").count():
            break
    friend.sees_as(host)
    assert sum(won for _, won, *_ in friend.seen()["plates"]) == 1


def test_a_lost_line_is_taken_up_where_it_broke(meet: Meet) -> None:
    me, watcher = meet(), meet(width=360)
    address = me.open_table("hokm", target=200)
    watcher.come_to(address)
    me.play(until="card", choose=promising)
    network = me.context.new_cdp_session(me.page)
    network.send("Network.enable")
    network.send(
        "Network.emulateNetworkConditions",
        {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    me.page.evaluate("document.querySelector('ot-table').line.wire.close(4000)")
    expect(me.page.locator(".felt[data-link=lost]")).to_be_visible()
    expect(me.page.locator(".link-state.lost")).to_contain_text("Reconnecting")
    hand = me.seen()["hand"]
    me.page.locator(".hand .card").first.click()
    expect(me.page.locator(".hand .raised")).to_have_count(0)
    network.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    expect(me.page.locator(".felt[data-link=open]")).to_be_visible(timeout=30_000)
    assert me.seen()["hand"] == hand
    watcher.sees_as(me)
    me.play(until="between")
    watcher.sees_as(me)
    me.complaints[:] = [line for line in me.complaints if "WebSocket connection" not in line]
