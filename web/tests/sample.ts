/** A table, its snapshots and its steps, as a hall would tell them. */

import type { Line, Snapshot, TableInfo, Update } from '../src/lib/protocol'

interface Wishes extends Partial<Omit<TableInfo, 'dice'>> {
  dice?: Partial<TableInfo['dice']>
}

const seat = (number: number) => ({
  seat: number,
  kind: 'human',
  name: `P${number}`,
  level: null,
  connected: true,
  away: false,
  ready: true,
  stand_in: null,
})

export function tableInfo({ dice = {}, ...wishes }: Wishes = {}): TableInfo {
  const info = {
    id: 't',
    game: 'sixes',
    status: 'waiting',
    seats: [seat(0), seat(1)],
    settings: { clock: null },
    countdown: 0,
    race: false,
    seq: 0,
    chain: '',
    dice: { round: 1, stage: 'commit', commitment: 'halls', commitments: ['a', 'b'], entropy: [null, null], ...dice },
    ...wishes,
  }
  return info as unknown as TableInfo
}

export const line = (text: string): Line => ({ seq: 0, who: null, said: [[text, {}]], at: 0 })

export function snapshot(wishes: Partial<Snapshot> = {}): Snapshot {
  const now = {
    seq: 1,
    lines: [],
    picture: 'start',
    to_act: [0],
    legal: ['go'],
    standings: [],
    undo: false,
    deadline: null,
    ...wishes,
  }
  return now as Snapshot
}

export function update(wishes: Partial<Update> = {}): Update {
  const step = {
    ...snapshot({ seq: 2 }),
    type: 'update',
    ack: null,
    undone: false,
    events: [],
    frames: [],
    chain: '',
    ...wishes,
  }
  return step as Update
}
