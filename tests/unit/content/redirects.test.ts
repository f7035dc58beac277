import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Redirect, targetOf, withMove, withRedirect } from '#lib/content/rules/public-route.ts'

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
