/** src/quincunx/games/lowdown/picture.py for the page, made by tools/page_types.py: change it there. */

import type { Colour } from '../../lib/drawing'

export type Stage = 'drawing' | 'rolling' | 'picking' | 'placing' | 'writing' | 'over'

export type Wait = '' | 'pick' | 'write' | 'cross'

/** A die. */
export interface LowdownDie {
  kind: 'colour' | 'number'
  /** A number or a colour's name; "?" where hidden, "" before it lands. */
  shows: string
  /** The letter of the colour that it shows; empty where it shows none. */
  letter: string
  secret: boolean
  landed: boolean
  hidden: boolean
  picked: boolean
  /** Whether the watcher may use it now. */
  yours: boolean
}

/** A box of a grid. */
export interface LowdownBox {
  name: string
  colours: Colour[]
  letters: string
  number: number | null
  black: boolean
  crossed: boolean
}

/** One of the three grids, nine boxes. */
export interface LowdownGrid {
  letter: string
  colours: Colour[]
  boxes: LowdownBox[]
}

/** A player's board. */
export interface LowdownBoard {
  seat: number
  grids: LowdownGrid[]
  /** The number of marked wild boxes. */
  wilds: number
  /** The number of wild boxes. */
  wild_boxes: number
  score: number
  full_grids: number
  /** The names of the rows that are crossed out. */
  rows: string[]
  /** The decision that its player has to make now. */
  waits: Wait
}

/** A pair that the watcher may pick now. */
export interface LowdownPick {
  number: number
  colour: Colour
  action: string
  /** The empty boxes that take the colour. */
  boxes: string[]
}

/** A number that the watcher may write now. */
export interface LowdownPlacement {
  number: number
  box: string
  action: string
  /** Whether it costs a wild. */
  wild: boolean
}

/** A box that the watcher may black out, if that is all it can do. */
export interface LowdownBlackout {
  box: string
  action: string
}

/** A row that the watcher may cross out now. */
export interface LowdownRow {
  name: string
  boxes: string[]
  makes: 'ten' | 'three of a kind'
  points: number
  action: string
}

/** Everything the page draws. */
export interface LowdownPicture {
  /** `drawing` is the lot for the first turn, `placing` is for the active player, `writing` for the others at once. */
  stage: Stage
  /** The number of the turn, from 1. */
  turn: number
  /** The seat whose turn it is; null before the first turn and at the end. */
  active: number | null
  /** The seat that rolls the secret pair; null as above. */
  secret_roller: number | null
  /** Whether somebody has filled two grids, so that the match ends with this turn. */
  last_turn: boolean
  dice: LowdownDie[]
  boards: LowdownBoard[]
  picks: LowdownPick[]
  /** The action that takes the secret pair. */
  secret: string | null
  placements: LowdownPlacement[]
  blackouts: LowdownBlackout[]
  rows: LowdownRow[]
  /** The action that crosses out no more. */
  done: string | null
}
