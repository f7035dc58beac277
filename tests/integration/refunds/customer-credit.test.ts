import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { startOrder } from '#lib/checkout/commands/start-order.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import type { Caller } from '#lib/core/rules/caller.ts'
import { agreeCredit, giveCredit, takeCreditBack } from '#lib/customers/commands/credits.ts'
import { eraseForStaff } from '#lib/customers/commands/data-requests.ts'
import { joinCustomers } from '#lib/customers/commands/manage-customer.ts'
import { getCustomer } from '#lib/customers/queries/admin-customers.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { getAdminOrder } from '#lib/orders/queries/admin-order.ts'
import { bookLost } from '#lib/payments/repository/judged-payments.ts'
import { lockPayment } from '#lib/payments/repository/payments.ts'
import { showVouchers } from '#lib/pricing/commands/promotions/use-codes.ts'
import { lockPromotions } from '#lib/pricing/repository/promotions.ts'
import { giveGoodwill } from '#lib/refunds/commands/give-goodwill.ts'
import { getOwnCredits } from '#lib/refunds/queries/admin-refunds.ts'
import { sumCreditsLeft } from '#lib/refunds/repository/credits.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { giveBack, workUntilEsims } from '#tests/support/cancellations.ts'
import { eventually } from '#tests/support/patience.ts'
import { inputWith, offers, orderWith, promote } from '#tests/support/promotions.ts'
import { freshParties, order, PLAN, pay, startSale, workUntil } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'
import { addStaff, letOneDecide, staffDuringTests } from '#tests/support/staff.ts'

const BUYER = { kind: 'anonymous' } as const
// What an eSIM can be charged at least, in the currency of the sandbox's store.
const LEAST_MINOR = 50
const reason = 'A day without network'

const sale = duringTests(startSale)
const finance = staffDuringTests('finance')

beforeEach(async () => {
  await freshParties(sale)
  await letOneDecide(true)
})

/** Somebody who has ordered once and never paid. */
async function somebody() {
  const email = `${randomUUID()}@example.com`
  const { orderId } = await order({ email })
  const { personId } = await db().order.findUniqueOrThrow({ where: { id: orderId } })

  return { email, personId, orderId }
}

async function credited(amount: string, until = '') {
  const holder = await somebody()
  await giveCredit(finance, { ...holder, amount, until, reason, once: { key: randomUUID() } })
  const credit = await db().credit.findFirstOrThrow({
    where: { holderId: holder.personId },
    include: { promotion: true },
  })

  return { ...holder, id: credit.id, code: credit.promotion.code }
}

const leftOf = async (id: string) => (await sumCreditsLeft([id])).get(id)
const fullPrice = async (ids: string[]) => {
  const quotes = await db().quote.findMany({ where: { id: { in: ids } } })

  return quotes.reduce((sum, { totalMinor }) => sum + totalMinor, 0)
}

