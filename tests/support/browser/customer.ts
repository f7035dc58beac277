import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { accessibilityViolations } from '#tests/support/browser/accessibility.ts'
import type { Buyer, Mail } from '#tests/support/browser/buyer.ts'
import { findGoods } from '#tests/support/browser/goods.ts'

/** Somebody with a mailbox. */
export type Reader = { email: string; mails: () => Promise<Mail[]> }

/** Buys an eSIM, up to the page that says that it is ready. */
export async function buys(request: APIRequestContext, buyer: Buyer): Promise<void> {
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' })
  await buyer.choose(goods)
  await buyer.order()
  await buyer.payWith('success')
  await buyer.awaitReady()
}

/** Has a link mailed from the sign-in page, and presses the button that it leads to: the door, or the second step behind it. */
export async function followLink(page: Page, { email, mails }: Reader): Promise<void> {
  const links = async (): Promise<string[]> => JSON.stringify(await mails()).match(/\/verify\/[\w-]+/g) ?? []
  const former = await links()
  const findLink = async () => (await links()).find((link) => !former.includes(link))
  await page.goto('/sign-in', { waitUntil: 'networkidle' })
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Mail me a link instead' }).click()
  await expect.poll(findLink, { timeout: 30_000 }).toBeDefined()
  await page.goto((await findLink()) ?? '', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs a customer in by a mailed link, in this page. */
export async function signInByLink(page: Page, reader: Reader): Promise<void> {
  await followLink(page, reader)
  await expect(page.getByRole('heading', { level: 1, name: 'My eSIMs' })).toBeVisible()
}

/** Expects that the automatic check finds nothing on the page as it stands. */
export async function passesCheck(page: Page): Promise<void> {
  const violations = await accessibilityViolations(page)
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([])
}
