"""Every message that crosses the wire, in one file: docs/protocol.md tells the same in words.

A message is one JSON object whose `type` is the lower-case name of its class. Unknown fields are ignored, so that
either side may grow.
"""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from quincunx.core.messages import Message

PROTOCOL = 2
"""Raised when an older client can no longer follow."""

MOST_LEGAL = 400
"""More legal actions than this are not listed: the client writes the text itself."""

SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=7)]
MessageId: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9]{1,16}\.[1-9][0-9]{0,8}\Z")]
"""`client.n`: a name that a tab or program draws at random, and a number that counts up with its messages. The same id
again is the same message again; a lower number is an old message."""
Name: TypeAlias = Annotated[str, Meta(max_length=200)]
Slug: TypeAlias = Annotated[str, Meta(max_length=40)]
EntropyText: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_]{1,64}\Z")]
Hash: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
RoundNumber: TypeAlias = Annotated[int, Meta(ge=1, le=1_000_000)]

EventNumber: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000_000)]

Status: TypeAlias = Literal["waiting", "playing", "over"]
SeatKind: TypeAlias = Literal["human", "bot", "empty"]
DiceStage: TypeAlias = Literal["commit", "reveal", "done"]
Reaction: TypeAlias = Literal["hello", "well_played", "lucky", "ouch", "thinking", "thanks", "oops", "good_game"]
TablesState: TypeAlias = Literal["absent", "building", "there"]
AwayChoice: TypeAlias = Literal["wait", "default", "bot"]


class Settings(Struct, frozen=True):
    """What the host of a table decides."""

    pace: Annotated[int, Meta(ge=0, le=60_000)] = 1000
    """Milliseconds that a bot takes to act; one that searches thinks no longer."""
    clock: Annotated[int, Meta(ge=5, le=86_400)] | None = None
    """Seconds that a person has for a decision; none by default. When they have passed a bot plays on until the player
    is back, or, where `away` is `default`, the first legal action is done."""
    away: AwayChoice = "wait"
    """What happens after `away_after` seconds without a connection: wait, do the first legal action, or let a bot play
    until the player is back."""
    away_after: Annotated[int, Meta(ge=5, le=86_400)] = 60
    listed: bool = True
    """Whether the lobby shows the table."""


# HTTP


class VariantInfo(Struct, frozen=True):
    """An option of a game; the first choice is the default."""

    name: str
    question: Message
    choices: tuple[str, ...]
    labels: list[Message]
    """What people read for each choice; none where the choices speak for themselves."""


class TablesInfo(Struct, frozen=True):
    """Tables that a level needs, which are built once on the hall's machine."""

    state: TablesState
    progress: float
    """How much has been built, from 0 to 1, while they are being built."""
    minutes: int
    """About so long it takes from the beginning,"""
    memory_gib: int
    """with so much of the machine's memory;"""
    disk_gib: int
    """and so much of its disk they take for good."""
    may_build: bool
    """Whether this visitor may have them built: only who sits at the hall's own machine may."""
    failed: bool
    """Whether building them has come to a bad end; it can be tried again, and goes on where it was."""


class LevelInfo(Struct, frozen=True):
    """A bot that people pick."""

    bot: str
    about: Message
    """What to expect of it."""
    rating: int | None
    """At two seats, 1000 for `random`; none if it has not been measured under these rules."""
    seats: int | None
    """It plays only with so many; none if with any number."""
    tables: TablesInfo | None
    """What it needs before it can play; none if nothing."""


class GameInfo(Struct, frozen=True):
    """What the lobby says about a game."""

    slug: str
    title: str
    tagline: Message
    minutes: tuple[int, int]
    seats: tuple[int, int]
    """Fewest and most."""
    variants: list[VariantInfo]
    bots: list[str]
    """Those that play with any number of seats, weakest first."""
    levels: list[LevelInfo]
    """All that people may pick, weakest first."""
    rules: int
    """The version of the rules."""
    race: bool
    """Whether seats act against the clock, not in turn."""
    unit: Literal["points", "cards"]
    """What is counted at the end."""
    low_wins: bool
    """Whether the fewest of them win."""
    usual_seats: int
    """How many sit down for a quick match."""
    first_match: dict[str, str]
    """Variants that a newcomer's first match is played with."""
    colour: str
    """The game's own colour, as CSS writes it."""
    honour: int | None
    """A total of more than this is for the roll of honour, if somebody has witnessed it; none for no roll."""
    lesson: bool
    """Whether there is a guided first match."""