test('a sum is given once per key, to a customer who is told by one mail, and shows on both sides', async () => {
  const holder = await somebody()
  const input = { ...holder, amount: '12,50', until: '', reason, once: { key: randomUUID() } }

  const answers = await Promise.all([
    giveCredit(finance, input),
    giveCredit(finance, input),
    giveCredit(finance, input),
  ])

  expect(answers.map(({ outcome }) => outcome)).toEqual(['given', 'given', 'given'])
  // What a key has given is not told as given with another sum or another end.
  const changed = { code: 'conflict', details: { reason: 'changed' } }
  await expect(giveCredit(finance, { ...input, amount: '13' })).rejects.toMatchObject(changed)
  await expect(giveCredit(finance, { ...input, until: '2099-01-01' })).rejects.toMatchObject(changed)
  const credits = await db().credit.findMany({ where: { holderId: holder.personId } })
  expect(credits).toHaveLength(1)
  const { orderId } = holder
  expect(await db().outbox.count({ where: { kind: 'credit_given', orderId } })).toBe(1)
  const events = await db().auditEvent.findMany({ where: { subject: holder.personId } })
  expect(events.map(({ act, reason: why }) => [act, why])).toEqual([['credit.given', reason]])
  const own = await getOwnCredits(holder)
  expect(own).toMatchObject([{ left: { minor: 1250, currency: 'USD' }, endsAt: null }])
  const page = await getCustomer(finance, holder.personId)
  expect(page?.credits).toMatchObject([{ state: 'open', code: own[0]?.code, reason, left: { minor: 1250 }, uses: [] }])
  const ending = own[0]?.code.slice(-5)
  const masked = [{ code: `…${ending}` }]
  expect((await getCustomer(await addStaff('support'), holder.personId))?.credits).toMatchObject(masked)
  const sold = await orderWith(await offers([{ planKey: PLAN }]), [own[0]?.code ?? ''], holder.email)
  expect((await getAdminOrder(await addStaff('support'), sold.orderId))?.uses).toMatchObject(masked)
  expect((await getAdminOrder(finance, sold.orderId))?.uses).toMatchObject([{ code: own[0]?.code }])
})

test.each([
  ['no sum', { amount: 'ten', until: '' }, ['amount']],
  ['nothing', { amount: '0', until: '' }, ['amount']],
  ['a day that is over', { amount: '5', until: '2020-01-01' }, ['until']],
  ['a day that does not exist', { amount: '5.001', until: '2099-02-30' }, ['amount', 'until']],
])('is refused by the names of its fields: %s', async (_, typed, fields) => {
  const holder = await somebody()

  await expect(giveCredit(finance, { ...holder, ...typed, reason, once: { key: 'x' } })).rejects.toMatchObject({
    code: 'bad_input',
    details: { fields },
  })
})

test('counts only once a second person has agreed, where the store asks for two', async () => {
  await letOneDecide(false)
  const { id, code, email } = await credited('5')
  const ids = await offers([{ planKey: PLAN }])
  const check = async () => (await showVouchers({ checkoutId: ids.join('-'), codes: [code] })).codes[0]?.problem

  expect(await check()).toBe('unknown')
  expect(await getOwnCredits({ email })).toEqual([])
  await expect(agreeCredit(finance, id)).rejects.toMatchObject({ details: { reason: 'own_request' } })
  const owner = await addStaff('owner')
  await agreeCredit(owner, id)
  await expect(agreeCredit(owner, id)).rejects.toMatchObject({ details: { reason: 'changed' } })

  expect(await check()).toBeNull()
  expect(await getOwnCredits({ email })).toHaveLength(1)
  expect(
    await db().outbox.count({ where: { kind: 'credit_given', payload: { path: ['creditId'], equals: id } } }),
  ).toBe(1)
})

test('of a giver who may not any more waits for another person than the one who agrees first', async () => {
  await letOneDecide(false)
  const gone = await addStaff('manager')
  const { personId } = await somebody()
  await giveCredit(gone, { personId, amount: '5', until: '', reason, once: { key: randomUUID() } })
  const { id } = await db().credit.findFirstOrThrow({ where: { holderId: personId } })
  await db().staff.update({ where: { id: gone.staffId }, data: { role: 'support' } })
  const [first, second] = [await addStaff('owner'), await addStaff('owner')]

  expect(await agreeCredit(first, id)).toEqual({ outcome: 'waiting' })
  await expect(agreeCredit(first, id)).rejects.toMatchObject({ details: { reason: 'own_request' } })
  expect(await db().credit.findUniqueOrThrow({ where: { id } })).toMatchObject({ agreedAt: null })

  expect(await agreeCredit(second, id)).toEqual({ outcome: 'given' })
})

