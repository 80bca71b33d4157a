/** Words of the server (bots, choices of variants, colours) in the chosen language. */

import { catalogues, type Key } from './catalogue'
import { say, t } from './i18n.svelte'
import type { Colour } from './art'

const isKey = (key: string): key is Key => key in catalogues.en

export function botName(bot: string): string {
  const key = `bot.${bot}`
  return isKey(key) ? t(key) : bot.charAt(0).toUpperCase() + bot.slice(1)
}

export function variantChoice(choice: string): string {
  const key = `choice.${choice}`
  return isKey(key) ? t(key) : say(choice)
}

export const colourName = (colour: Colour): string => t(`colour.${colour}`)
export const colourLetter = (colour: Colour): string => t(`letter.${colour}`)

/** What the points of a game are called. */
export const unitOf = (game: string, count: number): string => t(game === 'popalotsy' ? 'unit.cards' : 'unit.points', { count })
