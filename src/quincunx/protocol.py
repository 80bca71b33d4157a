"""Every message of the protocol, in one file; docs/protocol.md describes them.

A message is one JSON object whose `type` is the lower-case name of its class. Unknown fields are ignored, so that
either side may grow.
"""

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct
from msgspec.structs import fields

from quincunx.core.drawing import Colour
from quincunx.core.messages import Message
from quincunx.table.dice import DiceStage
from quincunx.table.state import Origin as Origin
from quincunx.table.state import Status as Status
from quincunx.table.steps import AwayChoice as AwayChoice
from quincunx.table.steps import CoachChoice as CoachChoice
from quincunx.table.steps import Settings as Settings

PROTOCOL = 2
"""The version of the protocol; it goes up when older clients can no longer follow."""

MOST_LEGAL = 400
"""The most legal actions that are listed; where there are more, the client writes the text of an action itself."""

SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=7)]
MessageId: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9]{1,16}\.[1-9][0-9]{0,8}\Z")]
"""`client.n`: a name that a tab or program draws at random, and a number that counts up with its messages. The same id
again is the same message again; a lower number is an old message."""
Token: TypeAlias = Annotated[str, Meta(max_length=100)]
Name: TypeAlias = Annotated[str, Meta(max_length=200)]
Slug: TypeAlias = Annotated[str, Meta(max_length=40)]
Key: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}\Z")]
"""256 random bits in URL-safe base64. The key identifies the player; the hall keeps only its hash."""
EntropyText: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_]{1,64}\Z")]
Hash: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
RoundNumber: TypeAlias = Annotated[int, Meta(ge=1, le=1_000_000)]

TournamentStatus: TypeAlias = Literal["waiting", "playing", "break", "over"]
"""Before the first round, during a round, between two, and after the last."""
EventNumber: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000_000)]
FaceText: TypeAlias = Annotated[str, Meta(max_length=40)]

SeatKind: TypeAlias = Literal["human", "bot", "empty"]
Reaction: TypeAlias = Literal["hello", "well_played", "lucky", "ouch", "thinking", "thanks", "oops", "good_game"]
NewsKind: TypeAlias = Literal["turn", "round", "daily"]
SolutionState: TypeAlias = Literal["absent", "building", "there"]
TryState: TypeAlias = Literal["playing", "over", "void"]
DailyState: TypeAlias = Literal["new"] | TryState
StudyState: TypeAlias = Literal["absent", "waiting", "working", "failed", "done"]
"""`waiting`: others come before it. `absent`: nobody has asked for it, or it has to be asked for again."""


# HTTP


class VariantInfo(Struct, frozen=True):
    """An option of a game; the first choice is the default."""

    name: str
    question: Message
    choices: tuple[str, ...]
    labels: list[Message]
    """The label of each choice; empty where the choices need none."""


class SolutionInfo(Struct, frozen=True):
    """The state of a game's solution: arrays that its perfect player needs, built once on the hall's machine."""

    state: SolutionState
    progress: float
    """The share that has been built, from 0 to 1, while it is being built."""
    minutes: int
    """About how many minutes it takes to build the solution from the beginning."""
    memory_gib: int
    """GiB of memory that building needs."""
    disk_gib: int
    """GiB of disk that the solution takes for good."""
    may_build: bool
    """Whether this visitor may build it; only those at the hall's own machine may."""
    failed: bool
    """Whether building has failed; it can be tried again, and continues where it stopped."""


class LevelInfo(Struct, frozen=True):
    """A bot that people pick."""

    bot: str
    about: Message
    """A description of the bot."""
    seats: int | None
    """The only number of seats that it can play with; none if it plays with any."""
    tables: SolutionInfo | None
    """The solution that it needs before it can play; none for a bot that needs none."""


class GameInfo(Struct, frozen=True):
    """A game, as the lobby describes it."""

    slug: str
    title: str
    tagline: Message
    minutes: tuple[int, int]
    """The minutes of a match, from and to."""
    seats: tuple[int, int]
    """The fewest and the most seats."""
    variants: list[VariantInfo]
    bots: list[str]
    """The bots that play with any number of seats, weakest first."""
    levels: list[LevelInfo]
    """All bots that people may pick, weakest first."""
    rules: int
    """The version of the rules."""
    race: bool
    """Whether the seats act at any time, as fast as they can, not in turn."""
    unit: Literal["points", "cards"]
    """The unit of the final totals."""
    low_wins: bool
    """Whether the lowest total wins."""
    usual_seats: int
    """The usual number of players."""
    first_match: dict[str, str]
    """Variants that a newcomer's first match is played with."""
    colour: str
    """The game's own colour, as CSS writes it."""
    honour: int | None
    """A total above this may enter the roll of honour once somebody has witnessed it; none for a game without one."""
    lesson: bool
    """Whether there is a guided first match."""
    real: bool
    """Whether it can be played with real dice and cards, which people enter."""
    secret: bool
    """Whether the game has secrets."""


class GameTexts(Struct, frozen=True):
    """The rules and rulings of a game in Markdown."""

    rules: str
    rulings: str


class AskableInfo(Struct, frozen=True):
    """A question that the judge of a game answers."""

    about: Message
    example: str


class RulingInfo(Struct, frozen=True):
    """A sentence of the judge's answer."""

    said: Message
    rule: str | None
    """The sentences (§n) and rulings (Rn) that say so."""


class JudgeInfo(Struct, frozen=True):
    """The answers of a game's judge, and the possible questions."""

    questions: list[AskableInfo]
    answers: list[RulingInfo]
    """Empty where nothing was asked."""


