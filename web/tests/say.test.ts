import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Speaker, type Catalogue, type Message } from '../src/lib/say'

interface Cases {
  catalogues: Record<string, Catalogue>
  cases: [string, Message, string][]
}

const { catalogues, cases } = JSON.parse(
  readFileSync(new URL('../../tests/data/messages.json', import.meta.url), 'utf8'),
) as Cases

describe('messages are said as the terminal says them', () => {
  it.each(cases)('%s %j', (language, message, said) => {
    expect(new Speaker(catalogues[language]!).render(message)).toBe(said)
  })
})
