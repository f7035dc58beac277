import 'server-only'
import { log } from '#lib/core/log.ts'

/**
 * Does the work of a job, row by row. One that fails unexpectedly keeps none behind it waiting: it is logged (the same one
 * again after ten minutes), and when all
 * of them have had their turn the job fails.
 */
export async function eachRow<Row>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for await (const row of rows) {
    try {
      await work(row)
    } catch (error) {
      log.errorAgain('row failed', { count: failures.push(error), error })
    }
  }
  if (failures.length > 0) throw new Error(`Rows that failed: ${failures.length}.`, { cause: failures[0] })
}

/** Reads a list page by page, each behind the last row of the one before; the last page is the one that is not full. */
export async function* allRows<Row>(
  limit: number,
  readPage: (last: Row | null) => Promise<Row[]>,
): AsyncGenerator<Row, void> {
  let page: Row[] = []
  do {
    page = await readPage(page.at(-1) ?? null)
    yield* page
  } while (page.length === limit)
}