class CreateTable(Struct, frozen=True):
    """Open a table. The creator sits down on seat 0 unless `play` is false; `bots` take the last seats."""

    game: Slug
    seats: Annotated[int, Meta(ge=1, le=8)]
    name: Name = ""
    variants: dict[Slug, Slug] = {}
    bots: Annotated[list[Slug], Meta(max_length=8)] = []
    settings: Settings = Settings()
    play: bool = True
    real: bool = False
    """Whether people roll real dice and draw real cards, and enter their faces."""
    key: Key | None = None
    """My key; none for a guest."""


class TakeSeat(Struct, frozen=True):
    """Sit down; on any empty seat unless one is named."""

    name: Name = ""
    seat: SeatNumber | None = None
    key: Key | None = None
    """My key; none for a guest."""


class PlayOn(Struct, frozen=True):
    """Open a table that begins at a moment of a finished match.

    The seats of bots are played by the same bots again, the seats of other people by `bot`.
    """

    at: EventNumber
    """The number of events of the match before that moment."""
    seat: SeatNumber = 0
    name: Name = ""
    bot: Slug | None = None
    """The bot for the seats of other people; none for the game's usual bot."""


class SeatGiven(Struct, frozen=True):
    """A seat and the token that is the only way back to it; both none for a creator who does not play."""

    table: str
    seat: int | None
    token: str | None


class FaceInfo(Struct, frozen=True):
    """A possible face of a die or card."""

    text: str
    """The text for `enter`."""
    said: Message
    colour: Colour | None


class ThrowInfo(Struct, frozen=True):
    """Dice or cards that are entered together, in any order."""

    owner: int | None
    """Whose they are; none where that does not matter."""
    secret: bool
    """Whether only their owner may know them."""
    count: int
    """Their number."""
    says: Message
    """What to roll or draw."""
    faces: list[FaceInfo]
    """The possible faces of each; empty for a watcher who may not enter them."""


class DueInfo(Struct, frozen=True):
    """The dice and cards that have still to be entered."""

    since: int
    """The number of the step since which they are due."""
    throws: list[ThrowInfo]


class EntryInfo(Struct, frozen=True):
    """Dice or cards that were entered."""

    entry: int
    """The number of the event by which they began to land."""
    owner: int | None
    shown: list[FaceInfo]
    """The entered faces."""
    faces: list[FaceInfo]
    """The possible faces of each."""


class CorrectionAsked(Struct, frozen=True):
    """Ask for the effect of correcting an entry, as the player of a seat."""

    token: Token
    entry: EventNumber
    """The number of the event by which the dice or cards began to land."""
    faces: Annotated[list[FaceText], Meta(max_length=60)]
    """The correct faces."""
    owner: SeatNumber | None = None


class CorrectionInfo(Struct, frozen=True):
    """The effect of a correction."""

    fits: bool
    """Whether everything after it still fits."""
    said: Message


class EntriesAsked(Struct, frozen=True):
    """Ask for the entries at a table with real dice, as the player of a seat."""

    token: Token


class StandIn(Struct, frozen=True):
    """The level that answered last in place of a seat's bot, and why.

    The bot is not ready yet, too many bots think at once, or the bot failed to answer."""

    level: str
    reason: Literal["preparing", "busy", "failed"]


class SeatInfo(Struct, frozen=True):
    """A seat of a table and its holder."""

    seat: int
    kind: SeatKind
    name: str
    level: str | None
    """The bot that plays this seat, also while it stands in for a person; none if no bot does."""
    connected: bool
    """Whether the seat's person has a connection."""
    away: bool
    """Whether its person does not play now."""
    left: bool
    """Whether its person has given the seat up during the match; the name stays."""
    ready: bool
    """Whether its player has committed to entropy in this round of the dice; bots and empty seats never do."""
    stand_in: StandIn | None = None
    """The level that answered last in place of the seat's bot; none if the bot itself did."""
    agreed: bool = False
    """Whether its player agrees that the coach helps here."""
    hints: int = 0
    """The number of hints that its player has taken."""
    player: str | None = None
    """The public id of its player's key; none for a guest, a bot or an empty seat."""


class DiceInfo(Struct, frozen=True):
    """The values that prove the dice (docs/dice.md)."""

    round: int
    """The number of the round, from 1."""
    stage: DiceStage
    commitment: str
    """SHA-256 of the server's seed of this round, in hexadecimal."""
    commitments: list[str | None]
    """By seat: its player's commitment; none if there is none yet."""
    entropy: list[str | None]
    """By seat: its player's revealed entropy; none if there is none yet."""
    contributing: list[bool]
    """By seat: whether its player contributes to the dice, as far as is known."""
    voided: int
    """The number of void rounds, because somebody did not reveal or the hall restarted."""
    seed: str | None
    """The server's seed of this round; none until the match is over."""
    salt: str | None
    """The key of the chain's salts; none until the match is over."""


class Landings(Struct, frozen=True):
    """Every die and card of a finished match with its odds, so that anyone can draw them again from the key."""

    odds: list[list[int]]
    """The distinct lists of weights of this match's dice and cards, one weight per outcome."""
    landed: list[list[int]]
    """For each die and card in order: the index of its weights in `odds`, and the outcome."""


