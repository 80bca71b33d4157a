/** Requests to a table and the answers to them. */

import type { AnyClientMessage, AnyRequest, React } from './protocol'
import { randomText } from './storage'

/** What a page may ask for, before it has an id. */
export type Request = Unnumbered<AnyRequest | React>
type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never

interface Sent {
  message: AnyRequest | React
  resolve: (done: boolean) => void
}

export class Requests {
  /** This tab's name in the ids of its messages, which count up. */
  private readonly tab = randomText(6)
  private count = 0
  private readonly sent = new Map<string, Sent>()

  constructor(private readonly post: (message: AnyClientMessage) => void) {}

  /** Whether a request has no answer yet. */
  get pending(): boolean {
    return this.sent.size > 0
  }

  nextId(): string {
    this.count += 1
    return `${this.tab}.${this.count}`
  }

  /** Sends a request; tells in the end whether it was granted. */
  send(request: Request): Promise<boolean> {
    const message: AnyRequest | React = { ...request, id: this.nextId() }
    return new Promise((resolve) => {
      this.sent.set(message.id, { message, resolve })
      this.post(message)
    })
  }

  /** Sends again what has no answer yet: the hall grants an id once. */
  resend(): void {
    for (const { message } of this.sent.values()) this.post(message)
  }

  settle(id: string, done: boolean): void {
    const found = this.sent.get(id)
    this.sent.delete(id)
    found?.resolve(done)
  }
}
