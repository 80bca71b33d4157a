/** A table that this browser has a seat at, as the lobby tells of it: whose turn it is, against whom, since when. */

import type { TableInfo } from './protocol'

export interface OwnTable {
  id: string
  game: string
  status: TableInfo['status']
  /** Who else sits there. */
  others: string[]
  myTurn: boolean
  /** Others who are to act. */
  acting: string[]
  since: number
}

export function ownTable(info: TableInfo, seat: number | null): OwnTable {
  const named = info.seats.filter((other) => other.seat !== seat && other.name)
  return {
    id: info.id,
    game: info.game,
    status: info.status,
    others: named.map((other) => other.name),
    myTurn: seat !== null && info.to_act.includes(seat),
    acting: named.filter((other) => info.to_act.includes(other.seat)).map((other) => other.name),
    since: info.since,
  }
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** "3 hours ago", in the reader's language; what is younger than a minute is now. */
export function ago(then: number, now: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  for (const [unit, size] of UNITS) {
    const count = Math.floor((now - then) / size)
    if (count > 0) return format.format(-count, unit)
  }
  return format.format(0, 'second')
}
