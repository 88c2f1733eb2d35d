"""Why somebody cannot wait, or sit, as they asked for: the codes of matchmaking in words, for pages and the API."""

from __future__ import annotations

from django.utils.translation import gettext as _


def words(code: str) -> str:
    """What a refusal says to people; "" for a code that is not ours."""
    texts = {
        "party_is_casual": _("A party plays casually; rated play is for one alone."),
        "party_too_large": _("There are more of you than chairs at such a table."),
        "already_waiting": _("One of you waits already."),
        "still_playing": _("You sit at a rated table that is still being played. Finish it first."),
        "members_only": _("Rated play is for members: sign up, and your games stay yours."),
        "not_waiting": _("You do not wait any more."),
        "not_casual": _("Programs play at casual tables only."),
        "too_early": _("Programs are offered after twelve seconds."),
        "paused": _("You did not come to a table that was opened for you. You may wait again a little later."),
        "not_over": _("This table is still being played, or it never began."),
        "no_rematch": _("There is no rematch of this table."),
        "no_such_party": _("This party is over. Ask your friends for a new link."),
        "not_the_leader": _("Who opened the party presses Play."),
        "party_full": _("This party is full."),
        "not_friends": _("You can invite friends to a party. Send everybody else its link."),
        "too_many_invited": _("So many are invited already. Send the others the link."),
    }
    return texts.get(code, "")
