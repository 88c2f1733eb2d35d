"""Hokm as the registry lists it."""

from games.hokm import policy
from games.hokm.cards import PACK
from games.hokm.commands import COMMANDS
from games.hokm.decide import advance, deal, decide, default_command, follow_up, wants
from games.hokm.events import EVENTS
from games.hokm.freezing import freeze, thaw
from games.hokm.legality import deciders, legal, refusal
from games.hokm.notation import HokmNotation
from games.hokm.ruleset import HokmRuleset
from games.hokm.scoring import outcome_of
from games.hokm.state import BETWEEN, FINISHED, Before, State, copy_state, evolve, fold, fresh
from games.hokm.view import View, complete, redact, revealed, unseen, view
from games.kernel.cards import Seat
from games.kernel.codec import Codec
from games.kernel.contract import Game, Outcome
from games.kernel.ruleset import N_


def new(rules: HokmRuleset, *, before: Before | None = None) -> State:
    """An empty table, or one that goes on from the middle of a match."""
    state = fresh(rules)
    if before is not None:
        state.phase = BETWEEN
        state.deal = before.deal - 1
        state.dealer = before.dealer
        state.totals = before.totals
    return state


def offers(state: State) -> tuple[Seat, ...]:
    """Nobody speaks unasked in Hokm."""
    return ()


def controller(state: State, hand: Seat) -> Seat:
    """Everybody plays his own hand."""
    return hand


def outcome(state: State) -> Outcome | None:
    return outcome_of(state.totals, state.winners) if state.phase == FINISHED else None


GAME: Game[State, View] = Game(
    name="hokm",
    title=N_("Hokm"),
    rules_version=1,
    pack=PACK,
    ruleset=HokmRuleset,
    clockwise=False,
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
    notation=HokmNotation(),
)
