/** The messages of src/quincunx/server/protocol.py, as the page knows them. */

import type { Message } from './say'

export type Status = 'waiting' | 'playing' | 'over'

export interface TableSettings {
  pace: number
  clock: number | null
  away: 'wait' | 'default' | 'bot'
  away_after: number
  listed: boolean
}

export interface VariantInfo {
  name: string
  question: Message
  choices: string[]
  labels: Message[]
}

export interface GameInfo {
  slug: string
  title: string
  tagline: Message
  minutes: [number, number]
  seats: [number, number]
  variants: VariantInfo[]
  bots: string[]
  rules: number
  race: boolean
  unit: 'points' | 'cards'
  low_wins: boolean
  usual_seats: number
  colour: string
}

export interface GameTexts {
  rules: string
  rulings: string
}

export interface CreateTable {
  game: string
  seats: number
  name: string
  variants: Record<string, string>
  bots: string[]
  settings?: Partial<TableSettings>
  play?: boolean
}

export interface SeatGiven {
  table: string
  seat: number | null
  token: string | null
}

export interface SeatInfo {
  seat: number
  kind: 'human' | 'bot' | 'empty'
  name: string
  level: string | null
  connected: boolean
  away: boolean
  ready: boolean
}

export interface DiceInfo {
  round: number
  stage: 'commit' | 'reveal' | 'done'
  commitment: string
  commitments: (string | null)[]
  entropy: (string | null)[]
  contributing: boolean[]
  voided: number
  seed: string | null
  salt: string | null
}

/** Every die and card of a finished match: which of the odds it had, and which outcome. */
export interface Landings {
  odds: number[][]
  landed: [number, number][]
}

export type Reaction = 'hello' | 'well_played' | 'lucky' | 'ouch' | 'thinking' | 'thanks' | 'oops' | 'good_game'

export interface TableInfo {
  id: string
  game: string
  rules: number
  variants: Record<string, string>
  status: Status
  seats: SeatInfo[]
  host: number | null
  settings: TableSettings
  dice: DiceInfo
  offers: (boolean | null)[]
  race: boolean
  allowance: number
  rematch: string | null
  created: number
  seq: number
  chain: string
}

export interface TableSummary {
  id: string
  game: string
  status: Status
  seats: number
  free: number
  names: string[]
  created: number
}

export interface Line {
  seq: number
  who: number | null
  said: Message[]
  at: number
}

export interface Standing {
  seat: number
  place: number
  points: number
}

export interface Frame {
  lines: Line[]
  picture: unknown
}

export interface Snapshot {
  seq: number
  lines: Line[]
  picture: unknown
  to_act: number[] | 'over'
  legal: string[] | null
  prompt: Message | null
  standings: Standing[]
  undo: boolean
  deadline: number | null
}

export interface Update extends Snapshot {
  type: 'update'
  ack: string | null
  undone: boolean
  events: { who: number | null; text: string | null }[]
  frames: Frame[]
  chain: string
}

export type ServerMessage =
  | { type: 'welcome'; protocol: number; table: TableInfo; you: number | null; snapshot: Snapshot; build: string }
  | Update
  | { type: 'table'; table: TableInfo; you: number | null }
  | { type: 'ack'; id: string; seq: number; chain: string | null }
  | { type: 'refused'; id: string; code: string; reason: Message; rule: string | null }
  | { type: 'error'; code: string; message: Message }
  | { type: 'reaction'; seat: number; reaction: Reaction }
  | { type: 'ping'; t: number }
  | { type: 'pong'; t: number }
  | { type: 'lobby'; tables: TableSummary[]; build: string }

export const PROTOCOL = 2
export const CLOSE_PROTOCOL = 4402
export const CLOSE_NO_TABLE = 4404
