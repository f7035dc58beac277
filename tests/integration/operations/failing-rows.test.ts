import { afterEach, describe, expect, test } from 'vitest'
import { publishDueGuides } from '#lib/content/commands/publish-guide.ts'
import { saveGuide } from '#lib/content/commands/save-guide.ts'
import { db } from '#lib/core/repository/client.ts'
import { pollUsage } from '#lib/esims/commands/usage.ts'
import { addUpDays } from '#lib/finance/commands/close-month.ts'
import { issueAwaitedInvoices } from '#lib/finance/commands/issue-invoice.ts'
import { watchAbandoned } from '#lib/fulfilment/commands/watch-abandoned.ts'
import { applyDuePrices } from '#lib/pricing/commands/apply-draft.ts'
import { delivered } from '#tests/support/cancellations.ts'
import { OWNER } from '#tests/support/quotes.ts'
import { startSale } from '#tests/support/sale.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { heal, strike } from '#tests/support/strike.ts'

const COMPANY = { company: 'Ruiz GmbH', taxNumber: 'DE123456789', postalAddress: 'Hafenstr. 7\n20359 Hamburg' }

afterEach(heal)

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)

describe('a row whose work fails', { timeout: 60_000 }, () => {
  const sale = duringTests(startSale)

  test('keeps no given-up order behind it from being looked for, however many such rows there are', async () => {
    const { itemId } = await delivered(sale)
    const add = async (n: number) => {
      const times = { sentAt: ago(7_200), lastLookAt: ago(7_100 - n), watchUntil: ago(-7_200) }
      const data = { id: `att_${n}`, itemId, n: n + 10, attemptRef: `LFWATCH${n}`, state: 'ABSENT' as const, ...times }

      return db().attempt.create({ data })
    }
    for (let n = 0; n < 51; n++) await add(n)
    const last = await add(99)
    await strike('Attempt', `NEW."id" <> '${last.id}'`)

    await expect(watchAbandoned()).rejects.toThrow()

    expect(await db().attempt.findUniqueOrThrow({ where: { id: last.id } })).toMatchObject({ looks: 1 })
  })

  test('keeps none waiting that was not asked about yet, where nobody answers', async () => {
    await db().attempt.updateMany({ data: { watchUntil: null } })
    const { itemId } = await delivered(sale)
    for (let n = 0; n < 51; n++) {
      const times = { sentAt: ago(7_200), lastLookAt: ago(7_100 - n), watchUntil: ago(-7_200) }
      const data = {
        id: `att_mute_${n}`,
        itemId,
        n: n + 100,
        attemptRef: `LFMUTE${n}`,
        state: 'ABSENT' as const,
        ...times,
      }
      await db().attempt.create({ data })
    }
    const { control: provider } = sale.shop.provider
    for (const path of ['queryEsimOrder', 'login']) provider.addFault({ path, kind: 'reset', times: 10_000 })
    expect(await watchAbandoned()).toBe(50)
    provider.clearFaults()
    await db().breaker.updateMany({ data: { state: 'closed', failures: 0, recent: [], nextProbeAt: null } })

    await watchAbandoned()

    expect(await db().attempt.findUniqueOrThrow({ where: { id: 'att_mute_50' } })).toMatchObject({ looks: 1 })
  })

  test('keeps no other order from being asked about its use', async () => {
    const one = await delivered(sale)
    for (let n = 0; n < 3; n++) await delivered(sale)
    const orders = await db().providerOrder.count()
    await db().usageWatch.deleteMany()
    await strike('UsageReading', `NEW."cardId" = '${one.esims[0]?.id}'`)

    await expect(pollUsage()).rejects.toThrow()

    expect(await db().usageReading.count()).toBe(orders - 1)
  })

  test('keeps no prices behind it from being applied, however many such drafts there are', async () => {
    const by = { createdBy: 'staff:stf_1', updatedBy: 'staff:stf_1', state: 'scheduled' } as const
    const terms = {
      percent: '77',
      addMinor: null,
      fixedMinor: null,
      rounding: null,
      floorPercent: null,
      floorMinor: null,
    }
    const edit = { scope: 'shelf', scopeKey: 'europe', terms, base: null }
    await db().priceRevision.createMany({
      data: Array.from({ length: 20 }, (_, n) => ({ id: `prv_${n}`, edits: [], dueAt: ago(99 - n), ...by })),
    })
    await db().priceRevision.create({ data: { id: 'prv_last', edits: [edit], dueAt: ago(1), ...by } })

    await expect(applyDuePrices()).rejects.toThrow()

    expect(await db().priceRevision.findUniqueOrThrow({ where: { id: 'prv_last' } })).toMatchObject({
      state: 'applied',
    })
  })

  test('keeps no guide behind it from being published', async () => {
    const due = async (slug: string, seconds: number) => {
      const words = { slug, title: slug, description: 'Which pass.', body: 'Buy one.' }
      const { id } = await saveGuide(OWNER, { id: null, place: 'guide', locale: 'en', words, seen: 0 })
      const plan = { dueAt: ago(seconds), dueVersion: 1, dueZone: 'UTC', dueBy: 'staff:stf_1' }
      await db().guideText.updateMany({ where: { guideId: id }, data: plan })

      return id
    }
    const [failing, next] = [await due('struck', 2), await due('next', 1)]
    await strike('GuideText', `NEW."guideId" = '${failing}'`)

    await expect(publishDueGuides()).rejects.toThrow()

    expect(await db().guideText.findFirstOrThrow({ where: { guideId: next } })).toMatchObject({ slug: 'next' })
  })
})

describe('a failing row of the books', () => {
  duringTests(startShop)

  test('keeps no day behind it from being added up, however many such days there are', async () => {
    await addUpDays()
    const first = Date.parse('2027-02-01T12:00:00Z')
    for (let n = 0; n < 51; n++) await addSoldOrder({ createdAt: new Date(first + n * 86_400_000) })
    await strike('DaySum', `NEW."day" > '2027-02-01'`)

    await expect(addUpDays()).rejects.toThrow()

    expect(await db().daySum.count({ where: { day: new Date('2027-02-01'), by: 'day' } })).toBe(1)
  })

  test('keeps no invoice behind it from being made', async () => {
    const awaited = async (email: string) => {
      const order = await addSoldOrder({ email })
      await db().person.updateMany({ where: { email }, data: { company: COMPANY } })

      return order
    }
    const orders = [await awaited('a@example.com'), await awaited('b@example.com'), await awaited('c@example.com')]
    orders.sort((one, other) => (one.id < other.id ? -1 : 1))
    await strike('Invoice', `NEW."orderId" = '${orders[0]?.id}'`)

    await expect(issueAwaitedInvoices()).rejects.toThrow()

    expect(await db().invoice.count()).toBe(2)
  })
})
