import fs from 'node:fs'
import path from 'node:path'
import { expect, type Page, type Request } from '@playwright/test'
import { TIMERS } from '#lib/core/rules/timers.ts'
import type { Buyer } from '#tests/support/browser/buyer.ts'
import { findGoods } from '#tests/support/browser/goods.ts'
import { isAlive } from '#tests/support/browser/open-page.ts'
import { test } from '#tests/support/browser/other-journey.ts'
import { OTHER_TIME_SCALE, type OtherStore, webProcess } from '#tests/support/browser/other-store.ts'
import { readQr } from '#tests/support/browser/read-qr.ts'
import { innerServers } from '#tests/support/browser/store-under-test.ts'

const HOUR = 3_600_000

// One after the other, in one worker, so that the store of this file is started once. Its name puts the file first:
// the other worker goes through everything else meanwhile.
test.describe.configure({ mode: 'default' })

test('with another upstream the same shop sells, and the built-in stand-in is never started', async ({
  page,
  request,
  buyer,
  provider,
  other,
}) => {
  const goods = await findGoods(request, { slug: 'austria', title: 'Austria, 3 GB, 15 days', code: '40-0-15-3-G' })
  await page.goto('/')
  await expect(page.getByRole('complementary', { name: 'Demo mode' })).toBeVisible()
  await page.goto('/destinations/austria')
  await page.getByText(/^All \d+ plans$/).click()
  await page.locator(`.all-plans a[href="/plans/${goods.planId}"]`).click()
  await page.getByRole('button', { name: 'Continue to checkout' }).first().click()
  await page.waitForURL(/\/checkout\/quo_/)
  await isAlive(page)
  await buyer.order()
  await buyer.payWith('success')
  await buyer.awaitReady()
  await expect(page.getByRole('complementary', { name: 'Demo mode' })).toBeVisible()
  await buyer.open()

  expect([readQr(await page.locator('.plate').screenshot())]).toEqual(await provider.issued(goods.priceId))
  expect(await provider.placements(goods.priceId)).toHaveLength(1)
  expect(await provider.forfeits(goods.priceId)).toHaveLength(0)
  const running = other.children().map(({ command }) => command)
  expect(running.filter((command) => command.includes('sandbox/payments'))).toHaveLength(1)
  expect(running.filter((command) => command.includes('sandbox/upstream'))).toEqual([])
  expect(fs.readdirSync(path.join(other.dataDir, 'sandbox')).sort()).toEqual(['mail', 'payments'])
  await expect(fetch(innerServers(other.dataDir).upstream)).rejects.toThrow()
})

test('a process killed while the network owes its answer buys one eSIM, and the page finds back by itself', async ({
  page,
  request,
  buyer,
  provider,
  other,
}) => {
  const goods = await findGoods(request, { slug: 'austria', title: 'Austria, 5 GB, 30 days', code: '40-0-30-5-G' })
  await provider.misbehave(goods.priceId, { path: 'addEsimOrder', when: 'after', kind: 'silence' })
  await provider.misbehave(goods.priceId, { path: 'addEsimOrder', when: 'after', kind: 'invisible', ms: HOUR })
  await buyer.choose(goods)
  await buyer.order()
  await buyer.payWith('success')
  await page.waitForURL(/\/o\/ord_/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Paid. Getting your eSIM')
  await expect.poll(() => provider.placements(goods.priceId)).toHaveLength(1)
  await isAtRest(page)
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))

  const killed = webProcess(other)
  process.kill(killed, 'SIGKILL')

  await expect(page.getByRole('heading', { level: 1 })).toContainText('Please don’t pay again')
  expect(webProcess(other)).not.toBe(killed)
  other.provider.control.setClock({ advanceMs: HOUR })
  await buyer.awaitReady()
  other.provider.control.setClock({ advanceMs: -HOUR })
  await buyer.open()

  expect(loads).toEqual([])
  expect(await provider.placements(goods.priceId)).toHaveLength(1)
  expect([readQr(await page.locator('.plate').screenshot())]).toEqual(await provider.issued(goods.priceId))
  expect(await provider.forfeits(goods.priceId)).toHaveLength(0)
})

