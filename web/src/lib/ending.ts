/** How a match ended, for a player or an onlooker: only what its standings and scores show. */

import type { Key } from './i18n.svelte'
import type { GameInfo, StandingInfo, Swing } from './protocol'

/** `won` and `lost` are a player's; `watched` is an onlooker's, `alone` that of the only player. */
export type Outcome = 'won' | 'lost' | 'watched' | 'alone'

export function outcomeFor(standings: StandingInfo[], you: number | null): Outcome {
  const own = standings.find((one) => one.seat === you)
  if (!own) return 'watched'
  if (standings.length === 1) return 'alone'
  return own.place === 1 ? 'won' : 'lost'
}

/** What a player who lost is told: the place among several, or that points alone did not decide. */
export function placeKey(standings: StandingInfo[], you: number | null): Key | null {
  if (outcomeFor(standings, you) !== 'lost') return null
  const own = standings.find((one) => one.seat === you)
  const first = standings.find((one) => one.place === 1)
  if (own && own.points === first?.points) return 'page.over_grace_level'
  return standings.length > 2 ? (`page.over_finished_${own?.place}` as Key) : null
}

/** The largest swing that the winner kept, where there is one to tell of. */
export function swingText(swing: Swing | null, game: Pick<GameInfo, 'unit'>): { key: Key; count: number } | null {
  return (
    swing && { key: game.unit === 'cards' ? 'page.over_swing_cards' : 'page.over_swing_points', count: swing.points }
  )
}
