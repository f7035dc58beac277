import { expect, test } from 'vitest'
import { decimal } from '#lib/core/rules/decimal.ts'
import type { ProviderOrderRow } from '#lib/provider/rules/provider-order.ts'
import { isNightDue, isQuarterDue } from '#lib/reconciliation/rules/admin-reconciliation.ts'
import { judgeListedOrder, type OurOrder } from '#lib/reconciliation/rules/judge-listed-order.ts'

const [FIRST, SECOND, OTHER] = ['8948010000000000001', '8948010000000000002', '8948010000000000009']

function ours(changes: Partial<OurOrder> = {}): OurOrder {
  return {
    orderNum: 'EP1',
    orderId: 'ord_1',
    orderNumber: 'LF-1',
    itemId: 'lin_1',
    itemRef: 'LF1',
    itemState: 'DELIVERED',
    plan: 'Japan 3 GB',
    count: 2,
    isRenewal: false,
    expectedCost: decimal('10'),
    recordedCost: decimal('10'),
    costCurrency: 'USD',
    currency: 'EUR',
    cards: [esim(FIRST), esim(SECOND)],
    price: decimal('22'),
    isCancelOpen: false,
    isCancelProven: false,
    createdAt: new Date('2027-01-01T00:00:00Z'),
    ...changes,
  }
}

const esim = (iccid: string, isGone = false) => ({ iccid, isGone, share: decimal('11') })

function listed(changes: { status?: number | null; total?: string | null; iccids?: string[] } = {}): ProviderOrderRow {
  const { status = 0, total = '10', iccids = [FIRST, SECOND] } = changes
  const amounts = { dataAmount: null, validityDays: null, usedMb: null, usedForm: 'missing' as const }
  const blank = { id: null, name: null, status: null, ...amounts }

  return {
    orderNum: 'EP1',
    skuId: null,
    skuName: 'Japan',
    count: 2,
    createdAt: null,
    status,
    total: total === null ? null : decimal(total),
    isTopUp: false,
    plans: iccids.map((iccid) => ({ ...blank, iccid, beginsAt: null, endsAt: null, isDayPass: null })),
  }
}

const DROPS = { listDropsCancelled: true }

const CASES: { title: string; ours?: Partial<OurOrder>; listed?: Parameters<typeof listed>[0]; kinds: string[] }[] = [
  { title: 'nothing where both sides agree', kinds: [] },
  { title: 'nothing for a status that was not told', listed: { status: null, iccids: [FIRST, SECOND] }, kinds: [] },
  {
    title: 'one finding for a cancellation nobody asked for',
    listed: { status: 2, iccids: [] },
    kinds: ['status_differs'],
  },
  { title: 'one finding for a part of it', listed: { status: 4, iccids: [FIRST] }, kinds: ['status_differs'] },
  {
    title: 'nothing while a cancellation is under way',
    ours: { isCancelOpen: true },
    listed: { status: 2, iccids: [] },
    kinds: [],
  },
  {
    title: 'nothing for cards that went back',
    ours: { cards: [esim(FIRST), esim(SECOND, true)] },
    listed: { status: 4, iccids: [FIRST] },
    kinds: [],
  },
  {
    title: 'a proven return that lives again',
    ours: { isCancelProven: true, cards: [esim(FIRST, true), esim(SECOND, true)] },
    kinds: ['status_differs'],
  },
  { title: 'a number without a meaning', listed: { status: 5 }, kinds: ['status_unknown'] },
  { title: 'a card that is missing', listed: { iccids: [FIRST] }, kinds: ['cards_differ'] },
  { title: 'a card too many', listed: { iccids: [FIRST, SECOND, OTHER] }, kinds: ['cards_differ'] },
  { title: 'nothing about cards that are still on their way', ours: { itemState: 'FETCHING', cards: [] }, kinds: [] },
  { title: 'a charge above the quote', listed: { total: '10.01' }, kinds: ['cost_differs'] },
  { title: 'a charge below the quote', listed: { total: '9.99' }, kinds: ['cost_differs'] },
  { title: 'nothing for the same charge in other digits', listed: { total: '10.000' }, kinds: [] },
  { title: 'nothing for a charge that was not told', listed: { total: null }, kinds: [] },
  {
    title: 'a charge above the quote of an order that is not whole any more',
    ours: { cards: [esim(FIRST), esim(SECOND, true)] },
    listed: { status: 4, iccids: [FIRST], total: '10.01' },
    kinds: ['cost_differs'],
  },
  {
    title: 'nothing about what is left of the charge of such an order',
    ours: { cards: [esim(FIRST), esim(SECOND, true)] },
    listed: { status: 4, iccids: [FIRST], total: '5' },
    kinds: [],
  },
  {
    title: 'a charge that changed after it was accepted',
    ours: { recordedCost: decimal('12') },
    kinds: ['cost_differs'],
  },
]

test.each(CASES)('the comparison of an order finds $title', ({ ours: own, listed: theirs, kinds }) => {
  expect(judgeListedOrder(ours(own), listed(theirs), DROPS).map(({ kind }) => kind)).toEqual(kinds)
})

test('a card that went back and is still listed counts only where the list was seen to drop such cards', () => {
  const own = ours({ cards: [esim(FIRST), esim(SECOND, true)] })
  const find = (listDropsCancelled: boolean) =>
    judgeListedOrder(own, listed({ status: 4 }), { listDropsCancelled }).map(({ kind }) => kind)

  expect(find(false)).toEqual([])
  expect(find(true)).toEqual(['cards_differ'])
})

test('what is at risk is the share of the cards that are gone, and the difference of the charge', () => {
  const [cards] = judgeListedOrder(ours(), listed({ iccids: [FIRST] }), DROPS)
  const [cost] = judgeListedOrder(ours(), listed({ total: '11.5' }), DROPS)

  expect(cards?.risk).toEqual({ amount: '11', currency: 'EUR' })
  expect(cost?.risk).toEqual({ amount: '1.5', currency: 'USD' })
})

const at = (text: string) => new Date(`2027-03-${text}:00Z`)

test('the comparison of the last hours is due at first, and again after its pause', () => {
  const every = 900_000

  expect(isQuarterDue(null, { now: at('01T10:00'), every })).toBe(true)
  expect(isQuarterDue(at('01T09:50'), { now: at('01T10:00'), every })).toBe(false)
  expect(isQuarterDue(at('01T09:45'), { now: at('01T10:00'), every })).toBe(true)
})

test('the nightly comparison is due once after 03:10 UTC, for a store that was there before', () => {
  expect(isNightDue({ quarter: null, night: null, now: at('01T04:00') })).toBe(false)
  expect(isNightDue({ quarter: at('01T03:30'), night: null, now: at('01T04:00') })).toBe(false)
  expect(isNightDue({ quarter: at('01T02:00'), night: null, now: at('01T04:00') })).toBe(true)
  expect(isNightDue({ quarter: at('01T02:00'), night: at('01T03:11'), now: at('01T23:00') })).toBe(false)
  expect(isNightDue({ quarter: at('01T02:00'), night: at('01T03:11'), now: at('02T03:09') })).toBe(false)
  expect(isNightDue({ quarter: at('01T02:00'), night: at('01T03:11'), now: at('02T03:10') })).toBe(true)
})
