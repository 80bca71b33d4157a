/** The list of open tables, live. */

import { isOutdated, reloadFor } from './build'
import type { TableSummary } from './protocol'
import { HallSocket } from './socket'

export class LobbyClient {
  /** The open tables; none until the hall has told them. */
  tables: TableSummary[] | null = $state.raw(null)
  private readonly socket = new HallSocket('/ws/lobby', {
    heard: (message) => {
      if (message.type !== 'lobby') return
      this.socket.welcomed()
      this.tables = message.tables
      if (isOutdated(message.build)) reloadFor(message.build)
    },
  })

  close(): void {
    this.socket.close()
  }
}
