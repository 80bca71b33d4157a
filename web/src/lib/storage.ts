/** What this browser remembers: a name, settings, a token for each seat it holds. */

import { DATABASE, isSite } from './authority'
import { flag, number, recordOf, rightOf, shaped, text, type Reader } from './shapes'

const PREFIX = 'quincunx.'
const SEATS_KEPT = 50
/** Milliseconds until a seat at an unknown table is given up: the hall may have opened with another database. */
const MISSING_FOR = 7 * 86_400_000

/** What is remembered; the fallback if there is nothing, or nothing of the right shape. */
export function recall<T>(key: string, reader: Reader<T>, fallback: T): T {
  try {
    const stored = localStorage.getItem(PREFIX + key)
    return stored === null ? fallback : (reader(JSON.parse(stored)) ?? fallback)
  } catch {
    return fallback
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value))
  } catch {
    // Private windows may refuse storage; the page works without it.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key)
  } catch {
    // As above.
  }
}

/** Everything. */
export function clearAll(): void {
  try {
    if (isSite) indexedDB.deleteDatabase(DATABASE)
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  } catch {
    // As above.
  }
}

export interface HeldSeat {
  token: string
  seat: number
  game: string
  at: number
}

export const readSeats = recordOf<HeldSeat>(shaped({ token: text, seat: number, game: text, at: number }))

export function heldSeats(): Record<string, HeldSeat> {
  return recall('seats', readSeats, {})
}

/** What this person is called; empty until somebody has said. */
export function storedName(): string {
  return recall('name', text, '')
}

/** Tables whose matches are known to be over. */
export function endedTables(): Set<string> {
  return new Set(recall('matches', rightOf(shaped<{ id: string }>({ id: text })), []).map((match) => match.id))
}

/** Keeps a seat; where there are too many, those are given up first whose matches are over, and then the oldest. */
export function holdSeat(table: string, held: HeldSeat): void {
  const ended = endedTables()
  const seats = Object.entries({ ...heldSeats(), [table]: held }).sort(
    ([one, a], [other, b]) => Number(ended.has(one)) - Number(ended.has(other)) || b.at - a.at,
  )
  remember('seats', Object.fromEntries(seats.slice(0, SEATS_KEPT)))
}

const readShared = recordOf<HeldSeat[]>(rightOf(shaped({ token: text, seat: number, game: text, at: number })))

/** The seats of a table whose players share this device. */
export function sharedSeats(table: string): HeldSeat[] {
  return recall('shared', readShared, {})[table] ?? []
}

/** One more player of a table at this device. */
export function shareSeat(table: string, held: HeldSeat): void {
  const all = recall('shared', readShared, {})
  const own = heldSeats()[table]
  const others = [...(own ? [own] : []), ...(all[table] ?? [])].filter((one) => one.seat !== held.seat)
  const seats = [...new Map([...others, held].map((one) => [one.seat, one])).values()]
  remember(
    'shared',
    Object.fromEntries([[table, seats], ...Object.entries(all).filter(([id]) => id !== table)].slice(0, SEATS_KEPT)),
  )
}

/** What this browser has in a tournament; empty where it has nothing. */
export interface HeldTournament {
  /** The player's token. */
  player: string
  /** The host's token. */
  host: string
  game: string
  title: string
  over: boolean
  at: number
}

const readTournaments = recordOf<HeldTournament>(
  shaped({ player: text, host: text, game: text, title: text, over: flag, at: number }),
)

export function heldTournaments(): Record<string, HeldTournament> {
  return recall('tournaments', readTournaments, {})
}

/** Keeps what is new of a tournament; where there are too many, the oldest are given up. */
export function holdTournament(id: string, news: Partial<HeldTournament>): void {
  const { [id]: old, ...others } = heldTournaments()
  if (!old && !news.player && !news.host) return
  const empty: HeldTournament = { player: '', host: '', game: '', title: '', over: false, at: Date.now() }
  const kept = Object.entries(others).sort(([, a], [, b]) => b.at - a.at)
  remember('tournaments', Object.fromEntries([[id, { ...empty, ...old, ...news }], ...kept].slice(0, SEATS_KEPT)))
}

export function dropSeat(table: string): void {
  const seats = heldSeats()
  delete seats[table]
  remember('seats', seats)
}

/** Since when the hall has not known the table of a seat, by table. */
export function missingTables(): Record<string, number> {
  return recall('missing', recordOf(number), {})
}

/** Notes whether the hall knows the table of a seat; the seat is given up when it has not for a week. */
export function noteKnown(table: string, known: boolean, now = Date.now()): void {
  const { [table]: since = now, ...missing } = missingTables()
  if (!known && now - since > MISSING_FOR) dropSeat(table)
  else if (!known) missing[table] = since
  remember('missing', missing)
}

export function randomText(bytes: number): string {
  const raw = crypto.getRandomValues(new Uint8Array(bytes))
  return Array.from(raw, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
