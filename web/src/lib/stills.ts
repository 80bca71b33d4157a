/** The moments of a replay, from a part of it as the hall tells it. */

import type { Line, Replay } from './protocol'

export interface Still {
  /** How many events had happened. */
  at: number
  lines: Line[]
  picture: unknown
  points: number[]
  toAct: number[]
}

/** A picture with something else at one of its places; what is not on the way there stays shared. */
export function put(picture: unknown, place: (string | number)[], value: unknown): unknown {
  const [first, ...rest] = place
  if (first === undefined) return value
  const copy = (Array.isArray(picture) ? [...(picture as unknown[])] : { ...(picture as object) }) as Record<
    string | number,
    unknown
  >
  copy[first] = put(copy[first], rest, value)
  return copy
}

/** The moments of a part, its beginning first. */
export function stillsOf(part: Replay): Still[] {
  let picture = part.picture
  const stills: Still[] = [{ at: part.first, lines: [], picture, points: part.points, toAct: part.to_act }]
  for (const moment of part.moments) {
    for (const [place, value] of moment.changes as [(string | number)[], unknown][])
      picture = put(picture, place, value)
    const lines = moment.said.length ? [{ seq: moment.at, who: moment.who, said: moment.said, at: 0 }] : []
    stills.push({ at: moment.at, lines, picture, points: moment.points, toAct: moment.to_act })
  }
  return stills
}
