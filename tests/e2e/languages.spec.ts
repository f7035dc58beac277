import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { SHIPPED_LOCALES, STAFF_LOCALES } from '#lib/core/i18n/config.ts'
import type { MessageTree } from '#lib/core/i18n/direction.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { opens } from '#tests/support/browser/open-page.ts'
import { test } from '#tests/support/browser/other-journey.ts'
import { entersAsOwner } from '#tests/support/browser/owner.ts'
import { beyondTheEdge, passesCheck } from '#tests/support/browser/page-checks.ts'
import { headOf, seenPage } from '#tests/support/browser/seen-page.ts'
import { callerOf } from '#tests/support/browser/store-under-test.ts'
import { linkedDataProblems } from '#tests/support/linked-data.ts'

// They change the languages of one store one after the other.
test.describe.configure({ mode: 'serial' })

const SETTINGS = '/admin/settings/languages'

test('a language is added, filled by a file, looked at and shown, while the shop runs', async ({ page, other }) => {
  await entersAsOwner(page, 'olga@example.com', other.dataDir)
  await opens(page, SETTINGS)
  await page.locator('#add-language').selectOption({ label: 'Korean' })
  await page.getByRole('button', { name: 'Add language' }).click()
  const row = page.getByRole('row', { name: /한국어/ })
  await expect(row).toContainText('in preparation')
  await expect(row).toContainText(/0 of \d{4}/)
  await passesCheck(page)

  const texts = await exportOf(page.request, 'ko')
  const said = prefixed(texts)
  const shop = said.shop as { home: { title: string }; destination: { title: string } }
  shop.destination.title = '가 eSIM'
  shop.home.title = '가 <img src=x onerror=alert(1)> eSIM'
  await page.locator('#import-language').selectOption({ label: '한국어' })
  await chooseFile(page, JSON.stringify(said))

  await expect(page.getByText(/^[\d,]{5} texts would change/)).toBeVisible()
  const refused = page.getByRole('listitem').filter({ has: page.locator('code') })
  await expect(refused).toHaveText([
    /shop\.home\.title The text can’t be read: INVALID_TAG/,
    /shop\.destination\.title Values or marks differ from the English text: \{name\}/,
  ])
  await expect.poll(() => statusOf(page.request, '/ko')).toBe(200)
  await page.getByRole('button', { name: /^Use [\d,]{5} texts$/ }).click()
  await expect(page.getByText(/texts are in use now: 한국어/)).toBeVisible()
  await expect(row).toContainText(/\d{4} of \d{4}What is missing/)

  await chooseFile(
    page,
    JSON.stringify({ shop: { home: { title: '가<br></br>집' }, destination: { title: '{name} 가' } } }),
  )
  await expect(page.getByText('1 text differs from the glossary, and can be used:')).toBeVisible()
  await expect(refused.first()).toHaveText(/^shop\.\w+\.title A name is missing: eSIM$/)
  await page.getByRole('button', { name: 'Use 2 texts' }).click()
  await expect(row).toContainText(/(\d{4}) of \1/)

  // In preparation: there by its address, and nothing leads to it.
  const looker = await page.context().newPage()
  await expect.poll(async () => (await seen(looker, '/ko')).heading).toBe('가집')
  expect((await headOf(looker)).names.robots).toMatch(/noindex/)
  expect((await seen(looker, '/')).text).not.toContain('한국어')
  expect(await siteMap(page.request)).not.toContain('/sitemaps/ko-')

  await page.getByRole('checkbox', { name: '한국어' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row.getByText('shown', { exact: true })).toBeVisible()
  await expect.poll(async () => (await headOf(await opened(looker, '/'))).languages.ko).toMatch(/\/ko$/)
  await expect.poll(async () => (await headOf(await opened(looker, '/ko'))).names.robots).toBeUndefined()
  await expect.poll(() => siteMap(page.request)).toContain('/sitemaps/ko-0.xml')
  await looker.goto('/ko/destinations/japan')
  await expect(looker.getByRole('heading', { level: 1 })).toHaveText('일본 가')
  await looker.goto('/find?lang=ko')
  await expect(looker.locator('html')).toHaveAttribute('lang', 'ko')
  const mail = await page.request.get('/api/admin/settings/mails/order_ready?lang=ko&form=text')
  expect(await mail.text()).toContain('가 ')
})

test('a file that cannot be read says why, and nothing is lost', async ({ page, other }) => {
  await entersAsOwner(page, 'olga@example.com', other.dataDir)
  await opens(page, SETTINGS)
  const before = JSON.stringify(await exportOf(page.request, 'ko'))
  await page.locator('#import-language').selectOption({ label: '한국어' })

  for (const [file, answer] of [
    [Buffer.from('{"shop":{"home":{"title":"Zuhause f\xfcr"}}}', 'latin1'), 'This file is not in UTF-8.'],
    [Buffer.from('shop;home;title'), 'This file is neither XLIFF 2 nor JSON.'],
    [Buffer.from(await exported(page.request, 'de', 'xliff')), 'This file is for another language.'],
  ] as const) {
    await page.getByLabel('File of a translator').setInputFiles({ name: 'file', mimeType: 'text/plain', buffer: file })
    await page.getByRole('button', { name: 'Check file' }).click()
    await expect(page.getByRole('alert').filter({ hasText: answer })).toBeVisible()
  }
  const large = { name: 'file', mimeType: 'text/plain', buffer: Buffer.alloc(20_000_000, 'a') }
  await page.getByLabel('File of a translator').setInputFiles(large)
  await expect(page.getByText('This file is too large: up to 2 MB.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check file' })).toBeDisabled()
  expect(JSON.stringify(await exportOf(page.request, 'ko'))).toBe(before)
})

