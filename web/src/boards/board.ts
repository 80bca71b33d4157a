/** What every board gets, and what they share. */

import type { GameInfo } from '../lib/protocol'
import type { BoardView } from '../lib/view.svelte'

/** `P` is the game's picture, of `picture.ts` in the folder. */
export interface BoardProps<P = unknown> {
  table: BoardView<P>
  /** What is on the table now. */
  picture: P
  game: GameInfo
  /** Opens the rules at a sentence or ruling. */
  showRule: (rule: string) => void
}
