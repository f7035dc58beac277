import { openJournal } from './journal.ts'
import type { Change, Rows } from './rows.ts'

export type Store = {
  get<Table extends keyof Rows>(table: Table, id: string): Rows[Table] | null
  list<Table extends keyof Rows>(table: Table): Rows[Table][]
  /** The same, oldest first, for those that need not see all of them. */
  each<Table extends keyof Rows>(table: Table): Iterable<Rows[Table]>
  /** All changes or none, on disk when it returns. */
  commit(changes: Change[]): void
  clear(): void
  close(): void
}

const TABLES = ['session', 'payment', 'capture', 'refund', 'answer', 'event', 'clock'] as const

export function openStore(directory: string | null): Store {
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
    each: <Table extends keyof Rows>(table: Table) => rowsOf(table).values() as Iterable<Rows[Table]>,
    commit: (changes) => {
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
