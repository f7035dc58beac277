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

/** Acts that leave no row, and why none is needed. */
const UNNOTED = [
  // A choice of a person about the own screen.
  'app/api/admin/columns/route.ts',
  // Checks: they change nothing.
  'app/api/admin/esims/[id]/top-ups/check/route.ts',
  'app/api/admin/orders/check/route.ts',
  // Drafts: nothing counts before one is applied or planned, and that is noted.
  'app/api/admin/pricing/changes/[id]/undo/route.ts',
  'app/api/admin/pricing/drafts/[id]/discard/route.ts',
  'app/api/admin/pricing/drafts/[id]/edits/route.ts',
  'app/api/admin/pricing/edits/route.ts',
  'app/api/admin/pricing/rate/route.ts',
]

/** What a file declares at its top, by name. */
function declarationsOf(text: string): Map<string, string> {
  const parts = text.split(/\n(?=(?:export )?(?:async )?(?:function|const) )/)

  return new Map(parts.map((part) => [/(?:function|const) (\w+)/.exec(part)?.[1] ?? '', part]))
}

/** Where each imported name of ours comes from. */
function importsOf(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/import \{([^}]+)\} from [']#(lib\/[^']+)'/g)].flatMap(([, names = '', from = '']) =>
      names.split(',').map((name): [string, string] => [name.trim(), from]),
    ),
  )
}

/** Whether this text, or what it names, leaves a row: from function to function, not from file to file. */
function notes(text: string, file: string, seen = new Set<string>()): boolean {
  if (NOTES.test(text)) return true
  const whole = sources.get(file) ?? ''
  const [here, from] = [declarationsOf(whole), importsOf(whole)]

  return [...new Set(text.match(/\b[a-zA-Z]\w+\b/g))].some((name) => {
    const place = from.get(name) ?? (here.get(name) === text ? undefined : file)
    if (place === undefined || seen.has(`${place} ${name}`)) return false
    seen.add(`${place} ${name}`)
    const declared = place === file ? here.get(name) : declarationsOf(sources.get(place) ?? '').get(name)

    return declared !== undefined && notes(declared, place, seen)
  })
}

test('every act of the back office leads to a row in the audit log or the history', () => {
  expect(routes.length).toBeGreaterThan(60)
  const silent = routes.map(({ file }) => file).filter((file) => !notes(sources.get(file) ?? '', file))

  expect(silent.sort()).toEqual([...UNNOTED].sort())
})
