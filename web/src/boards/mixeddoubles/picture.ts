/** src/quincunx/games/mixeddoubles/picture.py for the page, made by tools/page_types.py: change it there. */

import type { Colour } from '../../lib/drawing'

export type Face = 'blue' | 'yellow' | 'red' | 'wild' | 'push'

export type Stage = 'lots' | 'deal' | 'draw' | 'roll' | 'rob' | 'start' | 'wager' | 'pause' | 'end' | 'swap' | 'part' | 'finale' | 'over'

export type SpecialKind = 'all' | 'extra' | 'steal' | 'minus'

/** A card with a colour and a value. */
export interface MixCard {
  name: string
  colour: Colour
  letter: string
  value: number
  action: string | null
}

/** A card without a value: ALL IN, EXTRA ROLL, STEAL or MINUS FIVE. */
export interface MixSpecial {
  kind: SpecialKind
  name: string
  action: string | null
}

/** The cards that a player has banked. */
export interface MixBank {
  points: number
  cards: number
  /** Its numbered cards, a lane for each colour in their order. */
  lanes: MixCard[][]
  /** The values of its FREE cards. */
  free: number[]
  action: string | null
}

/** A player. */
export interface MixPlayer {
  seat: number
  /** Six lanes, in the order of the colours. */
  palette: MixCard[][]
  specials: MixSpecial[]
  bank: MixBank
  total: number
  /** A SWAP with that player, or parting with MINUS FIVE to them. */
  action: string | null
  /** A STEAL that moves another player's MINUS FIVE to them. */
  steal: string | null
}

/** An eight-sided die. */
export interface MixDie {
  face: Face
  letter: string
  rolling: boolean
}

/** A colour on the chart. */
export interface MixColour {
  name: Colour
  letter: string
  /** The colours it is mixed from. */
  border: Colour[]
  /** The number of rolls, of 64, that win it. */
  sides: number
  /** The points that the player on turn would win with it now. */
  prize: number
}

/** The number of these cards that were played. */
export interface MixDiscard {
  all_in: number
  extra_roll: number
  steal: number
}

/** The wager of this turn. */
export interface MixWager {
  colour: Colour
  cards: number
}

/** The legal actions besides clicks on cards, else null. */
export interface MixActions {
  roll: string | null
  draw: string | null
  end: string | null
  extra_roll: string | null
  keep: string | null
}

/** Everything the page draws. */
export interface MixPicture {
  stage: Stage
  /** The seat whose turn it is; null before the first turn and at the end. */
  turn: number | null
  /** The number of cards still to be drawn. */
  pile: number
  discard: MixDiscard
  dice: MixDie[]
  /** Rolls that the turn has still to make. */
  rolls: number
  wager: MixWager | null
  /** The number of seats that have still to roll in the finale, 0 before it. */
  finale: number
  colours: MixColour[]
  /** Six lanes, in the order of `colours`. */
  jackpot: MixCard[][]
  /** The points of each lane. */
  jackpot_points: number[]
  players: MixPlayer[]
  actions: MixActions
}
