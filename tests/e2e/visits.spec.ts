import { expect } from '@playwright/test'
import { makeBuyer } from '#tests/support/browser/buyer.ts'
import { findGoods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/other-journey.ts'
import { entersAsOwner } from '#tests/support/browser/owner.ts'
import { fitsPhone, passesCheckInBothColorSchemes } from '#tests/support/browser/page-checks.ts'

test('a visit is counted from the destination to the eSIM, once each, and what was fetched ahead is not', async ({
  page,
  buyer,
  browser,
  other,
}) => {
  const office = await (await browser.newContext({ baseURL: other.url })).newPage()
  await entersAsOwner(office, 'olga@example.com', other.dataDir)
  await office.goto('/admin/finance/visits')
  await expect(office.getByText('Counting is switched off.')).toBeVisible()
  await office.goto('/admin/settings/tools', { waitUntil: 'networkidle' })
  await office.getByLabel('Count visits').check()
  await office.getByRole('button', { name: 'Save' }).click()
  await expect(office.getByText('Saved. It holds from now on.')).toBeVisible()

  // Pages that were kept from before are shown once more.
  const plans =
    /href="(\/plans\/pln_\w+)"/.exec(await (await page.request.get('/destinations/japan')).text())?.[1] ?? ''
  for (const path of ['/destinations/japan', plans]) {
    // As a document, and as what a press on a link asks for.
    for (const headers of [{}, { rsc: '1' }]) {
      await expect.poll(async () => (await page.request.get(path, { headers })).text(), path).toContain('VisitStep')
    }
  }

  const told: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/visits') && told.push(new URL(page.url()).pathname))
  await page.goto('/destinations/japan?utm_source=mail&utm_campaign=May%20sale', {
    waitUntil: 'networkidle',
    referer: 'https://www.news.example/travel?reader=7',
  })
  await expect.poll(() => told).toHaveLength(1)
  const plan = page.locator(`main a[href="${plans}"]`).first()
  await plan.hover()
  await page.waitForLoadState('networkidle')
  expect(told).toEqual(['/destinations/japan'])

  await plan.click()
  await page.waitForURL('**/plans/**')
  await expect.poll(() => told).toHaveLength(2)
  await page.goBack()
  await page.reload({ waitUntil: 'networkidle' })
  expect(told).toHaveLength(2)
  const goods = await findGoods(page.request, { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' })
  await buyer.choose(goods)
  await expect.poll(() => told).toHaveLength(3)
  expect(told[2]).toMatch(/^\/checkout\//)
  expect((await page.context().cookies()).map(({ name }) => name).filter((name) => /visit/.test(name))).toEqual([])

  await buyer.order()
  await buyer.payWith('success')
  await buyer.awaitReady()
  // Somebody else, whose browser tells nothing.
  const quiet = await browser.newContext({ baseURL: other.url })
  await makeBuyer(await quiet.newPage()).buys(goods)

  await office.goto('/admin/finance/visits?by=campaign&source=mail', { waitUntil: 'networkidle' })
  const row = office.getByRole('row', { name: /May-sale/ })
  await expect(row.getByRole('cell')).toHaveText(['1', ...Array.from({ length: 4 }, () => /^1\s*100%$/)])
  await office.goto('/admin/finance/visits?by=campaign')
  await expect(office.getByRole('row', { name: /visit not counted/ }).getByRole('cell')).toHaveText([
    ...Array.from({ length: 3 }, () => 'not counted'),
    // Other journeys buy in this store too.
    /^[1-9]\d*$/,
    /^[1-9]\d*\s*[\d.]+%$/,
  ])
  await office.goto('/admin/finance/visits?by=referrer&campaign=May-sale')
  await expect(office.getByRole('rowheader')).toHaveText(['news.example'])
  await passesCheckInBothColorSchemes(office)
  await fitsPhone(office)
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await office.goto(`/admin/finance/visits?from=${yesterday}`)
  await expect(office.getByRole('row', { name: yesterday }).getByRole('cell').first()).toHaveText('not counted')
})

test('a buyer may ask for one reminder where the owner sends them, and the order keeps what was ticked', async ({
  page,
  buyer,
  browser,
  other,
}) => {
  const goods = await findGoods(page.request, { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' })
  const tick = page.getByLabel('Email me once if I do not complete my order')
  await buyer.choose(goods)
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(tick).toHaveCount(0)

  const office = await (await browser.newContext({ baseURL: other.url })).newPage()
  await entersAsOwner(office, 'olga@example.com', other.dataDir)
  await office.goto('/admin/settings/delivery', { waitUntil: 'networkidle' })
  await office.getByLabel('Remind buyers who do not finish').check()
  await office.getByRole('button', { name: 'Save' }).click()
  await expect(office.getByText('Saved. It holds from now on.')).toBeVisible()

  await page.reload({ waitUntil: 'networkidle' })
  await expect(tick).not.toBeChecked()
  await tick.check()
  await passesCheckInBothColorSchemes(page)
  await fitsPhone(page)
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/orders'))
  await buyer.order()
  expect((await sent).postDataJSON().consents).toMatchObject({ remind: true })
  await page.waitForURL(/\/pay\//)
})
