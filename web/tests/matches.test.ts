import { describe, expect, it } from 'vitest'
import { byOpponent, marginKey, merged, packed, statistics, unpacked, type Played } from '../src/lib/matches'

const match = (
  id: string,
  ended: number,
  points: number[],
  places: number[],
  levels: (string | null)[] = [null, 'greedy'],
): Played => ({
  id,
  game: 'sixes',
  seat: 0,
  ended,
  names: levels.map((level, seat) => (seat === 0 ? 'Ann' : level ? `Bot ${seat}` : 'Bob')),
  levels,
  points,
  places,
  real: false,
})

const won = match('a', 1, [20, 5], [1, 2])
const lost = match('b', 2, [4, 9], [2, 1], [null, null])
const again = match('c', 3, [12, 3], [1, 2])

describe('statistics', () => {
  it('count matches, wins and rows of wins', () => {
    expect(statistics([won, lost, again], false)).toEqual({
      played: 3,
      won: 2,
      rivalled: 3,
      best: 20,
      average: 12,
      streak: 1,
      longest: 1,
    })
    expect(statistics([again, won], false)).toMatchObject({ streak: 2, longest: 2 })
  })
  it('take the fewest for the best where low wins', () => {
    expect(statistics([won, lost, again], true).best).toBe(4)
  })
  it('know no wins of who plays alone', () => {
    expect(statistics([match('s', 4, [300], [1], [null])], false)).toMatchObject({
      played: 1,
      won: 0,
      rivalled: 0,
      best: 300,
    })
  })
  it('are empty before the first match', () => {
    expect(statistics([], false)).toMatchObject({ played: 0, best: 0, average: 0 })
  })
})

it('opponents are people by name and bots by level', () => {
  const rows = byOpponent([won, lost, again]).map((row) => [row.kind, row.name, row.matches.length])
  expect(rows).toEqual([
    ['level', 'greedy', 2],
    ['person', 'Bob', 1],
  ])
})

it('what is here stays when luggage comes', () => {
  const other = { ...won, points: [0, 0] }
  expect(merged([won], [other, lost]).map((one) => [one.id, one.points[0]])).toEqual([
    ['b', 4],
    ['a', 20],
  ])
})

describe('luggage', () => {
  it('comes out as it went in', async () => {
    const whole = {
      name: 'Zoë',
      key: 'A'.repeat(43),
      seats: { t: { token: 'x', seat: 1, game: 'sixes', at: 5 } },
      matches: [won, lost],
      stubs: [['q', 1] as [string, number]],
    }
    expect(await unpacked(await packed(whole))).toEqual(whole)
  })
  it('is nothing where it is none', async () => {
    expect(await unpacked('nonsense!')).toBeNull()
    expect(await unpacked('')).toBeNull()
  })
})

describe('how the winner stands to the next', () => {
  const [high, low] = [{ low_wins: false, unit: 'points' } as const, { low_wins: true, unit: 'points' } as const]

  it('is said as it is, though points do not decide everywhere', () => {
    expect(marginKey(60, 40, high)).toBe('page.over_margin')
    expect(marginKey(15, 26, high)).toBe('page.over_despite')
    expect(marginKey(15, 15, high)).toBe('page.over_level')
  })

  it('counts what is fewer where the fewest win', () => {
    expect(marginKey(9, 12, low)).toBe('page.over_lower')
    expect(marginKey(0, 2, { ...low, unit: 'cards' })).toBe('page.over_fewer')
  })
})
