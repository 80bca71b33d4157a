/** Actions in words: `steal red 3 from 1` is "Steal red 3 from player 2", as seats are counted from 0. */

import type { Colour } from '../../lib/drawing'
import { t } from '../../lib/i18n.svelte'
import { colourName } from '../../lib/names'

/** A numbered card, or one that is called by its name: `red 3`, `extra roll`, `steal`. */
function cardName(card: string): string {
  if (card === 'extra roll') return t('mixeddoubles.board_extra')
  if (card === 'steal') return t('mixeddoubles.board_steal')
  const [colour, value] = card.split(' ')
  return `${colourName(colour as Colour)} ${value}`
}

export function inWords(action: string): string {
  const [verb = '', what = ''] = action.split(/ (.*)/s)
  const [, card = '', seat] = /^(?:(.*) (?:from|to) |bank )?(\d+)$/.exec(what) ?? []
  const player = Number(seat) + 1
  switch (verb) {
    case 'wager':
      return t('mixeddoubles.board_wager', { card: cardName(what) })
    case 'roll':
      return t('mixeddoubles.board_roll')
    case 'draw':
      return t('mixeddoubles.board_draw')
    case 'extra':
      return t('mixeddoubles.board_playextra')
    case 'keep':
      return t('mixeddoubles.board_keep')
    case 'swap':
      return t('mixeddoubles.board_swapplayer', { player })
    case 'part':
      return t('mixeddoubles.board_partplayer', { player })
    case 'steal':
      if (!card) return t('mixeddoubles.board_stealfrombank', { player })
      if (card === 'minus five') return t('mixeddoubles.board_moveplayer', { player })
      return t('mixeddoubles.board_stealfrom', { card: cardName(card), player })
    default:
      return t('mixeddoubles.board_end')
  }
}
