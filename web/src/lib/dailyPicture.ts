/** A result of a daily as a picture to share: the marks of its decisions, and nothing of its dice. */

import { PIPS } from './art'
import { begun, disc, foot, write } from './pen'

export interface DailyPicture {
  title: string
  /** The game's colour. */
  colour: string
  day: string
  points: string
  /** A die per decision: six pips for no loss. */
  marks: string
  foot: string
}

const ONE_PIP = '⚀'.codePointAt(0) ?? 0
const BOX = { x: 60, y: 262, width: 1080, height: 250 }
/** The largest a die gets. */
const LARGE = 220

export function drawDaily(canvas: HTMLCanvasElement, daily: DailyPicture): void {
  const pen = begun(canvas, daily.colour)
  write(pen, daily.title, { x: 60, y: 92, size: 44, weight: 700, width: 1080, alpha: 0.85 })
  write(pen, daily.day, { x: 60, y: 160, size: 52, weight: 800, width: 1080 })
  write(pen, daily.points, { x: 60, y: 226, size: 44, weight: 700, width: 1080 })
  const dice = [...daily.marks].map((mark) => (mark.codePointAt(0) ?? ONE_PIP) - ONE_PIP + 1)
  const { columns, size } = fitted(dice.length)
  dice.forEach((pips, n) => {
    die(pen, BOX.x + (n % columns) * size, BOX.y + Math.floor(n / columns) * size, 0.88 * size, pips)
  })
  foot(pen, daily.foot)
}

/** The largest dice of which so many fit. */
function fitted(count: number): { columns: number; size: number } {
  let size = LARGE
  while (Math.floor(BOX.width / size) * Math.floor(BOX.height / size) < count) size -= 1
  return { columns: Math.floor(BOX.width / size), size }
}

function die(pen: CanvasRenderingContext2D, x: number, y: number, size: number, pips: number): void {
  pen.fillStyle = '#fbf7ec'
  pen.beginPath()
  pen.roundRect(x, y, size, size, size / 5)
  pen.fill()
  pen.fillStyle = '#1b2322'
  for (const [dx, dy] of PIPS[pips] ?? []) disc(pen, x + (dx * size) / 100, y + (dy * size) / 100, size * 0.095)
}
