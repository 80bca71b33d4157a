/** Who is away or has left, in a line, with what happens next. */

import { t } from './i18n.svelte'
import { botName } from './names'
import type { SeatInfo } from './protocol'
import type { TableView } from './view.svelte'

/** Whether a person's seat is not played by its person now. */
export const isAbsent = (seat: SeatInfo): boolean =>
  seat.kind === 'human' && (seat.away || seat.left || !seat.connected)

/** Why a person is not here, in a word or two. */
export function reasonFor(seat: SeatInfo): string {
  if (seat.left) return t('page.absent_left')
  return seat.away ? t('page.table_away') : t('page.table_offline')
}

/** Who is missing, why, and what happens next. */
export function absence(table: TableView, seat: SeatInfo): string {
  const name = table.name(seat.seat)
  const who = seat.left
    ? t('page.absent_hasleft', { name })
    : seat.away
      ? t('page.absent_isaway', { name })
      : t('page.absent_isoffline', { name })
  return `${who} ${next(table, seat)}`
}

function next(table: TableView, seat: SeatInfo): string {
  if (seat.level)
    return seat.left
      ? t('page.absent_botgoeson', { bot: botName(seat.level) })
      : t('page.absent_botmeanwhile', { bot: botName(seat.level) })
  const settings = table.info?.settings
  if (settings && settings.away !== 'wait' && !seat.left) {
    return t(settings.away === 'bot' ? 'page.absent_botsoon' : 'page.absent_firstsoon', { count: settings.away_after })
  }
  if (table.isHost) return t('page.absent_youdecide')
  return t(seat.seat === table.info?.host ? 'page.absent_hostisgone' : 'page.absent_hostdecides')
}
