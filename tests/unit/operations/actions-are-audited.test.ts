import { expect, test } from 'vitest'
import { routesInTree } from '#tests/support/routes.ts'
import { readTree } from '#tests/support/tree.ts'

const sources = new Map(readTree().map(({ file, text }) => [file, text]))
const actions = routesInTree().filter(({ at, method }) => method !== 'GET' && at.includes('/api/admin/'))

// What writes something down for good: the audit log, or the history of an order.
const NOTES = /\b(recordAudit|recordOrderEvent|noteListExport)\(/

/** Acts that leave no row, and why none is needed. */
const UNNOTED = [
  // A choice of a person about the own screen.
  'POST /api/admin/columns',
  // Checks: they change nothing.
  'POST /api/admin/esims/[id]/top-ups/check',
  'POST /api/admin/guides/preview',
  'POST /api/admin/orders/check',
  'POST /api/admin/pricing/currencies/preview',
  'POST /api/admin/pricing/currencies/rates',
  // Drafts: nothing counts before one is applied or planned, and that is noted.
  'POST /api/admin/pricing/changes/[id]/undo',
  'POST /api/admin/pricing/rate',
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
  expect(actions.length).toBeGreaterThan(60)
  const unrecorded = actions.filter(({ text, file }) => !notes(text, file)).map(({ at }) => at)

  expect(unrecorded.sort()).toEqual([...UNNOTED].sort())
})
