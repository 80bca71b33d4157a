/** The form of the window, where the page is laid out otherwise and not only drawn otherwise. */

import { QUERIES } from './queries'

const shortQuery = matchMedia(QUERIES.short)
const narrowQuery = matchMedia(QUERIES.narrow)
const singleQuery = matchMedia(QUERIES.single)

export const shape = $state({
  short: shortQuery.matches,
  narrow: narrowQuery.matches,
  single: singleQuery.matches,
})
shortQuery.addEventListener('change', (event) => (shape.short = event.matches))
narrowQuery.addEventListener('change', (event) => (shape.narrow = event.matches))
singleQuery.addEventListener('change', (event) => (shape.single = event.matches))
