/** Text of the page in the chosen language, and the server's sentences in it as far as the catalogue knows them. */

import { catalogues, phrases, type Key } from './catalogue'
import { Speaker, type Catalogue, type Message } from './say'
import { language } from './settings.svelte'

const files = import.meta.glob<string>('../generated/messages/*.json', { query: '?url', import: 'default', eager: true })
let speaker = $state.raw(new Speaker({ language: 'en', texts: {}, rules: {} }))

/** Fetches a language's texts; from then on everything is said in it. */
export async function speak(tongue: string): Promise<void> {
  const url = files[`../generated/messages/${tongue}.json`] ?? files['../generated/messages/en.json']
  const answer = await fetch(url ?? '')
  speaker = new Speaker((await answer.json()) as Catalogue)
}

type Values = Record<string, string | number>

/** The text of a key with its {holes} filled; `count` picks between `one | many`. */
export function t(key: Key, values: Values = {}): string {
  let text: string = catalogues[language()][key]
  if (text.includes(' | ')) {
    const forms = text.split(' | ')
    text = (values.count === 1 ? forms[0] : forms[1]) ?? text
  }
  return fill(text, values)
}

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole))
}

interface Phrase {
  pattern: RegExp
  target: string
}

const compiled = new Map<string, Phrase[]>()

function phrasesOf(tongue: string): Phrase[] {
  let list = compiled.get(tongue)
  if (!list) {
    list = (phrases[tongue] ?? []).map(([source, target]) => ({ pattern: patternOf(source), target }))
    compiled.set(tongue, list)
  }
  return list
}

function patternOf(source: string): RegExp {
  const escaped = source.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+?)')
  return new RegExp(`^${escaped}$`)
}

/** What the server says, in the chosen language. */
export function say(said: Message | Message[] | null): string {
  if (said === null || said.length === 0) return ''
  if (isOne(said)) return said[0] === 'core.plain' ? translated(String(said[1].text)) : speaker.render(said)
  return said.map(say).join(' ')
}

const isOne = (said: Message | Message[]): said is Message => typeof said[0] === 'string'

function translated(text: string): string {
  const tongue = language()
  if (tongue === 'en' || !text) return text
  const whole = translate(text, tongue)
  if (whole !== null) return whole
  return text
    .split(/(?<=[.!?]) (?=\S)/)
    .map((sentence) => translate(sentence, tongue) ?? sentence)
    .join(' ')
}

function translate(sentence: string, tongue: string): string | null {
  for (const { pattern, target } of phrasesOf(tongue)) {
    const found = pattern.exec(sentence)
    if (found) return fill(target, mapWords(found.groups ?? {}, tongue))
  }
  return null
}

function mapWords(groups: Record<string, string>, tongue: string): Values {
  const words = phrasesOfWords(tongue)
  return Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [
      name,
      name.startsWith('name') ? value : value.replace(/[A-Za-z]+/g, (word) => words[word] ?? word),
    ]),
  )
}

function phrasesOfWords(tongue: string): Record<string, string> {
  return Object.fromEntries((phrases[tongue + '.words'] ?? []).map(([from, to]) => [from, to]))
}
