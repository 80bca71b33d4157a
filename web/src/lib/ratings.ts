/** How strong players are, as the hall knows. */

import { publicPlayer } from './api'
import type { PublicPlayer, Rating } from './protocol'

const asked = new Map<string, Promise<PublicPlayer | null>>()

/** A player's rating in a game; asked for once. */
export async function ratingOf(player: string, game: string, kind: Rating['kind']): Promise<Rating | null> {
  let known = asked.get(player)
  if (!known) {
    known = publicPlayer(player).catch(() => null)
    asked.set(player, known)
  }
  return (await known)?.ratings.find((one) => one.game === game && one.kind === kind) ?? null
}
