/** A finished match that can be looked at: of a table, or one that was brought to be studied. */

import type { TableInfo } from './protocol'

export interface Past {
  kind: 'table' | 'study'
  id: string
}

/** What one can do with it. */
export type Look = 'replay' | 'study' | 'train'

/** Where the page shows it. */
export const pathOf = (past: Past, look: Look, at?: number): string =>
  `/${past.kind === 'table' ? 't' : 'm'}/${past.id}/${look}${at === undefined ? '' : `/${at}`}`

/** Where the hall tells of it. */
export const sourceOf = (past: Past): string => `/${past.kind === 'table' ? 'tables' : 'studies'}/${past.id}`

/** A table of players who are all there, for a match that has none. */
export function tableOf(
  match: Pick<TableInfo, 'game' | 'variants'> & { names: string[] },
  more: Partial<TableInfo> = {},
): TableInfo {
  const seats = match.names.map((name, seat) => ({
    seat,
    kind: 'human',
    name,
    level: null,
    connected: true,
    away: false,
    ready: true,
  }))
  const info: Partial<TableInfo> = {
    id: '',
    game: match.game,
    variants: match.variants,
    status: 'playing',
    seats: seats as TableInfo['seats'],
    host: null,
    offers: [],
    race: false,
    ...more,
  }
  return info as TableInfo
}
