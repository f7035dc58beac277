import pg from 'pg'
import { pool } from '#lib/core/repository/client.ts'

/** A statement that was sent: how long its answer took in milliseconds, and whether it counts or skips rows. */
type Sent = { ms: number; text: string; values: unknown[]; counts: boolean; skips: boolean }

let sent: Sent[] | null = null

/** Listens to every statement of this process. Times are the driver's: waiting for this very process included. */
export function watchStatements(): void {
  const plain = pg.Client.prototype.query as (...given: unknown[]) => unknown
  pg.Client.prototype.query = function (this: unknown, ...given: unknown[]) {
    const began = performance.now()
    const into = sent
    const note = () => void into?.push({ ms: performance.now() - began, ...toSent(given) })
    const last = given.at(-1)
    // The pool hands a callback over, whoever has a connection of their own waits for a promise.
    if (typeof last === 'function') {
      const told = (...answer: unknown[]) => {
        note()
        last(...answer)
      }

      return plain.apply(this, [...given.slice(0, -1), told])
    }
    const answer = plain.apply(this, given)
    if (answer instanceof Promise) answer.then(note, () => undefined)

    return answer
  } as typeof pg.Client.prototype.query
}

/** Runs a read and returns what it sent. */
export async function statementsOf(read: () => Promise<unknown>): Promise<Sent[]> {
  sent = []
  await read()
  const seen = sent
  sent = null

  return seen
}

function toSent([query, more]: unknown[]): Omit<Sent, 'ms'> {
  const isText = typeof query === 'string'
  const text = isText ? query : ((query as { text?: string }).text ?? '')
  const values = (isText ? more : (query as { values?: unknown }).values) as unknown[] | undefined
  const place = /OFFSET \$(\d+)/i.exec(text)?.[1]
  const skips = place ? Number(values?.[Number(place) - 1]) > 0 : /OFFSET [1-9]/i.test(text)

  return { text, values: values ?? [], counts: /count\(\*\)/i.test(text), skips }
}

/** Milliseconds that the server itself needs for a statement, run as often as fits into two seconds. */
export async function timeInServer({ text, values }: Sent): Promise<number[]> {
  const took: number[] = []
  for (const until = Date.now() + 2_000; took.length === 0 || (Date.now() < until && took.length < 40); ) {
    const { rows } = await pool().query<{ 'QUERY PLAN': { 'Execution Time': number }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    )
    took.push(rows[0]?.['QUERY PLAN'][0]?.['Execution Time'] ?? 0)
  }

  return took
}
