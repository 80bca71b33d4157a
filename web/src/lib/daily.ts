/** Dailies in words. */

import { t } from './i18n.svelte'
import type { DailyResult, DailyRow, GameInfo } from './protocol'

const SERIES = 'daily:'

/** The day of a table that belongs to a daily; none for others. */
export function dayOf(series: string | null): string | null {
  return series?.startsWith(SERIES) ? series.slice(SERIES.length) : null
}

/** A day as people write it; days begin at midnight UTC. */
export function dayText(day: string, locale: string, style: 'long' | 'medium' = 'long'): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: style, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

/** What decisions have cost. */
export function lossText(row: DailyRow, seats: number, locale: string): string {
  if (row.loss === null) return ''
  const points = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  return seats === 1
    ? t('page.daily_loss_points', { loss: points.format(row.loss) })
    : t('page.daily_loss_wins', { loss: share.format(row.loss) })
}

/** What it came to. */
export function resultText({ mine, par }: DailyResult): string {
  const points = String(mine?.points ?? 0)
  return par ? t('page.daily_line_par', { points, par: String(par.points) }) : t('page.daily_line', { points })
}

/** A line to share, without spoilers. */
export function shareText(result: DailyResult, game: GameInfo, link: string, locale: string): string {
  const head = t('page.daily_line_head', { game: game.title, day: dayText(result.day, locale, 'medium') })
  return [head, [resultText(result), result.mine?.marks ?? ''].filter(Boolean).join(' '), link].join('\n')
}
