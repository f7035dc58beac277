import { beforeEach, describe, expect, test } from 'vitest'
import { startOrder } from '#lib/checkout/commands/start-order.ts'
import { db } from '#lib/core/repository/client.ts'
import type { StaffMember, StaffRole } from '#lib/core/rules/caller.ts'
import { addDays, calendarDateAt } from '#lib/core/rules/field-schemas.ts'
import { decideReview } from '#lib/fulfilment/commands/review/decide-review.ts'
import { getOrderForMail } from '#lib/mail/repository/order-for-mail.ts'
import { mailContents } from '#lib/mail/worker/mail-contents.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { listNeeds } from '#lib/operations/queries/admin-today.ts'
import { getAdminOrder } from '#lib/orders/queries/admin-order.ts'
import { getOrderPage } from '#lib/orders/queries/order-page.ts'
import { type Arrival, markTransferReceived } from '#lib/payments/commands/mark-transfer-received.ts'
import { listAdminTransfers } from '#lib/payments/queries/admin-transfers.ts'
import { decideDiscrepancy } from '#lib/reconciliation/commands/decide-discrepancy.ts'
import { getReconciliation } from '#lib/reconciliation/queries/admin-reconciliation.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { proveLookUp } from '#tests/support/fault-mix-run.ts'
import { buyBehind, putInReview } from '#tests/support/items-in-review.ts'
import { inputWith, promote, usesOf } from '#tests/support/promotions.ts'
import { forgetReadings, quote } from '#tests/support/quotes.ts'
import {
  freshParties,
  guestOf,
  order as orderByTestPayment,
  PLAN,
  placements,
  startSale,
  stateOf,
  workUntil,
} from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'
import { addStaff, letOneDecide } from '#tests/support/staff.ts'

const DAY_MS = 86_400_000
const bank = { BANK_TRANSFER_HOLDER: 'Landfall Ltd', BANK_TRANSFER_ACCOUNT: 'DE00 1234' }
// Days of waiting stay days: nothing here waits for a timer.
const sale = duringTests(() => startSale({ ...bank, PAYMENT_PROVIDERS: 'test,bank_transfer', TIME_SCALE: '1' }))

beforeEach(() => freshParties(sale))

const staff = (role: StaffRole = 'finance'): StaffMember => ({
  kind: 'staff',
  staffId: `stf_${role}`,
  role,
  name: role,
  email: `${role}@example.com`,
})

async function order(codes: string[] = []) {
  const { id: quoteId } = await quote(PLAN, { count: 1 })
  const input = { ...(await inputWith([quoteId], codes)), method: 'bank_transfer' as const }
  const started = await startOrder({ kind: 'anonymous' }, input)
  const payment = await db().payment.findFirstOrThrow({ where: { orderId: started.orderId } })
  const item = await db().orderItem.findFirstOrThrow({ where: { orderId: started.orderId } })
  const arrive = (changes: Partial<Arrival> = {}, by = staff()) =>
    markTransferReceived(by, { paymentId: payment.id, amountMinor: payment.amountMinor, currency: 'USD', ...changes })

  return { input, started, payment, item, arrive }
}

/** What the page of an order and the mail about it say of a transfer's rest. */
async function toldOfRest({ orderId }: { orderId: string }) {
  const page = await getOrderPage(guestOf(orderId), orderId)
  const facts = await getOrderForMail(orderId)
  if (!facts) throw new Error('The order is gone.')
  const { transfer: mailed } = await mailContents('order_problem', { facts, url: '', payload: {} })
  const shown = page?.transfer

  return [
    shown ? { amount: shown.amount.minor, arrived: shown.arrived?.minor, until: shown.until } : null,
    mailed && { arrived: mailed.arrived.minor, missing: mailed.missing.minor },
  ]
}

const payouts = (orderId: string) => db().discrepancy.count({ where: { kind: 'transfer_payout', orderId } })

