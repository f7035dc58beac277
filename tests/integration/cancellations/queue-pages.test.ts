import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCancellationQueue } from '#lib/cancellations/queries/cancellation-queue.ts'
import { db } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff } from '#tests/support/staff.ts'

const STATES = ['WAITING', 'ASKED', 'SENT', 'OPEN', 'CONFIRMED'] as const

let shop: Shop

beforeAll(async () => {
  shop = await startShop()
})

afterAll(() => shop.close())

test.each([
  ['open', 112, 3],
  ['done', 28, 1],
] as const)(
  'the desk leads on through all that is %s, each request once and in its order',
  async (view, count, pages) => {
    const { orderNum, itemId, esimId, iccid } = await addSoldOrder()
    // Three of each second: their order is not told by their time alone.
    const at = (n: number) => new Date(Date.UTC(2027, 0, 1, 0, 0, Math.floor(n / 3)))
    await db().cancelItem.deleteMany()
    await db().cancelAttempt.deleteMany()
    const attempts = Array.from({ length: 140 }, (_, n) => ({
      ...{
        id: newId('can'),
        orderNum: `${orderNum}-${n}`,
        itemId,
        requestedBy: 'buyer',
        askedAt: at(n),
        endedAt: at(n),
      },
      state: STATES[n % STATES.length] ?? ('ASKED' as const),
    }))
    await db().cancelAttempt.createMany({ data: attempts })
    await db().cancelItem.createMany({ data: attempts.map(({ id }) => ({ attemptId: id, esimId, iccid })) })
    const support = await addStaff('support')

    const found = []
    let turns = 0
    for (let after: string | null = null; turns === 0 || after; turns += 1) {
      const page = await getCancellationQueue(support, { view, after })
      found.push(...page.returns)
      after = page.more
    }

    const times = found.map(({ askedAt }) => askedAt.getTime())
    expect(turns).toBe(pages)
    expect(new Set(found.map(({ id }) => id)).size).toBe(count)
    expect(found).toHaveLength(count)
    expect(times).toEqual(times.toSorted((a, b) => (view === 'open' ? a - b : b - a)))
  },
)
