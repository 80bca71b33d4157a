/**
 * Messages as text in a reader's language; `core/render.py` does the same for the terminal. Both are tested on
 * `tests/data/messages.json`.
 */

/** A name or notation, a number, another message, or several of these, joined as the language joins lists. */
export type Value = string | number | Message | Value[]
/** A sentence's id and what fills its holes. */
export type Message = [id: string, values: Record<string, Value>]
/** A text, or one for each of the language's plural forms. */
export type Forms = string | Partial<Record<Intl.LDMLPluralRule, string>>

/** What `tools/messages.py` writes for the page. */
export interface Catalogue {
  language: string
  texts: Record<string, Forms>
  /** By the id of a sentence: the § and R that it is said by. */
  rules: Record<string, string>
}

/** Where the source's English differs from American usage, British usage holds: "a, b and c". */
const localeOf = (language: string): string => (language === 'en' ? 'en-GB' : language)

/** A stretch of text, or a piece that is drawn. */
export type Part = string | Message

/** Renders messages by a catalogue. */
export class Speaker {
  private readonly numbers: Intl.NumberFormat
  private readonly lists: Intl.ListFormat
  private readonly plurals: Intl.PluralRules

  constructor(readonly catalogue: Catalogue) {
    const locale = localeOf(catalogue.language)
    this.numbers = new Intl.NumberFormat(locale)
    this.lists = new Intl.ListFormat(locale)
    this.plurals = new Intl.PluralRules(locale)
  }

  /** A message as text; the rules that it is said by follow in brackets. */
  render(message: Message): string {
    const rule = this.catalogue.rules[message[0]]
    return rule ? `${this.plain(message)} (${rule})` : this.plain(message)
  }

  /** A message as text without its rules. */
  plain([id, values]: Message): string {
    return this.text(id, values).replace(/\{(\w+)\}/g, (hole, name: string) => this.value(values[name], hole))
  }

  /** A message as text, with pieces of the game (dice, cards) apart, so that they can be drawn. */
  parts(message: Message, isPiece: (id: string) => boolean): Part[] {
    const [id, values] = message
    if (isPiece(id)) return [message]
    const parts: Part[] = []
    const put = (part: Part): void => {
      const last = parts.at(-1)
      if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part
      else parts.push(part)
    }
    let from = 0
    const text = this.text(id, values)
    for (const found of text.matchAll(/\{(\w+)\}/g)) {
      put(text.slice(from, found.index))
      const value = values[found[1] ?? '']
      const list = Array.isArray(value) ? (isMessage(value) ? [value] : value) : []
      const pieces = list.filter(
        (one): one is Message => Array.isArray(one) && isMessage(one) && (list.length === 1 || isPiece(one[0])),
      )
      if (pieces.length && pieces.length === list.length)
        for (const one of pieces) this.parts(one, isPiece).forEach(put)
      else put(this.value(value, found[0]))
      from = found.index + found[0].length
    }
    put(text.slice(from))
    const rule = this.catalogue.rules[id]
    if (rule) put(` (${rule})`)
    return parts
  }

  private text(id: string, values: Record<string, Value>): string {
    const forms = this.catalogue.texts[id] ?? `[${id}]`
    if (typeof forms === 'string') return forms
    return forms[this.plurals.select(Number(values.count))] ?? forms.other ?? ''
  }

  private value(value: Value | undefined, hole: string): string {
    if (value === undefined) return hole
    if (typeof value === 'string') return value
    if (typeof value === 'number') return this.numbers.format(value)
    if (isMessage(value)) return this.render(value)
    return this.lists.format(value.map((part) => this.value(part, '')))
  }
}

function isMessage(value: Message | Value[]): value is Message {
  return value.length === 2 && typeof value[1] === 'object' && !Array.isArray(value[1])
}
