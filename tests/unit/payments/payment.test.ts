import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocate, allocateEvenly } from '#lib/core/rules/allocate.ts'
import { money } from '#lib/core/rules/money.ts'
import { brokenOrderPromises, type LedgerLine, type LedgerOrder } from '#lib/operations/rules/invariants.ts'
import type { ItemState } from '#lib/orders/rules/item-states.ts'
import {
  declineOf,
  findMisfits,
  guessLeftOut,
  isAllDecided,
  leftOutOf,
  readLostItems,
  readLostUses,
  writeLines,
  writeUses,
} from '#lib/payments/rules/payment.ts'

test.each([
  ['insufficient_funds', 'funds'],
  ['expired_card', 'expired'],
  ['incorrect_cvc', 'details'],
  ['authentication_required', 'confirm'],
  ['currency_not_supported', 'unsupported'],
  ['issuer_not_available', 'later'],
  ['do_not_honor', 'bank'],
  ['toString', 'bank'],
])('a decline with %s is told as %s', (code, told) => expect(declineOf(code)).toBe(told))

test('a card reported stolen is told like a refusal without a reason, and no decline is none', () => {
  expect(declineOf('stolen_card')).toBe(declineOf('generic_decline'))
  expect(declineOf(null)).toBeNull()
})

const asked = {
  amountMinor: 1_240,
  currency: 'EUR',
  isTest: true,
  orderNumber: 'LF-7Q2K',
  orderId: 'ord_1',
  account: 'acct_1',
} as const
const claimed = {
  amount: money(1_240, 'EUR'),
  isTest: true,
  reference: 'LF-7Q2K',
  metadata: { orderId: 'ord_1' },
  account: 'acct_1',
}

test.each([
  [[], {}],
  [['amount'], { amount: money(1, 'EUR') }],
  [['currency'], { amount: money(1_240, 'USD') }],
  [['test_flag'], { isTest: false }],
  [['reference'], { reference: 'LF-OTHER' }],
  [['order'], { metadata: { orderId: 'ord_other' } }],
  [['account'], { account: 'acct_other' }],
  [[], { reference: null, metadata: {} }],
])('D17 of a paid object %j does not fit with %j', (misfits, changes) => {
  expect(findMisfits(asked, { ...claimed, ...changes })).toEqual(misfits)
})

const item = { id: 'lin_1', itemRef: 'LF01', planId: 'pln_1', skuId: 392, priceId: 7, count: 2 }

test('the lines of a cart are read from what its payment carries, in their order', () => {
  const items = Array.from({ length: 10 }, (_, index) => ({
    ...item,
    id: `lin_${index}`,
    days: index % 2 === 0 ? 5 : null,
    startDate: index % 3 === 0 ? '2027-01-31' : null,
    priceMinor: 1_089 + index,
  }))

  const metadata = writeLines(items)

  expect(readLostItems({ paymentId: 'pay_1', ...metadata })).toEqual(items)
  expect(Object.values(metadata).every((text) => text.length < 500)).toBe(true)
})

test('a line that was written before orders had several carries no price', () => {
  const metadata = { line0: 'lin_1 LF01 pln_1 392 7 2 5 2027-01-31', paymentId: 'pay_1' }

  expect(readLostItems(metadata)).toEqual([{ ...item, days: 5, startDate: '2027-01-31', priceMinor: null }])
})

test('a top-up names its card, so that nothing makes a purchase of it', () => {
  const topUp = { ...item, count: 1, days: null, startDate: null, priceMinor: 500, esimId: 'crd_1' }

  expect(readLostItems(writeLines([topUp]))).toEqual([topUp])
})

