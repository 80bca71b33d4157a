/** A part of the page as an image, in the browser's own drawing. */

const SVG = 'http://www.w3.org/2000/svg'
const XHTML = 'http://www.w3.org/1999/xhtml'
/** Nothing moves in a picture. */
const STILL = '*, *::before, *::after { animation: none !important; transition: none !important }'

export interface Snapshot {
  image: HTMLImageElement
  /** Of the part in the image, in the page's pixels; the image itself is as large as the window. */
  width: number
  height: number
  /** How much smaller the part is drawn, so that all of it is in the image. */
  scale: number
}

/** Draws the upper part of an element as it stands: so high, or a whole number of its parts less.
 *
 * The image has the window's size, so that the same media queries hold in it.
 */
export async function snapshotOf(element: HTMLElement, highest: number): Promise<Snapshot> {
  const { width } = element.getBoundingClientRect()
  const height = heightOf(element, highest)
  const scale = Math.min(1, innerWidth / width, innerHeight / height)
  const root = document.createElementNS(SVG, 'svg')
  root.setAttribute('width', String(innerWidth))
  root.setAttribute('height', String(innerHeight))
  Object.assign(root.dataset, document.documentElement.dataset)
  const style = document.createElementNS(SVG, 'style')
  style.textContent = stylesheets() + STILL
  const frame = document.createElementNS(SVG, 'foreignObject')
  frame.setAttribute('width', '100%')
  frame.setAttribute('height', '100%')
  const copy = element.cloneNode(true) as HTMLElement
  const box = document.createElementNS(XHTML, 'div') as HTMLElement
  box.style.cssText = `width:${width}px;transform:scale(${scale});transform-origin:0 0;${fontOf(document.body)}`
  box.append(copy)
  frame.append(box)
  root.append(style, frame)
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(root))}`
  await image.decode()
  return { image, width, height, scale }
}

/** Draws it on a canvas, so wide. */
export function putSnapshot(pen: CanvasRenderingContext2D, shot: Snapshot, x: number, y: number, width: number): void {
  const grown = width / (shot.width * shot.scale)
  pen.save()
  pen.beginPath()
  pen.rect(x, y, width, (shot.height * width) / shot.width)
  pen.clip()
  pen.drawImage(shot.image, x, y, innerWidth * grown, innerHeight * grown)
  pen.restore()
}

/** How much of it fits: without cutting a part of the board, unless that left less than half. */
function heightOf(element: HTMLElement, highest: number): number {
  const box = element.getBoundingClientRect()
  if (box.height <= highest) return box.height
  const parts = [...element.querySelectorAll(':scope > * > *')]
  const ends = parts.map((part) => part.getBoundingClientRect().bottom - box.top)
  const whole = Math.max(0, ...ends.filter((end) => end <= highest))
  return whole < highest / 2 ? highest : whole
}

/** Everything that the page has loaded; the pages of a hall load no other host's. */
const stylesheets = (): string =>
  [...document.styleSheets].map((sheet) => [...sheet.cssRules].map((rule) => rule.cssText).join('')).join('')

/** What is set on `html` and `body`, which the image has not. */
function fontOf(body: HTMLElement): string {
  const { font, color } = getComputedStyle(body)
  return `font:${font};color:${color}`
}
