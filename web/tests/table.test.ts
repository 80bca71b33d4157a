import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CLOSE_NO_TABLE, type AnyClientMessage, type Welcome } from '../src/lib/protocol'
import { settings } from '../src/lib/settings.svelte'
import { RETRY } from '../src/lib/socket'
import { heldSeats, holdSeat } from '../src/lib/storage'
import { TableClient } from '../src/lib/table.svelte'
import { FakeSocket } from './fakesocket'
import { snapshot, tableInfo, update } from './sample'

const welcome = (wishes: Partial<Welcome> = {}): Welcome => ({
  type: 'welcome',
  protocol: 1,
  table: tableInfo({ status: 'playing' }),
  you: 0,
  snapshot: snapshot(),
  build: 'b',
  ...wishes,
})
const noSuchToken = { type: 'error', code: 'token', message: ['hall.no_such_token', {}] } as const

let table: TableClient

/** A page at a table at which it holds a seat. */
beforeEach(() => {
  vi.useFakeTimers()
  settings.speed = 'instant'
  holdSeat('t', { token: 'mine', seat: 0, game: 'sixes', at: 1 })
  table = new TableClient('t')
  FakeSocket.last.open()
})

afterEach(() => table.close())

const sent = (type: AnyClientMessage['type']) => FakeSocket.last.sent.filter((message) => message.type === type)
const idOf = (message: AnyClientMessage | undefined) => (message as { id: string }).id

it('says hello with its token, and shows what it is told', () => {
  expect(sent('hello')).toMatchObject([{ token: 'mine', seq: 0 }])
  FakeSocket.last.say(welcome())
  expect([table.connection, table.you, table.picture, table.legal]).toEqual(['open', 0, 'start', ['go']])
})

it('one refusal takes no seat away: a fresh connection asks again', () => {
  FakeSocket.last.say(noSuchToken)
  expect(heldSeats()).toHaveProperty('t')
  expect(table.refusal).toBeNull()
  vi.advanceTimersByTime(1000)
  expect(FakeSocket.all).toHaveLength(2)
  FakeSocket.last.open()
  expect(sent('hello')).toMatchObject([{ token: 'mine' }])
  FakeSocket.last.say(welcome())
  expect(table.mine).toBe(true)
})

it('refused for long it watches, says why, and keeps the token', () => {
  const begun = performance.now()
  while (!table.refusal) {
    FakeSocket.last.say(noSuchToken)
    vi.advanceTimersToNextTimer()
    FakeSocket.last.open()
  }
  expect(performance.now() - begun).toBeGreaterThanOrEqual(10_000)
  expect(sent('hello')).toMatchObject([{ token: null }])
  FakeSocket.last.say(welcome({ you: null }))
  expect([table.you, table.connection]).toEqual([null, 'open'])
  expect(heldSeats()).toHaveProperty('t')
})

it('a table that is gone is not asked for again', () => {
  FakeSocket.last.drop(CLOSE_NO_TABLE)
  vi.advanceTimersByTime(60_000)
  expect(table.connection).toBe('gone')
  expect(FakeSocket.all).toHaveLength(1)
})

it('an action without an answer is sent again after a break, with the same id', async () => {
  FakeSocket.last.say(welcome())
  const done = table.act('go')
  const first = sent('act')[0]
  expect(table.busy).toBe(true)
  FakeSocket.last.drop(1006)
  expect(table.connection).toBe('lost')
  vi.advanceTimersByTime(RETRY[0] ?? 0)
  FakeSocket.last.open()
  FakeSocket.last.say(welcome())
  expect(sent('act')).toEqual([first])
  FakeSocket.last.say(update({ ack: idOf(first), picture: 'gone' }))
  expect([await done, table.busy, table.picture]).toEqual([true, false, 'gone'])
})

it('a refusal is shown with its rule, until something else is tried', async () => {
  FakeSocket.last.say(welcome())
  const done = table.act('no')
  FakeSocket.last.say({ type: 'refused', id: idOf(sent('act')[0]), code: 'rule', reason: ['x', {}], rule: '§1' })
  expect([await done, table.refusal?.rule]).toEqual([false, '§1'])
  void table.act('go')
  expect(table.refusal).toBeNull()
})

it('who is sent away from a waiting table is told, and the seat is dropped', () => {
  FakeSocket.last.say(welcome({ table: tableInfo() }))
  FakeSocket.last.say({ type: 'table', table: tableInfo(), you: null })
  expect([table.unseated, table.you]).toEqual([true, null])
  expect(heldSeats()).toEqual({})
})

it('who leaves is not told to have been sent away', async () => {
  FakeSocket.last.say(welcome({ table: tableInfo() }))
  const left = table.leave()
  FakeSocket.last.say({ type: 'table', table: tableInfo(), you: null })
  FakeSocket.last.say({ type: 'ack', id: idOf(sent('leave')[0]) })
  expect([await left, table.unseated]).toEqual([true, false])
})

it('a stand-in is told once in the log', () => {
  const seats = tableInfo().seats.map((seat) => ({ ...seat, stand_in: { level: 'greedy', reason: 'error' as const } }))
  FakeSocket.last.say(welcome())
  for (let n = 0; n < 2; n += 1)
    FakeSocket.last.say({ type: 'table', table: tableInfo({ status: 'playing', seats }), you: 0 })
  expect(table.lines).toHaveLength(2)
})

it('a phrase stays beside its player for a while', () => {
  FakeSocket.last.say(welcome())
  FakeSocket.last.say({ type: 'reaction', seat: 1, reaction: 'hello' })
  expect(table.reactions[1]?.reaction).toBe('hello')
  vi.advanceTimersByTime(6000)
  expect(table.reactions[1]).toBeUndefined()
})

const advice = {
  type: 'advice',
  position: 1,
  level: 'expert',
  better: false,
  unit: 'wins',
  choices: [],
  why: ['why', {}],
} as const

it('a hint stays while nobody moves, and goes with its position', () => {
  FakeSocket.last.say(welcome({ table: tableInfo({ status: 'playing', coach: 'hints' }) }))
  expect(table.mayAsk).toBe(true)
  void table.ask()
  expect(sent('hint')).toMatchObject([{ seq: 1 }])
  FakeSocket.last.say(update({ ack: idOf(sent('hint')[0]), picture: 'start', to_act: [0] }))
  FakeSocket.last.say(advice)
  expect([table.advice?.level, table.mayAsk]).toEqual(['expert', false])
  FakeSocket.last.say(update({ seq: 3, picture: 'start', to_act: [0] }))
  expect(table.advice).not.toBeNull()
  FakeSocket.last.say(update({ seq: 4, picture: 'later', to_act: [0] }))
  expect([table.advice, table.mayAsk]).toEqual([null, true])
})

it('nobody asks for hints where there are none', () => {
  FakeSocket.last.say(welcome({ table: tableInfo({ status: 'playing', coach: 'off' }) }))
  expect(table.mayAsk).toBe(false)
})

it('a dear action is taken back, or let stand', () => {
  FakeSocket.last.say(welcome({ table: tableInfo({ status: 'playing', coach: 'training' }) }))
  const choice = { action: 'go', lit: [], value: 0.5, error: 0, odds: [] }
  FakeSocket.last.say({
    type: 'judged',
    position: 1,
    unit: 'wins',
    loss: 0.1,
    best: choice,
    done: choice,
    why: ['why', {}],
  })
  expect(table.judged?.loss).toBe(0.1)
  void table.letStand()
  FakeSocket.last.say(update({ ack: idOf(sent('resume')[0]) }))
  expect(table.judged).toBeNull()
})
