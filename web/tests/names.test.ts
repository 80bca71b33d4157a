import { expect, it } from 'vitest'
import { settingChips } from '../src/lib/names'
import type { GameInfo } from '../src/lib/protocol'
import { tableInfo } from './sample'

const variant = (name: string) => ({ name, question: [`${name}?`, {}], choices: ['4', '5'], labels: [] })
const game = { variants: [variant('first'), variant('dice')] } as unknown as GameInfo
const settings = { pace: 0, clock: null, away: 'wait', listed: true, coach: 'hints' } as const

it('the rules of a table name only what differs from the usual rules', () => {
  const rules = (variants: Record<string, string>, of = game) => settingChips(of, tableInfo({ settings, variants }))
  const others = ['[page.chip_noclock]', '[page.chip_away_wait]', '[page.chip_listed]']
  expect(rules({ first: '4', dice: '4' })).toEqual(['[page.chip_usual]', ...others])
  expect(rules({ first: '4', dice: '5' })).toEqual(['[dice?] 5', ...others])
  expect(rules({}, { ...game, variants: [] })).toEqual(others)
  const training = tableInfo({ settings: { ...settings, coach: 'training' }, variants: {} })
  expect(settingChips({ ...game, variants: [] }, training)).toContain('[page.chip_training]')
})
