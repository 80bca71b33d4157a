/** A finished match as this browser walks through it: any moment, forth and back. */

import { announce } from './announce.svelte'
import { pastCourse, pastInfo, pastPart } from './api'
import { aloud } from './i18n.svelte'
import type { Past } from './past'
import type { Course } from './protocol'
import { atRest } from './settings.svelte'
import { stillsOf, type Still } from './stills'
import { BoardView } from './view.svelte'

/** Events that are fetched together. */
const PART = 32
/** Milliseconds of rest before what is around a moment is fetched. */
const AHEAD = 120

export class ReplayClient extends BoardView {
  readonly replaying = true
  length = $state(0)
  /** How many events had happened at the moment that is shown. */
  at = $state(0)
  course: Course | null = $state.raw(null)
  failure: unknown = $state.raw(null)
  /** The moments known around the one that is shown, for the log. */
  around: Still[] = $state.raw([])
  running = $state(false)

  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- a cache: `around`, made of what came, is what is drawn
  private parts = new Map<number, Promise<Still[]>>()
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- a cache: `around`, made of it, is what is drawn
  private known = new Map<number, Still[]>()
  private wanted = 0
  private timer = 0
  private ahead = 0

  constructor(
    readonly past: Past,
    seat: number | null,
    at: number | null,
  ) {
    super(past.id)
    this.you = seat
    void this.begin(at)
  }

  /** Nobody acts in what is past. */
  override get mine(): boolean {
    return false
  }

  close(): void {
    this.pause()
    clearTimeout(this.ahead)
  }

  private async begin(at: number | null): Promise<void> {
    try {
      const [info, course] = await Promise.all([pastInfo(this.past), pastCourse(this.past)])
      this.info = info
      this.course = course
      this.length = course.events
      this.you ??= 0
      await this.goto(at ?? 0)
    } catch (error) {
      this.failure = error
    }
  }

  /** Sees it with another seat's eyes, at another moment perhaps. */
  async seeAs(seat: number, at = this.at): Promise<void> {
    this.you = seat
    this.parts.clear()
    this.known.clear()
    await this.goto(at)
  }

  /** The moment when so many events had happened, or the last one before it that something was said at. */
  async goto(at: number): Promise<void> {
    const goal = Math.max(0, Math.min(this.length, Math.round(at)))
    this.wanted = goal
    await this.leapBack(goal)
  }

  /** The next moment that something was said at. */
  async next(): Promise<boolean> {
    const from = this.at
    this.wanted = from
    for (let part = partOf(from); part <= partOf(this.length); part += 1) {
      const found = (await this.part(part)).find((one) => one.at > from && isStop(one, this.length))
      if (this.wanted !== from || this.at !== from) return true
      if (found) {
        this.stepTo(found)
        return true
      }
    }
    return false
  }

  async back(): Promise<void> {
    this.wanted = this.at - 1
    await this.leapBack(this.wanted)
  }

  /** To the last moment until then that something was said at, unless another one is wanted meanwhile. */
  private async leapBack(goal: number): Promise<void> {
    for (let part = partOf(goal); part >= 0; part -= 1) {
      const stills = await this.part(part)
      const found = stills.findLastIndex((one) => one.at <= goal && isStop(one, this.length))
      if (this.wanted !== goal) return
      if (found >= 0) {
        this.leapTo(stills, found)
        return
      }
    }
  }

  /** Several moments on or back. */
  async leap(count: number): Promise<void> {
    for (let done = 0; done < Math.abs(count); done += 1) {
      if (count > 0) await this.next()
      else await this.back()
    }
  }

  /** Walks on by itself, from the end to the beginning first. */
  run(hold: () => number): void {
    this.running = true
    const go = async (): Promise<void> => {
      if (!this.running) return
      if (!(await this.next())) this.pause()
      else this.timer = window.setTimeout(go, hold())
    }
    void (this.at < this.length ? go() : this.goto(0).then(go))
  }

  pause(): void {
    this.running = false
    clearTimeout(this.timer)
  }

  private part(number: number): Promise<Still[]> {
    const found = this.parts.get(number)
    if (found) return found
    const seat = this.you
    const coming = pastPart(this.past, number * PART, PART, seat).then((part) => {
      const stills = stillsOf(part)
      if (seat === this.you) this.known.set(number, stills)
      return stills
    })
    coming.catch(() => this.parts.delete(number))
    this.parts.set(number, coming)
    return coming
  }

  /** With dice and cards on their way. */
  private stepTo(still: Still): void {
    const before = this.picture
    this.put(still)
    this.notify(still.picture, before, still.lines)
    this.around = this.nearby()
  }

  /** At once, as it is. */
  private leapTo(stills: Still[], place: number): void {
    const still = stills[place]
    if (!still) return
    this.earlier = stills.slice(0, place).map((one) => one.picture)
    atRest(() => {
      this.put(still)
      this.notifyAnew()
    })
  }

  private put(still: Still): void {
    this.picture = still.picture
    this.fresh = still.lines
    this.toAct = still.toAct
    this.at = still.at
    this.wanted = still.at
    this.standings = still.points.map((points, seat) => ({ seat, points, place: 0 }))
    this.step += 1
    this.told = still.picture
    this.lines = this.nearby()
      .filter((one) => one.at <= this.at)
      .flatMap((one) => one.lines)
    for (const line of still.lines) announce(aloud(line.said))
    clearTimeout(this.ahead)
    this.ahead = window.setTimeout(() => this.rest(), AHEAD)
  }

  /** Not while somebody leaps about: the log, and what is likely to be looked at next. */
  private rest(): void {
    this.around = this.nearby()
    const near = partOf(this.at)
    for (const part of [near + 1, near - 1]) {
      if (part >= 0 && part * PART < this.length)
        void this.part(part).then(
          () => (this.around = this.nearby()),
          () => undefined,
        )
    }
  }

  /** What is known without a gap around the moment that is shown. */
  private nearby(): Still[] {
    const near = partOf(this.at)
    let [first, last] = [near, near]
    while (this.known.has(first - 1)) first -= 1
    while (this.known.has(last + 1)) last += 1
    const found: Still[] = []
    for (let part = first; part <= last; part += 1)
      found.push(...(this.known.get(part) ?? []).filter((one) => one.lines.length))
    return found
  }
}

const partOf = (at: number): number => Math.max(0, Math.floor((at - 1) / PART))
const isStop = (still: Still, end: number): boolean => still.lines.length > 0 || still.at === end || still.at === 0
