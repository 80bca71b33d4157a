/**
 * Draws every die of a finished match again, from what the hall shows at the end, and holds it against what this browser
 * was shown before. docs/dice.md says how the dice are made; nothing of it is taken on trust but the odds, which are
 * the game's.
 */

import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { hash, type Witness } from './dice'
import type { DiceInfo, Landings } from './protocol'

export interface Verdict {
  /** Dice that came out as they were shown, and all there were. */
  checked: number
  total: number
  /**
   * Proved: it fits what this browser had noted, and its own part is in it. Without: it fits, and no part of this
   * browser's player is in it. Consistent: nothing is wrong, and nothing had been noted.
   */
  outcome: 'proved' | 'without' | 'consistent' | 'wrong'
}

/** The key of the dice: the hall's seed and what every player added. */
export function keyOf(seed: string, entropy: (string | null)[]): Uint8Array {
  return sha256(utf8ToBytes(['quincunx dice 2', seed, ...entropy.map((text) => text ?? '')].join('\n')))
}

/** Which outcome the landing of that number has. */
export function draw(key: Uint8Array, number: number, odds: number[]): number {
  const digest = BigInt(`0x${bytesToHex(sha256(concatBytes(key, utf8ToBytes(`:${number}`))))}`)
  const total = odds.reduce((sum, weight) => sum + weight, 0)
  let rest = Number(digest % BigInt(total))
  return odds.findIndex((weight) => (rest -= weight) < 0)
}

/** After so many void rounds the match may begin though someone has committed and not revealed. */
const PATIENT_ROUNDS = 2

/**
 * Whether the commitments of hall and players, as shown at the end, are of what they revealed, and all who committed
 * revealed: a hall that leaves out what it likes would choose the dice.
 */
function commitmentsFit(table: string, dice: DiceInfo): boolean {
  if (!dice.seed || hash(dice.seed) !== dice.commitment) return false
  return dice.entropy.every((text, seat) => {
    if (text === null) return !dice.commitments[seat] || dice.round > PATIENT_ROUNDS
    return dice.commitments[seat] === hash(`${table}:${dice.round}:${seat}:${text}`)
  })
}

/** How it fits what this browser was shown and has sent. */
function heldAgainst(dice: DiceInfo, you: number | null, seen: Witness): Verdict['outcome'] {
  const noted = seen.rounds[dice.round]
  if (!noted) return 'consistent'
  if (noted.commitment !== dice.commitment) return 'wrong'
  if (noted.committed?.some((text, seat) => text !== dice.commitments[seat])) return 'wrong'
  const parts = you === null ? dice.entropy : [dice.entropy[you]]
  if (parts.every((text) => text === null || text === undefined)) return 'without'
  return you === null || noted.entropy === null || dice.entropy[you] === noted.entropy ? 'proved' : 'wrong'
}

/** Checks every die, and what it was made of. */
export function checkDice(
  table: string,
  dice: DiceInfo,
  landings: Landings,
  you: number | null,
  seen: Witness,
): Verdict {
  const key = keyOf(dice.seed ?? '', dice.entropy)
  const { odds, landed } = landings
  const checked = landed.filter(
    ([which = 0, outcome], number) => draw(key, number, odds[which] ?? []) === outcome,
  ).length
  const wrong = checked < landed.length || !commitmentsFit(table, dice)
  return { checked, total: landed.length, outcome: wrong ? 'wrong' : heldAgainst(dice, you, seen) }
}

/** The header's value of that name in a proof. */
function note(lines: string[], name: string): string {
  return lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
}

/** How many seats the table had when it was opened: the host may have added some, and taken some away. */
function openedWith(seats: string, steps: string[]): string {
  const kinds = steps.map((text) => (JSON.parse(text) as [number, number, number | null, { type: string }])[3].type)
  const count = (kind: string) => kinds.filter((one) => one === kind).length
  return String(Number(seats) - count('added') + count('removed'))
}

/** The variants that the table was opened with: the host may have changed them. */
function openedAs(variants: string, steps: string[]): string {
  const said = steps.map(
    (text) => (JSON.parse(text) as [number, number, number | null, { type: string; was: string }])[3],
  )
  return said.find((step) => step.type === 'varied')?.was ?? variants
}

function stepsOf(lines: string[]): string[] {
  return lines.filter((line) => line.startsWith('| ')).map((line) => line.slice(2))
}

/** Whether the dice and cards in the steps of a proof are those that were checked, all of them and in their order. */
export function stepsLand(proof: string, landings: Landings): boolean {
  const steps = stepsOf(proof.split('\n')).map(
    (text) => (JSON.parse(text) as [number, number, number | null, { land?: number[] }])[3],
  )
  const landed = steps.flatMap((step) => step.land ?? [])
  return landed.length === landings.landed.length && landed.every((outcome, n) => outcome === landings.landed[n]?.[1])
}

/** Whether the chain over all steps of a proof leads through the value that this browser heard, to the one at its end. */
export function chainFits(proof: string, seen: Witness): boolean {
  const lines = proof.split('\n')
  const value = (name: string) => note(lines, name)
  const salt = hexToBytes(value('salt'))
  const steps = stepsOf(lines)
  const first = [
    'quincunx chain 2',
    value('table'),
    value('game'),
    value('rules'),
    openedWith(value('seats'), steps),
    openedAs(value('variants'), steps),
  ]
  const start = value('start') ? [value('start')] : []
  let chain = sha256(utf8ToBytes([...first, value('commitment').split(' ')[0] ?? '', ...start].join('\n')))
  let heard = seen.seq === 0
  steps.forEach((text, index) => {
    const number = index + 1
    const own = hmac(sha256, salt, utf8ToBytes(String(number))).slice(0, 16)
    chain = sha256(concatBytes(chain, sha256(concatBytes(own, utf8ToBytes(text)))))
    if (number === seen.seq) heard = bytesToHex(chain) === seen.chain
  })
  return heard && steps.length > 0 && bytesToHex(chain) === value('chain')
}
