import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { includedTax } from '#lib/finance/rules/invoice.ts'
import { inputWith, offers, promote, usesOf } from '#tests/support/promotions.ts'
import { handlerAt } from '#tests/support/route-tree.ts'
import { PLAN, type Sale, startSale } from '#tests/support/sale.ts'

let sale: Sale

beforeAll(async () => {
  sale = await startSale()
})

afterAll(() => sale.close())

async function send(at: string, body: unknown, sender = '192.0.2.1', more: Record<string, string> = {}) {
  const origin = process.env.PUBLIC_URL ?? ''
  const headers = {
    ...{ origin, 'content-type': 'application/json', 'x-forwarded-for': sender },
    'idempotency-key': randomBytes(16).toString('hex'),
    ...more,
  }
  const request = new Request(`${origin}/api`, { method: 'POST', headers, body: JSON.stringify(body) })
  const response = await (await handlerAt(at))(request, { params: Promise.resolve({}) })

  return { status: response.status, ...(await response.json()) }
}

async function orderBody(quoteIds: string[], code: string) {
  const { voucher, email, consents, items } = await inputWith(quoteIds, [code])

  return { voucher, email, consents, items }
}

test('a browser sends codes and never a sum: a discount of its own is refused as unknown', async () => {
  const { id, code } = await promote()
  const body = await orderBody(await offers([{ planKey: PLAN }]), code)
  const own = [
    { ...body, discountMinor: 500 },
    { ...body, voucher: { ...body.voucher, discount: { minor: 500, currency: 'USD' } } },
    { ...body, voucher: { ...body.voucher, mark: 'another' } },
  ]

  expect((await Promise.all(own.map((one) => send('POST /api/orders', one)))).map(({ status }) => status)).toEqual([
    400, 400, 409,
  ])
  expect(await usesOf(id)).toBe(0)
  const { status, data } = await send('POST /api/orders', body)
  expect(status).toBe(200)
  expect(await db().promotionUse.count({ where: { orderId: data.orderId, promotionId: id } })).toBe(1)
})

test('an order is kept in the language in which its buyer agreed, whatever the browser prefers', async () => {
  const { code } = await promote()
  const body = await orderBody(await offers([{ planKey: PLAN }]), code)

  const { data } = await send('POST /api/orders', body, '192.0.2.1', { 'content-language': 'ar' })

  const order = await db().order.findUniqueOrThrow({
    where: { id: data.orderId },
    select: { locale: true, consent: true },
  })
  expect(order).toMatchObject({ locale: 'ar', consent: { locale: 'ar' } })
})

test('a browser is told the tax inside a sum with a code, and inside an offer', async () => {
  await db().setting.create({ data: { key: 'tax.rate', value: '19', updatedBy: 'test' } })
  const { code } = await promote()
  const ids = await offers([{ planKey: PLAN }])
  const plan = await db().quote.findUniqueOrThrow({ where: { id: ids[0] ?? '' }, select: { planId: true } })

  const { data } = await send('POST /api/vouchers', { checkoutId: ids.join('-'), codes: [code] })
  const offered = await send('POST /api/quotes', { ...plan, count: 1, locale: 'en' })

  // A share of the offer's tax, rounded: a cent beside the tax of the share at most.
  expect(Math.abs(data.tax.minor - includedTax(data.total.minor, '19'))).toBeLessThanOrEqual(1)
  expect(offered.data.quote.tax.minor).toBe(includedTax(offered.data.quote.total.minor, '19'))
  await db().setting.deleteMany({ where: { key: 'tax.rate' } })
})

test('a page that asks again and again about a code that exists is not held up', async () => {
  const ids = await offers([{ planKey: PLAN }])
  const { code } = await promote()
  const statuses: number[] = []
  for (let n = 0; n < 15; n++) {
    const asked = await send('POST /api/vouchers', { checkoutId: ids.join('-'), codes: [code] }, '192.0.2.3')
    statuses.push(asked.status)
  }

  expect(statuses).toEqual(new Array(15).fill(200))
})

test('trying codes ends after ten wrong ones of one sender, at the form and with an order together', async () => {
  const ids = await offers([{ planKey: PLAN }])
  const form = (code: string) => send('POST /api/vouchers', { checkoutId: ids.join('-'), codes: [code] }, '192.0.2.2')
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => form(`GUESS-${n}`)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  const { code } = await promote()
  const body = await orderBody(ids, code)

  expect((await send('POST /api/orders', body, '192.0.2.2')).status).toBe(429)
  expect((await form(code)).status).toBe(429)
  // Whoever sends no code is not held up by it, and neither is anybody else.
  const { voucher: _, ...without } = body
  expect((await send('POST /api/orders', without, '192.0.2.2')).status).toBe(200)
  expect((await send('POST /api/vouchers', { checkoutId: ids.join('-'), codes: [code] })).status).toBe(200)
})
