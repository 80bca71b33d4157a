/** Dice in words: `2g Wo` is "2 green, wild orange". */

import type { Colour } from '../../lib/drawing'
import { readAs, t } from '../../lib/i18n.svelte'
import { colourName } from '../../lib/names'

const COLOURS: Record<string, Colour> = { r: 'red', o: 'orange', b: 'blue', g: 'green' }

readAs('phase10.dice', ({ codes }) => String(codes).split(' ').map(inWords).join(', '))

function inWords(code: string): string {
  const number = code.slice(0, -1)
  const colour = colourName(COLOURS[code.slice(-1)] ?? 'blue')
  return t('phase10.board_aloud', { number: number === 'W' ? t('phase10.board_wild') : number, colour })
}
