/** The lessons that somebody on this device has gone through. */

import { rightOf, text } from './shapes'
import { heldSeats, recall, remember } from './storage'

export const learned = (): string[] => recall('learned', rightOf(text), [])

export function markLearned(game: string): void {
  if (!learned().includes(game)) remember('learned', [...learned(), game])
}

/** Whether nobody has played or learned anything on this device yet. */
export const isNewcomer = (): boolean => !learned().length && !Object.keys(heldSeats()).length