class TableInfo(Struct, frozen=True):
    """A table as everyone may know it."""

    id: str
    game: str
    rules: int
    """The version of the rules."""
    variants: dict[str, str]
    status: Status
    seats: list[SeatInfo]
    host: int | None
    """The seat whose player decides about the table; none if no person is left."""
    settings: Settings
    coach: CoachChoice
    """What the coach does now: as in `settings`, if one person plays or all have agreed."""
    dice: DiceInfo
    offers: list[bool | None]
    """By seat: whether its player wants another match, when this one is over; none for no answer yet."""
    real: bool
    """Whether people roll real dice and enter their faces; then nothing proves them."""
    series: str | None
    """The name of the tables that share their dice with this one; none if none do."""
    race: bool
    """Whether the seats act at any time, as fast as they can, not in turn."""
    together: bool
    """Whether it is a race with real cards: no clock runs, and drops may be entered when the race is over."""
    allowance: int
    """In a race: the most milliseconds of a seat's round trip that are subtracted from the time of its actions."""
    countdown: int
    """Milliseconds until a race begins, while they are counted down; else 0."""
    rematch: str | None
    """The id of the next match's table; none until that is open."""
    origin: Origin | None
    """The moment of another match that this one was played on from; none for a match from the beginning."""
    created: int
    """The time at which the table was opened, in milliseconds since 1970."""
    to_act: list[int]
    """The seats that are to act as of `seq`; empty before and after the match."""
    since: int
    """The time of the last step of the match, before the match of the table's opening, in milliseconds since 1970."""
    seq: int
    """The number of the table's last stored step."""
    chain: str
    """The hash that binds every step up to `seq`, in hexadecimal."""


class HallInfo(Struct, frozen=True):
    """The facts of the hall itself."""

    version: str
    """The version of Quincunx."""
    build: str
    """The version of the page that this hall has."""
    network: str | None
    """The origin for invitations to other devices of the hall's network; none if the hall was not opened to them."""


class TableSummary(Struct, frozen=True):
    """A line of the lobby."""

    id: str
    game: str
    status: Status
    seats: int
    free: int
    """The number of empty seats."""
    names: list[str]
    """The name at each seat, empty where nobody sits."""
    created: int
    """The time at which the table was opened, in milliseconds since 1970."""


# Coming back


class StandingInfo(Struct, frozen=True, gc=False):
    """The place and points of a seat."""

    seat: int
    place: int
    points: int


class ReplayMoment(Struct, frozen=True, gc=False):
    """A moment of a finished match with words for the log."""

    at: int
    """The number of events so far."""
    who: int | None
    """The seat that acted; none for dice and cards."""
    said: list[Message]
    changes: list[list[Any]]
    """Where the picture differs from that of the moment before: each `[place, value]`, a place as names and numbers."""
    points: list[int]
    """The points of each seat."""
    to_act: list[int]
    """The seats that are to act; empty while dice or cards are to land, and at the end."""


class Replay(Struct, frozen=True):
    """A part of a finished match."""

    length: int
    """The number of events of the whole match."""
    first: int
    """The number of events before the part."""
    last: int
    """The number of events at the end of the part."""
    picture: Any
    """The board when the part begins, drawn for the seat that was asked for, with nothing hidden."""
    points: list[int]
    """The points of each seat when the part begins."""
    to_act: list[int]
    """The seats that are to act when the part begins."""
    moments: list[ReplayMoment]


class Swing(Struct, frozen=True):
    """The largest swing of points that the winner of a match kept until the end."""

    at: int
    """The number of events that had happened after it."""
    before: int
    """The number of events that had happened before the action that led to it."""
    seat: int
    """The winner's seat."""
    points: int
    """The points that the winner gained on the best of the others and kept."""


class Course(Struct, frozen=True):
    """The history of the scores of a finished match."""

    events: int
    """The number of events of the match."""
    ended: int
    """The time of the match's end, in milliseconds since 1970."""
    took: int
    """Its duration in milliseconds."""
    standings: list[StandingInfo]
    """The final standings, best first."""
    scores: list[list[int]]
    """The scores at the beginning, at changes and at the end, each as how many events had happened and then the points
    of each seat; some are left out where there are very many."""
    swing: Swing | None
    """None if several seats won, points did not decide, or no single swing was the largest."""


class StudyAsked(Struct, frozen=True):
    """Asks for the study of a match from elsewhere."""

    transcript: str


class StudyChoice(Struct, frozen=True, gc=False):
    """Something that a seat could do at a decision."""

    action: str
    """The text for `act`."""
    value: int
    """Its value for the seat, by what the seat could know."""
    gain: int
    """Its gain over the seat's own choice."""
    error: int
    """The standard error of the gain; 0 if it is exact."""


class StudyDecision(Struct, frozen=True, gc=False):
    """A decision with something to decide."""

    at: int
    """The number of events before it."""
    seat: int
    loss: int
    """Its cost for the seat; 0 unless another choice is proved to be better. A mistake is a decision with a loss."""
    choices: list[StudyChoice]
    """First its own choice, then the best of the others, best first."""
    better: list[Message]
    """Of a mistake: the best choice, in the words of the log; empty if the log has no words for it."""
    lit: list[str]
    """Of a mistake: the parts of the board that show the best choice."""
    why: Message | None
    """Of a mistake: its cost, and why."""


class StudyRoll(Struct, frozen=True, gc=False):
    """A roll that brought a seat much."""

    seat: int
    at: int
    """The number of events before it."""
    last: int
    """The number of events up to its last die or card."""
    amount: int
    said: Message


class StudyAccount(Struct, frozen=True, gc=False):
    """The account of one seat: `start + luck + own + others + correction` is the `result`, to the last unit."""

    start: int
    luck: int
    own: int
    """The effect of its own decisions: minus the losses of all its mistakes."""
    others: int
    correction: int
    """The amount by which the values disagree."""
    result: int
    adjusted: int
    """The result without the luck."""
    decisions: int
    """The number of decisions with something to decide."""
    rate: int
    """The mean loss of these."""
    grade: Message | None
    """The level that decides about as well; none if that is not known."""


