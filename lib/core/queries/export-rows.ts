import 'server-only'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { type CsvCell, csvRow, csvStart } from '#lib/core/rules/csv.ts'
import { type ExportedList, LISTS } from '#lib/core/rules/lists.ts'

/** How many rows a file reads at once. Small: between two of them others have their turn, and nothing piles up in memory. */
export const BATCH = 200

/** A list as a file: the filter as it was understood, which part of the list it is, and the rows, read as they are taken. */
export type Exported = { filter: object; part?: string; rows: AsyncIterable<string> }

/** Some rows, and the key behind which it goes on; `null` behind the last. */
export type Batch<Key> = { rows: CsvCell[][]; next: Key | null }

/** Returns a batch of found rows: it goes on behind the last of them where there were as many as asked for. */
export function batchOf<Row, Key>(found: Row[], cells: (row: Row) => CsvCell[], key: (row: Row) => Key): Batch<Key> {
  const last = found.at(-1)

  return { rows: found.map(cells), next: last && found.length >= BATCH ? key(last) : null }
}

/**
 * Yields the file of a list batch by batch, its head first. Throws when the head is taken: `forbidden`, and whatever the
 * first read throws, so that a list which cannot be read is a refusal and no torn file.
 */
export async function* rowsOf<Key>(
  caller: Caller,
  list: ExportedList,
  head: readonly string[],
  read: (after: Key | null) => Promise<Batch<Key>>,
): AsyncIterable<string> {
  requirePermission(caller, LISTS[list].file.permission)
  let batch = await read(null)
  yield csvStart(head)
  if (batch.rows.length > 0) yield batch.rows.map(csvRow).join('')
  while (batch.next !== null) {
    batch = await read(batch.next)
    if (batch.rows.length > 0) yield batch.rows.map(csvRow).join('')
  }
}

/** Looks up once what all batches of a file share. */
export function once<Found>(find: () => Promise<Found>): () => Promise<Found> {
  let found: Promise<Found> | null = null

  return () => {
    found ??= find()

    return found
  }
}
