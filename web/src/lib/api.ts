/** Requests to the hall. */

import { authority } from './authority'
import { myKey } from './me'
import { sourceOf, tableOf, type Past } from './past'
import type { Message } from './say'
import type {
  BookGame,
  Course,
  CreateTable,
  CreateTournament,
  CorrectionAsked,
  CorrectionInfo,
  Dailies,
  DailyResult,
  EntriesAsked,
  EntryInfo,
  GameInfo,
  GameTexts,
  HallInfo,
  JoinTournament,
  JudgeInfo,
  KeyAsked,
  Landings,
  League,
  LessonInfo,
  LessonReply,
  MeAsked,
  NewsInfo,
  PlayDaily,
  PlayerInfo,
  PlayOn,
  Problem,
  PublicPlayer,
  QrCode,
  RatedGame,
  Replay,
  SeatGiven,
  Snapshot,
  SolutionInfo,
  StudyAsked,
  StudyInfo,
  TableInfo,
  TakeSeat,
  TellMe,
  TellNoMore,
  TournamentInfo,
  TournamentJoined,
  TournamentOpened,
  TournamentOrder,
  TournamentSelf,
  Tried,
  TryAsked,
  Way,
  WhoAmI,
  Witnessed,
} from './protocol'

export class Refusal extends Error {
  constructor(
    readonly code: string,
    /** Why, in the hall's words; none where it did not answer as a hall does. */
    readonly said: Message | null,
  ) {
    super(code)
  }
}

async function request<T>(path: string, body?: unknown, key: string | null = null): Promise<T> {
  const { status, data } = await authority().ask(path, body, key)
  if (status >= 400) {
    const problem = data as Partial<Problem>
    throw new Refusal(problem.code ?? String(status), problem.message ?? null)
  }
  return data as T
}

/** The same with my key: a match of a daily is shown to those who have played it. */
const asMe = <T>(path: string, body?: unknown): Promise<T> => request<T>(path, body, myKey())

/** Milliseconds until a request that has failed is made again. */
const AGAIN_MS = 1000

let games: Promise<GameInfo[]> | null = null

export function listGames(): Promise<GameInfo[]> {
  games ??= request<GameInfo[]>('/games').catch((error: unknown) => {
    games = null
    throw error
  })
  return games
}

