import { expect, it } from 'vitest'
import type { Study, StudyDecision, StudyRoll } from '../src/lib/protocol'
import { decisive } from '../src/lib/study.svelte'

const roll = { seat: 0, at: 4, last: 9, amount: 30 } as StudyRoll
const mistake = { at: 6, seat: 1, loss: 40 } as StudyDecision
const decides = (decisions: StudyDecision[], winner: number) => decisive({ decisions, rolls: [roll] } as Study, winner)

it('shows what decided a match from the moment before it', () => {
  expect(decides([], 0)?.at).toBe(4)
  expect(decides([mistake], 0)?.at).toBe(6)
  expect(decides([{ ...mistake, loss: 20 }], 0)?.at).toBe(4)
  expect(decides([mistake], 1)).toBeNull()
})