class GameTexts(Struct, frozen=True):
    """The rules and rulings of a game in Markdown."""

    rules: str
    rulings: str


class CreateTable(Struct, frozen=True):
    """Open a table. The creator sits down on seat 0 unless `play` is false; `bots` take the last seats."""

    game: Slug
    seats: Annotated[int, Meta(ge=1, le=8)]
    name: Name = ""
    variants: dict[Slug, Slug] = {}
    bots: Annotated[list[Slug], Meta(max_length=8)] = []
    settings: Settings = Settings()
    play: bool = True


class TakeSeat(Struct, frozen=True):
    """Sit down; on any empty seat unless one is named."""

    name: Name = ""
    seat: SeatNumber | None = None


class PlayOn(Struct, frozen=True):
    """Open a table that begins at a moment of a finished match. Bots play as they did there; on the seats of other
    people it is `bot`."""

    at: EventNumber
    """How many events had happened."""
    seat: SeatNumber = 0
    name: Name = ""
    bot: Slug | None = None
    """The game's usual bot if none is named."""


class Origin(Struct, frozen=True):
    """The moment of another match that a table began at."""

    table: str
    at: int


class SeatGiven(Struct, frozen=True):
    """A seat and the token that is the only way back to it; none for a creator who does not play."""

    table: str
    seat: int | None
    token: str | None


class StandIn(Struct, frozen=True):
    """The level that answered last for a bot that could not, and why: it is still being made ready, too many bots
    think, or it did not come to an answer."""

    level: str
    reason: Literal["preparing", "busy", "failed"]


class SeatInfo(Struct, frozen=True):
    """Who sits where."""

    seat: int
    kind: SeatKind
    name: str
    level: str | None
    """The bot that plays this seat, also while it stands in for a person."""
    connected: bool
    away: bool
    """A person's seat that is not played by its person now."""
    left: bool
    """Its person has given it up during the match; the name stays."""
    ready: bool
    """Has committed to entropy in this round of the dice (bots and empty seats add none)."""
    stand_in: StandIn | None = None
    """Who plays for the seat's bot meanwhile."""


class DiceInfo(Struct, frozen=True):
    """What proves the dice: docs/dice.md says how to check it."""

    round: int
    """Counts up from 1; 0 for a match that began at a hall without rounds."""
    stage: DiceStage
    commitment: str
    """SHA-256 of the server's seed of this round, in hexadecimal."""
    commitments: list[str | None]
    """By seat: what its player has committed to."""
    entropy: list[str | None]
    """By seat: what its player has revealed."""
    contributing: list[bool]
    """By seat: whether its player has a part in the dice, as far as is known."""
    voided: int
    """Rounds that did not count, because somebody did not reveal or the hall started again."""
    seed: str | None
    """The server's seed of this round, when the match is over."""
    salt: str | None
    """The key of the salts of the chain, when the match is over."""


class Landings(Struct, frozen=True):
    """Every die and card of a finished match with its odds, so that anyone can draw them again from the key."""

    odds: list[list[int]]
    """The weights of outcomes that dice and cards of this match had."""
    landed: list[list[int]]
    """In order: which of those odds, and which outcome."""


class TableInfo(Struct, frozen=True):
    """A table as everyone may know it."""

    id: str
    game: str
    rules: int
    variants: dict[str, str]
    status: Status
    seats: list[SeatInfo]
    host: int | None
    settings: Settings
    dice: DiceInfo
    offers: list[bool | None]
    """By seat: whether its player wants another match, when this one is over."""
    race: bool
    allowance: int
    """In a race, how many milliseconds of a seat's round trip are taken off at most."""
    countdown: int
    """Milliseconds until a race begins, while they are counted down; else 0."""
    rematch: str | None
    """The table of the next match."""
    origin: Origin | None
    """Where it was played on from; none for a match from the beginning."""
    created: int
    """Milliseconds since 1970."""
    to_act: list[int]
    """The seats that are to act as of `seq`; none before and after the match."""
    since: int
    """When the last step of the match was, or before it the table was opened, in milliseconds since 1970."""
    seq: int
    chain: str
    """Binds every step up to `seq`, in hexadecimal."""


class HallInfo(Struct, frozen=True):
    """What a page asks about the hall itself."""

    version: str
    build: str
    """The page's."""
    network: str | None
    """Where other devices of its network find the hall, if it was opened to them: an origin, to make invitations of."""


