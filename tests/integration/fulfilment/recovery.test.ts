import fs from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { startOrder } from '#lib/checkout/commands/start-order.ts'
import { closeDatabase, db } from '#lib/core/repository/client.ts'
import { keepMark, recover } from '#lib/fulfilment/commands/recover.ts'
import { erasePerson } from '#lib/fulfilment/commands/recover-erasures.ts'
import { decideReview } from '#lib/fulfilment/commands/review/decide-review.ts'
import { isRecovering, recoveryState } from '#lib/fulfilment/repository/recovery.ts'
import type { ReviewAction } from '#lib/fulfilment/rules/review-actions.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { markTransferReceived } from '#lib/payments/commands/mark-transfer-received.ts'
import { setCapability } from '#lib/provider/commands/capabilities.ts'
import { runUntilIdle, startRunner } from '#lib/worker/runner.ts'
import { loadBackup } from '#scripts/backup/load-backup.ts'
import { bareDatabase } from '#tests/support/database-copies.ts'
import { inputWith, offers, orderWith, promote, usesOf } from '#tests/support/promotions.ts'
import { OWNER, quote } from '#tests/support/quotes.ts'
import {
  backUp,
  buyElsewhere,
  cancelElsewhere,
  expectOneOrderEach,
  foreignCalls,
  loseAndRestore,
  recoverableForEach,
  recovered,
  refundElsewhere,
} from '#tests/support/recovery.ts'
import {
  buy,
  livingOrders,
  order,
  PLAN,
  pay,
  paymentLedger,
  placements,
  sell,
  stateOf,
  workUntil,
} from '#tests/support/sale.ts'
import { changeSettings } from '#tests/support/shop.ts'

