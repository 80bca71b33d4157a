/** The end of a match as a picture to share, drawn here. */

export const SIZE = { width: 1200, height: 630 }

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

const FONT = 'system-ui, sans-serif'
const LINES = ['#ffd34d', '#7fd0ff', '#ff9aa2', '#9fe3a8', '#d9b8ff', '#ffb066', '#f4f4f4', '#8fe8dd']
const DOTS: [number, number, string][] = [
  [18, 18, '#5fb7ff'],
  [46, 18, '#ffb341'],
  [32, 32, '#ffffff'],
  [18, 46, '#ff7b86'],
  [46, 46, '#7fd88f'],
]

/** Draws it on a canvas of that size. */
export function drawPoster(canvas: HTMLCanvasElement, poster: Poster): void {
  canvas.width = SIZE.width
  canvas.height = SIZE.height
  const pen = canvas.getContext('2d')
  if (!pen) return
  ground(pen, poster.colour)
  write(pen, poster.title, { x: 60, y: 92, size: 44, weight: 700, width: 860, alpha: 0.85 })
  write(pen, poster.headline, { x: 60, y: 172, size: 62, weight: 800, width: 1080 })
  const hasCurve = poster.scores.length > 2
  table(pen, poster, hasCurve ? 520 : 1080)
  if (hasCurve) curve(pen, poster.scores, { x: 640, y: 224, width: 500, height: 290 })
  logo(pen, 60, 542, 52)
  write(pen, poster.foot, { x: 130, y: 578, size: 28, weight: 500, width: 1010, alpha: 0.85 })
}

/** As a file. */
export function pictureOf(canvas: HTMLCanvasElement): Promise<File | null> {
  return new Promise((resolve) =>
    canvas.toBlob((blob) => resolve(blob && new File([blob], 'quincunx.png', { type: 'image/png' })), 'image/png'),
  )
}

function ground(pen: CanvasRenderingContext2D, colour: string): void {
  pen.fillStyle = colour
  pen.fillRect(0, 0, SIZE.width, SIZE.height)
  pen.fillStyle = 'rgb(0 0 0 / 14%)'
  for (let y = 30; y < SIZE.height; y += 48)
    for (let x = 30 + (((y - 30) / 48) % 2) * 24; x < SIZE.width; x += 48) disc(pen, x, y, 4)
}

function disc(pen: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen.fill()
}

interface Text {
  x: number
  y: number
  size: number
  weight: number
  /** The most that it takes; a longer one is made smaller. */
  width: number
  alpha?: number
  align?: CanvasTextAlign
}

function write(pen: CanvasRenderingContext2D, text: string, at: Text): void {
  pen.globalAlpha = at.alpha ?? 1
  pen.fillStyle = '#ffffff'
  pen.textAlign = at.align ?? 'left'
  pen.font = `${at.weight} ${at.size}px ${FONT}`
  const size = at.size * Math.min(1, at.width / Math.max(1, pen.measureText(text).width))
  pen.font = `${at.weight} ${size}px ${FONT}`
  pen.fillText(text, at.x, at.y)
  pen.globalAlpha = 1
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

function logo(pen: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  pen.fillStyle = '#17443f'
  pen.beginPath()
  pen.roundRect(x, y, size, size, size / 4)
  pen.fill()
  for (const [dx, dy, colour] of DOTS) {
    pen.fillStyle = colour
    disc(pen, x + (dx * size) / 64, y + (dy * size) / 64, (7 * size) / 64)
  }
}
