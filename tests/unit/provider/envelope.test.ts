import fc from 'fast-check'
import { expect, test } from 'vitest'
import { classifyPlacement } from '#lib/orders/rules/order-outcome.ts'
import { readEnvelope, toCode } from '#lib/provider/client.ts'
import { type createProvider, listPlans, placeOrder } from '#lib/provider/index.ts'
import type { PriceId, SkuId } from '#lib/provider/rules/provider-ids.ts'
import { anAnswer, aProvider } from '#tests/unit/provider/stub-provider.ts'

test.each([
  [0, 0],
  ['0', 0],
  [' 0 ', 0],
  ['-1', -1],
  ['-30', -30],
  [400108, 400108],
  ['00', 0],
])('reads the code %j as %j', (code, expected) => {
  expect(toCode(code)).toBe(expected)
})

test.each([
  [''],
  [' '],
  [null],
  [undefined],
  [false],
  [true],
  [[]],
  [['0']],
  [{}],
  ['0x0'],
  ['0.0'],
  ['success'],
  ['1e0'],
  ['٠'],
  ['+0'],
  [2 ** 31],
])('reads %j as no code', (code) => {
  expect(toCode(code)).toBeNull()
})

test.each([null, [], 'text', 7, true])('takes %j for no envelope', (json) => {
  expect(readEnvelope(json)).toBeNull()
})

test('leaves data absent when it is absent', () => {
  expect(readEnvelope({ code: '0' })).toEqual({ code: 0, message: null, data: undefined })
})

const RUNS = process.env.FULL === '1' ? 20_000 : 1_500
const LIMIT_MS = process.env.FULL === '1' ? 300_000 : 30_000
const GOOD = { code: '0', message: 'success', data: { orderNum: 'EP20260101000001', count: 1, cardApiDtoList: [{}] } }

const odd = fc.oneof(
  fc.constantFrom(null, '', ' ', '0', 0, -1, '-1', 1, '1', 3, 99, true, false, [], {}, '0.0', 'null', '<html>', 1e21),
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
)
const mutated = fc.oneof(
  fc.record({ code: odd, message: odd, data: odd }, { requiredKeys: [] }).map((body) => JSON.stringify(body)),
  fc.record({ code: odd, data: fc.record({ orderNum: odd, cardApiDtoList: odd }) }).map((body) => JSON.stringify(body)),
  fc.tuple(odd, odd).map(([a, b]) => `{"code":${JSON.stringify(a)},"data":"EP1","code":${JSON.stringify(b)}}`),
  fc.nat(JSON.stringify(GOOD).length).map((length) => JSON.stringify(GOOD).slice(0, length)),
  fc
    .tuple(fc.nat(JSON.stringify(GOOD).length), fc.string())
    .map(([at, text]) => insertAt(JSON.stringify(GOOD), at, text)),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.nat(3_000).map((depth) => '{"data":'.repeat(depth)),
)

test(
  'D6 no mutated answer is accepted wrongly, and none ends in anything but an outcome',
  async () => {
    await fc.assert(
      fc.asyncProperty(mutated, async (body) => {
        const outcome = await place(body)

        expect(outcome.class === 'ACCEPTED').toBe(isAcceptable(body))
        expect(await bestTimeMs(() => place(body))).toBeLessThan(50)
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  },
  LIMIT_MS,
)

test(
  'D6 no mutated plan list ends in anything but a list or an upstream error',
  async () => {
    await fc.assert(
      fc.asyncProperty(mutated, async (body) => {
        const provider = aProvider([anAnswer(body)], { retry: { tries: 1 } })
        const settled = await provider.call(listPlans, { skuId: 1 as SkuId }).catch((error: unknown) => error)

        if (settled instanceof Error) expect(settled.name).toBe('ProviderError')
        else expect(settled).toHaveProperty('plans')
      }),
      { numRuns: RUNS / 3, endOnFailure: true },
    )
  },
  LIMIT_MS,
)

/** The least of some tries, so that a busy machine does not look like a slow parser. */
async function bestTimeMs(run: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < 5 && best > 10; i++) {
    const startedAt = performance.now()
    await run()
    best = Math.min(best, performance.now() - startedAt)
  }

  return best
}

/** The rule in other words: a JSON object, code zero, and something that can be an order number. */
function isAcceptable(body: string): boolean {
  try {
    const { code, data } = JSON.parse(body) as { code?: unknown; data?: unknown }
    const isZero = code === 0 || (typeof code === 'string' && /^-?0{1,9}$/.test(code.trim()))
    const candidate =
      typeof data === 'object' && data !== null && !Array.isArray(data) ? Reflect.get(data, 'orderNum') : data

    return isZero && typeof candidate === 'string' && /^[!-~]{1,64}$/.test(candidate.trim()) && /[0-9]/.test(candidate)
  } catch {
    return false
  }
}

function insertAt(text: string, at: number, piece: string): string {
  return text.slice(0, at) + piece + text.slice(at)
}

async function place(body: string) {
  const provider: Pick<ReturnType<typeof createProvider>, 'call'> = aProvider([anAnswer(body)])

  return provider
    .call(placeOrder, { skuId: 1 as SkuId, priceId: 2 as PriceId, count: 1 })
    .then((result) => classifyPlacement({ result }))
    .catch((error: unknown) => classifyPlacement({ error }))
}
