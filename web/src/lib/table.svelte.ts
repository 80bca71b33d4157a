/** One table as this browser follows it: the connection, the match as it is shown, what can be done now. */

import { alarm, announce } from './announce.svelte'
import { socketUrl } from './api'
import { isOutdated, reloadFor } from './build'
import { aloud, say, t } from './i18n.svelte'
import { botMessage } from './names'
import type { HostSettings } from './opening'
import type { Message } from './say'
import { diceMessage, noteChain, noteDice } from './dice'
import {
  CLOSE_NO_TABLE,
  CLOSE_PROTOCOL,
  PROTOCOL,
  type AnyClientMessage,
  type AnyRequest,
  type Line,
  type React,
  type Reaction,
  type AnyServerMessage,
  type Snapshot,
  type TableInfo,
} from './protocol'
import { isStill, settings } from './settings.svelte'
import { SHOWN } from './reactions'
import { endSound, tapSound, turnSound, wrongSound } from './sound'
import { dropSeat, heldSeats, holdSeat, randomText } from './storage'
import { BoardView } from './view.svelte'

export type Connection = 'connecting' | 'open' | 'lost' | 'gone'

export interface Shown {
  picture: unknown
  lines: Line[]
}

interface Step extends Shown {
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

/** What a page may ask for, before it has an id. */
type Request = Unnumbered<AnyRequest | React>
type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never

interface Sent {
  id: string
  message: AnyClientMessage
  resolve: (done: boolean) => void
}

/** Milliseconds that a step stays on the table before the next one is shown. */
const HOLD = { calm: 1700, normal: 1050, instant: 0 }
/** Milliseconds to look at dice and cards that lie still. */
const LOOK = 350
/** Milliseconds of each number that is counted down before a race. */
const BEAT = 800
const RETRY = [250, 500, 1000, 2000, 4000]
const AGAIN_MS = 1000
/** Milliseconds without a word after which the hall is asked whether it is there. */
const QUIET = 15_000
/** Milliseconds that the hall has for an answer: then the line is taken for dead, though nobody has closed it. */
const ANSWER = 15_000
/** Milliseconds that it has for a new line and its first word: a hall that has just started may be slow. */
const WELCOME = 40_000
/** Codes of refusals that are not for good. */
const PASSING = new Set(['store', 'busy'])

export class TableClient extends BoardView {
  connection: Connection = $state('connecting')
  /** The link that was opened holds another seat than the one this browser has: which shall it be? */
  doubtful = $state(false)
  /** Before a race: what is left to be counted down. */
  counting = $state(0)
  /** The host has sent us away from the seat that we had. */
  unseated = $state(false)
  private leaving = false
  private socket: WebSocket | null = null
  private seq = 0
  private attempts = 0
  private retryTimer = 0
  private stepTimer = 0
  private tellTimer = 0
  private countTimer = 0
  private quietTimer = 0
  private answerTimer = 0
  private untold: Untold | null = null
  /** What the step now shown says, and how long its pieces move. */
  private shown: { lines: Line[]; moves: number } = { lines: [], moves: 0 }
  private queue: Step[] = []
  private shownAt = 0
  private sent: Sent[] = []
  private closed = false
  private phrases = 0
  /** This tab's name in the ids of its messages, which count up. */
  private readonly tab = randomText(6)
  private count = 0
  /** Ids of messages that nobody waits for. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- asked when an answer comes, never drawn
  private quiet = new Set<string>()
  /** Rounds, stages and seats in which this connection has done its part. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- asked when news come, never drawn
  private diceDone = new Set<string>()
  /** A token from a link, to be tried; it is kept once it has opened a seat. */
  private candidate: string | null
  /** Whether the link's token comes before the one that this browser holds: only if its owner has said so. */
  private prefersLink = false
  /** The page that the hall has, if this is an older one. */
  private newer: string | null = null

  constructor(id: string, candidate: string | null = null) {
    super(id)
    this.candidate = candidate
    this.connect()
    addEventListener('online', this.hurry)
    addEventListener('offline', this.giveUp)
    document.addEventListener('visibilitychange', this.hurry)
  }

  close(): void {
    this.closed = true
    clearTimeout(this.retryTimer)
    clearTimeout(this.stepTimer)
    clearTimeout(this.tellTimer)
    clearTimeout(this.countTimer)
    this.expectNothing()
    removeEventListener('online', this.hurry)
    removeEventListener('offline', this.giveUp)
    document.removeEventListener('visibilitychange', this.hurry)
    this.socket?.close()
  }

  /** A new connection at once, e.g. after this browser has taken a seat. */
  reconnect(): void {
    clearTimeout(this.retryTimer)
    this.socket?.close()
    this.connect()
  }

