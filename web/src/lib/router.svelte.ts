/** Where we are: the lobby at `/`, a table at `/t/<id>`. */

export type Place = { at: 'lobby' } | { at: 'table'; table: string }

function read(): Place {
  const found = /^\/t\/([\w-]+)\/?$/.exec(location.pathname)
  return found?.[1] ? { at: 'table', table: found[1] } : { at: 'lobby' }
}

export const route: { place: Place } = $state({ place: read() })

addEventListener('popstate', () => (route.place = read()))

export function go(path: string): void {
  history.pushState(null, '', path)
  route.place = read()
  scrollTo(0, 0)
}

/** For plain left clicks on links of the page. */
export function follow(event: MouseEvent): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = event.currentTarget as HTMLAnchorElement
  event.preventDefault()
  go(link.getAttribute('href') ?? '/')
}