describe('an order paid by bank transfer', () => {
  test('stands among what wants a person, with its reference, until its money has arrived', async () => {
    const { started, payment, arrive } = await order()
    const awaited = async () =>
      (await listNeeds(staff())).filter(({ group, order: of }) => group === 'transfer' && of?.id === started.orderId)
    const { reference } = await db().bankTransfer.findFirstOrThrow({ where: { orderId: started.orderId } })

    expect(await awaited()).toMatchObject([
      { amount: { minor: payment.amountMinor, currency: 'USD' }, facts: [{ key: 'reference', value: reference }] },
    ])
    await arrive()
    expect(await awaited()).toEqual([])
  })

  test('tells the buyer on its page what to transfer, for seven days, and the same again to a repeated request', async () => {
    const { input, started, payment } = await order()

    const again = await startOrder({ kind: 'anonymous' }, input)
    const page = await getOrderPage(guestOf(started.orderId), started.orderId)

    expect(started.payUrl).toMatch(new RegExp(`/o/${started.orderId}$`))
    expect([again.orderId, again.payUrl]).toEqual([started.orderId, started.payUrl])
    expect(page).toMatchObject({
      payUrl: null,
      transfer: { holder: 'Landfall Ltd', account: 'DE00 1234', reference: started.number, amount: page?.total },
    })
    const waitsMs = (page?.transfer?.until?.getTime() ?? 0) - payment.createdAt.getTime()
    expect(Math.round(waitsMs / DAY_MS)).toBe(7)
  })

  test('is awaited to the end of the first day that was chosen at the latest', async () => {
    const today = calendarDateAt(new Date(), 480)
    const { id } = await quote('124-0-15-5-G', { count: 1, startDate: addDays(today, 2) })
    const input = { ...(await inputWith([id], [])), method: 'bank_transfer' as const }

    const { orderId } = await startOrder({ kind: 'anonymous' }, input)

    const page = await getOrderPage(guestOf(orderId), orderId)
    expect(page?.transfer?.until).toEqual(new Date(Date.parse(`${addDays(today, 3)}T00:00:00+08:00`)))
  })

  test('is placed and delivered once after a person said what arrived, and the act is written down', async () => {
    const { started, payment, item, arrive } = await order()

    const { fits } = await arrive({ receivedOn: '2026-11-19' })
    await workUntil(item.id, ['DELIVERED'])

    const audit = await db().auditEvent.findMany({ where: { subject: payment.id } })
    const page = await getOrderPage(guestOf(started.orderId), started.orderId)
    expect(fits).toBe(true)
    expect(placements(sale, item.itemRef)).toHaveLength(1)
    expect(audit).toMatchObject([{ actor: 'staff:stf_finance', act: 'transfer.received', after: { fits: true } }])
    expect(page).toMatchObject({ transfer: null, captured: page?.total, money: 'transferred' })
    expect(page?.history.find(({ kind }) => kind === 'paid')?.data).toMatchObject({ way: 'transferred' })
    expect(await checkInvariants()).toEqual([])
  })

  test('is judged by fresh facts when the money comes, and what cannot be bought is sent back by a person', async () => {
    const { started, item, arrive } = await order()
    sale.shop.provider.control.setInventory({ apiCode: PLAN, left: 0 })
    // As if the transfer had taken its days.
    await forgetReadings()

    await arrive()
    await workUntil(item.id, ['REFUNDED'])

    expect(placements(sale, item.itemRef)).toHaveLength(0)
    expect(await payouts(started.orderId)).toBe(1)
  })

  test.each([
    ['less', { amountMinor: 1 }],
    ['more', { amountMinor: 999_999 }],
    ['another currency', { currency: 'EUR' }],
  ])('is held for a person when %s arrives, and nothing is placed', async (_what, changes) => {
    const { item, arrive } = await order()

    const { fits } = await arrive(changes)
    await runUntilIdle()

    expect(fits).toBe(false)
    expect(await db().orderItem.findUniqueOrThrow({ where: { id: item.id } })).toMatchObject({
      state: 'HELD',
      reason: 'payment_mismatch',
    })
    expect(placements(sale, item.itemRef)).toHaveLength(0)
  })

  test('gives its promotion free when a person sends back what arrived', async () => {
    const { id, code } = await promote({ totalLimit: 1 })
    const { started, item, arrive } = await order([code])
    await arrive({ amountMinor: 100 })
    await workUntil(item.id, ['HELD'])
    const { epoch } = await db().orderItem.findUniqueOrThrow({ where: { id: item.id } })
    await letOneDecide(true)
    const { orderId, number: typed } = started
    const decision = { orderId, itemId: item.id, epoch, act: 'refund', typed, reason: 'Too little.' } as const
    await decideReview(await addStaff('owner'), decision)
    await workUntil(item.id, ['REFUNDED'])

    expect(await payouts(orderId)).toBe(1)
    expect(await usesOf(id)).toBe(0)
    expect(await checkInvariants()).toEqual([])
  })

  test('waits for the rest of a part payment, goes on with it once, and sends back what comes after that', async () => {
    const { started, payment, item, arrive } = await order()
    const part = { amountMinor: 100, bankReference: 'B-1' }
    expect(await arrive(part)).toEqual({ fits: false })
    await workUntil(item.id, ['HELD'])
    await arrive({ amountMinor: 50, bankReference: 'B-2' })
    await runUntilIdle()
    expect(await toldOfRest(started)).toEqual([
      { amount: payment.amountMinor - 150, arrived: 150, until: null },
      { arrived: 150, missing: payment.amountMinor - 150 },
    ])
    await expect(arrive({ amountMinor: 50 })).rejects.toMatchObject({ details: { reason: 'reference_needed' } })
    await expect(arrive({ ...part, amountMinor: 99 })).rejects.toMatchObject({
      details: { reason: 'already_received' },
    })
    await expect(arrive({ amountMinor: 50, bankReference: 'B-3', currency: 'EUR' })).rejects.toMatchObject({
      details: { reason: 'other_currency' },
    })
    expect(await stateOf(item.id)).toBe('HELD')
    expect(await db().payment.findUniqueOrThrow({ where: { id: payment.id } })).toMatchObject({ capturedMinor: 150 })

    const rest = { amountMinor: payment.amountMinor - 150, bankReference: 'B-3' }
    expect(await Promise.all([arrive(rest), arrive(rest), arrive(part)])).toContainEqual({ fits: true })
    await workUntil(item.id, ['DELIVERED'])

    expect(await toldOfRest(started)).toEqual([null, null])
    expect(placements(sale, item.itemRef)).toHaveLength(1)
    expect(await db().auditEvent.count({ where: { subject: payment.id } })).toBe(3)
    expect(await db().discrepancy.count({ where: { orderId: started.orderId, closedAt: null } })).toBe(0)
    expect(await payouts(started.orderId)).toBe(0)

    await arrive({ amountMinor: 70, bankReference: 'B-4' })
    await expect
      .poll(async () => {
        await runUntilIdle()

        return payouts(started.orderId)
      })
      .toBe(1)
    const [transfer] = await listAdminTransfers(staff(), started.orderId)
    expect(transfer).toMatchObject({ received: { minor: payment.amountMinor + 70 }, payouts: [{ minor: 70 }] })
    expect(transfer?.receipts.map(({ bankReference }) => bankReference)).toEqual(['B-1', 'B-2', 'B-3', 'B-4'])
    expect((await getOrderPage(guestOf(started.orderId), started.orderId))?.history).toContainEqual(
      expect.objectContaining({ kind: 'surplus_returned', data: { reason: 'over' } }),
    )
    expect(await checkInvariants()).toEqual([])
  })

  test('that becomes the price after its item was ordered is delivered from that order, with no person and no second one', async () => {
    const { started, payment, item, arrive } = await order()
    await arrive({ amountMinor: 100, bankReference: 'B-1' })
    await workUntil(item.id, ['HELD'])
    const orderNum = await buyBehind({ itemId: item.id }, { reference: item.itemRef, count: 1 })
    await db().providerOrder.create({
      data: { orderNum, itemId: item.id, status: 0, cost: '7.1', costCurrency: 'USD' },
    })
    // However long that took, a first "not yet" of the network ends nothing.
    const placedAt = new Date(Date.now() - 10 * 86_400_000)
    await db().orderItem.update({ where: { id: item.id }, data: { placedAt } })
    sale.shop.provider.control.addFault({ path: 'reDownOrderPDF', kind: 'code', code: 99 })

    await arrive({ amountMinor: payment.amountMinor - 100, bankReference: 'B-2' })
    await workUntil(item.id, ['DELIVERED', 'HELD', 'REFUNDED'])

    expect(await stateOf(item.id)).toBe('DELIVERED')
    expect(placements(sale, item.itemRef)).toHaveLength(1)
    expect(await db().esim.findMany({ where: { item: { orderId: started.orderId } } })).toMatchObject([{ orderNum }])
  })

  test('buys nothing when its rest comes after a withdrawal: all of it is sent back', async () => {
    const { started, payment, item, arrive } = await order()
    await arrive({ amountMinor: 100, bankReference: 'B-1' })
    await workUntil(item.id, ['HELD'])
    const id = `wdr_${item.id.slice(4)}`
    await db().withdrawal.create({
      data: { id, orderId: started.orderId, confirmedAt: new Date(), actedAt: new Date() },
    })

    await arrive({ amountMinor: payment.amountMinor - 100, bankReference: 'B-2' })

    expect(await workUntil(item.id, ['DELIVERED', 'REFUNDED'])).toBe('REFUNDED')
    expect([placements(sale, item.itemRef).length, await payouts(started.orderId)]).toEqual([0, 1])
    expect(await checkInvariants()).toEqual([])
  })

  test('goes on with the rest however late it comes: the time to place begins with the price', async () => {
    const { payment, item, arrive } = await order()
    await arrive({ amountMinor: 100, bankReference: 'B-1' })
    await workUntil(item.id, ['HELD'])
    await db().orderItem.update({ where: { id: item.id }, data: { deadlineAt: new Date(Date.now() - 60_000) } })

    await arrive({ amountMinor: payment.amountMinor - 100, bankReference: 'B-2' })

    expect(await workUntil(item.id, ['DELIVERED', 'REFUNDED'])).toBe('DELIVERED')
  })

  test('adds to what a process of the former release noted, which knows of no parts', async () => {
    const { payment, item, arrive } = await order()
    await arrive({ amountMinor: 100 })
    await workUntil(item.id, ['HELD'])
    await db().bankReceipt.deleteMany({ where: { transfer: { orderId: payment.orderId } } })

    expect(await arrive({ amountMinor: payment.amountMinor - 100, bankReference: 'B-2' })).toEqual({ fits: true })
    await workUntil(item.id, ['DELIVERED'])
  })

  test('sends all of it back in parts too, when its order has ended or a person refused it', async () => {
    const { started, item, arrive } = await order()
    await arrive({ amountMinor: 100, bankReference: 'B-1' })
    await workUntil(item.id, ['HELD'])
    const { epoch } = await db().orderItem.findUniqueOrThrow({ where: { id: item.id } })
    await letOneDecide(true)
    const { orderId, number: typed } = started
    const decision = { orderId, itemId: item.id, epoch, act: 'refund', typed, reason: 'Too little.' } as const
    await decideReview(await addStaff('owner'), decision)
    await workUntil(item.id, ['REFUNDED'])

    await arrive({ amountMinor: 30, bankReference: 'B-2' })
    const sent = async () =>
      (await listAdminTransfers(staff(), orderId))
        .flatMap((one) => one.payouts)
        .reduce((sum, { minor }) => sum + minor, 0)
    await expect
      .poll(async () => {
        await runUntilIdle()

        return sent()
      })
      .toBe(130)

    expect(placements(sale, item.itemRef)).toHaveLength(0)
    expect(await checkInvariants()).toEqual([])
  })

  test('that was not paid ends after its days, and money that comes later is sent back by a person', async () => {
    const { started, payment, item, arrive } = await order()
    const endsIn = (ms: number) =>
      db().payment.update({
        where: { id: payment.id },
        data: { sessionEndsAt: new Date(Date.now() + ms), nextActionAt: new Date(0) },
      })
    await endsIn(DAY_MS)
    await runUntilIdle()
    const dayBefore = await stateOf(item.id)
    await endsIn(-60_000)
    await workUntil(item.id, ['EXPIRED'])

    await arrive()
    await expect
      .poll(async () => {
        await runUntilIdle()

        return payouts(started.orderId)
      })
      .toBe(1)

    expect(dayBefore).toBe('AWAITING_PAYMENT')
    expect([placements(sale, item.itemRef).length, await stateOf(item.id)]).toEqual([0, 'EXPIRED'])
  })
})

