import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseGuide } from '#lib/content/markdown/parse-guide.ts'
import { MOST_CHARACTERS, requireWords, stateOf } from '#lib/content/rules/guide-text.ts'
import { isRedirectable, type Redirect, targetOf, withMove, withRedirect } from '#lib/content/rules/public-route.ts'
import { slugProblem } from '#lib/core/rules/slug.ts'

const WORDS = { slug: 'japan-by-train', title: 'Japan', description: 'By train.', body: 'Go.' }

/** The code, the reason and the field of a refusal. */
function refusal(change: Partial<typeof WORDS>): string | null {
  try {
    requireWords({ ...WORDS, ...change })
  } catch (error) {
    const { code, details } = error as { code: string; details: { reason: string; fields: string[] } }

    return [code, details.reason, ...details.fields].join(' ')
  }

  return null
}

describe('the words of a guide', () => {
  test('are kept without space around them and with lines that end in one way', () => {
    expect(requireWords({ slug: ' a ', title: ' A\n B ', description: 'C\t', body: 'x\r\ny\rz\n\n' })).toEqual({
      ...{ slug: 'a', title: 'A B', description: 'C', body: 'x\ny\nz' },
    })
  })

  test.each([
    ['japan by train', 'slug_shape'],
    ['japän', 'slug_shape'],
    ['../admin', 'slug_shape'],
    ['..', 'slug_shape'],
    ['Japan', 'slug_shape'],
    ['-japan', 'slug_shape'],
    ['', 'slug_shape'],
    ['a/b', 'slug_shape'],
    ['new', 'slug_reserved'],
  ])('have no such address: %j', (slug, reason) => {
    expect(refusal({ slug })).toBe(`bad_input ${reason} slug`)
  })

  test.each([
    [{ slug: 'a'.repeat(61) }, 'bad_input too_long slug'],
    [{ title: 'a'.repeat(121) }, 'bad_input too_long title'],
    [{ description: 'a'.repeat(321) }, 'bad_input too_long description'],
    [{ body: 'a'.repeat(500_000) }, 'bad_input too_long body'],
    [{ body: 'Caf\ufffd' }, 'bad_input encoding body'],
    [{ title: 'a\u0007' }, 'bad_input encoding title'],
    [{ body: '> '.repeat(20) }, 'bad_input nesting body'],
    [{ body: `Text.\n\n${'[a]('.repeat(2_000)}` }, 'bad_input nesting body'],
  ])('are refused with a code that stays', (change, expected) => {
    expect(refusal(change)).toBe(expected)
  })

  test('are read within seconds, however they are put together', () => {
    const longest = (part: string) => part.repeat(Math.floor(MOST_CHARACTERS.body / part.length))
    for (const part of [
      '*a _b ',
      '![a\n\n',
      '`a``',
      '<a ',
      `${'[a]('.repeat(900)}\n\n`,
      '|a|b\n',
      '- a\n',
      '&amp;',
      '\\',
    ]) {
      const body = longest(part)
      expect(refusal({ body }), JSON.stringify(part.slice(0, 20))).toBeNull()
      // Of the processor: whatever else this machine does at the same time.
      const began = process.cpuUsage()
      parseGuide(body)
      expect(process.cpuUsage(began).user / 1_000, JSON.stringify(part.slice(0, 20))).toBeLessThan(8_000)
    }
  })
})

test('a name that was made into an address is one', () => {
  expect(['japan', 'japan-2', 'a'].map(slugProblem)).toEqual([null, null, null])
})

test('what a guide is follows from what is shown and what is due', () => {
  const nothing = { shownVersion: null, dueAt: null, withdrawnAt: null }
  const at = new Date(0)
  expect([
    stateOf(nothing),
    stateOf({ ...nothing, dueAt: at }),
    stateOf({ ...nothing, shownVersion: 1 }),
    stateOf({ ...nothing, shownVersion: 1, dueAt: at }),
    stateOf({ ...nothing, withdrawnAt: at }),
  ]).toEqual(['draft', 'scheduled', 'published', 'scheduled', 'withdrawn'])
})

