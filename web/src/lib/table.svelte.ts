/** One table as this browser follows it: what the hall tells becomes what is shown, what is done becomes requests. */

import { alarm, announce } from './announce.svelte'
import { isOutdated, reloadFor } from './build'
import { Countdown } from './countdown'
import { DicePart, noteChain } from './dice'
import { say, t } from './i18n.svelte'
import { botMessage } from './names'
import type { HostSettings } from './opening'
import { Playback } from './playback'
import {
  CLOSE_NO_TABLE,
  CLOSE_PROTOCOL,
  PROTOCOL,
  type AnyServerMessage,
  type Reaction,
  type TableInfo,
  type Update,
  type Welcome,
} from './protocol'
import { SHOWN } from './reactions'
import { Requests, type Request } from './requests'
import type { Message } from './say'
import { SeatToken } from './seat'
import { settings } from './settings.svelte'
import { sharedSeats, holdSeat } from './storage'
import { HallSocket } from './socket'
import { BoardView } from './view.svelte'

export type Connection = 'connecting' | 'open' | 'lost' | 'gone'

export class TableClient extends BoardView {
  connection: Connection = $state('connecting')
  /** The link that was opened holds another seat than the one this browser has: which shall it be? */
  doubtful = $state(false)
  /** Before a race: what is left to be counted down. */
  counting = $state(0)
  /** Others still play with the dice of this table: nobody else may watch it. */
  sealed = $state(false)
  /** The host has sent us away from the seat that we had. */
  unseated = $state(false)
  /** On a phone that goes round: the seat whose player is to take it. */
  handing: number | null = $state(null)
  /** Whether the game has secrets, so that a phone is handed on behind a curtain. */
  isSecret = $state(true)
  private leaving = false
  private seq = 0
  private phrases = 0
  /** The page that the hall has, if this is an older one. */
  private newer: string | null = null
  private readonly socket: HallSocket
  private readonly token: SeatToken
  private readonly requests = new Requests((message) => this.socket.post(message))
  private readonly dice = new DicePart(
    () => this.requests.nextId(),
    (message) => this.socket.post(message),
  )
  private readonly playback = new Playback(this)
  private readonly countdown = new Countdown((beats) => (this.counting = beats))

  constructor(id: string, link: string | null = null) {
    super(id)
    this.token = new SeatToken(id, link)
    this.socket = new HallSocket(`/ws/tables/${id}`, {
      opened: () => this.socket.post({ type: 'hello', token: this.token.shown, seq: this.seq, protocol: PROTOCOL }),
      heard: (message) => this.take(message),
      lost: (code) => this.lost(code),
    })
  }

  close(): void {
    this.socket.close()
    this.playback.stop()
    this.countdown.stop()
    this.dice.stop()
  }

  /** A new connection at once, e.g. after this browser has taken a seat. */
  reconnect(): void {
    this.socket.reconnect()
  }

  override act(action: string): Promise<boolean> {
    return this.send({ type: 'act', action, seq: this.seq })
  }

  override actFor(seat: number, action: string): Promise<boolean> {
    const held = sharedSeats(this.id).find((one) => one.seat === seat)
    return held ? this.send({ type: 'act', action, seq: this.seq, token: held.token }) : Promise.resolve(false)
  }

  override get gathered(): number[] {
    const seats = this.info?.together ? sharedSeats(this.id).map(({ seat }) => seat) : []
    return seats.length > 1 ? seats.sort((a, b) => a - b) : []
  }

  override undo(): Promise<boolean> {
    return this.send({ type: 'undo', seq: this.seq })
  }

  override ask(): Promise<boolean> {
    return this.send({ type: 'hint', seq: this.seq })
  }

  override letStand(): Promise<boolean> {
    return this.send({ type: 'resume' })
  }

  /** Whether the coach helps this player, as far as that is theirs to say. */
  agree(yes: boolean): Promise<boolean> {
    return this.send({ type: 'agree', yes })
  }

  /** Enters what real dice or cards show. */
  enter(since: number, faces: string[], owner: number | null): Promise<boolean> {
    return this.send({ type: 'enter', since, faces, owner })
  }

  /** Corrects what was entered wrongly. */
  correct(entry: number, faces: string[], owner: number | null): Promise<boolean> {
    return this.send({ type: 'correct', entry, faces, owner })
  }

  /** One more player shares this device. */
  noteShared(): void {
    if (this.info) this.info = this.withShared(this.info)
  }

  /** The next player has the phone now: it shows the table as that player may see it, and nothing before that. */
  takePhone(): void {
    const next = sharedSeats(this.id).find((held) => held.seat === this.handing)
    if (!next) return
    holdSeat(this.id, next)
    this.seq = 0
    this.lines = []
    this.reconnect()
  }

  /** Hands a shared phone to the next player who must act or enter secret dice, if that is another one. */
  private handOn(): void {
    if (this.handing !== null || this.you === null || this.toAct === 'over' || !this.info?.real) return
    const toAct = this.gathered.length ? [] : this.toAct
    const wanted = sharedSeats(this.id).find(
      ({ seat }) => toAct.includes(seat) || this.due?.throws.some((one) => one.secret && one.owner === seat),
    )
    const isMine = toAct.includes(this.you) || this.due?.throws.some((one) => one.faces.length)
    if (!wanted || isMine || wanted.seat === this.you) return
    this.handing = wanted.seat
    if (!this.isSecret) this.takePhone()
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
    return this.send({ type: 'change', settings })
  }

