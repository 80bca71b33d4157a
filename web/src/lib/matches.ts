/** The matches of this device: results, statistics, and how they get to another one. No account: this browser keeps them. */

import { courseOf, tableInfo } from './api'
import type { Key } from './i18n.svelte'
import { beMe, myKey } from './me'
import type { Course, GameInfo, TableInfo } from './protocol'
import { flag, listOf, number, orNull, rightOf, shaped, someOf, text, type Reader } from './shapes'
import { clearAll, heldSeats, holdSeat, readSeats, recall, remember, storedName, type HeldSeat } from './storage'

/** A finished match that this device has played in. */
export interface Played {
  id: string
  game: string
  /** Mine. */
  seat: number
  ended: number
  names: string[]
  /** By seat: the bot that played it; none for a person. */
  levels: (string | null)[]
  points: number[]
  places: number[]
  /** Whether people rolled real dice. */
  real: boolean
}

export interface Statistics {
  played: number
  /** Of those against others. */
  won: number
  rivalled: number
  best: number
  average: number
  /** Wins in a row up to now, and the most there were. */
  streak: number
  longest: number
}

const KEPT = 500

const readMatches = rightOf<Played>(
  shaped({
    id: text,
    game: text,
    seat: number,
    ended: number,
    names: listOf(text),
    levels: listOf(orNull(text)),
    points: listOf(number),
    places: listOf(number),
    real: flag,
  }),
)

/** Newest first. */
export function myMatches(): Played[] {
  return recall('matches', readMatches, [])
}

function keep(matches: Played[]): void {
  remember('matches', merged(matches, []).slice(0, KEPT))
}

/** Both, each match once, newest first. */
export function merged(first: Played[], second: Played[]): Played[] {
  const all = new Map([...second, ...first].map((match) => [match.id, match]))
  return [...all.values()].sort((a, b) => b.ended - a.ended)
}

/** The seat that this device had or has at a table. */
export function mySeatAt(table: string): number | null {
  const seat = myMatches().find((match) => match.id === table)?.seat ?? heldSeats()[table]?.seat
  return seat === undefined || seat < 0 ? null : seat
}

/** What is kept of a match that is over. */
export function playedIn(info: TableInfo, course: Course, seat: number): Played {
  const by = <T>(pick: (row: Course['standings'][number]) => T): T[] =>
    [...course.standings].sort((a, b) => a.seat - b.seat).map(pick)
  return {
    id: info.id,
    game: info.game,
    seat,
    ended: course.ended,
    names: info.seats.map((one) => one.name),
    levels: info.seats.map((one) => (one.kind === 'bot' ? one.level : null)),
    points: by((row) => row.points),
    places: by((row) => row.place),
    real: info.real,
  }
}

/** Keeps a match that is over, once. */
export function noteMatch(played: Played): void {
  if (!myMatches().some((match) => match.id === played.id)) keep([played, ...myMatches()])
}

/** Asks the hall how the matches went that ended while this device was away; `stubs` are others to be asked about. */
export async function catchUp(stubs: [string, number][] = []): Promise<void> {
  const known = new Set(myMatches().map((match) => match.id))
  const held = Object.entries(heldSeats()).map(([id, one]): [string, number] => [id, one.seat])
  for (const [id, seat] of [...stubs, ...held]) {
    if (known.has(id) || seat < 0) continue
    try {
      const info = await tableInfo(id)
      if (info.status === 'over') noteMatch(playedIn(info, await courseOf(id), seat))
    } catch {
      // The table has been cleared away: nothing is known of it.
    }
  }
}

// Statistics

const isWin = (match: Played): boolean => match.names.length > 1 && match.places[match.seat] === 1

