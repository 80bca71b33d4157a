import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { botFace, knownBot } from '../src/lib/bots'

/** The names that the hall gives its bots. */
const naming = readFileSync(new URL('../../src/quincunx/core/naming.py', import.meta.url), 'utf8')
const table = /BOT_NAMES[^{]*\{([^}]*)\}/.exec(naming)?.[1] ?? ''
const names = [...table.matchAll(/\(([^)]*)\)/g)].flatMap(([, list]) =>
  [...(list ?? '').matchAll(/"(\w+)"/g)].map(([, name]) => name ?? ''),
)
const texts = JSON.parse(readFileSync(new URL('../src/texts.json', import.meta.url), 'utf8')) as Record<string, string>

describe('bots', () => {
  it('have a face of their own each', () => {
    expect(names.length).toBeGreaterThan(40)
    expect(new Set(names.map((name) => JSON.stringify(botFace(name, 0)))).size).toBe(names.length)
  })

  it('have a temper of their own each', () => {
    const tempers = names.map((name) => texts[`page.temper_${knownBot(name)}`])
    expect(tempers).not.toContain(undefined)
    expect(new Set(tempers).size).toBe(names.length)
  })

  it('keep their face where two have the same name, and get one where the hall does not know them', () => {
    expect(botFace('Magpie 2', 5)).toEqual(botFace('Magpie', 0))
    expect(knownBot('Wordy bot')).toBeNull()
    expect(botFace('Wordy bot', 3).head).toBeTruthy()
  })
})
