import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hidePartner, refreshPartners } from '#lib/catalog/commands/sync-partners.ts'
import { db } from '#lib/core/repository/client.ts'
import { checkNumber } from '#lib/esims/commands/check-number.ts'
import { makeInHandQuote, makeTopUpQuote } from '#lib/esims/commands/make-top-up-quote.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { removeOldRows } from '#lib/operations/repository/retention.ts'
import { getOrderPage } from '#lib/orders/queries/order-page.ts'
import { MINUTE, openWorld, passUntil } from '#tests/support/model/world.ts'
import { heldEsim, orderForHeld, paidForHeld } from '#tests/support/physical-sims.ts'
import { OWNER, refusalOf } from '#tests/support/quotes.ts'
import { freshParties, type Sale } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'
import { ownedEsim, paymentOf, topUpCalls, topUpsOf } from '#tests/support/top-ups.ts'

const world = duringTests(openWorld)
let sale: Sale

beforeAll(async () => {
  sale = world.sale
})

/** With a worker at work, and as much time passing as it takes. */
const workUntil = (itemId: string, states: string[]) => passUntil(world, itemId, states, 5 * MINUTE)

beforeAll(() => refreshPartners())

beforeEach(() => freshParties(sale))

const ask = (number: string) => checkNumber({ number, locale: 'en' })
const isKept = async (iccid: string) => (await db().physicalSim.count({ where: { iccid } })) > 0

describe('a card number that somebody types', () => {
  test('is answered with where the card can go and the plans it takes, at the prices of the shop', async () => {
    const { iccid } = sale.shop.provider.control.addCounterCard({ dpId: 11 })

    const said = await ask(`${iccid.slice(0, 4)} ${iccid.slice(4, 12)}-${iccid.slice(12)}`)

    expect(said).toMatchObject({ answer: 'takes', last4: iccid.slice(-4), brandName: 'Sandbox SIM' })
    const [first, ...others] = said.places
    expect(first).toMatchObject({ name: 'Thailand', iso2: 'TH' })
    expect(first?.plans.every(({ canTopUp, price }) => canTopUp && price.minor > 0)).toBe(true)
    expect(others.map(({ plans }) => plans)).toEqual(others.map(() => []))
    expect(sale.shop.provider.control.calls({ path: 'getIccidSupportSku' })).toHaveLength(1)
    expect(sale.shop.provider.control.calls({ path: 'queryEsimOrder' })).toEqual([])
  })

  test('that the network does not know is said to be unknown, and nothing of it is kept', async () => {
    expect(await ask('8986011000000000007')).toEqual({
      ...{ answer: 'unknown', esimId: null, last4: null, brandName: null, places: [] },
    })
    expect(await isKept('8986011000000000007')).toBe(false)
    expect(await refusalOf(ask('no number'))).toBe('bad_input no_card_number')
  })

  test('has one shape of answer, also for a card of another customer, and says nothing of that customer', async () => {
    const own = await ownedEsim(sale)
    const { iccid } = sale.shop.provider.control.addCounterCard({ dpId: 11 })

    const stranger = await ask(own.iccid)

    expect(Object.keys(stranger)).toEqual(Object.keys(await ask(iccid)))
    expect(stranger.answer).toBe('takes')
    const text = JSON.stringify(stranger)
    for (const secret of [own.orderId, own.esimId, own.itemId, own.orderNum, own.iccid, 'usedMb', 'example.com']) {
      expect(text).not.toContain(secret)
    }
  })

  test('takes nothing while the network says so, while it is silent nobody knows, and a hidden brand sells nothing', async () => {
    const { control } = sale.shop.provider
    const { iccid, esimId, planId } = await heldEsim(sale)
    control.changeUsage({ iccid, dpStatus: 'Disable' })
    expect(await ask(iccid)).toMatchObject({ answer: 'takes_nothing', places: [] })
    control.changeUsage({ iccid, dpStatus: null })
    control.addFault({ path: 'getIccidSupportSku', kind: 'code', code: -8, times: 9 })
    expect(await refusalOf(ask(iccid))).toBe('upstream_unavailable')
    control.clearFaults()

    await hidePartner(OWNER, { id: 11, isHidden: true })

    expect(await ask(iccid)).toMatchObject({ answer: 'takes_nothing' })
    expect(await refusalOf(makeInHandQuote({ esimId, planId, locale: 'en' }))).toBe('not_on_sale nothing_fits')
    await hidePartner(OWNER, { id: 11, isHidden: false })
  })

  test('that led to no offer is forgotten after a day, and one that did stays', async () => {
    const quoted = await heldEsim(sale)
    await makeInHandQuote({ ...quoted, locale: 'en' })
    const typed = await heldEsim(sale)
    await db().physicalSim.updateMany({ data: { createdAt: new Date(Date.now() - 2 * 86_400_000) } })

    await removeOldRows({ isDryRun: false })

    expect([await isKept(quoted.iccid), await isKept(typed.iccid)]).toEqual([true, false])
  })
})

