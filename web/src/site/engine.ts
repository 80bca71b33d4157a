/** The page's side of its own worker: requests, and lines in place of sockets. */

import type { Answer, Authority, Socket } from '../lib/authority'
import type { ToPage, ToWorker } from './messages'

/** Rules, lessons and the list of games are files of the site: they are there before the engine is. */
const WRITTEN = /^\/games(?:\/(\w+)\/(texts|lesson)\?language=(\w+))?$/

class Line implements Socket {
  readyState: number = WebSocket.CONNECTING
  onopen: Socket['onopen'] = null
  onmessage: Socket['onmessage'] = null
  onclose: Socket['onclose'] = null

  constructor(
    private readonly number: number,
    private readonly post: (message: ToWorker) => void,
  ) {}

  send(text: string): void {
    this.post({ kind: 'text', line: this.number, text })
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return
    this.readyState = WebSocket.CLOSED
    this.post({ kind: 'close', line: this.number })
  }

  take(message: Extract<ToPage, { line: number }>): void {
    if (this.readyState === WebSocket.CLOSED) return
    if (message.kind === 'text') this.onmessage?.(new MessageEvent('message', { data: message.text }))
    else if (message.kind === 'open') {
      this.readyState = WebSocket.OPEN
      this.onopen?.(new Event('open'))
    } else {
      this.close()
      this.onclose?.(new CloseEvent('close', { code: Number(message.text) }))
    }
  }
}

type Helper = Pick<Worker, 'postMessage' | 'onmessage'>

export class Engine implements Authority {
  private count = 0
  private readonly asked = new Map<number, { resolve: (answer: string) => void; reject: (reason: Error) => void }>()
  /** Why the worker could not start. */
  private failure: Error | null = null
  private readonly lines = new Map<number, Line>()

  /** The worker need not be there yet. */
  constructor(private readonly worker: Promise<Helper>) {
    void worker.then((there) => (there.onmessage = (event: MessageEvent<ToPage>) => this.take(event.data)))
  }

  async ask(path: string, body?: unknown): Promise<Answer> {
    const written = WRITTEN.exec(path)
    if (written) {
      const [, game, kind, language] = written
      const answer = await fetch(`/written/${game ? `${game}.${kind}.${language}` : 'games'}.json`)
      return { status: answer.status, data: answer.ok ? ((await answer.json()) as unknown) : {} }
    }
    if (this.failure) throw this.failure
    this.count += 1
    const number = this.count
    this.post({ kind: 'ask', number, address: path, body: body === undefined ? undefined : JSON.stringify(body) })
    const answer = new Promise<string>((resolve, reject) => this.asked.set(number, { resolve, reject }))
    return JSON.parse(await answer) as Answer
  }

  async text(path: string): Promise<string> {
    return String((await this.ask(path)).data)
  }

  open(path: string): Socket {
    this.count += 1
    const line = new Line(this.count, (message) => this.post(message))
    this.lines.set(this.count, line)
    this.post({ kind: 'open', line: this.count, path })
    return line
  }

  private post(message: ToWorker): void {
    void this.worker.then((there) => there.postMessage(message))
    if (message.kind === 'close') this.lines.delete(message.line)
  }

  private take(message: ToPage): void {
    if (message.kind === 'answer') {
      this.asked.get(message.number)?.resolve(message.answer)
      this.asked.delete(message.number)
    } else if ('line' in message) this.lines.get(message.line)?.take(message)
    else if (message.kind === 'failed') {
      this.failure = new Error(message.reason)
      for (const { reject } of this.asked.values()) reject(this.failure)
    }
  }
}

/** Starts the worker once the service worker has every file of the site, so that nothing is sent twice. */
export function start(): Engine {
  return new Engine(
    kept().then(() => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'quincunx' })),
  )
}

/** Milliseconds that a service worker has to take over from the network; after a forced reload it never does. */
const TAKE_OVER = 1000

async function kept(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  try {
    await serviceWorker.register('/sw.js')
    await serviceWorker.ready
    if (serviceWorker.controller) return
    await new Promise<void>((resolve) => {
      serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
      setTimeout(resolve, TAKE_OVER)
    })
  } catch {
    // Private windows may refuse; then the files come from the network.
  }
}