class Study(Struct, frozen=True):
    """Luck and decisions of the seats of a finished match, in whole units."""

    unit: Literal["wins", "points"]
    scale: int
    """The units of a sure win, or of a point."""
    exact: bool
    """Whether the values are exact."""
    error: int
    """The greatest standard error of the values."""
    values: list[list[int]]
    """The value to each seat before every event, and the result in the end."""
    luck: list[list[int]]
    """The luck of each seat by each event."""
    decisions: list[StudyDecision]
    rolls: list[StudyRoll]
    """The luckiest rolls, luckiest first."""
    accounts: list[StudyAccount]
    """By seat."""


class StudyInfo(Struct, frozen=True):
    """The progress of the study of a match."""

    id: str
    game: str
    names: list[str]
    variants: dict[str, str]
    state: StudyState
    progress: float
    """From 0 to 1."""
    study: Study | None = None
    """None until the state is `done`."""


class TryAsked(Struct, frozen=True):
    """Ask for the value of another choice at a decision of a studied match."""

    at: Annotated[int, Meta(ge=0, le=1_000_000_000)]
    seat: SeatNumber
    action: Annotated[str, Meta(max_length=200)]


class Tried(Struct, frozen=True):
    """The value of a choice that somebody tried at a decision."""

    legal: bool
    said: Message | None
    """Why the rules do not allow it; none if they do."""
    rule: str | None
    """The sentence (§n) or ruling (Rn) that says so; none if none does."""
    action: str
    """The choice as `choices` of a decision write it."""
    loss: int
    """Its cost against the best choice; 0 unless that is proved to be better."""
    gain: int
    """Its gain over the choice in the match."""


class BookSeat(Struct, frozen=True):
    """A seat at the end of a match in the hall's book."""

    name: str
    level: str | None
    """The bot that played it; none for a person."""
    place: int
    points: int
    witness: str | None
    """The witness of the total for the roll of honour; none if there is none."""
    hints: int = 0
    """The number of hints that its player took."""
    player: str | None = None
    """The public id of its player's key; none for a guest or a bot."""


class BookMatch(Struct, frozen=True):
    """A match in the hall's book."""

    table: str
    variants: dict[str, str]
    ended: int
    """The time of its end, in milliseconds since 1970."""
    took: int
    """Its duration in milliseconds."""
    events: int
    """The number of its events."""
    margin: int | None
    """The points between the first two of the standings; none in a match for one player."""
    seats: list[BookSeat]
    kept: bool
    """Whether the hall still has the match, so that it can be replayed."""
    real: bool
    """Whether it was played with real dice, which nothing proves."""
    trained: bool = False
    """Whether the coach judged decisions before the dice rolled."""


class BookTotal(Struct, frozen=True):
    """A person's total at the end of a match."""

    seat: int
    match: BookMatch


class BookGame(Struct, frozen=True):
    """The records of a game."""

    game: str
    matches: int
    """The number of matches in the book."""
    best: list[BookTotal]
    worst: list[BookTotal]
    longest: BookMatch | None
    """The match with the most events."""
    closest: BookMatch | None
    """The match with the smallest margin."""
    honours: list[BookTotal]
    """The roll of honour, best first."""


class PlayDaily(Struct, frozen=True):
    """Begin or continue today's daily of a game."""

    key: Key
    name: Name = ""


class MeAsked(Struct, frozen=True):
    """Ask for the hall's data about the player with a key."""

    key: Key


class KeyAsked(Struct, frozen=True):
    """Asks as a player; without a key as anybody."""

    key: Key | None = None


class DayInfo(Struct, frozen=True):
    """The dice of a day's dailies."""

    day: str
    commitment: str
    """The SHA-256 of the secret that makes the dice."""
    committed: int
    """The time at which the hall committed to it, in milliseconds since 1970."""
    secret: str | None
    """None until everybody has had a day to finish."""


class DailyInfo(Struct, frozen=True):
    """Today's daily of a game."""

    game: str
    bots: list[str]
    """The levels that play against everybody; empty where one plays alone."""
    finished: int
    """The number of players who have finished it."""


class Dailies(Struct, frozen=True):
    """Today's dailies. Days begin at midnight UTC."""

    today: str
    ends: int
    """The time at which the next ones begin, in milliseconds since 1970."""
    games: list[DailyInfo]
    days: list[DayInfo]
    """From a month ago until tomorrow."""


class Par(Struct, frozen=True):
    """The result of `expert` in a daily."""

    place: int
    points: int


class DailyRow(Struct, frozen=True):
    """A result of a daily."""

    name: str
    rank: int
    """Its place among all who have played it."""
    place: int
    """The place in the match."""
    points: int
    loss: float | None
    """The cost of the decisions: in points for one player, else shares of a win. None until it is known."""
    marks: str
    """The decisions in their order, as dice: six pips for a stretch without a loss. Empty until it is known."""
    player: str
    """The public id."""
    table: str | None
    """None until the secret of the dice is shown, so that nobody looks on."""


