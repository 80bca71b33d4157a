/** Readers of values from outside (storage, links): each returns the value if it has the right shape, else undefined. */

export type Reader<T> = (value: unknown) => T | undefined

export const text: Reader<string> = (value) => (typeof value === 'string' ? value : undefined)
export const number: Reader<number> = (value) => (typeof value === 'number' ? value : undefined)
export const flag: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

export const oneOf =
  <T>(...choices: T[]): Reader<T> =>
  (value) =>
    choices.find((choice) => choice === value)

export const orNull =
  <T>(reader: Reader<T>): Reader<T | null> =>
  (value) =>
    value === null ? null : reader(value)

/** A list all of whose items are right. */
export const listOf =
  <T>(reader: Reader<T>): Reader<T[]> =>
  (value) => {
    const found = rightOf(reader)(value)
    return found && found.length === (value as unknown[]).length ? found : undefined
  }

/** The right items of a list. */
export const rightOf =
  <T>(reader: Reader<T>): Reader<T[]> =>
  (value) =>
    Array.isArray(value) ? value.map(reader).filter((one) => one !== undefined) : undefined

/** The right entries of a record. */
export const recordOf =
  <T>(reader: Reader<T>): Reader<Record<string, T>> =>
  (value) => {
    if (!isObject(value)) return undefined
    const entries = Object.entries(value).map(([key, one]): [string, T | undefined] => [key, reader(one)])
    return Object.fromEntries(entries.filter((entry): entry is [string, T] => entry[1] !== undefined))
  }

/** The right ones of these fields. */
export const someOf =
  <T extends object>(fields: { [K in keyof T]-?: Reader<T[K]> }): Reader<Partial<T>> =>
  (value) => {
    if (!isObject(value)) return undefined
    const found: Partial<T> = {}
    for (const key of Object.keys(fields) as (keyof T)[]) {
      const one = fields[key](value[key as string])
      if (one !== undefined) found[key] = one
    }
    return found
  }

/** An object with all of these fields. */
export const shaped =
  <T extends object>(fields: { [K in keyof T]-?: Reader<T[K]> }): Reader<T> =>
  (value) => {
    const found = someOf<T>(fields)(value)
    return found && Object.keys(fields).every((key) => key in found) ? (found as T) : undefined
  }

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
