/** A guided first match as its reader goes through it: one step at a time, on the board of a real match. */

import { alarm, announce } from './announce.svelte'
import { lessonReply } from './api'
import { aloud, say } from './i18n.svelte'
import { markLearned } from './learned'
import { tableOf } from './past'
import type { Frame, LessonInfo, LessonReply, LessonStep, Line, TableInfo } from './protocol'
import type { Forms, Value } from './say'
import { isStill, settings } from './settings.svelte'
import { turnSound, wrongSound } from './sound'
import { BoardView } from './view.svelte'

/** Milliseconds that something on the way to the next step stays on the table. */
const HOLD = { calm: 1900, normal: 1200, instant: 0 }

export class LessonClient extends BoardView {
  /** The step whose words are shown; the board may still be on its way to it. */
  place = $state(0)
  /** The last step that the reader has come to: before it nothing has to be done again. */
  furthest = $state(0)
  /** What is wrong with what was tried last. */
  reply: LessonReply | null = $state.raw(null)
  /** Counts leaps: after one the board is drawn anew. */
  leaps = $state(0)
  /** What the steps say, in the reader's language. */
  texts: Record<string, Forms> = $state.raw({})

  /** What leads to the next step is being shown. */
  moving = $state(false)

  readonly steps: LessonStep[]
  private readonly reader: string
  /** The step that the board is at, or on its way to. */
  private goal = 0
  private timer = 0
  private tellTimer = 0
  /** What is still to be shown on the way; the last of it is the board at the step. */
  private queue: Frame[] = []

  constructor(
    readonly lesson: LessonInfo,
    readonly ownName: string,
  ) {
    super(`learn-${lesson.game}`)
    this.steps = lesson.steps
    this.texts = lesson.texts
    this.reader = lesson.names[lesson.you] ?? ''
    this.you = lesson.you
    this.info = infoOf(lesson, ownName)
    this.leap(0)
  }

  get current(): LessonStep {
    return this.steps[this.place] as LessonStep
  }

  get isLast(): boolean {
    return this.place === this.steps.length - 1
  }

  /** Whether the reader has to act before the lesson goes on. */
  get asks(): boolean {
    return this.current.action !== null && this.place === this.furthest
  }

  /** What the coach says: texts of the lesson, or of the rules. */
  spoken(said: [string, Record<string, Value>] | null): string {
    if (said === null) return ''
    const text = this.texts[said[0]]
    return typeof text === 'string' ? text : say(said)
  }

  close(): void {
    clearTimeout(this.timer)
    clearTimeout(this.tellTimer)
  }

  next(): void {
    if (this.moving) this.hasten()
    else if (!this.asks && !this.isLast) this.advance(this.place + 1)
  }

  back(): void {
    if (this.moving) this.hasten()
    else if (this.place > 0) this.leap(this.place - 1)
  }

  /** Does what is asked for. */
  show(): void {
    if (this.current.action !== null && !this.moving) void this.act(this.current.action)
  }

  override async act(action: string): Promise<boolean> {
    const at = this.choice(this.goal)
    this.busy = true
    try {
      const reply = await lessonReply(this.lesson.game, at, action)
      if (reply.right) {
        this.advance(at + 1)
        return true
      }
      this.hasten()
      if (at !== this.place) this.arrive(at)
      this.explain(reply)
    } catch {
      this.explain({ right: false, legal: false, said: ['page.lobby_failed', {}], rule: null })
    } finally {
      this.busy = false
    }
    return false
  }

  override hasten(): void {
    this.close()
    if (!this.moving) return
    for (const frame of this.queue.splice(0)) this.draw(frame)
    this.arrive(this.goal)
  }

  override dismiss(): void {
    this.reply = null
  }

  /** The step at which the reader chooses in this position: whoever has understood need not read on first. */
  private choice(from: number): number {
    let at = from
    while (this.steps[at]?.action === null && isStillThere(this.steps[at + 1])) at += 1
    return this.steps[at]?.action === null ? from : at
  }

  private explain(reply: LessonReply): void {
    this.reply = reply
    alarm(this.spoken(reply.said))
    wrongSound()
  }

