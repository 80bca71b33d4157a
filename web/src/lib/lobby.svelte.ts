/** The list of open tables, live. */

import { socketUrl } from './api'
import { isOutdated, reloadFor } from './build'
import type { AnyServerMessage, TableSummary } from './protocol'

export class LobbyClient {
  tables: TableSummary[] = $state.raw([])
  known = $state(false)
  private socket: WebSocket | null = null
  private timer = 0
  private closed = false

  constructor() {
    this.connect()
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
    this.socket?.close()
  }

  private connect(): void {
    const socket = new WebSocket(socketUrl('/ws/lobby'))
    this.socket = socket
    socket.onmessage = (event: MessageEvent<string>) => {
      const message = JSON.parse(event.data) as AnyServerMessage
      if (message.type === 'lobby') {
        this.tables = message.tables
        this.known = true
        if (isOutdated(message.build)) reloadFor(message.build)
      } else if (message.type === 'ping') {
        socket.send(JSON.stringify({ type: 'pong', t: message.t }))
      }
    }
    socket.onclose = () => {
      if (!this.closed) this.timer = window.setTimeout(() => this.connect(), 1500)
    }
  }
}
