/** What this browser remembers: a name, settings, a token for each seat it holds. */

const PREFIX = 'quincunx.'

export function recall<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key)
    return text === null ? fallback : (JSON.parse(text) as T)
  } catch {
    return fallback
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value))
  } catch {
    // Private windows may refuse storage; the page works without it.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key)
  } catch {
    // As above.
  }
}

/** Everything. */
export function clearAll(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  } catch {
    // As above.
  }
}

export interface HeldSeat {
  token: string
  seat: number
  game: string
  at: number
}

export function heldSeats(): Record<string, HeldSeat> {
  return recall<Record<string, HeldSeat>>('seats', {})
}

export function holdSeat(table: string, held: HeldSeat): void {
  const seats = heldSeats()
  seats[table] = held
  const newest = Object.entries(seats).sort(([, a], [, b]) => b.at - a.at)
  remember('seats', Object.fromEntries(newest.slice(0, 50)))
}

export function dropSeat(table: string): void {
  const seats = heldSeats()
  delete seats[table]
  remember('seats', seats)
}

export function randomText(bytes: number): string {
  const raw = crypto.getRandomValues(new Uint8Array(bytes))
  return Array.from(raw, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
