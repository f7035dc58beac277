import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { decideDiscrepancy } from '#lib/reconciliation/commands/decide-discrepancy.ts'
import { runComparisons } from '#lib/reconciliation/commands/run-comparison.ts'
import { confirmReference, searchNetwork } from '#lib/reconciliation/commands/search-network.ts'
import { getReconciliation } from '#lib/reconciliation/queries/admin-reconciliation.ts'
import { addRun } from '#lib/reconciliation/repository/reconciliation-runs.ts'
import type { DiscrepancyAction } from '#lib/reconciliation/rules/discrepancy-kinds.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import {
  action,
  age,
  agreeNow,
  compare,
  foundOnce,
  freshBooks,
  openDiscrepancies,
  orderNumOf,
  startBooks,
  theDiscrepancy,
  unsound,
} from '#tests/support/discrepancies.ts'
import { cancelElsewhere } from '#tests/support/recovery.ts'
import { control, paymentLedger, sell, workUntil } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'
import { addStaff } from '#tests/support/staff.ts'
import { heal, strike } from '#tests/support/strike.ts'

const HOUR_MS = 3_600_000

describe('reconciliation', () => {
  const sale = duringTests(startBooks)

  beforeEach(() => freshBooks(sale))

  describe('a comparison of the books', { timeout: 60_000 }, () => {
    test('finds nothing where both sides agree, and says what it read', async () => {
      await sell(sale, { count: 2 })

      const run = await compare()

      expect(run).toMatchObject({ state: 'finished', listed: 1, ours: 1, payments: 1, opened: 0, differing: 0 })
      expect(run.calls).toBeGreaterThan(0)
      expect(await openDiscrepancies()).toEqual([])
    })
  })

  describe('a search that finds nothing and is answered by "not found"', { timeout: 60_000 }, () => {
    test('finds the order that is not listed, and ends', async () => {
      sale.shop.provider.control.changeAccount({ emptySearch: '3' })
      await sell(sale)
      const orderNum = await orderNumOf(await sell(sale))
      sale.shop.provider.control.changeOrder({ orderNum, isHidden: true })
      await age(sale, orderNum)

      const run = await compare()

      expect(run).toMatchObject({ state: 'finished', opened: 1 })
      expect(await openDiscrepancies()).toMatchObject([{ kind: 'order_not_listed', subject: orderNum }])
    })
  })

  describe('the numbers of a comparison', { timeout: 60_000 }, () => {
    test('lead to the differences that it opened and closed, also when a process died in its middle', async () => {
      const owner = await addStaff('owner')
      const orderNum = await orderNumOf(await sell(sale))
      sale.shop.provider.control.changeOrder({ orderNum, status: 5 })
      const asked = await compare()
      const { id } = await theDiscrepancy()
      await db().reconciliationRun.update({ where: { id: asked.id }, data: { state: 'running', opened: 0 } })
      await runComparisons()

      const opening = await db().reconciliationRun.findUniqueOrThrow({ where: { id: asked.id } })
      const opened = await getReconciliation(owner, { opened: asked.id })
      sale.shop.provider.control.changeOrder({ orderNum, status: 0 })
      const closing = await compare()

      expect(opening).toMatchObject({ opened: 1, closed: 0, tries: 2 })
      expect(opened).toMatchObject({ discrepancies: [{ id }], count: 1, openedBy: { open: 1, closed: 0 } })
      expect(closing).toMatchObject({ opened: 0, closed: 1 })
      const ended = { view: 'closed' } as const
      expect(await getReconciliation(owner, { ended: closing.id }, ended)).toMatchObject({ closed: [{ id }] })
      expect(await getReconciliation(owner, { ended: asked.id }, ended)).toMatchObject({ closed: [] })
      expect(await getReconciliation(owner, { opened: asked.id }, ended)).toMatchObject({
        closed: [{ id }],
        openedBy: { open: 0, closed: 1 },
      })
    })
  })

  describe('a difference that cannot be closed', { timeout: 60_000 }, () => {
    test('keeps no other one open, and the comparison ends', async () => {
      const orderNums = [await orderNumOf(await sell(sale)), await orderNumOf(await sell(sale))]
      for (const orderNum of orderNums) sale.shop.provider.control.changeOrder({ orderNum, status: 5 })
      await compare()
      const [struck, other] = await openDiscrepancies()
      for (const orderNum of orderNums) sale.shop.provider.control.changeOrder({ orderNum, status: 0 })
      await strike('Break', `NEW."id" = '${struck?.id}'`)

      const run = await compare().finally(heal)

      expect(run).toMatchObject({ state: 'finished', closed: 1 })
      expect(await db().discrepancy.findUniqueOrThrow({ where: { id: other?.id ?? '' } })).toMatchObject({
        closedBy: 'store',
      })
    })
  })

  describe('a list that cannot be read', { timeout: 60_000 }, () => {
    test('closes nothing, and says which one it was', async () => {
      const orderNum = await orderNumOf(await sell(sale))
      sale.shop.provider.control.changeOrder({ orderNum, status: 5 })
      const { id } = await foundOnce('status_unknown')
      sale.shop.provider.control.changeOrder({ orderNum, status: 0 })
      await control(sale, 'faults', { endpoint: 'listPayments', kind: 'status', status: 500, times: 20 }).catch(
        () => undefined,
      )
      sale.shop.provider.control.addFault({
        path: 'queryEsimOrder',
        when: 'before',
        kind: 'status',
        status: 503,
        times: 40,
      })

      const run = await compare()

      expect(run.state).toMatch(/partial|failed/)
      expect(run.parts).not.toMatchObject({ network: 'complete' })
      expect(await theDiscrepancy()).toMatchObject({ id, closedAt: null })
      expect(await action(id, 'look_again')).toEqual({ result: 'no_answer' })
    })

    test('is asked for again after a process died in the middle, by whoever comes next', async () => {
      await sell(sale)
      const asked = await compare()
      await db().reconciliationRun.update({ where: { id: asked.id }, data: { state: 'running', listed: 0 } })

      await Promise.all([runComparisons(), runComparisons()])

      expect(await db().reconciliationRun.findUniqueOrThrow({ where: { id: asked.id } })).toMatchObject({
        state: 'finished',
        tries: 2,
        listed: 1,
      })
    })
  })

  describe('differences that stay open', { timeout: 60_000 }, () => {
    const addUnanswered = (count: number) =>
      db().discrepancy.createMany({
        data: Array.from({ length: count }, (_, n) => ({
          ...{ id: `brk_old${String(n).padStart(4, '0')}`, kind: 'capture_differs', subject: `pay_gone${n}` },
          ...{ evidence: {}, openedAt: new Date(n) },
        })),
      })
    const night = async (askedAt: Date) => {
      const until = new Date()
      const id = await addRun({ trigger: 'nightly', from: new Date(until.getTime() - HOUR_MS), until })
      await db().reconciliationRun.update({ where: { id }, data: { askedAt } })
      await runComparisons()
    }

    afterEach(() => db().discrepancy.deleteMany({ where: { subject: { startsWith: 'pay_gone' } } }))

    test('keep none behind them from being closed, however many they are', async () => {
      const orderNum = await orderNumOf(await sell(sale))
      sale.shop.provider.control.changeOrder({ orderNum, status: 5 })
      const { id } = await foundOnce('status_unknown')
      await addUnanswered(1_000)
      sale.shop.provider.control.changeOrder({ orderNum, status: 0 })

      await compare()

      expect(await db().discrepancy.findUniqueOrThrow({ where: { id } })).toMatchObject({ resolution: 'agrees' })
    })

    test('take turns where nobody answers: within two nights each is asked about, also the youngest of 101', async () => {
      const orderNum = await orderNumOf(await sell(sale))
      sale.shop.provider.control.changeOrder({ orderNum, status: 5 })
      const { id } = await foundOnce('status_unknown')
      await addUnanswered(100)
      sale.shop.provider.control.changeOrder({ orderNum, status: 0 })
      await age(sale, orderNum, 240)

      await night(new Date())
      await night(new Date(Date.now() + 24 * HOUR_MS))

      expect(await db().discrepancy.findUniqueOrThrow({ where: { id } })).toMatchObject({ resolution: 'agrees' })
    })
  })

  describe('roles', { timeout: 60_000 }, () => {
    test('decide who may settle, adopt and move money; refusals change nothing', async () => {
      const orderNum = await orderNumOf(await sell(sale))
      await cancelElsewhere(orderNum)
      const { id } = await foundOnce('status_differs')
      const tries: ['read_only' | 'support' | 'finance', DiscrepancyAction][] = [
        ['read_only', 'look_again'],
        ['read_only', 'ignore'],
        ['support', 'accept'],
        ['finance', 'open_cancellation'],
      ]

      for (const [role, name] of tries) {
        const staff = await addStaff(role)
        await expect(decideDiscrepancy(staff, { id, act: name, reason: 'seen' })).rejects.toMatchObject({
          code: 'forbidden',
        })
      }
      await expect(decideDiscrepancy({ kind: 'anonymous' }, { id, act: 'ignore', reason: 'x' })).rejects.toMatchObject({
        code: 'unauthenticated',
      })
      expect(await theDiscrepancy()).toMatchObject({ id })
      expect(await decideDiscrepancy(await addStaff('support'), { id, act: 'ignore', reason: 'seen' })).toEqual({
        result: 'closed',
      })
      const [row] = await db().auditEvent.findMany({ where: { subject: id } })
      expect(row).toMatchObject({ act: 'finding.acted', reason: 'seen', after: { act: 'ignore', result: 'closed' } })
    })

    test('decide what a search of the network shows, and a search always names its days', async () => {
      const sold = await sell(sale)
      const esim = await db().esim.findFirstOrThrow({ where: { itemId: sold.itemId } })

      const full = await searchNetwork(await addStaff('owner'), { iccid: esim.iccid, page: 1 })
      const itemReference = `${sold.itemRef}-1`
      const byAttempt = await searchNetwork(await addStaff('owner'), { itemReference, page: 1 })
      const masked = await searchNetwork(await addStaff('finance'), { reference: sold.itemRef, page: 1 })

      expect(full).toMatchObject({ total: 1, rows: [{ esims: [esim.iccid], order: { number: sold.number } }] })
      expect(byAttempt).toMatchObject({ total: 1, rows: [{ order: { number: sold.number } }] })
      expect(masked.rows[0]?.esims).toEqual([`…${esim.iccid.slice(-4)}`])
      expect(full.from < full.to).toBe(true)
      expect(sale.shop.provider.control.calls({ path: 'queryEsimOrder' }).at(-1)?.params.subTime).toBeTruthy()
      await expect(searchNetwork(await addStaff('read_only'), { page: 1 })).rejects.toMatchObject({ code: 'forbidden' })
    })

    test('confirming by our reference needs the echo of the older list', async () => {
      const sold = await sell(sale)
      const orderNum = await orderNumOf(sold)

      expect(await confirmReference(await addStaff('owner'), sold.itemRef)).toMatchObject({
        item: { number: sold.number },
        echoed: [orderNum],
        filtered: [orderNum],
      })
      sale.shop.provider.control.changeAccount({ filterByReference: false })
      expect(await confirmReference(await addStaff('owner'), 'LF-NOBODY-0001')).toMatchObject({
        item: null,
        echoed: [],
      })
    })
  })
})

