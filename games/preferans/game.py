"""Preferans as the registry lists it."""

from games.kernel.cards import Seat
from games.kernel.codec import Codec
from games.kernel.contract import Game, Outcome
from games.kernel.ruleset import N_
from games.preferans import policy
from games.preferans.bids import format_bid, parse_bid
from games.preferans.cards import PACK
from games.preferans.commands import COMMANDS
from games.preferans.decide import advance, deal, decide, default_command, follow_up, wants
from games.preferans.events import EVENTS
from games.preferans.evolve import evolve, fold
from games.preferans.freezing import freeze, thaw
from games.preferans.legality import deciders, legal, offers, refusal
from games.preferans.notation import PreferansNotation
from games.preferans.ruleset import PreferansRuleset
from games.preferans.sheet import entry_in, entry_out, standing
from games.preferans.state import BETWEEN, FINISHED, Before, State, copy_state, fresh
from games.preferans.unseen import complete, unseen
from games.preferans.view import View, redact, revealed, view


def new(rules: PreferansRuleset, *, before: Before | None = None) -> State:
    """An empty table, or one that goes on from the middle of a match."""
    state = fresh(rules)
    if before is not None:
        state.phase = BETWEEN
        state.deal = before.deal - 1
        state.dealer = before.dealer
        state.sheet = before.sheet
        state.standing = standing(before.sheet, rules)
        state.streak = before.streak
    return state


def controller(state: State, hand: Seat) -> Seat:
    """Who plays a hand: an open whister plays two, a defender who trusts plays none (rules/preferans.md 4.6, 6.3)."""
    return state.control[hand]


def outcome(state: State) -> Outcome | None:
    """The rounded totals; ranks and winners by the exact standing, so that rounding decides nothing."""
    if state.phase != FINISHED:
        return None
    exact = state.standing
    ranks = tuple(1 + sum(other > mine for other in exact) for mine in exact)
    return Outcome(state.totals, ranks, tuple(seat for seat, rank in enumerate(ranks) if rank == 1))


CODEC = Codec(
    PACK,
    events=EVENTS,
    commands=COMMANDS,
    marks={
        "bid": (format_bid, parse_bid),
        "call": (
            lambda call: "pass" if call is None else format_bid(call),
            lambda call: None if call == "pass" else parse_bid(call),
        ),
        "entry": (entry_out, entry_in),
    },
)

GAME: Game[State, View] = Game(
    name="preferans",
    title=N_("Preferans"),
    rules_version=1,
    pack=PACK,
    ruleset=PreferansRuleset,
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
    codec=CODEC,
    freeze=freeze,
    thaw=thaw,
    notation=PreferansNotation(),
)
