/** Actions in words: `add 3+1 to 2 vs hard` is "Add 3+1 to 2 against a hard six". */

import { t } from '../../lib/i18n.svelte'

export function inWords(action: string): string {
  const [verb, dice = '', , single = '', , against] = action.split(' ')
  switch (verb) {
    case 'pass':
      return t('sixes.board_pass')
    case 'roll':
      return t('sixes.board_finalroll')
    case 'stop':
      return t('sixes.board_stop')
    case 'take':
      return t('sixes.board_take', { dice })
    case 'play':
      return t('sixes.board_play', { dice })
    case 'answer':
      return t('sixes.board_answer', { dice })
    default:
      return t(against === 'hard' ? 'sixes.board_addhard' : 'sixes.board_addsoft', { dice, single })
  }
}
