/** The end of a match as a picture to share, drawn here. */

import { begun, disc, foot, write } from './pen'

export interface Poster {
  title: string
  /** The game's colour. */
  colour: string
  headline: string
  /** Best first. */
  rows: { seat: number; place: number; name: string; points: string; mine: boolean }[]
  /** When scores changed: how far the match was, then the points by seat. */
  scores: number[][]
  /** Where it was played, and when. */
  foot: string
}

const LINES = ['#ffd34d', '#7fd0ff', '#ff9aa2', '#9fe3a8', '#d9b8ff', '#ffb066', '#f4f4f4', '#8fe8dd']

export function drawPoster(canvas: HTMLCanvasElement, poster: Poster): void {
  const pen = begun(canvas, poster.colour)
  write(pen, poster.title, { x: 60, y: 92, size: 44, weight: 700, width: 860, alpha: 0.85 })
  write(pen, poster.headline, { x: 60, y: 172, size: 62, weight: 800, width: 1080 })
  const hasCurve = poster.scores.length > 2
  table(pen, poster, hasCurve ? 520 : 1080)
  if (hasCurve) curve(pen, poster.scores, { x: 640, y: 224, width: 500, height: 290 })
  foot(pen, poster.foot)
}

function table(pen: CanvasRenderingContext2D, poster: Poster, width: number): void {
  const step = Math.min(72, 300 / poster.rows.length)
  poster.rows.forEach((row, n) => {
    const y = 224 + n * step
    pen.fillStyle = row.mine ? 'rgb(255 255 255 / 26%)' : 'rgb(0 0 0 / 18%)'
    pen.beginPath()
    pen.roundRect(60, y, width, step - 8, 14)
    pen.fill()
    const text = { y: y + step * 0.58, size: Math.min(34, step * 0.5), weight: row.mine ? 800 : 600 }
    pen.fillStyle = LINES[row.seat] ?? '#ffffff'
    disc(pen, 86, y + step / 2 - 4, 9)
    write(pen, `${row.place}.`, { ...text, x: 108, width: 50 })
    write(pen, row.name, { ...text, x: 160, width: width - 314 })
    write(pen, row.points, { ...text, x: 60 + width - 20, width: 180, align: 'right' })
  })
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

function curve(pen: CanvasRenderingContext2D, scores: number[][], box: Box): void {
  const points = scores.flatMap((row) => row.slice(1))
  const [low, high] = [Math.min(0, ...points), Math.max(1, ...points)]
  const end = Math.max(1, scores.at(-1)?.[0] ?? 1)
  pen.fillStyle = 'rgb(0 0 0 / 22%)'
  pen.beginPath()
  pen.roundRect(box.x, box.y, box.width, box.height, 18)
  pen.fill()
  const x = (when: number) => box.x + 20 + ((box.width - 40) * when) / end
  const y = (value: number) => box.y + box.height - 20 - ((box.height - 40) * (value - low)) / (high - low)
  pen.lineWidth = 5
  pen.lineJoin = 'round'
  for (let seat = 1; seat < (scores[0]?.length ?? 0); seat += 1) {
    pen.strokeStyle = LINES[seat - 1] ?? '#ffffff'
    pen.beginPath()
    scores.forEach((row, n) => {
      if (n) pen.lineTo(x(row[0] ?? 0), y(scores[n - 1]?.[seat] ?? 0))
      pen.lineTo(x(row[0] ?? 0), y(row[seat] ?? 0))
    })
    pen.stroke()
  }
}
