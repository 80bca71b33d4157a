/** Actions in words: `write 2 G3` is "Write 2 in box 3 of the green grid". */

import type { Colour } from '../../lib/drawing'
import { t } from '../../lib/i18n.svelte'
import { colourName } from '../../lib/names'

const GRIDS: Record<string, Colour> = { R: 'red', G: 'green', P: 'purple' }

/** The boxes of a place such as `G3` or `P123`, and their grid. */
function placed(place: string): { boxes: string; grid: string } {
  const [letter = '', ...boxes] = place
  const grid = GRIDS[letter]
  return { boxes: boxes.join(' '), grid: grid ? colourName(grid) : letter }
}

export function inWords(action: string): string {
  const [verb, first = '', second = ''] = action.split(' ')
  switch (verb) {
    case 'pick':
      return t('lowdown.board_take', { number: first, colour: colourName(second as Colour) })
    case 'secret':
      return t('lowdown.board_takesecret')
    case 'write':
      return t('lowdown.board_write', { number: first, ...placed(second) })
    case 'wild':
      return t('lowdown.board_writewild', { number: first, ...placed(second) })
    case 'black':
      return t('lowdown.board_blackout', placed(first))
    case 'cross':
      return t('lowdown.board_cross', placed(first))
    default:
      return t('lowdown.board_done')
  }
}
