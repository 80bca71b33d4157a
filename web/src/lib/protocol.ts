/** src/quincunx/server/protocol.py for the page, made by tools/page_types.py: change it there. */

import type { Message } from './say'

export type Status = 'waiting' | 'playing' | 'over'

export type SeatKind = 'human' | 'bot' | 'empty'

export type DiceStage = 'commit' | 'reveal' | 'done'

export type Reaction = 'hello' | 'well_played' | 'lucky' | 'ouch' | 'thinking' | 'thanks' | 'oops' | 'good_game'

export type TablesState = 'absent' | 'building' | 'there'

export type AwayChoice = 'wait' | 'default' | 'bot'

/** What the host of a table decides. */
export interface Settings {
  /** Milliseconds that a bot takes to act; one that searches thinks no longer. */
  pace: number
  /** Seconds that a person has for a decision; none by default. When they have passed a bot plays on until the player is back, or, where `away` is `default`, the first legal action is done. */
  clock: number | null
  /** What happens after `away_after` seconds without a connection: wait, do the first legal action, or let a bot play until the player is back. */
  away: AwayChoice
  away_after: number
  /** Whether the lobby shows the table. */
  listed: boolean
}

/** An option of a game; the first choice is the default. */
export interface VariantInfo {
  name: string
  question: Message
  choices: string[]
  /** What people read for each choice; none where the choices speak for themselves. */
  labels: Message[]
}

/** Tables that a level needs, which are built once on the hall's machine. */
export interface TablesInfo {
  state: TablesState
  /** How much has been built, from 0 to 1, while they are being built. */
  progress: number
  /** About so long it takes from the beginning, */
  minutes: number
  /** with so much of the machine's memory; */
  memory_gib: number
  /** and so much of its disk they take for good. */
  disk_gib: number
  /** Whether this visitor may have them built: only who sits at the hall's own machine may. */
  may_build: boolean
  /** Whether building them has come to a bad end; it can be tried again, and goes on where it was. */
  failed: boolean
}

/** A bot that people pick. */
export interface LevelInfo {
  bot: string
  /** What to expect of it. */
  about: Message
  /** At two seats, 1000 for `random`; none if it has not been measured under these rules. */
  rating: number | null
  /** It plays only with so many; none if with any number. */
  seats: number | null
  /** What it needs before it can play; none if nothing. */
  tables: TablesInfo | null
}

/** What the lobby says about a game. */
export interface GameInfo {
  slug: string
  title: string
  tagline: Message
  minutes: [number, number]
  /** Fewest and most. */
  seats: [number, number]
  variants: VariantInfo[]
  /** Those that play with any number of seats, weakest first. */
  bots: string[]
  /** All that people may pick, weakest first. */
  levels: LevelInfo[]
  /** The version of the rules. */
  rules: number
  /** Whether seats act against the clock, not in turn. */
  race: boolean
  /** What is counted at the end. */
  unit: 'cards' | 'points'
  /** Whether the fewest of them win. */
  low_wins: boolean
  /** How many sit down for a quick match. */
  usual_seats: number
  /** Variants that a newcomer's first match is played with. */
  first_match: Record<string, string>
  /** The game's own colour, as CSS writes it. */
  colour: string
  /** A total of more than this is for the roll of honour, if somebody has witnessed it; none for no roll. */
  honour: number | null
  /** Whether there is a guided first match. */
  lesson: boolean
}

/** The rules and rulings of a game in Markdown. */
export interface GameTexts {
  rules: string
  rulings: string
}

/** Open a table. The creator sits down on seat 0 unless `play` is false; `bots` take the last seats. */
export interface CreateTable {
  game: string
  seats: number
  name?: string
  variants?: Record<string, string>
  bots?: string[]
  settings?: Partial<Settings>
  play?: boolean
}

/** Sit down; on any empty seat unless one is named. */
export interface TakeSeat {
  name?: string
  seat?: number | null
}

/** Open a table that begins at a moment of a finished match. Bots play as they did there; on the seats of other people it is `bot`. */
export interface PlayOn {
  /** How many events had happened. */
  at: number
  seat: number
  name: string
  /** The game's usual bot if none is named. */
  bot: string | null
}

/** The moment of another match that a table began at. */
export interface Origin {
  table: string
  at: number
}

/** A seat and the token that is the only way back to it; none for a creator who does not play. */
export interface SeatGiven {
  table: string
  seat: number | null
  token: string | null
}

/** The level that answered last for a bot that could not, and why: it is still being made ready, too many bots think, or it did not come to an answer. */
export interface StandIn {
  level: string
  reason: 'busy' | 'failed' | 'preparing'
}

