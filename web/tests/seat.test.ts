import { expect, it } from 'vitest'
import { ASK_AGAIN, SeatToken } from '../src/lib/seat'
import { heldSeats, holdSeat } from '../src/lib/storage'

const hold = (token: string) => holdSeat('t', { token, seat: 0, game: 'sixes', at: 1 })
const refusedToTheEnd = (token: SeatToken) => {
  while (token.refused() !== null);
}

it('a refused token is shown again for at least ten seconds', () => {
  hold('mine')
  const token = new SeatToken('t', null)
  let waited = 0
  for (let wait = token.refused(); wait !== null; wait = token.refused()) {
    expect(token.shown).toBe('mine')
    waited += wait
  }
  expect(waited).toBeGreaterThanOrEqual(10_000)
  expect(ASK_AGAIN.length).toBeGreaterThan(2)
})

it('after that this page watches, and the token stays for the next', () => {
  hold('mine')
  const token = new SeatToken('t', null)
  refusedToTheEnd(token)
  expect(token.shown).toBeNull()
  expect(heldSeats()).toHaveProperty('t')
  expect(new SeatToken('t', null).shown).toBe('mine')
})

it('a welcome in between begins the count anew', () => {
  hold('mine')
  const token = new SeatToken('t', null)
  const first = token.refused()
  token.accepted(0, 'sixes')
  expect(token.refused()).toBe(first)
})

it('a link is kept once it has opened a seat', () => {
  const token = new SeatToken('t', 'link')
  expect(token.shown).toBe('link')
  expect(heldSeats()).toEqual({})
  expect(token.accepted(2, 'sixes')).toBe(false)
  expect(heldSeats()).toMatchObject({ t: { token: 'link', seat: 2 } })
  expect(token.shown).toBe('link')
})

it('a link to the seat that is held is no other seat', () => {
  hold('mine')
  expect(new SeatToken('t', 'mine').accepted(0, 'sixes')).toBe(false)
})

it('a link beside a seat that is held is asked about, and taken or forgotten', () => {
  hold('mine')
  const token = new SeatToken('t', 'link')
  expect(token.shown).toBe('mine')
  expect(token.accepted(0, 'sixes')).toBe(true)
  token.preferLink()
  expect(token.shown).toBe('link')
  expect(heldSeats()).toMatchObject({ t: { token: 'mine' } })
  token.forgetLink()
  expect(token.shown).toBe('mine')
  expect(token.accepted(0, 'sixes')).toBe(false)
})

it('a link that opens nothing leaves the seat that is held', () => {
  hold('mine')
  const token = new SeatToken('t', 'nonsense')
  token.preferLink()
  refusedToTheEnd(token)
  expect(token.shown).toBe('mine')
  expect(heldSeats()).toMatchObject({ t: { token: 'mine' } })
})

it('a seat that the hall has given away is dropped', () => {
  hold('mine')
  new SeatToken('t', null).lose()
  expect(heldSeats()).toEqual({})
})
