/** src/quincunx/protocol.py for the page, made by tools/page_types.py: change it there. */

import type { Colour } from './drawing'
import type { Message } from './say'

export type DiceStage = 'commit' | 'reveal' | 'done'

export type Status = 'waiting' | 'playing' | 'over'

export type AwayChoice = 'wait' | 'default' | 'bot'

export type CoachChoice = 'off' | 'hints' | 'training'

/** Before the first round, during a round, between two, and after the last. */
export type TournamentStatus = 'waiting' | 'playing' | 'break' | 'over'

export type SeatKind = 'human' | 'bot' | 'empty'

export type Reaction = 'hello' | 'well_played' | 'lucky' | 'ouch' | 'thinking' | 'thanks' | 'oops' | 'good_game'

export type NewsKind = 'turn' | 'round' | 'daily'

export type SolutionState = 'absent' | 'building' | 'there'

export type TryState = 'playing' | 'over' | 'void'

/** `waiting`: others come before it. `absent`: nobody has asked for it, or it has to be asked for again. */
export type StudyState = 'absent' | 'waiting' | 'working' | 'failed' | 'done'

/** The moment of another match from which a table began. */
export interface Origin {
  /** The other match's table. */
  table: string
  /** The number of events of that match at the moment. */
  at: number
}

/** The settings that the host chooses. */
export interface Settings {
  /** Milliseconds that a bot takes to act; a bot that searches thinks no longer than this. */
  pace: number
  /** Seconds that a person has for a decision; None for no limit. Then a bot plays until the player is back, or, with `away` at `default`, the hall takes the first legal action. */
  clock: number | null
  /** What the hall does when a player has had no connection for `away_after` seconds: wait, take the first legal action, or let a bot play until the player is back. */
  away: AwayChoice
  /** Seconds without a connection until `away` applies. */
  away_after: number
  /** Whether the lobby shows the table. */
  listed: boolean
  /** What the coach does: nothing, give hints on request, or also tell the cost of a decision before the dice roll. If several people play, all of them must have agreed. */
  coach: CoachChoice
}

/** An option of a game; the first choice is the default. */
export interface VariantInfo {
  name: string
  question: Message
  choices: string[]
  /** The label of each choice; empty where the choices need none. */
  labels: Message[]
}

/** The state of a game's solution: arrays that its perfect player needs, built once on the hall's machine. */
export interface SolutionInfo {
  state: SolutionState
  /** The share that has been built, from 0 to 1, while it is being built. */
  progress: number
  /** About how many minutes it takes to build the solution from the beginning. */
  minutes: number
  /** GiB of memory that building needs. */
  memory_gib: number
  /** GiB of disk that the solution takes for good. */
  disk_gib: number
  /** Whether this visitor may build it; only those at the hall's own machine may. */
  may_build: boolean
  /** Whether building has failed; it can be tried again, and continues where it stopped. */
  failed: boolean
}

/** A bot that people pick. */
export interface LevelInfo {
  bot: string
  /** A description of the bot. */
  about: Message
  /** The only number of seats that it can play with; none if it plays with any. */
  seats: number | null
  /** The solution that it needs before it can play; none for a bot that needs none. */
  tables: SolutionInfo | null
}

/** A game, as the lobby describes it. */
export interface GameInfo {
  slug: string
  title: string
  tagline: Message
  /** The minutes of a match, from and to. */
  minutes: [number, number]
  /** The fewest and the most seats. */
  seats: [number, number]
  variants: VariantInfo[]
  /** The bots that play with any number of seats, weakest first. */
  bots: string[]
  /** All bots that people may pick, weakest first. */
  levels: LevelInfo[]
  /** The version of the rules. */
  rules: number
  /** Whether the seats act at any time, as fast as they can, not in turn. */
  race: boolean
  /** The unit of the final totals. */
  unit: 'cards' | 'points'
  /** Whether the lowest total wins. */
  low_wins: boolean
  /** The usual number of players. */
  usual_seats: number
  /** Variants that a newcomer's first match is played with. */
  first_match: Record<string, string>
  /** The game's own colour, as CSS writes it. */
  colour: string
  /** A total above this may enter the roll of honour once somebody has witnessed it; none for a game without one. */
  honour: number | null
  /** Whether there is a guided first match. */
  lesson: boolean
  /** Whether it can be played with real dice and cards, which people enter. */
  real: boolean
  /** Whether the game has secrets. */
  secret: boolean
}

/** The rules and rulings of a game in Markdown. */
export interface GameTexts {
  rules: string
  rulings: string
}

/** A question that the judge of a game answers. */
export interface AskableInfo {
  about: Message
  example: string
}

/** A sentence of the judge's answer. */
export interface RulingInfo {
  said: Message
  /** The sentences (§n) and rulings (Rn) that say so. */
  rule: string | null
}

