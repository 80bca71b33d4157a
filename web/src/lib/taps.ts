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
  /** The colours of the columns, in the order of the faces. */
  colours: NonNullable<FaceInfo['colour']>[]
  /** Rows of faces by colour; a place is empty where a colour lacks that face. */
  rows: (FaceInfo | null)[][]
  /** Faces without a colour, and special cards. */
  others: FaceInfo[]
}

/** What a face says besides its colour: its number, as a rule. */
function label(face: FaceInfo): string {
  return /^[a-z-]*?(\d+|w)[a-z]?$/i.exec(face.text)?.[1] ?? ''
}

/** The faces as a pad: a column per colour and a row per number, so that a face is found at once. */
export function padOf(faces: FaceInfo[]): Pad {
  const coloured = faces.filter((face) => face.colour !== null && label(face))
  const colours = [...new Set(coloured.map((face) => face.colour))].filter((colour) => colour !== null)
  const labels = [...new Set(coloured.map(label))].sort((a, b) => (Number(a) || 99) - (Number(b) || 99))
  const rows = labels.map((one) =>
    colours.map((colour) => coloured.find((face) => face.colour === colour && label(face) === one) ?? null),
  )
  return { colours, rows, others: faces.filter((face) => !coloured.includes(face)) }
}

/** The face that typed letters say, if they say one and can begin no other. */
export function typedFace(faces: FaceInfo[], typed: string): FaceInfo | null {
  const found = faces.filter((face) => face.text.toLowerCase().startsWith(typed.toLowerCase()))
  const exact = found.find((face) => face.text.toLowerCase() === typed.toLowerCase())
  return exact && found.length === 1 ? exact : null
}
