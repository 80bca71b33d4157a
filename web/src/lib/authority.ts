/** Who keeps the tables: a hall across the network or, on a site without one, this page's own worker. */

/** What both have of a WebSocket. */
export interface Socket {
  readonly readyState: number
  onopen: ((event: Event) => void) | null
  onmessage: ((event: MessageEvent<string>) => void) | null
  onclose: ((event: CloseEvent) => void) | null
  send: (text: string) => void
  close: () => void
}

export interface Answer {
  /** A status of HTTP. */
  status: number
  data: unknown
}

export interface Authority {
  /** Asks for something under /api, by POST if something is sent along, and as a player if a key is. */
  ask: (path: string, body?: unknown, key?: string | null) => Promise<Answer>
  /** Asks for a text under /api. */
  text: (path: string) => Promise<string>
  open: (path: string) => Socket
}

const hall: Authority = {
  async ask(path, body, key) {
    const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
    if (body !== undefined) headers['content-type'] = 'application/json'
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(`/api${path}`, { headers, ...sent })
    return { status: answer.status, data: answer.status === 204 ? null : ((await answer.json()) as unknown) }
  },
  text: async (path) => (await fetch(`/api${path}`)).text(),
  open: (path) => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`),
}

/** Whether this is a site without a hall: `quincunx site` says so in the page. */
export const isSite = globalThis.document?.documentElement?.dataset?.hall === 'none'

/** The browser's database in which a site keeps its tables. */
export const DATABASE = 'quincunx'

let chosen = hall

export const authority = (): Authority => chosen

/** From now on somebody else keeps the tables. */
export function obey(other: Authority): void {
  chosen = other
}
