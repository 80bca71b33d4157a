/** What the worker's hall stores, in this browser's database. Steps are only ever added. */

import { DATABASE } from '../lib/authority'

const VERSION = 1
const TABLES = 'tables'
const STEPS = 'steps'

interface Change {
  table: string
  /** Each with its number first. */
  steps: [number, ...unknown[]][]
  opened: unknown
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the database failed'))
  })
}

export class Database {
  private constructor(
    private readonly database: IDBDatabase,
    /** Tells the other tabs that a table has moved. */
    private readonly moved: (table: string) => void,
  ) {}

  static async open(moved: (table: string) => void): Promise<Database> {
    const request = indexedDB.open(DATABASE, VERSION)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(TABLES)
      request.result.createObjectStore(STEPS)
    }
    const database = await done(request)
    database.onversionchange = () => database.close()
    return new Database(database, moved)
  }

  /** What is fixed of a table, as JSON. */
  async table(id: string): Promise<string | undefined> {
    return (await done(this.database.transaction(TABLES).objectStore(TABLES).get(id))) as string | undefined
  }

  /** The steps of a table after that number, as JSON. */
  async steps(id: string, after: number): Promise<string> {
    const later = IDBKeyRange.bound([id, after + 1], [id, Infinity])
    const found = (await done(this.database.transaction(STEPS).objectStore(STEPS).getAll(later))) as string[]
    return `[${found.join(',')}]`
  }

  /** Stores steps and a new table, all or nothing; false if a step of the same number is there. */
  write(text: string): Promise<boolean> {
    const { table, steps, opened } = JSON.parse(text) as Change
    const all = this.database.transaction([TABLES, STEPS], 'readwrite')
    if (opened) all.objectStore(TABLES).add(JSON.stringify(opened), table)
    for (const step of steps) all.objectStore(STEPS).add(JSON.stringify(step), [table, step[0]])
    return new Promise((resolve, reject) => {
      all.oncomplete = () => {
        this.moved(table)
        resolve(true)
      }
      all.onabort = () => {
        if (all.error?.name === 'ConstraintError') resolve(false)
        else reject(all.error ?? new Error('the database failed'))
      }
    })
  }
}