test('a price that rose after the offer was made is shown before anything is charged, and holds once accepted', async ({
  page,
  request,
  buyer,
  provider,
  other,
}) => {
  const goods = await findGoods(request, { slug: 'austria', title: 'Austria, 10 GB, 30 days', code: '40-0-30-10-G' })
  await buyer.choose(goods)
  const before = await page.locator('output.price').textContent()
  await provider.setPrice(goods.priceId, 49)
  await readingsGrowOld()

  const refusal = page.waitForResponse('**/api/orders')
  await buyer.order()
  expect(await (await refusal).json()).toMatchObject({ error: { code: 'price_changed' } })
  await expect(page.getByRole('heading', { name: 'The price changed while you were choosing' })).toBeVisible()
  await expect(page.getByText(`${before} is now`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept the new price first' })).toBeDisabled()
  expect(await paymentsOf(buyer, other)).toHaveLength(0)

  await page.getByRole('button', { name: /^Continue with/ }).click()
  const now = await page.locator('output.price').textContent()
  expect(now).not.toBe(before)
  await expect(page.getByLabel('Email')).toHaveValue(buyer.email)
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await buyer.payWith('success')
  await buyer.awaitReady()

  await expect(page.getByText(now ?? '').first()).toBeVisible()
  expect(await provider.placements(goods.priceId)).toHaveLength(1)
  expect(await provider.forfeits(goods.priceId)).toHaveLength(0)
})

test('what sold out after the offer was made stops at the till, in words, and nothing is charged', async ({
  page,
  request,
  buyer,
  provider,
  other,
}) => {
  const goods = await findGoods(request, { slug: 'austria', title: 'Austria, 20 GB, 30 days', code: '40-0-30-20-G' })
  await buyer.choose(goods)
  await provider.setStock(goods.priceId, 0)
  await readingsGrowOld()

  const refusal = page.waitForResponse('**/api/orders')
  await buyer.order()

  expect(await (await refusal).json()).toMatchObject({ error: { code: 'sold_out' } })
  await expect(page.getByRole('heading', { name: 'Not enough of this plan right now' })).toBeVisible()
  await expect(page.getByText(/You haven’t been charged/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Look at other plans' })).toHaveAttribute('href', '/destinations/austria')
  await expect(page.getByRole('button', { name: 'Order with obligation to pay' })).toBeDisabled()
  expect(await paymentsOf(buyer, other)).toHaveLength(0)
  expect(await provider.placements(goods.priceId)).toHaveLength(0)
})

/**
 * Waits until an order's page has read what it was told last. A reading that is cut off half-way is one that the framework
 * repeats by loading the page anew, and a browser has nothing to load while nobody answers.
 */
async function isAtRest(page: Page): Promise<void> {
  const reading = new Set<Request>()
  page.on('request', (request) => 'rsc' in request.headers() && reading.add(request))
  page.on('requestfinished', (request) => reading.delete(request))
  // One that the next reading has replaced ends as well.
  page.on('requestfailed', (request) => reading.delete(request))
  // What the first answer begins is under way when the second one comes.
  for (let answers = 0; answers < 2; answers += 1) await page.waitForResponse(/\/api\/orders\/ord_\w+$/)
  await expect.poll(() => reading.size).toBe(0)
}

/** Waits until what the offer on the page rests on has to be asked again. */
function readingsGrowOld(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, TIMERS.readingsAreFresh / OTHER_TIME_SCALE + 500))
}

/** The payments that were begun for a buyer, by the payment provider's own books. */
async function paymentsOf({ email }: Buyer, { dataDir }: OtherStore): Promise<unknown[]> {
  const answer = await fetch(`${innerServers(dataDir).payments}/_control/ledger`)
  const { payments } = (await answer.json()) as { payments: { customerEmail: string | null }[] }

  return payments.filter(({ customerEmail }) => customerEmail === email)
}
