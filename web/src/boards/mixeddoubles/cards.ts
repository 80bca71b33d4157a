/** Cards in words, and what frames them. */

import type { Colour } from '../../lib/drawing'
import { t } from '../../lib/i18n.svelte'
import { colourName } from '../../lib/names'
import type { MixCard, MixPicture, MixSpecial } from './picture'

const SPECIALS = {
  all: 'mixeddoubles.board_allin',
  extra: 'mixeddoubles.board_extra',
  steal: 'mixeddoubles.board_steal',
  minus: 'mixeddoubles.board_minusfive',
} as const

export const specialWords = (kind: MixSpecial['kind']): string => t(SPECIALS[kind])
export const cardWords = (card: MixCard): string => `${colourName(card.colour)} ${card.value}`

/** The colours that a card's colour is mixed from. */
export const borderOf = (picture: MixPicture, colour: Colour): Colour[] =>
  picture.colours.find((one) => one.name === colour)?.border ?? []
