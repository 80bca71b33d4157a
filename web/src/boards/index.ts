/** The boards that there are: a folder a game, called by its slug.
 *
 * `Board.svelte` draws the table, `Art.svelte` the game in the lobby; both are found here, and named nowhere else.
 * A game without a folder is played from the list of its actions.
 */

import type { Component } from 'svelte'
import type { BoardProps } from './board'

const boards = import.meta.glob<{ default: Component<BoardProps> }>('./*/Board.svelte')
const arts = import.meta.glob<Component>('./*/Art.svelte', { eager: true, import: 'default' })

/** Whether the page has a board for a game. */
export const hasBoard = (slug: string): boolean => `./${slug}/Board.svelte` in boards

/** The board of a game, loaded when its first table is opened. */
export async function loadBoard(slug: string): Promise<Component<BoardProps> | null> {
  const load = boards[`./${slug}/Board.svelte`]
  return load ? (await load()).default : null
}

/** What stands for a game in the lobby. */
export const artOf = (slug: string): Component | null => arts[`./${slug}/Art.svelte`] ?? null
