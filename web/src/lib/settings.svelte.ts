/** How this person wants the page: theme, motion, letters, sound, language, keys. */

import { flushSync } from 'svelte'
import { catalogues, firstOf, localeIn } from './languages'
import { flag, oneOf, someOf, text } from './shapes'
import { recall, remember } from './storage'

export type Theme = 'auto' | 'light' | 'dark'
export type Motion = 'auto' | 'full' | 'reduced'
/** A language that there is a catalogue of, or `auto`. */
export type LanguageChoice = string

interface Settings {
  theme: Theme
  motion: Motion
  letters: boolean
  sound: boolean
  speed: 'calm' | 'normal' | 'instant'
  keys: boolean
  /** Whether phrases of other players are shown. */
  reactions: boolean
  language: LanguageChoice
}

const DEFAULTS: Settings = {
  theme: 'auto',
  motion: 'auto',
  letters: true,
  sound: false,
  speed: 'normal',
  keys: true,
  reactions: true,
  language: 'auto',
}

const readSettings = someOf<Settings>({
  theme: oneOf<Theme>('auto', 'light', 'dark'),
  motion: oneOf<Motion>('auto', 'full', 'reduced'),
  letters: flag,
  sound: flag,
  speed: oneOf<Settings['speed']>('calm', 'normal', 'instant'),
  keys: flag,
  reactions: flag,
  language: text,
})

export const settings: Settings = $state({ ...DEFAULTS, ...recall('settings', readSettings, {}) })

const darkQuery = matchMedia('(prefers-color-scheme: dark)')
const motionQuery = matchMedia('(prefers-reduced-motion: reduce)')
const system = $state({ dark: darkQuery.matches, still: motionQuery.matches })
darkQuery.addEventListener('change', (event) => (system.dark = event.matches))
motionQuery.addEventListener('change', (event) => (system.still = event.matches))

let resting = false

/** What this changes on the page is there at once, and what was on its way has arrived. */
export function atRest(change: () => void): void {
  resting = true
  try {
    flushSync(change)
  } finally {
    resting = false
  }
  for (const moving of isStill() ? [] : document.getAnimations())
    if (moving.effect?.getComputedTiming().endTime !== Infinity) moving.finish()
}

export function isStill(): boolean {
  return resting || settings.motion === 'reduced' || (settings.motion === 'auto' && system.still)
}

function isDark(): boolean {
  return settings.theme === 'dark' || (settings.theme === 'auto' && system.dark)
}

export function language(): string {
  return settings.language in catalogues ? settings.language : firstOf(navigator.languages)
}

/** The page's language as it is written where the reader lives. */
export const locale = (): string => localeIn(language(), navigator.languages)

function paint(): void {
  const root = document.documentElement
  root.dataset.theme = isDark() ? 'dark' : 'light'
  root.dataset.motion = isStill() ? 'reduced' : 'full'
  root.dataset.letters = settings.letters ? 'on' : 'off'
  root.lang = language()
}

// Before anything is drawn, so that a dark room sees no white flash.
paint()

/** Puts the settings on the document and in storage; to be called once, inside an effect root. */
export function applySettings(): void {
  $effect(paint)
  $effect(() => remember('settings', $state.snapshot(settings)))
}
