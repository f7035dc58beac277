import 'server-only'
import { log } from '#lib/core/log.ts'

/** What the process waits for before it ends: the server makes the list, and calls each (`lib/server/main.ts`). */
const AT_END = Symbol.for('landfall.at-end')
const shared = globalThis as unknown as { [AT_END]?: (() => Promise<unknown>)[] }
const pending = new Set<Promise<void>>()

shared[AT_END]?.push(afterAnswersDone)

/**
 * Goes on with work whose answer is given at once and always the same, so that neither it nor its time tells anything. A
 * failure is logged as `failed`.
 */
export function afterAnswer(work: Promise<void>, failed: string): void {
  const running: Promise<void> = work
    .catch((error: unknown) => log.error(failed, { error }))
    .finally(() => pending.delete(running))
  pending.add(running)
}

/** Resolves when all such work is done, for an orderly end of the process. */
export async function afterAnswersDone(): Promise<void> {
  await Promise.all(pending)
}
