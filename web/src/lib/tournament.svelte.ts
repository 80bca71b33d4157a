/** One tournament as this browser follows it. */

import { Refusal, tournamentInfo, whoAmI } from './api'
import { isOutdated, reloadFor } from './build'
import { CLOSE_NO_TABLE, type RoundTable, type TournamentInfo } from './protocol'
import { HallSocket } from './socket'
import { heldTournaments, holdTournament, holdSeat } from './storage'

/** Milliseconds, for each player, over which all who watch ask for what is new. */
const SPREAD = 5

/** Where somebody sits in a round. */
export interface Place {
  table: RoundTable
  seat: number
}

/** The tournament that a series of tables with the same dice belongs to, and its round. */
export function tournamentOf(series: string | null | undefined): { id: string; round: number } | null {
  const found = /^tournament:([^:]+):(\d+)$/.exec(series ?? '')
  return found?.[1] && found[2] ? { id: found[1], round: Number(found[2]) } : null
}

/** Where a player sits in the round that is being played. */
export function placeOf(info: TournamentInfo, player: number | null): Place | null {
  const round = info.rounds.at(-1)
  if (player === null || info.status !== 'playing' || !round) return null
  const table = round.tables.find((one) => one.players.includes(player))
  return table ? { table, seat: table.players.indexOf(player) } : null
}

/** Whether everybody may watch a table: the others of its round have ended. */
export const isOpen = (info: TournamentInfo, table: RoundTable): boolean =>
  info.rounds.at(-1)?.tables.every((one) => one === table || one.result !== null) ?? false

export class TournamentClient {
  info: TournamentInfo | null = $state.raw(null)
  /** My number; none if I do not take part. */
  player: number | null = $state(null)
  isHost = $state(false)
  /** There is no such tournament. */
  gone = $state(false)
  /** Milliseconds that the hall's clock is ahead of this browser's. */
  ahead = 0
  /** Called when a round begins in which I sit somewhere. */
  begun: (place: Place) => void = () => undefined
  private timer = 0
  private readonly socket: HallSocket

  constructor(readonly id: string) {
    this.socket = new HallSocket(`/ws/tournaments/${id}`, {
      heard: (message) => {
        if (message.type !== 'tournament') return
        this.socket.welcomed()
        this.ahead = message.now - Date.now()
        if (isOutdated(message.build)) reloadFor(message.build)
        if (message.seq !== this.info?.seq) this.askSoon()
      },
      lost: (code) => {
        this.gone = code === CLOSE_NO_TABLE
        return !this.gone
      },
    })
  }

  close(): void {
    clearTimeout(this.timer)
    this.socket.close()
  }

  /** Finds out what the tokens of this browser open; a token from a link is kept. */
  async recognise(link: string | null): Promise<void> {
    if (link !== null) {
      const found = await whoAmI(this.id, link)
      if (found.player !== null) holdTournament(this.id, { player: link })
      if (found.host) holdTournament(this.id, { host: link })
    }
    const { player = '', host = '' } = heldTournaments()[this.id] ?? {}
    if (player) this.player = (await whoAmI(this.id, player)).player
    this.isHost = host !== '' && (await whoAmI(this.id, host)).host
    await this.ask()
  }

  /** Asks what is new. */
  async ask(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = 0
    try {
      this.take(await tournamentInfo(this.id))
    } catch (error) {
      if (error instanceof Refusal && error.code === 'table') this.gone = true
    }
  }

  private askSoon(): void {
    const spread = SPREAD * (this.info?.players.length ?? 0) * Math.random()
    this.timer ||= window.setTimeout(() => void this.ask(), spread)
  }

  private take(info: TournamentInfo): void {
    const before = this.info
    if (before && info.seq < before.seq) return
    this.info = info
    holdTournament(this.id, { game: info.game, title: info.title, over: info.status === 'over' })
    const place = placeOf(info, this.player)
    if (!place || place.table.result) return
    this.hold(place)
    if (before && before.rounds.length < info.rounds.length) this.begun(place)
  }

  /** The player's token opens the seat at every table. */
  private hold({ table, seat }: Place): void {
    const token = heldTournaments()[this.id]?.player
    if (token && this.info) holdSeat(table.id, { token, seat, game: this.info.game, at: Date.now() })
  }
}
