/** The picture of Phase 10 Dice: src/quincunx/games/phase10/picture.py. */

import type { Colour } from '../../lib/art'

import type { Message } from '../../lib/say'

export interface Phase10Die {
  name: string
  number: string
  colour: Colour
  letter: string
  rolling: boolean
  serves: boolean
}

export interface Phase10Column {
  seat: number
  phase: number
  points: (number | null)[]
  five_phase_bonus: number
  first_finish_bonus: number
  to_bonus: number | null
  failures: number
  penalty: number
  total: number
}

export interface Phase10Picture {
  stage: 'starting' | 'rolling' | 'choosing' | 'over'
  dice: Phase10Die[]
  roll: number
  rolls: number
  turn: number | null
  phase: { number: number; name: Message; points: number | null } | null
  phases: Message[]
  sheet: Phase10Column[]
  start_rolls: number[]
  last_tries: boolean
  finisher: number | null
  actions: { stop: string; reroll: string }
}
