/** What a screen reader is told: a polite region for what happens, an alert for what is refused. */

interface Spoken {
  text: string
  number: number
}

class Voice {
  polite: Spoken[] = $state.raw([])
  alert = $state('')
}
export const voice = new Voice()

/** How many announcements stay in the page; what is taken away is not spoken again. */
const KEPT = 60
let said: Spoken[] = []
let count = 0

/** Each is a paragraph of its own: none is swallowed by the next, and the same words are said again. */
export function announce(text: string): void {
  if (!text) return
  count += 1
  said = [...said.slice(1 - KEPT), { text, number: count }]
  voice.polite = said
}

/** Forgets what was said: another place has other news. */
export function hush(): void {
  said = []
  voice.polite = said
  voice.alert = ''
}

export function alarm(text: string): void {
  voice.alert = ''
  requestAnimationFrame(() => (voice.alert = text))
}
