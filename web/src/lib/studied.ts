/** What the studies of this device's matches have found: the dearest mistakes, and how well they were played. */

import { byLoss, mistakesOf } from './study.svelte'
import type { Study } from './protocol'
import { listOf, number, oneOf, rightOf, shaped, text } from './shapes'
import { recall, remember } from './storage'

export interface Studied {
  /** The table. */
  id: string
  unit: 'wins' | 'points'
  scale: number
  /** Mine: the mean loss of a decision, what luck brought, and the result without it. */
  rate: number
  luck: number
  adjusted: number
  /** The dearest first. */
  mistakes: { at: number; loss: number }[]
}

const KEPT = 200
/** Mistakes kept of each match. */
const DEAREST = 5

const readStudied = rightOf<Studied>(
  shaped({
    id: text,
    unit: oneOf<'wins' | 'points'>('wins', 'points'),
    scale: number,
    rate: number,
    luck: number,
    adjusted: number,
    mistakes: listOf(shaped({ at: number, loss: number })),
  }),
)

/** Latest studied first. */
export const studied = (): Studied[] => recall('studied', readStudied, [])

/** Keeps what a study says of this device's own seat. */
export function noteStudy(table: string, seat: number, study: Study): void {
  const account = study.accounts[seat]
  if (!account) return
  const mistakes = byLoss(mistakesOf(study, seat)).slice(0, DEAREST)
  const found: Studied = {
    id: table,
    unit: study.unit,
    scale: study.scale,
    rate: account.rate,
    luck: account.luck,
    adjusted: account.adjusted,
    mistakes: mistakes.map(({ at, loss }) => ({ at, loss })),
  }
  remember('studied', [found, ...studied().filter((one) => one.id !== table)].slice(0, KEPT))
}