class TableSummary(Struct, frozen=True):
    """A line of the lobby."""

    id: str
    game: str
    status: Status
    seats: int
    free: int
    names: list[str]
    created: int


# Coming back


class StandingInfo(Struct, frozen=True, gc=False):
    """How a seat stands."""

    seat: int
    place: int
    points: int


class ReplayMoment(Struct, frozen=True, gc=False):
    """A moment of a finished match that something was said at."""

    at: int
    """How many events had happened."""
    who: int | None
    """The seat that acted; none for dice and cards."""
    said: list[Message]
    changes: list[list[Any]]
    """What is other in the picture than at the moment before it: `[place, value]`, a place as names and numbers."""
    points: list[int]
    """By seat."""
    to_act: list[int]
    """None while dice or cards are to land, and at the end."""


class Replay(Struct, frozen=True):
    """A part of a finished match."""

    length: int
    """How many events the match has."""
    first: int
    last: int
    """The part goes from when `first` events had happened to when `last` had."""
    picture: Any
    """At its beginning, drawn for the seat that was asked for, with nothing hidden."""
    points: list[int]
    to_act: list[int]
    moments: list[ReplayMoment]


class Turning(Struct, frozen=True):
    """What a match turned at, going by its scores."""

    at: int
    """How many events had happened."""
    kind: Literal["lead", "behind", "swing"]
    """`lead`: from here on the winner was ahead until the end. `behind`: the winner was never further behind, and came
    ahead only at the very end. `swing`: here the winner gained most on the others."""
    seat: int
    """The winner."""
    said: list[Message]


class Course(Struct, frozen=True):
    """How the scores of a finished match went."""

    events: int
    ended: int
    """Milliseconds since 1970."""
    took: int
    """Milliseconds."""
    standings: list[StandingInfo]
    """Best first."""
    scores: list[list[int]]
    """When they changed: how many events had happened, then the points by seat."""
    turning: Turning | None


class BookSeat(Struct, frozen=True):
    """What a seat had at the end."""

    name: str
    level: str | None
    """The bot that played it; none for a person."""
    place: int
    points: int
    witness: str | None
    """Who has witnessed a total for the roll of honour."""


class BookMatch(Struct, frozen=True):
    """A match in the hall's book."""

    table: str
    variants: dict[str, str]
    ended: int
    """Milliseconds since 1970."""
    took: int
    events: int
    margin: int | None
    seats: list[BookSeat]
    kept: bool
    """Whether it can still be replayed."""


class BookTotal(Struct, frozen=True):
    """What a person had at the end of a match."""

    seat: int
    match: BookMatch


class BookGame(Struct, frozen=True):
    """The records of a game."""

    game: str
    matches: int
    best: list[BookTotal]
    worst: list[BookTotal]
    longest: BookMatch | None
    closest: BookMatch | None
    honours: list[BookTotal]


class Way(Struct, frozen=True):
    """A way into the hall's page, from its origin on."""

    path: Annotated[str, Meta(pattern=r"^/[!-~]{0,1199}\Z")]


class QrCode(Struct, frozen=True):
    """A picture."""

    svg: str


class Witnessed(Struct, frozen=True):
    """Somebody has seen how I got a total for the roll of honour."""

    token: Annotated[str, Meta(max_length=100)]
    witness: Name


class Problem(Struct, frozen=True):
    """Why a request was refused."""

    code: str
    message: Message


class Health(Struct, frozen=True):
    """The process answers and its store does."""

    status: Literal["ok"]
    version: str
    build: str
    """The page's."""
    tables: int
    connections: int


# From the client


class ClientMessage(Struct, frozen=True, gc=False, tag=str.lower):
    """What a client may say."""


class Hello(ClientMessage, frozen=True):
    """The first message of a connection: who I am and what I know already."""

    token: Annotated[str, Meta(max_length=100)] | None = None
    """The seat's token; without one, a spectator."""
    seq: Annotated[int, Meta(ge=0)] = 0
    """The last sequence number known: only lines after it are told again."""
    views: bool = False
    """Whether to add `view`, the state as this watcher may know it, to every position."""
    protocol: int = 1
    """The version that the client speaks: who does not say speaks the first."""


