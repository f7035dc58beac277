import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { awaitSession, closeProvider, currentProvider } from '#lib/provider/commands/current-provider.ts'
import { listSkus } from '#lib/provider/index.ts'
import { findSession } from '#lib/provider/repository/provider-session.ts'
import { paidOrder } from '#tests/support/items-in-review.ts'
import { eventually } from '#tests/support/patience.ts'
import { freshParties, livingOrders, startSale, workUntil } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'

// The renewal of a token with so much left waits twenty seconds for calls that may buy, with the times of a live store.
const LEFT_MS = 50_000
const AT_ONCE_MS = 10_000

const sale = duringTests(() => startSale({ TIME_SCALE: '1' }))

beforeEach(() => freshParties(sale))

/** The token is due to be renewed, and this process remembers none. */
async function renewalIsDue(): Promise<number> {
  await currentProvider().call(listSkus, {})
  await closeProvider()
  await db().$executeRaw`
    UPDATE "UpstreamSession" SET "expiresAt" = clock_timestamp() + ${LEFT_MS} * interval '1 millisecond',
      "nextTryAt" = NULL`

  return (await findSession()).epoch
}

describe('the session is renewed', () => {
  test('before an order call counts as sent, which never waits for itself', async () => {
    const started = await paidOrder(sale)
    const epoch = await renewalIsDue()
    const startedAt = performance.now()

    await workUntil(started.itemId, ['DELIVERED'])

    expect(performance.now() - startedAt).toBeLessThan(AT_ONCE_MS)
    expect((await findSession()).epoch).toBe(epoch + 1)
    expect(livingOrders(sale, started.itemRef)).toHaveLength(1)
  })

  /** An order call that was sent and has no answer yet. */
  async function callOnItsWay(): Promise<string> {
    const { itemId, itemRef } = await paidOrder(sale)
    const later = new Date(Date.now() + 600_000)
    await db().orderItem.update({ where: { id: itemId }, data: { state: 'PLACING', nextActionAt: later } })
    const id = newId('att')
    await db().attempt.create({
      data: { id, itemId, n: 1, attemptRef: `${itemRef}-1`, state: 'SENT', sentAt: new Date() },
    })

    return id
  }

  test('behind an order call that is out, while everything else goes on with the living token', async () => {
    const id = await callOnItsWay()
    const epoch = await renewalIsDue()
    const startedAt = performance.now()

    const renewal = awaitSession()
    await currentProvider().call(listSkus, {})
    await sleep(300)
    await currentProvider().call(listSkus, {})

    expect(performance.now() - startedAt).toBeLessThan(AT_ONCE_MS)
    expect((await findSession()).epoch).toBe(epoch)
    await db().attempt.update({ where: { id }, data: { state: 'NOT_SENT' } })
    await renewal
    expect((await findSession()).epoch).toBe(epoch + 1)
  })

  test('by nobody who only reads while an order call is out, and by the next one after it', async () => {
    const id = await callOnItsWay()
    const epoch = await renewalIsDue()

    await currentProvider().call(listSkus, {})
    expect((await findSession()).epoch).toBe(epoch)
    await db().attempt.update({ where: { id }, data: { state: 'NOT_SENT' } })

    await eventually(
      async () => {
        await currentProvider().call(listSkus, {})

        return (await findSession()).epoch
      },
      (now) => now === epoch + 1,
    )
  })
})
