"""The pages. Each view finds, checks, acts and answers; what a table does is the service's affair."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation.trans_real import DjangoTranslation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import JSONCatalog

from accounts import inbox, members, services
from accounts.models import Person
from accounts.names import UnfitName
from accounts.preferences import Preferences, languages
from games.kernel import registry
from games.table import catalogue
from games.table.aggregate import CASUAL, ruleset_of
from games.table.held import load
from games.table.lobby import head_of
from web import lobby as lobbies
from web.errors import unbuilt
from web.manifest import NotBuilt
from web.page import Page, own_template
from web.speeds import speed_choices
from web.table_form import form_of
from web.templatetags.web import script, stylesheets


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Whether this process can do its work; a proxy asks for it, and stops sending people here on 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("no database\n", status=503, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines should leave alone: tables belong to those who sit at them."""
    return HttpResponse("User-agent: *\nDisallow: /t/\nDisallow: /api/\n", content_type="text/plain")


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The front page: a seat first, then what is being played, then what the games are."""
    services.keep_signed_in(request)
    page = Page(request)
    context = {
        "lobby": lobbies.lobby(page.person),
        "speeds": speed_choices(),
        "chosen_speed": "normal" if page.member else CASUAL,
    }
    return render(request, "web/lobby.html", context)


@never_cache
@require_safe
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """The page of one table. It carries what the client must know before the socket speaks, and no card."""
    services.keep_signed_in(request)
    head = head_of(table_id)
    if head is None:
        raise Http404
    reader = Page(request).person
    if reader is not None:
        inbox.opened(reader.public_id, table_id)
    context: dict[str, Any] = {
        "table_id": table_id,
        "game": head.game,
        "title": catalogue.title(head.game),
        "clockwise": registry.game(head.game).clockwise,
    }
    try:
        context["table_styles"] = stylesheets("main.ts")
        context["table_script"] = script("main.ts")
    except NotBuilt:
        return render(request, "web/error.html", unbuilt(), status=503)
    return render(request, "web/table.html", context)


@require_safe
def house_rules(request: HttpRequest, table_id: str) -> HttpResponse:
    """What a table is played by, in words: first what differs from the usual rules."""
    head = head_of(table_id)
    if head is None:
        raise Http404
    table = load(head.table_id).table
    lines = catalogue.rules_in_words(ruleset_of(table.game, table.opened))
    context = {
        "table_id": table_id,
        "game": head.game,
        "title": catalogue.title(head.game),
        "preset": catalogue.preset_title(table.game.ruleset, head.preset),
        "note": _(table.game.ruleset.NOTE) if table.game.ruleset.NOTE else "",
        "changed": [line for line in lines if line["changed"]],
        "usual": [line for line in lines if not line["changed"]],
        "rules": own_template(head.game, f"rules.{settings.LANGUAGE_CODE}"),
    }
    return render(request, "web/house_rules.html", context)


@never_cache
@require_POST
def guest_session(request: HttpRequest) -> HttpResponse:
    """A visitor at a table becomes a guest, so that he can sit down; signing in renews the token of forms."""
    person = services.guest_for(request)
    return JsonResponse({"person": person.public_id, "name": person.name, "csrf": get_token(request)})


@never_cache
@require_safe
def new_table(request: HttpRequest) -> HttpResponse:
    """The form that opens a table with own house rules; `?game=` and `?rules=` choose, `?error=` tells."""
    games = catalogue.known()
    game = catalogue.find(request.GET.get("game") or games[0].name)
    if game is None:
        raise Http404
    context = {
        "game": form_of(game, request.GET.get("rules", "")),
        "games": [form_of(other) for other in games],
        "speeds": speed_choices(),
        "error": _trouble(request),
    }
    return render(request, "web/new_table.html", context)


def _trouble(request: HttpRequest) -> str:
    """What the last try to open a table met, by its code."""
    texts = {
        "bad_option": _("These house rules do not go together or do not exist."),
        "too_many": _("Too many at once. Try again a little later."),
    }
    code = request.GET.get("error", "")
    return texts.get(code, _("That could not be read.")) if code else ""


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """The rules of a game for somebody who has never played it, in the reader's language or else in English."""
    if catalogue.find(game) is None:
        raise Http404
    language = translation.get_language() or settings.LANGUAGE_CODE
    for code in (language, settings.LANGUAGE_CODE):
        template = own_template(game, f"rules.{code}")
        if template:
            text = render_to_string(template, request=request)
            context = {"game": catalogue.title(game), "text": text, "text_language": code}
            return render(request, "web/rules.html", context)
    raise Http404


