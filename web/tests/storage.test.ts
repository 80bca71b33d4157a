import { expect, it, vi } from 'vitest'
import { witness } from '../src/lib/dice'
import { isNewcomer, learned } from '../src/lib/learned'
import { myMatches } from '../src/lib/matches'
import {
  dropSeat,
  endedTables,
  heldSeats,
  holdSeat,
  missingTables,
  noteKnown,
  remember,
  storedName,
} from '../src/lib/storage'

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

const ODD = ['null', '7', '"x"', 'true', '[]', '{}', '[null]', '{"t":null}', '[{}]', '{"t":{}}', '{"t":[]}', '{', '']

it.each(ODD)('stored %s under any key, nothing that reads it fails', async (odd) => {
  for (const key of ['seats', 'matches', 'learned', 'played', 'dice', 'name', 'settings', 'missing'])
    localStorage.setItem(`quincunx.${key}`, odd)
  vi.resetModules()
  const { settings } = await import('../src/lib/settings.svelte')
  expect(settings).toMatchObject({ theme: 'auto', speed: 'normal', keys: true })
  expect(heldSeats()).toEqual({})
  expect(endedTables()).toEqual(new Set())
  expect(myMatches()).toEqual([])
  expect(isNewcomer()).toBe(learned().length === 0)
  expect(witness('t')).toMatchObject({ rounds: {}, seq: 0 })
  expect(typeof storedName()).toBe('string')
  expect(missingTables()).toEqual({})
  dropSeat('t')
  holdSeat('t', seat(1))
  expect(heldSeats()).toEqual({ t: seat(1) })
})

it('what is right beside what is not stays', () => {
  remember('seats', { good: seat(3), bad: null })
  remember('learned', ['sixes', 4])
  expect(heldSeats()).toEqual({ good: seat(3) })
  expect(learned()).toEqual(['sixes'])
})

it('a seat at a table that the hall does not know is kept for a week', () => {
  const day = 86_400_000
  holdSeat('t', seat(1))
  noteKnown('t', false, 0)
  noteKnown('t', false, 7 * day)
  expect(heldSeats()).toHaveProperty('t')
  expect(missingTables()).toEqual({ t: 0 })
  noteKnown('t', true, 8 * day)
  noteKnown('t', false, 9 * day)
  expect(heldSeats()).toHaveProperty('t')
  noteKnown('t', false, 17 * day)
  expect(heldSeats()).toEqual({})
  expect(missingTables()).toEqual({})
})
