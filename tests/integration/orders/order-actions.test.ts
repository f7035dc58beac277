import { randomUUID } from 'node:crypto'
import { setTimeout as passed } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pauseSales } from '#lib/checkout/commands/sales-pause.ts'
import { db } from '#lib/core/repository/client.ts'
import { STAFF_ROLES, type StaffMember, type StaffRole } from '#lib/core/rules/caller.ts'
import { revealForBuyer } from '#lib/esims/commands/reveal-esim.ts'
import { resumeSalesByStaff } from '#lib/fulfilment/commands/file-answer.ts'
import { decideReview } from '#lib/fulfilment/commands/review/decide-review.ts'
import type { ReviewInput } from '#lib/fulfilment/commands/review/review-input.ts'
import { REVIEW_ACTIONS } from '#lib/fulfilment/rules/review-actions.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { resendLink } from '#lib/orders/commands/buyer-mails.ts'
import { noteOrder, tagOrder } from '#lib/orders/commands/label-actions.ts'
import { declineApproval } from '#lib/orders/commands/second-person.ts'
import { setSupportLimit } from '#lib/orders/commands/support-limit.ts'
import { getAdminOrder, getOrderActions } from '#lib/orders/queries/admin-order.ts'
import { getOrderPage, getOrderProgress } from '#lib/orders/queries/order-page.ts'
import { wakeItemsOfOrder } from '#lib/orders/repository/items.ts'
import { giveGoodwill } from '#lib/refunds/commands/give-goodwill.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { delivered, giveBack, moneyOf, workUntilEsims } from '#tests/support/cancellations.ts'
import { boughtAndInReview, paidOrder, putInReview } from '#tests/support/items-in-review.ts'
import { aroundStatements } from '#tests/support/model/statements.ts'
import { freshParties, type Started, sell, startSale, workUntil } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'
import { addStaff, letOneDecide } from '#tests/support/staff.ts'

