import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AnyServerMessage } from '../src/lib/protocol'
import { ANSWER, HallSocket, QUIET, RETRY, WELCOME, type Listener } from '../src/lib/socket'
import { FakeSocket } from './fakesocket'

let open: HallSocket[] = []

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const socket of open) socket.close()
  open = []
})

const pong: AnyServerMessage = { type: 'pong', t: 1 }

function connected(listener: Partial<Listener> = {}): HallSocket {
  const socket = new HallSocket('/ws/x', { heard: () => undefined, ...listener })
  open.push(socket)
  FakeSocket.last.open()
  return socket
}

it('a lost socket is opened again, later each time until the hall lets us in', () => {
  const socket = connected()
  for (const wait of [...RETRY, RETRY.at(-1) ?? 0]) {
    const before = FakeSocket.all.length
    FakeSocket.last.drop(1006)
    vi.advanceTimersByTime(wait - 1)
    expect(FakeSocket.all).toHaveLength(before)
    vi.advanceTimersByTime(1)
    expect(FakeSocket.all).toHaveLength(before + 1)
  }
  socket.welcomed()
  FakeSocket.last.drop(1006)
  vi.advanceTimersByTime(RETRY[0] ?? 0)
  expect(FakeSocket.all).toHaveLength(RETRY.length + 3)
})

it('a listener may end it, and what is closed stays closed', () => {
  const lost = vi.fn(() => false)
  connected({ lost })
  FakeSocket.last.drop(4404)
  vi.advanceTimersByTime(60_000)
  expect(lost).toHaveBeenCalledWith(4404)
  expect(FakeSocket.all).toHaveLength(1)
  const other = connected()
  other.close()
  vi.advanceTimersByTime(60_000)
  expect(FakeSocket.all).toHaveLength(2)
})

it('the hall is asked after a silence and given up if it does not answer', () => {
  const lost = vi.fn(() => true)
  connected({ lost })
  FakeSocket.last.say(pong)
  vi.advanceTimersByTime(QUIET)
  expect(FakeSocket.last.sent).toMatchObject([{ type: 'ping' }])
  vi.advanceTimersByTime(ANSWER - 1)
  expect(lost).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(lost).toHaveBeenCalledWith(0)
  expect(FakeSocket.all[0]?.isClosed).toBe(true)
})

it('an answer in time keeps the socket; so does a new one that is slow at first', () => {
  const lost = vi.fn(() => true)
  connected({ lost })
  vi.advanceTimersByTime(WELCOME - 1)
  for (let n = 0; n < 5; n += 1) {
    FakeSocket.last.say(pong)
    vi.advanceTimersByTime(QUIET + ANSWER - 1)
  }
  expect(lost).not.toHaveBeenCalled()
})

it('a ping of the hall is answered and nobody else hears of it', () => {
  const heard = vi.fn()
  connected({ heard })
  FakeSocket.last.say({ type: 'ping', t: 7 })
  expect(FakeSocket.last.sent).toEqual([{ type: 'pong', t: 7 }])
  expect(heard).not.toHaveBeenCalled()
})

it('what an old socket says or does after a new one is there does not count', () => {
  const heard = vi.fn()
  const lost = vi.fn(() => true)
  const socket = connected({ heard, lost })
  const old = FakeSocket.last
  socket.reconnect()
  old.say(pong)
  old.drop(1006)
  expect(heard).not.toHaveBeenCalled()
  expect(lost).not.toHaveBeenCalled()
  expect(FakeSocket.all).toHaveLength(2)
})

it('a new socket can wait', () => {
  connected().reconnect(500)
  expect(FakeSocket.all).toHaveLength(1)
  vi.advanceTimersByTime(500)
  expect(FakeSocket.all).toHaveLength(2)
})

it('without a network the socket is given up; with one again it does not wait', () => {
  connected()
  dispatchEvent(new Event('offline'))
  expect(FakeSocket.all[0]?.isClosed).toBe(true)
  dispatchEvent(new Event('online'))
  expect(FakeSocket.all).toHaveLength(2)
})

it('a message without a connection is dropped', () => {
  const socket = new HallSocket('/ws/x', { heard: () => undefined })
  socket.post({ type: 'start', id: 'a.1' })
  FakeSocket.last.open()
  expect(FakeSocket.last.sent).toEqual([])
})
