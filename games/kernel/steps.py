"""Small steps that every game takes in the same way."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.kernel.contract import Event, Everything, Revealed, Viewer
from games.kernel.errors import UnknownEvent


def folder[S](changes: Mapping[type, Callable[[S, Any], None]]) -> Callable[[S, Event], None]:
    """The `fold` of a game, from what each of its events changes. An event of no known kind raises UnknownEvent."""

    def fold(state: S, event: Event) -> None:
        try:
            change = changes[type(event)]
        except KeyError:
            raise UnknownEvent(type(event).__name__) from None
        change(state, event)

    return fold


def settler[S](
    follow_up: Callable[[S], Event | None], fold: Callable[[S, Event], None]
) -> Callable[[S, list[Event]], list[Event]]:
    """A function that lets everything happen that follows by itself, and adds it to the events so far."""

    def settle(state: S, events: list[Event]) -> list[Event]:
        while (event := follow_up(state)) is not None:
            fold(state, event)
            events.append(event)
        return events

    return settle


def sees_all(viewer: Viewer, deal: int, revealed: int) -> bool:
    """Whether this viewer may see every card of a deal, where deals up to `revealed` are open to everybody."""
    if isinstance(viewer, Everything):
        return True
    if isinstance(viewer, Revealed) and viewer.up_to_deal >= deal:
        return True
    return deal <= revealed


def tuples(value: Any) -> Any:
    """What JSON has as lists, as the tuples it was made from: for `thaw`."""
    return tuple(tuples(item) for item in value) if isinstance(value, list | tuple) else value


def format_numbers(numbers: Iterable[int | None]) -> str:
    """One number for each seat, as records have them; a dash where a seat has none.

    >>> format_numbers((10, 0, -2)), format_numbers((2, None, 0))
    ('10 0 -2', '2 - 0')
    """
    return " ".join("-" if number is None else str(number) for number in numbers)


def format_gain(number: int) -> str:
    """A gain or a loss with its sign.

    >>> format_gain(30), format_gain(-100), format_gain(0)
    ('+30', '-100', '0')
    """
    return f"{number:+d}" if number else "0"


def format_gains(numbers: Iterable[int]) -> str:
    """Gains and losses by seat, each with its sign.

    >>> format_gains((30, 0, -100))
    '+30 0 -100'
    """
    return " ".join(map(format_gain, numbers))
