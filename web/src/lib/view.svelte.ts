/** What is shown of a match, live or past, and what can be done in it: nothing, unless somebody says otherwise. */

import { alarm } from './announce.svelte'
import { say, t } from './i18n.svelte'
import type { Advised, DueInfo, Judged, Line, Reaction, StandingInfo, TableInfo } from './protocol'
import type { Message } from './say'
import { wrongSound } from './sound'

export class TableView {
  /** Whether it is a match of the past. */
  readonly replaying: boolean = false
  info: TableInfo | null = $state.raw(null)
  you: number | null = $state(null)
  /** Everything told so far, earliest first. */
  lines: Line[] = $state.raw([])
  /** What the step now shown said. */
  fresh: Line[] = $state.raw([])
  toAct: number[] | 'over' = $state.raw([])
  legal: string[] | null = $state.raw([])
  standings: StandingInfo[] = $state.raw([])
  undoable = $state(false)
  /** At a table with real dice: what has to be entered before anybody may act. */
  due: DueInfo | null = $state.raw(null)
  deadline: number | null = $state(null)
  /** What the coach advises here. */
  advice: Advised | null = $state.raw(null)
  /** What the coach says of our last action, which waits: it may be taken back before the dice roll. */
  judged: Judged | null = $state.raw(null)
  refusal: { reason: Message; rule: string | null; at: number } | null = $state.raw(null)
  /** By seat: the phrase that its player has just said. */
  reactions: Record<number, { reaction: Reaction; number: number }> = $state({})
  /** Waiting for the answer to an action. */
  busy = $state(false)
  /** Steps are still being shown: the table is not yet at what the server knows. */
  catching = $state(false)
  /** Dice and cards are moving: what they bring is not told before they lie still. */
  settling = $state(false)
  /** Counts what was shown, so that boards can tell one step from the next. */
  step = $state(0)

  /** The seats as players are listed, where that is not by number; set by the board. */
  order: number[] = $state.raw([])

  /** The bot that may play for one who is absent. */
  standIn = $state('')

  constructor(readonly id: string) {}

  name(seat: number): string {
    const info = this.info?.seats[seat]
    return info?.name || t('page.seat', { n: seat + 1 })
  }

  get mine(): boolean {
    if (this.settling && !this.info?.race) return false
    return this.you !== null && !this.catching && this.toAct !== 'over' && this.toAct.includes(this.you)
  }

  get isHost(): boolean {
    return this.you !== null && this.info?.host === this.you
  }

  /** Whether the coach gives hints here, now. */
  get mayAsk(): boolean {
    const coach = this.info?.coach
    return this.mine && this.advice === null && (coach === 'hints' || coach === 'training')
  }

  can(action: string): boolean {
    return this.mine && (this.legal === null || this.legal.includes(action))
  }

  act(_action: string): Promise<boolean> {
    return Promise.resolve(false)
  }

  /** Acts for a player who shares this device. */
  actFor(_seat: number, _action: string): Promise<boolean> {
    return Promise.resolve(false)
  }

  /** Where people race with real cards around one device: their seats, whose drops are entered together. */
  get gathered(): number[] {
    return []
  }

  undo(): Promise<boolean> {
    return Promise.resolve(false)
  }

  /** Asks the coach for a hint. */
  ask(): Promise<boolean> {
    return Promise.resolve(false)
  }

  /** Lets the action stand that the coach has judged. */
  letStand(): Promise<boolean> {
    return Promise.resolve(false)
  }

  fill(_seat: number, _bot: string): Promise<boolean> {
    return Promise.resolve(false)
  }

  /** A bot has stood in for me: I am here again. */
  playAgain(): Promise<boolean> {
    return Promise.resolve(false)
  }

  /** Skips what is still to be shown. */
  hasten(): void {
    // Nothing waits.
  }

  /** Says why something cannot be done. */
  refuse(reason: Message, rule: string | null): void {
    this.refusal = { reason, rule, at: Date.now() }
    alarm(say(reason))
    wrongSound()
  }

  dismiss(): void {
    this.refusal = null
  }
}

/** Asked or told of a step: its picture, the one before, and what is said. */
type Watching<P, Told> = (now: P, before: P | null, lines: Line[]) => Told

/** The same match with its pictures, which are the game's own: what a board is shown of it. */
export class BoardView<P = unknown> extends TableView {
  picture: P | null = $state.raw(null)
  /** The picture of the last step that was told: scores are read from it, so that no score runs ahead of its dice. */
  told: P | null = $state.raw(null)
  /** After a leap: the pictures before the one that is shown, as far as they are known. */
  earlier: P[] = []

  /** How much of the usual time a step is worth; set by the board. */
  weigh: (lines: Line[], picture: P) => number = () => 1
  /** Milliseconds until the dice and cards of a step lie still; set by the board. */
  landing: Watching<P, number> = () => 0

  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- called when a step is shown, never drawn
  private readonly watchers = new Map<Watching<P, void>, () => void>()

  /**
   * `watcher` is told of every step, also of those that are shown too briefly to be drawn. `anew` is called where steps
   * were left out: then a board forgets what it remembers of other moments.
   */
  watch(watcher: Watching<P, void>, anew: () => void): () => void {
    this.watchers.set(watcher, anew)
    return () => this.watchers.delete(watcher)
  }

  /** Boards hear of a step. */
  notify(now: P, before: P | null, lines: Line[]): void {
    for (const watcher of this.watchers.keys()) watcher(now, before, lines)
  }

  /** Boards hear of a leap. */
  protected notifyAnew(): void {
    for (const anew of this.watchers.values()) anew()
  }
}
