import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { listCancellationOptions } from '#lib/cancellations/commands/cancellation-options.ts'
import { requestCancellation } from '#lib/cancellations/commands/request-cancellation.ts'
import { setRefundabilityRule } from '#lib/cancellations/commands/set-refundability-rule.ts'
import { db } from '#lib/core/repository/client.ts'
import { revealEsim } from '#lib/esims/commands/reveal-esim.ts'
import { type Failpoint, onCrashPoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { requestItemCancellation } from '#lib/fulfilment/commands/request-item-cancellation.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { getOrderPage } from '#lib/orders/queries/order-page.ts'
import { giveGoodwill } from '#lib/refunds/commands/give-goodwill.ts'
import {
  cancellationCalls,
  cancelStates,
  delivered,
  giveBack,
  moneyOf,
  workUntilEsims,
} from '#tests/support/cancellations.ts'
import { OWNER } from '#tests/support/quotes.ts'
import {
  buy,
  freshParties,
  guestOf,
  livingOrders,
  order,
  pay,
  sell,
  startSale,
  workUntil,
} from '#tests/support/sale.ts'
import { changeSettings, duringTests } from '#tests/support/shop.ts'
import { addStaff } from '#tests/support/staff.ts'

const CONSENT = { serviceStarts: true, withdrawalEnds: true } as const

// An hour is six seconds, and so is the shortest lease.
const sale = duringTests(() => startSale({ TIME_SCALE: '600' }))

beforeEach(async () => {
  await freshParties(sale)
  sale.shop.provider.control.changeAccount({ applyCancelRules: false })
})

test('what the page promises for a return is what comes, less what was given before', async () => {
  const sold = await delivered(sale, 2)
  const [first = { id: '', priceShareMinor: 0 }] = sold.esims
  const promised = async () =>
    (await getOrderPage(sold.caller, sold.orderId))?.items[0]?.esims.find(({ id }) => id === first.id)?.refundable.minor
  await giveGoodwill(OWNER, { ...sold, amountMinor: 100, reason: 'slow', once: { key: randomUUID() } })
  const before = await promised()
  expect(before).toBeLessThan(first.priceShareMinor)

  await giveBack(sold, [first])
  await workUntilEsims([first], 'MONEY_BACK')

  const where = { esimId: first.id, refund: { kind: 'CARDS' as const } }
  expect(await db().refundItem.findMany({ where })).toMatchObject([{ amountMinor: before }])
  expect(await promised()).toBe(before)
})

describe('a refusal of the network', () => {
  test.each([3, 4, 22])(
    'with code %d is shown as it came; nothing is paid, and the card opens as before',
    async (code) => {
      const sold = await delivered(sale, 1)
      const message = 'no return after delivery'
      sale.shop.provider.control.addFault({ path: 'refundOrder', when: 'before', kind: 'code', code, message })
      await giveBack(sold, sold.esims)

      await workUntilEsims(sold.esims, 'REFUSED')

      const { outcome } = await db().cancelAttempt.findFirstOrThrow({ where: { itemId: sold.itemId } })
      expect(outcome).toMatchObject({ code, text: message })
      expect((await moneyOf(sale, sold)).refunds).toEqual([])
      await expect(giveBack(sold, sold.esims)).rejects.toMatchObject({ details: { because: ['refused_before'] } })
      await expect(revealEsim(sold.caller, sold.esims[0]?.id ?? '', CONSENT)).resolves.toHaveProperty('activationCode')
      expect(await checkInvariants()).toEqual([])
    },
  )

  test('by its own rule comes for a card that was installed', async () => {
    sale.shop.provider.control.changeAccount({ applyCancelRules: true })
    const sold = await delivered(sale, 1)
    const [esim = { id: '', iccid: '' }] = sold.esims
    await giveBack(sold, [esim])
    sale.shop.provider.control.changeUsage({ iccid: esim.iccid, usedMb: 3 })

    await workUntilEsims([esim], 'REFUSED')

    expect(cancellationCalls(sale)).toHaveLength(1)
  })
})

describe('a refusal of several eSIMs at once', () => {
  test('because of one of them asks for each by itself: the others go back and are paid', async () => {
    sale.shop.provider.control.changeAccount({ applyCancelRules: true })
    const sold = await delivered(sale, 3)
    const [used = { id: '', iccid: '' }, ...unused] = sold.esims
    await giveBack(sold, sold.esims)
    sale.shop.provider.control.changeUsage({ iccid: used.iccid, usedMb: 3 })

    await workUntilEsims([used], 'REFUSED')
    await workUntilEsims(unused, 'MONEY_BACK')

    const { refunds } = await moneyOf(sale, sold)
    const asked = await db().cancelAttempt.findMany({ where: { itemId: sold.itemId }, include: { items: true } })
    expect(cancellationCalls(sale)).toHaveLength(4)
    expect(refunds).toHaveLength(2)
    expect(asked.map(({ items }) => items.length).toSorted()).toEqual([1, 1, 1, 3])
    expect(await checkInvariants()).toEqual([])
  })
})

describe('the answer before asking', () => {
  test('is a question to the network while nobody has judged the words, and a yes after a person has', async () => {
    const sold = await delivered(sale, 1)
    const [before] = await listCancellationOptions(sold.caller, sold.orderId)
    const item = await db().orderItem.findUniqueOrThrow({ where: { id: sold.itemId }, select: { quote: true } })
    await setRefundabilityRule(await addStaff('manager'), {
      planIds: [item.quote.planId],
      answer: 'ALLOWED_UNTIL_USE',
      seen: 'UNKNOWN',
    })

    const [after] = await listCancellationOptions(sold.caller, sold.orderId)
    await db().refundabilityRule.deleteMany()

    expect(before?.answer).toMatchObject({ answer: 'ask', reasons: ['rule_unknown'] })
    expect(after?.answer.answer).toBe('yes')
    expect(after?.facts).toContainEqual(expect.objectContaining({ name: 'order_status', value: '0' }))
  })

  test('is no for a used card: the network is not asked, and nothing moves', async () => {
    const sold = await delivered(sale, 2)
    const [used = { id: '', iccid: '' }] = sold.esims
    sale.shop.provider.control.changeUsage({ iccid: used.iccid, usedMb: 12 })

    await expect(giveBack(sold, sold.esims)).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'refused', esimIds: [used.id], because: expect.arrayContaining(['data_used']) },
    })

    expect(await cancelStates(sold.esims)).toEqual(['NONE', 'NONE'])
    expect(cancellationCalls(sale)).toHaveLength(0)
  })

  test('is told for each card, and without the used one the others go back by one call', async () => {
    const sold = await delivered(sale, 3)
    const [used = { id: '', iccid: '' }, ...others] = sold.esims
    sale.shop.provider.control.changeUsage({ iccid: used.iccid, usedMb: 12 })
    await expect(giveBack(sold, sold.esims)).rejects.toMatchObject({ details: { esimIds: [used.id] } })

    const told = await listCancellationOptions(sold.caller, sold.orderId)
    await giveBack(sold, others)
    await workUntilEsims(others, 'MONEY_BACK')

    expect(told.map(({ answer }) => answer.answer)).toEqual(['no', 'ask', 'ask'])
    expect(await cancelStates([used])).toEqual(['NONE'])
    expect(cancellationCalls(sale)).toHaveLength(1)
    expect(await checkInvariants()).toEqual([])
  })

  test('stays a question when the upstream is silent', async () => {
    const sold = await delivered(sale, 1)
    sale.shop.provider.control.addFault({ path: 'queryEsimOrder', when: 'before', kind: 'reset', times: 9 })
    sale.shop.provider.control.addFault({ path: 'queryIccidInformation', when: 'before', kind: 'reset', times: 9 })

    const [option] = await listCancellationOptions(sold.caller, sold.orderId)

    expect(option?.answer).toMatchObject({ answer: 'ask', reasons: expect.arrayContaining(['facts_missing']) })
  })

  test('is for the owner of the order and for staff who may, and for nobody else', async () => {
    const sold = await delivered(sale, 1)
    const stranger = { ...sold, caller: guestOf('ord_other') }

    await expect(giveBack(stranger, sold.esims)).rejects.toMatchObject({ code: 'not_found' })
    await expect(listCancellationOptions(stranger.caller, sold.orderId)).rejects.toMatchObject({ code: 'not_found' })
    const input = {
      orderId: sold.orderId,
      esimIds: [sold.esims[0]?.id ?? ''],
      reason: 'test',
      once: { key: 'k', fingerprint: 'f' },
    }
    await expect(requestCancellation(await addStaff('read_only'), input)).rejects.toMatchObject({ code: 'forbidden' })
    await requestCancellation(await addStaff('support'), input)
    await workUntilEsims(sold.esims, 'MONEY_BACK')
    expect(await db().auditEvent.count({ where: { act: 'return.asked', subject: sold.orderId } })).toBe(1)
  })
})

