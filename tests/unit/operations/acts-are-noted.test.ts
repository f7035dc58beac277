import { expect, test } from 'vitest'
import { readTree } from '#tests/support/tree.ts'

const tree = readTree()
const sources = new Map(tree.map(({ file, text }) => [file, text]))
const routes = tree.filter(
  ({ file, text }) =>
    /^app\/api\/admin\/.*route\.ts$/.test(file) && /export const (POST|PATCH|DELETE) = serve\(/.test(text),
)

// What writes something down for good: the audit log, or the history of an order.
const NOTES = /\b(recordAudit|recordOrderEvent|noteListExport)\(/
const MOST_STEPS = 2

/** Acts that leave no row, and why none is needed. */
const UNNOTED = [
  // A choice of a person about the own screen.
  'app/api/admin/columns/route.ts',
  // Drafts: nothing counts before one is applied or planned, and that is noted.
  'app/api/admin/pricing/changes/[id]/undo/route.ts',
  'app/api/admin/pricing/drafts/[id]/discard/route.ts',
  'app/api/admin/pricing/drafts/[id]/edits/route.ts',
  'app/api/admin/pricing/edits/route.ts',
  'app/api/admin/pricing/rate/route.ts',
]

/** The services that a file names, and those that they name, one step on. */
function servicesOf(file: string, steps = MOST_STEPS): string[] {
  if (steps === 0) return []
  const named = [...(sources.get(file) ?? '').matchAll(/'#(lib\/[a-z]+\/commands\/[\w/.-]+)'/g)].map(
    ([, name = '']) => name,
  )

  return [...named, ...named.flatMap((name) => servicesOf(name, steps - 1))]
}

test('every act of the back office leads to a row in the audit log or the history', () => {
  expect(routes.length).toBeGreaterThan(60)
  const silent = routes
    .map(({ file }) => file)
    .filter((file) => !servicesOf(file).some((service) => NOTES.test(sources.get(service) ?? '')))

  expect(silent.sort()).toEqual([...UNNOTED].sort())
})
