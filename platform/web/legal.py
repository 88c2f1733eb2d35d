"""Privacy and terms: what the software does stands in our own texts, what the operator has to say he fills in.

Our texts have marked blanks; OPERATOR_NAME and OPERATOR_CONTACT fill two of them. Whoever wants his own texts puts
`privacy.en.html`, `terms.ar.html` and so on into the folder OPENTRICK_LEGAL_DIR names (docs/operations.md): pieces of a
page, Django templates like ours, which they may include as `web/legal/privacy.en.html`.
"""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import TemplateDoesNotExist, engines
from django.template.loader import get_template
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept of people here, for how long, and who sees it."""
    return _page(request, "privacy", _("Privacy"))


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    """What those who play here agree to."""
    return _page(request, "terms", _("Terms"))


def _page(request: HttpRequest, name: str, title: str) -> HttpResponse:
    wanted = translation.get_language() or settings.LANGUAGE_CODE
    template, language = text_of(name, wanted)
    context = {
        "title": title,
        "template": template,
        "text_language": language,
        "operator": settings.OPERATOR_NAME,
        "contact": settings.OPERATOR_CONTACT,
    }
    return render(request, "web/legal.html", context)


def text_of(name: str, language: str) -> tuple[object, str]:
    """The text to show and its language. The operator's own come before ours in any language: where he has written one,
    ours may be wrong."""
    languages = (language, settings.LANGUAGE_CODE, *(code for code, _title in settings.LANGUAGES))
    folder = settings.OPENTRICK_LEGAL_DIR
    for code in languages if folder else ():
        file = Path(folder) / f"{name}.{code}.html"
        if file.is_file():
            return _read(file), code
    for code in languages:
        try:
            return get_template(f"web/legal/{name}.{code}.html"), code
        except TemplateDoesNotExist:
            continue
    raise TemplateDoesNotExist(f"web/legal/{name}")


def _read(file: Path) -> object:
    """A template like ours, read anew each time: its operator sees a change at once."""
    return engines["django"].from_string(file.read_text(encoding="utf-8"))