class DailyResult(Struct, frozen=True):
    """A daily as a player may know it: the results of others only after one's own, or when the secret is shown."""

    day: str
    game: str
    seats: int
    state: DailyState
    """The player's try; `void` if it does not count: given up, too late, or struck out by the operator."""
    table: str | None
    """My table."""
    finished: int
    """The number of players who have finished it."""
    mine: DailyRow | None
    par: Par | None
    """The result of `expert` with the same dice; none until it is known."""
    optimum: float | None
    """The points that optimal play brings on average; none where that is not known."""
    study: StudyState
    """The progress of the analysis of the player's decisions."""
    rows: list[DailyRow]
    """The best results, best first."""


class LeagueRow(Struct, frozen=True):
    """A player's week."""

    rank: int
    player: str
    name: str
    total: int
    """The sum of the best five days."""
    days: list[int | None]
    """By day: the percentage of the others that the player beat."""


class League(Struct, frozen=True):
    """The league of a week and game: the best five of its seven dailies count."""

    game: str
    first: str
    """Its Monday."""
    last: str
    """Its Sunday."""
    rows: list[LeagueRow]


class MyDaily(Struct, frozen=True):
    """My try at a daily of today."""

    game: str
    table: str
    state: TryState


class Rating(Struct, frozen=True):
    """A player's strength in a game, by their matches."""

    game: str
    kind: Literal["plain", "hints", "real"]
    """Usual matches, those with hints, and those with real dice are rated apart."""
    rating: int
    """1500 is the level of the bot `greedy`; 400 more win ten times as often."""
    doubt: int
    """The half-width of the 95 % interval, in points."""
    matches: int


class PublicPlayer(Struct, frozen=True):
    """The public facts of a player."""

    player: str
    name: str
    ratings: list[Rating]


class RatedGame(Struct, frozen=True):
    """The strongest players of a game."""

    game: str
    bots: dict[str, int]
    """The ratings of bots, which never change."""
    players: list[PublicPlayer]
    """Each with the rating in usual matches alone; those who have played ten or more, best first."""


class PlayerInfo(Struct, frozen=True):
    """The hall's data about the player with a key."""

    player: str
    """The public id."""
    streak: int
    """The number of days in a row, up to today or yesterday, on which the player has finished a daily."""
    dailies: list[MyDaily]
    """Today's."""
    ratings: list[Rating]


class Way(Struct, frozen=True):
    """A request for the QR code of a path of the page."""

    path: Annotated[str, Meta(pattern=r"^/[!-~]{0,1199}\Z")]


class Device(Struct, frozen=True):
    """A browser's `PushSubscription`, or a mail address without keys."""

    endpoint: Annotated[str, Meta(pattern=r"^(https?://|mailto:)[!-~]{1,1000}\Z")]
    """The secret URL of its push service for messages to it. For a mail address `mailto:ADDRESS?SECRET`, with a secret
    of this browser."""
    p256dh: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{87}\Z")] | None = None
    auth: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}\Z")] | None = None


class TellMe(Struct, frozen=True):
    """Subscribe to notifications: of a seat or of a tournament with its token, of dailies without one."""

    device: Device
    language: Slug = "en"
    token: Token = ""


class TellNoMore(Struct, frozen=True):
    """Unsubscribe from notifications, of one kind or all."""

    endpoint: Annotated[str, Meta(max_length=1100)]
    kind: NewsKind | None = None


class NewsInfo(Struct, frozen=True):
    """The values that a browser needs to subscribe to notifications."""

    key: str
    """The public key of the hall's push messages, for `applicationServerKey`."""
    mail: bool
    """Whether the hall sends mails."""


class QrCode(Struct, frozen=True):
    """A QR code as a picture."""

    svg: str


class Witnessed(Struct, frozen=True):
    """Name the witness of a total for the roll of honour."""

    token: Token
    """The token of the seat that has the total."""
    witness: Name


class Problem(Struct, frozen=True):
    """Why a request was refused."""

    code: str
    message: Message
    detail: str | None = None
    """An English explanation for the author of the client."""


class Health(Struct, frozen=True):
    """The answer of a process that can store what is done in it."""

    status: Literal["ok"]
    version: str
    """The version of Quincunx."""
    build: str
    """The version of the page that this hall has."""
    tables: int
    """The number of tables that this process has in memory."""
    connections: int
    """The number of WebSocket connections of this process."""


# Tournaments


class CreateTournament(Struct, frozen=True):
    """Announce a tournament, as its host."""

    game: Slug
    rounds: Annotated[int, Meta(ge=1, le=30)]
    seats: Annotated[int, Meta(ge=2, le=8)] | None = None
    """Seats of a table; none for the game's usual number."""
    variants: dict[Slug, Slug] = {}
    title: Name = ""
    minutes: Annotated[int, Meta(ge=1, le=1440)] | None = None
    """The minutes of a round, after which bots finish it for everybody. None for no limit."""
    pause: Annotated[int, Meta(ge=1, le=3600)] = 30
    """Seconds between two rounds."""
    pace: Annotated[int, Meta(ge=0, le=60_000)] = 1000
    """Milliseconds that a bot takes to act."""
    away_after: Annotated[int, Meta(ge=5, le=3600)] = 30
    """Seconds without a connection after which a bot plays for somebody."""


class TournamentOpened(Struct, frozen=True):
    """A tournament, and the token of its host."""

    tournament: str
    token: str


class JoinTournament(Struct, frozen=True):
    """Join a tournament from the next round on."""

    name: Name = ""
    key: Key | None = None
    """My key; none for a guest."""


class TournamentJoined(Struct, frozen=True):
    """A player's number, and the token that opens the player's seat at every table."""

    player: int
    token: str


class TournamentOrder(Struct, frozen=True):
    """Begin a round now, pause, continue, end with this round, or remove a player.

    A player may only remove themselves."""

    token: Token
    order: Literal["begin", "pause", "continue", "close", "remove"]
    player: int | None = None
    """The player to remove."""