  /** Shows what happens on the way to a step, one thing after the other, and then the step. */
  private advance(to: number): void {
    this.hasten()
    this.reply = null
    this.goal = Math.min(to, this.steps.length - 1)
    const { frames, now } = this.steps[this.goal] as LessonStep
    this.queue = isStillThere(this.steps[this.goal]) ? [] : [...frames, now]
    this.moving = true
    this.pump()
  }

  private pump(): void {
    const frame = this.queue.shift()
    if (!frame) {
      this.arrive(this.goal)
      return
    }
    const before = this.picture
    const quick = isStill() || settings.speed === 'instant' || document.hidden
    const moves = quick ? 0 : this.landing(frame.picture, before, frame.lines)
    this.draw(frame, moves)
    const look =
      settings.speed === 'instant' || document.hidden || !frame.lines.length
        ? 0
        : HOLD[settings.speed] * this.weigh(frame.lines, frame.picture)
    this.timer = window.setTimeout(() => this.pump(), this.queue.length ? Math.max(moves, look) : moves)
  }

  /** Puts something on the board; what it says is told when its dice and cards lie still. */
  private draw(frame: Frame, moves = 0): void {
    const before = this.picture
    const lines = this.named(frame.lines)
    this.picture = frame.picture
    this.catching = this.queue.length > 0
    if (!this.catching) this.settle()
    this.settling = moves > 0
    this.step += 1
    this.notify(frame.picture, before, lines)
    clearTimeout(this.tellTimer)
    if (moves) this.tellTimer = window.setTimeout(() => this.say(frame.picture, lines), moves)
    else this.say(frame.picture, lines)
  }

  private say(picture: unknown, lines: Line[]): void {
    this.settling = false
    this.told = picture
    this.fresh = lines
    if (lines.length) this.lines = [...this.lines, ...lines]
    for (const line of lines) announce(aloud(line.said))
  }

  /** What may be done at the step that the board has come to. */
  private settle(): void {
    const { now } = this.steps[this.goal] as LessonStep
    this.toAct = now.to_act
    this.legal = now.legal
    this.standings = now.standings
  }

  /** The coach speaks. */
  private arrive(at: number): void {
    this.goal = at
    this.moving = false
    this.settling = false
    this.catching = false
    this.place = at
    this.furthest = Math.max(this.furthest, at)
    if (this.isLast) markLearned(this.lesson.game)
    if (this.asks) turnSound()
  }

  /** To a step without what leads there. */
  private leap(to: number): void {
    const { now } = this.steps[to] as LessonStep
    this.reply = null
    this.goal = to
    this.picture = now.picture
    this.told = now.picture
    this.fresh = this.named(now.lines)
    this.lines = this.linesUpTo(to)
    this.step += 1
    this.settle()
    this.arrive(to)
    this.leaps += 1
  }

  /** All that has been told when a step is said. */
  private linesUpTo(at: number): Line[] {
    return this.named(
      this.steps
        .slice(0, at + 1)
        .flatMap((step) => [...step.frames.flatMap((frame) => frame.lines), ...step.now.lines]),
    )
  }

  /** Lines with the reader's own name in them. */
  private named(lines: Line[]): Line[] {
    return lines.map((line) => ({ ...line, said: renamed(line.said, this.reader, this.ownName) as Line['said'] }))
  }
}

/** A value with another name wherever the reader's stood. */
function renamed(value: unknown, from: string, to: string): unknown {
  if (value === from) return to
  if (Array.isArray(value)) return value.map((one) => renamed(one, from, to))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, renamed(one, from, to)]))
}

/** Whether nothing happens before a step. */
const isStillThere = (step: LessonStep | undefined): boolean =>
  step !== undefined && !step.frames.length && !step.now.lines.length

/** The table that a lesson is shown at. */
function infoOf(lesson: LessonInfo, ownName: string): TableInfo {
  const table = tableOf({ ...lesson, names: lesson.names.map((name, seat) => (seat === lesson.you ? ownName : name)) })
  return { ...table, seats: table.seats.map((one) => (one.seat === lesson.you ? one : { ...one, kind: 'bot' })) }
}
