import fc from 'fast-check'
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js'
import { expect, test } from 'vitest'
import { isRouterState } from '#lib/server/addresses.ts'

const REAL = [
  ['', { children: ['__PAGE__', {}, null, null] }, null, null, 16],
  [
    '',
    { children: ['(private)', { children: [['orderId', 'ord_1', 'd', null], { children: ['__PAGE__', {}] }] }] },
    null,
    'refetch',
  ],
  ['', { children: [['rest', 'a/b', 'oc', ['x']], {}, ['/o', '?a=1'], 'metadata-only', 3, 'stale'] }],
]

function takesNext(header: string): boolean {
  try {
    parseAndValidateFlightRouterState(header)

    return true
  } catch {
    return false
  }
}

test.each(REAL)('a state that a browser sends is taken', (...state) => {
  const header = encodeURIComponent(JSON.stringify(state))

  expect([isRouterState(header), takesNext(header)]).toEqual([true, true])
})

test.each([
  '',
  '%',
  '[',
  'null',
  '{}',
  '[]',
  '[""]',
  '["",{},1]',
  '["",{"a":1}]',
  '["",{},null,"x"]',
  `["${'a'.repeat(40_000)}",{}]`,
])('a state such as %s is not', (header) => {
  expect([isRouterState(header), takesNext(header)]).toEqual([false, false])
})

test('what is taken for a state, Next takes too', () => {
  const leaf = fc.oneof(
    fc.string(),
    fc.constantFrom('c', 'oc', 'd', 'refetch', null, undefined, 1, true),
    fc.constant({}),
  )
  const { state } = fc.letrec((tie) => ({
    segment: fc.oneof(fc.string(), fc.tuple(fc.string(), fc.string(), leaf, fc.option(fc.array(leaf))), leaf),
    children: fc.oneof(fc.dictionary(fc.string(), tie('state'), { maxKeys: 2 }), leaf),
    state: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.tuple(tie('segment'), tie('children')),
      fc.tuple(tie('segment'), tie('children'), fc.option(fc.tuple(leaf, leaf)), leaf, leaf),
    ),
  }))

  fc.assert(
    fc.property(state, (value) => {
      const header = encodeURIComponent(JSON.stringify(value) ?? '')

      expect(isRouterState(header)).toBe(takesNext(header))
    }),
    { numRuns: 2_000 },
  )
})
