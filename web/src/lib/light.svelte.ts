/** Lights parts of a board, by the names in their `data-part`. */

const selector = (parts: string[]): string => parts.map((name) => `[data-part~="${name}"]`).join(', ')

/**
 * Lights these parts as long as the calling component lives: by a style, so that pieces which come later are lit as well.
 * A component calls it once.
 */
export function light(parts: () => string[]): void {
  const marks = new CSSStyleSheet()
  $effect(() => {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, marks]
    return () => (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== marks))
  })
  $effect(() => {
    const found = selector(parts())
    const style = 'outline: 4px solid var(--lit) !important; outline-offset: 3px; animation: lit 1.4s 3;'
    marks.replaceSync(found ? `${found} { ${style} }` : '')
  })
}

/** The first of these parts that is on the screen. */
export function firstLit(parts: string[]): HTMLElement | undefined {
  const found = parts.length ? document.querySelectorAll<HTMLElement>(selector(parts)) : []
  return [...found].find((one) => one.offsetParent !== null)
}