test('is used up order by order, down to the least that can be charged, beside any promotion', async () => {
  const { id, code, email } = await credited('25')
  const first = await offers([{ planKey: PLAN }])
  const full = await fullPrice(first)
  const alone = await promote({ basisPoints: 1000, stacks: false })

  const shown = await showVouchers({ checkoutId: first.join('-'), codes: [code, alone.code] })
  const bought = await orderWith(first, [code, alone.code], email)

  const cut = Math.floor(full / 10)
  expect(shown.codes).toMatchObject([
    { code, problem: null, discount: { minor: full - cut - LEAST_MINOR }, isCapped: false },
    { code: alone.code, problem: null, discount: { minor: cut } },
  ])
  expect(shown.codes[0]?.left?.minor).toBe(2500 - (full - cut - LEAST_MINOR))
  expect(bought.totalMinor).toBe(LEAST_MINOR)
  expect(await leftOf(id)).toBe(2500 - (full - cut - LEAST_MINOR))

  const many = await offers([{ planKey: PLAN, count: 9 }])
  const rest = (await leftOf(id)) ?? 0
  const second = await orderWith(many, [code], email)
  expect(second.uses.map(({ discountMinor }) => discountMinor)).toEqual([rest])
  expect(await leftOf(id)).toBe(0)
  expect((await showVouchers({ checkoutId: many.join('-'), codes: [code] })).codes[0]?.problem).toBe('nothing_left')
  expect(await checkInvariants()).toEqual([])
})

