/** Actions in words: `reroll L1 H2` is told by the dice that are kept, "Keep 5B 5R WO", or as "Roll 2 dice". */

import { t } from '../../lib/i18n.svelte'
import { colourLetter } from '../../lib/names'
import type { Phase10Picture } from './picture'

export function inWords(action: string, picture?: unknown): string {
  const [verb, ...rolled] = action.split(' ')
  if (verb !== 'reroll') return t('phase10.board_stop_roll')
  if (rolled[0] === 'all') return t('phase10.board_keep_none')
  if (!picture) return t('phase10.board_rolldice', { count: rolled.length })
  const kept = (picture as Phase10Picture).dice
    .filter((die) => !rolled.includes(die.name))
    .sort((a, b) => a.number.localeCompare(b.number, undefined, { numeric: true }))
  return t('phase10.board_keep', { dice: kept.map((die) => `${die.number}${colourLetter(die.colour)}`).join(' ') })
}
