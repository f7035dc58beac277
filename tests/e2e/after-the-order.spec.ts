import { expect } from '@playwright/test'
import { openPart } from '#tests/support/browser/buyer.ts'
import { findGoods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'
import { opens, opensAgain } from '#tests/support/browser/open-page.ts'
import { readQr } from '#tests/support/browser/read-qr.ts'

const DAY_MS = 86_400_000

test('while nobody knows whether the order exists, the page asks for no second payment, then it delivers by itself', async ({
  page,
  request,
  buyer,
  provider,
}) => {
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 5 GB, 30 days', code: '392-0-30-5-G' })
  await provider.misbehave(goods.priceId, { path: 'addEsimOrder', when: 'after', kind: 'reset' })
  await provider.misbehave(goods.priceId, { path: 'addEsimOrder', when: 'after', kind: 'invisible', ms: DAY_MS })
  await buyer.pays(goods)

  await expect(page.getByRole('heading', { level: 1 })).toContainText('Please don’t pay again')
  await expect(page.getByText('reserved, not charged')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Cancel and refund/ })).toBeVisible()
  const placed = await provider.placements(goods.priceId)
  expect(placed).toHaveLength(1)

  await provider.changeOrder({ orderNum: placed[0]?.orderNum ?? '', isHidden: false })
  await buyer.awaitReady()
  await buyer.open()
  await openPart(page, 'Receipt')
  await expect(page.getByText('Ordered, not confirmed yet; we keep checking')).toBeVisible()
  expect(await provider.placements(goods.priceId)).toHaveLength(1)
  expect([readQr(await page.locator('.plate').screenshot())]).toEqual(await provider.issued(goods.priceId))
  expect(await provider.forfeits(goods.priceId)).toHaveLength(0)
})

test('a guest comes back by the link in the mail, in another browser', async ({
  request,
  browser,
  buyer,
  provider,
}) => {
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 10 GB, 30 days', code: '392-0-30-10-G' })
  await buyer.buys(goods)
  await expect
    .poll(async () => (await buyer.mails()).map(({ subject }) => subject))
    .toContainEqual(expect.stringContaining('ready'))
  const ready = (await buyer.mails()).find(({ subject }) => subject.includes('ready'))
  const link = ready?.links.find((href) => href.includes('/l/')) ?? ''
  expect(ready?.text).not.toContain('LPA:')

  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(link)

  await expect(elsewhere).toHaveURL(/\/o\/ord_[0-9A-Z]+$/)
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Your eSIM is ready')
  await openPart(elsewhere, 'Manage')
  await expect(elsewhere.getByRole('heading', { name: 'Data on your eSIMs' })).toBeVisible()
  await expect(elsewhere.getByRole('button', { name: 'Correct it' })).toHaveCount(0)
  expect(await provider.forfeits(goods.priceId)).toHaveLength(0)
})

test('a link that opens nothing leads to a calm line, and an order of somebody else does not exist', async ({
  page,
}) => {
  await page.goto('/l/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')
  await expect(page).toHaveURL(/\/find\?link=unknown$/)
  await expect(page.getByText('That link does not open an order any more.')).toBeVisible()

  await page.goto('/o/ord_00000000000000000000000000')
  await expect(page).toHaveURL(/\/find\?link=unknown$/)
  const status = await page.evaluate(async () => (await fetch('/api/orders/ord_00000000000000000000000000')).status)
  expect(status).toBe(404)
})

test('asking for the link gives the same answer for a stranger', async ({ page }) => {
  await opens(page, '/find')
  await page.getByLabel('Email used for the order').fill('nobody@example.com')
  await page.getByLabel(/^Order number/).fill('LF-0000-0000')
  await page.getByRole('button', { name: 'Mail me the link' }).click()

  await expect(page.getByRole('heading', { name: 'Look in your mailbox' })).toBeVisible()
  await expect(page.getByText(/we always give this same answer/)).toBeVisible()
})

test('the parts below an eSIM are folded and say how they stand, and a link into one of them opens it', async ({
  page,
  request,
  buyer,
}) => {
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' })
  await buyer.buys(goods)
  const order = page.url().split('#')[0] ?? ''
  const parts = page.locator('details.part')
  const reminders = page.getByRole('heading', { name: 'Email reminders' })
  await expect(parts).toHaveCount(4)
  await expect(page.locator('details.part[open]')).toHaveCount(0)
  await expect(parts.filter({ hasText: 'Refund' }).locator('summary')).toContainText('You can request one')
  await expect(page.locator('#receipt summary')).toContainText(/\d/)

  // Its own tab: with the page open already, only the part of the address that no server sees would change.
  const mailed = await page.context().newPage()
  await mailed.goto(`${order}#reminders`)
  await expect(mailed.getByRole('heading', { name: 'Email reminders' })).toBeInViewport()
  await mailed.close()

  await page.locator('#manage summary').focus()
  await page.keyboard.press('Enter')
  await expect(reminders).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(reminders).toBeHidden()
})

test('reminders ticked off quickly are kept as they were ticked last, also where the first of them failed', async ({
  page,
  request,
  buyer,
}) => {
  await buyer.buys(await findGoods(request, { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' }))
  const manage = page.locator('#manage')
  const box = (name: RegExp) => manage.getByRole('checkbox', { name })
  const [soon, low, usedUp, ending] = [/^Install soon/, /^80%/, /is used up$/, /^The plan ends/] as const
  let answered = 0
  let sent = 0
  await page.route('**/reminders', async (route) => {
    sent += 1
    const place = sent
    // The first of two arrives last, if the other is sent meanwhile.
    if (place % 2 === 1) await page.waitForTimeout(1_500)
    if (place === 3) await route.abort()
    else await route.continue()
    answered += 1
  })
  await openPart(page, 'Manage')

  await box(soon).uncheck()
  await box(low).uncheck()
  await expect.poll(() => answered).toBe(2)
  await expect(manage.getByText('Saved.')).toBeVisible()
  await opensAgain(page)
  await openPart(page, 'Manage')
  await expect(box(soon)).not.toBeChecked()
  await expect(box(low)).not.toBeChecked()

  await box(usedUp).uncheck()
  await box(ending).uncheck()
  await expect.poll(() => answered).toBe(4)
  await expect(manage.getByText('Saved.')).toBeVisible()
  await expect(box(usedUp)).not.toBeChecked()
  await expect(box(ending)).not.toBeChecked()
})