class WhoAmI(Struct, frozen=True):
    """Ask for the owner of a token."""

    token: Token


class TournamentSelf(Struct, frozen=True):
    """The owner of a token in a tournament."""

    player: int | None
    """The number of its player; none if it belongs to no player."""
    host: bool


class TournamentPlayer(Struct, frozen=True):
    """Somebody who takes part."""

    number: int
    name: str
    joined: int
    """The number of rounds begun before."""
    gone: bool
    """Whether the player has left the tournament."""


class TableResult(Struct, frozen=True):
    """The result of a table of a round, by seat."""

    places: list[int]
    points: list[int]
    away: list[int]
    """The seats for whose absent players bots did most."""


class RoundTable(Struct, frozen=True):
    """A table of a round."""

    id: str
    players: list[int]
    """By seat; 0 for a bot."""
    result: TableResult | None
    """None while it is played."""


class RoundInfo(Struct, frozen=True):
    """A round, as far as it has gone."""

    number: int
    began: int
    ends: int | None
    """The time at which bots finish it for everybody, in milliseconds since 1970; none without a clock."""
    secret: str | None
    """The secret of its dice; none while others still play with them."""
    tables: list[RoundTable]


class RoundScore(Struct, frozen=True):
    """A player's result in a round."""

    table: int
    """The index of the table."""
    seat: int
    place: int
    points: int
    share: float
    """Matchpoints against those with the same seat and the same dice, as a share of the most that were possible."""
    away: bool
    """Whether a bot did most, since the player was absent: then the share is 0."""


class TournamentStanding(Struct, frozen=True):
    """A line of the standings."""

    place: int
    player: int
    total: float
    """The sum of the shares of all finished rounds."""
    beaten: float
    """The opponents that came behind at the own tables; it decides where the totals are equal."""
    rounds: list[RoundScore | None]
    """By round; none if the player had no table, or it has not ended. Results of the present round compare the tables
    that have ended, and are not in the sums yet."""


class TournamentInfo(Struct, frozen=True):
    """A tournament as everyone may know it: with all its results when it is over."""

    id: str
    game: str
    title: str
    seats: int
    variants: dict[str, str]
    total: int
    """The number of rounds."""
    minutes: int | None
    pause: int
    pace: int
    away_after: int
    created: int
    status: TournamentStatus
    paused: bool
    closing: bool
    """Whether it ends with this round."""
    next: int | None
    """The time at which the next round begins, in milliseconds since 1970; none if it waits for the host."""
    commitments: list[str]
    """By round: SHA-256 of the secret of its dice, in hexadecimal."""
    players: list[TournamentPlayer]
    standings: list[TournamentStanding]
    """After all finished rounds."""
    rounds: list[RoundInfo]
    seq: int
    """The number of its last step."""


# From the client


class ClientMessage(Struct, frozen=True, gc=False, tag=str.lower):
    """The messages of a client."""


class Hello(ClientMessage, frozen=True):
    """The first message of a connection: the seat's token and the last known step."""

    token: Token | None = None
    """The token of my seat; none for a spectator."""
    seq: Annotated[int, Meta(ge=0)] = 0
    """The number of the last step the client knows; only later lines are sent again."""
    views: bool = False
    """Whether to add `view`, the state as this watcher may know it, to every position."""
    protocol: int = 1
    """The client's version of the protocol; the first by default."""


class Act(ClientMessage, frozen=True):
    """Do an action of the match."""

    id: MessageId
    seq: Annotated[int, Meta(ge=0)]
    """The number of the last step that I know."""
    action: Annotated[str, Meta(max_length=400)]
    """The action as text, as `legal` lists it."""
    token: Token | None = None
    """At a table with real dice: the token of the seat that acts, whose player shares this device; mine if none."""


class Undo(ClientMessage, frozen=True):
    """Take my last action back."""

    id: MessageId
    seq: Annotated[int, Meta(ge=0)]
    """The number of the last step that I know."""


class Enter(ClientMessage, frozen=True):
    """Enter the faces of real dice or cards, in any order."""

    id: MessageId
    since: Annotated[int, Meta(ge=0)]
    """The number of the step since which they are due, as `due` says it."""
    faces: Annotated[list[FaceText], Meta(max_length=60)]
    owner: SeatNumber | None = None
    """Whose dice or cards they are, as `due` says it."""
    token: Token | None = None
    """The token of the seat that enters them, whose player shares this device; mine if none."""


class Correct(ClientMessage, frozen=True):
    """Correct wrong faces of real dice or cards. Later events are repeated as far as they fit."""

    id: MessageId
    entry: EventNumber
    """The number of the event by which they began to land."""
    faces: Annotated[list[FaceText], Meta(max_length=60)]
    owner: SeatNumber | None = None


class Commit(ClientMessage, frozen=True):
    """Commit to entropy for a round of the dice: SHA-256 of `table:round:seat:entropy`, in hexadecimal."""

    id: MessageId
    round: RoundNumber
    commitment: Hash
    seat: SeatNumber | None = None
    """The seat that the commitment was made for: it is refused if I have another seat by now. None skips this check."""


class Reveal(ClientMessage, frozen=True):
    """Reveal the committed entropy, once the round is closed."""

    id: MessageId
    round: RoundNumber
    entropy: EntropyText


class Start(ClientMessage, frozen=True):
    """Close the round of the dice without waiting for more commitments, as the host; then the match begins."""

    id: MessageId


