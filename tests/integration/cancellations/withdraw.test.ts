import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { planCancellation } from '#components/cancellations/plan-cancellation.ts'
import { setRefundabilityRule } from '#lib/cancellations/commands/set-refundability-rule.ts'
import { confirmWithdrawal, processWithdrawals, startWithdrawal } from '#lib/cancellations/commands/withdraw.ts'
import { getShopPlan } from '#lib/catalog/queries/catalog.ts'
import { getCheckout } from '#lib/checkout/queries/checkout.ts'
import { db } from '#lib/core/repository/client.ts'
import { revealEsim } from '#lib/esims/commands/reveal-esim.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { getOrderPage } from '#lib/orders/queries/order-page.ts'
import { changeSettings } from '#lib/settings/commands/change-settings.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { cancellationCalls, cancelStates, delivered, giveBack, workUntilEsims } from '#tests/support/cancellations.ts'
import { boughtAndInReview } from '#tests/support/items-in-review.ts'
import { aroundStatements, refuse } from '#tests/support/model/statements.ts'
import { eventually } from '#tests/support/patience.ts'
import { quote } from '#tests/support/quotes.ts'
import {
  freshParties,
  livingOrders,
  order,
  pay,
  paymentLedger,
  placements,
  sell,
  startSale,
  stateOf,
  workUntil,
} from '#tests/support/sale.ts'
import { changeSettings as changeStoreSettings, duringTests } from '#tests/support/shop.ts'
import { addStaff } from '#tests/support/staff.ts'
import { ownedEsim, paidTopUp } from '#tests/support/top-ups.ts'

