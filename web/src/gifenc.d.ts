/** The part of gifenc, which has no types of its own, that the page uses. */
declare module 'gifenc' {
  export type Palette = number[][]

  interface FrameOptions {
    palette?: Palette
    /** In milliseconds. */
    delay?: number
    transparent?: boolean
    transparentIndex?: number
    /** What becomes of the frame before the next: 1 lets it stand. */
    dispose?: number
  }

  export function GIFEncoder(): {
    writeFrame(indexed: Uint8Array, width: number, height: number, options: FrameOptions): void
    finish(): void
    bytes(): Uint8Array<ArrayBuffer>
  }
  export function quantize(rgba: Uint8ClampedArray, most: number): Palette
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array
}
