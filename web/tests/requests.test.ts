import { expect, it } from 'vitest'
import type { AnyClientMessage } from '../src/lib/protocol'
import { Requests } from '../src/lib/requests'

function posted(): { requests: Requests; sent: AnyClientMessage[]; idOf: (n: number) => string } {
  const sent: AnyClientMessage[] = []
  return {
    requests: new Requests((message) => void sent.push(message)),
    sent,
    idOf: (n) => (sent[n] as { id: string }).id,
  }
}

it('each request has its own id and its own answer', async () => {
  const { requests, sent, idOf } = posted()
  const first = requests.send({ type: 'start' })
  const second = requests.send({ type: 'add' })
  expect(sent).toMatchObject([{ type: 'start' }, { type: 'add' }])
  expect(idOf(0)).not.toBe(idOf(1))
  requests.settle(idOf(1), false)
  expect(requests.pending).toBe(true)
  requests.settle(idOf(0), true)
  expect(requests.pending).toBe(false)
  expect([await first, await second]).toEqual([true, false])
})

it('what has no answer is sent again with the same id, what has one is not', () => {
  const { requests, sent, idOf } = posted()
  void requests.send({ type: 'start' })
  void requests.send({ type: 'add' })
  requests.settle(idOf(0), true)
  requests.resend()
  expect(sent).toHaveLength(3)
  expect(sent[2]).toEqual(sent[1])
})

it('an answer to nothing changes nothing', () => {
  const { requests } = posted()
  requests.settle('strange.1', true)
  expect(requests.pending).toBe(false)
})
