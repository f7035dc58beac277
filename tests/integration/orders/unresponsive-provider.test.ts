import { beforeEach, describe, expect, test } from 'vitest'
import { closeCancellation } from '#lib/cancellations/commands/request-cancellation.ts'
import { salesPaused } from '#lib/checkout/commands/sales-pause.ts'
import { db } from '#lib/core/repository/client.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { fileAnswer, withdrawAnswer } from '#lib/fulfilment/commands/file-answer.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { getAdminOrder, getAnswers } from '#lib/orders/queries/admin-order.ts'
import { admit } from '#lib/provider/commands/current-provider.ts'
import { openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import { settleRefund } from '#lib/refunds/commands/refund.ts'
import {
  cancellationCalls,
  cancelStates,
  delivered,
  giveBack,
  moneyOf,
  workUntilEsims,
} from '#tests/support/cancellations.ts'
import { alterPayment, paidOrder } from '#tests/support/items-in-review.ts'
import { eventually } from '#tests/support/patience.ts'
import { quote, refusalOf } from '#tests/support/quotes.ts'
import { buy, control, freshParties, order, PLAN, sell, startSale, workUntil } from '#tests/support/sale.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { staffDuringTests } from '#tests/support/staff.ts'

describe('silent network', () => {
  const reason = 'known from the network'

  const sale = duringTests(startSale)
  const owner = staffDuringTests('owner')

  beforeEach(() => freshParties(sale))

  /** The reads of the network fail since so many seconds, and the next try is far away. */
  async function unresponsiveFor(seconds: number): Promise<void> {
    const openedAt = new Date(Date.now() - seconds * 1_000)
    const facts = { state: 'open', failures: 5, openedAt, nextProbeAt: new Date(Date.now() + 600_000) }
    await db().breaker.upsert({ where: { key: 'reads' }, create: { key: 'reads', ...facts }, update: facts })
    // What this process last read of the breaker is believed for a moment.
    await eventually(
      () => admit('reads'),
      (admission) => admission === 'refused',
    )
  }

  describe('while the network is silent', () => {
    test('what was read not long ago is sold, says that it may take longer, and comes when the network is back', async () => {
      await unresponsiveFor(1)

      const offer = await quote(PLAN)
      const started = await sell(sale, {}, ['READY'])
      expect(offer.mayBeDelayed).toBe(true)
      await db().breaker.updateMany({ data: { state: 'closed', failures: 0, openedAt: null, nextProbeAt: null } })

      await workUntil(started.itemId, ['DELIVERED'])
      expect(await checkInvariants()).toEqual([])
    })

    test('what was read long ago is not sold', async () => {
      await unresponsiveFor(1)
      const before = await db().destination.findMany({ select: { id: true, plansReadAt: true } })
      await db().destination.updateMany({ data: { plansReadAt: new Date(Date.now() - 86_400_000) } })

      expect(await refusalOf(quote(PLAN))).toBe('upstream_unavailable')

      for (const { id, plansReadAt } of before) await db().destination.update({ where: { id }, data: { plansReadAt } })
    })

    test('nothing is sold after a quarter of an hour', async () => {
      await unresponsiveFor(60)

      expect(await refusalOf(quote(PLAN))).toBe('till_closed network_down')
      expect(await salesPaused()).toBe('network_down')
    })
  })

  test('money on another account than the one that was paid before is held', async () => {
    const first = await paidOrder(sale)
    const second = await buy(sale)
    await alterPayment(sale, second, { account: 'acct_stranger' })

    await workUntil(second.itemId, ['HELD'])

    const item = await db().orderItem.findUniqueOrThrow({ where: { id: second.itemId } })
    expect(item).toMatchObject({ reason: 'payment_mismatch', evidence: { misfits: ['account'] } })
    await workUntil(first.itemId, ['DELIVERED'])
  })

  describe('an answer that stands in no list', () => {
    async function prove(times: number): Promise<void> {
      for (let n = 0; n < times; n++) {
        const started = await order()
        const evidence = { message: 'no credit', messageHash: 'a'.repeat(32) }
        const facts = { state: 'ABSENT', class: 'UNKNOWN', code: 77, evidence, sentAt: new Date() } as const
        const ids = { id: `att_${started.itemId}`, itemId: started.itemId, n: 1, attemptRef: `${started.itemRef}-1` }
        await db().attempt.create({ data: { ...ids, ...facts } })
      }
    }

    test('can be filed by an owner after three proofs, and withdrawn again', async () => {
      const answer = { endpoint: 'placeOrder', code: 77, messageHash: 'a'.repeat(32), reason }
      await prove(2)
      await expect(fileAnswer(owner, answer)).rejects.toMatchObject({ details: { reason: 'not_proven' } })
      await prove(1)
      expect((await getAnswers(owner)).offered).toMatchObject([{ code: 77, message: 'no credit', proofs: 3 }])

      await fileAnswer(owner, answer)

      const { offered, filed } = await getAnswers(owner)
      expect(offered).toEqual([])
      await withdrawAnswer(owner, { answerId: filed[0]?.id ?? '', reason })
      expect((await getAnswers(owner)).offered).toHaveLength(1)
    })

    test('counts as a refusal once it is filed: one look, and the money goes back', async () => {
      // A good sale proves that an order would be found.
      await delivered(sale)
      sale.shop.provider.control.addFault({ path: 'addEsimOrder', when: 'before', kind: 'code', code: 78 })
      const proving = await paidOrder(sale)
      await workUntil(proving.itemId, ['UNKNOWN'])
      const { evidence } = await db().attempt.findFirstOrThrow({ where: { itemId: proving.itemId } })
      const { messageHash } = evidence as { messageHash: string }
      await db().learnedAnswer.create({
        data: { id: 'lea_78', endpoint: 'placeOrder', code: 78, messageHash, proofs: 3, reason, filedBy: 'test' },
      })
      sale.shop.provider.control.addFault({ path: 'addEsimOrder', when: 'before', kind: 'code', code: 78 })
      const started = await paidOrder(sale)

      await workUntil(started.itemId, ['REFUNDED'])

      const [attempt] = await db().attempt.findMany({ where: { itemId: started.itemId } })
      expect(attempt).toMatchObject({ class: 'REJECTED', code: 78, reason: 'filed' })
    })
  })

  describe('a return that stays open', () => {
    test.each([
      ['taken', 'MONEY_BACK'],
      ['refused', 'REFUSED'],
    ] as const)('is closed as %s by what a person knows', async (action, ends) => {
      const started = await delivered(sale)
      await giveBack(started, started.esims)
      const row = await db().cancelAttempt.findFirstOrThrow({ where: { itemId: started.itemId } })
      await db().cancelAttempt.update({ where: { id: row.id }, data: { state: 'HELD', nextActionAt: null } })
      await db().esim.updateMany({ where: { itemId: started.itemId }, data: { cancelState: 'OPEN' } })

      await closeCancellation(owner, { orderId: started.orderId, cancellationId: row.id, act: action, reason })

      await workUntilEsims(started.esims, ends)
      expect(await cancelStates(started.esims)).toEqual([ends])
    })

    test('is closed as well where the provider does not list its order, once an hour is over', async () => {
      const started = await delivered(sale)
      await giveBack(started, started.esims)
      const { id } = await db().cancelAttempt.findFirstOrThrow({ where: { itemId: started.itemId } })
      // As it looks while no reading shows the order: asked, never sent.
      await db().cancelAttempt.update({ where: { id }, data: { nextActionAt: new Date(Date.now() + 3_600_000) } })
      const close = () =>
        closeCancellation(owner, { orderId: started.orderId, cancellationId: id, act: 'refused', reason })
      await expect(close()).rejects.toMatchObject({ code: 'conflict' })

      await db().cancelAttempt.update({ where: { id }, data: { askedAt: new Date(Date.now() - 3_600_000) } })
      await close()

      expect(await cancelStates(started.esims)).toEqual(['REFUSED'])
      expect(cancellationCalls(sale)).toEqual([])
    })
  })

  test('a refund that its provider refuses is booked as paid another way, and the next one still fits', async () => {
    const started = await delivered(sale, 2)
    const [first, second] = started.esims
    await control(sale, 'faults', { endpoint: 'refund.create', kind: 'status', status: 409, times: 1 })
    await giveBack(started, first ? [first] : [])
    await expect
      .poll(
        async () => {
          await workUntil(started.itemId, ['DELIVERED'])

          return db().refund.count({ where: { payment: { orderId: started.orderId }, state: 'REFUSED' } })
        },
        { timeout: 60_000 },
      )
      .toBe(1)
    const refund = await db().refund.findFirstOrThrow({ where: { payment: { orderId: started.orderId } } })

    await settleRefund(owner, { orderId: started.orderId, refundId: refund.id, act: 'paid_elsewhere', reason })
    await giveBack(started, second ? [second] : [])
    await workUntilEsims(started.esims, 'MONEY_BACK')

    expect((await moneyOf(sale, started)).refunds).toEqual([second?.priceShareMinor])
    expect(await checkInvariants()).toEqual([])
  })
})

describe('admin troubles', () => {
  duringTests(startShop)
  const owner = staffDuringTests('owner')
  const readOnly = staffDuringTests('read_only')

  test('an order shows its open differences, those about its payment and its network order too, and no others', async () => {
    const [order, other] = [await addSoldOrder(), await addSoldOrder()]
    await openDiscrepancy({
      kind: 'refund_differs',
      subject: order.paymentId,
      orderId: order.id,
      evidence: { atProvider: 1089, ours: 0 },
    })
    await openDiscrepancy({
      kind: 'cancel_open',
      subject: order.orderNum,
      evidence: { orderNum: order.orderNum, status: 4 },
    })
    await openDiscrepancy({ kind: 'cost_differs', subject: other.orderNum, orderId: other.id, evidence: {} })
    const settled = { id: 'brk_settled', kind: 'dispute', subject: order.paymentId, orderId: order.id, evidence: {} }
    await db().discrepancy.create({ data: { ...settled, closedAt: new Date() } })

    const view = await getAdminOrder(owner, order.id)

    expect(view?.discrepancies.map(({ kind }) => kind).sort()).toEqual(['cancel_open', 'refund_differs'])
    const refund = view?.discrepancies.find(({ kind }) => kind === 'refund_differs')
    expect(refund?.facts).toContainEqual({
      key: 'atProvider',
      value: '1089',
      money: { minor: 1089, currency: 'USD' },
    })
  })

  test('the cost of a difference stays with roles that may see costs', async () => {
    const order = await addSoldOrder()
    const evidence = { expected: '7.10', charged: '9.90', currency: 'USD' }
    await openDiscrepancy({ kind: 'cost_differs', subject: order.orderNum, orderId: order.id, evidence })

    const keys = async (caller: StaffMember) =>
      (await getAdminOrder(caller, order.id))?.discrepancies.flatMap(({ facts }) => facts.map(({ key }) => key)).sort()

    expect(await keys(owner)).toEqual(['charged', 'currency', 'expected', 'subject'])
    expect(await keys(readOnly)).toEqual(['currency', 'subject'])
  })

  test('an order shows what was asked of the network and of the provider to give it back, with their words', async () => {
    const order = await addSoldOrder()
    await db().cancelAttempt.create({
      data: {
        id: 'can_1',
        orderNum: order.orderNum,
        itemId: order.itemId,
        state: 'REFUSED',
        requestedBy: `staff:${owner.staffId}`,
        reason: 'plans changed',
        outcome: { status: 0, code: 5, text: 'no cancellation after installation' },
        items: { create: [{ esimId: order.esimId, iccid: order.iccid, answer: 'ask' }] },
      },
    })
    const money = { key: 'k1', kind: 'AUTOMATIC', amountMinor: 1089, expectedRefundedSoFar: 0, reason: 'late' } as const
    await db().refund.create({
      data: { id: 'rfd_1', paymentId: order.paymentId, state: 'REFUSED', requestedBy: 'store', ...money },
    })

    const view = await getAdminOrder(owner, order.id)
    const [cancellation] = (await getAdminOrder(readOnly, order.id))?.cancellations ?? []

    expect(view?.cancellations[0]).toMatchObject({
      state: 'REFUSED',
      askedBy: 'Test owner',
      esims: [{ iccid: order.iccid, answer: 'ask' }],
    })
    expect(view?.cancellations[0]?.facts).toContainEqual({ key: 'text', value: 'no cancellation after installation' })
    expect(view?.refunds[0]).toMatchObject({ state: 'REFUSED', amountMinor: 1089, reason: 'late', askedBy: null })
    expect(cancellation?.esims[0]?.iccid).not.toBe(order.iccid)
  })
})
