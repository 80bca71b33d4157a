/** Words of the server (bots, choices of variants, colours) in the chosen language. */

import { isSite } from './authority'
import { knownBot } from './bots'
import { isKey, say, sayPlain, t } from './i18n.svelte'
import { Refusal } from './api'
import type { GameInfo, LevelInfo, TableInfo, VariantInfo } from './protocol'
import type { Message } from './say'
import type { Colour } from './drawing'

/** The most letters that a name may have. */
export const LONGEST_NAME = 24

/** Why a request failed, in words. */
export function reasonOf(error: unknown): string {
  return error instanceof Refusal && error.said ? say(error.said) : t(isSite ? 'page.site_failed' : 'page.lobby_failed')
}

export function botName(bot: string): string {
  const key = `page.bot_${bot}`
  return isKey(key) ? t(key) : bot.charAt(0).toUpperCase() + bot.slice(1)
}

/** Whether a bot can play now: some need tables that have to be built. */
const isReady = (level: LevelInfo): boolean => level.tables === null || level.tables.state === 'there'

/** How well a bot plays, and in a race how fast, in words; nothing for bots that are not ours. */
export function strengthOf(bot: string, game: Pick<GameInfo, 'race'>): string {
  const key = `page.${game.race ? 'speed' : 'strength'}_${bot}`
  return isKey(key) ? t(key) : ''
}

/** How many may sit at a table, for people to choose from. */
export function seatOptions(game: GameInfo, fewest = game.seats[0]): { value: number; label: string }[] {
  const least = Math.max(fewest, game.seats[0])
  return Array.from({ length: game.seats[1] - least + 1 }, (_, n) => ({ value: least + n, label: String(least + n) }))
}

/** The levels that play with so many seats, named, with their strength in words. */
export function levelOptions(game: GameInfo, seats: number): { value: string; label: string }[] {
  return game.levels
    .filter((level) => isReady(level) && (level.seats === null || level.seats === seats))
    .map(({ bot }) => {
      const strength = strengthOf(bot, game)
      return { value: bot, label: strength ? t('page.bot_strong', { bot: botName(bot), strength }) : botName(bot) }
    })
}

/** What a bot is like, by its own name; nothing for bots that are not ours. */
export function temperOf(name: string): string {
  const key = `page.temper_${knownBot(name) ?? ''}`
  return isKey(key) ? t(key) : ''
}

/** A bot's name as a message, so that it is said anew in another language. */
export const botMessage = (bot: string): Message | string => {
  const key = `page.bot_${bot}`
  return isKey(key) ? [key, {}] : bot
}

/** How a table is set up, a few words each: variants, clock, what happens when somebody is away, training, who sees it. */
export function settingChips(game: GameInfo, info: TableInfo): string[] {
  const others = game.variants
    .map((variant) => ({ variant, choice: info.variants[variant.name] ?? variant.choices[0] ?? '' }))
    .filter(({ variant, choice }) => choice !== variant.choices[0])
    .map(({ variant, choice }) => `${sayPlain(variant.question)} ${variantChoice(variant, choice)}`)
  const rules = game.variants.length && !others.length ? [t('page.chip_usual')] : others
  const { clock, away, listed, coach } = info.settings
  const time =
    clock === null
      ? t('page.chip_noclock')
      : t(away === 'default' ? 'page.chip_clock_default' : 'page.chip_clock', { time: timeText(clock) })
  const absent = t(`page.chip_away_${away}`)
  const training = coach === 'training' ? [t('page.chip_training')] : []
  return [...rules, time, absent, ...training, t(listed ? 'page.chip_listed' : 'page.chip_unlisted')]
}

/** So many seconds, in the unit that fits. */
export function timeText(seconds: number): string {
  if (seconds < 120) return t('page.time_seconds', { count: seconds })
  if (seconds < 7200) return t('page.time_minutes', { count: Math.round(seconds / 60) })
  return seconds < 172_800
    ? t('page.time_hours', { count: Math.round(seconds / 3600) })
    : t('page.time_days', { count: Math.round(seconds / 86_400) })
}

/** A choice of an option as people read it; numbers speak for themselves. */
export function variantChoice(variant: VariantInfo, choice: string): string {
  const label = variant.labels[variant.choices.indexOf(choice)]
  return label ? say(label) : choice
}

export const colourName = (colour: Colour): string => t(`page.colour_${colour}`)
export const colourLetter = (colour: Colour): string => t(`page.letter_${colour}`)

/** What the points of a game are called. */
export const unitOf = (game: GameInfo, count: number): string =>
  t(game.unit === 'cards' ? 'page.unit_cards' : 'page.unit_points', { count })
