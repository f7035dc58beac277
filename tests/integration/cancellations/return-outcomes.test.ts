import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { getCapabilities, setCapability } from '#lib/provider/commands/capabilities.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import {
  cancelStates,
  type Delivered,
  delivered,
  giveBack,
  moneyOf,
  returnCalls,
  workUntilEsims,
} from '#tests/support/returns.ts'
import { freshParties, type Sale, startSale } from '#tests/support/sale.ts'
import { addStaff } from '#tests/support/staff.ts'

const HOUR_MS = 3_600_000
const TIME_SCALE = 600

let sale: Sale

beforeAll(async () => {
  sale = await startSale({ TIME_SCALE: String(TIME_SCALE) })
})

afterAll(() => sale.close())

beforeEach(async () => {
  await freshParties(sale)
  await db().capability.deleteMany({ where: { key: 'cancel.listDrops' } })
  sale.shop.provider.control.changeAccount({ applyCancelRules: false })
})

const refusal = (when: 'before' | 'after', code: number) =>
  sale.shop.provider.control.addFault({ path: 'refundOrder', when, kind: 'code', code, message: 'order status error' })

/** The provider's own books about an order. */
const bookOf = (sold: Delivered) =>
  sale.shop.provider.control.orders().find(({ otherOrderId }) => otherOrderId === sold.itemRef)

/** Lets the hour pass after which an open request is decided about. */
async function passHour({ itemId }: Delivered): Promise<void> {
  await runUntilIdle()
  const sentAt = new Date(Date.now() - HOUR_MS / TIME_SCALE)
  await db().cancelAttempt.updateMany({ where: { itemId, state: 'OPEN' }, data: { sentAt, nextActionAt: new Date(0) } })
  await runUntilIdle()
}

describe('a refusal', () => {
  test.each([
    [4, false],
    [4, true],
    [22, true],
    [3, true],
  ])(
    'with code %i after the eSIM was taken back is not believed: the money goes back (list keeps it: %s)',
    async (code, keeps) => {
      sale.shop.provider.control.changeAccount({ listKeepsCancelled: keeps })
      const sold = await delivered(sale, 2)
      const part = sold.esims.slice(0, 1)
      refusal('after', code)
      await giveBack(sold, part)

      await workUntilEsims(part, 'MONEY_BACK')

      expect(bookOf(sold)?.liveIccids).toEqual([sold.esims[1]?.iccid])
      expect((await moneyOf(sale, sold)).refunds).toEqual(part.map(({ priceShareMinor }) => priceShareMinor))
      expect(returnCalls(sale)).toHaveLength(1)
      expect(await db().outbox.count({ where: { orderId: sold.orderId, kind: 'return_refused' } })).toBe(0)
      expect(await checkInvariants()).toEqual([])
    },
  )

  test.each([4, 22])('with code %i of an order that stands as before is believed, and the eSIM stays', async (code) => {
    const sold = await delivered(sale, 2)
    const part = sold.esims.slice(0, 1)
    refusal('before', code)
    await giveBack(sold, part)

    await workUntilEsims(part, 'REFUSED')

    expect(bookOf(sold)?.liveIccids).toHaveLength(2)
    expect((await moneyOf(sale, sold)).refunds).toEqual([])
    expect(returnCalls(sale)).toHaveLength(1)
    const row = await db().cancelAttempt.findFirstOrThrow({ where: { itemId: sold.itemId } })
    expect(row.outcome).toMatchObject({ class: 'REFUSED', code, text: 'order status error', seen: { status: 0 } })
    expect(await checkInvariants()).toEqual([])
  })

  test('of an order that cannot be read is not told to the buyer', async () => {
    const sold = await delivered(sale, 2)
    const part = sold.esims.slice(0, 1)
    refusal('before', 22)
    await giveBack(sold, part)
    // The reading before the call passes; all after it fail, however many a minute of this clock has.
    sale.shop.provider.control.addFault({ path: 'queryEsimOrder', kind: 'status', status: 500, skip: 1, times: 10_000 })

    await runUntilIdle()

    expect(await cancelStates(part)).toEqual(['OPEN'])
    expect(await db().outbox.count({ where: { orderId: sold.orderId, kind: 'return_refused' } })).toBe(0)
  })

  test('for an ended session, after the eSIM was taken back, is not asked again', async () => {
    const sold = await delivered(sale, 2)
    const part = sold.esims.slice(0, 1)
    sale.shop.provider.control.addFault({ path: 'refundOrder', when: 'after', kind: 'code', code: -1 })
    await giveBack(sold, part)

    await workUntilEsims(part, 'MONEY_BACK')

    expect(returnCalls(sale)).toHaveLength(1)
  })
})

