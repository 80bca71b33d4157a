/** A mistake to try again: the board as its seat knew it, and what is said of what the reader does. */

import { announce } from './announce.svelte'
import { positionOf, tryChoice } from './api'
import { t } from './i18n.svelte'
import { tableOf } from './past'
import type { StudyDecision, StudyInfo, Tried } from './protocol'
import { turnSound, wrongSound } from './sound'
import { BoardView } from './view.svelte'

export class TrainerClient extends BoardView {
  /** What was tried last. */
  tried: Tried | null = $state.raw(null)
  /** The answer is shown. */
  shown = $state(false)
  failure: unknown = $state.raw(null)
  /** Counts positions: each is drawn anew. */
  leaps = $state(0)
  decision: StudyDecision | null = $state.raw(null)

  constructor(private readonly study: StudyInfo) {
    super(`train-${study.id}`)
    this.info = tableOf(study)
  }

  /** Puts a decision on the board, without its answer. */
  async put(decision: StudyDecision): Promise<void> {
    this.tried = null
    this.shown = false
    this.failure = null
    this.dismiss()
    try {
      const now = await positionOf(this.study.id, decision.at, decision.seat)
      this.decision = decision
      this.you = decision.seat
      this.picture = now.picture
      this.told = now.picture
      this.toAct = now.to_act
      this.legal = now.legal
      this.standings = now.standings
      this.step += 1
      this.leaps += 1
      turnSound()
    } catch (error) {
      this.failure = error
    }
  }

  override async act(action: string): Promise<boolean> {
    const decision = this.decision
    if (!decision || this.busy) return false
    this.busy = true
    try {
      const tried = await tryChoice(this.study.id, { at: decision.at, seat: decision.seat, action })
      if (decision !== this.decision) return false
      if (!tried.legal) {
        if (tried.said) this.refuse(tried.said, tried.rule)
        return false
      }
      this.tried = tried
      this.shown = tried.loss === 0
      announce(t(tried.loss === 0 ? 'page.train_right' : 'page.train_wrong'))
      if (tried.loss > 0) wrongSound()
      // The board is as it was: one may try something else.
      this.leaps += 1
      return false
    } catch (error) {
      this.failure = error
      return false
    } finally {
      this.busy = false
    }
  }

  reveal(): void {
    this.shown = true
  }
}
