import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { type Action, anAction, perform } from '#tests/support/model/actions.ts'
import { judge } from '#tests/support/model/judge.ts'
import { newDay, note, settle, type World } from '#tests/support/model/world.ts'

/** How many sequences, and at most how long: a quick run ends by its time. */
export type Size = { runs: number; withinMs?: number; seed?: number }

/** Plays random sequences of acts and judges each of them. Throws with seed and shrunk sequence when books differ. */
export async function playSequences(world: World, { runs, withinMs, seed = randomInt(2 ** 31) }: Size): Promise<void> {
  const isTime = untilTimeIsUp(withinMs)
  const property = fc.asyncProperty(
    fc.array(anAction, { minLength: 4, maxLength: 60, size: 'max' }),
    async (actions) => {
      if (!isTime()) return
      const wrong = await play(world, actions)
      if (wrong.length > 0) throw new Error(wrong.join('\n'))
    },
  )
  await fc.assert(property, {
    seed,
    numRuns: runs,
    // A smaller example is found by a second run with the printed seed and path, when somebody wants one.
    endOnFailure: !process.env.SHRINK,
    ...(process.env.SEQUENCE ? { path: process.env.SEQUENCE } : {}),
  })
}

/** Plays one sequence. Every one begins with an order, so that none is about nothing. */
export async function play(world: World, actions: readonly Action[]): Promise<string[]> {
  await newDay(world)
  await perform(world, { action: 'buy', count: 2, isPaid: true })
  for (const action of actions) await perform(world, action)
  await settle(world)
  note(world, 'sequences')

  return judge(world)
}

/** Answers whether there is time for one more: always for the first, however slow the machine. */
export function untilTimeIsUp(withinMs = Number.POSITIVE_INFINITY): () => boolean {
  const until = performance.now() + withinMs
  let asked = 0

  return () => asked++ === 0 || performance.now() < until
}
