/** This browser's part in the dice: what it commits to, what it has been shown, kept so that it can be checked later. */

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Commit, Reveal, TableInfo } from './protocol'
import { randomText, recall, remember } from './storage'

/** A hash of a text, in hexadecimal. (Browsers have their own only on https.) */
export const hash = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

export interface Witness {
  /**
   * By round: the server's commitment as it was first shown, this browser's entropy, and what each seat was committed to
   * when that was first told: whoever commits later, and knows it, can choose the dice.
   */
  rounds: Record<number, { commitment: string; entropy: string | null; committed?: (string | null)[] }>
  /** The last value of the chain that was heard. */
  seq: number
  chain: string
  at: number
}

const KEPT = 50

export function witness(table: string): Witness {
  return witnesses()[table] ?? { rounds: {}, seq: 0, chain: '', at: 0 }
}

function witnesses(): Record<string, Witness> {
  return recall<Record<string, Witness>>('dice', {})
}

function keep(table: string, seen: Witness): void {
  const all = { ...witnesses(), [table]: { ...seen, at: Date.now() } }
  const newest = Object.entries(all).sort(([, a], [, b]) => b.at - a.at)
  remember('dice', Object.fromEntries(newest.slice(0, KEPT)))
}

/** Notes what is shown of the dice. */
export function noteDice(info: TableInfo): void {
  const seen = witness(info.id)
  const { round, commitment } = info.dice
  if (round in seen.rounds || info.status === 'over') return
  seen.rounds[round] = { commitment, entropy: null }
  keep(info.id, seen)
}

/** Notes the chain as it grows. */
export function noteChain(table: string, seq: number, chain: string): void {
  const seen = witness(table)
  if (seq > seen.seq) keep(table, { ...seen, seq, chain })
}

/** What is to be sent for the dice now, if anything. */
export function diceMessage(info: TableInfo, you: number | null): Omit<Commit, 'id'> | Omit<Reveal, 'id'> | null {
  if (you === null || info.status !== 'waiting') return null
  const { round, stage, commitments, entropy } = info.dice
  const seen = witness(info.id)
  const mine = seen.rounds[round] ?? { commitment: info.dice.commitment, entropy: null }
  if (stage === 'commit' && commitments[you] === null) {
    mine.entropy ??= randomText(16)
    seen.rounds[round] = mine
    keep(info.id, seen)
    return { type: 'commit', round, seat: you, commitment: hash(`${info.id}:${round}:${you}:${mine.entropy}`) }
  }
  if (stage === 'reveal' && commitments[you] && entropy[you] === null && mine.entropy !== null) {
    mine.committed ??= commitments
    keep(info.id, seen)
    return { type: 'reveal', round, entropy: mine.entropy }
  }
  return null
}
