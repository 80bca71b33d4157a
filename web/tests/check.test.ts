import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { chainFits, checkDice, draw, keyOf, stepsLand } from '../src/lib/check'
import type { Witness } from '../src/lib/dice'
import type { DiceInfo, Landings } from '../src/lib/protocol'

interface Recorded {
  table: string
  dice: DiceInfo
  seq: number
  chain: string
  landings: Landings
  proof: string
}

const recorded = JSON.parse(readFileSync(new URL('../../tests/data/proof.json', import.meta.url), 'utf8')) as Recorded
const { table, dice, landings, proof } = recorded
const total = landings.landed.length

function witness(changes: Partial<Witness> = {}): Witness {
  const rounds = { [dice.round]: { commitment: dice.commitment, entropy: dice.entropy[0] ?? null } }
  return { rounds, seq: recorded.seq, chain: recorded.chain, at: 0, ...changes }
}

const nothing: Witness = { rounds: {}, seq: 0, chain: '', at: 0 }

describe('the dice of a finished match', () => {
  it('are proved to who noted the commitment', () => {
    expect(checkDice(table, dice, landings, 0, witness())).toEqual({ checked: total, total, outcome: 'proved' })
  })

  it('are consistent to who noted nothing', () => {
    expect(checkDice(table, dice, landings, null, nothing).outcome).toBe('consistent')
  })

  it('are wrong if one of them is', () => {
    const landed = landings.landed.map(([odds, outcome], n): [number, number] => [
      odds,
      n === 3 ? (outcome + 1) % 6 : outcome,
    ])
    const found = checkDice(table, dice, { ...landings, landed }, 0, witness())
    expect(found).toEqual({ checked: total - 1, total, outcome: 'wrong' })
  })

  it('are wrong under other odds', () => {
    const odds = landings.odds.map((weights) => weights.map((weight, side) => weight + side))
    expect(checkDice(table, dice, { ...landings, odds }, 0, witness()).outcome).toBe('wrong')
  })

  it.each([
    ['another seed', { seed: 'f'.repeat(64) }],
    ['no seed', { seed: null }],
    ["another player's entropy", { entropy: ['x', 'y'] }],
    ['another commitment', { commitment: '0'.repeat(64) }],
  ])('are wrong with %s', (_, changes: Partial<DiceInfo>) => {
    expect(checkDice(table, { ...dice, ...changes }, landings, 0, witness()).outcome).toBe('wrong')
  })

  it('are wrong if the hall had shown another commitment, or lost my entropy', () => {
    const rounds = { [dice.round]: { commitment: 'f'.repeat(64), entropy: null } }
    expect(checkDice(table, dice, landings, 0, witness({ rounds })).outcome).toBe('wrong')
    const mine = { [dice.round]: { commitment: dice.commitment, entropy: 'other' } }
    expect(checkDice(table, dice, landings, 0, witness({ rounds: mine })).outcome).toBe('wrong')
  })

  it('are wrong if somebody was committed to something else when I told my entropy', () => {
    const mine = { commitment: dice.commitment, entropy: dice.entropy[0] ?? null }
    const told = (committed: (string | null)[]) => witness({ rounds: { [dice.round]: { ...mine, committed } } })
    expect(checkDice(table, dice, landings, 0, told(dice.commitments)).outcome).toBe('proved')
    const others = dice.commitments.map((text, seat) => (seat === 0 ? text : 'f'.repeat(64)))
    expect(checkDice(table, dice, landings, 0, told(others)).outcome).toBe('wrong')
  })

  it('are wrong if the hall leaves out the entropy of somebody who committed', () => {
    const entropy = dice.entropy.map((text, seat) => (seat === 0 ? null : text))
    const key = keyOf(dice.seed ?? '', entropy)
    const landed = landings.landed.map(([odds], n): [number, number] => [odds, draw(key, n, landings.odds[odds]!)])
    const chosen = { ...landings, landed }
    expect(checkDice(table, { ...dice, entropy }, chosen, 0, witness()).outcome).toBe('wrong')
    expect(checkDice(table, { ...dice, entropy }, chosen, null, nothing).outcome).toBe('wrong')
    const commitments = dice.commitments.map((text, seat) => (seat === 0 ? null : text))
    const without = { ...dice, entropy, commitments }
    expect(checkDice(table, without, chosen, 0, witness())).toEqual({ checked: total, total, outcome: 'without' })
  })

  it('follow the weights', () => {
    const key = keyOf('seed', ['a', null])
    const counts = [0, 0, 0]
    for (let n = 0; n < 3000; n++) counts[draw(key, n, [1, 0, 2])]!++
    expect(counts[1]).toBe(0)
    expect(counts[2]! / counts[0]!).toBeGreaterThan(1.7)
    expect(counts[2]! / counts[0]!).toBeLessThan(2.3)
  })
})

describe('the steps of a proof', () => {
  it('have the dice that were checked', () => {
    expect(stepsLand(proof, landings)).toBe(true)
    expect(stepsLand(proof, { ...landings, landed: landings.landed.slice(1) })).toBe(false)
    const other = landings.landed.map(([odds, outcome], n): [number, number] => [odds, n === 0 ? outcome + 1 : outcome])
    expect(stepsLand(proof, { ...landings, landed: other })).toBe(false)
  })
})

describe('the chain of a proof', () => {
  it('leads through what was heard to its end', () => {
    expect(chainFits(proof, witness())).toBe(true)
    expect(chainFits(proof, nothing)).toBe(true)
  })

  it('breaks with any step', () => {
    expect(chainFits(proof.replace('"roll"', '"hold"').replace('| [5,', '| [6,'), nothing)).toBe(false)
    expect(chainFits(proof.split('\n').slice(0, -3).join('\n'), nothing)).toBe(false)
  })

  it('is not the one that was heard', () => {
    expect(chainFits(proof, witness({ chain: '0'.repeat(64) }))).toBe(false)
    expect(chainFits(proof, witness({ seq: recorded.seq + 5 }))).toBe(false)
  })
})
