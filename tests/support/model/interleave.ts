import { AsyncLocalStorage } from 'node:async_hooks'
import type fc from 'fast-check'
import { AppError } from '#lib/core/rules/app-error.ts'
import { aroundStatements } from '#tests/support/model/statements.ts'

/** What acts on one order at the same time as others, by name. */
export type Actors = Record<string, () => Promise<unknown>>

// A statement that takes longer than this waits for a lock of an actor that stands at the gate.
const BLOCKED_MS = 25

/**
 * Lets actors run against each other, one statement of one of them at a time, in an order that the scheduler draws.
 *
 * A refusal by the store is a fair end for an actor. Anything else that it throws is thrown here.
 */
export async function interleave(scheduler: fc.Scheduler, actors: Actors): Promise<void> {
  const current = new AsyncLocalStorage<string>()
  let waiting = 0
  let isOpen = false
  let moves = 0
  const off = aroundStatements(async ({ kind }, run) => {
    const actor = current.getStore()
    if (!actor || isOpen) return run()
    waiting += 1
    await scheduler.schedule(Promise.resolve(), `${actor} ${kind}`)
    waiting -= 1
    try {
      return await run()
    } finally {
      moves += 1
    }
  })
  let failure: unknown = null
  let left = Object.keys(actors).length
  const all = Object.entries(actors).map(([name, act]) =>
    current.run(name, async () => {
      try {
        await act()
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'internal') failure ??= error
      } finally {
        left -= 1
      }
    }),
  )
  try {
    while (left > 0) {
      await breath()
      if (waiting === 0) continue
      const before = moves
      await scheduler.waitNext(1)
      const until = performance.now() + BLOCKED_MS
      while (moves === before && performance.now() < until) await breath()
    }
    await Promise.all(all)
  } finally {
    isOpen = true
    while (waiting > 0) await scheduler.waitNext(1)
    off()
  }
  if (failure) throw failure
}

function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
