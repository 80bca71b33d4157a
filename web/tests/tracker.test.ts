import { expect, test } from 'vitest'
import { Tracker } from '../src/boards/mixeddoubles/tracker'
import type { MixCard, MixPicture, MixSpecial } from '../src/boards/mixeddoubles/picture'

const card = (colour: MixCard['colour'], value: number): MixCard => ({
  name: `${colour} ${value}`,
  colour,
  letter: '',
  value,
  action: null,
})
const special = (kind: MixSpecial['kind'], name: string): MixSpecial => ({ kind, name, action: null })

/** A picture of one player with these cards. */
const drawn = (palette: MixCard[], specials: MixSpecial[], free: number[] = [], jackpot: MixCard[] = []): MixPicture =>
  ({
    jackpot: [jackpot],
    players: [{ seat: 0, palette: [palette], specials, bank: { lanes: [], free } }],
  }) as unknown as MixPicture

test('a card keeps its identity on its way, and every way tells what flies', () => {
  const tracker = new Tracker()
  tracker.update(drawn([card('red', 3)], [special('extra', 'EXTRA ROLL')]))
  const [staked] = tracker.tracked('palette0', [card('red', 3)])
  const moves = tracker.update(drawn([], [], [2], [card('red', 3)]))
  expect(moves.map(({ card: { colour, value, kind }, from, to }) => ({ colour, value, kind, from, to }))).toEqual([
    { colour: 'red', value: 3, kind: undefined, from: 'palette0', to: 'jackpot0' },
    { colour: undefined, value: 2, kind: undefined, from: 'pile', to: 'bank0' },
    { colour: undefined, value: undefined, kind: 'extra', from: 'palette0', to: 'discard' },
  ])
  expect(moves[0]?.id).toBe(staked?.id)
})

test('of cards that are alike one moves and the other stays', () => {
  const tracker = new Tracker()
  const twins = [card('blue', 1), card('blue', 1)]
  tracker.update(drawn(twins, []))
  const moves = tracker.update(drawn([card('blue', 1)], [], [], [card('blue', 1)]))
  expect(moves.map(({ from, to }) => [from, to])).toEqual([['palette0', 'jackpot0']])
})