/** The answers of a game's judge, and the possible questions. */
export interface JudgeInfo {
  questions: AskableInfo[]
  /** Empty where nothing was asked. */
  answers: RulingInfo[]
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
  /** Whether people roll real dice and draw real cards, and enter their faces. */
  real?: boolean
  /** My key; none for a guest. */
  key?: string | null
}

/** Sit down; on any empty seat unless one is named. */
export interface TakeSeat {
  name?: string
  seat?: number | null
  /** My key; none for a guest. */
  key?: string | null
}

/** Open a table that begins at a moment of a finished match. The seats of bots are played by the same bots again, the seats of other people by `bot`. */
export interface PlayOn {
  /** The number of events of the match before that moment. */
  at: number
  seat?: number
  name?: string
  /** The bot for the seats of other people; none for the game's usual bot. */
  bot?: string | null
}

/** A seat and the token that is the only way back to it; both none for a creator who does not play. */
export interface SeatGiven {
  table: string
  seat: number | null
  token: string | null
}

/** A possible face of a die or card. */
export interface FaceInfo {
  /** The text for `enter`. */
  text: string
  said: Message
  colour: Colour | null
}

/** Dice or cards that are entered together, in any order. */
export interface ThrowInfo {
  /** Whose they are; none where that does not matter. */
  owner: number | null
  /** Whether only their owner may know them. */
  secret: boolean
  /** Their number. */
  count: number
  /** What to roll or draw. */
  says: Message
  /** The possible faces of each; empty for a watcher who may not enter them. */
  faces: FaceInfo[]
}

/** The dice and cards that have still to be entered. */
export interface DueInfo {
  /** The number of the step since which they are due. */
  since: number
  throws: ThrowInfo[]
}

/** Dice or cards that were entered. */
export interface EntryInfo {
  /** The number of the event by which they began to land. */
  entry: number
  owner: number | null
  /** The entered faces. */
  shown: FaceInfo[]
  /** The possible faces of each. */
  faces: FaceInfo[]
}

/** Ask for the effect of correcting an entry, as the player of a seat. */
export interface CorrectionAsked {
  token: string
  /** The number of the event by which the dice or cards began to land. */
  entry: number
  /** The correct faces. */
  faces: string[]
  owner: number | null
}

/** The effect of a correction. */
export interface CorrectionInfo {
  /** Whether everything after it still fits. */
  fits: boolean
  said: Message
}

/** Ask for the entries at a table with real dice, as the player of a seat. */
export interface EntriesAsked {
  token: string
}

/** The level that answered last in place of a seat's bot, and why. The bot is not ready yet, too many bots think at once, or the bot failed to answer. */
export interface StandIn {
  level: string
  reason: 'busy' | 'failed' | 'preparing'
}

/** A seat of a table and its holder. */
export interface SeatInfo {
  seat: number
  kind: SeatKind
  name: string
  /** The bot that plays this seat, also while it stands in for a person; none if no bot does. */
  level: string | null
  /** Whether the seat's person has a connection. */
  connected: boolean
  /** Whether its person does not play now. */
  away: boolean
  /** Whether its person has given the seat up during the match; the name stays. */
  left: boolean
  /** Whether its player has committed to entropy in this round of the dice; bots and empty seats never do. */
  ready: boolean
  /** The level that answered last in place of the seat's bot; none if the bot itself did. */
  stand_in: StandIn | null
  /** Whether its player agrees that the coach helps here. */
  agreed: boolean
  /** The number of hints that its player has taken. */
  hints: number
  /** The public id of its player's key; none for a guest, a bot or an empty seat. */
  player: string | null
}

/** The values that prove the dice (docs/dice.md). */
export interface DiceInfo {
  /** The number of the round, from 1. */
  round: number
  stage: DiceStage
  /** SHA-256 of the server's seed of this round, in hexadecimal. */
  commitment: string
  /** By seat: its player's commitment; none if there is none yet. */
  commitments: (string | null)[]
  /** By seat: its player's revealed entropy; none if there is none yet. */
  entropy: (string | null)[]
  /** By seat: whether its player contributes to the dice, as far as is known. */
  contributing: boolean[]
  /** The number of void rounds, because somebody did not reveal or the hall restarted. */
  voided: number
  /** The server's seed of this round; none until the match is over. */
  seed: string | null
  /** The key of the chain's salts; none until the match is over. */
  salt: string | null
}

/** Every die and card of a finished match with its odds, so that anyone can draw them again from the key. */
export interface Landings {
  /** The distinct lists of weights of this match's dice and cards, one weight per outcome. */
  odds: number[][]
  /** For each die and card in order: the index of its weights in `odds`, and the outcome. */
  landed: number[][]
}

