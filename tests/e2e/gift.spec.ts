import { expect } from '@playwright/test'
import { findGoods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'
import { opens, opensAgain } from '#tests/support/browser/open-page.ts'
import { fitsPhone, passesCheckInBothColorSchemes } from '#tests/support/browser/page-checks.ts'
import { innerServers } from '#tests/support/browser/store-under-test.ts'

test('an eSIM is bought for somebody else, who gets it by mail and opens it with the PIN in there', async ({
  page,
  buyer,
  browser,
  provider,
}) => {
  const friend = `friend-${Date.now()}@example.com`
  const goods = await findGoods(page.request, { slug: 'japan', title: 'Japan, 1 GB, 7 days', code: '392-0-7-1-G' })
  await buyer.choose(goods)
  await page.getByLabel('Gift', { exact: true }).check()
  await buyer.order()
  await expect(page.getByText('Enter the recipient’s email and your name.')).toBeVisible()
  await expect(page.getByLabel('Send to')).toBeFocused()
  await passesCheckInBothColorSchemes(page)
  await fitsPhone(page)

  await page.getByLabel('Send to').fill(friend)
  await page.getByLabel('Your name').fill('Ana Ruiz')
  await page.getByLabel('Message').fill('Look: www.photos.example')
  await page.getByLabel('Send on').fill(new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10))
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await expect(page.getByText('No links, please.')).toBeVisible()
  await page.getByLabel('Message').fill('Happy birthday!')
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await expect(page.getByText('Choose a day within the next 60 days.')).toBeVisible()
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Send on').fill(day)
  await opensAgain(page)
  // What was typed outlives a reload.
  await expect(page.getByLabel('Your name')).toHaveValue('Ana Ruiz')
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await buyer.payWith('success')
  await buyer.awaitReady()

  const panel = page.locator('#gift')
  await expect(panel).toContainText(/We send it to f•••@example\.com on /)
  const mailsOf = async (address: string) => {
    const answer = await fetch(`${innerServers().mail}/_control/mails?to=${encodeURIComponent(address)}`)

    return ((await answer.json()) as { mails: { subject: string; text: string }[] }).mails
  }
  expect(await mailsOf(friend)).toEqual([])
  await panel.getByRole('button', { name: 'Change' }).click()
  await expect(panel.getByLabel('Send to')).toBeFocused()
  await panel.getByRole('button', { name: 'Leave it' }).click()
  await expect(panel.getByRole('button', { name: 'Change' })).toBeFocused()
  await page.keyboard.press('Enter')
  await panel.getByLabel('Send to').fill(friend)
  await panel.getByLabel('Send on').fill('')
  await passesCheckInBothColorSchemes(page)
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByRole('heading')).toBeFocused()
  await expect.poll(async () => (await mailsOf(friend)).length, { timeout: 30_000 }).toBe(1)
  await page.reload()
  await expect(panel).toContainText(/Sent to f•••@example\.com on /)
  await expect(panel.getByRole('button')).toHaveCount(0)

  const [mail] = await mailsOf(friend)
  expect(mail?.subject).toBe('Ana Ruiz has a gift for you')
  const link = /https?:\/\/\S+\/e\/[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? ''
  const other = await (await browser.newContext()).newPage()
  await opens(other, link)
  await other.getByLabel(/PIN/).fill(/\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '')
  await other.keyboard.press('Enter')
  await expect(other.getByRole('heading', { name: /Japan/ }).first()).toBeVisible()
  await expect(other.getByRole('button', { name: 'Show QR code' })).toBeVisible()
  expect(await other.content()).not.toContain(buyer.email)
  expect(await provider.placements(goods.priceId)).toHaveLength(1)
  expect(await provider.forfeits(goods.priceId)).toHaveLength(0)
})
