import path from 'node:path'
import { expect, test } from 'vitest'
import { readTree } from '#tests/support/tree.ts'

/** Where the one call stands that ends the right to cancel. */
const CALL = 'lib/fulfilment/commands/read-full-record.ts'
const ACT = 'app/api/admin/orders/[id]/record/route.ts'

const sources = new Map(readTree().map(({ file, text }) => [file, text]))

function importsOf(file: string): string[] {
  const names = [...(sources.get(file) ?? '').matchAll(/\b(?:from|import)\s*\(?\s*["']([^"'\s]+)["']/g)]

  return names
    .map(([, name = '']) => (name.startsWith('#') ? name.slice(1) : path.posix.join(path.posix.dirname(file), name)))
    .filter((target) => sources.has(target))
}

/** Everything that is loaded with these files. */
function reachOf(files: string[]): Set<string> {
  const reached = new Set(files)
  for (const file of reached) for (const target of importsOf(file)) reached.add(target)

  return reached
}

const all = [...sources.keys()]
const pages = all.filter((file) => /^app\/.*\/(page|layout|error|not-found|template)\.tsx$/.test(file))

test('the walk follows imports: the act itself reaches the call, and pages reach the upstream', () => {
  expect(pages.length).toBeGreaterThan(60)
  expect(reachOf([ACT]).has(CALL)).toBe(true)
  expect(reachOf(pages).has('lib/provider/commands/current-provider.ts')).toBe(true)
})

test.each(pages)('D10 %s cannot end the right to cancel, whoever opens it', (page) => {
  expect(reachOf([page]).has(CALL)).toBe(false)
})

test('D10 neither can a job, a start, or any route but the one act', () => {
  const others = all.filter((file) =>
    /^(lib\/([a-z]+\/)?worker\/|instrumentation|proxy|lib\/server\/|app\/.*\/route\.ts$)/.test(file),
  )

  expect(others.filter((file) => reachOf([file]).has(CALL))).toEqual([ACT])
})