test('what promotions took off is told with the line, and which they were with the order', () => {
  const off = { ...item, days: null, startDate: null, priceMinor: 900, discountMinor: 100 }
  const uses = [
    { promotionId: 'prm_1', discountMinor: 60 },
    { promotionId: 'prm_2', discountMinor: 40 },
  ]

  expect(readLostItems(writeLines([off, { ...off, esimId: 'crd_1' }]))).toEqual([off, { ...off, esimId: 'crd_1' }])
  expect(readLostUses(writeUses(uses))).toEqual(uses)
  expect(writeUses([])).toEqual({})
  expect(readLostUses({ uses: 'prm_1' })).toEqual([])
})

test('lines come in the order of their numbers, not of their letters', () => {
  const metadata = Object.fromEntries([10, 9, 2].map((n) => [`line${n}`, `lin_${n} LF pln 1 1 1  `]))

  expect(readLostItems(metadata)?.map(({ id }) => id)).toEqual(['lin_2', 'lin_9', 'lin_10'])
})

test.each(['', 'lin_1', 'lin_1 LF01 pln_1 392 7 0  ', 'lin_1 LF01 pln_1 x 7 2  ', 'lin_1 LF01  392 7 2  '])(
  '"%s" is no line, and makes the whole order unreadable',
  (text) => {
    expect(readLostItems({ line0: text })).toBeNull()
    expect(
      readLostItems({ ...writeLines([{ ...item, days: null, startDate: null, priceMinor: 1 }]), line1: text }),
    ).toBeNull()
  },
)

/** What becomes of an item: it fails before the capture or after it, waits for a person, or comes; eSIMs may go back. */
const fate = fc.record({
  priceMinor: fc.integer({ min: 1, max: 250_000 }),
  count: fc.integer({ min: 1, max: 20 }),
  end: fc.constantFrom('early' as const, 'late' as const, 'held' as const, 'good' as const),
  returned: fc.array(fc.integer({ min: 0, max: 19 }), { maxLength: 20 }),
})
type Fate = typeof fate extends fc.Arbitrary<infer Value> ? Value : never

const cart = fc.record({
  items: fc.array(fate, { minLength: 1, maxLength: 10 }),
  discountPercent: fc.integer({ min: 0, max: 90 }),
})

const AT_CAPTURE: Record<Fate['end'], ItemState> = {
  early: 'REFUND_DUE',
  late: 'UNKNOWN',
  held: 'HELD',
  good: 'CAPTURING',
}
const AT_END: Record<Fate['end'], ItemState> = { early: 'REFUNDED', late: 'REFUNDED', held: 'HELD', good: 'DELIVERED' }

/** Plays a cart to its end with the sums that the store would use. */
function play({ items, discountPercent }: { items: Fate[]; discountPercent: number }) {
  const listed = items.map(({ priceMinor }) => priceMinor)
  const total = listed.reduce((sum, price) => sum + price, 0)
  const charged = Math.max(1, total - Math.floor((total * discountPercent) / 100))
  const prices = allocate(money(charged, 'USD'), listed).map(({ minor }) => minor)
  const ledger = items.map((item, index) => toItem(item, prices[index] ?? 0))
  const left = leftOutOf(ledger.map(({ atCapture }) => ({ state: atCapture }))).length
  const isVoid = left === items.length
  const captured = isVoid ? 0 : ledger.reduce((sum, item) => sum + (item.notCaptured ? 0 : item.priceMinor), 0)
  const refunded = ledger.reduce((sum, item) => sum + item.refundedMinor, 0)

  return { charged, captured, refunded, ledger }
}

function toItem({ end, count, returned }: Fate, priceMinor: number) {
  const shares = allocateEvenly(money(priceMinor, 'USD'), count).map(({ minor }) => minor)
  const isBack = (index: number) => end === 'good' && returned.includes(index)
  const esims = shares.map((priceShareMinor, index) => ({
    iccid: '',
    priceShareMinor,
    cancelState: isBack(index) ? 'MONEY_BACK' : 'NONE',
    hasCode: true,
  }))
  const backMinor = esims.reduce((sum, esim) => sum + (esim.cancelState === 'NONE' ? 0 : esim.priceShareMinor), 0)
  const atCapture = AT_CAPTURE[end]

  return {
    atCapture,
    state: AT_END[end],
    priceMinor,
    notCaptured: leftOutOf([{ state: atCapture }]).length > 0,
    refundedMinor: end === 'late' ? priceMinor : backMinor,
    esims: end === 'good' ? esims : [],
    count,
  }
}

