import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { ALLOCATOR, memoryFlags } from '#scripts/store/web.mjs'

const MIB = 1024 * 1024

/** What the engine of a process that is started like this says it may take, in MiB. */
function heapLimit(env: { HEAP_MIB?: string }): number {
  const program = "console.log(require('node:v8').getHeapStatistics().heap_size_limit)"

  return (
    Number(
      execFileSync(process.execPath, [...memoryFlags(env), '-e', program], { env: { ...process.env, ...ALLOCATOR } }),
    ) / MIB
  )
}

test('a process may take as much for its objects as the operator set, and 512 MiB when nothing is set', () => {
  const [usual, chosen] = [heapLimit({}), heapLimit({ HEAP_MIB: '300' })]

  // The space for young objects comes on top.
  expect(usual).toBeGreaterThanOrEqual(512)
  expect(usual).toBeLessThanOrEqual(512 + 32)
  expect(chosen).toBeGreaterThanOrEqual(300)
  expect(chosen).toBeLessThanOrEqual(300 + 32)
})

test.each(['little', '100', '512.5', '-1'])('HEAP_MIB=%s is refused in words', (HEAP_MIB) => {
  expect(() => memoryFlags({ HEAP_MIB })).toThrow(`HEAP_MIB is "${HEAP_MIB}": a whole number of MiB, 256 or more.`)
})
