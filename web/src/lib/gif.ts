/** Frames as an animated GIF, which every place that shows pictures can play. */

import { applyPalette, GIFEncoder, quantize } from 'gifenc'

export interface Frame {
  image: ImageData
  /** In milliseconds. */
  shown: number
}

const COLOURS = 255

/** Frames of one size. What does not change from one to the next is left out. */
export function gifOf(frames: Frame[]): File {
  const [first] = frames
  if (!first) throw new Error('a GIF without frames')
  const { width, height } = first.image
  const palette = quantize(together(frames), COLOURS)
  const nothing = palette.length
  const colours = [...palette, [0, 0, 0]]
  const encoder = GIFEncoder()
  let before: Uint8Array | null = null
  for (const { image, shown } of frames) {
    const now = applyPalette(image.data, palette)
    const told = before ? now.map((colour, n) => (colour === before?.[n] ? nothing : colour)) : now
    encoder.writeFrame(told, width, height, {
      ...(before ? {} : { palette: colours }),
      delay: shown,
      transparent: before !== null,
      transparentIndex: nothing,
      dispose: 1,
    })
    before = now
  }
  encoder.finish()
  return new File([encoder.bytes()], 'quincunx.gif', { type: 'image/gif' })
}

/** The pixels of the first and the last frame: colours of the others lie between these. */
function together(frames: Frame[]): Uint8ClampedArray {
  const ends = [frames[0], frames.at(-1)].filter((frame) => frame !== undefined)
  const all = new Uint8ClampedArray(ends.reduce((sum, frame) => sum + frame.image.data.length, 0))
  let place = 0
  for (const frame of ends) {
    all.set(frame.image.data, place)
    place += frame.image.data.length
  }
  return all
}
