/** Actions in words: `r2 on b` is "Red 2 on the blue die". */

import type { Colour } from '../../lib/drawing'
import { t } from '../../lib/i18n.svelte'
import { colourName } from '../../lib/names'

const COLOURS: Record<string, Colour> = { r: 'red', o: 'orange', y: 'yellow', g: 'green', b: 'blue' }

export function inWords(action: string): string {
  const [, colour, number, die] = /^([roygb])([1-6]) on ([roygb])$/.exec(action) ?? []
  const [ring, below] = [COLOURS[colour ?? ''], COLOURS[die ?? '']]
  if (!ring || !below) return t('popalotsy.board_done')
  return t('popalotsy.board_action', { card: `${colourName(ring)} ${number}`, colour: colourName(below) })
}