describe('order acts', () => {
  const reason = 'asked by the network'

  const sale = duringTests(startSale)
  const staff = new Map<StaffRole, StaffMember>()

  beforeAll(async () => {
    for (const role of STAFF_ROLES) staff.set(role, await addStaff(role))
  })

  beforeEach(async () => {
    await freshParties(sale)
    await letOneDecide(true)
  })

  function as(role: StaffRole): StaffMember {
    const member = staff.get(role)
    if (!member) throw new Error(`No ${role}.`)

    return member
  }

  async function inputFor(
    { orderId, itemId, number }: Started,
    input: Pick<ReviewInput, 'act'> & Partial<ReviewInput>,
  ) {
    const { epoch } = await db().orderItem.findUniqueOrThrow({ where: { id: itemId } })

    return { orderId, itemId, epoch, reason, typed: number, ...input }
  }

  const MAY: Record<StaffRole, string[]> = {
    read_only: [],
    support: ['look_again', 'fetch_again', 'cancel'],
    finance: ['refund', 'write_off'],
    manager: [...REVIEW_ACTIONS],
    owner: [...REVIEW_ACTIONS],
  }

  test.each(STAFF_ROLES)(
    '%s decides held lines as far as the role goes, on the page and at the server',
    async (role) => {
      const started = await boughtAndInReview(sale, 'order_differs', { evidence: { problems: ['cost'] } })
      const order = await getAdminOrder(as(role), started.orderId)
      if (!order) throw new Error('No order.')

      const shown = (await getOrderActions(as(role), order)).reviews.flatMap(({ choices }) =>
        choices.map(({ act }) => act),
      )

      expect(shown.toSorted()).toEqual(MAY[role].toSorted())
      for (const action of REVIEW_ACTIONS.filter((one) => !MAY[role].includes(one))) {
        await expect(decideReview(as(role), await inputFor(started, { act: action }))).rejects.toMatchObject({
          code: 'forbidden',
        })
      }
      expect(await db().auditEvent.count({ where: { subject: started.itemId } })).toBe(0)
    },
  )

  test('who may not accept an order that differs does not have it delivered by asking for its codes', async () => {
    const started = await boughtAndInReview(sale, 'order_differs', {
      evidence: { problems: ['cost', 'code_unusable'] },
    })
    await db().esim.updateMany({ where: { itemId: started.itemId }, data: { sealedCode: null } })

    await expect(decideReview(as('support'), await inputFor(started, { act: 'fetch_again' }))).rejects.toMatchObject({
      details: { reason: 'barred' },
    })
    expect(await db().orderItem.findUnique({ where: { id: started.itemId } })).toMatchObject({ state: 'HELD' })
  })

  test('a link that was sent within the minute is no second one in the history', async () => {
    const { orderId } = await paidOrder(sale)

    const answers = await Promise.allSettled([0, 1, 2].map(() => resendLink(as('support'), { orderId })))

    const sent = answers.filter(({ status }) => status === 'fulfilled').length
    expect(sent).toBeLessThan(3)
    expect(await db().outbox.count({ where: { orderId, kind: 'find_link' } })).toBe(sent)
    expect(await db().orderEvent.count({ where: { orderId, kind: 'link_resent' } })).toBe(sent)
  })

  test('a decision made from an old page changes nothing, and of two at once one counts', async () => {
    const started = await boughtAndInReview(sale, 'order_differs', { evidence: { problems: ['cost'] } })
    const input = await inputFor(started, { act: 'accept' })
    await expect(decideReview(as('owner'), { ...input, epoch: input.epoch - 1 })).rejects.toMatchObject({
      details: { reason: 'changed' },
    })

    const answers = await Promise.allSettled([
      decideReview(as('owner'), input),
      decideReview(as('manager'), { ...input, act: 'write_off' }),
    ])

    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await workUntil(started.itemId, ['DELIVERED', 'REFUNDED'])
    expect(await checkInvariants()).toEqual([])
  })

  test('placing again is impossible while a call has an open outcome', async () => {
    const started = await paidOrder(sale)
    await putInReview(started, 'no_look_up')
    await db().attempt.create({
      data: {
        id: `att_${started.itemId}`,
        itemId: started.itemId,
        n: 1,
        attemptRef: `${started.itemRef}-1`,
        state: 'UNKNOWN',
        sentAt: new Date(),
      },
    })

    await expect(decideReview(as('owner'), await inputFor(started, { act: 'place_again' }))).rejects.toMatchObject({
      details: { reason: 'barred', bar: 'open_outcome' },
    })
  })

  test('support gives back up to a sum, which an owner sets', async () => {
    const started = await boughtAndInReview(sale, 'order_differs', { evidence: { problems: ['cost'] } })
    const setTo = (limitMinor: number) => setSupportLimit(as('owner'), { limitMinor, seen: 5_000, reason })
    await setTo(100)
    await expect(setTo(900)).rejects.toMatchObject({ code: 'conflict', details: { reason: 'settings_changed' } })

    const cancel = decideReview(as('support'), await inputFor(started, { act: 'cancel' }))
    await expect(cancel).rejects.toMatchObject({
      code: 'forbidden',
      details: { reason: 'over_limit', limitMinor: 100 },
    })
  })

  describe('money that leaves on one word', () => {
    beforeEach(async () => {
      await letOneDecide(false)
    })

    test('waits for a second person, who asks for the same', async () => {
      const started = await boughtAndInReview(sale, 'order_differs', { evidence: { problems: ['cost'] } })
      const input = await inputFor(started, { act: 'write_off' })

      expect(await decideReview(as('manager'), input)).toEqual({ outcome: 'waiting' })
      await expect(decideReview(as('manager'), input)).rejects.toMatchObject({ details: { reason: 'own_request' } })
      expect(await decideReview(as('finance'), input)).toEqual({ outcome: 'moved' })

      await workUntil(started.itemId, ['REFUNDED'])
      expect(await db().secondLook.findFirst({ where: { orderId: started.orderId } })).toMatchObject({
        outcome: 'done',
      })
      expect(await checkInvariants()).toEqual([])
    })

    test('waits for another one where the first may do it no more', async () => {
      const started = await boughtAndInReview(sale, 'order_differs', { evidence: { problems: ['cost'] } })
      const input = await inputFor(started, { act: 'write_off' })
      const gone = await addStaff('manager')
      expect(await decideReview(gone, input)).toEqual({ outcome: 'waiting' })
      await db().staff.update({ where: { id: gone.staffId }, data: { disabledAt: new Date() } })

      expect(await decideReview(as('finance'), input)).toEqual({ outcome: 'waiting' })
      expect(await decideReview(as('manager'), input)).toEqual({ outcome: 'moved' })

      const looks = await db().secondLook.findMany({ where: { orderId: started.orderId }, orderBy: { askedAt: 'asc' } })
      expect(looks).toMatchObject([{ outcome: 'declined' }, { outcome: 'done' }])
    })

    test('waits on when nobody answers whoever agrees: the second person may try again', async () => {
      const started = await paidOrder(sale)
      await putInReview(started, 'refunded_elsewhere')
      const { id, objectId } = await db().payment.findFirstOrThrow({ where: { orderId: started.orderId } })
      const input = await inputFor(started, { act: 'release' })
      expect(await decideReview(as('manager'), input)).toEqual({ outcome: 'waiting' })

      await db().payment.update({ where: { id }, data: { objectId: 'pi_unheard' } })
      expect(await decideReview(as('finance'), input)).toEqual({ outcome: 'no_answer' })
      await db().payment.update({ where: { id }, data: { objectId } })

      expect(await decideReview(as('finance'), input)).toEqual({ outcome: 'moved' })
    })

    test('leaves once when the process dies as soon as the request counts as done, and two ask again at once', async () => {
      const started = await delivered(sale)
      const give = (role: StaffRole) =>
        giveGoodwill(as(role), { ...started, amountMinor: 100, reason, once: { key: randomUUID() } })
      expect(await give('manager')).toEqual({ outcome: 'waiting' })
      let isDead = false
      const off = aroundStatements(async ({ text, kind }, run) => {
        if (isDead && kind !== 'rollback') throw new Error('dead')
        const result = await run()
        isDead ||= /^UPDATE .*"SecondLook"/.test(text)

        return result
      })
      await expect(give('finance').finally(off)).rejects.toThrow()
      expect(isDead).toBe(true)

      const both = await Promise.allSettled([give('finance'), give('owner')])

      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await db().refund.count({ where: { payment: { orderId: started.orderId } } })).toBe(1)
      expect(await db().secondLook.findMany({ where: { orderId: started.orderId } })).toMatchObject([
        { outcome: 'done' },
      ])
    })

    test('does not leave when the second person declines', async () => {
      const started = await delivered(sale)
      const input = { ...started, amountMinor: 100, reason, once: { key: randomUUID() } }
      await giveGoodwill(as('finance'), input)
      const approval = await db().secondLook.findFirstOrThrow({ where: { orderId: started.orderId } })

      await declineApproval(as('owner'), { orderId: started.orderId, lookId: approval.id, reason })

      expect(await db().refund.count({ where: { payment: { orderId: started.orderId } } })).toBe(0)
    })
  })

  describe('goodwill', () => {
    test('is neither offered nor taken while the payment is disputed', async () => {
      const started = await delivered(sale)
      const [finance, where] = [as('finance'), { orderId: started.orderId }]
      await db().payment.updateMany({ where, data: { state: 'DISPUTED' } })
      const order = await getAdminOrder(finance, started.orderId)
      const input = { ...started, amountMinor: 50, reason, once: { key: randomUUID() } }

      expect(order && (await getOrderActions(finance, order)).goodwill).toEqual([])
      await expect(giveGoodwill(finance, input)).rejects.toMatchObject({ details: { reason: 'disputed' } })
      await db().payment.updateMany({ where, data: { state: 'CAPTURED' } })
    })

    test('is for what was delivered: before that an item may still go back whole', async () => {
      const started = await boughtAndInReview(sale, 'details_refused')
      const input = { ...started, amountMinor: 50, reason, once: { key: randomUUID() } }

      await expect(giveGoodwill(as('finance'), input)).rejects.toMatchObject({
        code: 'conflict',
        details: { reason: 'not_ready' },
      })

      expect(await db().refund.count({ where: { payment: { orderId: started.orderId } } })).toBe(0)
    })

    test('is bounded by what is left, given once per key, and leaves the rest for a return', async () => {
      const started = await delivered(sale)
      const [esim] = started.esims
      const price = esim?.priceShareMinor ?? 0
      const give = (amountMinor: number, key = randomUUID() as string) =>
        giveGoodwill(as('finance'), { ...started, amountMinor, reason, once: { key } })

      await expect(give(price + 1)).rejects.toMatchObject({ details: { reason: 'too_much', leftMinor: price } })
      await give(100, 'once')
      await give(100, 'once')
      await giveBack(started, started.esims)
      await workUntilEsims(started.esims, 'MONEY_BACK')

      expect((await moneyOf(sale, started)).refunds.toSorted((a, b) => a - b)).toEqual([100, price - 100])
      expect(await checkInvariants()).toEqual([])
      await expect(
        giveGoodwill(as('support'), { ...started, amountMinor: 1, reason, once: { key: 'x' } }),
      ).rejects.toMatchObject({
        code: 'forbidden',
      })
    })
  })

  test('a code is shown to support with a reason that stays, and never to finance', async () => {
    const started = await delivered(sale)
    const esimId = started.esims[0]?.id ?? ''
    const input = { orderId: started.orderId, esimId, reason }

    await expect(revealForBuyer(as('finance'), input)).rejects.toMatchObject({ code: 'forbidden' })
    const opened = await revealForBuyer(as('support'), input)

    expect(opened.activationCode).toMatch(/^LPA:1\$/)
    expect(await db().auditEvent.findFirst({ where: { subject: esimId } })).toMatchObject({
      act: 'card.revealed',
      reason,
    })
    expect(await db().esim.findUnique({ where: { id: esimId } })).toMatchObject({
      revealedBy: `staff:${as('support').staffId}`,
    })
  })

  test('a note stands in the history for those who may read persons, a tag for all', async () => {
    const started = await delivered(sale)
    await noteOrder(as('support'), { orderId: started.orderId, text: 'Lands on Tuesday.' })
    await tagOrder(as('support'), { orderId: started.orderId, tag: ' VIP ', isSet: true })

    const facts = async (role: StaffRole) => {
      const order = await getAdminOrder(as(role), started.orderId)

      return order?.history
        .filter(({ name }) => name === 'noted')
        .flatMap((event) => event.facts.map(({ value }) => value))
    }
    const order = await getAdminOrder(as('read_only'), started.orderId)

    expect(await facts('owner')).toEqual(['Lands on Tuesday.'])
    expect(await facts('finance')).toEqual([])
    expect(order && (await getOrderActions(as('read_only'), order))).toMatchObject({
      tags: ['vip'],
      notes: null,
      records: [],
    })
  })

  test('a till that closed by itself is opened by a manager, and not by support', async () => {
    await db().$transaction((tx) => pauseSales('strange_answers', { code: 7 }, tx))

    await expect(resumeSalesByStaff(as('support'), { reason })).rejects.toMatchObject({ code: 'forbidden' })
    await resumeSalesByStaff(as('manager'), { reason })

    await expect(resumeSalesByStaff(as('manager'), { reason })).rejects.toMatchObject({
      details: { reason: 'changed' },
    })
    expect(await db().auditEvent.findFirst({ where: { act: 'till.opened', reason } })).not.toBeNull()
  })

  test('while the network is silent the order says since when, and what does not need it still works', async () => {
    const started = await boughtAndInReview(sale, 'order_differs')
    const read = async () => {
      const order = await getAdminOrder(as('support'), started.orderId)
      if (!order) throw new Error('There is no order.')

      return (await getOrderActions(as('support'), order)).unresponsiveForMs
    }
    expect(await read()).toBeNull()
    const row = { state: 'open', openedAt: new Date(Date.now() - 600_000) }
    await db().breaker.upsert({ where: { key: 'reads' }, create: { key: 'reads', ...row }, update: row })

    await noteOrder(as('support'), { orderId: started.orderId, text: 'The customer was told.' })

    expect(await read()).toBeGreaterThanOrEqual(600_000)
    expect(await db().orderNote.count({ where: { orderId: started.orderId } })).toBe(1)
    await db().breaker.update({ where: { key: 'reads' }, data: { state: 'closed', openedAt: null } })
  })
})

