import { beforeEach, expect, it, vi } from 'vitest'
import { heldSeats, holdSeat, remember } from '../src/lib/storage'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  })
})

const seat = (at: number) => ({ token: 'a', seat: 0, game: 'sixes', at })

it('of too many seats those of matches that are over are given up first, then the oldest', () => {
  remember(
    'matches',
    Array.from({ length: 30 }, (_, n) => ({ id: `over${n}` })),
  )
  holdSeat('first', seat(1))
  for (let n = 0; n < 60; n += 1) holdSeat(n < 30 ? `over${n}` : `open${n}`, seat(2 + n))
  expect(Object.keys(heldSeats())).toHaveLength(50)
  expect(heldSeats()).toHaveProperty('first')
  expect(heldSeats()).not.toHaveProperty('over0')
  for (let n = 60; n < 90; n += 1) holdSeat(`open${n}`, seat(2 + n))
  expect(heldSeats()).not.toHaveProperty('first')
  expect(heldSeats()).toHaveProperty('open89')
})
