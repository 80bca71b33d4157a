/** What the page and its worker say to each other. */

export type ToWorker =
  | { kind: 'ask'; number: number; address: string; body: string | undefined }
  | { kind: 'open'; line: number; path: string }
  | { kind: 'text'; line: number; text: string }
  | { kind: 'close'; line: number }

export type ToPage =
  | { kind: 'ready' }
  | { kind: 'failed'; reason: string }
  /** An answer, as JSON with a status and data. */
  | { kind: 'answer'; number: number; answer: string }
  | { kind: 'open'; line: number }
  | { kind: 'text'; line: number; text: string }
  | { kind: 'closed'; line: number; text: string }