class Fill(ClientMessage, frozen=True):
    """Let a bot play an empty seat, or one whose player has left or is away, as the host."""

    id: MessageId
    seat: SeatNumber
    bot: Slug


class Open(ClientMessage, frozen=True):
    """Remove a bot or a person from a seat before the match, as the host."""

    id: MessageId
    seat: SeatNumber


class Add(ClientMessage, frozen=True):
    """Add a seat before the match, as the host."""

    id: MessageId


class Remove(ClientMessage, frozen=True):
    """Remove an empty seat before the match, as the host; later seats move up by one."""

    id: MessageId
    seat: SeatNumber


class Rename(ClientMessage, frozen=True):
    """Call me by this name."""

    id: MessageId
    name: Name


if TYPE_CHECKING:
    SomeSettings: TypeAlias = Settings
else:
    SomeSettings = defstruct(
        "SomeSettings",
        [(field.name, field.type | UnsetType, UNSET) for field in fields(Settings)],
        frozen=True,
        module=__name__,
        namespace={"__doc__": "The fields of `Settings`, each of which may be left out."},
    )


class Change(ClientMessage, frozen=True):
    """The host changes settings."""

    id: MessageId
    settings: SomeSettings
    """Those that change."""


class Vary(ClientMessage, frozen=True):
    """Change variants of the game before the match, as the host; those that are left out stay."""

    id: MessageId
    variants: dict[Slug, Slug]


class Back(ClientMessage, frozen=True):
    """Take over from the bot that stands in."""

    id: MessageId


class Offer(ClientMessage, frozen=True):
    """Want another match of the same game when this one is over, or decline it.

    The next table opens when everyone who is still connected has answered and two want it, or one wants it and nobody
    has declined.
    """

    id: MessageId
    yes: bool


class Agree(ClientMessage, frozen=True):
    """Agree that the coach helps at this table, or withdraw that."""

    id: MessageId
    yes: bool


class Hint(ClientMessage, frozen=True):
    """Take a hint: `advice` comes, to this seat alone, and a better one later."""

    id: MessageId
    seq: Annotated[int, Meta(ge=0)]
    """The number of the last step that I know."""


class Resume(ClientMessage, frozen=True):
    """Keep the last action, which the coach has judged; the match goes on."""

    id: MessageId


class React(ClientMessage, frozen=True):
    """Show this beside my name to everyone at the table; it is not stored."""

    id: MessageId
    reaction: Reaction


class Follow(ClientMessage, frozen=True):
    """Move this connection to the table of the rematch: a new `welcome` comes."""

    id: MessageId


class Leave(ClientMessage, frozen=True):
    """Give my seat up for good."""

    id: MessageId


class Ping(ClientMessage, frozen=True):
    """Answer me by `pong` with the same `t`."""

    t: float


class Pong(ClientMessage, frozen=True):
    """The answer to the server's `ping`, with its `t`."""

    t: float


AnyRequest: TypeAlias = (
    Act
    | Undo
    | Enter
    | Correct
    | Commit
    | Reveal
    | Start
    | Fill
    | Open
    | Add
    | Remove
    | Rename
    | Change
    | Vary
    | Back
    | Agree
    | Hint
    | Resume
    | Offer
    | Leave
)
"""The messages that change the table, if they are allowed."""
AnyClientMessage: TypeAlias = Hello | AnyRequest | React | Follow | Ping | Pong


# From the server


class ServerMessage(Struct, frozen=True, gc=False, tag=str.lower):
    """The messages of the server."""


class Line(Struct, frozen=True, gc=False):
    """An event in words, as this watcher may know it."""

    seq: int
    """The number of the step that it happened in."""
    who: int | None
    """The seat that acted; none for dice and cards."""
    said: list[Message]
    at: int
    """Its time, in milliseconds since 1970."""


class Frame(Struct, frozen=True, gc=False):
    """An intermediate position of a step: its lines, and the picture right after them."""

    lines: list[Line]
    picture: Any


class Snapshot(Struct, frozen=True):
    """The match as it is now."""

    seq: int
    """The number of the last step."""
    lines: list[Line]
    """The lines since the step that `hello` named; of many steps, only the last ones."""
    picture: Any
    """The game's own, see `picture.py` in the game's folder; null before the match starts."""
    to_act: list[int] | Literal["over"]
    """The seats that may act, or that the match is over."""
    legal: list[str] | None
    """Your legal actions as texts; null if there are more than 400."""
    standings: list[StandingInfo]
    undo: bool
    """Whether you may take your last action back."""
    due: DueInfo | None
    """The entries that are due before anybody may act; none at a table whose dice the hall rolls."""
    deadline: int | None
    """Milliseconds left on the clock; null where none runs."""
    view: str | None
    """The state as you may know it, `name=value …` as positions are written, secrets as -1; null unless `hello` asked
    for views."""


class LessonStep(Struct, frozen=True):
    """One step of a guided first match."""

    says: Message
    lit: list[str]
    """The parts of the board that it mentions."""
    action: str | None
    """The expected action; none if there is only text to read."""
    frames: list[Frame]
    """The positions since the step before, earliest first, without `now`."""
    now: Snapshot


class LessonInfo(Struct, frozen=True):
    """A guided first match with all its steps."""

    game: str
    variants: dict[str, str]
    you: int
    """The reader's seat."""
    names: list[str]
    """The players' names by seat; at the seat `you`, the page shows the reader's own name instead."""
    steps: list[LessonStep]
    texts: dict[str, str | dict[str, str]]
    """The texts of its messages in the language asked for, by the messages' ids."""


