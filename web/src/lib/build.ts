/** After an upgrade of the hall an open tab loads the page that belongs to it. */

const KEY = 'quincunx.reloaded'

let first: string | null = null

/** Whether the hall has another page than the one that this tab runs, given what the hall says about itself. */
export function isOutdated(build: string): boolean {
  first ??= build
  return build !== first
}

/** Loads the page anew; once for each that the hall has, should something in between keep an old copy. */
export function reloadFor(build: string): void {
  try {
    if (sessionStorage.getItem(KEY) === build) return
    sessionStorage.setItem(KEY, build)
  } catch {
    return // without a memory it might go round in circles
  }
  location.reload()
}
