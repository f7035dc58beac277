import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterOutcome, BREAKER_LIMITS, type BreakerMemory } from '#lib/provider/rules/breaker.ts'

const CLOSED: BreakerMemory = { state: 'closed', failures: 0, recent: [] }

const after = (outcomes: boolean[], from = CLOSED) => outcomes.reduce(afterOutcome, from)

test('five failures in a row open it, four do not', () => {
  expect(after([true, true, true, true]).state).toBe('closed')
  expect(after([true, true, true, true, true]).state).toBe('open')
})

test('more than half of twenty open it, half does not', () => {
  const half = Array.from({ length: 20 }, (_, index) => index % 2 === 0)

  expect(after(half).state).toBe('closed')
  expect(after([...half, true, true]).state).toBe('open')
})

test('one success closes it and forgets the failures', () => {
  expect(after([true, true, true, true, true, false])).toEqual(CLOSED)
})

test('never remembers more than its window, and is open only with failures to show', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 100 }), (outcomes) => {
      const memory = after(outcomes)

      expect(memory.recent.length).toBeLessThanOrEqual(BREAKER_LIMITS.window)
      if (memory.state === 'open') expect(outcomes.at(-1)).toBe(true)
    }),
  )
})
