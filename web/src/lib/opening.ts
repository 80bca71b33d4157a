/** Opening tables and sitting down. */

import { beginDaily, createTable, forkTable, takeSeat } from './api'
import type { GameInfo, SeatGiven, Settings } from './protocol'
import { go } from './router.svelte'
import { rightOf, text } from './shapes'
import { keyAtLast, myKey } from './me'
import { holdSeat, recall, remember, shareSeat, storedName } from './storage'

/** What a host chooses in the page. */
export type HostSettings = Pick<Settings, 'pace' | 'clock' | 'away' | 'listed' | 'coach'>

export interface Plan {
  seats: number
  bot: string
  variants: Record<string, string>
  settings: Partial<Settings>
}

/** The games that this browser has played. */
const played = (): string[] => recall('played', rightOf(text), [])

/** A first match is played as it is best learned, against bots that a beginner can beat. */
export function usualPlan(game: GameInfo): Plan {
  const isFirst = !played().includes(game.slug)
  const [variants, bot] = isFirst ? [{ ...game.first_match }, easyBot(game)] : [{}, usualBot(game)]
  return { seats: game.usual_seats, bot, variants, settings: {} }
}

/** In a race the stronger are also the quicker: who is new to it has no chance against those in the middle. */
export function usualBot(game: GameInfo): string {
  return game.race ? easyBot(game) : (game.bots[Math.ceil((game.bots.length - 1) / 2)] ?? 'random')
}

function easyBot(game: GameInfo): string {
  return game.bots[1] ?? game.bots[0] ?? 'random'
}

/** Names for players who have not entered one; the same in every language. */
const NICKNAMES = ['Robin', 'Kim', 'Sam', 'Nico', 'Charlie', 'Toni', 'Alex', 'Jo', 'Mika', 'Luca', 'Noa', 'Sascha']

/** The name of a player who has not entered one, kept on this device. */
export function nickname(): string {
  const kept = recall('nickname', text, '')
  if (kept) return kept
  const name = NICKNAMES[Math.floor(Math.random() * NICKNAMES.length)] ?? 'Robin'
  remember('nickname', name)
  return name
}

export function myName(): string {
  return storedName() || nickname()
}

function keep(given: SeatGiven, game: string): void {
  if (given.token !== null && given.seat !== null) {
    holdSeat(given.table, { token: given.token, seat: given.seat, game, at: Date.now() })
  }
}

export async function playNow(game: GameInfo, plan: Plan): Promise<void> {
  const bots = Array.from({ length: plan.seats - 1 }, () => plan.bot)
  const settings = { listed: false, ...plan.settings }
  const given = await createTable({
    game: game.slug,
    seats: plan.seats,
    name: myName(),
    variants: plan.variants,
    bots,
    settings,
    key: myKey(),
  })
  keep(given, game.slug)
  remember('played', [...new Set([...played(), game.slug])])
  go(`/t/${given.table}`)
}

/** Bots on every seat, to look on. */
export async function watchBots(game: GameInfo, plan: Plan): Promise<void> {
  const bots = Array.from({ length: plan.seats }, () => plan.bot)
  const settings = { listed: false, ...plan.settings }
  const given = await createTable({
    game: game.slug,
    seats: plan.seats,
    variants: plan.variants,
    bots,
    settings,
    play: false,
  })
  go(`/t/${given.table}`)
}

export async function openForFriends(game: GameInfo, plan: Plan): Promise<void> {
  const seats = Math.max(plan.seats, 2)
  const given = await createTable({
    game: game.slug,
    seats,
    name: myName(),
    variants: plan.variants,
    bots: [],
    settings: plan.settings,
    key: myKey(),
  })
  keep(given, game.slug)
  go(`/t/${given.table}`)
}

/** A table for people with dice and cards of their own; others come by link or share this device. */
export async function openWithOwnDice(game: GameInfo): Promise<void> {
  const given = await createTable({
    game: game.slug,
    seats: game.usual_seats,
    name: myName(),
    variants: {},
    bots: [],
    settings: { listed: false },
    real: true,
    key: myKey(),
  })
  keep(given, game.slug)
  go(`/t/${given.table}`)
}

/** One more player of a table at this device. */
export async function sitHere(table: string, game: string, name: string): Promise<void> {
  const given = await takeSeat(table, { name, seat: null })
  if (given.token !== null && given.seat !== null)
    shareSeat(table, { token: given.token, seat: given.seat, game, at: Date.now() })
}

/** Plays on from a moment of a finished match, at a table of its own. */
export async function playOn(table: string, game: string, at: number, seat: number): Promise<void> {
  const given = await forkTable(table, { at, seat, name: myName() })
  keep(given, game)
  go(`/t/${given.table}`)
}

export async function sitDown(table: string, game: string, seat?: number): Promise<void> {
  keep(await takeSeat(table, { name: myName(), seat: seat ?? null, key: myKey() }), game)
}

/** Begins today's daily, or goes on with it: the key is the player's from then on. */
export async function playDaily(game: string): Promise<void> {
  const given = await beginDaily(game, { key: keyAtLast(), name: myName() })
  keep(given, game)
  go(`/t/${given.table}`)
}

/** A seat's token comes behind # in a link to another device; it is taken off the address, and tried before it is kept. */
export function tokenFromLink(): string | null {
  const token = location.hash.slice(1)
  if (token) history.replaceState(null, '', location.pathname)
  return token || null
}
