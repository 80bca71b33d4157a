import { beforeEach, expect, it, vi } from 'vitest'
import { voice } from '../src/lib/announce.svelte'
import { HOLD, Playback } from '../src/lib/playback'
import { settings } from '../src/lib/settings.svelte'
import { BoardView } from '../src/lib/view.svelte'
import { line, snapshot, tableInfo } from './sample'

let view: BoardView
let playback: Playback

beforeEach(() => {
  vi.useFakeTimers()
  settings.speed = 'normal'
  view = new BoardView('t')
  view.info = tableInfo({ status: 'playing' })
  view.you = 0
  playback = new Playback(view)
})

it('a step waits until the one before has been seen', () => {
  playback.leap(snapshot({ lines: [line('first')] }))
  playback.add('second', [line('second')], null)
  playback.add('third', [line('third')], snapshot({ picture: 'third', to_act: [1] }))
  expect([view.picture, view.catching, view.mine]).toEqual(['start', true, false])
  vi.advanceTimersByTime(HOLD.normal)
  expect([view.picture, view.toAct]).toEqual(['second', [0]])
  vi.advanceTimersByTime(HOLD.normal)
  expect([view.picture, view.toAct, view.catching]).toEqual(['third', [1], false])
  expect(view.lines.map((one) => one.said[0]?.[0])).toEqual(['first', 'second', 'third'])
})

it('whoever hastens sees the end of it at once', () => {
  playback.leap(snapshot({ lines: [line('first')] }))
  for (const picture of ['a', 'b', 'c']) playback.add(picture, [line(picture)], snapshot({ picture }))
  playback.hasten()
  expect([view.picture, view.catching, view.lines.length]).toEqual(['c', false, 4])
})

it('in a race nothing waits', () => {
  view.info = tableInfo({ status: 'playing', race: true })
  playback.leap(snapshot({ lines: [line('first')] }))
  playback.add('second', [line('second')], snapshot({ picture: 'second' }))
  expect(view.picture).toBe('second')
})

it('what dice bring is told when they lie still', () => {
  view.landing = () => 900
  playback.leap(snapshot())
  playback.add(
    'rolled',
    [line('rolled')],
    snapshot({ picture: 'rolled', standings: [{ seat: 0, points: 5, place: 1 }] }),
  )
  expect([view.picture, view.told, view.settling, view.mine]).toEqual(['rolled', 'start', true, false])
  vi.advanceTimersByTime(900)
  expect([view.told, view.settling, view.mine]).toEqual(['rolled', false, true])
  expect(view.standings).toHaveLength(1)
  expect(voice.polite.at(-1)?.text).toBe('[rolled]')
})

it('a clock runs from the moment at which a step came', () => {
  playback.leap(snapshot({ lines: [line('first')] }))
  const came = performance.now()
  playback.add('second', [], snapshot({ deadline: 30_000 }))
  vi.advanceTimersByTime(HOLD.normal)
  expect(view.deadline).toBe(came + 30_000)
})

it('boards hear of every step, also of those that are skipped', () => {
  const watched: unknown[] = []
  view.watch(
    (now) => void watched.push(now),
    () => undefined,
  )
  playback.leap(snapshot({ lines: [line('first')] }))
  for (const picture of ['a', 'b']) playback.add(picture, [line(picture)], null)
  playback.hasten()
  expect(watched).toEqual(['start', 'a', 'b'])
})