/** A table as everyone may know it. */
export interface TableInfo {
  id: string
  game: string
  /** The version of the rules. */
  rules: number
  variants: Record<string, string>
  status: Status
  seats: SeatInfo[]
  /** The seat whose player decides about the table; none if no person is left. */
  host: number | null
  settings: Settings
  /** What the coach does now: as in `settings`, if one person plays or all have agreed. */
  coach: CoachChoice
  dice: DiceInfo
  /** By seat: whether its player wants another match, when this one is over; none for no answer yet. */
  offers: (boolean | null)[]
  /** Whether people roll real dice and enter their faces; then nothing proves them. */
  real: boolean
  /** The name of the tables that share their dice with this one; none if none do. */
  series: string | null
  /** Whether the seats act at any time, as fast as they can, not in turn. */
  race: boolean
  /** Whether it is a race with real cards: no clock runs, and drops may be entered when the race is over. */
  together: boolean
  /** In a race: the most milliseconds of a seat's round trip that are subtracted from the time of its actions. */
  allowance: number
  /** Milliseconds until a race begins, while they are counted down; else 0. */
  countdown: number
  /** The id of the next match's table; none until that is open. */
  rematch: string | null
  /** The moment of another match that this one was played on from; none for a match from the beginning. */
  origin: Origin | null
  /** The time at which the table was opened, in milliseconds since 1970. */
  created: number
  /** The seats that are to act as of `seq`; empty before and after the match. */
  to_act: number[]
  /** The time of the last step of the match, before the match of the table's opening, in milliseconds since 1970. */
  since: number
  /** The number of the table's last stored step. */
  seq: number
  /** The hash that binds every step up to `seq`, in hexadecimal. */
  chain: string
}

/** The facts of the hall itself. */
export interface HallInfo {
  /** The version of Quincunx. */
  version: string
  /** The version of the page that this hall has. */
  build: string
  /** The origin for invitations to other devices of the hall's network; none if the hall was not opened to them. */
  network: string | null
}

/** A line of the lobby. */
export interface TableSummary {
  id: string
  game: string
  status: Status
  seats: number
  /** The number of empty seats. */
  free: number
  /** The name at each seat, empty where nobody sits. */
  names: string[]
  /** The time at which the table was opened, in milliseconds since 1970. */
  created: number
}

/** The place and points of a seat. */
export interface StandingInfo {
  seat: number
  place: number
  points: number
}

/** A moment of a finished match with words for the log. */
export interface ReplayMoment {
  /** The number of events so far. */
  at: number
  /** The seat that acted; none for dice and cards. */
  who: number | null
  said: Message[]
  /** Where the picture differs from that of the moment before: each `[place, value]`, a place as names and numbers. */
  changes: unknown[][]
  /** The points of each seat. */
  points: number[]
  /** The seats that are to act; empty while dice or cards are to land, and at the end. */
  to_act: number[]
}

/** A part of a finished match. */
export interface Replay {
  /** The number of events of the whole match. */
  length: number
  /** The number of events before the part. */
  first: number
  /** The number of events at the end of the part. */
  last: number
  /** The board when the part begins, drawn for the seat that was asked for, with nothing hidden. */
  picture: unknown
  /** The points of each seat when the part begins. */
  points: number[]
  /** The seats that are to act when the part begins. */
  to_act: number[]
  moments: ReplayMoment[]
}

/** The largest swing of points that the winner of a match kept until the end. */
export interface Swing {
  /** The number of events that had happened after it. */
  at: number
  /** The number of events that had happened before the action that led to it. */
  before: number
  /** The winner's seat. */
  seat: number
  /** The points that the winner gained on the best of the others and kept. */
  points: number
}

/** The history of the scores of a finished match. */
export interface Course {
  /** The number of events of the match. */
  events: number
  /** The time of the match's end, in milliseconds since 1970. */
  ended: number
  /** Its duration in milliseconds. */
  took: number
  /** The final standings, best first. */
  standings: StandingInfo[]
  /** The scores at the beginning, at changes and at the end, each as how many events had happened and then the points of each seat; some are left out where there are very many. */
  scores: number[][]
  /** None if several seats won, points did not decide, or no single swing was the largest. */
  swing: Swing | null
}

/** Asks for the study of a match from elsewhere. */
export interface StudyAsked {
  transcript: string
}

/** Something that a seat could do at a decision. */
export interface StudyChoice {
  /** The text for `act`. */
  action: string
  /** Its value for the seat, by what the seat could know. */
  value: number
  /** Its gain over the seat's own choice. */
  gain: number
  /** The standard error of the gain; 0 if it is exact. */
  error: number
}

/** A decision with something to decide. */
export interface StudyDecision {
  /** The number of events before it. */
  at: number
  seat: number
  /** Its cost for the seat; 0 unless another choice is proved to be better. A mistake is a decision with a loss. */
  loss: number
  /** First its own choice, then the best of the others, best first. */
  choices: StudyChoice[]
  /** Of a mistake: the best choice, in the words of the log; empty if the log has no words for it. */
  better: Message[]
  /** Of a mistake: the parts of the board that show the best choice. */
  lit: string[]
  /** Of a mistake: its cost, and why. */
  why: Message | null
}