describe('the same moment', () => {
  test('of a reveal and a return has one winner, twelve times in a row', async () => {
    const sold = await delivered(sale, 12)
    const outcomes: string[] = []
    for (const [index, esim] of sold.esims.entries()) {
      const reveal = () => revealEsim(sold.caller, esim.id, CONSENT)
      const back = () => giveBack(sold, [esim])
      const events = index % 2 === 0 ? [reveal(), back()] : [back(), reveal()]

      const [a, b] = await Promise.allSettled(events)
      const [opened, returned] = index % 2 === 0 ? [a, b] : [b, a]

      const row = await db().esim.findUniqueOrThrow({ where: { id: esim.id } })
      expect(opened?.status === 'fulfilled').toBe(row.revealedAt !== null)
      expect(returned?.status === 'fulfilled').toBe(row.cancelState === 'ASKED')
      outcomes.push(`${opened?.status} ${returned?.status}`)
    }

    // A return that was judged after the reveal knows of it: both are true then, one after the other.
    expect(outcomes.every((outcome) => outcome !== 'rejected rejected')).toBe(true)
  })

  test('a reveal after the judgement blocks the return that rests on it, and the other way round', async () => {
    const sold = await delivered(sale, 2)
    const [first = { id: '' }, second = { id: '' }] = sold.esims
    sale.shop.provider.control.addFault({ path: 'queryIccidInformation', when: 'after', kind: 'delay', ms: 500 })
    const asking = giveBack(sold, [first])
    await expect.poll(() => sale.shop.provider.control.calls({ path: 'queryIccidInformation' }).length).toBe(1)
    await revealEsim(sold.caller, first.id, CONSENT)

    await expect(asking).rejects.toMatchObject({ details: { reason: 'changed' } })
    await giveBack(sold, [second])
    await expect(revealEsim(sold.caller, second.id, CONSENT)).rejects.toMatchObject({
      details: { reason: 'return_asked' },
    })
    expect(await cancelStates(sold.esims)).toEqual(['NONE', 'ASKED'])
  })

  test('with the same key, ten times at once, is one request', async () => {
    const sold = await delivered(sale, 2)
    const key = randomUUID()

    const answers = await Promise.all(Array.from({ length: 10 }, () => giveBack(sold, sold.esims.slice(0, 1), key)))

    expect(answers.every(({ esimIds }) => esimIds[0] === sold.esims[0]?.id)).toBe(true)
    expect(await db().cancelAttempt.count({ where: { itemId: sold.itemId } })).toBe(1)
    await expect(giveBack(sold, sold.esims.slice(1), key)).rejects.toMatchObject({
      details: { reason: 'other_request' },
    })
  })
})

