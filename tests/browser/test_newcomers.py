"""People who press twice, go back, load again, close tabs, see little, hear instead of seeing, or have a slow line."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.playing import Meet, Person
from tests.browser.tabbing import unnamed
from tests.services.platform_processes import Platform, embedded_server

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    processes = embedded_server(tmp_path_factory.mktemp("newcomers") / "var", BETWEEN_DEALS_MS="600000")
    yield processes
    processes.stop()


def play_now(me: Person) -> str:
    me.come_to("/")
    me.page.get_by_role("button", name="Against programs").first.click()
    me.page.wait_for_url("**/t/*")
    me.wait_for_table()
    return me.page.url


def test_a_slow_line_is_enough_to_begin(meet: Meet) -> None:
    """As over a poor mobile line: 400 ms there and back, 50 kB/s. One press on the front page, then a promise."""
    me = meet(width=360)
    network = me.context.new_cdp_session(me.page)
    network.send("Network.enable")
    slow = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
    network.send("Network.emulateNetworkConditions", slow)
    begun = time.monotonic()
    play_now(me)
    assert me.look(["panel"], limit=30), "no promise is asked"
    print(f"from nothing to the first question over a slow line: {time.monotonic() - begun:.1f} s")
    assert time.monotonic() - begun < 30
    me.play(until="card")


def test_two_presses_open_one_table(meet: Meet) -> None:
    me = meet()
    me.come_to("/")
    me.page.get_by_role("button", name="Against programs").first.dblclick()
    me.page.wait_for_url("**/t/*")
    me.wait_for_table()
    me.come_to("/")
    expect(me.page.locator("#mine li")).to_have_count(1)
    me.come_to("/tables/new")
    me.page.get_by_role("button", name="Open the table").dblclick()
    me.page.wait_for_url("**/t/*")
    me.come_to("/")
    expect(me.page.locator("#mine li")).to_have_count(2)


def test_two_presses_on_a_chair_make_one_guest(meet: Meet) -> None:
    host, guest = meet(), meet()
    host.open_table("hokm", programs="0")
    guest.page.goto(host.page.url)
    guest.page.locator(".chairs li.free button").first.dblclick()
    expect(guest.page.locator(".chairs li.you")).to_have_count(1)
    expect(host.page.locator(".chairs li.in")).to_have_count(2)
    guest.page.get_by_role("button", name="Leave the table").click()
    expect(host.page.locator(".chairs li.in")).to_have_count(1)


def test_a_third_press_chooses_no_card_for_later(meet: Meet) -> None:
    """The card beside the played one slides under the finger; pressing on must not choose it ahead."""
    me = meet()
    play_now(me)
    for _ in range(4):
        me.play(until="card")
        offered = me.look(["card"])
        assert offered
        held = len(me.seen()["hand"])
        me.page.mouse.click(*offered["places"][0], click_count=3)
        expect(me.page.locator(".hand [data-card]")).to_have_count(held - 1)
        expect(me.page.locator(".hand .ahead")).to_have_count(0)
        assert me.look(["card"])
        assert len(me.seen()["hand"]) == held - 1


def test_back_and_forward_and_home_lead_to_the_same_seat(meet: Meet) -> None:
    me = meet()
    address = play_now(me)
    assert me.look(["panel"])
    hand = me.seen()["hand"]
    me.page.go_back()
    expect(me.page.get_by_role("heading", name="Take a seat")).to_be_visible()
    me.page.go_forward()
    assert me.look(["panel"])
    assert me.page.url == address
    assert me.seen()["hand"] == hand
    me.come_to("/")
    me.page.locator("#mine a").click()
    assert me.look(["panel"])
    assert me.page.url == address
    assert me.seen()["hand"] == hand


def test_a_page_loaded_again_shows_the_same_in_every_state(meet: Meet) -> None:
    me = meet(width=360)
    me.open_table("hokm", programs="0", visibility="link")
    expect(me.page.locator(".chairs li")).to_have_count(3)
    me.page.reload()
    expect(me.page.locator(".chairs li.you")).to_have_count(1)
    me.page.get_by_role("button", name="Give the free chairs to programs").click()
    me.page.get_by_role("button", name="Ready").click()
    states: list[str] = []

    def again(kind: str) -> None:
        if states.count(kind) == 2:
            return
        states.append(kind)
        expect(me.page.locator(".trick .lies:not(.slot)")).not_to_have_count(3)  # a full trick rests for a moment
        before = me.seen()
        me.page.reload()
        # A card that was raised lies again: it was a matter of this page only, as is a promise that was not yet said.
        offered = me.look(["between", "panel", "card"])
        assert offered
        assert me.seen()["hand"] == before["hand"]
        assert me.seen()["trick"] == before["trick"]
        assert me.seen()["moment"] == before["moment"]

    for _ in range(60):
        kind = me.play(until=lambda kind, names: True)
        if kind in ("panel", "card", "between"):
            again(kind)
        if kind == "between":
            break
        offered = me.look([kind])
        assert offered
        me.page.mouse.click(*offered["places"][0])
    assert {"panel", "card", "between"} <= set(states)


def test_a_closed_tab_is_no_lost_seat(meet: Meet) -> None:
    me = meet()
    address = play_now(me)
    assert me.look(["panel"])
    hand = me.seen()["hand"]
    me.page.close()
    me.page = me.tab()
    me.page.goto(address)
    assert me.look(["panel"])
    assert me.seen()["hand"] == hand


@pytest.mark.parametrize(("width", "height", "zoom"), [(320, 568, 2), (720, 450, 2), (640, 360, 3), (360, 560, 2)])
def test_a_deal_is_played_where_there_is_little_room(meet: Meet, width: int, height: int, zoom: int) -> None:
    """A small phone, a screen at 200 percent, a phone that lies: nothing sticks out, every key is in reach."""
    me = meet(width=width, viewport={"width": width, "height": height}, device_scale_factor=zoom)
    play_now(me)
    told: set[str] = set()

    def look(kind: str) -> None:
        if kind not in told:
            told.add(kind)
            me.fits()
            me.picture(f"hokm-small-{height}-{kind}")

    me.play(until="between", choose=lambda kind, names: names.index("8") if "8" in names else 0, each=look)
    look("between")
    me.page.get_by_role("button", name="Ready").click()
    assert me.look(["panel"])


@pytest.mark.parametrize("language", ["en", "ar"])
def test_everything_has_a_name_for_those_who_listen(meet: Meet, language: str) -> None:
    me = meet(width=360, language=language)
    for address in ("/", "/tables/new", "/settings", "/rules/hokm", "/nowhere"):
        me.come_to(address)
        assert unnamed(me.page) == [], address
    me.complaints[:] = [line for line in me.complaints if "404" not in line]
    me.open_table("hokm", programs="0")
    expect(me.page.locator(".chairs li")).to_have_count(3)
    assert unnamed(me.page) == [], "waiting"
    me.page.locator(".waiting .acts .key").first.click()
    expect(me.page.locator(".chairs li.free")).to_have_count(0)
    me.page.locator(".waiting .acts .key").first.click()
    told: set[str] = set()

    def listen(kind: str) -> None:
        if kind not in told:
            told.add(kind)
            assert unnamed(me.page) == [], kind
            assert me.page.get_by_role("main").count() == 1
            assert me.page.get_by_role("heading", level=1).count() == 1

    me.play(until="between", each=listen)
    listen("between")
    for key in range(3):
        me.page.locator(".tray .key").nth(key).click()
        expect(me.page.get_by_role("dialog")).to_be_focused()
        assert unnamed(me.page) == [], f"sheet {key}"
        me.page.keyboard.press("Escape")
    if language == "en":
        assert me.page.get_by_role("button", name="Ready").count() == 1


def test_an_address_without_a_table_leads_home(meet: Meet) -> None:
    me = meet()
    for address in ("/t/0000000000000000000000", "/t/nonsense", "/t/"):
        me.come_to(address)
        me.fits()
        me.page.get_by_role("link", name="To the tables").click()
        expect(me.page.get_by_role("heading", name="Take a seat")).to_be_visible()
    me.complaints[:] = [line for line in me.complaints if "404" not in line]
