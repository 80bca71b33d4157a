/** What makes the page a program of its own: a worker that says so when the hall does not answer. */

import { isSite } from './authority'
import { t } from './i18n.svelte'
import { offlinePage } from './offline'
import { language } from './settings.svelte'

const CACHE = 'quincunx'

/** Where browsers allow it (https, or this computer): keeps the page for when the hall is away, and the worker. */
export async function makeReady(): Promise<void> {
  if (isSite) return // which needs nobody's answer
  if (!('serviceWorker' in navigator) || !('caches' in window)) return
  try {
    const page = offlinePage(
      language(),
      t('page.offline_title'),
      t('page.offline_reason'),
      t('page.offline_advice'),
      t('page.offline_again'),
    )
    const kept = await caches.open(CACHE)
    await kept.put('/offline', new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } }))
    await navigator.serviceWorker.register('/sw.js')
  } catch {
    // Private windows may refuse; the page works without it.
  }
}
