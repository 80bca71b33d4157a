/** The form of the window, where the page is laid out otherwise and not only drawn otherwise. */

const shortQuery = matchMedia('(max-height: 520px) and (min-width: 560px)')
const narrowQuery = matchMedia('(max-width: 620px)')
const singleQuery = matchMedia(`(max-width: 900px), ${shortQuery.media}`)

/**
 * Short: a phone on its side, or a desktop that shows everything twice as large. Narrow: a phone upright. Single: there
 * is no room for anything beside the board.
 */
export const shape = $state({
  short: shortQuery.matches,
  narrow: narrowQuery.matches,
  single: singleQuery.matches,
})
shortQuery.addEventListener('change', (event) => (shape.short = event.matches))
narrowQuery.addEventListener('change', (event) => (shape.narrow = event.matches))
singleQuery.addEventListener('change', (event) => (shape.single = event.matches))