/** A roll that brought a seat much. */
export interface StudyRoll {
  seat: number
  /** The number of events before it. */
  at: number
  /** The number of events up to its last die or card. */
  last: number
  amount: number
  said: Message
}

/** The account of one seat: `start + luck + own + others + correction` is the `result`, to the last unit. */
export interface StudyAccount {
  start: number
  luck: number
  /** The effect of its own decisions: minus the losses of all its mistakes. */
  own: number
  others: number
  /** The amount by which the values disagree. */
  correction: number
  result: number
  /** The result without the luck. */
  adjusted: number
  /** The number of decisions with something to decide. */
  decisions: number
  /** The mean loss of these. */
  rate: number
  /** The level that decides about as well; none if that is not known. */
  grade: Message | null
}

/** Luck and decisions of the seats of a finished match, in whole units. */
export interface Study {
  unit: 'points' | 'wins'
  /** The units of a sure win, or of a point. */
  scale: number
  /** Whether the values are exact. */
  exact: boolean
  /** The greatest standard error of the values. */
  error: number
  /** The value to each seat before every event, and the result in the end. */
  values: number[][]
  /** The luck of each seat by each event. */
  luck: number[][]
  decisions: StudyDecision[]
  /** The luckiest rolls, luckiest first. */
  rolls: StudyRoll[]
  /** By seat. */
  accounts: StudyAccount[]
}

/** The progress of the study of a match. */
export interface StudyInfo {
  id: string
  game: string
  names: string[]
  variants: Record<string, string>
  state: StudyState
  /** From 0 to 1. */
  progress: number
  /** None until the state is `done`. */
  study: Study | null
}

/** Ask for the value of another choice at a decision of a studied match. */
export interface TryAsked {
  at: number
  seat: number
  action: string
}

/** The value of a choice that somebody tried at a decision. */
export interface Tried {
  legal: boolean
  /** Why the rules do not allow it; none if they do. */
  said: Message | null
  /** The sentence (§n) or ruling (Rn) that says so; none if none does. */
  rule: string | null
  /** The choice as `choices` of a decision write it. */
  action: string
  /** Its cost against the best choice; 0 unless that is proved to be better. */
  loss: number
  /** Its gain over the choice in the match. */
  gain: number
}

/** A seat at the end of a match in the hall's book. */
export interface BookSeat {
  name: string
  /** The bot that played it; none for a person. */
  level: string | null
  place: number
  points: number
  /** The witness of the total for the roll of honour; none if there is none. */
  witness: string | null
  /** The number of hints that its player took. */
  hints: number
  /** The public id of its player's key; none for a guest or a bot. */
  player: string | null
}

/** A match in the hall's book. */
export interface BookMatch {
  table: string
  variants: Record<string, string>
  /** The time of its end, in milliseconds since 1970. */
  ended: number
  /** Its duration in milliseconds. */
  took: number
  /** The number of its events. */
  events: number
  /** The points between the first two of the standings; none in a match for one player. */
  margin: number | null
  seats: BookSeat[]
  /** Whether the hall still has the match, so that it can be replayed. */
  kept: boolean
  /** Whether it was played with real dice, which nothing proves. */
  real: boolean
  /** Whether the coach judged decisions before the dice rolled. */
  trained: boolean
}

/** A person's total at the end of a match. */
export interface BookTotal {
  seat: number
  match: BookMatch
}

/** The records of a game. */
export interface BookGame {
  game: string
  /** The number of matches in the book. */
  matches: number
  best: BookTotal[]
  worst: BookTotal[]
  /** The match with the most events. */
  longest: BookMatch | null
  /** The match with the smallest margin. */
  closest: BookMatch | null
  /** The roll of honour, best first. */
  honours: BookTotal[]
}

/** Begin or continue today's daily of a game. */
export interface PlayDaily {
  key: string
  name?: string
}

/** Ask for the hall's data about the player with a key. */
export interface MeAsked {
  key: string
}

/** Asks as a player; without a key as anybody. */
export interface KeyAsked {
  key?: string | null
}

/** The dice of a day's dailies. */
export interface DayInfo {
  day: string
  /** The SHA-256 of the secret that makes the dice. */
  commitment: string
  /** The time at which the hall committed to it, in milliseconds since 1970. */
  committed: number
  /** None until everybody has had a day to finish. */
  secret: string | null
}

/** Today's daily of a game. */
export interface DailyInfo {
  game: string
  /** The levels that play against everybody; empty where one plays alone. */
  bots: string[]
  /** The number of players who have finished it. */
  finished: number
}

