import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askReturn } from '#lib/cancellations/commands/request-cancellation.ts'
import { getCancellationQueue } from '#lib/cancellations/queries/cancellation-queue.ts'
import { db } from '#lib/core/repository/client.ts'
import { orderEligibility, readOrderAgain } from '#lib/esims/commands/eligibility.ts'
import { confirmCredit } from '#lib/finance/commands/provider-ledger.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { delivered, giveBack, moneyOf, workUntilEsims } from '#tests/support/returns.ts'
import { type Sale, startSale } from '#tests/support/sale.ts'
import { addStaff } from '#tests/support/staff.ts'

let sale: Sale

beforeAll(async () => {
  sale = await startSale({ TIME_SCALE: '600' })
  sale.shop.provider.control.changeAccount({ applyCancelRules: false })
})

afterAll(async () => {
  await sale.close()
})

test('staff send 2 of 5 eSIMs back from the desk; exactly their share goes back, and a person confirms the credit', async () => {
  const sold = await delivered(sale, 5)
  const [support, finance, reader] = [await addStaff('support'), await addStaff('finance'), await addStaff('read_only')]
  const chosen = sold.esims.slice(0, 2)
  const esimIds = chosen.map(({ id }) => id)

  await readOrderAgain(support, sold.orderId)
  const statuses = await orderEligibility(support, sold.orderId)
  const once = { key: randomUUID(), fingerprint: 'f' }
  await askReturn(support, { orderId: sold.orderId, esimIds, reason: 'cannot travel', once })
  const open = await getCancellationQueue(support)
  await workUntilEsims(chosen, 'MONEY_BACK')
  const done = await getCancellationQueue(finance, { view: 'done' })

  expect(statuses).toHaveLength(5)
  expect(await db().auditEvent.count({ where: { act: 'card.facts_read', subject: sold.orderId } })).toBe(1)
  expect(statuses[0]?.facts.find(({ name }) => name === 'used_mb')?.ageMs).toBeLessThan(60_000)
  expect(open.returns.at(-1)).toMatchObject({ askedBy: 'staff', reason: 'cannot travel', order: { id: sold.orderId } })
  expect(open.returns.at(-1)?.esims.map(({ iccid }) => iccid)).toEqual(chosen.map(({ iccid }) => iccid))
  expect(open.returns.at(-1)?.esims.every(({ answer }) => answer && answer.facts.length > 0)).toBe(true)
  expect(open.credits).toBeNull()
  expect((await moneyOf(sale, sold)).refunded).toBe(chosen.reduce((sum, esim) => sum + esim.priceShareMinor, 0))
  expect(done.returns[0]?.esims[0]?.iccid).toMatch(/^…\d{4}$/)
  const [credit] = done.credits ?? []
  expect(credit).toMatchObject({ confirmedAt: null, confirmedBy: null, orderNum: done.returns[0]?.orderNum })
  expect(credit?.order?.id).toBe(sold.orderId)
  expect(open.returns.at(-1)?.credit).toBeNull()
  expect(done.returns[0]?.credit).toMatchObject({ id: credit?.id, amount: credit?.amount, confirmedAt: null })
  const input = { id: credit?.id ?? '', reason: 'on the statement' }
  await expect(confirmCredit(reader, input)).rejects.toMatchObject({ code: 'forbidden' })
  await confirmCredit(finance, input)
  await expect(confirmCredit(finance, input)).rejects.toMatchObject({
    code: 'conflict',
    details: { reason: 'changed' },
  })
  const confirmed = await getCancellationQueue(finance, { view: 'done' })
  expect(confirmed.credits?.find(({ id }) => id === input.id)).toMatchObject({
    confirmedBy: finance.name,
    amount: credit?.amount,
  })
  expect(confirmed.returns[0]?.credit?.confirmedBy).toBe(finance.name)
  expect((await getCancellationQueue(support, { view: 'done' })).returns[0]?.credit).toBeNull()
  expect(await db().auditEvent.count({ where: { act: 'finance.credit_confirmed', subject: input.id } })).toBe(1)
  expect(await checkInvariants()).toEqual([])
})

test('a refused return stands at the desk with the words of the network', async () => {
  const sold = await delivered(sale)
  const { control } = sale.shop.provider
  control.addFault({ path: 'refundOrder', kind: 'code', code: 22, message: 'no cancellation after installation' })

  await giveBack(sold, sold.esims)
  await workUntilEsims(sold.esims, 'REFUSED')
  const { returns, counts } = await getCancellationQueue(await addStaff('support'), { view: 'refused' })

  expect(counts.refused).toBe(1)
  expect(returns[0]).toMatchObject({
    askedBy: 'buyer',
    refusal: { code: 22, text: 'no cancellation after installation' },
  })
  expect(await checkInvariants()).toEqual([])
})
