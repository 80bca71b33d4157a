/** The countdown before a race. */

import { announce } from './announce.svelte'
import { tapSound } from './sound'

/** Milliseconds of each number. */
export const BEAT = 800

export class Countdown {
  private timer = 0
  private beats = 0

  constructor(private readonly show: (beats: number) => void) {}

  /** Counts down the milliseconds until a race begins; 0 where none is about to. */
  start(left: number): void {
    this.stop()
    if (left) this.count(performance.now() + left)
    else this.put(0)
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  /** Shows the beats that are left; one stays until the race has begun. */
  private count(end: number): void {
    const left = end - performance.now()
    const beats = Math.max(1, Math.ceil(left / BEAT))
    this.put(beats)
    if (beats > 1) this.timer = window.setTimeout(() => this.count(end), left - (beats - 1) * BEAT)
  }

  private put(beats: number): void {
    if (beats && beats !== this.beats) {
      announce(String(beats))
      tapSound()
    }
    this.beats = beats
    this.show(beats)
  }
}
