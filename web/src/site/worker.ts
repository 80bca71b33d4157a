/** The worker that keeps the tables of a site without a hall: Python, the engine, and the browser's database. */

import { Database } from './database'
import type { ToPage, ToWorker } from './messages'

/** What the engine offers (`quincunx/site/worker.py`). */
interface Desk {
  /** Python knows `undefined` as None, `null` as something else. */
  ask: (address: string, body: string | undefined) => Promise<string>
  open: (line: number, path: string) => Promise<void>
  hear: (line: number, text: string) => void
  close: (line: number) => void
  moved: (table: string) => void
}

interface Python {
  unpackArchive: (data: ArrayBuffer, format: 'zip' | 'wheel', options?: { extractDir: string }) => void
  runPython: (code: string) => unknown
  pyimport: (module: string) => { Desk: (database: Database, tell: Tell) => Desk }
}

type Tell = (kind: 'text' | 'closed', line: number, text: string) => void

const FOLDER = new URL('/engine/', location.href).href
const BEGIN = `
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, '/engine')
`

const tell = (message: ToPage): void => postMessage(message)

async function bytes(name: string): Promise<ArrayBuffer> {
  const answer = await fetch(FOLDER + name)
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
  return answer.arrayBuffer()
}

async function begin(): Promise<Desk> {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${FOLDER}pyodide.mjs`)) as {
    loadPyodide: (options: { indexURL: string }) => Promise<Python>
  }
  const others = new BroadcastChannel('quincunx')
  const [python, engine, msgspec, database] = await Promise.all([
    loadPyodide({ indexURL: FOLDER }),
    bytes('engine.zip'),
    bytes('msgspec.whl'),
    Database.open((table) => others.postMessage(table)),
  ])
  python.unpackArchive(msgspec, 'wheel')
  python.unpackArchive(engine, 'zip', { extractDir: '/engine' })
  python.runPython(BEGIN)
  const { Desk } = python.pyimport('quincunx.site.worker')
  const desk = Desk(database, (kind, line, text) => tell({ kind, line, text }))
  others.onmessage = (event: MessageEvent<string>) => desk.moved(event.data)
  return desk
}

const desk = begin()
desk.then(
  () => tell({ kind: 'ready' }),
  (error: unknown) => tell({ kind: 'failed', reason: String(error) }),
)

onmessage = (event: MessageEvent<ToWorker>) => void desk.then((there) => take(there, event.data))

async function take(desk: Desk, message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'ask':
      tell({ kind: 'answer', number: message.number, answer: await desk.ask(message.address, message.body) })
      return
    case 'open':
      await desk.open(message.line, message.path)
      tell({ kind: 'open', line: message.line })
      return
    case 'text':
      desk.hear(message.line, message.text)
      return
    case 'close':
      desk.close(message.line)
  }
}
