/** The study of a finished match: asked for, waited for, and what it says of each moment. */

import { beginStudy, studyOf } from './api'
import type { Past } from './past'
import type { Study, StudyDecision, StudyInfo, StudyRoll } from './protocol'

/** Milliseconds between two looks at how far it is. */
const LOOK_MS = 700

export class StudyClient {
  info: StudyInfo | null = $state.raw(null)
  failure: unknown = $state.raw(null)
  private timer = 0
  private closed = false

  constructor(readonly past: Past) {}

  get study(): Study | null {
    return this.info?.study ?? null
  }

  /** Asks for the study; it is made if there is none. */
  async begin(): Promise<void> {
    this.failure = null
    try {
      const found = await studyOf(this.past)
      this.info = found
      if (found.state === 'absent' || found.state === 'failed') this.info = await beginStudy(this.past)
      this.wait()
    } catch (error) {
      this.failure = error
    }
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
  }

  /** Looks again until it is done. */
  private wait(): void {
    if (this.closed || this.info?.state === 'done' || this.info?.state === 'failed') return
    this.timer = window.setTimeout(() => void this.look(), LOOK_MS)
  }

  private async look(): Promise<void> {
    try {
      const found = await studyOf(this.past)
      // A hall that was started again has forgotten how far it was.
      this.info = found.state === 'absent' ? await beginStudy(this.past) : found
      this.wait()
    } catch (error) {
      this.failure = error
    }
  }
}

/** A mistake is a decision with a loss: marks, summary and trainer show these and no others. */
export const mistakesOf = (study: Study, seat: number | null = null): StudyDecision[] =>
  study.decisions.filter((one) => one.loss > 0 && (seat === null || one.seat === seat))

/** The dearest first. */
export const byLoss = (mistakes: StudyDecision[]): StudyDecision[] =>
  [...mistakes].sort((a, b) => b.loss - a.loss || a.at - b.at)

export interface Mark {
  kind: 'mistake' | 'luck'
  /** The moment to look at it. */
  at: number
  seat: number
  amount: number
  /** How large it is drawn: less than a twentieth of a win is small. */
  weight: number
}

/** Shares of a win, or of twenty points, from which a mark is drawn large. */
const LARGE = 0.05

/** What is marked on the curve, in the order of the match. */
export function marksOf(study: Study): Mark[] {
  const large = study.scale * (study.unit === 'wins' ? LARGE : 20 * LARGE)
  const mistakes = mistakesOf(study).map(({ at, seat, loss }) => ({ kind: 'mistake' as const, at, seat, amount: loss }))
  const rolls = study.rolls.map(({ last, seat, amount }) => ({ kind: 'luck' as const, at: last, seat, amount }))
  return [...mistakes, ...rolls]
    .map((one) => ({ ...one, weight: one.amount < large ? 0.6 : 1 }))
    .sort((a, b) => a.at - b.at)
}

/** What luck brought each seat between two moments. */
export function luckBetween(study: Study, from: number, to: number): number[] {
  const rows = study.luck.slice(Math.max(0, from), to)
  return (study.values[0] ?? []).map((_, seat) => rows.reduce((sum, row) => sum + (row[seat] ?? 0), 0))
}

/** Values as rows of a chart: how far the match was, then percent or points of each seat. */
export const rowsOf = (study: Study): number[][] =>
  study.values.map((row, at) => [at, ...row.map((value) => (value * factorOf(study)) / study.scale)])

const factorOf = (study: Pick<Study, 'unit'>): number => (study.unit === 'wins' ? 100 : 1)

/** A value or a difference in the reader's own way: `47.1 %`, `+3.2`. */
export function valueText(
  units: number,
  study: Pick<Study, 'unit' | 'scale'>,
  locale: string,
  signed = false,
  digits = 1,
): string {
  const isWins = study.unit === 'wins'
  const options: Intl.NumberFormatOptions = {
    style: isWins ? 'percent' : 'decimal',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: signed ? 'exceptZero' : 'auto',
  }
  return new Intl.NumberFormat(locale, options).format(units / study.scale)
}

export type Decisive =
  { kind: 'roll'; roll: StudyRoll; at: number } | { kind: 'mistake'; mistake: StudyDecision; at: number }

/** What decided a match, with the moment before it: the winner's luckiest roll, or the others' dearest mistake. */
export function decisive(study: Study, winner: number): Decisive | null {
  const roll = study.rolls.find((one) => one.seat === winner)
  const [mistake] = byLoss(mistakesOf(study)).filter((one) => one.seat !== winner)
  if (mistake && mistake.loss >= (roll?.amount ?? 0)) return { kind: 'mistake', mistake, at: mistake.at }
  return roll ? { kind: 'roll', roll, at: roll.at } : null
}
