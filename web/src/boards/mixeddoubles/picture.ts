/** The picture of Mixed Doubles: src/quincunx/games/mixeddoubles/picture.py. */

import type { Colour } from '../../lib/art'
import type { EightFace } from './Eight.svelte'

export interface MixCard {
  name: string
  colour: Colour
  letter: string
  value: number
  action: string | null
}

export interface MixSpecial {
  name: string
  action: string | null
}

export interface MixColour {
  name: Colour
  letter: string
  border: Colour[]
  sides: number
  prize: number
}

export interface MixPlayer {
  seat: number
  palette: MixCard[][]
  specials: MixSpecial[]
  bank: { points: number; cards: number; lanes: MixCard[][]; free: number[]; action: string | null }
  total: number
  action: string | null
}

export interface MixPicture {
  stage: 'lots' | 'deal' | 'draw' | 'roll' | 'rob' | 'start' | 'wager' | 'pause' | 'end' | 'swap' | 'part' | 'finale' | 'over'
  turn: number | null
  pile: number
  discard: { all_in: number; extra_roll: number; steal: number }
  dice: { face: EightFace; letter: string; rolling: boolean }[]
  rolls: number
  wager: { colour: Colour; cards: number } | null
  finale: number
  champion: number | null
  colours: MixColour[]
  jackpot: MixCard[][]
  jackpot_points: number[]
  players: MixPlayer[]
  actions: { roll: string | null; draw: string | null; end: string | null; extra_roll: string | null; keep: string | null }
}