type Played = ReturnType<typeof play>

function toLedger({ captured, refunded, ledger }: Played): LedgerOrder {
  const items: LedgerLine[] = ledger.map(({ atCapture: _, ...item }, index) => ({
    ...item,
    kind: 'PURCHASE',
    id: `lin_${index}`,
    itemRef: `LF${index}`,
    attempts: [],
    providerOrders:
      item.state === 'DELIVERED' ? [{ orderNum: `EP${index}`, status: 0, isBeingCancelled: false, isLoss: false }] : [],
    esims: item.esims.map((esim, n) => ({ ...esim, iccid: `89${index}-${n}` })),
  }))
  const state = captured > 0 ? 'CAPTURED' : 'VOIDED'
  const payment = {
    id: 'pay_1',
    objectId: 'obj',
    state,
    reason: null,
    capturedMinor: captured,
    refundedMinor: refunded,
  }

  return { number: 'LF-1', currency: 'USD', items, payments: [payment] }
}

describe('a cart of any lines and outcomes', () => {
  test('keeps exactly the shares of the cards that came and stayed, and of what is still open', () => {
    fc.assert(
      fc.property(cart, (input) => {
        const played = play(input)
        const kept = played.ledger.reduce((sum, item) => {
          if (item.state === 'HELD') return sum + item.priceMinor
          const staying = item.esims.filter(({ cancelState }) => cancelState === 'NONE')

          return sum + staying.reduce((part, esim) => part + esim.priceShareMinor, 0)
        }, 0)

        expect(played.captured - played.refunded).toBe(kept)
        expect(played.captured).toBeLessThanOrEqual(played.charged)
        expect(brokenOrderPromises([toLedger(played)])).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('is found out as soon as one unit too much or too little is kept', () => {
    fc.assert(
      fc.property(cart, fc.constantFrom(-1, 1), (input, error) => {
        const played = play(input)
        fc.pre(played.captured > 0)
        const breaches = brokenOrderPromises([toLedger({ ...played, captured: played.captured + error })])

        expect(played.captured + error === 0 ? ['I2'] : breaches.map(({ invariant }) => invariant)).toEqual(['I2'])
      }),
    )
  })
})

describe('one capture for all lines', () => {
  test.each(['READY', 'PLACING', 'UNKNOWN', 'REJECTED', 'PLACED', 'CANCELLING', 'CANCEL_UNKNOWN'] as const)(
    'waits while a line is %s, and takes its price when it can wait no longer',
    (state) => {
      expect(isAllDecided([{ state: 'CAPTURING' }, { state }])).toBe(false)
      expect(leftOutOf([{ state }])).toEqual([])
    },
  )

  test('does not wait for a person', () => {
    expect(isAllDecided([{ state: 'CAPTURING' }, { state: 'HELD' }, { state: 'REFUND_DUE' }])).toBe(true)
  })

  test('that took a part is understood where only one set of lines can be missing', () => {
    const items = [500, 700, 900].map((priceMinor, index) => ({ id: `lin_${index}`, priceMinor }))

    expect(guessLeftOut(items, 1_600)?.map(({ id }) => id)).toEqual(['lin_0'])
    expect(guessLeftOut(items, 500)?.map(({ id }) => id)).toEqual(['lin_1', 'lin_2'])
    expect(guessLeftOut(items, 1_000)).toBeNull()
    expect(guessLeftOut([...items, { id: 'lin_3', priceMinor: 500 }], 2_100)).toBeNull()
    expect(guessLeftOut(items, 2_100)).toBeNull()
  })
})
