import { describe, expect, it } from 'vitest'
import { outcomeFor, placeKey, swingText } from '../src/lib/ending'

const row = (seat: number, place: number, points: number) => ({ seat, place, points })
const three = [row(0, 3, 190), row(1, 1, 444), row(2, 2, 300)]

describe('the end of a match', () => {
  it('is won, lost, watched or played alone', () => {
    expect(outcomeFor(three, 1)).toBe('won')
    expect(outcomeFor(three, 0)).toBe('lost')
    expect(outcomeFor(three, null)).toBe('watched')
    expect(outcomeFor([row(0, 1, 12)], 0)).toBe('alone')
  })

  it('names the place of a player who lost among several', () => {
    expect(placeKey(three, 0)).toBe('page.over_finished_3')
    expect(placeKey(three, 2)).toBe('page.over_finished_2')
  })

  it('names no place for the winner, an onlooker, or one of two players', () => {
    expect(placeKey(three, 1)).toBeNull()
    expect(placeKey(three, null)).toBeNull()
    expect(placeKey([row(0, 2, 190), row(1, 1, 444)], 0)).toBeNull()
  })

  it('says so when a match was lost with as many points', () => {
    expect(placeKey([row(0, 2, 33), row(1, 1, 33)], 0)).toBe('page.over_grace_level')
  })

  it('tells of a swing only where the hall found one, in the unit of the game', () => {
    const swing = { at: 9, before: 7, seat: 1, points: 24 }
    expect(swingText(null, { unit: 'points' })).toBeNull()
    expect(swingText(swing, { unit: 'points' })).toEqual({ key: 'page.over_swing_points', count: 24 })
    expect(swingText(swing, { unit: 'cards' })).toEqual({ key: 'page.over_swing_cards', count: 24 })
  })
})
