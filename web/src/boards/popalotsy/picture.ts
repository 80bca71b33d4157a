/** src/quincunx/games/popalotsy/picture.py for the page, made by tools/page_types.py: change it there. */

import type { Colour } from '../../lib/drawing'

export type Stage = 'dealing' | 'popping' | 'dropping' | 'ended'

export type Form = 'race' | 'turns'

/** A ring card. */
export interface RingCard {
  card: string
  colour: Colour
  number: number
}

/** A ring around a die. */
export interface PopRing {
  card: string
  colour: Colour
  number: number
  /** The player who dropped it, to whom its arrow points. */
  seat: number
}

/** A card of the watcher's own hand. */
export interface PopHandCard {
  card: string
  colour: Colour
  number: number
  /** By the letter of a die, the action that drops the card there. In the race that is every die: seeing what fits is the player's part. */
  drops: Record<string, string>
}

/** A die and what lies around it. */
export interface PopDie {
  colour: Colour
  letter: string
  /** The number that it shows; null while it is in the popper. */
  number: number | null
  closed: boolean
  /** The rings around it, lowest first. */
  rings: PopRing[]
}

/** A player. */
export interface PopSeat {
  cards: number
  done: boolean
}

/** The other legal actions now. */
export interface PopActions {
  done?: string
}

/** Everything the page draws. */
export interface PopPicture {
  stage: Stage
  form: Form
  /** Rounds begun, 0 while the first hands are dealt. */
  round: number
  /** The seat that drops next, where all drop in turns. */
  turn: number | null
  dice: PopDie[]
  seats: PopSeat[]
  hand: PopHandCard[]
  /** Cards in the draw pile. */
  draw: number
  actions: PopActions
}
