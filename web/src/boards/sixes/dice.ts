/** Dice as a bag of faces. */

/** Whether all of `part` are among `whole`, counted. */
export function isPart(part: number[], whole: number[]): boolean {
  const left = [...whole]
  for (const one of part) {
    const at = left.indexOf(one)
    if (at < 0) return false
    left.splice(at, 1)
  }
  return true
}
