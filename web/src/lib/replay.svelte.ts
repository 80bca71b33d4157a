/** A finished match as this browser walks through it: any moment, forth and back. */

import { announce } from './announce.svelte'
import { courseOf, replayPart, tableInfo } from './api'
import { aloud } from './i18n.svelte'
import type { Course } from './protocol'
import { stillsOf, type Still } from './stills'
import { TableView } from './view.svelte'

/** Events that are fetched together. */
const PART = 32
/** Milliseconds of rest before what is around a moment is fetched. */
const AHEAD = 120

export class ReplayClient extends TableView {
  readonly replaying = true
  length = $state(0)
  /** How many events had happened at the moment that is shown. */
  at = $state(0)
  /** Counts leaps: after one the board is drawn anew. */
  leaps = $state(0)
  course: Course | null = $state.raw(null)
  failure: unknown = $state.raw(null)
  /** The moments known around the one that is shown, for the log. */
  around: Still[] = $state.raw([])
  running = $state(false)

  private parts = new Map<number, Promise<Still[]>>()
  private known = new Map<number, Still[]>()
  private wanted = 0
  private timer = 0
  private ahead = 0

  constructor(
    id: string,
    seat: number | null,
    at: number | null,
  ) {
    super(id)
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
      const [info, course] = await Promise.all([tableInfo(this.id), courseOf(this.id)])
      this.info = info
      this.course = course
      this.length = course.events
      this.you ??= 0
      await this.goto(at ?? 0)
    } catch (error) {
      this.failure = error
    }
  }

  /** Sees it with another seat's eyes. */
  async seeAs(seat: number): Promise<void> {
    this.you = seat
    this.parts.clear()
    this.known.clear()
    await this.goto(this.at)
  }

  /** The moment when so many events had happened, or the last one before it. */
  async goto(at: number): Promise<void> {
    const goal = Math.max(0, Math.min(this.length, Math.round(at)))
    this.wanted = goal
    const stills = await this.part(partOf(goal))
    if (this.wanted !== goal) return
    this.show(stills.findLast((one) => one.at <= goal) ?? stills[0], false)
  }

  /** The next moment that something was said at. */
  async next(): Promise<boolean> {
    const from = this.at
    this.wanted = from
    for (let part = partOf(from); part <= partOf(this.length); part += 1) {
      const found = (await this.part(part)).find((one) => one.at > from && isStop(one, this.length))
      if (this.wanted !== from || this.at !== from) return true
      if (found) {
        this.show(found, true)
        return true
      }
    }
    return false
  }

  async back(): Promise<void> {
    const from = this.at
    this.wanted = from
    for (let part = partOf(from); part >= 0; part -= 1) {
      const found = (await this.part(part)).findLast((one) => one.at < from && isStop(one, this.length))
      if (this.wanted !== from || this.at !== from) return
      if (found) {
        this.show(found, false)
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

  run(hold: () => number): void {
    this.running = true
    const go = async (): Promise<void> => {
      if (!this.running) return
      if (!(await this.next())) this.pause()
      else this.timer = window.setTimeout(go, hold())
    }
    void go()
  }

  pause(): void {
    this.running = false
    clearTimeout(this.timer)
  }

  private part(number: number): Promise<Still[]> {
    const found = this.parts.get(number)
    if (found) return found
    const seat = this.you
    const coming = replayPart(this.id, number * PART, PART, seat).then((part) => {
      const stills = stillsOf(part)
      if (seat === this.you) this.known.set(number, stills)
      return stills
    })
    coming.catch(() => this.parts.delete(number))
    this.parts.set(number, coming)
    return coming
  }

  private show(still: Still | undefined, forth: boolean): void {
    if (!still) return
    const before = this.picture
    this.picture = still.picture
    this.fresh = still.lines
    this.toAct = still.toAct
    this.at = still.at
    this.wanted = still.at
    this.standings = still.points.map((points, seat) => ({ seat, points, place: 0 }))
    this.step += 1
    this.told = still.picture
    if (forth) this.notify(still.picture, before, still.lines)
    else this.leaps += 1
    for (const line of still.lines) announce(aloud(line.said))
    this.look()
    clearTimeout(this.ahead)
    this.ahead = window.setTimeout(() => this.fetchAround(), AHEAD)
  }

  /** What is likely to be looked at next; not while somebody leaps about. */
  private fetchAround(): void {
    const near = partOf(this.at)
    for (const part of [near + 1, near - 1]) {
      if (part >= 0 && part * PART < this.length) void this.part(part).then(() => this.look(), () => undefined)
    }
  }

  /** What is known without a gap around the moment that is shown. */
  private look(): void {
    const near = partOf(this.at)
    let [first, last] = [near, near]
    while (this.known.has(first - 1)) first -= 1
    while (this.known.has(last + 1)) last += 1
    const found: Still[] = []
    for (let part = first; part <= last; part += 1) found.push(...(this.known.get(part) ?? []).filter((one) => one.lines.length))
    this.around = found
    this.lines = found.filter((one) => one.at <= this.at).flatMap((one) => one.lines)
  }
}

const partOf = (at: number): number => Math.max(0, Math.floor((at - 1) / PART))
const isStop = (still: Still, end: number): boolean => still.lines.length > 0 || still.at === end || still.at === 0