describe('a transfer that comes after its order has ended', () => {
  async function endedOrder() {
    const made = await order()
    const over = { sessionEndsAt: new Date(Date.now() - 60_000), nextActionAt: new Date(0) }
    await db().payment.update({ where: { id: made.payment.id }, data: over })
    await workUntil(made.item.id, ['EXPIRED'])
    const { orderId } = made.started
    const sentBack = async () => {
      await runUntilIdle()

      return (await listAdminTransfers(staff(), orderId)).flatMap(({ payouts }) => payouts.map(({ minor }) => minor))
    }

    return { ...made, orderId, sentBack }
  }

  test.each([100, 99_999])('is sent back whole by a person, also in another sum: %i', async (amountMinor) => {
    const { orderId, item, arrive, sentBack } = await endedOrder()

    await arrive({ amountMinor })

    await expect.poll(sentBack).toEqual([amountMinor])
    expect(await db().discrepancy.count({ where: { orderId, kind: 'payment_mismatch' } })).toBe(0)
    await arrive({ amountMinor: 30, bankReference: 'B-2' })
    await expect.poll(sentBack).toEqual([amountMinor, 30])
    expect([placements(sale, item.itemRef).length, await stateOf(item.id)]).toEqual([0, 'EXPIRED'])
    expect(await checkInvariants()).toEqual([])
  })

  test('is sent back from its finding when it is in another currency', async () => {
    const { orderId, arrive, sentBack } = await endedOrder()
    await arrive({ amountMinor: 500, currency: 'EUR' })
    await runUntilIdle()
    const { id } = await db().discrepancy.findFirstOrThrow({ where: { orderId, kind: 'payment_mismatch' } })
    const owner = await addStaff('owner')
    const { discrepancies } = await getReconciliation(owner, { discrepancy: id })
    expect(discrepancies).toMatchObject([{ actions: ['refund', 'ignore'] }])

    await decideDiscrepancy(owner, { id, act: 'refund', reason: 'The order has ended.' })

    await expect.poll(sentBack).toEqual([500])
    expect(await db().discrepancy.findUnique({ where: { id } })).toMatchObject({ resolution: 'refund' })
    const nothing = { currency: 'USD', minor: 0 }
    const page = await getOrderPage(guestOf(orderId), orderId)
    expect(page).toMatchObject({ captured: nothing, refunded: nothing, items: [{ refunded: nothing }] })
    expect(page?.history.at(-1)?.data).toMatchObject({ amountMinor: 500, currency: 'EUR' })
    const shown = { money: { capturedMinor: 0, refundedMinor: 0 }, refunds: [{ currency: 'EUR' }] }
    expect(await getAdminOrder(owner, orderId)).toMatchObject(shown)
    const facts = await getOrderForMail(orderId).then((found) => found ?? Promise.reject(new Error('None.')))
    const { id: refundId } = await db().refund.findFirstOrThrow({ where: { payment: { orderId } } })
    const subject = { facts, url: 'https://shop.example/l/x', payload: { refundId } }
    expect(await mailContents('refund', subject)).toMatchObject({ total: { currency: 'EUR', minor: 500 } })
  })
})

