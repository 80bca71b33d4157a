import { beforeEach, expect, it, vi } from 'vitest'
import { AGAIN, DicePart, hash, witness } from '../src/lib/dice'
import type { AnyClientMessage, Commit, Reveal } from '../src/lib/protocol'
import { tableInfo } from './sample'

let sent: AnyClientMessage[]
let part: DicePart
let count: number

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  count = 0
  part = new DicePart(
    () => `d.${(count += 1)}`,
    (message) => void sent.push(message),
  )
})

const committing = () => tableInfo({ dice: { commitments: [null, null] } })

it('a browser commits once to entropy of its own, and reveals just that', () => {
  part.begin(committing(), 0)
  part.add(committing(), 0)
  expect(sent).toHaveLength(1)
  const { commitment } = sent[0] as Commit
  part.add(tableInfo({ dice: { stage: 'reveal', commitments: [commitment, 'theirs'] } }), 0)
  const { entropy } = sent[1] as Reveal
  expect(hash(`t:1:0:${entropy}`)).toBe(commitment)
  expect(witness('t').rounds[1]).toMatchObject({ commitment: 'halls', entropy, committed: [commitment, 'theirs'] })
})

it('on a new connection it does its part again, with the same entropy', () => {
  part.begin(committing(), 0)
  part.begin(committing(), 0)
  expect(sent).toHaveLength(2)
  expect((sent[1] as Commit).commitment).toBe((sent[0] as Commit).commitment)
})

it('who only watches adds nothing', () => {
  part.begin(committing(), null)
  expect(sent).toEqual([])
})

it.each([
  ['store', 1],
  ['busy', 1],
  ['status', 0],
])('a refusal by %s is tried again %i times', (code, times) => {
  const again = vi.fn()
  part.begin(committing(), 0)
  expect(part.refused('d.1', code, again)).toBe(true)
  vi.advanceTimersByTime(AGAIN)
  expect(again).toHaveBeenCalledTimes(times)
})

it('a refusal of another message is not its own', () => {
  expect(part.refused('x.9', 'busy', () => undefined)).toBe(false)
})