describe('withdraw', () => {
  const sale = duringTests(() => startSale({ TIME_SCALE: '600' }))

  beforeAll(async () => {
    sale.shop.provider.control.changeAccount({ applyCancelRules: false })
  })

  afterAll(async () => {
    expect(await checkInvariants()).toEqual([])
  })

  const mails = (orderId: string) => db().outbox.findMany({ where: { orderId, kind: 'withdrawal_received' } })
  const outcomeOf = async (id: string) => (await db().withdrawal.findUniqueOrThrow({ where: { id } })).outcome

  async function withdrawFrom({ orderId, number }: { orderId: string; number: string }): Promise<string> {
    const { person } = await db().order.findUniqueOrThrow({ where: { id: orderId }, include: { person: true } })
    const { id } = await startWithdrawal({ email: ` ${person.email.toUpperCase()} `, number: number.toLowerCase() })
    await confirmWithdrawal(id)
    await eventually(
      async () => {
        await processWithdrawals()

        return outcomeOf(id)
      },
      (outcome) => outcome !== null,
    )

    return id
  }

  test('a withdrawal sends sealed cards back with their money, leaves an opened one, and mails one receipt', async () => {
    const sold = await delivered(sale, 3)
    const [opened = { id: '' }, ...unrevealed] = sold.esims
    await revealEsim(sold.caller, opened.id, { serviceStarts: true, withdrawalEnds: true })

    const id = await withdrawFrom(sold)
    await confirmWithdrawal(id)
    await workUntilEsims(unrevealed, 'MONEY_BACK')

    expect(await outcomeOf(id)).toMatchObject({ asked: 2, opened: 1, refused: 0 })
    expect(await cancelStates([opened])).toEqual(['NONE'])
    expect(await mails(sold.orderId)).toHaveLength(1)
  })

  test('an order without clear answer is stopped: what turns up goes back, and so does the money', async () => {
    sale.shop.provider.control.addFault({ path: 'addEsimOrder', kind: 'code', code: 4711 })
    const started = await sell(sale, {}, ['UNKNOWN'])

    const id = await withdrawFrom(started)
    await workUntil(started.itemId, ['REFUNDED'])

    expect(await outcomeOf(id)).toMatchObject({ asked: 0, stopped: 1 })
    expect(placements(sale, started.itemRef)).toHaveLength(1)
    expect(livingOrders(sale, started.itemRef)).toEqual([])
    expect(await mails(started.orderId)).toHaveLength(1)
  })

  test('somebody who knows the number but not the address gets the same answers, and moves nothing', async () => {
    const sold = await delivered(sale)
    const before = cancellationCalls(sale).length

    const { id } = await startWithdrawal({ email: 'mallory@example.com', number: sold.number })
    const { receivedAt } = await confirmWithdrawal(id)
    await processWithdrawals()

    expect(receivedAt).toBeInstanceOf(Date)
    expect(await cancelStates(sold.esims)).toEqual(['NONE'])
    expect(cancellationCalls(sale)).toHaveLength(before)
    expect(await mails(sold.orderId)).toEqual([])
  })

  test('a first step alone asks for nothing', async () => {
    const sold = await delivered(sale)
    const { person } = await db().order.findUniqueOrThrow({ where: { id: sold.orderId }, include: { person: true } })

    await startWithdrawal({ email: person.email, number: sold.number })
    await processWithdrawals()

    expect(await cancelStates(sold.esims)).toEqual(['NONE'])
    await expect(confirmWithdrawal('wdr_nobody')).rejects.toMatchObject({ code: 'not_found' })
  })

  const findings = (orderId: string) =>
    db().discrepancy.findMany({ where: { orderId, kind: 'withdrawal_refused' }, select: { subject: true } })

  test('a card that the terms of its plan keep from going back is put before a person, once', async () => {
    const sold = await delivered(sale, 2)
    const [opened = { id: '' }] = sold.esims
    await revealEsim(sold.caller, opened.id, { serviceStarts: true, withdrawalEnds: true })
    const { planId } = await db().quote.findFirstOrThrow({ where: { items: { some: { orderId: sold.orderId } } } })
    const staff = await addStaff('manager')
    await setRefundabilityRule(staff, { planIds: [planId], answer: 'NEVER', seen: 'UNKNOWN' })

    const id = await withdrawFrom(sold)
    await processWithdrawals()
    await db().refundabilityRule.deleteMany()

    expect(await outcomeOf(id)).toMatchObject({ asked: 0, opened: 1, refused: 1 })
    expect(await findings(sold.orderId)).toEqual([{ subject: id }])
  })

  test('a card that the network does not take back is put before a person, also when it refused before', async () => {
    const sold = await delivered(sale)
    sale.shop.provider.control.addFault({ path: 'refundOrder', kind: 'code', code: 22, message: 'not possible' })

    await withdrawFrom(sold)
    await workUntilEsims(sold.esims, 'REFUSED')
    const first = await findings(sold.orderId)
    const again = await withdrawFrom(sold)

    expect(first).toHaveLength(1)
    expect(await outcomeOf(again)).toMatchObject({ asked: 0, refused: 1 })
    expect(await findings(sold.orderId)).toEqual([...first, { subject: again }])
  })

  test('a card whose return was asked for before the statement is put before a person when it is refused', async () => {
    const sold = await delivered(sale)
    sale.shop.provider.control.addFault({ path: 'refundOrder', kind: 'code', code: 22, message: 'not possible' })
    await giveBack(sold, sold.esims)

    const id = await withdrawFrom(sold)
    await workUntilEsims(sold.esims, 'REFUSED')

    expect(await outcomeOf(id)).toMatchObject({ asked: 0, refused: 0 })
    expect(await findings(sold.orderId)).toHaveLength(1)
  })

  /** Works until the payment provider's books have it so. */
  function workUntilPayment({ sessionId }: { sessionId: string }, status: string) {
    const check = async () => {
      await runUntilIdle()
      const { payments } = await paymentLedger(sale)

      return payments.find((payment) => payment.sessionId === sessionId)?.status
    }

    return eventually(check, (found) => found === status)
  }

  test('an item that waits for a person is put before one, who may not know of the statement', async () => {
    const started = await boughtAndInReview(sale, 'order_differs')

    const id = await withdrawFrom(started)

    expect(await outcomeOf(id)).toMatchObject({ stopped: 0, refused: 1 })
    expect(await findings(started.orderId)).toEqual([{ subject: id }])
  })

  test('an order that nobody has paid ends, and what is paid for it all the same buys nothing and goes back', async () => {
    const started = await order()

    const id = await withdrawFrom(started)

    expect(await outcomeOf(id)).toMatchObject({ stopped: 1, refused: 0 })
    expect(await stateOf(started.itemId)).toBe('EXPIRED')
    await pay(sale, started)
    await workUntilPayment(started, 'voided')
    expect(await stateOf(started.itemId)).toBe('EXPIRED')
    expect(placements(sale, started.itemRef)).toEqual([])
    expect(await findings(started.orderId)).toEqual([])
  })

  test('the session of an unpaid order ends at the provider too', async () => {
    const started = await order()

    await withdrawFrom(started)

    await workUntilPayment(started, 'expired')
    expect(await db().payment.count({ where: { orderId: started.orderId, state: 'EXPIRED' } })).toBe(1)
  })

  test('a top-up is put before a person: nothing takes it off its card again', async () => {
    const topUp = await paidTopUp(sale, await ownedEsim(sale))
    await workUntil(topUp.itemId, ['DELIVERED'])

    const id = await withdrawFrom(topUp)

    expect(await outcomeOf(id)).toMatchObject({ refused: 1 })
    expect(await findings(topUp.orderId)).toEqual([{ subject: id }])
  })

  test('a top-up that is about to be delivered is put before a person too', async () => {
    const topUp = await paidTopUp(sale, await ownedEsim(sale))
    await workUntil(topUp.itemId, ['DELIVERED'])
    // As if its worker had died before the last commit.
    const undelivered = { state: 'DELIVERABLE', deliveredAt: null } as const
    const later = new Date(Date.now() + 3_600_000)
    await db().orderItem.update({ where: { id: topUp.itemId }, data: { ...undelivered, nextActionAt: later } })
    await db().outbox.deleteMany({ where: { orderId: topUp.orderId, kind: 'top_up_ready' } })

    const id = await withdrawFrom(topUp)
    await workUntil(topUp.itemId, ['DELIVERED'])

    expect(await outcomeOf(id)).toMatchObject({ stopped: 1 })
    expect(await findings(topUp.orderId)).toEqual([{ subject: id }])
    const item = await db().orderItem.findUniqueOrThrow({ where: { id: topUp.itemId } })
    expect(item.cancelRequestedAt).toBeNull()
  })

  test('an item under way that the network does not take back is put before a person, and delivered', async () => {
    sale.shop.provider.control.addFault({ path: 'addEsimOrder', kind: 'reset', when: 'after' })
    sale.shop.provider.control.addFault({ path: 'refundOrder', kind: 'code', code: 22, message: 'not possible' })
    // Nobody looks for the order before the buyer has withdrawn.
    changeStoreSettings({ TIME_SCALE: '1' })
    const started = await sell(sale, {}, ['UNKNOWN'])

    const id = await withdrawFrom(started)
    changeStoreSettings({ TIME_SCALE: '600' })
    await db().orderItem.update({ where: { id: started.itemId }, data: { nextActionAt: new Date(0) } })
    await workUntil(started.itemId, ['DELIVERED'])

    expect(await outcomeOf(id)).toMatchObject({ stopped: 1, refused: 0 })
    expect(await findings(started.orderId)).toEqual([{ subject: id }])
    const open = { orderId: started.orderId, kind: 'cancel_open' }
    expect(await db().discrepancy.findMany({ where: open })).toMatchObject([
      { closedBy: 'store', resolution: 'refused' },
    ])
  })

  test('a statement that cannot be acted on now keeps no other one waiting', async () => {
    const ids = ['wdr_first', 'wdr_second']
    for (const [minutes, id] of ids.entries()) {
      const { orderId } = await delivered(sale)
      await db().withdrawal.create({ data: { id, orderId, confirmedAt: new Date(2026, 0, 1, 0, minutes) } })
    }
    let struck = 0
    const off = aroundStatements((statement, run, client) => {
      if (!statement.text.startsWith('INSERT INTO "public"."CancelAttempt"') || struck > 0) return run()
      struck += 1

      return refuse(client, '57014')
    })

    await expect(processWithdrawals().finally(off)).rejects.toThrow('Rows that failed: 1.')

    expect(struck).toBe(1)
    expect(await outcomeOf('wdr_first')).toBeNull()
    expect(await outcomeOf('wdr_second')).toMatchObject({ asked: 1 })
    await processWithdrawals()
    expect(await outcomeOf('wdr_first')).not.toBeNull()
  })
})

