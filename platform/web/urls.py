"""The pages a person opens in a browser."""

from django.urls import URLPattern, URLResolver, path, register_converter
from django.views.generic import RedirectView

from web import friends, legal, members, my_tables, mydata, parties, people, players, tokens, views, waiting


class PublicId:
    """A person's public id in an address: letters and digits, so that nothing else is ever looked up."""

    regex = "[0-9A-Za-z]{1,40}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return str(value)


register_converter(PublicId, "public")

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.lobby, name="lobby"),
    path("t/<str:table_id>", views.table, name="table"),
    path("t/<str:table_id>/ratings", players.table_ratings, name="table_ratings"),
    path("t/<str:table_id>/rematch", waiting.play_again, name="rematch"),
    path("t/<str:table_id>/rules", views.house_rules, name="house_rules"),
    path("play", waiting.against_programs, name="against_programs"),
    path("wait", waiting.wait, name="waiting"),
    path("wait/also", waiting.also_wait, name="also_wait"),
    path("wait/not", waiting.not_this, name="not_this"),
    path("wait/stop", waiting.stop_waiting, name="stop_waiting"),
    path("wait/programs", waiting.begin_with_programs, name="begin_with_programs"),
    path("wait/party", parties.open_party, name="open_party"),
    path("wait/party/<str:code>", parties.party, name="party"),
    path("wait/party/<str:code>/join", parties.join_party, name="join_party"),
    path("wait/party/<str:code>/invite", parties.invite_to_party, name="invite_to_party"),
    path("wait/party/<str:code>/leave", parties.leave_party, name="leave_party"),
    path("wait/party/<str:code>/play", parties.play_party, name="play_party"),
    path("my-tables", my_tables.mine, name="my_tables"),
    path("tables/new", views.new_table, name="new_table"),
    path("players", players.leaderboards, name="leaderboards"),
    path("players/<str:pool>", players.pool, name="pool"),
    path("rules/<slug:game>", views.rules, name="rules"),
    path("texts/<str:language>.json", views.catalogue_of, name="catalogue"),
    path("guest-session", views.guest_session, name="guest_session"),
    path("account", members.account, name="account"),
    path("account/", RedirectView.as_view(pattern_name="account")),
    path("account/data", mydata.everything, name="account_data"),
    path("account/tokens", tokens.tokens, name="account_tokens"),
    path("account/tokens/<int:pk>/revoke", tokens.revoke, name="revoke_token"),
    path("account/delete", mydata.delete, name="account_delete"),
    path("people/<public:public_id>", people.profile, name="profile"),
    path("people/<public:public_id>/challenge", people.challenge, name="challenge"),
    path("people/<public:public_id>/<slug:what>", people.relate, name="relate"),
    path("friends", friends.friends, name="friends"),
    path("inbox/<int:item>/away", people.inbox_away, name="inbox_away"),
    path("privacy", legal.privacy, name="privacy"),
    path("terms", legal.terms, name="terms"),
    path("account/login/link/<str:token>/", members.login_link, name="account_login_link"),
    path("account/sessions/<int:pk>/end/", members.end_session, name="end_session"),
    path("account/sessions/end/", members.end_all_sessions, name="end_all_sessions"),
    # In the place of allauth's own, which stand behind them:
    path("account/2fa/", RedirectView.as_view(pattern_name="account"), name="mfa_index"),
    path("account/2fa/webauthn/add/", members.add_passkey, name="mfa_add_webauthn"),
    path("settings", views.preferences, name="settings"),
    path("language", views.language, name="language"),
    path("robots.txt", views.robots, name="robots"),
    path("healthz", views.health, name="health"),
]
