/** The picture of Lowdown: src/quincunx/games/lowdown/picture.py. */

import type { Colour } from '../../lib/art'

export interface LowdownDie {
  kind: 'number' | 'colour'
  shows: string
  letter: string
  secret: boolean
  landed: boolean
  hidden: boolean
  picked: boolean
  yours: boolean
}

export interface LowdownBox {
  name: string
  colours: Colour[]
  letters: string
  number: number | null
  black: boolean
  crossed: boolean
}

export interface LowdownGrid {
  letter: string
  colours: Colour[]
  boxes: LowdownBox[]
}

export interface LowdownBoard {
  seat: number
  grids: LowdownGrid[]
  wilds: number
  wild_boxes: number
  score: number
  full_grids: number
  rows: string[]
  waits: '' | 'pick' | 'write' | 'cross'
}

export interface LowdownRow {
  name: string
  boxes: string[]
  makes: 'ten' | 'three of a kind'
  points: number
  action: string
}

export interface LowdownPicture {
  stage: 'drawing' | 'rolling' | 'picking' | 'placing' | 'writing' | 'over'
  turn: number
  active: number | null
  secret_roller: number | null
  last_turn: boolean
  dice: LowdownDie[]
  boards: LowdownBoard[]
  picks: { number: number; colour: Colour; action: string; boxes: string[] }[]
  secret: string | null
  placements: { number: number; box: string; action: string; wild: boolean }[]
  blackouts: { box: string; action: string }[]
  rows: LowdownRow[]
  done: string | null
}
