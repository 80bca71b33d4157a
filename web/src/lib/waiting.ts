/** What a table waits for before its match, and where its invitation leads. */

import type { Key } from './i18n.svelte'
import type { Value } from './say'
import type { TableInfo } from './protocol'

export interface Wait {
  key: Key
  values: Record<string, Value>
}

/** What one waits for, as a text of the page. */
export function waitsFor(info: TableInfo): Wait {
  const { seats, dice } = info
  const empty = seats.filter((seat) => seat.kind === 'empty').length
  if (empty) return { key: 'page.wait_players', values: { count: empty } }
  if (dice.stage === 'reveal') return { key: 'page.wait_dice', values: {} }
  const unready = seats.filter((seat) => seat.kind === 'human' && !seat.ready)
  const gone = unready.filter((seat) => !seat.connected)
  if (gone.length) return { key: 'page.wait_gone', values: { names: gone.map((seat) => seat.name) } }
  if (unready.length) return { key: 'page.wait_ready', values: { names: unready.map((seat) => seat.name) } }
  return { key: 'page.wait_dice', values: {} }
}

/** Whether the match can start with who is there: the empty seats go. */
export function canStart(info: TableInfo, least: number): boolean {
  return info.seats.filter((seat) => seat.kind !== 'empty').length >= least
}

/** Whether an address by that name is this computer's alone. */
export function isOwnName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d+){3}$/.test(name)
}

export interface Link {
  link: string
  /** Whether only this computer can open it. */
  isLocal: boolean
}

/** A link for others: by the hall's address in its network, where the page was opened by this computer's own name. */
export function linkTo(path: string, at: { origin: string; hostname: string }, network: string | null): Link {
  const own = isOwnName(at.hostname)
  return { link: `${own && network ? network : at.origin}${path}`, isLocal: own && !network }
}
