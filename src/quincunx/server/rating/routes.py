"""Ratings over HTTP."""

from litestar import Response, get
from litestar.params import FromPath

from quincunx.protocol import PublicPlayer, RatedGame
from quincunx.server import words
from quincunx.server.http import answers
from quincunx.server.http.common import HttpRequest, hall_of, packed, problems
from quincunx.server.rating.model import anchors
from quincunx.server.store.players import name_of_player
from quincunx.server.store.ratings import best_rated, ratings_of, read_ratings

LISTED = 20
"""The most players in a game's list."""


@get("/api/ratings", summary="The strongest players of each game", responses=problems(503))
async def ratings(request: HttpRequest) -> Response[list[RatedGame]]:
    hall = hall_of(request)
    found = [
        RatedGame(
            slug,
            anchors(slug),
            [
                PublicPlayer(row.player, row.name, ratings_of([row]))
                for row in await hall.store.run(best_rated, slug, "plain", LISTED)
            ],
        )
        for slug in hall.games
    ]
    return packed(request, [page for page in found if page.players])


@get("/api/players/{player_id:str}", summary="A player and how strong they are", responses=problems(400, 404, 503))
async def public_player(request: HttpRequest, player_id: FromPath[str]) -> PublicPlayer:
    hall = hall_of(request)
    name = await hall.store.run(name_of_player, player_id)
    if name is None:
        raise answers.NothingError(words.NO_SUCH_PLAYER())
    return PublicPlayer(player_id, name, ratings_of(await hall.store.run(read_ratings, player_id)))


RATING_ROUTES = (ratings, public_player)