test('a language that the shop shows cannot be removed, one that it no longer shows can', async ({ page, other }) => {
  await entersAsOwner(page, 'olga@example.com', other.dataDir)
  await opens(page, SETTINGS)
  const remove = async () => {
    await page.getByRole('button', { name: 'Remove texts: 한국어' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove texts' }).click()
  }

  await remove()
  await expect(page.getByRole('dialog')).toContainText('Take the language out of the shop first.')
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: '한국어' }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /한국어/ })).toContainText('in preparation')
  await remove()
  await expect(page.getByRole('dialog')).toContainText('Done.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /한국어/ })).toHaveCount(0)
  await expect.poll(() => statusOf(page.request, '/ko')).toBe(404)
})

test('all languages that come along are whole: their pages, their head and what machines are told', async ({
  page,
  other,
}) => {
  await entersAsOwner(page, 'olga@example.com', other.dataDir)
  const changes = [{ key: 'shop.languages', value: [...SHIPPED_LOCALES], seen: null }]
  const call = await callerOf(page)
  await call('/api/admin/settings', { changes })
  await expect.poll(() => siteMap(page.request)).toContain('/sitemaps/zh-0.xml')
  await page.setViewportSize({ width: 360, height: 740 })
  const plan = await firstPlan(page.request)

  for (const locale of SHIPPED_LOCALES.filter((one) => !STAFF_LOCALES.some((of) => of === one))) {
    for (const path of ['/', '/destinations', '/destinations/japan', plan, '/help/install-iphone', '/legal/terms']) {
      await page.goto(localePath(locale, path))
      const { languages, properties } = await headOf(page)
      expect(Object.keys(languages), path).toEqual([...SHIPPED_LOCALES, 'x-default'])
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      expect(await beyondTheEdge(page), `${locale} ${path}`).toEqual([])
      const { blocks, ...shown } = await seenPage(page)
      for (const block of blocks) expect(linkedDataProblems(JSON.parse(block), shown), `${locale} ${path}`).toEqual([])
      if (path === '/destinations/japan') {
        await passesCheck(page)
        const picture = await page.request.get(new URL(properties['og:image'] ?? '').pathname)
        expect(picture.headers()['content-type']).toBe('image/png')
      }
    }
  }
})

const siteMap = async (request: APIRequestContext) => (await request.get('/sitemap.xml')).text()

const statusOf = async (request: APIRequestContext, path: string) => (await request.get(path)).status()

async function opened(page: Page, path: string): Promise<Page> {
  await page.goto(path)

  return page
}

const seen = async (page: Page, path: string) => seenPage(await opened(page, path))

async function exported(request: APIRequestContext, locale: string, form: 'json' | 'xliff'): Promise<string> {
  return (await request.get(`/api/admin/settings/languages/${locale}?form=${form}`)).text()
}

async function exportOf(request: APIRequestContext, locale: string): Promise<MessageTree> {
  return JSON.parse(await exported(request, locale, 'json'))
}

/** The same texts, each with a letter of the language before it. */
function prefixed(tree: MessageTree): MessageTree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [key, typeof value === 'string' ? `가 ${value}` : prefixed(value)]),
  )
}

async function chooseFile(page: Page, text: string): Promise<void> {
  const file = { name: 'ko.json', mimeType: 'application/json', buffer: Buffer.from(text) }
  await page.getByLabel('File of a translator').setInputFiles(file)
  await page.getByRole('button', { name: 'Check file' }).click()
}

async function firstPlan(request: APIRequestContext): Promise<string> {
  const answer = await request.get('/api/catalogue/plans/en/japan')
  const { data } = (await answer.json()) as { data: { plans: { id: string }[] } }

  return `/plans/${data.plans[0]?.id}`
}
