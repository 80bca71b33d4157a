import { describe, expect, it } from 'vitest'
import { localeIn, paperIn } from '../src/lib/languages'
import { offlinePage } from '../src/lib/offline'
import { ago, ownTable } from '../src/lib/own'
import type { TableInfo } from '../src/lib/protocol'

const table = (to_act: number[]) =>
  ({
    id: 'abc',
    game: 'sixes',
    status: 'playing',
    to_act,
    since: 5,
    seats: [
      { seat: 0, name: 'Ann' },
      { seat: 1, name: 'Bob' },
      { seat: 2, name: '' },
    ],
  }) as unknown as TableInfo

describe("a table of one's own", () => {
  it('tells whose turn it is and against whom', () => {
    expect(ownTable(table([0]), 0)).toMatchObject({ others: ['Bob'], myTurn: true, acting: [], since: 5 })
    expect(ownTable(table([1]), 0)).toMatchObject({ myTurn: false, acting: ['Bob'] })
    expect(ownTable(table([]), null)).toMatchObject({ others: ['Ann', 'Bob'], myTurn: false })
  })

  it("says since when, in the reader's words", () => {
    const now = 10 * 86_400_000
    expect(ago(now - 30_000, now, 'en')).toBe('now')
    expect(ago(now - 3 * 3_600_000, now, 'en')).toBe('3 hours ago')
    expect(ago(now - 2 * 86_400_000, now, 'de')).toBe('vorgestern')
  })
})

describe('the page for when the hall is away', () => {
  it('takes nothing for markup', () => {
    const page = offlinePage('de', '<b>', '&', '"', '>')
    expect(page).toContain('<title>&lt;b&gt;</title>')
    expect(page).toContain('<p>&amp;</p><p>&quot;</p>')
    expect(page).not.toContain('<script')
  })
})

it.each([
  ['en', ['en-US'], 'en-US'],
  ['en', ['de-AT', 'en'], 'en-AT'],
  ['en', ['en'], 'en-GB'],
  ['de', ['de'], 'de'],
  ['de', ['en-GB'], 'de-GB'],
])('%s for a reader of %j is written as in %s', (language, wishes, locale) => {
  expect(localeIn(language, wishes)).toBe(locale)
})

it.each([
  ['en-US', 'letter'],
  ['en-GB', 'a4'],
  ['de', 'a4'],
])('a reader of %s prints on %s', (locale, paper) => {
  expect(paperIn(locale)).toBe(paper)
})
