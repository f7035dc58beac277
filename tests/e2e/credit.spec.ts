import { type Browser, expect, type Page } from '@playwright/test'
import { findGoods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'
import { isAlive, opensAgain } from '#tests/support/browser/open-page.ts'
import { buys, entersAsOwner, entersByLink } from '#tests/support/browser/owner.ts'
import { passesCheck } from '#tests/support/browser/page-checks.ts'

/** Somebody of the store, on the page of a customer. */
async function atCustomer(browser: Browser, owner: string, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await entersAsOwner(page, owner)
  await page.goto(`/admin/customers?q=${encodeURIComponent(email)}`)
  await page.getByRole('link', { name: email }).click()
  await page.waitForURL(/customers\/\w+/)
  await isAlive(page)

  return page
}

async function confirm(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name }).click()
  await expect(page.getByText(/^(Done|Kept)\./)).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
}

test('credit that two persons agreed to is spent with one press, and both sides see what is left', async ({
  page,
  browser,
  request,
  buyer,
  provider,
}) => {
  await buys(request, buyer)
  const giving = await atCustomer(browser, 'olga@example.com', buyer.email)
  const agreeing = await atCustomer(browser, 'second@example.com', buyer.email)
  await giving.getByRole('button', { name: 'Give credit' }).click()
  await giving.getByLabel(/^Sum/).fill('2,50')
  await giving.getByLabel(/^Reason/).fill('A day without network')
  await passesCheck(giving)
  await confirm(giving, 'Give credit')
  const credit = giving.getByRole('region', { name: 'Credit' })
  await expect(credit).toContainText('waits for a second person')
  await expect(credit.getByRole('button', { name: /^Agree/ })).toHaveCount(0)
  await opensAgain(agreeing)
  await agreeing.getByRole('button', { name: /^Agree/ }).click()
  await confirm(agreeing, 'Agree')
  await expect(agreeing.getByRole('region', { name: 'Credit' })).toContainText('can be spent')

  const findCode = async () => /CREDIT-\w{5}-\w{5}/.exec(JSON.stringify(await buyer.mails()))?.[0]
  await expect.poll(findCode).toBeDefined()
  const code = (await findCode()) ?? ''
  await entersByLink(page, buyer)
  await expect(page.getByRole('main')).toContainText('$2.50 to spend')
  await expect(page.getByRole('main')).toContainText(code)
  await passesCheck(page)

  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 500 MB, 1 day', code: '392-0-1-500-M' })
  await buyer.choose(goods)
  await page.getByRole('button', { name: 'Use your credit of $2.50' }).click()
  await expect(page.getByText(`Credit ${code}`)).toBeVisible()
  await buyer.order()
  await buyer.payWith('success')
  await buyer.awaitReady()
  expect(await provider.placements(goods.priceId)).toHaveLength(1)
  expect(await provider.forfeits(goods.priceId)).toHaveLength(0)

  await opensAgain(agreeing)
  const spent = agreeing.getByRole('region', { name: 'Credit' })
  await expect(spent.getByRole('link', { name: /^LF-/ })).toHaveCount(1)
  await expect(spent).not.toContainText('2.50 USD of 2.50 USD')
  await giving.context().close()
  await agreeing.context().close()
})
