/** The page that says that the hall does not answer. */

const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it stands in a page. */
export function plain(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => MARKS[mark] ?? mark)
}

/** The page that is shown when the hall cannot be reached. It must do without scripts and files of the hall. */
export function offlinePage(lang: string, title: string, reason: string, advice: string, again: string): string {
  const style =
    'body{margin:0;min-height:100vh;display:grid;place-content:center;gap:12px;padding:24px;text-align:center;' +
    'font:18px/1.5 system-ui,sans-serif;background:#10302d;color:#fff}a{color:#ffb341;padding:12px}h1{font-size:1.4em;margin:0}p{margin:0;max-width:34em}'
  return (
    `<!doctype html><html lang="${plain(lang)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<title>${plain(title)}</title><style>${style}</style>` +
    `<h1>${plain(title)}</h1><p>${plain(reason)}</p><p>${plain(advice)}</p><p><a href="">${plain(again)}</a></p></html>`
  )
}
