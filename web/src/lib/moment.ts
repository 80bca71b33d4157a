/** A moment of a finished match to be shown to others: from where to where, and what is said of it. */

import { actionWords } from '../boards'
import { say } from './i18n.svelte'
import type { Study, StudyDecision } from './protocol'
import type { Message } from './say'
import type { Decisive } from './study.svelte'

export interface Moment {
  /** How many events had happened before it, and after it. */
  from: number
  to: number
  /** Whose moment it is: it is shown as this seat saw it. */
  seat: number | null
  said: string
}

/** Events after a decision that may still be what came of it. */
const MOST = 24

/** When a moment that decided something is over: a roll with its last die, a decision with the next one. */
function endOf(study: Study, turn: Decisive): number {
  if (turn.kind === 'roll') return turn.roll.last
  const next = study.decisions.find((one) => one.at > turn.at)?.at ?? study.luck.length
  return Math.min(next, turn.at + MOST)
}

/** The mistake or the lucky roll that a study marks at a moment. */
export function turnAt(study: Study, at: number): Decisive | null {
  const mistake = study.decisions.find((one) => one.at === at && one.loss > 0)
  if (mistake) return { kind: 'mistake', mistake, at }
  const roll = study.rolls.find((one) => one.last === at)
  return roll ? { kind: 'roll', roll, at: roll.at } : null
}

/** What a mistake cost, and why; its choices are worded as on the buttons, best with the picture of its position. */
export function whyOf({ why, choices }: StudyDecision, slug: string, picture?: unknown): string {
  if (!why) return ''
  const [id, values] = why
  const [choice, best] = choices.map(
    (one) => ['core.quoted', { text: actionWords(slug)(one.action, picture) }] as Message,
  )
  return say([id, { ...values, ...(choice && best && { choice, best }) }])
}

/** What a study says of it; nothing where it has no words for it. */
export const wordsOf = (turn: Decisive, slug: string): string =>
  turn.kind === 'roll' ? say(turn.roll.said) : whyOf(turn.mistake, slug)

export const momentOf = (study: Study, turn: Decisive, slug: string): Moment => ({
  from: turn.at,
  to: endOf(study, turn),
  seat: turn.kind === 'roll' ? turn.roll.seat : turn.mistake.seat,
  said: wordsOf(turn, slug),
})