/** Today's dailies. Days begin at midnight UTC. */
export interface Dailies {
  today: string
  /** The time at which the next ones begin, in milliseconds since 1970. */
  ends: number
  games: DailyInfo[]
  /** From a month ago until tomorrow. */
  days: DayInfo[]
}

/** The result of `expert` in a daily. */
export interface Par {
  place: number
  points: number
}

/** A result of a daily. */
export interface DailyRow {
  name: string
  /** Its place among all who have played it. */
  rank: number
  /** The place in the match. */
  place: number
  points: number
  /** The cost of the decisions: in points for one player, else shares of a win. None until it is known. */
  loss: number | null
  /** The decisions in their order, as dice: six pips for a stretch without a loss. Empty until it is known. */
  marks: string
  /** The public id. */
  player: string
  /** None until the secret of the dice is shown, so that nobody looks on. */
  table: string | null
}

/** A daily as a player may know it: the results of others only after one's own, or when the secret is shown. */
export interface DailyResult {
  day: string
  game: string
  seats: number
  /** The player's try; `void` if it does not count: given up, too late, or struck out by the operator. */
  state: 'new' | TryState
  /** My table. */
  table: string | null
  /** The number of players who have finished it. */
  finished: number
  mine: DailyRow | null
  /** The result of `expert` with the same dice; none until it is known. */
  par: Par | null
  /** The points that optimal play brings on average; none where that is not known. */
  optimum: number | null
  /** The progress of the analysis of the player's decisions. */
  study: StudyState
  /** The best results, best first. */
  rows: DailyRow[]
}

/** A player's week. */
export interface LeagueRow {
  rank: number
  player: string
  name: string
  /** The sum of the best five days. */
  total: number
  /** By day: the percentage of the others that the player beat. */
  days: (number | null)[]
}

/** The league of a week and game: the best five of its seven dailies count. */
export interface League {
  game: string
  /** Its Monday. */
  first: string
  /** Its Sunday. */
  last: string
  rows: LeagueRow[]
}

/** My try at a daily of today. */
export interface MyDaily {
  game: string
  table: string
  state: TryState
}

/** A player's strength in a game, by their matches. */
export interface Rating {
  game: string
  /** Usual matches, those with hints, and those with real dice are rated apart. */
  kind: 'hints' | 'plain' | 'real'
  /** 1500 is the level of the bot `greedy`; 400 more win ten times as often. */
  rating: number
  /** The half-width of the 95 % interval, in points. */
  doubt: number
  matches: number
}

/** The public facts of a player. */
export interface PublicPlayer {
  player: string
  name: string
  ratings: Rating[]
}

/** The strongest players of a game. */
export interface RatedGame {
  game: string
  /** The ratings of bots, which never change. */
  bots: Record<string, number>
  /** Each with the rating in usual matches alone; those who have played ten or more, best first. */
  players: PublicPlayer[]
}

/** The hall's data about the player with a key. */
export interface PlayerInfo {
  /** The public id. */
  player: string
  /** The number of days in a row, up to today or yesterday, on which the player has finished a daily. */
  streak: number
  /** Today's. */
  dailies: MyDaily[]
  ratings: Rating[]
}

/** A request for the QR code of a path of the page. */
export interface Way {
  path: string
}

/** A browser's `PushSubscription`, or a mail address without keys. */
export interface Device {
  /** The secret URL of its push service for messages to it. For a mail address `mailto:ADDRESS?SECRET`, with a secret of this browser. */
  endpoint: string
  p256dh: string | null
  auth: string | null
}

/** Subscribe to notifications: of a seat or of a tournament with its token, of dailies without one. */
export interface TellMe {
  device: Device
  language: string
  token: string
}

/** Unsubscribe from notifications, of one kind or all. */
export interface TellNoMore {
  endpoint: string
  kind: NewsKind | null
}

/** The values that a browser needs to subscribe to notifications. */
export interface NewsInfo {
  /** The public key of the hall's push messages, for `applicationServerKey`. */
  key: string
  /** Whether the hall sends mails. */
  mail: boolean
}

/** A QR code as a picture. */
export interface QrCode {
  svg: string
}

/** Name the witness of a total for the roll of honour. */
export interface Witnessed {
  /** The token of the seat that has the total. */
  token: string
  witness: string
}

/** Why a request was refused. */
export interface Problem {
  code: string
  message: Message
  /** An English explanation for the author of the client. */
  detail: string | null
}

/** The answer of a process that can store what is done in it. */
export interface Health {
  status: 'ok'
  /** The version of Quincunx. */
  version: string
  /** The version of the page that this hall has. */
  build: string
  /** The number of tables that this process has in memory. */
  tables: number
  /** The number of WebSocket connections of this process. */
  connections: number
}

