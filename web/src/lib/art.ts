/** What can be drawn on a side of a die. */

import type { Colour } from './drawing'

export interface Face {
  /** The body of the die. */
  body: Colour | 'bone' | 'coal'
  text?: string
  pips?: number
  /** A disc of colour on a plain die. */
  disc?: Colour
  /** The letter that stands for the colour. */
  letter?: string
}

export const PIPS: readonly (readonly [number, number][])[] = [
  [],
  [[50, 50]],
  [
    [27, 27],
    [73, 73],
  ],
  [
    [25, 25],
    [50, 50],
    [75, 75],
  ],
  [
    [27, 27],
    [73, 27],
    [27, 73],
    [73, 73],
  ],
  [
    [26, 26],
    [74, 26],
    [50, 50],
    [26, 74],
    [74, 74],
  ],
  [
    [27, 24],
    [73, 24],
    [27, 50],
    [73, 50],
    [27, 76],
    [73, 76],
  ],
]

/** Ordinary sides 1 to 6 of a body. */
export function pipSides(body: Face['body'], letter?: string): Face[] {
  return [1, 2, 3, 4, 5, 6].map((pips) => ({ body, pips, ...(letter ? { letter } : {}) }))
}
