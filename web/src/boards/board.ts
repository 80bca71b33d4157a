/** What every board gets, and what they share. */

import type { GameInfo } from '../lib/protocol'
import type { TableView } from '../lib/view.svelte'

export interface BoardProps {
  table: TableView
  game: GameInfo
  /** Opens the rules at a sentence or ruling. */
  showRule: (rule: string) => void
}
