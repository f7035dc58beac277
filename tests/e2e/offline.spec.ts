import { expect, type Page } from '@playwright/test'
import { openPart } from '#tests/support/browser/buyer.ts'
import { findGoods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'
import { readQr } from '#tests/support/browser/read-qr.ts'
import { callerOf } from '#tests/support/browser/store-under-test.ts'

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
  const remove = page.getByRole('button', { name: 'Remove from this device' })
  await expect(remove).toBeEnabled()
  await page.locator('main').evaluate(translate)
  await remove.click()
  await expect(remove).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByRole('heading', { level: 1 }), 'a translated page goes on').toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Keep available offline' })).toBeEnabled()
  await context.setOffline(true)
  await expect(page.reload()).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
})

test('a page that has just heard news stays when the line drops then, and tells them when it is back', async ({
  page,
  request,
  buyer,
}) => {
  const goods = await findGoods(request, { slug: 'sweden', title: 'Sweden, 1 GB, 7 days', code: '752-0-7-1-G' })
  const call = await callerOf(page)
  const { quote } = await call<{ quote: { id: string } }>('/api/quotes', {
    planId: goods.planId,
    count: 1,
    locale: 'en',
  })
  const { orderId, payUrl } = await call<{ orderId: string; payUrl: string }>('/api/orders', {
    items: [{ quoteId: quote.id }],
    email: buyer.email,
    consents: { terms: true, withdrawalInfo: true, deviceChecked: false },
  })
  await page.goto(`/o/${orderId}`, { waitUntil: 'networkidle' })
  const heading = page.getByRole('heading', { level: 1 })
  const before = (await heading.textContent()) ?? ''
  const { version } = (await (await page.request.get(`/api/orders/${orderId}`)).json()).data
  const cut = cutLineAfter(page, `**/api/orders/${orderId}`, (data) => data.version !== version)
  await page.request.post(payUrl, { form: { success: '1' }, maxRedirects: 0 })

  const mend = await cut
  await page.waitForTimeout(1_000)
  await expect(heading).toHaveText(before)
  await mend()
  await buyer.awaitReady()
})

test('a QR code that was just shown stays on the screen when the line drops then', async ({ page, request, buyer }) => {
  const goods = await findGoods(request, { slug: 'sweden', title: 'Sweden, 3 GB, 15 days', code: '752-0-15-3-G' })
  await buyer.buys(goods)
  const cut = cutLineAfter(page, '**/api/esims/*/reveal', () => true)
  await buyer.open()

  const mend = await cut
  await page.waitForTimeout(1_000)
  await expect(page.getByRole('img', { name: /^QR code for eSIM/ })).toBeVisible()
  await mend()
  await expect(page.getByText(/^QR code shown, right of withdrawal ended/)).toBeAttached()
})

/** Lets the first answer through that is meant, and nothing after it. Answers then how to mend the line. */
async function cutLineAfter(
  page: Page,
  address: string,
  isMeant: (data: Record<string, unknown>) => boolean,
): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    const response = await route.fetch()
    if (isMeant((await response.json()).data)) {
      await page.route('**/*', (later) => later.abort('internetdisconnected'))
      resolve()
    }
    await route.fulfill({ response })
  })
  await promise

  return () => page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** The addresses of pages that this device has a copy of, apart from the one that was asked for. */
async function keptAddresses(page: Page, order: string): Promise<string[]> {
  const kept = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
    const requests = await Promise.all(caches.map((cache) => cache.keys()))

    return requests.flat().map(({ url }) => url)
  })

  return kept.filter((url) => !/\/(_next|flags|icons|brand)\//.test(url) && !url.startsWith(`${order}/esims/`))
}

/** In the page: puts elements in the place of texts, as a browser does that translates it. */
function translate(main: Element): void {
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const translated = document.createElement('font')
    translated.append(text.data)
    text.replaceWith(translated)
  }
}