  override act(action: string): Promise<boolean> {
    return this.send({ type: 'act', action, seq: this.seq })
  }

  override undo(): Promise<boolean> {
    return this.send({ type: 'undo', seq: this.seq })
  }

  start(): Promise<boolean> {
    return this.send({ type: 'start' })
  }

  override fill(seat: number, bot: string): Promise<boolean> {
    return this.send({ type: 'fill', seat, bot })
  }

  open(seat: number): Promise<boolean> {
    return this.send({ type: 'open', seat })
  }

  addSeat(): Promise<boolean> {
    return this.send({ type: 'add' })
  }

  removeSeat(seat: number): Promise<boolean> {
    return this.send({ type: 'remove', seat })
  }

  change(settings: HostSettings): Promise<boolean> {
    return this.send({ type: 'change', ...settings })
  }

  rename(name: string): Promise<boolean> {
    return this.send({ type: 'rename', name })
  }

  /** Plays again, in place of the bot that stands in. */
  override playAgain(): Promise<boolean> {
    return this.send({ type: 'back' })
  }

  /** Whether this player wants another match. */
  offer(yes: boolean): Promise<boolean> {
    return this.send({ type: 'offer', yes })
  }

  react(reaction: Reaction): Promise<boolean> {
    return this.send({ type: 'react', reaction })
  }

  async leave(): Promise<boolean> {
    this.leaving = true
    this.leaving = await this.send({ type: 'leave' })
    return this.leaving
  }

  /** Skips what is still to be shown. */
  override hasten(): void {
    while (this.queue.length) this.show()
    clearTimeout(this.stepTimer)
    this.stepTimer = 0
    this.tell()
  }

  private send(message: Request): Promise<boolean> {
    this.refusal = null
    const id = this.nextId()
    return new Promise((resolve) => {
      const sent: Sent = { id, message: { ...message, id }, resolve }
      this.sent.push(sent)
      this.busy = true
      this.post(sent.message)
    })
  }

  private nextId(): string {
    this.count += 1
    return `${this.tab}.${this.count}`
  }

  /** Commits or reveals, once a round and connection. */
  private addToDice(): void {
    if (!this.info) return
    noteDice(this.info)
    const key = `${this.info.dice.round} ${this.info.dice.stage} ${this.you}`
    const message = this.diceDone.has(key) ? null : diceMessage(this.info, this.you)
    if (!message) return
    this.diceDone.add(key)
    const id = this.nextId()
    this.quiet.add(id)
    this.post({ ...message, id })
  }

  /** The hall could not take this browser's part in the dice: nobody but us sends it again. */
  private addToDiceAgain(): void {
    setTimeout(() => {
      this.diceDone.clear()
      this.addToDice()
    }, AGAIN_MS)
  }

  private get held(): string | null {
    return heldSeats()[this.id]?.token ?? null
  }

  private get token(): string | null {
    return this.prefersLink ? this.candidate : (this.held ?? this.candidate)
  }

  /** Another link has been opened. */
  tryLink(token: string): void {
    this.candidate = token
    this.reconnect()
  }

  /** The seat of the link, in place of the one that this browser holds; it is kept if it is one. */
  takeLink(): void {
    this.doubtful = false
    this.prefersLink = true
    this.reconnect()
  }

  /** The seat that this browser holds. */
  keepSeat(): void {
    this.doubtful = false
    this.candidate = null
  }

  /** The token opens no seat: it is dropped, the next one is tried if there is one, and otherwise we watch. */
  private turnedAway(reason: Message): void {
    if (this.token === this.candidate) {
      this.candidate = null
      this.prefersLink = false
      this.refuse(reason, null)
    } else dropSeat(this.id)
    this.reconnect()
  }

  private post(message: AnyClientMessage): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return
    this.socket.send(JSON.stringify(message))
    if (message.type !== 'pong') this.expect()
  }

  /** Something has to come from the hall soon. */
  private expect(within = ANSWER): void {
    this.answerTimer ||= window.setTimeout(this.giveUp, within)
  }

  private expectNothing(): void {
    clearTimeout(this.answerTimer)
    this.answerTimer = 0
    clearTimeout(this.quietTimer)
  }

  /** The hall has said something: it is there. */
  private noteLife(): void {
    this.expectNothing()
    this.quietTimer = window.setTimeout(() => this.ask(), QUIET)
  }

  private ask(): void {
    this.post({ type: 'ping', t: performance.now() })
  }

  /** The line is dead; a browser that waits for the other end to close it may wait for many minutes. */
  private giveUp = (): void => {
    const dead = this.socket
    if (!dead) return
    this.lost(0)
    dead.close()
  }

