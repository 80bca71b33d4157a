/** What every board gets, and what they share. */

import type { GameInfo } from '../lib/protocol'
import type { TableClient } from '../lib/table.svelte'

export interface BoardProps {
  table: TableClient
  game: GameInfo
  /** Opens the rules at a sentence or ruling. */
  showRule: (rule: string) => void
}
