/** A moment of a match as a short GIF: before, what happened, after. */

import { tick } from 'svelte'
import { pastPart } from './api'
import type { Frame } from './gif'
import { say } from './i18n.svelte'
import type { Moment } from './moment'
import type { Past } from './past'
import { ground, logo, penOf, write, writeLines } from './pen'
import type { TableInfo } from './protocol'
import { atRest } from './settings.svelte'
import { putSnapshot, snapshotOf, type Snapshot } from './snapshot'
import { stillsOf, type Still } from './stills'
import { BoardView } from './view.svelte'

const MARGIN = 16
/** The heights of what is above and below the board. */
const [HEAD, FOOT] = [144, 56]
/** The widths of a clip of a board that is narrow or wide in the page, and how much higher than wide a board may be. */
const [NARROW, WIDE, TALL] = [540, 760, 1.6]
/** The most moments that are shown; of more, some are left out. */
const MOST = 8
/** How long the first, each one on the way and the last is shown, and a step from one to the next; in milliseconds. */
const SHOWN = { first: 1400, way: 900, last: 3200, step: 60 }
/** How much of the next is seen in each step. */
const STEPS = [0.25, 0.5, 0.75]

/** The match as the board of a clip shows it. */
export class ClipView extends BoardView {
  override readonly replaying = true

  constructor(info: TableInfo, you: number | null) {
    super(info.id)
    this.info = info
    this.you = you
  }

  /** Nobody acts in what is past. */
  override get mine(): boolean {
    return false
  }

  show(stills: Still[], n: number): void {
    const still = stills[n]
    if (!still) return
    this.earlier = stills.slice(0, n).map((one) => one.picture)
    atRest(() => {
      this.picture = this.told = still.picture
      this.fresh = still.lines
      this.toAct = still.toAct
      this.standings = still.points.map((points, seat) => ({ seat, points, place: 0 }))
      this.step += 1
      this.notifyAnew()
    })
  }
}

/** The stills of a moment: before it, those that something is said at, and after it. */
export async function stillsIn(past: Past, moment: Moment): Promise<Still[]> {
  const all = stillsOf(await pastPart(past, moment.from, Math.max(1, moment.to - moment.from), moment.seat))
  return all.filter((one, n) => n === 0 || n === all.length - 1 || one.lines.length)
}

export interface Wanted {
  view: ClipView
  stills: Still[]
  /** Where the board is. */
  stage: HTMLElement
  title: string
  said: string
  colour: string
}

interface Size {
  width: number
  height: number
}

/** Photographs the board at each still, and puts the pictures together. */
export async function clipOf(wanted: Wanted): Promise<File> {
  const { view, stills, stage } = wanted
  const shots: { shot: Snapshot; below: string }[] = []
  for (const n of spread(stills.length)) {
    view.show(stills, n)
    await tick()
    const below = n ? say(stills[n]?.lines.flatMap((line) => line.said) ?? []) : ''
    shots.push({ shot: await snapshotOf(stage, TALL * stage.clientWidth), below })
  }
  const width = stage.clientWidth > NARROW ? WIDE : NARROW
  const board = Math.max(...shots.map(({ shot }) => (shot.height * (width - 2 * MARGIN)) / shot.width))
  const size = { width, height: Math.round(HEAD + board + FOOT) }
  const { gifOf } = await import('./gif')
  return gifOf(framesOf(shots.map(({ shot, below }) => drawnOf(wanted, shot, size, below))))
}

/** At most so many of them, the first and the last always. */
function spread(count: number): number[] {
  const taken = Math.min(count, MOST)
  return Array.from({ length: taken }, (_, n) => (taken > 1 ? Math.round((n * (count - 1)) / (taken - 1)) : 0))
}

function drawnOf({ title, said, colour }: Wanted, shot: Snapshot, size: Size, below: string): ImageData {
  const canvas = Object.assign(document.createElement('canvas'), size)
  const inner = size.width - 2 * MARGIN
  const pen = penOf(canvas)
  ground(pen, colour)
  write(pen, title, { x: MARGIN, y: 34, size: 19, weight: 600, width: inner, alpha: 0.85 })
  writeLines(pen, said, { x: MARGIN, y: 66, size: 25, weight: 800, width: inner }, 3)
  putSnapshot(pen, shot, MARGIN, HEAD, inner)
  logo(pen, MARGIN, size.height - 43, 30)
  write(pen, below, { x: MARGIN + 42, y: size.height - 22, size: 18, weight: 600, width: inner - 42 })
  return pen.getImageData(0, 0, size.width, size.height)
}

function framesOf(drawn: ImageData[]): Frame[] {
  const last = drawn.length - 1
  return drawn.flatMap((image, n) => {
    const before = drawn[n - 1]
    const steps = before ? STEPS.map((part) => ({ image: between(before, image, part), shown: SHOWN.step })) : []
    return [...steps, { image, shown: n === last ? SHOWN.last : n ? SHOWN.way : SHOWN.first }]
  })
}

function between(before: ImageData, after: ImageData, part: number): ImageData {
  const mixed = new ImageData(after.width, after.height)
  after.data.forEach((value, n) => (mixed.data[n] = value * part + (before.data[n] ?? value) * (1 - part)))
  return mixed
}