test('is never spent twice by orders at once', async () => {
  const { id, code, email } = await credited('8')
  const inputs = []
  for (let n = 0; n < 4; n++) inputs.push(await inputWith(await offers([{ planKey: PLAN, count: 2 }]), [code], email))

  // All of them have looked at what is left before the first one may take it.
  const held = Promise.withResolvers<void>()
  const looked = Promise.withResolvers<void>()
  const holding = transaction(async (tx) => {
    await lockPromotions([id], tx)
    held.resolve()
    await looked.promise
  })
  await held.promise
  const ordering = Promise.allSettled(inputs.map((input) => startOrder(BUYER, input)))
  const waiting = () => db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM pg_stat_activity
    WHERE "datname" = current_database() AND "wait_event_type" = 'Lock'`
  await eventually(waiting, ([row]) => row?.count === inputs.length)
  looked.resolve()
  await holding
  const settled = await ordering

  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(settled.length - refused.length).toBe(1)
  expect(refused.map(({ code: name, details }) => `${name} ${details.reason}`)).toEqual(
    Array(3).fill('voucher_refused changed'),
  )
  expect(await leftOf(id)).toBe(0)
  const { _sum } = await db().promotionUse.aggregate({ where: { promotionId: id }, _sum: { discountMinor: true } })
  expect(_sum.discountMinor).toBe(800)
})

test('belongs to its customer, with every address that is known to be theirs, and to nobody who was erased', async () => {
  const { code, email, personId } = await credited('5')
  const other = await somebody()
  const ids = await offers([{ planKey: PLAN }])
  const buy = async (address: string) => startOrder(BUYER, await inputWith(ids, [code], address))

  expect(await getOwnCredits(other)).toEqual([])
  await expect(buy(other.email)).rejects.toMatchObject({ code: 'voucher_refused', details: { reason: 'not_yours' } })
  const owner: Caller = await addStaff('owner')
  await joinCustomers(owner, { personId, email: other.email, reason })
  expect(await getOwnCredits(other)).toMatchObject([{ code }])
  await expect(buy(other.email)).resolves.toMatchObject({ orderId: expect.any(String) })

  const gone = await credited('5')
  await db().orderItem.updateMany({ where: { orderId: gone.orderId }, data: { state: 'EXPIRED', nextActionAt: null } })
  await eraseForStaff(owner, { personId: gone.personId, typed: gone.email })
  const later = await inputWith(await offers([{ planKey: PLAN }]), [gone.code], gone.email)
  await expect(startOrder(BUYER, later)).rejects.toMatchObject({ details: { reason: 'not_yours' } })
  expect(email).not.toBe('')
})

test('comes back by the share of what goes back, all of it with all, and not with goodwill', async () => {
  const { id, code, email } = await credited('6')
  const sold = await orderWith(await offers([{ planKey: PLAN, count: 3 }]), [code], email)
  await pay(sale, sold)
  await workUntil(sold.item.id, ['DELIVERED'])
  expect(await leftOf(id)).toBe(0)
  const esims = await db().esim.findMany({ where: { itemId: sold.item.id }, orderBy: { position: 'asc' } })
  const goodwill = { orderId: sold.id, itemId: sold.item.id, amountMinor: 99, reason, once: { key: randomUUID() } }
  await giveGoodwill(finance, goodwill)
  await eventually(
    async () => {
      await runUntilIdle()

      return db().refund.count({ where: { payment: { orderId: sold.id }, state: 'DONE' } })
    },
    (done) => done === 1,
  )
  expect(await leftOf(id)).toBe(0)
  await expect(giveGoodwill(finance, { ...goodwill, amountMinor: 98 })).rejects.toMatchObject({
    code: 'conflict',
    details: { reason: 'changed' },
  })

  await giveBack(sold, esims.slice(0, 1))
  await workUntilEsims(esims.slice(0, 1), 'MONEY_BACK')
  const share = esims[0]?.priceShareMinor ?? 0
  expect(await leftOf(id)).toBe(Math.floor((600 * share) / sold.totalMinor))

  await giveBack(sold, esims.slice(1))
  await workUntilEsims(esims.slice(1), 'MONEY_BACK')
  expect(await leftOf(id)).toBe(600)
  expect(await checkInvariants()).toEqual([])
})

test('stays spent when a bank takes the money of what was delivered, and comes back with what was not', async () => {
  const { id, code, email } = await credited('6')
  const sold = await orderWith(await offers([{ planKey: PLAN }]), [code], email)
  await pay(sale, sold)
  await workUntil(sold.item.id, ['DELIVERED'])
  const left = await leftOf(id)
  await transaction(async (tx) => {
    const payment = await lockPayment(sold.payment.id, tx)
    await bookLost(payment, { lostMinor: sold.totalMinor, requestedBy: 'store' }, tx)
  })

  expect(await leftOf(id)).toBe(left)
  await db().esim.updateMany({ where: { itemId: sold.item.id }, data: { cancelState: 'MONEY_BACK' } })
  expect(await leftOf(id)).toBe(600)
  await db().esim.updateMany({ where: { itemId: sold.item.id }, data: { cancelState: 'NONE' } })
  await db().orderItem.update({ where: { id: sold.item.id }, data: { state: 'REFUNDED' } })
  expect(await leftOf(id)).toBe(600)
})

test('comes back whole with an order that nobody paid, and ends where somebody ends it', async () => {
  const { id, code, email } = await credited('3', '2099-12-31')
  const sold = await orderWith(await offers([{ planKey: PLAN }]), [code], email)
  expect(await leftOf(id)).toBe(0)

  await pay(sale, sold, 'decline')
  await db().payment.updateMany({ where: { id: sold.payment.id }, data: { sessionEndsAt: new Date(0) } })
  await eventually(
    async () => {
      await runUntilIdle()

      return leftOf(id)
    },
    (left) => left === 300,
  )

  await takeCreditBack(finance, { creditId: id, reason })
  const ids = await offers([{ planKey: PLAN }])
  expect((await showVouchers({ checkoutId: ids.join('-'), codes: [code] })).codes[0]?.problem).toBe('expired')
  expect(await getOwnCredits({ email })).toEqual([])
  await expect(takeCreditBack(finance, { creditId: id, reason })).rejects.toMatchObject({ code: 'conflict' })
  const support = await addStaff('support')
  await expect(takeCreditBack(support, { creditId: id, reason })).rejects.toThrow('customers.credit')
})