describe('where the list goes on naming what was taken back', () => {
  beforeEach(() => {
    sale.shop.provider.control.changeAccount({ listKeepsCancelled: true })
  })

  test('success and a status gone from 0 to 4 return the money, and so does a second part', async () => {
    const sold = await delivered(sale, 3)
    for (const esim of sold.esims) {
      await giveBack(sold, [esim])
      await workUntilEsims([esim], 'MONEY_BACK')
    }

    const money = await moneyOf(sale, sold)
    expect(money.refunded).toBe(money.captured)
    expect((await getCapabilities()).listDropsCancelled).toBe(false)
    expect(await checkInvariants()).toEqual([])
  })

  test.each([true, false])('a lost answer is proven by the status (profiles tell: %s)', async (disablesCancelled) => {
    sale.shop.provider.control.changeAccount({ disablesCancelled })
    const sold = await delivered(sale, 3)
    const part = sold.esims.slice(0, 1)
    sale.shop.provider.control.addFault({ path: 'refundOrder', when: 'after', kind: 'reset' })
    await giveBack(sold, part)

    await workUntilEsims(part, 'MONEY_BACK')

    expect(returnCalls(sale)).toHaveLength(1)
    expect(bookOf(sold)?.liveIccids).toHaveLength(2)
  })

  test('a lost answer goes to a person while the profile is said to live', async () => {
    const sold = await delivered(sale, 3)
    const part = sold.esims.slice(0, 1)
    sale.shop.provider.control.changeAccount({ disablesCancelled: false })
    sale.shop.provider.control.changeUsage({ iccid: part[0]?.iccid ?? '', dpStatus: 'ACTIVE' })
    sale.shop.provider.control.addFault({ path: 'refundOrder', when: 'after', kind: 'reset' })
    await giveBack(sold, part)

    await passHour(sold)

    const row = await db().cancelAttempt.findFirstOrThrow({ where: { itemId: sold.itemId } })
    expect(row.state).toBe('HELD')
    expect(row.answer).toMatchObject({ before: { status: 0 } })
    expect(row.outcome).toMatchObject({
      class: 'UNKNOWN',
      seen: { status: 4, profiles: { [part[0]?.iccid ?? '']: 'ACTIVE' } },
    })
    expect((await moneyOf(sale, sold)).refunds).toEqual([])
  })

  test('success in an order that stood at 4, without a word about the profile, goes to a person', async () => {
    sale.shop.provider.control.changeAccount({ disablesCancelled: false })
    const sold = await delivered(sale, 3)
    await giveBack(sold, sold.esims.slice(0, 1))
    await workUntilEsims(sold.esims.slice(0, 1), 'MONEY_BACK')
    await giveBack(sold, sold.esims.slice(1, 2))

    await passHour(sold)

    expect(await db().cancelAttempt.count({ where: { itemId: sold.itemId, state: 'HELD' } })).toBe(1)
    expect((await moneyOf(sale, sold)).refunds).toHaveLength(1)
  })

  test('the list counts against a return once it was seen to drop one, until a person says otherwise', async () => {
    const { control } = sale.shop.provider
    control.changeAccount({ listKeepsCancelled: false })
    const first = await delivered(sale, 2)
    await giveBack(first, first.esims.slice(0, 1))
    await workUntilEsims(first.esims.slice(0, 1), 'MONEY_BACK')
    expect((await getCapabilities()).listDropsCancelled).toBe(true)
    control.changeAccount({ listKeepsCancelled: true })
    const second = await delivered(sale, 2)
    await giveBack(second, second.esims.slice(0, 1))
    await passHour(second)
    expect(await db().cancelAttempt.count({ where: { itemId: second.itemId, state: 'HELD' } })).toBe(1)

    const change = { key: 'cancel.listDrops', value: 'unproven', seen: 'yes', reason: 'it keeps them now' } as const
    await setCapability(await addStaff('owner'), change)
    await db().cancelAttempt.updateMany({ where: { itemId: second.itemId }, data: { nextActionAt: new Date(0) } })

    await workUntilEsims(second.esims.slice(0, 1), 'MONEY_BACK')
    expect(await checkInvariants()).toEqual([])
  })
})