/** Announce a tournament, as its host. */
export interface CreateTournament {
  game: string
  rounds: number
  /** Seats of a table; none for the game's usual number. */
  seats?: number | null
  variants?: Record<string, string>
  title?: string
  /** The minutes of a round, after which bots finish it for everybody. None for no limit. */
  minutes?: number | null
  /** Seconds between two rounds. */
  pause?: number
  /** Milliseconds that a bot takes to act. */
  pace?: number
  /** Seconds without a connection after which a bot plays for somebody. */
  away_after?: number
}

/** A tournament, and the token of its host. */
export interface TournamentOpened {
  tournament: string
  token: string
}

/** Join a tournament from the next round on. */
export interface JoinTournament {
  name?: string
  /** My key; none for a guest. */
  key?: string | null
}

/** A player's number, and the token that opens the player's seat at every table. */
export interface TournamentJoined {
  player: number
  token: string
}

/** Begin a round now, pause, continue, end with this round, or remove a player. A player may only remove themselves. */
export interface TournamentOrder {
  token: string
  order: 'begin' | 'close' | 'continue' | 'pause' | 'remove'
  /** The player to remove. */
  player?: number | null
}

/** Ask for the owner of a token. */
export interface WhoAmI {
  token: string
}

/** The owner of a token in a tournament. */
export interface TournamentSelf {
  /** The number of its player; none if it belongs to no player. */
  player: number | null
  host: boolean
}

/** Somebody who takes part. */
export interface TournamentPlayer {
  number: number
  name: string
  /** The number of rounds begun before. */
  joined: number
  /** Whether the player has left the tournament. */
  gone: boolean
}

/** The result of a table of a round, by seat. */
export interface TableResult {
  places: number[]
  points: number[]
  /** The seats for whose absent players bots did most. */
  away: number[]
}

/** A table of a round. */
export interface RoundTable {
  id: string
  /** By seat; 0 for a bot. */
  players: number[]
  /** None while it is played. */
  result: TableResult | null
}

/** A round, as far as it has gone. */
export interface RoundInfo {
  number: number
  began: number
  /** The time at which bots finish it for everybody, in milliseconds since 1970; none without a clock. */
  ends: number | null
  /** The secret of its dice; none while others still play with them. */
  secret: string | null
  tables: RoundTable[]
}

/** A player's result in a round. */
export interface RoundScore {
  /** The index of the table. */
  table: number
  seat: number
  place: number
  points: number
  /** Matchpoints against those with the same seat and the same dice, as a share of the most that were possible. */
  share: number
  /** Whether a bot did most, since the player was absent: then the share is 0. */
  away: boolean
}

/** A line of the standings. */
export interface TournamentStanding {
  place: number
  player: number
  /** The sum of the shares of all finished rounds. */
  total: number
  /** The opponents that came behind at the own tables; it decides where the totals are equal. */
  beaten: number
  /** By round; none if the player had no table, or it has not ended. Results of the present round compare the tables that have ended, and are not in the sums yet. */
  rounds: (RoundScore | null)[]
}

/** A tournament as everyone may know it: with all its results when it is over. */
export interface TournamentInfo {
  id: string
  game: string
  title: string
  seats: number
  variants: Record<string, string>
  /** The number of rounds. */
  total: number
  minutes: number | null
  pause: number
  pace: number
  away_after: number
  created: number
  status: TournamentStatus
  paused: boolean
  /** Whether it ends with this round. */
  closing: boolean
  /** The time at which the next round begins, in milliseconds since 1970; none if it waits for the host. */
  next: number | null
  /** By round: SHA-256 of the secret of its dice, in hexadecimal. */
  commitments: string[]
  players: TournamentPlayer[]
  /** After all finished rounds. */
  standings: TournamentStanding[]
  rounds: RoundInfo[]
  /** The number of its last step. */
  seq: number
}

/** The first message of a connection: the seat's token and the last known step. */
export interface Hello {
  type: 'hello'
  /** The token of my seat; none for a spectator. */
  token?: string | null
  /** The number of the last step the client knows; only later lines are sent again. */
  seq?: number
  /** Whether to add `view`, the state as this watcher may know it, to every position. */
  views?: boolean
  /** The client's version of the protocol; the first by default. */
  protocol?: number
}

/** Do an action of the match. */
export interface Act {
  type: 'act'
  id: string
  /** The number of the last step that I know. */
  seq: number
  /** The action as text, as `legal` lists it. */
  action: string
  /** At a table with real dice: the token of the seat that acts, whose player shares this device; mine if none. */
  token?: string | null
}

/** Take my last action back. */
export interface Undo {
  type: 'undo'
  id: string
  /** The number of the last step that I know. */
  seq: number
}

/** Enter the faces of real dice or cards, in any order. */
export interface Enter {
  type: 'enter'
  id: string
  /** The number of the step since which they are due, as `due` says it. */
  since: number
  faces: string[]
  /** Whose dice or cards they are, as `due` says it. */
  owner?: number | null
  /** The token of the seat that enters them, whose player shares this device; mine if none. */
  token?: string | null
}

