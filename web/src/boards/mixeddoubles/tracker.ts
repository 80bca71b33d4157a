/** Cards on their way from place to place. */

import type { MixCard, MixPicture, MixSpecial } from './picture'

/** A card that keeps its identity while it moves from place to place. */
export interface Tracked<T> {
  id: number
  card: T
}

/** A card as far as its way shows it: one with a colour, a special one, or (neither) a FREE one. */
interface Shown {
  name: string
  value?: number
  colour?: MixCard['colour']
  kind?: MixSpecial['kind']
}

type Places = Map<string, Shown[]>

function placesOf(picture: MixPicture): Places {
  const places: Places = new Map()
  picture.jackpot.forEach((lane, n) => places.set(`jackpot${n}`, lane))
  for (const player of picture.players) {
    places.set(`palette${player.seat}`, [...player.palette.flat(), ...player.specials])
    places.set(`bank${player.seat}`, [
      ...player.bank.lanes.flat(),
      ...player.bank.free.map((value) => ({ name: `FREE ${value}`, value })),
    ])
  }
  return places
}

export interface Move {
  id: number
  card: Shown
  from: string
  to: string
}

/** Follows every card from picture to picture: cards of one name are alike, so any of them may be the one that moved. */
export class Tracker {
  private held = new Map<string, Tracked<Shown>[]>()
  private next = 1

  /** The cards that changed place. */
  update(picture: MixPicture): Move[] {
    const wanted = placesOf(picture)
    const loose: Move[] = []
    const missing: { card: Shown; to: string }[] = []
    const now = new Map<string, Tracked<Shown>[]>()
    for (const [place, cards] of wanted) {
      const before = [...(this.held.get(place) ?? [])]
      const kept: Tracked<Shown>[] = []
      for (const card of cards) {
        const at = before.findIndex((one) => one.card.name === card.name)
        if (at >= 0) kept.push(...before.splice(at, 1))
        else missing.push({ card, to: place })
      }
      loose.push(...before.map((one) => ({ ...one, from: place, to: 'discard' })))
      now.set(place, kept)
    }
    const moves: Move[] = []
    for (const { card, to } of missing) {
      const at = loose.findIndex((one) => one.card.name === card.name)
      const found = at >= 0 ? loose.splice(at, 1)[0] : undefined
      const id = found?.id ?? this.next++
      now.get(to)?.push({ id, card })
      moves.push({ id, card, from: found?.from ?? 'pile', to })
    }
    moves.push(...loose)
    this.held = now
    return moves
  }

  /** The cards of a place with their identities. */
  tracked<T extends { name: string }>(place: string, cards: T[]): Tracked<T>[] {
    const left = [...(this.held.get(place) ?? [])]
    return cards.map((card) => {
      const at = left.findIndex((one) => one.card.name === card.name)
      const found = at >= 0 ? left.splice(at, 1)[0] : undefined
      return { id: found?.id ?? -1, card }
    })
  }
}
