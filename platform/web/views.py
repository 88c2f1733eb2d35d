from django.http import HttpRequest, HttpResponse


def health(request: HttpRequest) -> HttpResponse:
    """Says that this process answers; a load balancer asks for it."""
    return HttpResponse("ok\n", content_type="text/plain")
