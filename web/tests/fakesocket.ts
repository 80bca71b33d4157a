/** A WebSocket whose other end is the test. */

import type { AnyClientMessage, AnyServerMessage } from '../src/lib/protocol'

export class FakeSocket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 3
  static all: FakeSocket[] = []
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1) as FakeSocket
  }

  readyState = 0
  isClosed = false
  readonly sent: AnyClientMessage[] = []
  onopen: () => void = () => undefined
  onmessage: (event: { data: string }) => void = () => undefined
  onclose: (event: { code: number }) => void = () => undefined

  constructor(readonly url: string) {
    FakeSocket.all.push(this)
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as AnyClientMessage)
  }

  close(): void {
    this.isClosed = true
    this.drop(1000)
  }

  /** The hall accepts the connection. */
  open(): void {
    this.readyState = FakeSocket.OPEN
    this.onopen()
  }

  /** The hall says something. */
  say(message: AnyServerMessage): void {
    this.onmessage({ data: JSON.stringify(message) })
  }

  /** The connection ends. */
  drop(code: number): void {
    this.readyState = 3
    this.onclose({ code })
  }
}
