/** Quick phrases: a fixed set, said in the reader's language. */

import type { Reaction } from './protocol'

export type { Reaction }

/** In the order in which they are offered. */
export const REACTIONS: readonly Reaction[] = [
  'hello',
  'good_game',
  'well_played',
  'lucky',
  'thinking',
  'thanks',
  'oops',
  'ouch',
]

/** Milliseconds that a phrase stays beside its player. */
export const SHOWN = 6000
