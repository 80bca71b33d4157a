/** The picture of PoPalotsy: src/quincunx/games/popalotsy/picture.py. */

import type { Colour } from '../../lib/art'

export interface RingCard {
  card: string
  colour: Colour
  number: number
}

export interface PopDie {
  colour: Colour
  letter: string
  number: number | null
  closed: boolean
  rings: (RingCard & { seat: number })[]
}

export interface PopHandCard extends RingCard {
  drops: Record<string, string>
}

export interface PopPicture {
  stage: 'dealing' | 'popping' | 'dropping' | 'ended'
  form: 'race' | 'turns'
  referee: 'instant' | 'round'
  round: number
  most_rounds: number
  starter: number
  turn: number | null
  dice: PopDie[]
  seats: { cards: number; done: boolean }[]
  hand: PopHandCard[]
  draw: number
  discards: number
  actions: { done?: string }
}