  private settle(id: string, done: boolean): void {
    const found = this.sent.find((one) => one.id === id)
    this.sent = this.sent.filter((one) => one.id !== id)
    this.busy = this.sent.length > 0
    found?.resolve(done)
    this.renew()
  }

  /** Loads the hall's new page as soon as nothing waits for an answer. */
  private renew(): void {
    if (this.newer !== null && !this.sent.length) reloadFor(this.newer)
  }

  private hurry = (): void => {
    if (document.visibilityState !== 'visible') return
    // While a phone sleeps its lines die, and nobody tells it.
    if (this.connection === 'open') this.ask()
    if (this.connection === 'lost') this.reconnect()
  }

  private connect(): void {
    if (this.closed) return
    const socket = new WebSocket(socketUrl(`/ws/tables/${this.id}`))
    this.socket = socket
    this.expectNothing()
    this.expect(WELCOME)
    socket.onopen = () => {
      if (socket === this.socket) this.post({ type: 'hello', token: this.token, seq: this.seq, protocol: PROTOCOL })
    }
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket !== this.socket) return
      this.noteLife()
      this.take(JSON.parse(event.data) as AnyServerMessage)
    }
    socket.onclose = (event) => {
      if (socket === this.socket) this.lost(event.code)
    }
  }

  private lost(code: number): void {
    this.socket = null
    this.expectNothing()
    if (this.closed || this.connection === 'gone') return
    if (code === CLOSE_NO_TABLE) {
      this.connection = 'gone'
      return
    }
    if (code === CLOSE_PROTOCOL) {
      location.reload()
      return
    }
    if (this.connection === 'open') announce(t('page.connection_lost'))
    this.connection = 'lost'
    this.retryTimer = window.setTimeout(() => this.connect(), RETRY[Math.min(this.attempts, RETRY.length - 1)])
    this.attempts += 1
  }

  private take(message: AnyServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.diceDone.clear()
        this.welcome(message.table, message.you, message.snapshot)
        this.addToDice()
        noteChain(this.id, message.table.seq, message.table.chain)
        if (isOutdated(message.build)) this.newer = message.build
        this.renew()
        break
      case 'update':
        this.seq = message.seq
        noteChain(this.id, message.seq, message.chain)
        if (message.undone) this.hasten()
        for (const frame of message.frames) this.enqueue({ ...frame, now: null, at: performance.now() })
        this.enqueue({ picture: message.picture, lines: message.lines, now: message, at: performance.now() })
        if (message.ack) this.settle(message.ack, true)
        break
      case 'table':
        this.tellStandIns(message.table, this.info)
        this.renewClock(message.table, this.info)
        this.renewInfo(message.table)
        if (this.you !== null && message.you === null) this.loseSeat()
        this.you = message.you
        this.addToDice()
        noteChain(this.id, message.table.seq, message.table.chain)
        break
      case 'ack':
        this.settle(message.id, true)
        break
      case 'refused':
        if (this.quiet.has(message.id)) {
          if (PASSING.has(message.code)) this.addToDiceAgain()
          break
        }
        this.refuse(message.reason, message.rule)
        this.settle(message.id, false)
        break
      case 'error':
        if (message.code === 'table') this.connection = 'gone'
        else if (message.code === 'token') this.turnedAway(message.message)
        else this.refuse(message.message, null)
        break
      case 'reaction':
        this.hear(message.seat, message.reaction)
        break
      case 'ping':
        this.post({ type: 'pong', t: message.t })
        break
    }
  }

  /** Says in the log when another level begins to play for a bot, and when it plays itself again. */
  private tellStandIns(next: TableInfo, last: TableInfo | null): void {
    for (const seat of next.seats) {
      const before = last?.seats[seat.seat]?.stand_in
      const now = seat.stand_in
      if (before?.level === now?.level && before?.reason === now?.reason) continue
      const said: Message = now
        ? [`page.stand_in_${now.reason}`, { name: seat.name, by: botMessage(now.level) }]
        : ['page.stand_in_over', { name: seat.name }]
      this.lines = [...this.lines, { seq: next.seq, who: seat.seat, said: [said], at: Date.now() }]
      announce(say(said))
    }
  }

  /** Who is back has all the time again, as the hall counts it. */
  private renewClock(next: TableInfo, last: TableInfo | null): void {
    const { clock } = next.settings
    if (clock === null || this.toAct === 'over') return
    const asked = this.you !== null && this.toAct.includes(this.you) ? [this.you] : this.toAct
    if (asked.some((seat) => last?.seats[seat]?.away && !next.seats[seat]?.away))
      this.deadline = performance.now() + clock * 1000
  }

  /** We have left, or the host has sent us away. */
  private loseSeat(): void {
    dropSeat(this.id)
    if (this.leaving || this.info?.status !== 'waiting') return
    this.unseated = true
    alarm(t('page.join_sent'))
  }

  private welcome(info: TableInfo, you: number | null, snapshot: Snapshot): void {
    const again = this.connection === 'lost'
    const last = this.info
    this.renewInfo(info)
    this.you = you
    this.connection = 'open'
    this.attempts = 0
    this.hasten()
    this.seq = snapshot.seq
    this.shownAt = 0
    this.queue.push({ picture: snapshot.picture, lines: snapshot.lines, now: snapshot, at: performance.now() })
    this.show(true)
    this.tellStandIns(info, last)
    if (again) announce(t('page.connection_back'))
    for (const one of this.sent) this.post(one.message)
    if (you === null || !this.candidate) return
    if (this.token === this.candidate) {
      holdSeat(this.id, { token: this.candidate, seat: you, game: info.game, at: Date.now() })
      this.candidate = null
      this.prefersLink = false
    } else this.doubtful = true
  }

  private refuse(reason: Message, rule: string | null): void {
    this.refusal = { reason, rule, at: Date.now() }
    alarm(say(reason))
    wrongSound()
  }

  /** A phrase stays for a while; those of others not at all where they are muted. */
  private hear(seat: number, reaction: Reaction): void {
    if (!settings.reactions && seat !== this.you) return
    this.phrases += 1
    const number = this.phrases
    this.reactions[seat] = { reaction, number }
    if (seat !== this.you) announce(`${this.name(seat)}: ${t(`page.react_${reaction}`)}`)
    setTimeout(() => {
      if (this.reactions[seat]?.number === number) delete this.reactions[seat]
    }, SHOWN)
  }

  private enqueue(step: Step): void {
    this.queue.push(step)
    this.pump()
  }

  /** Shows the next step, unless the one before has not been seen long enough. */
  private pump(): void {
    if (this.stepTimer) return
    const wait = this.shownAt + this.hold() - performance.now()
    if (wait > 0 && this.queue.length) {
      this.catching = true
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
    if (this.info?.race || settings.speed === 'instant' || document.hidden) return 0
    const { lines, moves } = this.shown
    if (!lines.length) return moves
    const length = HOLD[settings.speed] * this.weigh(lines, this.picture) * (isStill() ? 0.7 : 1)
    return this.queue.length > 5 ? length / 3 : Math.max(length, moves ? moves + LOOK : 0)
  }

  private show(silent = false): void {
    const step = this.queue.shift()
    if (!step) return
    this.tell()
    const before = this.picture
    this.untold = { step, wasMine: this.mine, wasOver: this.toAct === 'over', silent }
    this.picture = step.picture
    if (step.now) this.settleNow(step.now, step.at)
    this.catching = this.queue.length > 0
    this.shownAt = performance.now()
    this.step += 1
    const lands =
      silent || isStill() || settings.speed === 'instant' || document.hidden
        ? 0
        : this.landing(step.picture, before, step.lines)
    this.shown = { lines: step.lines, moves: lands }
    this.notify(step.picture, before, step.lines)
    if (!lands) return this.tell()
    this.settling = true
    this.tellTimer = window.setTimeout(() => this.tell(), lands)
  }

  private renewInfo(info: TableInfo): void {
    this.info = info
    clearTimeout(this.countTimer)
    this.countDown(performance.now() + info.countdown)
  }

  /** Counts down to the moment at which a race begins, as the hall says; not below one, which stays until it has begun. */
  private countDown(end: number): void {
    const left = end - performance.now()
    const beats = this.info?.countdown ? Math.max(1, Math.ceil(left / BEAT)) : 0
    if (beats && beats !== this.counting) {
      announce(String(beats))
      tapSound()
    }
    this.counting = beats
    if (beats > 1) this.countTimer = window.setTimeout(() => this.countDown(end), left - (beats - 1) * BEAT)
  }

  /** Says what the step now shown brings. */
  private tell(): void {
    clearTimeout(this.tellTimer)
    if (!this.untold) return
    const { step, wasMine, wasOver, silent } = this.untold
    this.untold = null
    this.settling = false
    this.told = step.picture
    this.fresh = step.lines
    if (step.lines.length) this.lines = [...this.lines, ...step.lines]
    if (step.now) this.standings = step.now.standings
    if (silent) return
    for (const line of step.lines) announce(aloud(line.said))
    if (this.toAct === 'over' && !wasOver) endSound()
    if (!wasMine && this.mine && !this.info?.race) turnSound()
  }

  private settleNow(now: Snapshot, at: number): void {
    this.toAct = now.to_act
    this.legal = now.legal
    this.prompt = now.prompt
    this.undoable = now.undo
    this.deadline = now.deadline === null ? null : at + now.deadline
  }
}