class LessonReply(Struct, frozen=True):
    """The reply of a lesson to an action that the reader tried."""

    right: bool
    """Whether it is the action that the step asks for."""
    legal: bool
    """Whether the rules allow it."""
    said: Message | None
    """Why it is not right; none if it is."""
    rule: str | None
    """The sentence (§n) or ruling (Rn) that says so; none if none does."""


class Welcome(ServerMessage, frozen=True):
    """The answer to `hello`."""

    protocol: int
    table: TableInfo
    you: int | None
    """Your seat; none for a spectator."""
    snapshot: Snapshot
    build: str
    """The version of the page that this hall has: a tab with another one loads itself again."""


class Update(ServerMessage, frozen=True):
    """One step of the match: an action with the dice that landed after it, the start, or an action taken back.

    Fields without a description are those of `Snapshot`.
    """

    seq: int
    """The number of the step."""
    ack: str | None
    """The id of your message, if this is its answer."""
    undone: bool
    """Whether this step took an action back."""
    frames: list[Frame]
    """The intermediate positions, earliest first; `lines` and `picture` come after them."""
    lines: list[Line]
    picture: Any
    to_act: list[int] | Literal["over"]
    legal: list[str] | None
    standings: list[StandingInfo]
    undo: bool
    due: DueInfo | None
    deadline: int | None
    view: str | None
    chain: str
    """The hash that binds every step up to `seq`, in hexadecimal."""


class TableNews(ServerMessage, frozen=True, tag="table"):
    """Seats, connections, status or settings have changed."""

    table: TableInfo
    you: int | None
    """Your seat; none for a spectator."""


class Ack(ServerMessage, frozen=True):
    """A request is done and stored; sent if no `update` answers the message."""

    id: str
    """The id of your message."""
    seq: int
    """The number of the step that it became."""
    chain: str | None
    """The hash that binds every step up to `seq`; null for a message that was answered before."""


class Refused(ServerMessage, frozen=True):
    """A request is refused."""

    id: str
    """The id of your message."""
    code: str
    """Why: `rules`, `notation`, `turn`, `stale`, `status`, `seat`, `host`, `dice`, `old`, `limit`, `busy`, `store`."""
    reason: Message
    rule: str | None
    """The sentence (§n) or ruling (Rn) that says so; none if none does."""


class Error(ServerMessage, frozen=True):
    """The input was not a valid message."""

    code: str
    """Why: `malformed`, `too_big`, `too_fast`, `hello_first`, `hello_again`, `protocol`, `token`, `table`,
    `sealed`."""
    message: Message


class ChoiceInfo(Struct, frozen=True):
    """Something that a seat can do, or has done."""

    action: str
    """The action to send."""
    lit: list[str]
    """The parts of the board that show it."""
    value: float | None
    """The chance to win from here; alone at the table, the points at the end. None where nobody has weighed it."""
    error: float
    """The standard error of the value; 0 for an exact one."""
    odds: list[tuple[Message, float]]
    """The aims of the game, with the chance that the choice reaches each; empty where nobody has weighed it."""


class Advised(ServerMessage, frozen=True, tag="advice"):
    """The coach's advice, from what your seat may know. A hint for an old position is not sent."""

    position: int
    """The number of the step that made the position."""
    level: str
    """The bot that advises."""
    better: bool
    """Whether a better advice follows."""
    unit: Literal["wins", "points"]
    choices: list[ChoiceInfo]
    """The best choices, best first."""
    why: Message


class Judged(ServerMessage, frozen=True):
    """Your last action was a costly mistake. Send `undo` or `resume`: until then no die lands."""

    position: int
    """The number of the step by which you did it."""
    unit: Literal["wins", "points"]
    loss: float
    """Its cost."""
    best: ChoiceInfo
    done: ChoiceInfo
    why: Message


class Reacted(ServerMessage, frozen=True, tag="reaction"):
    """A player shows how they feel."""

    seat: int
    reaction: Reaction


class ServerPing(ServerMessage, frozen=True, tag="ping"):
    """Answer with a `pong` with the same `t`: the server measures your round trip."""

    t: float


class ServerPong(ServerMessage, frozen=True, tag="pong"):
    """The answer to your `ping`, with its `t`."""

    t: float


class Lobby(ServerMessage, frozen=True):
    """The listed tables, newest first; sent when something changes."""

    tables: list[TableSummary]
    build: str
    """The version of the page that this hall has: a tab with another one loads itself again."""


class TournamentNews(ServerMessage, frozen=True, tag="tournament"):
    """A tournament has changed: its new state can be fetched."""

    seq: int
    """The number of its last step."""
    now: int
    """The hall's time, in milliseconds since 1970."""
    build: str
    """The version of the page that this hall has: a tab with another one loads itself again."""


AnyServerMessage: TypeAlias = (
    Welcome
    | Update
    | TableNews
    | Ack
    | Refused
    | Error
    | Advised
    | Judged
    | Reacted
    | ServerPing
    | ServerPong
    | Lobby
    | TournamentNews
)

CLOSE_ABUSE = 4400
"""Too many bad messages, too many connections, or no `hello`."""
CLOSE_PROTOCOL = 4402
"""The client has another version of the protocol."""
CLOSE_ORIGIN = 4403
"""The connection was asked for by a page of another site, or by a name that is not the hall's."""
CLOSE_NO_TABLE = 4404
"""There is no such table."""
CLOSE_SHOWN_OUT = 4410
"""The operator of the hall has closed the table or banned the address."""
CLOSE_TRY_AGAIN = 1013
"""The store does not answer: come back later."""