/** The games, asked for again until the hall tells: nothing can be shown without them. */
export async function gamesAtLast(): Promise<GameInfo[]> {
  for (;;) {
    try {
      return await listGames()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }
}

export const gameTexts = (slug: string, language: string) =>
  request<GameTexts>(`/games/${slug}/texts?language=${language}`)
/** The tables that a solved game's perfect player needs, and to have them built. */
export const solutionOf = (slug: string) => request<SolutionInfo>(`/games/${slug}/solution`)
export const buildSolution = (slug: string) => request<SolutionInfo>(`/games/${slug}/solution`, {})
export const lessonOf = (slug: string, language: string) =>
  request<LessonInfo>(`/games/${slug}/lesson?language=${language}`)
export const lessonReply = (slug: string, step: number, action: string) =>
  request<LessonReply>(`/games/${slug}/lesson/reply?step=${step}&action=${encodeURIComponent(action)}`)
/** What a game's judge answers; without a question only what can be asked. */
export const judge = (slug: string, text: string) =>
  request<JudgeInfo>(`/games/${slug}/judge?text=${encodeURIComponent(text)}`)
/** What has been entered at a table with real dice, as the player with that token may correct it. */
export const entriesOf = (id: string, token: string) =>
  request<EntryInfo[]>(`/tables/${id}/entries`, { token } satisfies EntriesAsked)
/** What a correction of an entry would change. */
export const tryCorrection = (id: string, asked: CorrectionAsked) =>
  request<CorrectionInfo>(`/tables/${id}/corrections`, asked)
export const landingsOf = (id: string) => request<Landings>(`/tables/${id}/landings`)

/** A finished match as text; as `proof` with all its steps. */
export const textOf = (id: string, kind: 'transcript' | 'proof') => authority().text(`/tables/${id}/${kind}`)

/** A finished match and its parts, whatever tells of it. */
export const pastPart = (past: Past, first: number, count: number, seat: number | null) =>
  asMe<Replay>(`${sourceOf(past)}/replay?first=${first}&count=${count}${seat === null ? '' : `&seat=${seat}`}`)
export const pastCourse = (past: Past) => asMe<Course>(`${sourceOf(past)}/course`)
export const pastInfo = async (past: Past): Promise<TableInfo> =>
  past.kind === 'table' ? tableInfo(past.id) : tableOf(await studyOf(past), { id: past.id, status: 'over' })

const studySource = (past: Past): string => (past.kind === 'table' ? `${sourceOf(past)}/study` : sourceOf(past))
/** How far the study of a match is, and to have it made. */
export const studyOf = (past: Past) => asMe<StudyInfo>(studySource(past))
export const beginStudy = (past: Past) => asMe<StudyInfo>(studySource(past), {})
export const studyText = (transcript: string) => request<StudyInfo>('/studies', { transcript } satisfies StudyAsked)
/** A decision of a studied match as its seat knew it. */
export const positionOf = (study: string, at: number, seat: number) =>
  request<Snapshot>(`/studies/${study}/position?at=${at}&seat=${seat}`)
export const tryChoice = (study: string, wanted: TryAsked) => request<Tried>(`/studies/${study}/tries`, wanted)

export const courseOf = (id: string) => asMe<Course>(`/tables/${id}/course`)
export const forkTable = (id: string, wanted: PlayOn) => asMe<SeatGiven>(`/tables/${id}/forks`, wanted)
export const theBook = () => request<BookGame[]>('/book')
export const nameWitness = (id: string, seen: Witnessed) => request<null>(`/tables/${id}/witness`, seen)

export const theDailies = () => request<Dailies>('/dailies')
export const beginDaily = (slug: string, wanted: PlayDaily) => request<SeatGiven>(`/dailies/${slug}`, wanted)
/** A daily as the player with that key may know it. */
export const dailyResult = (slug: string, day: string, key: string | null) =>
  request<DailyResult>(`/dailies/${slug}/${day}`, { key } satisfies KeyAsked)
export const leagueOf = (slug: string, day: string) => request<League>(`/dailies/${slug}/${day}/league`)
export const theRatings = () => request<RatedGame[]>('/ratings')
export const publicPlayer = (player: string) => request<PublicPlayer>(`/players/${player}`)
export const playerInfo = (key: string) => request<PlayerInfo>('/me', { key } satisfies MeAsked)

/** A way into this hall's page as a QR code: the address of a picture. */
export async function qrOf(path: string): Promise<string> {
  const way: Way = { path }
  const { svg } = await request<QrCode>('/qr', way)
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
export const hallInfo = () => request<HallInfo>('/hall')

/** The key of the hall's push messages, and asking for some, or for no more. */
export const newsInfo = () => request<NewsInfo>('/news')
export const askForNews = (path: string, wanted: TellMe) => request<null>(`${path}/news`, wanted)
export const stopNews = (which: TellNoMore) => request<null>('/news/stop', which)

export const announceTournament = (wanted: CreateTournament) => request<TournamentOpened>('/tournaments', wanted)
export const tournamentInfo = (id: string) => request<TournamentInfo>(`/tournaments/${id}`)
export const joinTournament = (id: string, wanted: JoinTournament) =>
  request<TournamentJoined>(`/tournaments/${id}/players`, wanted)
export const orderTournament = (id: string, wanted: TournamentOrder) =>
  request<null>(`/tournaments/${id}/orders`, wanted)
export const whoAmI = (id: string, token: string) =>
  request<TournamentSelf>(`/tournaments/${id}/self`, { token } satisfies WhoAmI)

export const createTable = (table: CreateTable) => request<SeatGiven>('/tables', table)
export const tableInfo = (id: string) => request<TableInfo>(`/tables/${id}`)
export const takeSeat = (id: string, wanted: TakeSeat) => request<SeatGiven>(`/tables/${id}/seats`, wanted)
