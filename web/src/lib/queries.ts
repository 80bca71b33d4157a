/** The forms of the window that the page is laid out for, as media queries. A stylesheet writes `@media (--short)`. */
export const QUERIES = {
  /** A phone on its side, or a desktop that shows everything twice as large. */
  short: '(max-height: 520px) and (min-width: 560px)',
  /** A phone upright. */
  narrow: '(max-width: 620px)',
  /** There is no room for anything beside the board. */
  single: '(max-width: 900px), (max-height: 520px) and (min-width: 560px)',
  /** Likewise, but for a window that is short. */
  upright: '(max-width: 559px), (max-width: 900px) and (min-height: 521px)',
}
