/** Text of the page and what the server says, in the chosen language. */

import type { Key } from '../generated/keys'
import { catalogues } from './languages'
import { Speaker, type Catalogue, type Message, type Part, type Value } from './say'

export type { Key }

let speaker = $state.raw(new Speaker({ language: 'en', texts: {}, rules: {} }))

/** Fetches a language's texts; from then on everything is said in it, also what was said before. */
export async function speak(language: string): Promise<void> {
  if (speaker.catalogue.language === language && Object.keys(speaker.catalogue.texts).length) return
  const answer = await fetch(catalogues[language] ?? '')
  speaker = new Speaker((await answer.json()) as Catalogue)
}

/** A text of the page with its {holes} filled; `count` picks the plural form. */
export function t(key: Key, values: Record<string, Value> = {}): string {
  return speaker.render([key, values])
}

/** Whether a text has this id. */
export const isKey = (id: string): id is Key => id in speaker.catalogue.texts

/** What the server says. */
export function say(said: Message | Message[] | null): string {
  if (said === null || said.length === 0) return ''
  return isOne(said) ? speaker.render(said) : said.map((one) => speaker.render(one)).join(' ')
}

/** The same without the rules that it is said by. */
export const sayPlain = (said: Message): string => speaker.plain(said)

/** What the server says, with pieces of the game apart. */
export function partsOf(said: Message[], isPiece: (id: string) => boolean): Part[] {
  return said.flatMap((one, n) => (n ? [' ', ...speaker.parts(one, isPiece)] : speaker.parts(one, isPiece)))
}

/** Pieces whose notation a screen reader would spell, in words. */
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- filled while modules are loaded, before anything is drawn
const spelled = new Map<string, (values: Message[1]) => string>()

/** From now on a piece is read out in these words. */
export function readAs(id: string, words: (values: Message[1]) => string): void {
  spelled.set(id, words)
}

/** What the server says, as it is read out. */
export function aloud(said: Message[]): string {
  return partsOf(said, (id) => spelled.has(id))
    .map((part) => (typeof part === 'string' ? part : (spelled.get(part[0])?.(part[1]) ?? '')))
    .join('')
}

const isOne = (said: Message | Message[]): said is Message => typeof said[0] === 'string'
