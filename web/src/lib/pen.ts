/** What pictures to share are drawn with. */

import { DOTS } from './logo'

const FONT = 'system-ui, sans-serif'
/** The smallest letters of a text of several lines. */
const LEAST = 12

/** As link previews have it. */
const SIZE = { width: 1200, height: 630 }

/** Begins a picture in a game's colour. */
export function begun(canvas: HTMLCanvasElement, colour: string): CanvasRenderingContext2D {
  Object.assign(canvas, SIZE)
  const pen = penOf(canvas)
  ground(pen, colour)
  return pen
}

/** Where it was played, and when. */
export function foot(pen: CanvasRenderingContext2D, text: string): void {
  logo(pen, 60, 542, 52)
  write(pen, text, { x: 130, y: 578, size: 28, weight: 500, width: 1010, alpha: 0.85 })
}

export function penOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('a canvas that cannot be drawn on')
  return pen
}

/** The ground of a picture in a game's colour. */
export function ground(pen: CanvasRenderingContext2D, colour: string): void {
  const { width, height } = pen.canvas
  pen.fillStyle = colour
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = 'rgb(0 0 0 / 14%)'
  for (let y = 30; y < height; y += 48)
    for (let x = 30 + (((y - 30) / 48) % 2) * 24; x < width; x += 48) disc(pen, x, y, 4)
}

export function disc(pen: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen.fill()
}

export interface Text {
  x: number
  y: number
  size: number
  weight: number
  /** The most that it takes; a longer one is made smaller. */
  width: number
  alpha?: number
  align?: CanvasTextAlign
}

/** Writes a line in white. */
export function write(pen: CanvasRenderingContext2D, text: string, at: Text): void {
  pen.globalAlpha = at.alpha ?? 1
  pen.fillStyle = '#ffffff'
  pen.textAlign = at.align ?? 'left'
  pen.font = `${at.weight} ${at.size}px ${FONT}`
  const size = at.size * Math.min(1, at.width / Math.max(1, pen.measureText(text).width))
  pen.font = `${at.weight} ${size}px ${FONT}`
  pen.fillText(text, at.x, at.y)
  pen.globalAlpha = 1
}

export function logo(pen: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  pen.fillStyle = '#17443f'
  pen.beginPath()
  pen.roundRect(x, y, size, size, size / 4)
  pen.fill()
  for (const [dx, dy, colour] of DOTS) {
    pen.fillStyle = colour
    disc(pen, x + (dx * size) / 64, y + (dy * size) / 64, (7 * size) / 64)
  }
}

/** Writes a text in at most so many lines, smaller if it takes more. */
export function writeLines(pen: CanvasRenderingContext2D, text: string, at: Text, most: number): void {
  let { size } = at
  let lines = broken(pen, text, at, size)
  while (lines.length > most && size > LEAST) lines = broken(pen, text, at, (size -= 1))
  lines.forEach((line, n) => write(pen, line, { ...at, size, y: at.y + n * 1.24 * size }))
}

/** The lines of a text of that size. */
function broken(pen: CanvasRenderingContext2D, text: string, { weight, width }: Text, size: number): string[] {
  pen.font = `${weight} ${size}px ${FONT}`
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word
    if (lines.length && pen.measureText(longer).width <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** What is on a canvas, as a file. */
export function pictureOf(canvas: HTMLCanvasElement): Promise<File | null> {
  return new Promise((resolve) =>
    canvas.toBlob((blob) => resolve(blob && new File([blob], 'quincunx.png', { type: 'image/png' })), 'image/png'),
  )
}