  vary(variants: Record<string, string>): Promise<boolean> {
    return this.send({ type: 'vary', variants })
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

  override hasten(): void {
    this.playback.hasten()
  }

  /** Another link has been opened. */
  tryLink(token: string): void {
    this.token.tryLink(token)
    this.reconnect()
  }

  /** The seat of the link, in place of the one that this browser holds; it is kept if it is one. */
  takeLink(): void {
    this.doubtful = false
    this.token.preferLink()
    this.reconnect()
  }

  /** The seat that this browser holds. */
  keepSeat(): void {
    this.doubtful = false
    this.token.forgetLink()
  }

  private send(request: Request): Promise<boolean> {
    this.refusal = null
    const answer = this.requests.send(request)
    this.busy = true
    return answer
  }

  private settle(id: string, done: boolean): void {
    this.requests.settle(id, done)
    this.busy = this.requests.pending
    this.renew()
  }

  /** Loads the hall's new page as soon as nothing waits for an answer. */
  private renew(): void {
    if (this.newer !== null && !this.requests.pending) reloadFor(this.newer)
  }

  private lost(code: number): boolean {
    if (code === CLOSE_NO_TABLE) this.connection = 'gone'
    if (this.connection === 'gone') return false
    if (code === CLOSE_PROTOCOL) {
      location.reload()
      return false
    }
    if (this.connection === 'open') announce(t('page.connection_lost'))
    this.connection = 'lost'
    return true
  }

  private take(message: AnyServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.welcome(message)
        break
      case 'update':
        this.update(message)
        break
      case 'table':
        this.tellStandIns(message.table, this.info)
        this.renewClock(message.table, this.info)
        if (this.you !== null && message.you === null) this.loseSeat()
        this.renewInfo(message.table, message.you)
        this.dice.add(message.table, message.you)
        break
      case 'ack':
        this.settle(message.id, true)
        break
      case 'refused':
        if (this.dice.refused(message.id, message.code, () => this.info && this.dice.begin(this.info, this.you))) break
        this.refuse(message.reason, message.rule)
        this.settle(message.id, false)
        break
      case 'error':
        if (message.code === 'sealed') this.sealed = true
        if (message.code === 'table' || message.code === 'sealed') this.connection = 'gone'
        else if (message.code === 'token') this.turnedAway(message.message)
        else this.refuse(message.message, null)
        break
      case 'advice':
        this.advice = message
        announce(say(message.why))
        break
      case 'judged':
        this.judged = message
        alarm(say(message.why))
        break
      case 'reaction':
        this.hear(message.seat, message.reaction)
        break
    }
  }

  private welcome({ table, you, snapshot, build }: Welcome): void {
    const again = this.connection === 'lost'
    this.connection = 'open'
    this.socket.welcomed()
    this.seq = snapshot.seq
    this.advice = this.judged = null
    const last = this.info
    this.renewInfo(table, you)
    this.playback.leap(snapshot)
    this.tellStandIns(table, last)
    if (again) announce(t('page.connection_back'))
    this.requests.resend()
    if (you !== null) this.doubtful = this.token.accepted(you, table.game)
    this.dice.begin(table, you)
    if (isOutdated(build)) this.newer = build
    this.renew()
    if (you === this.handing) this.handing = null
    this.handOn()
  }

  private update(message: Update): void {
    this.seq = message.seq
    noteChain(this.id, message.seq, message.chain)
    if (message.undone) this.hasten()
    this.judged = null
    if (this.advice && isOther(message, this.picture)) this.advice = null
    for (const frame of message.frames) this.playback.add(frame.picture, frame.lines, null)
    this.playback.add(message.picture, message.lines, message)
    if (message.ack) this.settle(message.ack, true)
    if (!this.catching) this.handOn()
  }

  private renewInfo(info: TableInfo, you: number | null): void {
    this.info = this.withShared(info)
    this.you = you
    this.countdown.start(info.countdown)
    noteChain(this.id, info.seq, info.chain)
  }

  /** Players who share this device are here as long as it is. */
  private withShared(info: TableInfo): TableInfo {
    const here = info.real ? sharedSeats(this.id).map(({ seat }) => seat) : []
    const seats = info.seats.map((seat) => (here.includes(seat.seat) ? { ...seat, connected: true } : seat))
    return here.length ? { ...info, seats } : info
  }

  /** The token opens no seat: the hall is asked again for a while. Then a link is dropped, and otherwise we watch. */
  private turnedAway(reason: Message): void {
    const wait = this.token.refused()
    if (wait === null) this.refuse(reason, null)
    this.socket.reconnect(wait ?? 0)
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
    this.token.lose()
    if (this.leaving || this.info?.status !== 'waiting') return
    this.unseated = true
    alarm(t('page.join_sent'))
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
}

/** Whether a step leads to another position; that somebody takes a hint does not. */
function isOther(step: Update, picture: unknown): boolean {
  return step.undone || step.frames.length > 0 || JSON.stringify(step.picture) !== JSON.stringify(picture)
}