describe('before the sale', () => {
  const STRICT = 'non-refundable once the order is placed'

  const sale = duringTests(() => startSale({ TIME_SCALE: '600' }))

  beforeEach(async () => {
    await freshParties(sale)
    await db().refundabilityRule.deleteMany()
    await db().setting.deleteMany({ where: { key: 'mails.code' } })
  })

  function aPlan(words: string) {
    return db().plan.findFirstOrThrow({
      where: {
        premark: { contains: words },
        vanishedAt: null,
        kind: 'fixed',
        needsStartDate: false,
        destination: { partnerId: null },
      },
      orderBy: { planKey: 'asc' },
    })
  }

  /** What is told of a plan on its page, at the checkout, and of its eSIM once it is there. */
  async function toldOf({ id, planKey }: { id: string; planKey: string }) {
    const page = await getShopPlan('en', id)
    const offer = await quote(planKey)
    const [atCheckout] = (await getCheckout(offer.id)) ?? []
    if (!page || !atCheckout) throw new Error('The plan is not on sale.')
    const sold = await sell(sale, { planKey })
    const answer = (await getOrderPage(sold.caller, sold.orderId))?.items[0]?.esims[0]?.return

    return {
      page: planCancellation(page.plan),
      checkout: planCancellation(atCheckout),
      offer: planCancellation(offer),
      answer,
    }
  }

  describe('what a plan says before the sale', () => {
    test('is that it cannot be cancelled, in its own words, and the same holds afterwards', async () => {
      const { page, checkout, offer, answer } = await toldOf(await aPlan(STRICT))

      expect(page).toMatchObject({ answer: 'no', reason: 'rule_never', terms: `Cancellation policy: ${STRICT}.` })
      expect([checkout, offer]).toEqual([page, page])
      expect(answer).toMatchObject({ answer: 'no', reasons: ['rule_never'] })
    })

    test('is what a person has judged, on every page at once', async () => {
      const plan = await aPlan(STRICT)
      const staff = await addStaff('manager')
      const { version } = await db().catalogState.findFirstOrThrow()
      await setRefundabilityRule(staff, { planIds: [plan.id], answer: 'ALLOWED_UNTIL_USE', seen: 'UNKNOWN' })

      const { page, checkout, answer } = await toldOf(plan)

      expect(page).toEqual({ answer: 'yes', reason: 'yes', days: 30, terms: '' })
      expect(checkout).toEqual(page)
      expect(answer?.answer).not.toBe('no')
      expect((await db().catalogState.findFirstOrThrow()).version).toBeGreaterThan(version)
    })

    test('is a question where codes are mailed, for such a code counts as shown', async () => {
      const plan = await aPlan('free of charge before the eSIM is installed')
      const { version } = await db().catalogState.findFirstOrThrow()
      await changeSettings(await addStaff('owner'), [{ key: 'mails.code', value: true, seen: null }])

      const { page, checkout, offer, answer } = await toldOf(plan)

      expect(page).toMatchObject({ answer: 'ask', reason: 'code_mailed' })
      expect([checkout, offer]).toEqual([page, page])
      expect(answer).toMatchObject({ answer: 'ask', reasons: expect.arrayContaining(['revealed']) })
      expect((await db().catalogState.findFirstOrThrow()).version).toBeGreaterThan(version)
      expect((await getShopPlan('en', (await aPlan(STRICT)).id))?.plan.cancelRule).toBe('never')
    })

    test('is a question where nobody has judged the words, with those words', async () => {
      const { page, checkout } = await toldOf(await aPlan('free of charge before the eSIM is installed'))

      expect(page).toMatchObject({ answer: 'ask', reason: 'ask', terms: expect.stringContaining('before the eSIM is') })
      expect(checkout).toEqual(page)
    })
  })
})