describe('a plan for a card in hand', () => {
  test('is put on exactly that card, once, and its order says what it is', async () => {
    const esim = await heldEsim(sale)
    const started = await paidForHeld(sale, esim)

    await workUntil(started.itemId, ['DELIVERED'])

    expect(topUpCalls(sale, started.itemRef).map(({ params }) => params.iccid)).toEqual([esim.iccid])
    expect(topUpsOf(sale, esim.iccid)).toHaveLength(1)
    expect(await paymentOf(sale, started)).toMatchObject({ status: 'captured' })
    const page = await getOrderPage(started.caller, started.orderId)
    expect(page?.items[0]?.topUp).toEqual({ esimId: esim.esimId, orderId: null, iccidLast4: esim.iccid.slice(-4) })
    expect(await checkInvariants()).toEqual([])
  })

  test('goes by product and price where the plan has no code', async () => {
    const { control } = sale.shop.provider
    const { iccid } = control.addCounterCard({ dpId: 12, place: 3 })
    const before = await ask(iccid)
    const wanted = before.places[0]?.plans[0]
    const plan = await db().plan.findUniqueOrThrow({ where: { id: wanted?.id ?? '' } })
    control.changePlan({ priceId: plan.priceId, newApiCode: null as never })
    const again = await ask(iccid)
    const bare = await db().plan.findFirstOrThrow({ where: { planKey: `price:${plan.priceId}` } })
    expect(again.places[0]?.plans.map(({ id }) => id)).toContain(bare.id)

    const started = await paidForHeld(sale, { iccid, esimId: again.esimId ?? '', planId: bare.id })
    await workUntil(started.itemId, ['DELIVERED'])

    expect(control.calls({ path: 'renewCard' }).map(({ params }) => params.iccid)).toEqual([iccid])
    expect(topUpsOf(sale, iccid)).toHaveLength(1)
  })

  test.each(['after', 'before'] as const)('whose answer was lost %s the work is on the card once', async (when) => {
    const esim = await heldEsim(sale)
    sale.shop.provider.control.changeAccount({ keepReferences: false })
    sale.shop.provider.control.addFault({ path: 'renewCardByApiCode', when, kind: 'reset' })
    const started = await paidForHeld(sale, esim)
    await workUntil(started.itemId, ['UNKNOWN', 'DELIVERED'])

    await workUntil(started.itemId, ['DELIVERED'])

    expect(topUpsOf(sale, esim.iccid)).toHaveLength(1)
    expect(topUpCalls(sale, started.itemRef)).toHaveLength(when === 'after' ? 1 : 2)
    expect(await checkInvariants()).toEqual([])
  })

  test('that the card takes no more brings the money back, and nothing was put on it', async () => {
    const esim = await heldEsim(sale)
    const started = await paidForHeld(sale, esim)
    sale.shop.provider.control.changeUsage({ iccid: esim.iccid, dpStatus: 'Disable' })

    await workUntil(started.itemId, ['REFUNDED'])

    expect(topUpCalls(sale, started.itemRef)).toEqual([])
    expect(await paymentOf(sale, started)).toMatchObject({ captured: 0 })
  })

  test('waits its turn behind another plan of the same card, whoever bought that one', async () => {
    const own = await ownedEsim(sale)
    const stranger = await ask(own.iccid)
    const plan = stranger.places[0]?.plans.find(({ term }) => term.kind === 'fixed')
    const first = await orderForHeld({ iccid: own.iccid, esimId: stranger.esimId ?? '', planId: plan?.id ?? '' })
    const item = await db().orderItem.findUniqueOrThrow({ where: { id: first.itemId } })

    // The same key for both: one call per card, in the database.
    expect(item.esimId).toBe(own.esimId)
    expect(
      await refusalOf(makeTopUpQuote(first.caller, { esimId: own.esimId, planId: plan?.id ?? '', locale: 'en' })),
    ).toBe('not_found')
  })

  test('is refused in the words of the network where only our own books say no', async () => {
    const own = await ownedEsim(sale)
    const { esimId, places } = await ask(own.iccid)
    await db().esim.update({ where: { id: own.esimId }, data: { cancelState: 'ASKED' } })
    const input = { esimId: esimId ?? '', planId: places[0]?.plans[0]?.id ?? '', locale: 'en' }

    expect(await refusalOf(makeInHandQuote(input))).toBe('not_on_sale card_refuses')
    expect(await ask(own.iccid)).toMatchObject({ answer: 'takes_nothing', places: [] })
    expect(await refusalOf(makeInHandQuote({ ...input, esimId: 'cih_none' }))).toBe('not_found')
  })
})
