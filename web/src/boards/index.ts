/** The boards that there are: a folder a game, called by its slug.
 *
 * `Board.svelte` draws the table, `Art.svelte` the game in the lobby, `Minute.svelte` the pictures of its rules in a
 * minute, `Piece.svelte` its dice and cards in a sentence, `aloud.ts` those whose notation would be spelled, in words,
 * `actions.ts` its actions in words, where their notation is not plain; all are found here, and named nowhere else.
 * A game without a folder is played from the list of its actions.
 */

import type { Component } from 'svelte'
import type { Value } from '../lib/say'
import type { BoardProps } from './board'

/** Each board knows its own game's picture: that the hall sends it for this slug is said here, and nowhere else. */
const boards = import.meta.glob<{ default: Component<BoardProps> }>('./*/Board.svelte')
const arts = import.meta.glob<Component>('./*/Art.svelte', { eager: true, import: 'default' })

import.meta.glob('./*/aloud.ts', { eager: true })

/** An action in words, in more with the picture of the position in which it can be done. */
export type ActionWords = (action: string, picture?: unknown) => string

const actions = import.meta.glob<ActionWords>('./*/actions.ts', { eager: true, import: 'inWords' })

/** How a game's actions are worded in their list: as they are typed, unless the game says otherwise. */
export const actionWords = (slug: string): ActionWords => actions[`./${slug}/actions.ts`] ?? ((action) => action)

/** Whether the page has a board for a game. */
export const hasBoard = (slug: string): boolean => `./${slug}/Board.svelte` in boards

/** The board of a game, loaded when its first table is opened. */
export async function loadBoard(slug: string): Promise<Component<BoardProps> | null> {
  const load = boards[`./${slug}/Board.svelte`]
  return load ? (await load()).default : null
}

/** What a game draws in a sentence: the ids of messages that are pieces, and the drawing of one. */
export interface Pieces {
  default: Component<{ id: string; values: Record<string, Value> }>
  PIECES: readonly string[]
}

const pieces = import.meta.glob<Pieces>('./*/Piece.svelte')

/** The pieces that a game draws in its log. */
export async function loadPieces(slug: string): Promise<Pieces | null> {
  const load = pieces[`./${slug}/Piece.svelte`]
  return load ? load() : null
}

/** Pictures by their names: aim, turn, score, end, and the signs of the board. */
export interface Minute {
  default: Component<{ part: string }>
  LEGEND: readonly string[]
}

const minutes = import.meta.glob<Minute>('./*/Minute.svelte')

/** Whether a game has its rules in a minute. */
export const hasMinute = (slug: string): boolean => `./${slug}/Minute.svelte` in minutes

/** The pictures of a game's rules in a minute, loaded when somebody reads them. */
export async function loadMinute(slug: string): Promise<Minute | null> {
  const load = minutes[`./${slug}/Minute.svelte`]
  return load ? load() : null
}

/** What stands for a game in the lobby. */
export const artOf = (slug: string): Component | null => arts[`./${slug}/Art.svelte`] ?? null
