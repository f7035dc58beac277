import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StaffTopUpInput } from '#lib/checkout/rules/staff-order.ts'
import { db } from '#lib/core/repository/client.ts'
import type { StaffMember, StaffRole } from '#lib/core/rules/caller.ts'
import { makeTopUpQuote } from '#lib/esims/commands/make-top-up-quote.ts'
import { checkStaffTopUp, placeStaffTopUp, staffTopUpOptions } from '#lib/esims/commands/staff-top-up.ts'
import { topUpOptions } from '#lib/esims/commands/top-up-offer.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { giveBack } from '#tests/support/cancellations.ts'
import { refusalOf } from '#tests/support/quotes.ts'
import { jar } from '#tests/support/request-context.ts'
import { handlerAt } from '#tests/support/routes.ts'
import { freshParties, pay, startSale, workUntil } from '#tests/support/sale.ts'
import { duringTests, SESSION_SECRET } from '#tests/support/shop.ts'
import { addStaff, sessionOf } from '#tests/support/staff.ts'
import {
  DAY_TOP_UP,
  FIXED_TOP_UP,
  type OwnedEsim,
  ownedEsim,
  planIdOf,
  topUpCalls,
  topUpsOf,
} from '#tests/support/top-ups.ts'

describe('top up routes', () => {
  const sale = duringTests(() => startSale({ SESSION_SECRET }))
  let esim: OwnedEsim
  let other: OwnedEsim

  beforeAll(async () => {
    esim = await ownedEsim(sale)
    other = await ownedEsim(sale)
  })

  type Answer = { status: number; data?: Record<string, never>; error?: { code: string; details?: unknown } }

  async function call(at: string, id: string, body?: unknown, origin = process.env.PUBLIC_URL ?? ''): Promise<Answer> {
    const headers = { origin, 'content-type': 'application/json' }
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
    const handler = await handlerAt(at)
    const response = await handler(new Request(`${process.env.PUBLIC_URL}/api`, init), {
      params: Promise.resolve({ id }),
    })

    return { status: response.status, ...((await response.json()) as object) }
  }

  function asBuyerOf(owned: OwnedEsim | null): void {
    jar.clear()
    if (owned) jar.set('guest', owned.guestToken)
  }

  const DAY_MS = 86_400_000

  test('the buyer reads which plans the eSIM takes, at the prices of the shop, and nothing of their cost', async () => {
    asBuyerOf(esim)

    const answer = await call('GET /api/esims/[id]/top-up-plans', esim.esimId)

    const { plans: offered, refusal } = answer.data as unknown as { plans: { id: string }[]; refusal: null }
    const renewable = sale.shop.provider.control.calls({ path: 'getIccidSupportPackageInfo' })
    expect(answer.status).toBe(200)
    expect(refusal).toBeNull()
    expect(renewable.at(-1)?.params.iccid).toBe(esim.iccid)
    expect(offered.map(({ id }) => id)).toContain(await planIdOf(FIXED_TOP_UP))
    expect(offered.map(({ id }) => id)).not.toContain(await planIdOf('392-0-15-2-G'))
    expect(JSON.stringify(answer)).not.toMatch(/cost|priceId|orderNum|apiCode/)
  })

  test('the time line tells what runs, what waits, and whether new data can be used today', async () => {
    asBuyerOf(esim)
    const { control } = sale.shop.provider
    const at = (days: number) => new Date(control.clock().getTime() + days * DAY_MS).toISOString()
    const startOf = async () =>
      (await call('GET /api/esims/[id]/top-up-plans', esim.esimId)).data as unknown as Timeline

    const fresh = await startOf()
    control.changeUsage({ iccid: esim.iccid, orderNum: esim.orderNum, beginDate: at(-2), endDate: at(5), usedMb: 100 })
    const running = await startOf()
    control.changeUsage({ iccid: esim.iccid, orderNum: esim.orderNum, beginDate: at(-9), endDate: at(-2) })
    const ended = await startOf()
    control.changeAccount({ apiAllowed: true })
    control.addFault({ path: 'queryEsimOrder', when: 'before', kind: 'code', code: -8, times: 9 })
    const unknownStart = await startOf()

    expect(fresh.timeline?.plans).toMatchObject([{ state: 'waiting', isTopUp: false, usedMb: 0 }])
    expect(fresh.start).toEqual({ kind: 'unknown', from: null })
    expect(running.timeline?.plans).toMatchObject([{ state: 'running', usedMb: 100 }])
    expect(running.start.kind).toBe('unknown')
    expect(running.start.from).not.toBeNull()
    expect(ended.start).toEqual({ kind: 'today', from: null })
    expect(unknownStart.timeline).toBeNull()
    expect(unknownStart.start).toEqual({ kind: 'unknown', from: null })
    control.clearFaults()
  })

  type Timeline = {
    timeline: { plans: { state: string }[] } | null
    start: { kind: string; from: string | null }
  }

  test('an offer is made for one piece, with days for a day pass, and names the eSIM by its last digits', async () => {
    asBuyerOf(esim)

    const { data } = await call('POST /api/esims/[id]/top-ups', esim.esimId, {
      planId: await planIdOf(DAY_TOP_UP),
      days: 3,
      locale: 'en',
    })

    const { quote } = data as unknown as { quote: { id: string } }
    expect(quote).toMatchObject({
      count: 1,
      days: 3,
      topUp: { esimId: esim.esimId, orderId: esim.orderId, iccidLast4: esim.iccid.slice(-4) },
    })
    const row = await db().quote.findUniqueOrThrow({ where: { id: quote.id } })
    expect(row).toMatchObject({ kind: 'RENEWAL', esimId: esim.esimId, totalMinor: row.unitMinor })
  })

  test('the places an eSIM can go to again are those the network names, its own first', async () => {
    asBuyerOf(esim)

    const { data } = await call('GET /api/esims/[id]/destinations', esim.esimId)

    const { destinations: found } = data as unknown as {
      destinations: { slug: string; isOwn: boolean; plans: unknown[] }[]
    }
    const named = sale.shop.provider.control.calls({ path: 'getIccidSupportSku' }).length
    expect(named).toBeGreaterThan(0)
    expect(found[0]).toMatchObject({ slug: 'japan', isOwn: true })
    expect(found.map(({ slug }) => slug)).toContain('asia-12')
    expect(found.map(({ slug }) => slug)).not.toContain('greece')
    expect(found.every(({ plans: list }) => list.length > 0)).toBe(true)
  })

  test.each([
    ['nobody', () => asBuyerOf(null)],
    ['the buyer of another eSIM', () => asBuyerOf(other)],
  ])('%s gets no answer about an eSIM, as if it did not exist', async (_, enter) => {
    enter()
    const body = { planId: await planIdOf(FIXED_TOP_UP), locale: 'en' }

    const answers = [
      await call('GET /api/esims/[id]/top-up-plans', esim.esimId),
      await call('GET /api/esims/[id]/destinations', esim.esimId),
      await call('POST /api/esims/[id]/top-ups', esim.esimId, body),
      await call('POST /api/esims/[id]/top-ups', 'crd_00000000000000000000000000', body),
    ]

    expect(answers.map(({ status, error }) => [status, error?.code])).toEqual(Array(4).fill([404, 'not_found']))
  })

  test('staff look at what an eSIM takes, but order nothing in its buyer’s place; at the shop’s door they are nobody', async () => {
    const staff = await addStaff('support')
    const planId = await planIdOf(FIXED_TOP_UP)
    jar.clear()
    jar.set('staff', await sessionOf(staff.staffId))

    expect((await topUpOptions(staff, esim.esimId)).refusal).toBeNull()
    expect(await refusalOf(makeTopUpQuote(staff, { esimId: esim.esimId, planId, locale: 'en' }))).toBe('not_found')
    expect((await call('GET /api/esims/[id]/top-up-plans', esim.esimId)).status).toBe(404)
    expect((await call('POST /api/esims/[id]/top-ups', esim.esimId, { planId, locale: 'en' })).status).toBe(404)
  })

  test.each([
    ['not renewable any more', { dpStatus: 'Disable' }, 'card_refuses'],
    ['silent', null, 'no_answer'],
  ])('an eSIM that is %s says why there is nothing to choose', async (_, change, refusal) => {
    asBuyerOf(other)
    const { control } = sale.shop.provider
    if (change) control.changeUsage({ iccid: other.iccid, ...change })
    else control.addFault({ path: 'getIccidSupportPackageInfo', when: 'before', kind: 'code', code: -8, times: 9 })

    const { data } = await call('GET /api/esims/[id]/top-up-plans', other.esimId)

    expect(data).toMatchObject({ refusal, plans: [] })
    control.changeUsage({ iccid: other.iccid, dpStatus: null })
    control.clearFaults()
  })
})