describe('reconciliation drift', () => {
  const sale = duringTests(startBooks)

  beforeEach(() => freshBooks(sale))

  describe('an order of ours that the network sees otherwise', { timeout: 60_000 }, () => {
    test('finds an order of ours that the network does not list after an hour, and gives the money back', async () => {
      const sold = await sell(sale)
      const orderNum = await orderNumOf(sold)
      await age(sale, orderNum)
      sale.shop.provider.control.changeOrder({ orderNum, isHidden: true })
      const { id } = await foundOnce('order_not_listed')

      expect(await action(id, 'look_again')).toEqual({ result: 'differs' })
      expect(await action(id, 'refund')).toEqual({ result: 'closed' })
      await runUntilIdle()

      const { payments } = await paymentLedger(sale)
      const paid = payments.find(({ sessionId }) => sessionId === sold.sessionId)
      expect(paid?.refunded).toBe(paid?.captured)
      expect(await db().orderItem.findUniqueOrThrow({ where: { id: sold.itemId } })).toMatchObject({
        state: 'CANCELLED',
      })
      await agreeNow()
      expect(await unsound()).toEqual([])
    })

    test('closes by itself what the network lists again', async () => {
      const orderNum = await orderNumOf(await sell(sale))
      await age(sale, orderNum)
      sale.shop.provider.control.changeOrder({ orderNum, isHidden: true })
      await foundOnce('order_not_listed')
      sale.shop.provider.control.changeOrder({ orderNum, isHidden: false })

      expect(await compare()).toMatchObject({ closed: 1 })
      expect(await openDiscrepancies()).toEqual([])
    })

    test('finds cards that were cancelled at the network, and returns their money once when a person accepts it', async () => {
      const sold = await sell(sale, { count: 2 })
      await cancelElsewhere(await orderNumOf(sold))
      const { id, riskAmount } = await foundOnce('status_differs')
      expect(Number(riskAmount)).toBeGreaterThan(0)

      const both = await Promise.allSettled([action(id, 'accept'), action(id, 'accept')])
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await runUntilIdle()

      const { payments, refunds } = await paymentLedger(sale)
      const paid = payments.find(({ sessionId }) => sessionId === sold.sessionId)
      expect(paid?.refunded).toBe(paid?.captured)
      expect(refunds.filter(({ paymentId }) => paymentId === paid?.id)).toHaveLength(1)
      await agreeNow()
      expect(await unsound()).toEqual([])
    })

    test('shows a status without a known meaning until a person accepts exactly it', async () => {
      const orderNum = await orderNumOf(await sell(sale))
      sale.shop.provider.control.changeOrder({ orderNum, status: 5 })
      const { id } = await foundOnce('status_unknown')

      expect(await action(id, 'accept')).toEqual({ result: 'closed' })
      await agreeNow()

      sale.shop.provider.control.changeOrder({ orderNum, status: 7 })
      expect(await compare()).toMatchObject({ opened: 1 })
    })

    test('finds a charge above the quote, and expects the difference back from the supplier', async () => {
      const orderNum = await orderNumOf(await sell(sale))
      const { total } = sale.shop.provider.control.changeOrder({ orderNum })
      sale.shop.provider.control.changeOrder({ orderNum, total: (Number(total) + 1).toFixed(2) })
      const { id, riskAmount } = await foundOnce('cost_differs')
      expect(Number(riskAmount)).toBe(1)

      expect(await action(id, 'claim')).toEqual({ result: 'closed' })

      expect(await entriesOf(orderNum)).toEqual([
        ['spend', Number(total)],
        ['spend', 1],
        ['expected_credit', 1],
      ])
      await agreeNow()
    })

    test('expects an overcharge back once, also when the order itself is cancelled afterwards', async () => {
      const sold = await sell(sale, { count: 2 })
      const orderNum = await orderNumOf(sold)
      sale.shop.provider.control.changeOrder({ orderNum, total: '99.00' })
      await action((await foundOnce('cost_differs')).id, 'claim')
      await cancelElsewhere(orderNum)
      expect(await action((await foundOnce('status_differs')).id, 'accept')).toEqual({ result: 'closed' })

      expect(await creditOf(orderNum)).toBe('99.00')
      await agreeNow()
    })

    test.each([
      ['named', {}],
      ['booked', { cost: null }],
    ])('expects the %s cost of an order back once, also when it is cancelled once more', async (_, data) => {
      const orderNum = await orderNumOf(await sell(sale))
      const { total } = sale.shop.provider.control.changeOrder({ orderNum })
      await db().providerOrder.update({ where: { orderNum }, data })
      await cancelElsewhere(orderNum)
      await action((await foundOnce('status_differs')).id, 'accept')
      await runUntilIdle()
      Object.assign(sale.shop.provider.control.changeOrder({ orderNum, status: 0 }), { cancelled: [] })
      expect(await action((await foundOnce('status_differs')).id, 'open_cancellation')).toEqual({ result: 'asked' })
      await expect
        .poll(async () => {
          await runUntilIdle()

          return db().cancelAttempt.count({ where: { orderNum, state: 'CONFIRMED' } })
        })
        .toBe(2)

      expect(await creditOf(orderNum)).toBe(total)
    })

    test('learns from the list what an order costs whose answer named no price', async () => {
      const orderNum = await orderNumOf(await sell(sale))
      const { total } = sale.shop.provider.control.changeOrder({ orderNum })
      await db().providerOrder.update({ where: { orderNum }, data: { cost: null } })
      const charged = (Number(total) + 1).toFixed(2)
      sale.shop.provider.control.changeOrder({ orderNum, total: charged })
      expect(await action((await foundOnce('cost_differs')).id, 'claim')).toEqual({ result: 'closed' })
      expect((await db().providerOrder.findUniqueOrThrow({ where: { orderNum } })).cost?.toFixed(2)).toBe(charged)
      expect(await entriesOf(orderNum)).toEqual([
        ['spend', Number(total)],
        ['spend', 1],
        ['expected_credit', 1],
      ])
    })

    test('finds another charge behind one that was accepted before any comparison', async () => {
      sale.shop.provider.control.changeAccount({ extraCharge: '1' })
      const started = await sell(sale, {}, ['HELD', 'DELIVERED'])
      const orderNum = await orderNumOf(started)
      expect(await action((await theDiscrepancy()).id, 'accept')).toEqual({ result: 'closed' })
      await agreeNow()
      sale.shop.provider.control.changeOrder({ orderNum, total: '99.00' })

      await foundOnce('cost_differs')
    })

    test('keeps a charge above the quote open where the network does not say any more what it charges', async () => {
      const orderNum = await orderNumOf(await sell(sale))
      sale.shop.provider.control.changeOrder({ orderNum, total: '99.00' })
      const { id } = await foundOnce('cost_differs')
      sale.shop.provider.control.changeOrder({ orderNum, status: 2 })

      expect(await action(id, 'look_again')).toEqual({ result: 'no_answer' })
      sale.shop.provider.control.changeOrder({ orderNum, status: 0 })
      await compare()
      expect(await theDiscrepancy()).toMatchObject({ id })
    })

    test('finds a card that the network lost from its order, and pays its share back', async () => {
      const sold = await sell(sale, { count: 2 })
      const orderNum = await orderNumOf(sold)
      const [kept] = await db().esim.findMany({ where: { orderNum }, orderBy: { position: 'asc' } })
      sale.shop.provider.control.changeOrder({ orderNum, iccids: [kept?.iccid ?? ''] })
      const { id } = await foundOnce('cards_differ')

      expect(await action(id, 'refund')).toEqual({ result: 'closed' })
      await runUntilIdle()

      const { payments } = await paymentLedger(sale)
      const paid = payments.find(({ sessionId }) => sessionId === sold.sessionId)
      expect(paid?.captured).toBe((paid?.refunded ?? 0) + (kept?.priceShareMinor ?? 0))
      await agreeNow()
      expect(await unsound()).toEqual([])
    })

    test('fetches the details of a held order whose cards were missing here, and delivers', async () => {
      const held = await heldShort('details_refused')
      await db().orderItem.update({
        where: { id: held.itemId },
        data: { placedAt: new Date(Date.now() - 10 * 86_400_000) },
      })
      const { id } = await foundOnce('cards_differ')
      expect(await offered('support')).toContain('fetch_details')
      // Not yet, says the network once: the time for the details begins with the decision.
      sale.shop.provider.control.addFault({ path: 'reDownOrderPDF', kind: 'code', code: 99 })

      expect(await action(id, 'fetch_details')).toEqual({ result: 'asked' })
      expect(await workUntil(held.itemId, ['DELIVERED', 'REFUNDED'])).toBe('DELIVERED')

      expect(await action(id, 'look_again')).toEqual({ result: 'closed' })
      expect(await unsound()).toEqual([])
    })

    test.each([
      ['whose money went back elsewhere', { reason: 'refunded_elsewhere', payment: null }],
      ['whose payment is not what was asked for', { reason: 'payment_mismatch', payment: null }],
      ['without money', { reason: 'details_refused', payment: 'VOIDED' as const }],
    ])('does not offer the details of a held order %s, and fetches none', async (_, { reason, payment }) => {
      const held = await heldShort(reason)
      if (payment) await db().payment.updateMany({ where: { orderId: held.orderId }, data: { state: payment } })
      await compare()
      const { id } = await db().discrepancy.findFirstOrThrow({ where: { kind: 'cards_differ', closedAt: null } })

      expect(await offered('support')).not.toContain('fetch_details')
      await expect(action(id, 'fetch_details')).rejects.toMatchObject({ details: { reason: 'not_possible' } })
      expect(await db().orderItem.findUniqueOrThrow({ where: { id: held.itemId } })).toMatchObject({
        ...{ state: 'HELD', reason },
      })
    })
  })

  /** An order of two eSIMs one of which never came, waiting for a person for a reason. */
  async function heldShort(reason: string) {
    sale.shop.provider.control.changeAccount({ esimsWithOrder: 'one-missing' })
    const held = await sell(sale, { count: 2 }, ['HELD', 'FETCHING'])
    sale.shop.provider.control.changeAccount({ esimsWithOrder: 'all' })
    await db().orderItem.update({
      where: { id: held.itemId },
      data: { state: 'HELD', reason, nextActionAt: null, epoch: { increment: 1 } },
    })

    return held
  }

  async function offered(role: 'support') {
    const { discrepancies } = await getReconciliation(await addStaff(role), { kind: 'cards_differ' })

    return discrepancies.flatMap(({ actions }) => actions)
  }

  /** What the supplier is expected to give back for an order. */
  async function entriesOf(orderNum: string) {
    const entries = await db().providerEntry.findMany({ where: { orderNum }, orderBy: { at: 'asc' } })
    return entries.map(({ kind, amount }) => [kind, Number(amount)])
  }

  async function creditOf(orderNum: string): Promise<string | undefined> {
    const where = { orderNum, kind: 'expected_credit' }
    const { _sum } = await db().providerEntry.aggregate({ where, _sum: { amount: true } })

    return _sum.amount?.toFixed(2)
  }
})
