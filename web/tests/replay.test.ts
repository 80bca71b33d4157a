import { expect, it } from 'vitest'
import { put, stillsOf } from '../src/lib/stills'

it('a change leaves the picture before as it was', () => {
  const old = { a: [1, { b: 2 }], c: 3 }
  const now = put(old, ['a', 1, 'b'], 5)
  expect(now).toEqual({ a: [1, { b: 5 }], c: 3 })
  expect(old).toEqual({ a: [1, { b: 2 }], c: 3 })
  expect(put(old, [], 7)).toBe(7)
})

it('the moments of a part follow from its picture', () => {
  const moment = (at: number, value: number) => ({
    at,
    who: null,
    said: [],
    changes: [[['x'], value]],
    points: [at],
    to_act: [0],
  })
  const stills = stillsOf({
    length: 9,
    first: 2,
    last: 5,
    picture: { x: 0 },
    points: [2],
    to_act: [],
    moments: [moment(3, 1), moment(5, 2)],
  })
  expect(stills.map((one) => [one.at, one.picture])).toEqual([
    [2, { x: 0 }],
    [3, { x: 1 }],
    [5, { x: 2 }],
  ])
})
