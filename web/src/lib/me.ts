/** Who I am to a hall: a key of this browser's own, made when it is first needed. */

import { recall, remember } from './storage'
import type { Reader } from './shapes'

const KEY_BYTES = 32
const readKey: Reader<string> = (value) =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined

/** My key; none for a guest. */
export function myKey(): string | null {
  return recall<string | null>('key', readKey, null)
}

/** My key, made now if there is none. */
export function keyAtLast(): string {
  const known = myKey()
  if (known !== null) return known
  const letters = Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => String.fromCharCode(byte))
  const key = btoa(letters.join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  beMe(key)
  return key
}

/** From now on this browser is the player with that key. */
export function beMe(key: string): void {
  if (readKey(key) !== undefined) remember('key', key)
}
