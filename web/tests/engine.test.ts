import { expect, it, vi } from 'vitest'
import { Engine } from '../src/site/engine'
import type { ToPage, ToWorker } from '../src/site/messages'

/** Which Node has not yet. */
class FakeCloseEvent extends Event {
  readonly code: number

  constructor(type: string, { code }: { code: number }) {
    super(type)
    this.code = code
  }
}
vi.stubGlobal('CloseEvent', FakeCloseEvent)

class FakeWorker {
  posted: ToWorker[] = []
  onmessage: ((event: MessageEvent<ToPage>) => void) | null = null

  postMessage(message: ToWorker): void {
    this.posted.push(message)
  }

  says(data: ToPage): void {
    this.onmessage?.({ data } as MessageEvent<ToPage>)
  }
}

async function started(): Promise<[Engine, FakeWorker]> {
  const worker = new FakeWorker()
  const engine = new Engine(Promise.resolve(worker))
  await Promise.resolve()
  return [engine, worker]
}

it('each request gets its own answer, in whatever order they come', async () => {
  const [engine, worker] = await started()
  const [first, second] = [engine.ask('/hall'), engine.ask('/tables', { game: 'sixes' })]
  await Promise.resolve()
  expect(worker.posted).toEqual([
    { kind: 'ask', number: 1, address: '/hall', body: undefined },
    { kind: 'ask', number: 2, address: '/tables', body: '{"game":"sixes"}' },
  ])
  worker.says({ kind: 'answer', number: 2, answer: '{"status":409,"data":2}' })
  worker.says({ kind: 'answer', number: 1, answer: '{"status":200,"data":1}' })
  expect([await first, await second]).toEqual([
    { status: 200, data: 1 },
    { status: 409, data: 2 },
  ])
})

it('what never changes is a file of the site', async () => {
  const asked = vi.fn(() => Promise.resolve({ ok: true, status: 200, json: () => Promise.resolve([]) }))
  vi.stubGlobal('fetch', asked)
  const [engine, worker] = await started()
  await engine.ask('/games')
  await engine.ask('/games/sixes/lesson?language=de')
  expect(asked.mock.calls).toEqual([['/written/games.json'], ['/written/sixes.lesson.de.json']])
  expect(worker.posted).toEqual([])
})

it('a line is a socket: it opens, carries texts, and stays closed', async () => {
  const [engine, worker] = await started()
  const socket = engine.open('/ws/lobby')
  const [opened, heard, closed] = [vi.fn(), vi.fn(), vi.fn()]
  socket.onopen = opened
  socket.onmessage = (event) => heard(event.data)
  socket.onclose = (event) => closed(event.code)
  worker.says({ kind: 'open', line: 1 })
  expect(socket.readyState).toBe(WebSocket.OPEN)
  worker.says({ kind: 'text', line: 1, text: 'hello' })
  worker.says({ kind: 'closed', line: 1, text: '4404' })
  worker.says({ kind: 'text', line: 1, text: 'too late' })
  expect([opened.mock.calls.length, heard.mock.calls, closed.mock.calls]).toEqual([1, [['hello']], [[4404]]])
  expect(socket.readyState).toBe(WebSocket.CLOSED)
})

it('a line that is closed here says so to the worker once, and tells nobody here', async () => {
  const [engine, worker] = await started()
  const socket = engine.open('/ws/lobby')
  const closed = vi.fn()
  socket.onclose = closed
  socket.close()
  socket.close()
  await Promise.resolve()
  expect(worker.posted.filter((message) => message.kind === 'close')).toEqual([{ kind: 'close', line: 1 }])
  expect(closed).not.toHaveBeenCalled()
})

it('where the worker cannot start, nobody waits for it', async () => {
  const [engine, worker] = await started()
  const early = engine.ask('/hall')
  worker.says({ kind: 'failed', reason: 'no room' })
  await expect(early).rejects.toThrow('no room')
  await expect(engine.ask('/hall')).rejects.toThrow('no room')
})