class Act(ClientMessage, frozen=True):
    """Do this."""

    id: MessageId
    seq: Annotated[int, Meta(ge=0)]
    """The last sequence number known."""
    action: Annotated[str, Meta(max_length=400)]


class Undo(ClientMessage, frozen=True):
    """Take my last action back."""

    id: MessageId
    seq: Annotated[int, Meta(ge=0)]


class Commit(ClientMessage, frozen=True):
    """My commitment to entropy for a round of the dice: SHA-256 of `table:round:seat:entropy`, in hexadecimal."""

    id: MessageId
    round: RoundNumber
    commitment: Hash
    seat: SeatNumber | None = None
    """The seat it was made for, if it is to be refused when I have another by now."""


class Reveal(ClientMessage, frozen=True):
    """My entropy, once the round is closed."""

    id: MessageId
    round: RoundNumber
    entropy: EntropyText


class Start(ClientMessage, frozen=True):
    """The host closes the round of the dice without waiting for more commitments; then the match begins."""

    id: MessageId


class Fill(ClientMessage, frozen=True):
    """The host lets a bot play a seat that is empty or whose player has left or is away."""

    id: MessageId
    seat: SeatNumber
    bot: Slug


class Open(ClientMessage, frozen=True):
    """The host sends a bot or a person away before the match, so that another can sit down."""

    id: MessageId
    seat: SeatNumber


class Add(ClientMessage, frozen=True):
    """The host puts one more seat to the table before the match."""

    id: MessageId


class Remove(ClientMessage, frozen=True):
    """The host takes an empty seat away before the match; the seats behind it move up by one."""

    id: MessageId
    seat: SeatNumber


class Rename(ClientMessage, frozen=True):
    """Call me this."""

    id: MessageId
    name: Name


class Change(ClientMessage, frozen=True):
    """The host changes settings; what is left out stays."""

    id: MessageId
    pace: Annotated[int, Meta(ge=0, le=60_000)] | UnsetType = UNSET
    clock: Annotated[int, Meta(ge=5, le=86_400)] | UnsetType | None = UNSET
    away: AwayChoice | UnsetType = UNSET
    away_after: Annotated[int, Meta(ge=5, le=86_400)] | UnsetType = UNSET
    listed: bool | UnsetType = UNSET


class Back(ClientMessage, frozen=True):
    """I play again myself: the bot that stands in for me stops."""

    id: MessageId


class Offer(ClientMessage, frozen=True):
    """I want another match of the same, or I do not, when this one is over. The next table opens when everyone who is
    still there has answered and two want it, or nobody has declined."""

    id: MessageId
    yes: bool


class React(ClientMessage, frozen=True):
    """Show this beside my name: told to everyone here, stored nowhere."""

    id: MessageId
    reaction: Reaction


class Follow(ClientMessage, frozen=True):
    """Move this connection to the table of the rematch: a new `welcome` comes."""

    id: MessageId


class Leave(ClientMessage, frozen=True):
    """Give my seat up for good."""

    id: MessageId


class Ping(ClientMessage, frozen=True):
    """Answer me."""

    t: float


class Pong(ClientMessage, frozen=True):
    """The answer to the server's `ping`, with its `t`."""

    t: float


AnyRequest: TypeAlias = (
    Act | Undo | Commit | Reveal | Start | Fill | Open | Add | Remove | Rename | Change | Back | Offer | Leave
)
"""What changes the table, if it is allowed."""
AnyClientMessage: TypeAlias = Hello | AnyRequest | React | Follow | Ping | Pong


# From the server


class ServerMessage(Struct, frozen=True, gc=False, tag=str.lower):
    """What the server may say."""


class Line(Struct, frozen=True, gc=False):
    """Something that happened, in words, as this watcher may know it."""

    seq: int
    who: int | None
    """The seat that acted; none for dice and cards."""
    said: list[Message]
    at: int
    """Milliseconds since 1970."""


class EventInfo(Struct, frozen=True, gc=False):
    """An event of the match as text; none where this watcher may not know it."""

    who: int | None
    text: str | None


class Frame(Struct, frozen=True, gc=False):
    """Something to see on the way: what was said, and the picture right after it."""

    lines: list[Line]
    picture: Any


