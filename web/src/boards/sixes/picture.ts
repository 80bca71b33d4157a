/** The picture of Battle of the Sixes: src/quincunx/games/sixes/picture.py. */

import type { Message } from '../../lib/say'

export type SideKind = 'hard' | 'soft' | 'single' | 'none'

export interface SixesAction {
  text: string
  verb: 'pass' | 'roll' | 'stop' | 'take' | 'play' | 'answer' | 'add'
  dice: number[]
  owner: number
  points: [number, number]
  single?: number
  against?: 'hard' | 'soft'
}

export interface SixesPairing {
  sides: { kind: SideKind; dice: number[] }[]
  points: number[]
  completes: boolean[]
}

export interface SixesPicture {
  stage: 'rolling' | 'hard sixes' | 'soft sixes' | 'answering' | 'final roll' | 'over'
  round: number
  roll: number
  final: boolean
  turn: number | null
  mat: { spaces: number; winning: number[] }
  players: { total: number; points: number; last_points: number; dice: number[]; in_cup: number; wins: boolean }[]
  pairings: SixesPairing[]
  waiting: { seat: number; dice: number[] } | null
  table: { row: Message; points: number; count: number[] }[]
  actions: SixesAction[]
}
