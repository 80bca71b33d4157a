/** As much of a browser as src/lib needs: its window is there, its storage is empty before each test. */

import { beforeEach, vi } from 'vitest'
import { FakeSocket } from './fakesocket'

const quiet = { matches: false, addEventListener: () => undefined }
const events = new EventTarget()
const page = Object.assign(new EventTarget(), {
  documentElement: { dataset: {}, lang: '' },
  visibilityState: 'visible',
  hidden: false,
})

vi.stubGlobal('window', globalThis)
vi.stubGlobal('document', page)
vi.stubGlobal('navigator', { languages: ['en-GB'] })
vi.stubGlobal('matchMedia', () => quiet)
vi.stubGlobal('location', { protocol: 'http:', host: 'hall', pathname: '/', reload: vi.fn() })
vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events))
vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw())
vi.stubGlobal('WebSocket', FakeSocket)

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
  FakeSocket.all = []
})
