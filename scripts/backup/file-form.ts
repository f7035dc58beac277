// A backup is one gzip of text: a line that starts with "#" says what follows, the rows of a table are those of
// PostgreSQL's COPY and end with a line "\.", and the last line holds the number of rows and the SHA-256 of each table.
// `gunzip -c` makes it readable without this program.
import type { Migration, Table } from './tables.ts'

/** The first line: what the file is, which release made it (since 0.2.0) and which schema it belongs to. */
export type Head = {
  form: 1
  store: string
  release?: string
  madeAt: string
  server: string
  migrations: Migration[]
}

/** What the last line says about a table. */
export type MoneyAmount = { name: string; rows: number; sha256: string }

/** The last line. `head` is the SHA-256 of the first one. */
export type Tail = { head: string; tables: MoneyAmount[] }

/** A refusal that the operator can act on, said in one item. */
export class BackupError extends Error {}

export const END_OF_ROWS = '\\.\n'

/** A line of our own: its word and what it says. */
export function lineOf(word: 'landfall-backup' | 'table' | 'end', says: Head | Table | Tail): string {
  return `#${word} ${JSON.stringify(says)}\n`
}

/** Counts rows of COPY's text form: a line feed inside a value is always escaped. */
export function countRows(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count++

  return count
}
