import { runVerb } from '../store/verb.mjs'

const CANCELLED = 2
const GONE = ['CONFIRMED', 'MONEY_DUE', 'MONEY_BACK']
const WITH_PERSON = 'OPEN'

/**
 * Compares the books of the two outside parties, what the buyers saw, and the store's own export, order by order.
 *
 * Answers the figures and every difference in words. Only `held` orders wait for a person.
 */
export async function compareLedgers({ world, visits }) {
  const orders = await world.upstream.get('orders')
  const money = await world.payments.get('ledger')
  const { text: exported } = await runVerb('invariants', ['--ledger'], { env: world.direct, collect: true })
  const own = JSON.parse(exported)
  const { text: checked } = await runVerb('invariants', ['--json', '--sandbox', world.upstream.url], {
    env: world.direct,
    collect: true,
  })
  const returns = await readCancellations(world)
  const books = { orders, money, own, returns, breaches: JSON.parse(checked).breaches }

  return judgeBooks(books, visits)
}

/** The requests for single eSIMs in the store's books, and the calls for them in those of the provider. */
async function readCancellations(world) {
  const requests = await world.database.ask(
    `SELECT a."state"::text AS "state", coalesce((a."answer"->>'attempt')::int, 1) AS "attempts",
       array_agg(i."iccid") AS "iccids"
     FROM "CancelAttempt" a JOIN "CancelItem" i ON i."attemptId" = a."id" GROUP BY a."id"`,
  )
  const calls = await world.upstream.get('calls?path=refundOrder')

  // What a session that had ended kept from being carried out is no call.
  return { requests, calls: calls.filter(({ code }) => code !== -1).map(({ params }) => params.iccids.split(',')) }
}

/** The verdict on books that were read: figures, and every difference in words. */
export function judgeBooks(books, visits) {
  const misses = []
  const miss = (kind, text) => misses.push({ kind, text })
  compareProvider(books, miss)
  const explained = compareMoney(books, miss)
  compareBuyers(books, { visits, miss })
  compareCancellations(books, miss)
  for (const { invariant, subject, detail } of books.breaches) miss('invariant', `${invariant} ${subject}: ${detail}`)

  return { ...count(books), ...explained, misses, breaches: books.breaches.length }
}

/** One living order per delivered line with the same number and the same eSIMs; none anywhere else. */
function compareProvider({ orders, own }, miss) {
  const byRef = Map.groupBy(orders, ({ otherOrderId }) => otherOrderId ?? '')
  const items = own.flatMap((order) => order.items)
  const known = new Set(items.map(({ itemRef }) => itemRef))
  for (const ref of byRef.keys()) if (!known.has(ref)) miss('lost', `upstream order of an unknown line ${ref}`)
  for (const item of items) {
    const living = (byRef.get(item.itemRef) ?? []).filter(({ statusNow }) => statusNow !== CANCELLED)
    if (living.length > 1) miss('duplicate', `${item.itemRef}: ${living.length} living orders`)
    if (item.state === 'HELD') continue
    const isDelivered = item.state === 'DELIVERED'
    if (living.length !== (isDelivered ? 1 : 0)) {
      if (living.length < 2) miss('lost', `${item.itemRef} is ${item.state} with ${living.length} living orders`)
      continue
    }
    const [order] = living
    if (!order) continue
    // What became of the eSIMs of a request that a person decides is known to nobody; their money stays until then.
    const open = item.esims.filter(({ cancelState }) => cancelState === WITH_PERSON).map(({ iccid }) => iccid)
    const kept = item.esims
      .filter(({ cancelState }) => cancelState !== WITH_PERSON && !GONE.includes(cancelState))
      .map(({ iccid }) => iccid)
    const there = order.liveIccids.filter((iccid) => !open.includes(iccid))
    if (!item.providerOrders.some(({ orderNum }) => orderNum === order.orderNum)) {
      miss('lost', `${item.itemRef}: ${order.orderNum} is not in the store's books`)
    } else if (String(kept.sort()) !== String(there.sort())) {
      miss('cards', `${item.itemRef}: ${kept.length} cards here, ${there.length} there`)
    }
  }
}

/**
 * What the provider took and gave back against the prices of what was delivered, per order and to the minor unit, each
 * currency by itself. `explainedPercent` is that of the currency that is explained worst.
 */
