import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'
import type { Change, Rows } from './rows.ts'

const TABLES = ['session', 'payment', 'capture', 'refund', 'answer', 'event', 'clock'] as const

export function openStore(directory: string | null) {
  const tables = new Map<keyof Rows, Map<string, Rows[keyof Rows]>>(TABLES.map((table) => [table, new Map()]))
  const rowsOf = (table: keyof Rows) => tables.get(table) ?? new Map<string, Rows[keyof Rows]>()
  const apply = (changes: Change[]) => {
    for (const change of changes) {
      if ('remove' in change) rowsOf(change.table).delete(change.remove)
      else rowsOf(change.table).set(change.row.id, change.row)
    }
  }
  const journal = openJournal(directory, apply)
  journal.rewrite(TABLES.flatMap((table) => [...rowsOf(table).values()].map((row) => ({ table, row }) as Change)))

  return {
    get: <Table extends keyof Rows>(table: Table, id: string) => (rowsOf(table).get(id) as Rows[Table]) ?? null,
    list: <Table extends keyof Rows>(table: Table) => [...rowsOf(table).values()] as Rows[Table][],
    /** The same, oldest first, for those that need not see all of them. */
    each: <Table extends keyof Rows>(table: Table) => rowsOf(table).values() as Iterable<Rows[Table]>,
    /** All changes or none, on disk when it returns. */
    commit: (changes: Change[]) => {
      if (changes.length === 0) return
      journal.append(changes)
      apply(changes)
    },
    clear: () => {
      journal.rewrite([])
      for (const rows of tables.values()) rows.clear()
    },
    close: () => journal.close(),
  }
}

/** One line per commit: whole or not there at all, even after the process was killed in the middle of a write. */
type Journal = { append(changes: Change[]): void; rewrite(changes: Change[]): void; close(): void }

const nowhere: Journal = { append: () => {}, rewrite: () => {}, close: () => {} }

function openJournal(directory: string | null, replay: (changes: Change[]) => void): Journal {
  if (directory === null) return nowhere

  mkdirSync(directory, { recursive: true })
  const file = path.join(directory, 'test-payments.jsonl')
  for (const line of readLines(file)) replay(JSON.parse(line) as Change[])
  let handle = openSync(file, 'a')

  return {
    append: (changes) => write(handle, changes),
    rewrite: (changes) => {
      // Beside the old file until it is safe on disk: a crash leaves one of the two complete.
      const next = openSync(`${file}.next`, 'w')
      if (changes.length > 0) write(next, changes)
      renameSync(`${file}.next`, file)
      closeSync(handle)
      handle = next
    },
    close: () => closeSync(handle),
  }
}

function readLines(file: string): string[] {
  try {
    // The text after the last line end is a write that was cut off: its caller never had an answer.
    return readFileSync(file, 'utf8').split('\n').slice(0, -1)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function write(handle: number, changes: Change[]): void {
  writeSync(handle, `${JSON.stringify(changes)}\n`)
  fsyncSync(handle)
}

export type Store = ReturnType<typeof openStore>
