/** A WebSocket to the hall that is opened again whenever it is lost. */

import { authority, isSite, type Socket } from './authority'
import type { AnyClientMessage, AnyServerMessage } from './protocol'

export interface Listener {
  /** The socket is open. */
  opened?: () => void
  heard: (message: AnyServerMessage) => void
  /** The socket was lost; returns whether to open another one. */
  lost?: (code: number) => boolean
}

/** Milliseconds before each further attempt to connect. */
export const RETRY = [250, 500, 1000, 2000, 4000]
/** Milliseconds of silence after which we ask whether the hall is there. */
export const QUIET = 3_000
/** Milliseconds that the hall has for an answer; then the socket counts as dead, though nobody has closed it. */
export const ANSWER = 4_000
/** Milliseconds that the hall has for a new socket and its first message: one that has just started may be slow. */
export const WELCOME = 40_000

export class HallSocket {
  private socket: Socket | null = null
  private attempts = 0
  private closed = false
  private retryTimer = 0
  private quietTimer = 0
  private answerTimer = 0

  constructor(
    private readonly path: string,
    private readonly listener: Listener,
  ) {
    this.connect()
    addEventListener('online', this.hurry)
    addEventListener('offline', this.giveUp)
    document.addEventListener('visibilitychange', this.hurry)
  }

  close(): void {
    this.closed = true
    clearTimeout(this.retryTimer)
    this.expectNothing()
    removeEventListener('online', this.hurry)
    removeEventListener('offline', this.giveUp)
    document.removeEventListener('visibilitychange', this.hurry)
    this.socket?.close()
  }

  /** Opens a new socket in place of this one, after some milliseconds. */
  reconnect(after = 0): void {
    clearTimeout(this.retryTimer)
    this.expectNothing()
    const old = this.socket
    this.socket = null
    old?.close()
    if (after) this.retryTimer = window.setTimeout(() => this.connect(), after)
    else this.connect()
  }

  /** Sends a message; without an open socket it is dropped. */
  post(message: AnyClientMessage): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return
    this.socket.send(JSON.stringify(message))
    if (message.type !== 'pong') this.expect(ANSWER)
  }

  /** Notes that the hall has let us in: the next attempt after a loss comes soon again. */
  welcomed(): void {
    this.attempts = 0
  }

  private connect(): void {
    if (this.closed) return
    const socket = authority().open(this.path)
    this.socket = socket
    this.expect(WELCOME)
    socket.onopen = () => {
      if (socket === this.socket) this.listener.opened?.()
    }
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.socket) this.hear(JSON.parse(event.data) as AnyServerMessage)
    }
    socket.onclose = (event) => {
      if (socket === this.socket) this.lose(event.code)
    }
  }

  private hear(message: AnyServerMessage): void {
    this.expectNothing()
    this.quietTimer = window.setTimeout(() => this.ask(), QUIET)
    if (message.type === 'ping') this.post({ type: 'pong', t: message.t })
    else this.listener.heard(message)
  }

  private lose(code: number): void {
    this.socket = null
    this.expectNothing()
    if (this.closed || this.listener.lost?.(code) === false) return
    this.retryTimer = window.setTimeout(() => this.connect(), RETRY[Math.min(this.attempts, RETRY.length - 1)])
    this.attempts += 1
  }

  private ask(): void {
    this.post({ type: 'ping', t: performance.now() })
  }

  /** Starts the time within which the hall has to say something. */
  private expect(within: number): void {
    this.answerTimer ||= window.setTimeout(this.giveUp, within)
  }

  private expectNothing(): void {
    clearTimeout(this.answerTimer)
    this.answerTimer = 0
    clearTimeout(this.quietTimer)
  }

  /** Gives up a dead socket: a browser that waits for the other end to close it may wait for many minutes. */
  private giveUp = (): void => {
    const dead = this.socket
    if (!dead || isSite) return // our own worker is never gone
    this.lose(0)
    dead.close()
  }

  /** While a phone sleeps its sockets die, and nobody tells it. */
  private hurry = (): void => {
    if (document.visibilityState !== 'visible') return
    if (this.attempts) this.reconnect()
    else this.ask()
  }
}