/** Correct wrong faces of real dice or cards. Later events are repeated as far as they fit. */
export interface Correct {
  type: 'correct'
  id: string
  /** The number of the event by which they began to land. */
  entry: number
  faces: string[]
  owner?: number | null
}

/** Commit to entropy for a round of the dice: SHA-256 of `table:round:seat:entropy`, in hexadecimal. */
export interface Commit {
  type: 'commit'
  id: string
  round: number
  commitment: string
  /** The seat that the commitment was made for: it is refused if I have another seat by now. None skips this check. */
  seat?: number | null
}

/** Reveal the committed entropy, once the round is closed. */
export interface Reveal {
  type: 'reveal'
  id: string
  round: number
  entropy: string
}

/** Close the round of the dice without waiting for more commitments, as the host; then the match begins. */
export interface Start {
  type: 'start'
  id: string
}

/** Let a bot play an empty seat, or one whose player has left or is away, as the host. */
export interface Fill {
  type: 'fill'
  id: string
  seat: number
  bot: string
}

/** Remove a bot or a person from a seat before the match, as the host. */
export interface Open {
  type: 'open'
  id: string
  seat: number
}

/** Add a seat before the match, as the host. */
export interface Add {
  type: 'add'
  id: string
}

/** Remove an empty seat before the match, as the host; later seats move up by one. */
export interface Remove {
  type: 'remove'
  id: string
  seat: number
}

/** Call me by this name. */
export interface Rename {
  type: 'rename'
  id: string
  name: string
}

export interface SomeSettings {
  pace?: number
  clock?: number | null
  away?: AwayChoice
  away_after?: number
  listed?: boolean
  coach?: CoachChoice
}

/** The host changes settings. */
export interface Change {
  type: 'change'
  id: string
  /** Those that change. */
  settings: SomeSettings
}

/** Change variants of the game before the match, as the host; those that are left out stay. */
export interface Vary {
  type: 'vary'
  id: string
  variants: Record<string, string>
}

/** Take over from the bot that stands in. */
export interface Back {
  type: 'back'
  id: string
}

/** Want another match of the same game when this one is over, or decline it. The next table opens when everyone who is still connected has answered and two want it, or one wants it and nobody has declined. */
export interface Offer {
  type: 'offer'
  id: string
  yes: boolean
}

/** Agree that the coach helps at this table, or withdraw that. */
export interface Agree {
  type: 'agree'
  id: string
  yes: boolean
}

/** Take a hint: `advice` comes, to this seat alone, and a better one later. */
export interface Hint {
  type: 'hint'
  id: string
  /** The number of the last step that I know. */
  seq: number
}

/** Keep the last action, which the coach has judged; the match goes on. */
export interface Resume {
  type: 'resume'
  id: string
}

/** Show this beside my name to everyone at the table; it is not stored. */
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

/** Answer me by `pong` with the same `t`. */
export interface Ping {
  type: 'ping'
  t: number
}

/** The answer to the server's `ping`, with its `t`. */
export interface Pong {
  type: 'pong'
  t: number
}

/** An event in words, as this watcher may know it. */
export interface Line {
  /** The number of the step that it happened in. */
  seq: number
  /** The seat that acted; none for dice and cards. */
  who: number | null
  said: Message[]
  /** Its time, in milliseconds since 1970. */
  at: number
}

/** An intermediate position of a step: its lines, and the picture right after them. */
export interface Frame {
  lines: Line[]
  picture: unknown
}

/** The match as it is now. */
export interface Snapshot {
  /** The number of the last step. */
  seq: number
  /** The lines since the step that `hello` named; of many steps, only the last ones. */
  lines: Line[]
  /** The game's own, see `picture.py` in the game's folder; null before the match starts. */
  picture: unknown
  /** The seats that may act, or that the match is over. */
  to_act: number[] | 'over'
  /** Your legal actions as texts; null if there are more than 400. */
  legal: string[] | null
  standings: StandingInfo[]
  /** Whether you may take your last action back. */
  undo: boolean
  /** The entries that are due before anybody may act; none at a table whose dice the hall rolls. */
  due: DueInfo | null
  /** Milliseconds left on the clock; null where none runs. */
  deadline: number | null
  /** The state as you may know it, `name=value …` as positions are written, secrets as -1; null unless `hello` asked for views. */
  view: string | null
}

/** One step of a guided first match. */
export interface LessonStep {
  says: Message
  /** The parts of the board that it mentions. */
  lit: string[]
  /** The expected action; none if there is only text to read. */
  action: string | null
  /** The positions since the step before, earliest first, without `now`. */
  frames: Frame[]
  now: Snapshot
}

/** A guided first match with all its steps. */
export interface LessonInfo {
  game: string
  variants: Record<string, string>
  /** The reader's seat. */
  you: number
  /** The players' names by seat; at the seat `you`, the page shows the reader's own name instead. */
  names: string[]
  steps: LessonStep[]
  /** The texts of its messages in the language asked for, by the messages' ids. */
  texts: Record<string, string | Record<string, string>>
}

