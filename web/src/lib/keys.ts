/** Single keys that do something on a board. */

import { settings } from './settings.svelte'

/** The key of an event that is meant for the board; nothing while typing, in dialogs or with modifiers. */
export function boardKey(event: KeyboardEvent): string | null {
  if (!settings.keys || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null
  const target = targetOf(event)
  if (target?.closest('input, textarea, select, dialog')) return null
  if ((event.key === ' ' || event.key === 'Enter') && target?.closest('button, a, summary')) return null
  return event.key.length === 1 ? event.key.toLowerCase() : event.key
}

/** What a key is pressed on. A dialog that was just closed keeps the focus until the next drawing: that is nowhere. */
function targetOf(event: KeyboardEvent): HTMLElement | null {
  const target = event.target instanceof HTMLElement ? event.target : null
  return target?.closest('dialog:not([open])') ? null : target
}
