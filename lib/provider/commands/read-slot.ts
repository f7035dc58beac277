import 'server-only'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { UpstreamError } from '#lib/provider/index.ts'
import { freeReadSlot, makeReadSlots, takeReadSlot } from '#lib/provider/repository/read-slots.ts'

const PLACES = 8
const WAIT_MS = 10_000
// Longer than three tries of ten seconds with their pauses: a place is given back by its owner, not by time.
const LEASE_MS = 45_000

let made: Promise<void> | null = null
let inside = 0
const waiting: (() => void)[] = []

/**
 * Runs a read in one of the eight places that the account has over all processes.
 *
 * Throws `UpstreamError` of kind `not_sent` when no place becomes free within ten seconds.
 */
export async function inReadSlot<Result>(endpoint: string, run: () => Promise<Result>): Promise<Result> {
  made ??= makeReadSlots(PLACES).catch((error: unknown) => {
    made = null
    throw error
  })
  await made
  await enter()
  const owner = randomUUID()
  try {
    const n = await waitForPlace(endpoint, owner)
    try {
      return await run()
    } finally {
      await freeReadSlot(n, owner)
    }
  } finally {
    leave()
  }
}

/** Makes sure once more that the database has the places, at the next read. */
export function forgetReadSlots(): void {
  made = null
}

async function waitForPlace(endpoint: string, owner: string): Promise<number> {
  const until = performance.now() + WAIT_MS
  for (;;) {
    const n = await takeReadSlot(owner, LEASE_MS)
    if (n !== null) return n
    if (performance.now() > until) {
      // A database that was put back under a running process may have no places at all.
      forgetReadSlots()
      throw new UpstreamError({ endpoint, kind: 'not_sent', problem: 'too many reads' })
    }
    await sleep(50)
  }
}

// A process never holds more than all places, so its own callers queue here and not at the database.
async function enter(): Promise<void> {
  if (inside < PLACES) {
    inside += 1

    return
  }
  await new Promise<void>((resolve) => waiting.push(resolve))
}

function leave(): void {
  const next = waiting.shift()
  // Whoever waits takes over this caller's place, so the count stays.
  if (next) next()
  else inside -= 1
}