test('another currency that a line waits with is decided about on the page of its order', async () => {
  const { started, arrive } = await order()
  await arrive({ currency: 'EUR' })
  await runUntilIdle()
  const where = { orderId: started.orderId, kind: 'payment_mismatch' }
  const { id } = await db().discrepancy.findFirstOrThrow({ where })

  const decision = decideDiscrepancy(await addStaff('owner'), { id, act: 'refund', reason: 'No.' })

  await expect(decision).rejects.toMatchObject({ details: { reason: 'line_held' } })
})

describe('an order that was found at the network before its transfer was proven', () => {
  async function orderedUnpaid() {
    const made = await order()
    const { id: itemId, itemRef } = made.item
    const orderNum = await buyBehind({ itemId }, { reference: itemRef, count: 1 })
    await putInReview({ itemId }, 'order_unpaid', { candidates: [{ orderNum }] })

    return { ...made, itemId, itemRef, orderNum }
  }

  test.each(['waits with a person', 'was let wait again', 'waits for days, and nobody answers at first'] as const)(
    'is delivered from that order, once, when its money comes: it %s',
    async (how) => {
      const { started, payment, itemId, itemRef, orderNum, arrive } = await orderedUnpaid()
      if (how === 'was let wait again') {
        const { epoch } = await db().orderItem.findUniqueOrThrow({ where: { id: itemId } })
        const decision = { orderId: started.orderId, itemId, epoch, act: 'release', reason: 'It will come.' } as const
        await decideReview(await addStaff('owner'), decision)
        expect(await stateOf(itemId)).toBe('AWAITING_PAYMENT')
      }
      if (how.startsWith('waits for days')) {
        await proveLookUp(sale)
        await db().orderItem.update({ where: { id: itemId }, data: { createdAt: new Date(Date.now() - 259_200_000) } })
        sale.shop.provider.control.addFault({ path: 'queryEsimOrder', kind: 'status', status: 503, times: 4 })
      }

      await arrive()
      await workUntil(itemId, ['DELIVERED', 'HELD', 'REFUNDED'])

      expect(await stateOf(itemId)).toBe('DELIVERED')
      expect(await db().payment.findUnique({ where: { id: payment.id } })).toMatchObject({ reason: null })
      expect(placements(sale, itemRef)).toHaveLength(1)
      expect(await db().esim.findMany({ where: { itemId } })).toMatchObject([{ orderNum }])
      expect(await payouts(started.orderId)).toBe(0)
    },
  )
})

