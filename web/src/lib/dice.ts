/** This browser's part in the dice: what it commits to, what it has been shown, kept so that it can be checked later. */

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { AnyClientMessage, Commit, Reveal, TableInfo } from './protocol'
import { listOf, number, orNull, recordOf, shaped, text } from './shapes'
import { randomText, recall, remember } from './storage'

/** A hash of a text, in hexadecimal. (Browsers have their own only on https.) */
export const hash = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

export interface Witness {
  /**
   * By round: the server's commitment as it was first shown, this browser's entropy, and what each seat was committed to
   * when that was first told (null before): whoever commits later, and knows it, can choose the dice.
   */
  rounds: Record<number, { commitment: string; entropy: string | null; committed: (string | null)[] | null }>
  /** The last value of the chain that was heard. */
  seq: number
  chain: string
  at: number
}

const KEPT = 50
const readWitnesses = recordOf<Witness>(
  shaped({
    rounds: recordOf(shaped({ commitment: text, entropy: orNull(text), committed: orNull(listOf(orNull(text))) })),
    seq: number,
    chain: text,
    at: number,
  }),
)

export function witness(table: string): Witness {
  return witnesses()[table] ?? { rounds: {}, seq: 0, chain: '', at: 0 }
}

function witnesses(): Record<string, Witness> {
  return recall('dice', readWitnesses, {})
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
  seen.rounds[round] = { commitment, entropy: null, committed: null }
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
  const mine = seen.rounds[round] ?? { commitment: info.dice.commitment, entropy: null, committed: null }
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

/** Codes of refusals after which the same message may be granted. */
const PASSING = new Set(['store', 'busy'])
/** Milliseconds until it is sent again. */
export const AGAIN = 1000

/** This browser's commitments and reveals at a table, each sent once per round and connection. */
export class DicePart {
  private readonly done = new Set<string>()
  private readonly ids = new Set<string>()
  private timer = 0

  constructor(
    private readonly nextId: () => string,
    private readonly post: (message: AnyClientMessage) => void,
  ) {}

  stop(): void {
    clearTimeout(this.timer)
  }

  /** Does its part at a connection that is new. */
  begin(info: TableInfo, you: number | null): void {
    this.done.clear()
    this.add(info, you)
  }

  /** Commits or reveals, if that is due. */
  add(info: TableInfo, you: number | null): void {
    noteDice(info)
    const key = `${info.dice.round} ${info.dice.stage} ${you}`
    const message = this.done.has(key) ? null : diceMessage(info, you)
    if (!message) return
    this.done.add(key)
    const id = this.nextId()
    this.ids.add(id)
    this.post({ ...message, id })
  }

  /** Takes a refusal of one of these messages; returns false if it was another one's. Nobody but us sends it again. */
  refused(id: string, code: string, again: () => void): boolean {
    if (!this.ids.has(id)) return false
    if (PASSING.has(code)) {
      clearTimeout(this.timer)
      this.timer = window.setTimeout(again, AGAIN)
    }
    return true
  }
}
