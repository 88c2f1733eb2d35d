"""Tong as the registry lists it."""

from games.kernel.cards import Seat
from games.kernel.codec import Codec
from games.kernel.contract import Game, Outcome
from games.kernel.ruleset import N_
from games.tong import policy
from games.tong.cards import PACK
from games.tong.commands import COMMANDS
from games.tong.decide import advance, deal, decide, default_command, follow_up, wants
from games.tong.events import EVENTS
from games.tong.freezing import freeze, thaw
from games.tong.legality import deciders, legal, refusal
from games.tong.notation import TongNotation
from games.tong.ruleset import TongRuleset
from games.tong.scoring import outcome_of
from games.tong.state import BETWEEN, Before, State, copy_state, evolve, fold, fresh
from games.tong.view import View, redact, revealed, view
from games.tong.worlds import complete, unseen


def new(rules: TongRuleset, *, before: Before | None = None) -> State:
    """An empty table, or one that goes on from the middle of a match."""
    state = fresh(rules)
    if before is not None:
        state.phase = BETWEEN
        state.deal = before.deal - 1
        state.dealer = before.dealer
        state.points, state.marks, state.pot = before.points, before.marks, before.pot
    return state


def offers(state: State) -> tuple[Seat, ...]:
    """Nobody speaks unasked in Tong."""
    return ()


def controller(state: State, hand: Seat) -> Seat:
    """Everybody plays his own hand."""
    return hand


def outcome(state: State) -> Outcome | None:
    if state.nets is None or state.winner is None:
        return None
    return outcome_of(state.nets, state.points, state.winner)


GAME: Game[State, View] = Game(
    name="tong",
    title=N_("Tong"),
    rules_version=1,
    pack=PACK,
    ruleset=TongRuleset,
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
    notation=TongNotation(),
)
