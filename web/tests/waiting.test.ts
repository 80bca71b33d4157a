import { describe, expect, it } from 'vitest'
import type { SeatInfo, TableInfo } from '../src/lib/protocol'
import { canStart, linkTo, isOwnName, waitsFor } from '../src/lib/waiting'

const chair = (seat: number, changes: Partial<SeatInfo> = {}): SeatInfo => ({
  seat,
  kind: 'human',
  name: `P${seat}`,
  level: null,
  connected: true,
  away: false,
  ready: true,
  ...changes,
})

const at = (seats: SeatInfo[], stage: 'commit' | 'reveal' = 'commit') =>
  ({ seats, dice: { stage } }) as unknown as TableInfo

describe('what a table waits for', () => {
  it('is players while seats are empty', () => {
    const empty = chair(1, { kind: 'empty', name: '', ready: false })
    expect(waitsFor(at([chair(0), empty, { ...empty, seat: 2 }]))).toEqual({
      key: 'page.wait_players',
      values: { count: 2 },
    })
  })

  it('is whoever is not connected, before whoever is not ready', () => {
    const [slow, gone] = [chair(1, { ready: false }), chair(2, { ready: false, connected: false })]
    expect(waitsFor(at([chair(0), slow, gone]))).toEqual({ key: 'page.wait_gone', values: { names: ['P2'] } })
    expect(waitsFor(at([chair(0), slow]))).toEqual({ key: 'page.wait_ready', values: { names: ['P1'] } })
  })

  it('is the dice when everyone is ready; bots need not be', () => {
    const bot = chair(1, { kind: 'bot', ready: false })
    expect(waitsFor(at([chair(0), bot])).key).toBe('page.wait_dice')
    expect(waitsFor(at([chair(0, { ready: false }), bot], 'reveal')).key).toBe('page.wait_dice')
  })
})

describe('an invitation', () => {
  const here = { origin: 'http://127.0.0.1:8000', hostname: '127.0.0.1' }

  it('says that only this computer can open it', () => {
    expect(linkTo('/t/abc', here, null)).toEqual({ link: 'http://127.0.0.1:8000/t/abc', isLocal: true })
  })

  it("leads to the hall's address in its network where it has one", () => {
    expect(linkTo('/t/abc', here, 'http://192.168.1.5:8000')).toEqual({
      link: 'http://192.168.1.5:8000/t/abc',
      isLocal: false,
    })
  })

  it('leads to where the page was found otherwise', () => {
    const away = { origin: 'https://dice.example', hostname: 'dice.example' }
    expect(linkTo('/t/abc', away, 'http://192.168.1.5:8000')).toEqual({
      link: 'https://dice.example/t/abc',
      isLocal: false,
    })
  })

  it.each(['localhost', '127.0.0.1', '127.1.2.3', '[::1]'])('knows %s as this computer', (name) =>
    expect(isOwnName(name)).toBe(true),
  )
  it.each(['192.168.1.5', 'localhost.example', '127.example.org', 'dice.local'])('does not take %s for it', (name) =>
    expect(isOwnName(name)).toBe(false),
  )
})

describe('starting with who is there', () => {
  const empty = (seat: number) => chair(seat, { kind: 'empty', name: '', ready: false })

  it('is possible with empty seats', () => {
    expect(canStart(at([chair(0), empty(1), chair(2), empty(3)]), 2)).toBe(true)
    expect(canStart(at([chair(0), empty(1)]), 1)).toBe(true)
  })

  it('is not possible with fewer players than the game needs', () => {
    expect(canStart(at([chair(0), empty(1)]), 2)).toBe(false)
  })
})
