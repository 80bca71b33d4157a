/** Who did not come along to the next table; told there, once per page. */

const missing: Record<string, string[]> = {}

export function noteMissing(table: string, names: string[]): void {
  missing[table] = names
}

export const missingAt = (table: string): string[] => missing[table] ?? []
