/** The languages that there are catalogues of: `tools/messages.py` writes a file for each. */

const FOLDER = '../generated/messages/'
const files = import.meta.glob<string>('../generated/messages/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** By a language: where its texts are. */
export const catalogues: Record<string, string> = Object.fromEntries(
  Object.entries(files).map(([file, url]) => [file.slice(FOLDER.length, -'.json'.length), url]),
)

/** A language's own name for itself. */
export const nameOf = (language: string): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language

/** The first of some wishes that there is a catalogue of, as it is or without its country; English otherwise. */
export function firstOf(wishes: readonly string[]): string {
  const known = wishes.flatMap((wish) => [wish, wish.split('-')[0] ?? '']).filter((wish) => wish in catalogues)
  return known[0] ?? 'en'
}

/** A language with the region of the first wish that names one; English without a region is British. */
export function localeIn(language: string, wishes: readonly string[]): string {
  const regions = wishes.map((wish) => new Intl.Locale(wish).region).filter((region) => region !== undefined)
  const region = regions[0] ?? (language === 'en' ? 'GB' : undefined)
  return new Intl.Locale(language, region ? { region } : {}).toString()
}

/** Where people print on Letter; elsewhere they do on A4. */
const LETTER = ['CA', 'CL', 'CO', 'MX', 'PH', 'US', 'VE']

/** The paper of a locale's region. */
export function paperIn(locale: string): 'a4' | 'letter' {
  return LETTER.includes(new Intl.Locale(locale).region ?? '') ? 'letter' : 'a4'
}
