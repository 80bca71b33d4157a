"""Subscriptions to notifications over HTTP."""

from html import escape

from litestar import MediaType, Response, get, post
from litestar.params import FromPath, JSONBody

from quincunx.core.messages import Message
from quincunx.core.render import catalogue_of, render
from quincunx.protocol import NewsInfo, TellMe, TellNoMore
from quincunx.server import words
from quincunx.server.http.common import HttpRequest, hall_of, problems, visitor_of, wanted_language
from quincunx.server.store.news import mailed


@get("/api/news", summary="The values for subscribing to notifications", responses=problems(503))
async def news_info(request: HttpRequest) -> NewsInfo:
    return await hall_of(request).news.info()


@post(
    "/api/tables/{table_id:str}/news",
    status_code=204,
    summary="Notify a device when a turn of a seat begins",
    responses=problems(400, 403, 404, 409, 413, 429, 503),
)
async def tell_turns(request: HttpRequest, table_id: FromPath[str], data: JSONBody[TellMe]) -> None:
    await hall_of(request).news.ask_turns(table_id, data, visitor_of(request))


@post(
    "/api/tournaments/{tournament:str}/news",
    status_code=204,
    summary="Notify a device when a round begins",
    responses=problems(400, 403, 404, 409, 413, 429, 503),
)
async def tell_rounds(request: HttpRequest, tournament: FromPath[str], data: JSONBody[TellMe]) -> None:
    await hall_of(request).news.ask_rounds(tournament, data, visitor_of(request))


@post(
    "/api/dailies/{slug:str}/news",
    status_code=204,
    summary="Notify a device of new dailies",
    responses=problems(400, 403, 413, 429, 503),
)
async def tell_dailies(request: HttpRequest, slug: FromPath[str], data: JSONBody[TellMe]) -> None:
    await hall_of(request).news.ask_dailies(slug, data, visitor_of(request))


@post("/api/news/stop", status_code=204, summary="Unsubscribe a device", responses=problems(400, 403, 413, 503))
async def tell_no_more(request: HttpRequest, data: JSONBody[TellNoMore]) -> None:
    await hall_of(request).news.stop(data.endpoint, data.kind)


@get("/news/{secret:str}", include_in_schema=False)
async def mail_page(request: HttpRequest, secret: FromPath[str]) -> Response[str]:
    """The page of a link in a mail, with a button, because mail programs open links, too."""
    if (row := await hall_of(request).store.run(mailed, secret)) is None:
        return _page(wanted_language(request), [words.MAIL_STOPPED()], {})
    said = [words.MAIL_CONFIRMED()] if row.confirmed else []
    buttons = {"stop": words.MAIL_STOP()} if row.confirmed else {"confirm": words.MAIL_CONFIRM()}
    return _page(row.language, said, buttons)


@post("/news/{secret:str}", status_code=200, include_in_schema=False)
async def answer_mail(request: HttpRequest, secret: FromPath[str]) -> Response[str]:
    """Handle the button of that page, or that of a mail program (RFC 8058), which unsubscribes."""
    news = hall_of(request).news
    is_wanted = (await request.form()).get("do") == "confirm" and await news.confirm_mail(secret)
    if not is_wanted:
        await news.stop_mail(secret)
    return _page(wanted_language(request), [words.MAIL_CONFIRMED() if is_wanted else words.MAIL_STOPPED()], {})


def _page(language: str, said: list[Message], buttons: dict[str, Message]) -> Response[str]:
    catalogue = catalogue_of(language)
    title = escape(render(words.MAIL_TITLE(), catalogue))
    texts = "".join(f"<p>{escape(render(one, catalogue))}</p>" for one in said)
    presses = "".join(
        f'<button name="do" value="{value}">{escape(render(one, catalogue))}</button>' for value, one in buttons.items()
    )
    return Response(
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">'
        f'<title>{title} · Quincunx</title><h1>{title}</h1>{texts}<form method="post">{presses}</form>'
        f'<p><a href="/">Quincunx</a></p></html>',
        media_type=MediaType.HTML,
    )


NEWS_ROUTES = (mail_page, answer_mail, news_info, tell_turns, tell_rounds, tell_dailies, tell_no_more)
