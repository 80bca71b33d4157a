/** Requests to the hall. */

import type { Message } from './say'
import type { CreateTable, GameInfo, GameTexts, Landings, SeatGiven, TableInfo } from './protocol'

export class Refusal extends Error {
  constructor(
    readonly code: string,
    /** Why, in the hall's words; none where it did not answer as a hall does. */
    readonly said: Message | null,
  ) {
    super(code)
  }
}

async function request<T>(path: string, body?: unknown): Promise<T> {
  const init: RequestInit =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await fetch(`/api${path}`, init)
  const data: unknown = await answer.json()
  if (!answer.ok) {
    const problem = data as { code?: string; message?: Message }
    throw new Refusal(problem.code ?? String(answer.status), problem.message ?? null)
  }
  return data as T
}

let games: Promise<GameInfo[]> | null = null

export function listGames(): Promise<GameInfo[]> {
  games ??= request<GameInfo[]>('/games').catch((error: unknown) => {
    games = null
    throw error
  })
  return games
}

export const gameTexts = (slug: string, language: string) => request<GameTexts>(`/games/${slug}/texts?language=${language}`)
export const landingsOf = (id: string) => request<Landings>(`/tables/${id}/landings`)

/** The proof of a finished match: all its steps, as text. */
export async function proofOf(id: string): Promise<string> {
  return (await fetch(`/api/tables/${id}/proof`)).text()
}

export const createTable = (table: CreateTable) => request<SeatGiven>('/tables', table)
export const tableInfo = (id: string) => request<TableInfo>(`/tables/${id}`)
export const takeSeat = (id: string, name: string, seat?: number) =>
  request<SeatGiven>(`/tables/${id}/seats`, { name, seat: seat ?? null })

export function socketUrl(path: string): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`
}