/** Who sits where. */
export interface SeatInfo {
  seat: number
  kind: SeatKind
  name: string
  /** The bot that plays this seat, also while it stands in for a person. */
  level: string | null
  connected: boolean
  /** A person's seat that is not played by its person now. */
  away: boolean
  /** Its person has given it up during the match; the name stays. */
  left: boolean
  /** Has committed to entropy in this round of the dice (bots and empty seats add none). */
  ready: boolean
  /** Who plays for the seat's bot meanwhile. */
  stand_in: StandIn | null
}

/** What proves the dice: docs/dice.md says how to check it. */
export interface DiceInfo {
  /** Counts up from 1; 0 for a match that began at a hall without rounds. */
  round: number
  stage: DiceStage
  /** SHA-256 of the server's seed of this round, in hexadecimal. */
  commitment: string
  /** By seat: what its player has committed to. */
  commitments: (string | null)[]
  /** By seat: what its player has revealed. */
  entropy: (string | null)[]
  /** By seat: whether its player has a part in the dice, as far as is known. */
  contributing: boolean[]
  /** Rounds that did not count, because somebody did not reveal or the hall started again. */
  voided: number
  /** The server's seed of this round, when the match is over. */
  seed: string | null
  /** The key of the salts of the chain, when the match is over. */
  salt: string | null
}

/** Every die and card of a finished match with its odds, so that anyone can draw them again from the key. */
export interface Landings {
  /** The weights of outcomes that dice and cards of this match had. */
  odds: number[][]
  /** In order: which of those odds, and which outcome. */
  landed: number[][]
}

/** A table as everyone may know it. */
export interface TableInfo {
  id: string
  game: string
  rules: number
  variants: Record<string, string>
  status: Status
  seats: SeatInfo[]
  host: number | null
  settings: Settings
  dice: DiceInfo
  /** By seat: whether its player wants another match, when this one is over. */
  offers: (boolean | null)[]
  race: boolean
  /** In a race, how many milliseconds of a seat's round trip are taken off at most. */
  allowance: number
  /** Milliseconds until a race begins, while they are counted down; else 0. */
  countdown: number
  /** The table of the next match. */
  rematch: string | null
  /** Where it was played on from; none for a match from the beginning. */
  origin: Origin | null
  /** Milliseconds since 1970. */
  created: number
  /** The seats that are to act as of `seq`; none before and after the match. */
  to_act: number[]
  /** When the last step of the match was, or before it the table was opened, in milliseconds since 1970. */
  since: number
  seq: number
  /** Binds every step up to `seq`, in hexadecimal. */
  chain: string
}

/** What a page asks about the hall itself. */
export interface HallInfo {
  version: string
  /** The page's. */
  build: string
  /** Where other devices of its network find the hall, if it was opened to them: an origin, to make invitations of. */
  network: string | null
}

/** A line of the lobby. */
export interface TableSummary {
  id: string
  game: string
  status: Status
  seats: number
  free: number
  names: string[]
  created: number
}

/** How a seat stands. */
export interface StandingInfo {
  seat: number
  place: number
  points: number
}

/** A moment of a finished match that something was said at. */
export interface ReplayMoment {
  /** How many events had happened. */
  at: number
  /** The seat that acted; none for dice and cards. */
  who: number | null
  said: Message[]
  /** What is other in the picture than at the moment before it: `[place, value]`, a place as names and numbers. */
  changes: unknown[][]
  /** By seat. */
  points: number[]
  /** None while dice or cards are to land, and at the end. */
  to_act: number[]
}

/** A part of a finished match. */
export interface Replay {
  /** How many events the match has. */
  length: number
  first: number
  /** The part goes from when `first` events had happened to when `last` had. */
  last: number
  /** At its beginning, drawn for the seat that was asked for, with nothing hidden. */
  picture: unknown
  points: number[]
  to_act: number[]
  moments: ReplayMoment[]
}

/** What a match turned at, going by its scores. */
export interface Turning {
  /** How many events had happened. */
  at: number
  /** `lead`: from here on the winner was ahead until the end. `behind`: the winner was never further behind, and came ahead only at the very end. `swing`: here the winner gained most on the others. */
  kind: 'behind' | 'lead' | 'swing'
  /** The winner. */
  seat: number
  said: Message[]
}

/** How the scores of a finished match went. */
export interface Course {
  events: number
  /** Milliseconds since 1970. */
  ended: number
  /** Milliseconds. */
  took: number
  /** Best first. */
  standings: StandingInfo[]
  /** When they changed: how many events had happened, then the points by seat. */
  scores: number[][]
  turning: Turning | null
}

/** What a seat had at the end. */
export interface BookSeat {
  name: string
  /** The bot that played it; none for a person. */
  level: string | null
  place: number
  points: number
  /** Who has witnessed a total for the roll of honour. */
  witness: string | null
}

