/** src/quincunx/games/phase10/picture.py for the page, made by tools/page_types.py: change it there. */

import type { Colour } from '../../lib/drawing'
import type { Message } from '../../lib/say'

export type Stage = 'starting' | 'rolling' | 'choosing' | 'over'

/** A die as it lies. */
export interface Phase10Die {
  name: string
  /** The face that it shows: 1 to 10, or W. */
  number: string
  colour: Colour
  letter: string
  rolling: boolean
  /** Whether it belongs to the best way to make the phase now. */
  serves: boolean
}

/** The phase of the seat whose turn it is. */
export interface Phase10Phase {
  number: number
  name: Message
  /** The points that it would score now; null if it is not made. */
  points: number | null
}

/** A seat's column of the score sheet. */
export interface Phase10Column {
  seat: number
  /** The phase it works on, 1 to 10; 11 when it has finished. */
  phase: number
  /** The points of each phase; null where it is not made yet. */
  points: (number | null)[]
  five_phase_bonus: number
  first_finish_bonus: number
  /** The points that phases 1 to 5 still lack to 221; null when decided. */
  to_bonus: number | null
  failures: number
  /** The cost of failures at the end, in a match for one player. */
  penalty: number
  total: number
}

/** The legal actions now; a roll is `reroll` with the names of the dice. */
export interface Phase10Actions {
  stop: string
  reroll: string
}

/** Everything the page draws. */
export interface Phase10Picture {
  stage: Stage
  /** The ten dice; none while the starting order is rolled for. */
  dice: Phase10Die[]
  /** Which roll of the turn this is. */
  roll: number
  /** The number of rolls per turn. */
  rolls: number
  /** Whose turn it is; null before the order is known and at the end. */
  turn: number | null
  phase: Phase10Phase | null
  /** The names of the ten phases. */
  phases: Message[]
  /** The columns of the score sheet, left to right. */
  sheet: Phase10Column[]
  /** By seat, the number rolled for the starting order; 0 before. */
  start_rolls: number[]
  /** Whether somebody has finished and the others have their last try. */
  last_tries: boolean
  /** The seat that finished first. */
  finisher: number | null
  actions: Phase10Actions
}