describe('order looks', () => {
  // A process believes for half a second what it read of a breaker.
  const BREAKER_IS_BELIEVED_MS = 600

  const sale = duringTests(() => startSale({ TIME_SCALE: '1' }))

  beforeEach(() => freshParties(sale))

  /** An order whose call got no answer, before the first look for it. */
  async function unclearOrder(): Promise<Started> {
    sale.shop.provider.control.addFault({ path: 'addEsimOrder', when: 'before', kind: 'reset' })
    const started = await sell(sale, {}, ['UNKNOWN'])

    return started
  }

  async function checkNow({ orderId }: Started): Promise<void> {
    await wakeItemsOfOrder(orderId)
    await runUntilIdle()
  }

  async function shown({ caller, orderId }: Started) {
    const [page, status] = [await getOrderPage(caller, orderId), await getOrderProgress(caller, orderId)]

    return { looks: page?.items[0]?.looks, version: status?.version }
  }

  test('a buyer reads when the network was last asked and when it is asked next, and the page is told of every look', async () => {
    const started = await unclearOrder()
    const before = await shown(started)

    await checkNow(started)
    const first = await shown(started)
    await checkNow(started)
    const second = await shown(started)

    const item = await db().orderItem.findUniqueOrThrow({ where: { id: started.itemId }, include: { attempts: true } })
    expect(before.looks).toBeNull()
    expect(await getOrderPage(started.caller, started.orderId)).toMatchObject({ money: 'held' })
    expect(second.looks).toEqual({ lastAt: item.attempts[0]?.lastLookAt, nextAt: item.nextActionAt })
    expect(second.looks?.nextAt?.getTime()).toBeGreaterThan(second.looks?.lastAt.getTime() ?? Number.NaN)
    expect(new Set([before, first, second].map(({ version }) => version)).size).toBe(3)
  })

  test('while the network is being asked no time is named for the next look', async () => {
    const started = await unclearOrder()
    await checkNow(started)

    const soon = new Date(Date.now() + 60_000)
    await db().orderItem.update({ where: { id: started.itemId }, data: { leaseUntil: soon, nextActionAt: soon } })

    expect((await shown(started)).looks).toMatchObject({ nextAt: null })
  })

  test('a look for which no byte left is not told as asking', async () => {
    const started = await unclearOrder()
    const open = { state: 'open', nextProbeAt: new Date(Date.now() + 60_000) }
    await db().breaker.upsert({ where: { key: 'reads' }, create: { key: 'reads', ...open }, update: open })
    await passed(BREAKER_IS_BELIEVED_MS)

    await checkNow(started)

    expect(await db().attempt.findFirst({ where: { itemId: started.itemId } })).toMatchObject({ looks: 1 })
    expect((await shown(started)).looks).toBeNull()
  })
})
