/** The faces that somebody taps: kept on this device until the hall has them, so that nothing is tapped twice. */

import type { FaceInfo } from './protocol'
import { number, rightOf, shaped, text } from './shapes'
import { forget, recall, remember } from './storage'

/** What was tapped for dice or cards that are due since a step of a table. */
export interface Taps {
  since: number
  /** The owner's seat; -1 where that does not matter. */
  owner: number
  faces: string[]
  /** Whether it was on its way to the hall: 1 or 0. */
  sent: number
}

const NONE: Taps = { since: 0, owner: -1, faces: [], sent: 0 }
const readTaps = shaped<Taps>({ since: number, owner: number, faces: rightOf(text), sent: number })

const key = (table: string): string => `taps.${table}`

/** What is kept for these dice or cards; nothing if others are due by now. */
export function keptTaps(table: string, since: number, owner: number | null): Taps {
  const kept = recall(key(table), readTaps, NONE)
  return kept.since === since && kept.owner === (owner ?? -1) ? kept : { ...NONE, since, owner: owner ?? -1 }
}

export function keepTaps(table: string, taps: Taps): void {
  if (taps.faces.length) remember(key(table), taps)
  else forget(key(table))
}

export interface Pad {
  /** Faces without a colour that are numbers: plain dice. */
  numbers: FaceInfo[]
  /** The colours of the columns, in the order of the faces. */
  colours: NonNullable<FaceInfo['colour']>[]
  /** Rows of coloured faces; a place is empty where a colour lacks that face. */
  rows: (FaceInfo | null)[][]
  /** Everything else: wilds, special cards, players. */
  others: FaceInfo[]
}

/** What a coloured face says besides its colour: its number, as a rule; nothing for the colour alone. */
export function labelOf({ text, colour }: FaceInfo): string {
  if (!colour) return text
  const bare = text.replace(colour, '')
  return (bare === text ? text.replace(new RegExp(`^${colour[0]}(?=\\d)|${colour[0]}$`, 'i'), '') : bare).replace(
    /-$/,
    '',
  )
}

const rank = (label: string): number => (label === '' ? 0 : Number(label) || 99)

/** The faces as a pad: a column per colour and a row per number, so that a face is found at once. */
export function padOf(faces: FaceInfo[]): Pad {
  const coloured = faces.filter((face) => face.colour !== null)
  const plain = faces.filter((face) => face.colour === null)
  const colours = [...new Set(coloured.map((face) => face.colour))].filter((colour) => colour !== null)
  const labels = [...new Set(coloured.map(labelOf))].sort((a, b) => rank(a) - rank(b))
  const rows = labels.map((one) =>
    colours.map((colour) => coloured.find((face) => face.colour === colour && labelOf(face) === one) ?? null),
  )
  const numbers = plain.filter((face) => /^\d+$/.test(face.text))
  return { numbers, colours, rows, others: plain.filter((face) => !numbers.includes(face)) }
}

/** The face that typed letters say, if they say one and can begin no other. */
export function typedFace(faces: FaceInfo[], typed: string): FaceInfo | null {
  const found = faces.filter((face) => face.text.toLowerCase().startsWith(typed.toLowerCase()))
  const exact = found.find((face) => face.text.toLowerCase() === typed.toLowerCase())
  return exact && found.length === 1 ? exact : null
}