@require_safe
def catalogue_of(request: HttpRequest, language: str) -> HttpResponse:
    """The client's texts in one language, as Django's JSONCatalog shapes them; `?v=` changes with them."""
    if language not in languages():
        raise Http404
    texts = JSONCatalog()
    texts.translation = DjangoTranslation(language, domain=texts.domain)
    response = JsonResponse({"catalog": texts.get_catalog(), "plural": texts.get_plural()})
    patch_cache_control(response, public=True, max_age=300 if "v" not in request.GET else 365 * 24 * 3600)
    return response


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Change the language of the pages and go on where one was."""
    asked = Preferences.read({"language": request.POST.get("language", "")})
    chosen = replace(Preferences.of(request), language=asked.language)
    response = HttpResponseRedirect(_next(request))
    _keep(request, response, chosen)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """The settings page: language, colours, cards, figures, one touch or two; a guest's name."""
    person = Page(request).person
    error = ""
    if request.method == "POST":
        chosen = Preferences.read({name: str(value) for name, value in request.POST.items()})
        try:
            if person and "name" in request.POST:
                members.rename(person, request.POST["name"])
        except UnfitName as problem:
            error = str(problem)
        else:
            response = HttpResponseRedirect(reverse("settings") + "?saved=1")
            _keep(request, response, chosen)
            return response
    now = Preferences.of(request)
    context = {
        "groups": _groups(now),
        "one_tap": now.one_tap,
        "saved": "saved" in request.GET and not error,
        "name": request.POST.get("name", person.name if person else ""),
        "name_error": error,
    }
    return render(request, "web/settings.html", context, status=400 if error else 200)


def _keep(request: HttpRequest, response: HttpResponse, chosen: Preferences) -> None:
    """Into the row of somebody who has one, else into a cookie."""
    user = request.user
    if isinstance(user, Person):
        fields = chosen.write_to(user)
        Person.objects.filter(pk=user.pk, erased_at=None).update(**{name: getattr(user, name) for name in fields})
    else:
        chosen.set_cookie(response)


def _next(request: HttpRequest) -> str:
    """Where to go on: a page of ours or the front page, never somebody else's address."""
    wanted = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        return wanted
    return reverse("lobby")


def _groups(now: Preferences) -> list[dict[str, Any]]:
    """The radio groups of the settings page; each choice is named, and shows what it does where that helps."""
    languages = [{"value": code, "title": name, "lang": code} for code, name in settings.LANGUAGES]
    return [
        {
            "name": "language",
            "title": _("Language"),
            "chosen": now.language,
            "choices": [{"value": "", "title": _("As the browser says")}, *languages],
        },
        {
            "name": "theme",
            "title": _("Colours"),
            "chosen": now.theme,
            "choices": [
                {"value": "", "title": _("As the device says")},
                {"value": "light", "title": _("Light")},
                {"value": "dark", "title": _("Dark")},
                {"value": "contrast", "title": _("High contrast")},
            ],
        },
        {
            "name": "ranks",
            "title": _("Letters on the cards"),
            "chosen": now.ranks,
            "choices": [
                {"value": "", "title": _("As the language has them")},
                {"value": "latin", "title": _("Latin"), "sample": "A K Q J"},
                {"value": "cyrillic", "title": _("Cyrillic"), "sample": "Т К Д В"},
                {"value": "arabic", "title": _("Arabic"), "sample": "إ ش ب و"},
            ],
        },
        {
            "name": "figures",
            "title": _("Figures"),
            "chosen": now.figures,
            "choices": [
                {"value": "", "title": _("As the language has them")},
                {"value": "latn", "title": _("European"), "sample": "0 1 2 3 9"},
                {"value": "arab", "title": _("Arabic-Indic"), "sample": "٠ ١ ٢ ٣ ٩"},
            ],
        },
    ]
