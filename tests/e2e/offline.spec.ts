import { expect, type Page } from '@playwright/test'
import { openPart } from '#tests/support/browser/buyer.ts'
import { findGoods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'
import { readQr } from '#tests/support/browser/read-qr.ts'

test('the page of an eSIM that was kept opens without a network, its QR code can be read, and a second press removes it', async ({
  page,
  context,
  request,
  buyer,
  provider,
}) => {
  const goods = await findGoods(request, { slug: 'italy', title: 'Italy, 2 GB, 15 days', code: '380-0-15-2-G' })
  await buyer.buys(goods)
  await buyer.open()
  await openPart(page, 'Manage')
  await page.getByRole('link', { name: 'Page of this eSIM' }).click()
  await page.waitForURL(/\/o\/ord_\w+\/esims\/crd_\w+$/)
  const order = page.url().replace(/\/esims\/.*/, '')
  await page.getByRole('button', { name: 'Keep available offline' }).click()
  await expect(page.getByText(/^Saved on this device at/)).toBeVisible()

  await context.setOffline(true)
  await page.reload()

  expect([readQr(await page.locator('.plate').screenshot())]).toEqual(await provider.issued(goods.priceId))
  await expect(page.getByText(/^This is the copy of/)).toBeVisible()
  const other = await context.newPage()
  await expect(other.goto(order)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
  await other.close()
  expect(await keptAddresses(page, order)).toEqual([])

  await context.setOffline(false)
  await page.reload()
  await page.getByRole('button', { name: 'Remove from this device' }).click()
  await expect(page.getByRole('button', { name: 'Keep available offline' })).toBeEnabled()
  await context.setOffline(true)
  await expect(page.reload()).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
})

/** The addresses of pages that this device has a copy of, apart from the one that was asked for. */
async function keptAddresses(page: Page, order: string): Promise<string[]> {
  const kept = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
    const requests = await Promise.all(caches.map((cache) => cache.keys()))

    return requests.flat().map(({ url }) => url)
  })

  return kept.filter((url) => !/\/(_next|flags|icons|brand)\//.test(url) && !url.startsWith(`${order}/esims/`))
}