export function statistics(matches: Played[], lowWins: boolean): Statistics {
  const points = matches.map((match) => match.points[match.seat] ?? 0)
  const rivalled = matches.filter((match) => match.names.length > 1)
  let longest = 0
  let run = 0
  for (const match of [...rivalled].sort((a, b) => a.ended - b.ended)) {
    run = isWin(match) ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return {
    played: matches.length,
    won: rivalled.filter(isWin).length,
    rivalled: rivalled.length,
    best: points.length ? (lowWins ? Math.min : Math.max)(...points) : 0,
    average: points.length ? points.reduce((sum, one) => sum + one, 0) / points.length : 0,
    streak: run,
    longest,
  }
}

/** The matches against each opponent: people by name, bots by level; the most frequent first. */
export function byOpponent(matches: Played[]): { kind: 'person' | 'level'; name: string; matches: Played[] }[] {
  const found = new Map<string, { kind: 'person' | 'level'; name: string; matches: Played[] }>()
  for (const match of matches) {
    const seen = new Set<string>()
    match.names.forEach((person, seat) => {
      if (seat === match.seat) return
      const level = match.levels[seat]
      const [kind, name] = level ? (['level', level] as const) : (['person', person] as const)
      const key = `${kind} ${name}`
      if (seen.has(key)) return
      seen.add(key)
      const row = found.get(key) ?? { kind, name, matches: [] }
      row.matches.push(match)
      found.set(key, row)
    })
  }
  return [...found.values()].sort((a, b) => b.matches.length - a.matches.length || a.name.localeCompare(b.name))
}

// To another device

/** What a link carries. */
export interface Luggage {
  name: string
  /** The player's key; empty for a guest. */
  key: string
  seats: Record<string, HeldSeat>
  matches: Played[]
  /** Matches by table and seat alone: the hall tells the rest. */
  stubs: [string, number][]
}

const readStub: Reader<[string, number]> = (value) =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number'
    ? [value[0], value[1]]
    : undefined
const readLuggage = someOf<Luggage>({
  name: text,
  key: text,
  seats: readSeats,
  matches: readMatches,
  stubs: rightOf(readStub),
})

export function luggage(): Luggage {
  return { name: storedName(), key: myKey() ?? '', seats: heldSeats(), matches: myMatches(), stubs: [] }
}

/** As much of it as fits into a QR code: seats first, then the newest matches, which the hall still knows. */
export async function smallLuggage(most: number): Promise<string> {
  const whole = luggage()
  const stubs = whole.matches.map((match): [string, number] => [match.id, match.seat])
  const over = new Set(stubs.map(([id]) => id))
  const seats = Object.fromEntries(
    Object.entries(whole.seats)
      .filter(([id]) => !over.has(id))
      .slice(0, 5),
  )
  for (let count = Math.min(stubs.length, 100); ; count -= 5) {
    const text = await packed({ ...whole, seats, matches: [], stubs: stubs.slice(0, Math.max(0, count)) })
    if (text.length <= most || count <= 0) return text
  }
}

async function through(
  data: Uint8Array<ArrayBuffer>,
  way: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([data])
    .stream()
    .pipeThrough(way as unknown as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>)
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** As text for a link. */
export async function packed(luggage: Luggage): Promise<string> {
  const data = await through(new TextEncoder().encode(JSON.stringify(luggage)), new CompressionStream('deflate-raw'))
  const letters = Array.from(data, (byte) => String.fromCharCode(byte)).join('')
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** What a link carries; none if it is no luggage. */
export async function unpacked(text: string): Promise<Luggage | null> {
  try {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const data = await through(
      Uint8Array.from(letters, (letter) => letter.charCodeAt(0)),
      new DecompressionStream('deflate-raw'),
    )
    const found = readLuggage(JSON.parse(new TextDecoder().decode(data)))
    return found ? { name: '', key: '', seats: {}, matches: [], stubs: [], ...found } : null
  } catch {
    return null
  }
}

/** Whether another device is another player than this browser. */
export function isOther(found: Luggage): boolean {
  return found.key !== '' && myKey() !== null && myKey() !== found.key
}

/** Adds what another device had. Nothing that is here is replaced, except, if that is wanted, who I am. */
export async function takeIn(found: Luggage, asPlayer: boolean): Promise<void> {
  if (asPlayer || myKey() === null) beMe(found.key)
  keep(merged(myMatches(), found.matches))
  const held = heldSeats()
  for (const [id, seat] of Object.entries(found.seats)) if (!(id in held)) holdSeat(id, seat)
  if (!storedName() && found.name) remember('name', found.name)
  await catchUp(found.stubs)
}

/** Everything that this device knows of me is gone. */
export function forgetMe(): void {
  clearAll()
}

/** How the winner stands to the next. Points do not decide everywhere: who lands on the right score wins with fewer. */
export function marginKey(first: number, second: number, game: Pick<GameInfo, 'low_wins' | 'unit'>): Key {
  if (first === second) return 'page.over_level'
  if (!game.low_wins) return first > second ? 'page.over_margin' : 'page.over_despite'
  return game.unit === 'cards' ? 'page.over_fewer' : 'page.over_lower'
}