test.each([
  ['/old', true],
  ['/de/alt/Seite_2', true],
  ['/destinations/nippon', true],
  ['old', false],
  ['/', false],
  ['//evil.example', false],
  ['/a//b', false],
  ['/a/', false],
  ['/a/../b', false],
  ['/a?b', false],
  ['/a%2fb', false],
  ['/admin/x', false],
  ['/api/x', false],
  ['/de/api/x', false],
  ['/en/old', false],
  ['/cart', false],
  [`/${'a'.repeat(90)}`, false],
])('whether %s may lead elsewhere: %s', (path, expected) => {
  expect(isRedirectable(path)).toBe(expected)
})

const PATHS = ['/a', '/b', '/c', '/d', '/e', '/f']
const GUIDES = ['one en', 'two en', 'three de']
const path = fc.constantFrom(...PATHS)

type Step =
  | { kind: 'own'; from: string; to: string }
  | { kind: 'move'; guide: string; to: string }
  | { kind: 'withdraw'; guide: string; otherwise: string }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('own' as const), from: path, to: path }),
  fc.record({ kind: fc.constant('move' as const), guide: fc.constantFrom(...GUIDES), to: path }),
  fc.record({
    kind: fc.constant('withdraw' as const),
    guide: fc.constantFrom(...GUIDES),
    otherwise: fc.constantFrom('/home', ...PATHS),
  }),
)

/** What the store does with its table, and where each guide stands: an address is only taken while it is free. */
function follow(steps: readonly Step[]) {
  let table: Redirect[] = []
  const stands = new Map<string, string>()
  const had = new Map<string, Set<string>>()
  for (const one of steps) {
    if (one.kind === 'own') {
      const isFree = ![...stands.values()].includes(one.from) && !table.some(({ from }) => from === one.from)
      if (isFree) table = withRedirect(table, { from: one.from, to: one.to, guide: null }) ?? table
      continue
    }
    const before = stands.get(one.guide) ?? null
    if (one.kind === 'move') {
      const lead = table.find(({ from }) => from === one.to)
      const isTaken = [...stands].some(([guide, at]) => at === one.to && guide !== one.guide)
      if (isTaken || (lead && lead.guide !== one.guide)) continue
      table = withMove(table, { guide: one.guide, before, after: one.to, otherwise: one.to })
      stands.set(one.guide, one.to)
      had.set(one.guide, (had.get(one.guide) ?? new Set()).add(one.to))
    } else if (before !== null && one.otherwise !== before && !table.some(({ from }) => from === one.otherwise)) {
      table = withMove(table, { guide: one.guide, before, after: null, otherwise: one.otherwise })
      stands.delete(one.guide)
    }
  }

  return { table, stands, had }
}

describe('redirects', () => {
  test('never lead to one another, nor to themselves, nor away from a guide that is shown', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const { table, stands } = follow(steps)
        const sources = table.map(({ from }) => from)
        expect(new Set(sources).size).toBe(sources.length)
        for (const { to } of table) expect(sources).not.toContain(to)
        for (const at of stands.values()) expect(sources).not.toContain(at)
      }),
      { numRuns: 3_000 },
    )
  })

  test('lead in one step from every address that a shown guide had to where it stands', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const { table, stands, had } = follow(steps)
        for (const [guide, at] of stands)
          for (const former of had.get(guide) ?? []) expect(targetOf(table, former)).toBe(at)
      }),
      { numRuns: 3_000 },
    )
  })

  test('that would lead back are refused, and those that would make a chain are shortened', () => {
    const table = withRedirect([], { from: '/a', to: '/b', guide: null }) ?? []
    expect(withRedirect(table, { from: '/b', to: '/a', guide: null })).toBeNull()
    expect(withRedirect(table, { from: '/c', to: '/a', guide: null })).toContainEqual({
      from: '/c',
      to: '/b',
      guide: null,
    })
    expect(withRedirect(table, { from: '/b', to: '/d', guide: null })).toContainEqual({
      from: '/a',
      to: '/d',
      guide: null,
    })
  })
})
