import { expect, test } from 'vitest'
import { judgeBooks } from '#scripts/chaos/ledgers.mjs'

/** The books of one good sale: two eSIMs for 1,200, as all three parties and the buyer know it. */
function goodBooks() {
  const esim = (iccid: string) => ({ iccid, priceShareMinor: 600, cancelState: 'NONE' })
  const item = {
    itemRef: 'LF-1',
    state: 'DELIVERED',
    attempts: [{ n: 1, state: 'ACCEPTED' }],
    providerOrders: [{ orderNum: 'U1' }],
    esims: [esim('891'), esim('892')],
  }
  const order = {
    number: 'LF-A',
    currency: 'JPY',
    items: [item],
    payments: [{ objectId: 'P1', capturedMinor: 1_200, refundedMinor: 0 }],
  }
  const listedOrder = { orderNum: 'U1', otherOrderId: 'LF-1', statusNow: 0, liveIccids: ['891', '892'] }

  return {
    item,
    order,
    listedOrder,
    books: {
      orders: [listedOrder],
      money: {
        payments: [{ id: 'P1', sessionId: 'S1', status: 'captured', reference: 'LF-A' }],
        captures: [{ amount: 1_200, paymentId: 'P1' }],
        totals: [{ reference: 'LF-A', currency: 'JPY', captured: 1_200, refunded: 0, net: 1_200 }],
      },
      own: [order],
      returns: { requests: [{ state: 'REFUSED', attempts: 1, iccids: ['891'] }], calls: [['891']] },
      breaches: [] as { invariant: string; subject: string; detail: string }[],
    },
    visits: [{ input: { n: 1 }, sessionId: 'S1', paidAt: 1 }],
  }
}

const kindsOf = ({ books, visits }: ReturnType<typeof goodBooks>) => [
  ...new Set(judgeBooks(books, visits).misses.map(({ kind }: { kind: string }) => kind)),
]

test('books that agree leave nothing to say', () => {
  const { books, visits } = goodBooks()

  expect(judgeBooks(books, visits)).toMatchObject({ misses: [], delivered: 1, explainedPercent: 100 })
})

test('each currency is explained by itself: the worst of them counts', () => {
  const { books, visits } = goodBooks()
  const other = { ...structuredClone(books.own[0]), number: 'LF-B', currency: 'KWD', items: [], payments: [] }
  const total = { reference: 'LF-B', currency: 'KWD', captured: 1_000, refunded: 990, net: 10 }
  const both = {
    ...books,
    own: [...books.own, other],
    money: { ...books.money, totals: [...books.money.totals, total] },
  }

  // Ten fils that nobody has are found although a million yen stand beside them.
  expect(judgeBooks(both, visits)).toMatchObject({
    ...{ explainedPercent: 98, captured: { JPY: { captured: 1_200 }, KWD: { captured: 1_000, unexplained: 20 } } },
  })
})

test.each([
  [
    'a second living order',
    (good: ReturnType<typeof goodBooks>) => void good.books.orders.push({ ...good.listedOrder, orderNum: 'U2' }),
    'duplicate',
  ],
  ['a second capture', (good) => void good.books.money.captures.push({ amount: 1_200, paymentId: 'P1' }), 'duplicate'],
  ['an order that the upstream does not have', (good) => void good.books.orders.pop(), 'lost'],
  [
    'an upstream order of nobody',
    (good) => void good.books.orders.push({ ...good.listedOrder, otherOrderId: 'LF-9' }),
    'lost',
  ],
  ['an order number that differs', (good) => void Object.assign(good.listedOrder, { orderNum: 'U7' }), 'lost'],
  ['a buyer whose order is gone', (good) => void Object.assign(good.visits[0] ?? {}, { sessionId: 'S9' }), 'lost'],
  ['a paid order that expired', (good) => void Object.assign(good.item, { state: 'EXPIRED' }), 'lost'],
  [
    'a card that is not the one sold',
    (good) => void Object.assign(good.listedOrder, { liveIccids: ['891', '899'] }),
    'cards',
  ],
  [
    'one minor unit too little',
    (good) => void Object.assign(good.books.money.totals[0] ?? {}, { net: 1_199 }),
    'money',
  ],
  ['another currency', (good) => void Object.assign(good.books.money.totals[0] ?? {}, { currency: 'USD' }), 'money'],
  [
    'a hold that stands',
    (good) => void Object.assign(good.books.money.payments[0] ?? {}, { status: 'authorised' }),
    'money',
  ],
  ['an eSIM asked back twice in one attempt', (good) => void good.books.returns.calls.push(['891']), 'return'],
  [
    'a broken invariant',
    (good) => void good.books.breaches.push({ invariant: 'I1', subject: 'x', detail: 'y' }),
    'invariant',
  ],
] as [string, (good: ReturnType<typeof goodBooks>) => void, string][])('%s is found', (_name, spoil, kind) => {
  const good = goodBooks()
  spoil(good)

  expect(kindsOf(good)).toContain(kind)
})
