/** The steps of a live match, put on the board one after the other, each long enough to be seen. */

import { announce } from './announce.svelte'
import { aloud } from './i18n.svelte'
import type { Line, Snapshot } from './protocol'
import { isStill, settings } from './settings.svelte'
import { endSound, turnSound } from './sound'
import type { BoardView } from './view.svelte'

interface Step {
  picture: unknown
  lines: Line[]
  /** What may be done once this is on the table; none on the way there. */
  now: Snapshot | null
  /** When it came: a clock runs from then, however late the step is shown. */
  at: number
}

/** A step that is shown: what it says is told when its dice and cards lie still. */
interface Untold {
  step: Step
  wasMine: boolean
  wasOver: boolean
  silent: boolean
}

/** Milliseconds that a step stays on the table before the next one is shown. */
export const HOLD = { calm: 1700, normal: 1050, instant: 0 }
/** Milliseconds to look at dice and cards that lie still. */
const LOOK = 350

export class Playback {
  private queue: Step[] = []
  private untold: Untold | null = null
  /** What the step now shown says, and how long its pieces move. */
  private shown: { lines: Line[]; moves: number } = { lines: [], moves: 0 }
  private shownAt = 0
  private stepTimer = 0
  private tellTimer = 0

  constructor(private readonly view: BoardView) {}

  stop(): void {
    clearTimeout(this.stepTimer)
    clearTimeout(this.tellTimer)
  }

  /** Shows what has happened since, in its time; `now` is null on the way there. */
  add(picture: unknown, lines: Line[], now: Snapshot | null): void {
    this.queue.push({ picture, lines, now, at: performance.now() })
    this.pump()
  }

  /** Shows this at once and in silence, after whatever still waits. */
  leap(now: Snapshot): void {
    this.hasten()
    this.queue.push({ picture: now.picture, lines: now.lines, now, at: performance.now() })
    this.show(true)
  }

  /** Skips what is still to be shown. */
  hasten(): void {
    while (this.queue.length) this.show()
    clearTimeout(this.stepTimer)
    this.stepTimer = 0
    this.tell()
  }

  /** Shows the next step, unless the one before has not been seen long enough. */
  private pump(): void {
    if (this.stepTimer) return
    const wait = this.shownAt + this.hold() - performance.now()
    if (wait > 0 && this.queue.length) {
      this.view.catching = true
      this.stepTimer = window.setTimeout(() => {
        this.stepTimer = 0
        this.pump()
      }, wait)
      return
    }
    if (this.queue.length) {
      this.show()
      this.pump()
    }
  }

  private hold(): number {
    if (this.view.info?.race || settings.speed === 'instant' || document.hidden) return 0
    const { lines, moves } = this.shown
    if (!lines.length) return moves
    const length = HOLD[settings.speed] * this.view.weigh(lines, this.view.picture) * (isStill() ? 0.7 : 1)
    return this.queue.length > 5 ? length / 3 : Math.max(length, moves ? moves + LOOK : 0)
  }

  private show(silent = false): void {
    const step = this.queue.shift()
    if (!step) return
    this.tell()
    const { view } = this
    const before = view.picture
    this.untold = { step, wasMine: view.mine, wasOver: view.toAct === 'over', silent }
    view.picture = step.picture
    if (step.now) this.settle(step.now, step.at)
    view.catching = this.queue.length > 0
    this.shownAt = performance.now()
    view.step += 1
    const lands =
      silent || isStill() || settings.speed === 'instant' || document.hidden
        ? 0
        : view.landing(step.picture, before, step.lines)
    this.shown = { lines: step.lines, moves: lands }
    view.notify(step.picture, before, step.lines)
    if (!lands) return this.tell()
    view.settling = true
    this.tellTimer = window.setTimeout(() => this.tell(), lands)
  }

  /** Says what the step now shown brings. */
  private tell(): void {
    clearTimeout(this.tellTimer)
    if (!this.untold) return
    const { step, wasMine, wasOver, silent } = this.untold
    const { view } = this
    this.untold = null
    view.settling = false
    view.told = step.picture
    view.fresh = step.lines
    if (step.lines.length) view.lines = [...view.lines, ...step.lines]
    if (step.now) view.standings = step.now.standings
    if (silent) return
    for (const line of step.lines) announce(aloud(line.said))
    if (view.toAct === 'over' && !wasOver) endSound()
    if (!wasMine && view.mine && !view.info?.race) turnSound()
  }

  private settle(now: Snapshot, at: number): void {
    const { view } = this
    view.toAct = now.to_act
    view.legal = now.legal
    view.undoable = now.undo
    view.due = now.due
    view.deadline = now.deadline === null ? null : at + now.deadline
  }
}