describe('a line taken back before it is delivered', () => {
  test('while its order is out is cancelled after the answer, never beside the call', async () => {
    sale.shop.provider.control.addFault({ path: 'addEsimOrder', when: 'after', kind: 'delay', ms: 800 })
    const started = await buy(sale)
    const working = workUntil(started.itemId, ['REFUNDED', 'DELIVERED', 'HELD'])
    await expect.poll(() => sale.shop.provider.control.calls({ path: 'addEsimOrder' }).length).toBe(1)
    await requestItemCancellation(started.caller, started)
    await requestItemCancellation(started.caller, started)
    expect(cancellationCalls(sale)).toHaveLength(0)

    expect(await working).toBe('REFUNDED')

    expect(cancellationCalls(sale)).toHaveLength(1)
    expect(livingOrders(sale, started.itemRef)).toHaveLength(0)
    expect(await moneyOf(sale, started)).toMatchObject({ captured: 0, refunds: [] })
    expect(await checkInvariants()).toEqual([])
  })

  test.each<Failpoint>(['capturing', 'captured', 'deliverable'])(
    'at the moment "%s" is not handed over: the order and the money go back',
    async (moment) => {
      const started = await buy(sale, { count: 2 })
      onCrashPoint(async (point) => {
        if (point === moment) await requestItemCancellation(started.caller, started)
      })

      const state = await workUntil(started.itemId, ['REFUNDED', 'DELIVERED', 'HELD']).finally(() =>
        onCrashPoint(() => {}),
      )

      const { captured, refunded } = await moneyOf(sale, started)
      expect(state).toBe('REFUNDED')
      expect(refunded).toBe(captured)
      expect(cancellationCalls(sale)).toHaveLength(1)
      expect(livingOrders(sale, started.itemRef)).toHaveLength(0)
      expect(await checkInvariants()).toEqual([])
    },
  )

  test('while its details are missing is given back as well', async () => {
    sale.shop.provider.control.changeAccount({ esimsWithOrder: 'none' })
    sale.shop.provider.control.addFault({ path: 'reDownOrderPDF', when: 'before', kind: 'code', code: 4, times: 50 })
    const started = await sell(sale, {}, ['FETCHING'])
    await requestItemCancellation(started.caller, started)

    await workUntil(started.itemId, ['REFUNDED'])

    const { captured, refunded } = await moneyOf(sale, started)
    expect(refunded).toBe(captured)
    expect(livingOrders(sale, started.itemRef)).toHaveLength(0)
  })

  test('goes to a person where the provider names neither it nor its eSIMs', async () => {
    await delivered(sale)
    sale.shop.provider.control.changeAccount({ esimsWithOrder: 'none', emptySearch: '3' })
    sale.shop.provider.control.addFault({ path: 'addEsimOrder', kind: 'invisible', ms: 3_600_000 })
    sale.shop.provider.control.addFault({ path: 'reDownOrderPDF', when: 'before', kind: 'code', code: 4, times: 50 })
    const started = await sell(sale, {}, ['FETCHING'])
    await requestItemCancellation(started.caller, started)

    await workUntil(started.itemId, ['HELD'])

    expect(await db().orderItem.findUnique({ where: { id: started.itemId } })).toMatchObject({
      reason: 'cards_unknown',
    })
    expect(cancellationCalls(sale)).toHaveLength(0)
  })

  test('of which the network takes nothing back is delivered and paid after all', async () => {
    sale.shop.provider.control.addFault({ path: 'addEsimOrder', when: 'after', kind: 'delay', ms: 500 })
    sale.shop.provider.control.addFault({ path: 'refundOrder', when: 'before', kind: 'code', code: 22 })
    const started = await buy(sale)
    const working = workUntil(started.itemId, ['REFUNDED', 'DELIVERED', 'HELD'])
    await expect.poll(() => sale.shop.provider.control.calls({ path: 'addEsimOrder' }).length).toBe(1)
    await requestItemCancellation(started.caller, started)

    expect(await working).toBe('DELIVERED')

    expect(cancellationCalls(sale)).toHaveLength(1)
    expect((await moneyOf(sale, started)).captured).toBeGreaterThan(0)
    await expect(requestItemCancellation(started.caller, started)).rejects.toMatchObject({ code: 'conflict' })
    await expect(requestItemCancellation(guestOf('ord_other'), started)).rejects.toMatchObject({ code: 'not_found' })
    expect(await checkInvariants()).toEqual([])
  })

  test('before anything was ordered orders nothing', async () => {
    const started = await order()
    changeSettings({ RESELLER_API_URL: 'http://127.0.0.1:9' })
    await pay(sale, started)
    await workUntil(started.itemId, ['READY'])
    await requestItemCancellation(started.caller, started)
    changeSettings(sale.shop.settings)

    await workUntil(started.itemId, ['REFUNDED'])

    expect(sale.shop.provider.control.calls({ path: 'addEsimOrder' })).toHaveLength(0)
    expect(await moneyOf(sale, started)).toMatchObject({ captured: 0 })
  })
})