describe('staff top up', () => {
  const sale = duringTests(startSale)
  const staff = {} as Record<StaffRole, StaffMember>

  beforeAll(async () => {
    for (const role of ['support', 'finance', 'manager'] as const) staff[role] = await addStaff(role)
  })
  beforeEach(() => freshParties(sale))
  const onceKey = () => ({ key: randomUUID(), fingerprint: 'f' })

  async function inputFor({ esimId }: OwnedEsim, part: Partial<StaffTopUpInput> = {}): Promise<StaffTopUpInput> {
    const input: Omit<StaffTopUpInput, 'seenMinor'> = {
      planId: await planIdOf(FIXED_TOP_UP),
      pay: 'link',
      consents: { terms: true, withdrawalInfo: true, deviceChecked: false },
      ...part,
    }
    const { total, typed } = await checkStaffTopUp(staff.manager, { esimId, input })

    return { seenMinor: total.minor, ...(input.pay === 'no_charge' ? { typed, reason: 'lost case' } : {}), ...input }
  }

  function lineOf(orderId: string) {
    return db().orderItem.findFirstOrThrow({
      where: { orderId },
      include: { order: { include: { payments: true, person: true } } },
    })
  }

  test('a top-up without charge, pressed twice at once and again later, puts one plan on the card', async () => {
    const esim = await ownedEsim(sale)
    const input = await inputFor(esim, { pay: 'no_charge' })
    const topUp = { esimId: esim.esimId, input, once: onceKey() }

    const [one, other] = await Promise.all([
      placeStaffTopUp(staff.manager, topUp),
      placeStaffTopUp(staff.manager, topUp),
    ])
    const item = await lineOf(one.id)
    await workUntil(item.id, ['DELIVERED'])
    const again = await placeStaffTopUp(staff.manager, topUp)

    expect([other, again]).toEqual([one, one])
    expect(topUpCalls(sale)).toHaveLength(1)
    expect(topUpsOf(sale, esim.iccid)).toMatchObject([{ mainOrderNum: esim.orderNum }])
    expect(item).toMatchObject({ kind: 'RENEWAL', esimId: esim.esimId })
    expect(item.order.payments).toEqual([expect.objectContaining({ provider: 'no_charge', amountMinor: 0 })])
    const sold = await db().order.findUniqueOrThrow({ where: { id: esim.orderId }, include: { person: true } })
    expect([item.order.person.email, item.order.locale]).toEqual([sold.person.email, sold.locale])
    expect(await db().auditEvent.findMany({ where: { act: 'order.made', subject: one.id } })).toMatchObject([
      {
        actor: `staff:${staff.manager.staffId}`,
        reason: 'lost case',
        after: { esimId: esim.esimId, method: 'no_charge' },
      },
    ])
    expect(await checkInvariants()).toEqual([])
  })

  test('a top-up with a link is mailed to the buyer of the card, and calls the network once it is paid', async () => {
    const esim = await ownedEsim(sale)
    const once = onceKey()
    const { id } = await placeStaffTopUp(staff.support, { esimId: esim.esimId, input: await inputFor(esim), once })
    const item = await lineOf(id)

    expect(item.state).toBe('AWAITING_PAYMENT')
    expect(await db().outbox.count({ where: { orderId: id, kind: 'pay_link' } })).toBe(1)
    expect(topUpCalls(sale)).toEqual([])
    await pay(sale, { sessionId: item.order.payments[0]?.sessionId ?? '' })
    await workUntil(item.id, ['DELIVERED'])
    expect(topUpCalls(sale, item.itemRef)).toHaveLength(1)
  })

  test.each([
    ['a price that has moved', { seenMinor: 1 }, { code: 'price_changed' }],
    ['a sum that is not typed', { pay: 'no_charge', typed: '1.00 USD' }, { details: { reason: 'not_typed' } }],
    ['a missing reason', { pay: 'no_charge', reason: '' }, { details: { reason: 'no_reason' } }],
  ] as const)('makes nothing at all for %s', async (_, part, refusal) => {
    const esim = await ownedEsim(sale)
    const input = { ...(await inputFor(esim, 'pay' in part ? { pay: part.pay } : {})), ...part }
    const orders = await db().order.count()

    await expect(placeStaffTopUp(staff.manager, { esimId: esim.esimId, input, once: onceKey() })).rejects.toMatchObject(
      refusal,
    )
    expect(await db().order.count()).toBe(orders)
  })

  test('refuses support what is given away, finance every top-up, and a card that goes back', async () => {
    const esim = await ownedEsim(sale)
    const paid = { esimId: esim.esimId, input: await inputFor(esim), once: onceKey() }
    const free = { ...paid, input: await inputFor(esim, { pay: 'no_charge' }) }

    await expect(placeStaffTopUp(staff.support, free)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(placeStaffTopUp(staff.finance, paid)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(placeStaffTopUp(esim.caller, paid)).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(checkStaffTopUp(staff.finance, paid)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(staffTopUpOptions(staff.finance, esim.esimId)).rejects.toMatchObject({ code: 'forbidden' })
    expect((await staffTopUpOptions(staff.support, esim.esimId)).plans.map(({ id }) => id)).toContain(paid.input.planId)

    await giveBack(esim, [{ id: esim.esimId }])
    await expect(placeStaffTopUp(staff.manager, free)).rejects.toMatchObject({ code: 'not_on_sale' })
    expect(topUpCalls(sale)).toEqual([])
    expect(await db().orderItem.count({ where: { esimId: esim.esimId, kind: 'RENEWAL' } })).toBe(0)
  })
})
