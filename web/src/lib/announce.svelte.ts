/** What a screen reader is told: a polite region for what happens, an alert for what is refused. */

export const voice: { polite: string; alert: string } = $state({ polite: '', alert: '' })

let waiting: string[] = []
let timer = 0

/** Gathers what comes within a moment into one announcement, so that none is swallowed. */
export function announce(text: string): void {
  if (!text) return
  waiting.push(text)
  clearTimeout(timer)
  timer = window.setTimeout(() => {
    voice.polite = waiting.slice(-6).join(' ')
    waiting = []
  }, 120)
}

export function alarm(text: string): void {
  voice.alert = ''
  requestAnimationFrame(() => (voice.alert = text))
}
