"""Whist for three as the registry lists it: every call of the contract, in its order (games/kernel/contract.py)."""

from games.kernel.cards import Seat
from games.kernel.codec import Codec
from games.kernel.contract import Game
from games.kernel.ruleset import N_
from tests.whist3 import policy
from tests.whist3.cards import PACK
from tests.whist3.commands import COMMANDS
from tests.whist3.events import EVENTS
from tests.whist3.notation import Whist3Notation
from tests.whist3.rules import (
    advance,
    deal,
    decide,
    deciders,
    default_command,
    follow_up,
    legal,
    outcome,
    refusal,
    wants,
)
from tests.whist3.ruleset import Whist3Ruleset
from tests.whist3.state import State, copy_state, evolve, fold, freeze, new, thaw
from tests.whist3.view import View, complete, redact, revealed, unseen, view


def offers(state: State) -> tuple[Seat, ...]:
    """Nobody speaks unasked."""
    return ()


def controller(state: State, hand: Seat) -> Seat:
    """Everybody plays his own hand."""
    return hand


GAME: Game[State, View] = Game(
    name="whist3",
    title=N_("Whist for three"),
    rules_version=1,
    pack=PACK,
    ruleset=Whist3Ruleset,
    clockwise=True,
    new=new,
    wants=wants,
    deal=deal,
    deciders=deciders,
    offers=offers,
    controller=controller,
    legal=legal,
    decide=decide,
    refusal=refusal,
    follow_up=follow_up,
    evolve=evolve,
    fold=fold,
    advance=advance,
    copy=copy_state,
    view=view,
    redact=redact,
    revealed=revealed,
    unseen=unseen,
    complete=complete,
    outcome=outcome,
    default_command=default_command,
    policies={"simple": policy.choose},
    codec=Codec(PACK, events=EVENTS, commands=COMMANDS),
    freeze=freeze,
    thaw=thaw,
    notation=Whist3Notation(),
)