class Snapshot(Struct, frozen=True):
    """The match as it is now."""

    seq: int
    lines: list[Line]
    picture: Any
    """The game's own, see `picture.py` in the game's folder; null before the match starts."""
    to_act: list[int] | Literal["over"]
    legal: list[str] | None
    """What you may do; null if there are more than 400 ways."""
    prompt: Message | None
    standings: list[StandingInfo]
    undo: bool
    """Whether you may take your last action back."""
    deadline: int | None
    """Milliseconds left on the clock."""
    view: str | None
    """`name=value …` as positions are written, secrets as -1; only if `hello` asked for views."""


class LessonStep(Struct, frozen=True):
    """One step of a guided first match."""

    says: Message
    lit: list[str]
    """Parts of the board that it speaks of."""
    action: str | None
    """What the reader is to do; none where reading is all."""
    frames: list[Frame]
    """What there was to see since the step before, earliest first; now is not among them."""
    now: Snapshot


class LessonInfo(Struct, frozen=True):
    """A guided first match, whole."""

    game: str
    variants: dict[str, str]
    you: int
    """The reader's seat."""
    names: list[str]
    """By seat; the page puts the reader's own in place of the reader's."""
    steps: list[LessonStep]
    texts: dict[str, str | dict[str, str]]
    """What its messages say in the language asked for, by their ids."""


class LessonReply(Struct, frozen=True):
    """What the reader of a lesson is told about something tried."""

    right: bool
    legal: bool
    said: Message | None
    """Why not; none if it is right."""
    rule: str | None
    """The first § or R that says so."""


class Welcome(ServerMessage, frozen=True):
    """The answer to `hello`."""

    protocol: int
    table: TableInfo
    you: int | None
    """Your seat; none for a spectator."""
    snapshot: Snapshot
    build: str
    """The page that this hall has: a tab with another one loads itself again."""


class Update(ServerMessage, frozen=True):
    """One step of the match: an action with the dice it made land, the start, or something taken back."""

    seq: int
    ack: str | None
    """The id of your message, if this is its answer."""
    undone: bool
    """Whether this step took an action back."""
    events: list[EventInfo]
    frames: list[Frame]
    """What there was to see on the way, earliest first; now is not among them."""
    lines: list[Line]
    picture: Any
    to_act: list[int] | Literal["over"]
    legal: list[str] | None
    prompt: Message | None
    standings: list[StandingInfo]
    undo: bool
    deadline: int | None
    view: str | None
    chain: str
    """Binds every step up to `seq`, in hexadecimal."""


class TableNews(ServerMessage, frozen=True, tag="table"):
    """Seats, connections, status or settings have changed."""

    table: TableInfo
    you: int | None


class Ack(ServerMessage, frozen=True):
    """Done, and stored: for messages that no `update` answers."""

    id: str
    seq: int
    chain: str | None
    """Binds every step up to `seq`; not told again for a message that comes again."""


class Refused(ServerMessage, frozen=True):
    """Not done."""

    id: str
    code: str
    """`rules`, `notation`, `turn`, `stale`, `status`, `seat`, `host`, `dice`, `old`, `limit`, `busy`, `store`."""
    reason: Message
    rule: str | None
    """The sentence (§n) or ruling (Rn) that says so."""


class Error(ServerMessage, frozen=True):
    """A message that could not be taken as one."""

    code: str
    """`malformed`, `too_big`, `too_fast`, `hello_first`, `hello_again`, `protocol`, `token`, `table`."""
    message: Message


class Reacted(ServerMessage, frozen=True, tag="reaction"):
    """A player shows how they feel."""

    seat: int
    reaction: Reaction


class ServerPing(ServerMessage, frozen=True, tag="ping"):
    """Answer with `pong` and my `t`: so the server measures your round trip."""

    t: float


class ServerPong(ServerMessage, frozen=True, tag="pong"):
    """The answer to your `ping`, with its `t`."""

    t: float


class Lobby(ServerMessage, frozen=True):
    """The listed tables, newest first; sent when something changes."""

    tables: list[TableSummary]
    build: str
    """The page that this hall has: a tab with another one loads itself again."""


AnyServerMessage: TypeAlias = (
    Welcome | Update | TableNews | Ack | Refused | Error | Reacted | ServerPing | ServerPong | Lobby
)

CLOSE_ABUSE = 4400
CLOSE_PROTOCOL = 4402
CLOSE_ORIGIN = 4403
CLOSE_NO_TABLE = 4404
CLOSE_SHOWN_OUT = 4410
"""Whoever runs the hall has closed the table or keeps the address out."""
CLOSE_TRY_AGAIN = 1013
"""The store does not answer: come back later."""