describe('saying that a transfer arrived', () => {
  test('twice changes nothing, and something else is refused', async () => {
    const { payment, item, arrive } = await order()
    await Promise.all([arrive(), arrive()])
    await workUntil(item.id, ['DELIVERED'])

    expect(await arrive()).toEqual({ fits: true })
    await expect(arrive({ amountMinor: 1 })).rejects.toMatchObject({ code: 'conflict' })

    expect(await db().auditEvent.count({ where: { subject: payment.id } })).toBe(1)
    expect(placements(sale, item.itemRef)).toHaveLength(1)
  })

  test.each(['read_only', 'support'] as const)('is not for the role %s', async (role) => {
    const { item, arrive } = await order()

    await expect(arrive({}, staff(role))).rejects.toMatchObject({ code: 'forbidden' })

    expect(await stateOf(item.id)).toBe('AWAITING_PAYMENT')
  })

  test('is not for a buyer', async () => {
    const { started, payment } = await order()
    const arrival = { paymentId: payment.id, amountMinor: payment.amountMinor, currency: 'USD' }

    await expect(markTransferReceived(guestOf(started.orderId), arrival)).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })

  test.each([
    ['nothing', { amountMinor: 0 }],
    ['a part of a cent', { amountMinor: 0.5 }],
    ['a currency that nobody knows', { currency: 'XXX' }],
    ['a day to come', { receivedOn: '2999-01-01' }],
  ])('is refused for %s', async (_what, changes) => {
    const { arrive } = await order()

    await expect(arrive(changes)).rejects.toMatchObject({ code: 'bad_input' })
  })

  test('is refused for a payment of another kind, and for none', async () => {
    const { orderId } = await orderByTestPayment()
    const { id: paymentId } = await db().payment.findFirstOrThrow({ where: { orderId } })
    const arrival = { amountMinor: 100, currency: 'USD' }

    await expect(markTransferReceived(staff(), { paymentId, ...arrival })).rejects.toMatchObject({ code: 'conflict' })
    await expect(markTransferReceived(staff(), { paymentId: 'pay_none', ...arrival })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
