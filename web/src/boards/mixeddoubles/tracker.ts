/** Cards on their way from place to place. */

import type { MixPicture } from './picture'

/** A card that keeps its identity while it moves from place to place. */
export interface Tracked<T> {
  id: number
  card: T
}

type Places = Map<string, { name: string }[]>

function placesOf(picture: MixPicture): Places {
  const places: Places = new Map()
  picture.jackpot.forEach((lane, n) => places.set(`jackpot${n}`, lane))
  for (const player of picture.players) {
    places.set(`palette${player.seat}`, [...player.palette.flat(), ...player.specials])
    places.set(`bank${player.seat}`, [
      ...player.bank.lanes.flat(),
      ...player.bank.free.map((value) => ({ name: `FREE ${value}` })),
    ])
  }
  return places
}

export interface Move {
  id: number
  name: string
  from: string
  to: string
}

/** Follows every card from picture to picture: cards of one name are alike, so any of them may be the one that moved. */
export class Tracker {
  private held = new Map<string, { id: number; name: string }[]>()
  private next = 1

  /** The cards that changed place. */
  update(picture: MixPicture): Move[] {
    const wanted = placesOf(picture)
    const loose: { id: number; name: string; from: string }[] = []
    const missing: { name: string; to: string }[] = []
    const now = new Map<string, { id: number; name: string }[]>()
    for (const [place, cards] of wanted) {
      const before = [...(this.held.get(place) ?? [])]
      const kept: { id: number; name: string }[] = []
      for (const { name } of cards) {
        const at = before.findIndex((one) => one.name === name)
        if (at >= 0) kept.push(...before.splice(at, 1))
        else missing.push({ name, to: place })
      }
      loose.push(...before.map((one) => ({ ...one, from: place })))
      now.set(place, kept)
    }
    const moves: Move[] = []
    for (const { name, to } of missing) {
      const at = loose.findIndex((one) => one.name === name)
      const found = at >= 0 ? loose.splice(at, 1)[0] : undefined
      const id = found?.id ?? this.next++
      now.get(to)?.push({ id, name })
      moves.push({ id, name, from: found?.from ?? 'pile', to })
    }
    for (const one of loose) moves.push({ id: one.id, name: one.name, from: one.from, to: 'discard' })
    this.held = now
    return moves
  }

  /** The cards of a place with their identities. */
  tracked<T extends { name: string }>(place: string, cards: T[]): Tracked<T>[] {
    const left = [...(this.held.get(place) ?? [])]
    return cards.map((card) => {
      const at = left.findIndex((one) => one.name === card.name)
      const found = at >= 0 ? left.splice(at, 1)[0] : undefined
      return { id: found?.id ?? -1, card }
    })
  }
}
