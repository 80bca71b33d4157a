import { expect, it, vi } from 'vitest'
import { BEAT, Countdown } from '../src/lib/countdown'

it('counts down to one, which stays until the hall says that the race has begun', () => {
  vi.useFakeTimers()
  const shown: number[] = []
  const countdown = new Countdown((beats) => void shown.push(beats))
  countdown.start(3 * BEAT)
  vi.advanceTimersByTime(10 * BEAT)
  expect(shown).toEqual([3, 2, 1])
  countdown.start(0)
  expect(shown.at(-1)).toBe(0)
})

it('news of the table in between begin no second count', () => {
  vi.useFakeTimers()
  const shown: number[] = []
  const countdown = new Countdown((beats) => void shown.push(beats))
  countdown.start(3 * BEAT)
  vi.advanceTimersByTime(BEAT)
  countdown.start(2 * BEAT)
  vi.advanceTimersByTime(10 * BEAT)
  expect(shown).toEqual([3, 2, 2, 1])
})