/** A match in the hall's book. */
export interface BookMatch {
  table: string
  variants: Record<string, string>
  /** Milliseconds since 1970. */
  ended: number
  took: number
  events: number
  margin: number | null
  seats: BookSeat[]
  /** Whether it can still be replayed. */
  kept: boolean
}

/** What a person had at the end of a match. */
export interface BookTotal {
  seat: number
  match: BookMatch
}

/** The records of a game. */
export interface BookGame {
  game: string
  matches: number
  best: BookTotal[]
  worst: BookTotal[]
  longest: BookMatch | null
  closest: BookMatch | null
  honours: BookTotal[]
}

/** A way into the hall's page, from its origin on. */
export interface Way {
  path: string
}

/** A picture. */
export interface QrCode {
  svg: string
}

/** Somebody has seen how I got a total for the roll of honour. */
export interface Witnessed {
  token: string
  witness: string
}

/** Why a request was refused. */
export interface Problem {
  code: string
  message: Message
}

/** The process answers and its store does. */
export interface Health {
  status: 'ok'
  version: string
  /** The page's. */
  build: string
  tables: number
  connections: number
}

/** The first message of a connection: who I am and what I know already. */
export interface Hello {
  type: 'hello'
  /** The seat's token; without one, a spectator. */
  token?: string | null
  /** The last sequence number known: only lines after it are told again. */
  seq?: number
  /** Whether to add `view`, the state as this watcher may know it, to every position. */
  views?: boolean
  /** The version that the client speaks: who does not say speaks the first. */
  protocol?: number
}

/** Do this. */
export interface Act {
  type: 'act'
  id: string
  /** The last sequence number known. */
  seq: number
  action: string
}

/** Take my last action back. */
export interface Undo {
  type: 'undo'
  id: string
  seq: number
}

/** My commitment to entropy for a round of the dice: SHA-256 of `table:round:seat:entropy`, in hexadecimal. */
export interface Commit {
  type: 'commit'
  id: string
  round: number
  commitment: string
  /** The seat it was made for, if it is to be refused when I have another by now. */
  seat?: number | null
}

/** My entropy, once the round is closed. */
export interface Reveal {
  type: 'reveal'
  id: string
  round: number
  entropy: string
}

/** The host closes the round of the dice without waiting for more commitments; then the match begins. */
export interface Start {
  type: 'start'
  id: string
}

/** The host lets a bot play a seat that is empty or whose player has left or is away. */
export interface Fill {
  type: 'fill'
  id: string
  seat: number
  bot: string
}

/** The host sends a bot or a person away before the match, so that another can sit down. */
export interface Open {
  type: 'open'
  id: string
  seat: number
}

/** The host puts one more seat to the table before the match. */
export interface Add {
  type: 'add'
  id: string
}

/** The host takes an empty seat away before the match; the seats behind it move up by one. */
export interface Remove {
  type: 'remove'
  id: string
  seat: number
}

/** Call me this. */
export interface Rename {
  type: 'rename'
  id: string
  name: string
}

/** The host changes settings; what is left out stays. */
export interface Change {
  type: 'change'
  id: string
  pace?: number
  clock?: number | null
  away?: AwayChoice
  away_after?: number
  listed?: boolean
}

/** I play again myself: the bot that stands in for me stops. */
export interface Back {
  type: 'back'
  id: string
}

/** I want another match of the same, or I do not, when this one is over. The next table opens when everyone who is still there has answered and two want it, or nobody has declined. */
export interface Offer {
  type: 'offer'
  id: string
  yes: boolean
}

/** Show this beside my name: told to everyone here, stored nowhere. */
export interface React {
  type: 'react'
  id: string
  reaction: Reaction
}

/** Move this connection to the table of the rematch: a new `welcome` comes. */
export interface Follow {
  type: 'follow'
  id: string
}

/** Give my seat up for good. */
export interface Leave {
  type: 'leave'
  id: string
}

/** Answer me. */
export interface Ping {
  type: 'ping'
  t: number
}

/** The answer to the server's `ping`, with its `t`. */
export interface Pong {
  type: 'pong'
  t: number
}

/** Something that happened, in words, as this watcher may know it. */
export interface Line {
  seq: number
  /** The seat that acted; none for dice and cards. */
  who: number | null
  said: Message[]
  /** Milliseconds since 1970. */
  at: number
}

/** An event of the match as text; none where this watcher may not know it. */
export interface EventInfo {
  who: number | null
  text: string | null
}

/** Something to see on the way: what was said, and the picture right after it. */
export interface Frame {
  lines: Line[]
  picture: unknown
}

