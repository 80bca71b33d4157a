/** Words of the server (bots, choices of variants, colours) in the chosen language. */

import { isKey, say, t } from './i18n.svelte'
import { Refusal } from './api'
import type { GameInfo, VariantInfo } from './protocol'
import type { Message } from './say'
import type { Colour } from './art'

/** Why a request failed, in words. */
export function reasonOf(error: unknown): string {
  return error instanceof Refusal && error.said ? say(error.said) : t('page.lobby_failed')
}

export function botName(bot: string): string {
  const key = `page.bot_${bot}`
  return isKey(key) ? t(key) : bot.charAt(0).toUpperCase() + bot.slice(1)
}

/** The levels that play with so many seats, named, with their ratings where they are measured. */
export function levelOptions(game: GameInfo, seats: number): { value: string; label: string }[] {
  return game.levels
    .filter((level) => level.ready && (level.seats === null || level.seats === seats))
    .map(({ bot, rating }) => ({ value: bot, label: rating === null ? botName(bot) : t('page.bot_rated', { bot: botName(bot), rating: String(rating) }) }))
}

/** A bot's name as a message, so that it is said anew in another language. */
export const botMessage = (bot: string): Message | string => {
  const key = `page.bot_${bot}`
  return isKey(key) ? [key, {}] : bot
}

/** A choice of an option as people read it; numbers speak for themselves. */
export function variantChoice(variant: VariantInfo, choice: string): string {
  const label = variant.labels[variant.choices.indexOf(choice)]
  return label ? say(label) : choice
}

export const colourName = (colour: Colour): string => t(`page.colour_${colour}`)
export const colourLetter = (colour: Colour): string => t(`page.letter_${colour}`)

/** What the points of a game are called. */
export const unitOf = (game: GameInfo, count: number): string => t(game.unit === 'cards' ? 'page.unit_cards' : 'page.unit_points', { count })