function compareMoney({ money, own }, miss) {
  const net = new Map(money.totals.map((total) => [`${total.reference} ${total.currency}`, total]))
  const currencies = new Map(own.map(({ number, currency }) => [number, currency]))
  for (const { reference, currency } of money.totals) {
    const wanted = currencies.get(reference)
    if (wanted && wanted !== currency) miss('money', `${reference} is in ${wanted}, and was paid in ${currency}`)
  }
  const numbers = new Set(own.map(({ number }) => number))
  for (const { reference } of money.payments) {
    if (!numbers.has(reference)) miss('lost', `payment for an unknown order ${reference}`)
  }
  const sums = {}
  for (const order of own) {
    const there = net.get(`${order.number} ${order.currency}`) ?? { captured: 0, refunded: 0, net: 0 }
    const captures = money.captures.filter(({ paymentId }) =>
      order.payments.some(({ objectId }) => objectId === paymentId),
    )
    const owed = order.items.reduce((sum, item) => sum + owedFor(item), 0)
    const isHeld = order.items.some(({ state }) => state === 'HELD')
    const here = order.payments.reduce((sum, payment) => sum + payment.capturedMinor - payment.refundedMinor, 0)
    sums[order.currency] ??= { captured: 0, unexplained: 0 }
    const sum = sums[order.currency]
    sum.captured += there.captured
    const gap = Math.abs(there.net - here) + (isHeld ? 0 : Math.abs(there.net - owed))
    sum.unexplained += gap
    if (gap > 0)
      miss('money', `${order.number}: ${there.net} kept there, ${here} here, ${owed} owed, ${order.currency}`)
    if (captures.length > 1) miss('duplicate', `${order.number} was captured ${captures.length} times`)
  }
  const authorised = money.payments.filter(({ status }) => status === 'authorised')
  for (const { reference } of authorised) {
    const order = own.find(({ number }) => number === reference)
    if (!order?.items.some(({ state }) => state === 'HELD')) miss('money', `${reference}: a hold still stands`)
  }
  const shares = Object.values(sums).map(({ captured, unexplained }) =>
    captured === 0 ? (unexplained === 0 ? 100 : 0) : (100 * (captured - unexplained)) / captured,
  )

  return { captured: sums, explainedPercent: Math.min(100, ...shares) }
}

function owedFor({ state, esims }) {
  if (state !== 'DELIVERED') return 0

  return esims
    .filter(({ cancelState }) => cancelState !== 'MONEY_BACK')
    .reduce((sum, { priceShareMinor }) => sum + priceShareMinor, 0)
}

/** Whoever paid has an order that ended well; whoever did not has paid nothing. */
function compareBuyers({ money, own }, { visits, miss }) {
  const bySession = new Map(money.payments.map((payment) => [payment.sessionId, payment]))
  const byNumber = new Map(own.map((order) => [order.number, order]))
  for (const { input, sessionId, paidAt } of visits.filter((visit) => visit.sessionId)) {
    const payment = bySession.get(sessionId)
    const order = payment && byNumber.get(payment.reference)
    if (!order) miss('lost', `buyer ${input.n} has no order`)
    else if (
      paidAt &&
      !order.items.every(({ state }) => ['DELIVERED', 'REFUNDED', 'CANCELLED', 'HELD'].includes(state))
    ) {
      miss('lost', `buyer ${input.n} paid for ${order.number}, which is ${order.items.map(({ state }) => state)}`)
    }
  }
}

/** An eSIM is asked back once per attempt of its requests, and never more often. */
function compareCancellations({ returns = { requests: [], calls: [] } }, miss) {
  const attempts = new Map()
  for (const request of returns.requests)
    for (const iccid of request.iccids) attempts.set(iccid, (attempts.get(iccid) ?? 0) + request.attempts)
  for (const [iccid, max] of attempts) {
    const made = returns.calls.filter((iccids) => iccids.includes(iccid)).length
    if (made > max) miss('return', `${iccid} was asked back ${made} times in ${max} attempts`)
  }
}

function countCancellations({ requests, calls }) {
  const inState = (...states) => requests.filter(({ state }) => states.includes(state)).length
  const [proven, refused] = [inState('CONFIRMED'), inState('REFUSED')]

  return {
    cancellationsAsked: requests.length,
    cancellationsProven: proven,
    cancellationsRefused: refused,
    cancellationsWithPerson: requests.length - proven - refused,
    cancellationsAskedTwice: requests.filter(({ attempts }) => attempts > 1).length,
    cancellationCalls: calls.length,
  }
}

function count({ orders, own, returns = { requests: [], calls: [] } }) {
  const items = own.flatMap((order) => order.items)
  const inState = (...states) => items.filter(({ state }) => states.includes(state)).length

  return {
    orders: own.length,
    delivered: inState('DELIVERED'),
    refunded: inState('REFUNDED', 'CANCELLED'),
    notPaid: inState('EXPIRED'),
    held: inState('HELD'),
    attempts: items.reduce((sum, { attempts }) => sum + attempts.length, 0),
    secondAttempts: items.filter(({ attempts }) => attempts.filter(({ state }) => state !== 'NOT_SENT').length > 1)
      .length,
    esimsCancelled: items.flatMap(({ esims }) => esims).filter(({ cancelState }) => cancelState === 'MONEY_BACK')
      .length,
    cardsWithPerson: items.flatMap(({ esims }) => esims).filter(({ cancelState }) => cancelState === WITH_PERSON)
      .length,
    ...countCancellations(returns),
    providerOrders: orders.length,
    providerCancelled: orders.filter(({ statusNow }) => statusNow === CANCELLED).length,
  }
}
