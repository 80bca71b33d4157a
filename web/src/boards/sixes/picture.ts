/** src/quincunx/games/sixes/picture.py for the page, made by tools/page_types.py: change it there. */

import type { Message } from '../../lib/say'

export type SideKind = 'hard' | 'soft' | 'single' | 'none'

export type Stage = 'rolling' | 'hard sixes' | 'soft sixes' | 'answering' | 'final roll' | 'over'

export type Verb = 'pass' | 'roll' | 'stop' | 'take' | 'play' | 'answer' | 'add'

/** The scoring mat. */
export interface SixesMat {
  spaces: number
  /** The marked spaces. */
  winning: number[]
}

/** A player. */
export interface SixesPlayer {
  total: number
  /** The points of this round as the dice lie now. */
  points: number
  /** The points of the round before. */
  last_points: number
  /** The faces of unplayed dice, high to low. */
  dice: number[]
  /** The number of dice that have still to land. */
  in_cup: number
  wins: boolean
}

/** One seat's side of a pairing. */
export interface SixesSide {
  kind: SideKind
  dice: number[]
}

/** Dice that lie against each other; everything by seat. */
export interface SixesPairing {
  sides: SixesSide[]
  points: number[]
  /** Whether a single die may still be completed this round. */
  completes: boolean[]
}

/** A soft six that waits for its answer. */
export interface SixesWaiting {
  seat: number
  dice: number[]
}

/** A row of the scoring table. */
export interface SixesRow {
  row: Message
  /** Its points. */
  points: number
  /** By seat: the number of times it lies on the table. */
  count: number[]
}

/** Something that can be done now. */
export interface SixesAction {
  /** The text of the action. */
  text: string
  dice: number[]
  /** Whose dice they are. */
  owner: number
  /** By seat: its change of the round's points. */
  points: number[]
  verb: Verb
  /** The die that others are added to. */
  single?: number
  /** The side that the die lies against. */
  against?: 'hard' | 'soft'
}

/** Everything the page draws. */
export interface SixesPicture {
  stage: Stage
  /** The number of the round, from 1. */
  round: number
  /** The number of the roll in the round, from 1. */
  roll: number
  /** Whether this is the final roll of the round. */
  final: boolean
  /** The seat that acts. */
  turn: number | null
  mat: SixesMat
  players: SixesPlayer[]
  /** The pairings of the round in the order in which they were laid. */
  pairings: SixesPairing[]
  waiting: SixesWaiting | null
  table: SixesRow[]
  actions: SixesAction[]
}