/** The match as it is now. */
export interface Snapshot {
  seq: number
  lines: Line[]
  /** The game's own, see `picture.py` in the game's folder; null before the match starts. */
  picture: unknown
  to_act: number[] | 'over'
  /** What you may do; null if there are more than 400 ways. */
  legal: string[] | null
  prompt: Message | null
  standings: StandingInfo[]
  /** Whether you may take your last action back. */
  undo: boolean
  /** Milliseconds left on the clock. */
  deadline: number | null
  /** `name=value …` as positions are written, secrets as -1; only if `hello` asked for views. */
  view: string | null
}

/** One step of a guided first match. */
export interface LessonStep {
  says: Message
  /** Parts of the board that it speaks of. */
  lit: string[]
  /** What the reader is to do; none where reading is all. */
  action: string | null
  /** What there was to see since the step before, earliest first; now is not among them. */
  frames: Frame[]
  now: Snapshot
}

/** A guided first match, whole. */
export interface LessonInfo {
  game: string
  variants: Record<string, string>
  /** The reader's seat. */
  you: number
  /** By seat; the page puts the reader's own in place of the reader's. */
  names: string[]
  steps: LessonStep[]
  /** What its messages say in the language asked for, by their ids. */
  texts: Record<string, string | Record<string, string>>
}

/** What the reader of a lesson is told about something tried. */
export interface LessonReply {
  right: boolean
  legal: boolean
  /** Why not; none if it is right. */
  said: Message | null
  /** The first § or R that says so. */
  rule: string | null
}

/** The answer to `hello`. */
export interface Welcome {
  type: 'welcome'
  protocol: number
  table: TableInfo
  /** Your seat; none for a spectator. */
  you: number | null
  snapshot: Snapshot
  /** The page that this hall has: a tab with another one loads itself again. */
  build: string
}

/** One step of the match: an action with the dice it made land, the start, or something taken back. */
export interface Update {
  type: 'update'
  seq: number
  /** The id of your message, if this is its answer. */
  ack: string | null
  /** Whether this step took an action back. */
  undone: boolean
  events: EventInfo[]
  /** What there was to see on the way, earliest first; now is not among them. */
  frames: Frame[]
  lines: Line[]
  picture: unknown
  to_act: number[] | 'over'
  legal: string[] | null
  prompt: Message | null
  standings: StandingInfo[]
  undo: boolean
  deadline: number | null
  view: string | null
  /** Binds every step up to `seq`, in hexadecimal. */
  chain: string
}

/** Seats, connections, status or settings have changed. */
export interface TableNews {
  type: 'table'
  table: TableInfo
  you: number | null
}

/** Done, and stored: for messages that no `update` answers. */
export interface Ack {
  type: 'ack'
  id: string
  seq: number
  /** Binds every step up to `seq`; not told again for a message that comes again. */
  chain: string | null
}

/** Not done. */
export interface Refused {
  type: 'refused'
  id: string
  /** `rules`, `notation`, `turn`, `stale`, `status`, `seat`, `host`, `dice`, `old`, `limit`, `busy`, `store`. */
  code: string
  reason: Message
  /** The sentence (§n) or ruling (Rn) that says so. */
  rule: string | null
}

/** A message that could not be taken as one. */
export interface Error {
  type: 'error'
  /** `malformed`, `too_big`, `too_fast`, `hello_first`, `hello_again`, `protocol`, `token`, `table`. */
  code: string
  message: Message
}

/** A player shows how they feel. */
export interface Reacted {
  type: 'reaction'
  seat: number
  reaction: Reaction
}

/** Answer with `pong` and my `t`: so the server measures your round trip. */
export interface ServerPing {
  type: 'ping'
  t: number
}

/** The answer to your `ping`, with its `t`. */
export interface ServerPong {
  type: 'pong'
  t: number
}

/** The listed tables, newest first; sent when something changes. */
export interface Lobby {
  type: 'lobby'
  tables: TableSummary[]
  /** The page that this hall has: a tab with another one loads itself again. */
  build: string
}

/** What changes the table, if it is allowed. */
export type AnyRequest =
  | Act
  | Undo
  | Commit
  | Reveal
  | Start
  | Fill
  | Open
  | Add
  | Remove
  | Rename
  | Change
  | Back
  | Offer
  | Leave

export type AnyClientMessage =
  | Hello
  | Act
  | Undo
  | Commit
  | Reveal
  | Start
  | Fill
  | Open
  | Add
  | Remove
  | Rename
  | Change
  | Back
  | Offer
  | Leave
  | React
  | Follow
  | Ping
  | Pong

export type AnyServerMessage =
  | Welcome
  | Update
  | TableNews
  | Ack
  | Refused
  | Error
  | Reacted
  | ServerPing
  | ServerPong
  | Lobby

/** Raised when an older client can no longer follow. */
export const PROTOCOL = 2
export const CLOSE_PROTOCOL = 4402
export const CLOSE_NO_TABLE = 4404