/** The reply of a lesson to an action that the reader tried. */
export interface LessonReply {
  /** Whether it is the action that the step asks for. */
  right: boolean
  /** Whether the rules allow it. */
  legal: boolean
  /** Why it is not right; none if it is. */
  said: Message | null
  /** The sentence (§n) or ruling (Rn) that says so; none if none does. */
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
  /** The version of the page that this hall has: a tab with another one loads itself again. */
  build: string
}

/** One step of the match: an action with the dice that landed after it, the start, or an action taken back. Fields without a description are those of `Snapshot`. */
export interface Update {
  type: 'update'
  /** The number of the step. */
  seq: number
  /** The id of your message, if this is its answer. */
  ack: string | null
  /** Whether this step took an action back. */
  undone: boolean
  /** The intermediate positions, earliest first; `lines` and `picture` come after them. */
  frames: Frame[]
  lines: Line[]
  picture: unknown
  to_act: number[] | 'over'
  legal: string[] | null
  standings: StandingInfo[]
  undo: boolean
  due: DueInfo | null
  deadline: number | null
  view: string | null
  /** The hash that binds every step up to `seq`, in hexadecimal. */
  chain: string
}

/** Seats, connections, status or settings have changed. */
export interface TableNews {
  type: 'table'
  table: TableInfo
  /** Your seat; none for a spectator. */
  you: number | null
}

/** A request is done and stored; sent if no `update` answers the message. */
export interface Ack {
  type: 'ack'
  /** The id of your message. */
  id: string
  /** The number of the step that it became. */
  seq: number
  /** The hash that binds every step up to `seq`; null for a message that was answered before. */
  chain: string | null
}

/** A request is refused. */
export interface Refused {
  type: 'refused'
  /** The id of your message. */
  id: string
  /** Why: `rules`, `notation`, `turn`, `stale`, `status`, `seat`, `host`, `dice`, `old`, `limit`, `busy`, `store`. */
  code: string
  reason: Message
  /** The sentence (§n) or ruling (Rn) that says so; none if none does. */
  rule: string | null
}

/** The input was not a valid message. */
export interface Error {
  type: 'error'
  /** Why: `malformed`, `too_big`, `too_fast`, `hello_first`, `hello_again`, `protocol`, `token`, `table`, `sealed`. */
  code: string
  message: Message
}

/** Something that a seat can do, or has done. */
export interface ChoiceInfo {
  /** The action to send. */
  action: string
  /** The parts of the board that show it. */
  lit: string[]
  /** The chance to win from here; alone at the table, the points at the end. None where nobody has weighed it. */
  value: number | null
  /** The standard error of the value; 0 for an exact one. */
  error: number
  /** The aims of the game, with the chance that the choice reaches each; empty where nobody has weighed it. */
  odds: [Message, number][]
}

/** The coach's advice, from what your seat may know. A hint for an old position is not sent. */
export interface Advised {
  type: 'advice'
  /** The number of the step that made the position. */
  position: number
  /** The bot that advises. */
  level: string
  /** Whether a better advice follows. */
  better: boolean
  unit: 'points' | 'wins'
  /** The best choices, best first. */
  choices: ChoiceInfo[]
  why: Message
}

/** Your last action was a costly mistake. Send `undo` or `resume`: until then no die lands. */
export interface Judged {
  type: 'judged'
  /** The number of the step by which you did it. */
  position: number
  unit: 'points' | 'wins'
  /** Its cost. */
  loss: number
  best: ChoiceInfo
  done: ChoiceInfo
  why: Message
}

/** A player shows how they feel. */
export interface Reacted {
  type: 'reaction'
  seat: number
  reaction: Reaction
}

/** Answer with a `pong` with the same `t`: the server measures your round trip. */
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
  /** The version of the page that this hall has: a tab with another one loads itself again. */
  build: string
}

/** A tournament has changed: its new state can be fetched. */
export interface TournamentNews {
  type: 'tournament'
  /** The number of its last step. */
  seq: number
  /** The hall's time, in milliseconds since 1970. */
  now: number
  /** The version of the page that this hall has: a tab with another one loads itself again. */
  build: string
}

/** The messages that change the table, if they are allowed. */
export type AnyRequest =
  | Act
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

export type AnyClientMessage =
  | Hello
  | Act
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
  | Advised
  | Judged
  | Reacted
  | ServerPing
  | ServerPong
  | Lobby
  | TournamentNews

/** The version of the protocol; it goes up when older clients can no longer follow. */
export const PROTOCOL = 2
/** The client has another version of the protocol. */
export const CLOSE_PROTOCOL = 4402
/** There is no such table. */
export const CLOSE_NO_TABLE = 4404