describe('recovery', () => {
  const sale = recoverableForEach()

  describe('D30 a store restored from a backup', { timeout: 120_000 }, () => {
    test('of before a dozen orders delivers every one of them again, and buys nothing twice', async () => {
      const old = await sell(sale)
      const waiting = [await order(), await order(), await order()]
      const ready = await buy(sale)
      const file = await backUp()
      for (const started of waiting) await pay(sale, started)
      for (const started of [...waiting, ready]) await workUntil(started.itemId, ['DELIVERED'])
      const lost = await Promise.all(Array.from({ length: 6 }, (_, n) => order({ count: 1 + (n % 3) })))
      for (const started of lost) await pay(sale, started)
      for (const started of lost) await workUntil(started.itemId, ['DELIVERED'])
      const before = placements(sale).length

      await loseAndRestore(file)
      await recovered()
      const sold = [old, ready, ...waiting, ...lost]
      for (const { itemId } of sold) await workUntil(itemId, ['DELIVERED'])

      expect(placements(sale)).toHaveLength(before)
      await expectOneOrderEach(sale, sold)
      expect(await db().esim.count({ where: { sealedCode: null } })).toBe(0)
      expect(await db().discrepancy.count({ where: { kind: 'upstream_order_unknown' } })).toBe(0)
      expect(await checkInvariants(foreignCalls(sale))).toEqual([])
    })

    test('keeps number, buyer, price, tax and content of lost orders, and mails a new link', async () => {
      await db().setting.create({ data: { key: 'tax.rate', value: '19', updatedBy: 'test' } })
      const file = await backUp()
      const lost = await sell(sale, { count: 2, email: 'lost@example.com' })
      const items = { select: { quote: { select: { taxMinor: true } } } }
      const sums = { number: true, currency: true, totalMinor: true, items }
      const facts = { ...sums, mode: true, person: { select: { email: true } } }
      const read = () => db().order.findUniqueOrThrow({ where: { id: lost.orderId }, select: facts })
      const original = await read()
      expect(original.items[0]?.quote.taxMinor).toBeGreaterThan(0)

      await loseAndRestore(file)
      await recovered()
      await workUntil(lost.itemId, ['DELIVERED'])

      expect(await read()).toEqual(original)
      const mails = await db().outbox.findMany({ where: { orderId: lost.orderId }, orderBy: { createdAt: 'asc' } })
      expect(mails.map(({ kind }) => kind)).toEqual(['find_link', 'order_ready'])
      expect(await db().esim.count({ where: { itemId: lost.itemId } })).toBe(2)
    })

    test('counts the codes of lost orders again, so that a limit holds what it held', async () => {
      const { id, code } = await promote({ totalLimit: 1 })
      const file = await backUp()
      const sold = await orderWith(await offers([{ planKey: PLAN, count: 2 }]), [code])
      await pay(sale, sold)
      await workUntil(sold.item.id, ['DELIVERED'])

      await loseAndRestore(file)
      await recovered()
      await workUntil(sold.item.id, ['DELIVERED'])

      expect(await usesOf(id)).toBe(1)
      const item = await db().orderItem.findUniqueOrThrow({ where: { id: sold.item.id } })
      expect(item).toMatchObject({ priceMinor: sold.item.priceMinor, discountMinor: sold.item.discountMinor })
      expect(item.discountMinor).toBeGreaterThan(0)
      const another = await offers([{ planKey: PLAN }])
      await expect(orderWith(another, [code])).rejects.toMatchObject({ details: { reason: 'used_up' } })
      expect(await checkInvariants(foreignCalls(sale))).toEqual([])
    })

    test('gives a paid order that was never placed to a person, with a proposal, when its rows were lost', async () => {
      const file = await backUp()
      const lost = await buy(sale)

      await loseAndRestore(file)
      await recovered()
      await runUntilIdle()

      const item = await db().orderItem.findUniqueOrThrow({ where: { id: lost.itemId } })
      expect(item).toMatchObject({ state: 'HELD', reason: 'rebuilt', evidence: { proposal: 'refund', proposed: null } })
      expect(placements(sale, lost.itemRef)).toHaveLength(0)
      expect(await checkInvariants(foreignCalls(sale))).toEqual([])
    })

    test.each([
      ['an empty list', 'zero'],
      ['"not found"', '3'],
    ] as const)(
      'places what is proven not to be placed, once, where an empty search is answered by %s',
      async (_, emptySearch) => {
        sale.shop.provider.control.changeAccount({ emptySearch })
        await sell(sale)
        const ready = await buy(sale)
        await loseAndRestore(await backUp())
        await recovered()
        await workUntil(ready.itemId, ['DELIVERED'])

        await expectOneOrderEach(sale, [ready])
      },
    )

    test('places nothing for money that went back meanwhile', async () => {
      await sell(sale)
      const waiting = await order()
      const file = await backUp()
      await pay(sale, waiting)
      await workUntil(waiting.itemId, ['DELIVERED'])
      const [entry] = livingOrders(sale, waiting.itemRef)
      const payment = (await paymentLedger(sale)).payments.find(({ sessionId }) => sessionId === waiting.sessionId)
      await cancelElsewhere(entry?.orderNum ?? '')
      await refundElsewhere(sale, payment ?? { id: '', amount: 0 })

      await loseAndRestore(file)
      await recovered()
      await runUntilIdle()

      expect(await db().orderItem.findUniqueOrThrow({ where: { id: waiting.itemId } })).toMatchObject({
        state: 'HELD',
        reason: 'refunded_elsewhere',
      })
      expect(placements(sale, waiting.itemRef)).toHaveLength(1)
      expect(await db().discrepancy.count({ where: { kind: 'refund_differs' } })).toBe(1)
    })

    test('shows what was bought upstream and belongs to nobody', async () => {
      await sell(sale)
      await loseAndRestore(await backUp())
      const { orderNum } = await buyElsewhere()

      await recovered()

      const [found] = await db().discrepancy.findMany({ where: { kind: 'upstream_order_unknown' } })
      expect(found).toMatchObject({ subject: orderNum, evidence: { lineRef: 'bought-by-hand', count: 1 } })
    })
  })
})

