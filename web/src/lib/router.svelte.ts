/** Where we are: the lobby at `/`, a table at `/t/<id>`, a lesson at `/learn/<game>`, its replay behind it, its study and its mistakes to try again likewise; a match from elsewhere at `/m/<id>`; the daily of a game at `/daily/<game>` and, of another day, behind that; tournaments at `/tournaments`, one at `/tournaments/<id>`; my matches at `/mine`, the book at `/book`. */

import { hush } from './announce.svelte'
import type { Look, Past } from './past'

export type Place =
  | { at: 'lobby' | 'mine' | 'book' | 'bring' | 'tournaments' }
  | { at: 'tournament'; tournament: string }
  | { at: 'table'; table: string }
  | { at: 'learn'; game: string }
  | { at: 'daily'; game: string; day: string | null }
  | { at: 'judge'; game: string; text: string }
  | { at: Look; past: Past; moment: number | null }

function read(): Place {
  const lesson = /^\/learn\/([\w-]+)\/?$/.exec(location.pathname)
  if (lesson?.[1]) return { at: 'learn', game: lesson[1] }
  const daily = /^\/daily\/([\w-]+)(?:\/(\d{4}-\d\d-\d\d))?\/?$/.exec(location.pathname)
  if (daily?.[1]) return { at: 'daily', game: daily[1], day: daily[2] ?? null }
  const question = /^\/judge\/([\w-]+)\/?$/.exec(location.pathname)
  if (question?.[1])
    return { at: 'judge', game: question[1], text: new URLSearchParams(location.search).get('text') ?? '' }
  if (/^\/(mine|book)\/?$/.test(location.pathname))
    return { at: location.pathname.startsWith('/mine') ? 'mine' : 'book' }
  const tournament = /^\/tournaments(?:\/([\w-]+))?\/?$/.exec(location.pathname)
  if (tournament) return tournament[1] ? { at: 'tournament', tournament: tournament[1] } : { at: 'tournaments' }
  if (/^\/study\/?$/.test(location.pathname)) return { at: 'bring' }
  const past = /^\/(t|m)\/([\w-]+)\/(replay|study|train)(?:\/(\d+))?\/?$/.exec(location.pathname)
  if (past?.[2])
    return {
      at: past[3] as Look,
      past: { kind: past[1] === 't' ? 'table' : 'study', id: past[2] },
      moment: past[4] === undefined ? null : Number(past[4]),
    }
  const found = /^\/t\/([\w-]+)\/?$/.exec(location.pathname)
  return found?.[1] ? { at: 'table', table: found[1] } : { at: 'lobby' }
}

export const route: { place: Place } = $state({ place: read() })

addEventListener('popstate', arrive)

function arrive(): void {
  hush()
  route.place = read()
}

export function go(path: string): void {
  history.pushState(null, '', path)
  arrive()
  scrollTo(0, 0)
}

/** For plain left clicks on links of the page. */
export function follow(event: MouseEvent): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = event.currentTarget as HTMLAnchorElement
  event.preventDefault()
  go(link.getAttribute('href') ?? '/')
}
