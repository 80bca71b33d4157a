import { expect, it } from 'vitest'
import { absence } from '../src/lib/absence'
import { TableView } from '../src/lib/view.svelte'
import { tableInfo } from './sample'

function waiting(you: number | null, gone: number): string {
  const table = new TableView('t')
  table.info = tableInfo({ status: 'playing', host: 0, settings: { away: 'wait' } as never })
  table.you = you
  const seat = table.info.seats[gone]
  return seat ? absence(table, { ...seat, connected: false }) : ''
}

it('the host hears that they decide, the others that the host does', () => {
  expect(waiting(0, 1)).toContain('page.absent_youdecide')
  expect(waiting(1, 1)).toContain('page.absent_hostdecides')
})

it('whoever waits for the host hears that another becomes host', () => {
  expect(waiting(1, 0)).toContain('page.absent_hostisgone')
  expect(waiting(null, 0)).toContain('page.absent_hostisgone')
})