describe('recovery mode', () => {
  const sale = recoverableForEach()

  describe('recovery mode', () => {
    test('takes no payments and places nothing, also with a worker running', async () => {
      await sell(sale)
      const ready = await buy(sale)
      await loseAndRestore(await backUp())

      await expect(order()).rejects.toMatchObject({ code: 'till_closed', details: { reason: 'recovery' } })
      await runUntilIdle()

      expect(await stateOf(ready.itemId)).toBe('AWAITING_PAYMENT')
      expect(placements(sale, ready.itemRef)).toHaveLength(0)
      expect(await recoveryState()).toMatchObject({ reason: 'restored', steps: {} })
    })

    test('stays on while a party does not answer, says which, and ends when it does', async () => {
      await sell(sale)
      await order()
      await loseAndRestore(await backUp())
      sale.shop.provider.control.addFault({ path: 'queryEsimOrder', kind: 'reset', times: 50 })

      const open = await recover()

      expect(open?.lastError).toMatch(/^lines: upstream/)
      expect(Object.keys(open?.steps ?? {})).toEqual(['erasures', 'payments'])
      sale.shop.provider.control.clearFaults()
      await db().breaker.updateMany({ data: { state: 'closed', failures: 0, recent: [], nextProbeAt: null } })
      await recovered()
      await order()
    })

    test('begins by itself when the database is older than what this store has seen', async () => {
      expect(await keepMark()).toBe(false)
      expect(await keepMark()).toBe(false)
      const file = await backUp()
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(await keepMark()).toBe(false)
      const target = await bareDatabase()
      await loadBackup(file, target)
      await closeDatabase()
      changeSettings({ DATABASE_URL: target })
      await db().setting.delete({ where: { key: 'recovery' } })
      await db().invoiceYear.deleteMany()

      const runner = await startRunner()
      const state = await recoveryState()
      await runner.stop()

      expect(state?.reason).toBe('old_database')
      expect(state?.lostSince).toBeInstanceOf(Date)
      // Numbers of invoices that the lost state may have given away are left out.
      expect(await db().invoiceYear.findMany()).toMatchObject([{ last: 1_000 }])
      expect(await keepMark()).toBe(false)
    })

    test('ends by itself in a running worker', async () => {
      await sell(sale)
      await loseAndRestore(await backUp())

      const runner = await startRunner()
      await expect.poll(() => isRecovering(), { interval: 200 }).toBe(false)
      await runner.stop()

      const events = await db().auditEvent.findMany({ where: { act: 'recovery.ended' } })
      expect(events).toHaveLength(1)
    })

    test('forgets again whom the store had forgotten', async () => {
      await sell(sale, { email: 'kept@example.com' })
      const gone = await sell(sale, { email: 'gone@example.com' })
      const file = await backUp()
      const late = await sell(sale, { email: 'late@example.com' })
      for (const { orderId } of [gone, late]) {
        const { personId } = await db().order.findUniqueOrThrow({ where: { id: orderId } })
        await erasePerson(personId)
      }

      await loseAndRestore(file)
      await recovered()

      const people = await db().person.findMany({ select: { email: true }, orderBy: { email: 'asc' } })
      expect(people.map(({ email }) => email)).toEqual(['', '', 'kept@example.com'])
      expect(await db().erasure.count()).toBe(2)
      const journal = path.join(process.env.DATA_DIR ?? '', 'erasures.log')
      expect(fs.readFileSync(journal, 'utf8')).not.toContain('example.com')
    })
  })
})

