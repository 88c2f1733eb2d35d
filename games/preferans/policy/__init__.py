"""The policy `simple`: counts likely tricks, bids and whists on them, and plays by rules of thumb.

It sees a view with recall and its menu, never the state, and leaves nothing to chance: the same view, the same choice.
"""

from collections.abc import Callable
from typing import Any

from games.kernel.contract import pick
from games.kernel.menu import CardFrom, Choice, Rng, due
from games.preferans.commands import (
    AnswerClaim,
    AnswerStop,
    Command,
    Declare,
    Hold,
    LayCards,
    Pass,
    PlaceBid,
    PlayCard,
    Trust,
    Whist,
)
from games.preferans.policy.bidding import call, declaration
from games.preferans.policy.claiming import accepts
from games.preferans.policy.losing import avoid, catch
from games.preferans.policy.whisting import answer
from games.preferans.policy.winning import win
from games.preferans.view import View


def choose(view: View, rng: Rng) -> Command:
    """A command of the view's menu. It makes no offers, so where nothing else is left it takes what comes."""
    menu = due(view.menu)
    if not menu:
        offer: Command = pick(view.menu, rng)
        return offer
    choice = menu[0]
    return _CHOOSERS[choice.command](view, choice)


def _play(view: View, choice: Choice) -> Command:
    cards = choice.fields["card"]
    assert isinstance(cards, CardFrom)
    assert view.turn is not None
    if view.mode == "raspasy" or (view.mode == "misere" and view.turn == view.declarer):
        card = avoid(view, cards.of)
    elif view.mode == "misere":
        card = catch(view, cards.of)
    else:
        card = win(view, cards.of)
    return PlayCard.of(card)


_CHOOSERS: dict[Callable[..., Any], Callable[[View, Choice], Command]] = {
    Pass: lambda view, choice: call(view),
    PlaceBid: lambda view, choice: call(view),
    Hold: lambda view, choice: call(view),
    Declare: lambda view, choice: declaration(view),
    Whist: lambda view, choice: Whist(answer(view, tuple(choice.fields["answer"]))),
    LayCards: lambda view, choice: LayCards("open"),
    Trust: lambda view, choice: Trust(False),
    PlayCard: _play,
    AnswerClaim: lambda view, choice: AnswerClaim(accepts(view)),
    # Whoever wants to go home is not kept by a program.
    AnswerStop: lambda view, choice: AnswerStop(True),
}
