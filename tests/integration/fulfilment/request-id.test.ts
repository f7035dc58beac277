import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { claimDue, type QueueTable } from '#lib/core/repository/leases.ts'
import { inTrace } from '#lib/core/trace.ts'
import { order, type Sale, startSale } from '#tests/support/sale.ts'

const CLAIMER = { owner: 'test', leaseMs: 60_000 }

let sale: Sale

beforeAll(async () => {
  sale = await startSale()
})
afterAll(() => sale.close())

test('the work on an order carries the id of the request that made it', async () => {
  const started = await inTrace({ requestId: 'edge-0123456789' }, () => order())
  await db().orderItem.update({ where: { id: started.itemId }, data: { nextActionAt: new Date(0) } })
  await db().payment.updateMany({ data: { nextActionAt: new Date(0) } })

  expect(await claimDue('Line', CLAIMER)).toEqual({ id: started.itemId, epoch: 1, requestId: 'edge-0123456789' })
  expect(await claimDue('Payment', CLAIMER)).toMatchObject({ requestId: 'edge-0123456789' })
})

test.each<QueueTable>(['Refund', 'CancelAttempt', 'Outbox'])('%s rows are asked for their order', async (table) => {
  expect(await claimDue(table, CLAIMER)).toBeNull()
})

test('an order that no request made has no id to carry', async () => {
  const started = await inTrace({}, () => order())
  await db().orderItem.update({ where: { id: started.itemId }, data: { nextActionAt: new Date(0) } })

  expect(await claimDue('Line', CLAIMER)).toMatchObject({ id: started.itemId, requestId: null })
})