describe('a store restored where no reference can be looked up', { timeout: 120_000 }, () => {
  const bank = { BANK_TRANSFER_HOLDER: 'Landfall Ltd', BANK_TRANSFER_ACCOUNT: 'DE00 1234' }
  const sale = recoverableForEach({ ...bank, PAYMENT_PROVIDERS: 'test,bank_transfer' })

  beforeEach(async () => {
    sale.shop.provider.control.changeAccount({ keepReferences: false })
    await setCapability(OWNER, { key: 'order.otherOrderId', value: 'off', seen: 'on', reason: 'test' })
  })

  const soldAs = async (itemId: string) => (await db().providerOrder.findFirstOrThrow({ where: { itemId } })).orderNum

  test.each([
    { what: 'behind later ones', isOld: false },
    { what: 'days after it was made', isOld: true },
  ])('gives an item to a person that was bought $what', async ({ isOld }) => {
    const ready = await order()
    if (isOld) await makeOlder(ready.itemId)
    await pay(sale, ready)
    const file = await backUp()
    await workUntil(ready.itemId, ['DELIVERED'])
    const orderNum = await soldAs(ready.itemId)
    if (!isOld) {
      sale.shop.provider.control.changeAccount({ maxPageSize: 2 })
      for (let n = 0; n < 3; n++) await buyElsewhere(2)
    }
    const before = placements(sale).length

    await loseAndRestore(file)
    await recovered()
    await runUntilIdle()

    expect(placements(sale)).toHaveLength(before)
    const item = await db().orderItem.findUniqueOrThrow({ where: { id: ready.itemId } })
    expect(item).toMatchObject({ state: 'HELD', reason: 'recovered', evidence: { proposed: orderNum } })
  })

  test('gives an item to a person where the list does not come to an end', async () => {
    const ready = await buy(sale)
    const file = await backUp()
    const { orderNum } = await buyElsewhere(2)
    await loseAndRestore(file)
    sale.shop.provider.control.changeAccount({ maxPageSize: 0 })

    await recovered()
    await runUntilIdle()

    expect(placements(sale).map((call) => call.orderNum)).toEqual([orderNum])
    const item = await db().orderItem.findUniqueOrThrow({ where: { id: ready.itemId } })
    expect(item).toMatchObject({ state: 'HELD', reason: 'recovered', evidence: { candidates: [], proposal: null } })
  })

  test.each([
    { how: 'waits with a person', isReleased: false },
    { how: 'was let wait again', isReleased: true },
  ])(
    'gives a transfer to a person whose order was bought before the loss, and no other: it $how',
    async ({ isReleased }) => {
      const waiting = await orderByTransfer()
      const other = await orderByTransfer(2)
      const file = await backUp()
      await waiting.arrive()
      await workUntil(waiting.itemId, ['DELIVERED'])
      const orderNum = await soldAs(waiting.itemId)

      await loseAndRestore(file)
      await recovered()

      const item = await db().orderItem.findUniqueOrThrow({ where: { id: waiting.itemId } })
      expect(item).toMatchObject({ state: 'HELD', reason: 'order_unpaid', evidence: { proposed: orderNum } })
      expect(await stateOf(other.itemId)).toBe('AWAITING_PAYMENT')
      if (isReleased) await decide(waiting.itemId, 'release')
      await waiting.arrive()
      await runUntilIdle()
      expect(placements(sale)).toHaveLength(1)
      expect(await stateOf(waiting.itemId)).toBe('UNKNOWN')
      expect(await db().refund.count()).toBe(0)
    },
  )

  test('reads the list once, for however many lines', async () => {
    for (let n = 0; n < 3; n++) await orderByTransfer(2)
    const file = await backUp()
    await buyElsewhere()
    await loseAndRestore(file)
    const lists = () =>
      sale.shop.provider.control.calls({ path: 'queryEsimOrder' }).filter(({ params }) => params.subTime)
    const before = lists().length

    await recovered()

    // Once for the lines, and once for what belongs to none.
    expect(lists().length - before).toBe(2)
  })

  test("takes an order for nobody else's, and gives the line that was lost its own back", async () => {
    const waiting = await orderByTransfer()
    const file = await backUp()
    const lost = await sell(sale)
    const orderNum = await soldAs(lost.itemId)

    await loseAndRestore(file)
    await recovered()

    const found = { isLane: true, proposed: orderNum, proposal: 'adopt' }
    const items = await db().orderItem.findMany({ where: { id: { in: [lost.itemId, waiting.itemId] } } })
    expect(items.find(({ id }) => id === lost.itemId)).toMatchObject({ reason: 'rebuilt', evidence: found })
    expect(items.find(({ id }) => id === waiting.itemId)).toMatchObject({ reason: 'order_unpaid', evidence: found })
    await expect(decide(waiting.itemId, 'cancel')).rejects.toMatchObject({ details: { bar: 'no_order' } })
    await decide(lost.itemId, 'adopt')
    await workUntil(lost.itemId, ['DELIVERED'])
    expect(await db().esim.findMany({ where: { itemId: lost.itemId } })).toMatchObject([{ orderNum }])
    expect(placements(sale)).toHaveLength(1)
    expect(livingOrders(sale)).toHaveLength(1)
  })

  test('proposes no refund of a line that was lost while the list does not come to an end', async () => {
    const file = await backUp()
    const lost = await buy(sale)
    await buyElsewhere(2)
    await loseAndRestore(file)
    sale.shop.provider.control.changeAccount({ maxPageSize: 0 })

    await recovered()

    const item = await db().orderItem.findUniqueOrThrow({ where: { id: lost.itemId } })
    expect(item).toMatchObject({ state: 'HELD', reason: 'rebuilt', evidence: { candidates: [], proposal: null } })
  })
})

/** What a person decides about an item in review. */
async function decide(itemId: string, action: ReviewAction) {
  const {
    orderId,
    epoch,
    order: sold,
  } = await db().orderItem.findUniqueOrThrow({
    where: { id: itemId },
    include: { order: true },
  })
  const input = { orderId, itemId, epoch, act: action, reason: 'It was looked at.', typed: sold.number }

  return decideReview(OWNER, input)
}

/** Makes an item one that was ordered days before it is paid. */
async function makeOlder(itemId: string): Promise<void> {
  await db().orderItem.update({ where: { id: itemId }, data: { createdAt: new Date(Date.now() - 3 * 86_400_000) } })
}

/** An order that waits for a bank transfer, and the act of a person that notes it. */
async function orderByTransfer(count = 1) {
  const { id } = await quote(PLAN, { count })
  const input = { ...(await inputWith([id], [])), method: 'bank_transfer' as const }
  const { orderId } = await startOrder({ kind: 'anonymous' }, input)
  const payment = await db().payment.findFirstOrThrow({ where: { orderId } })
  const { id: itemId } = await db().orderItem.findFirstOrThrow({ where: { orderId } })
  const { amountMinor, currency } = payment

  return { itemId, arrive: () => markTransferReceived(OWNER, { paymentId: payment.id, amountMinor, currency }) }
}
