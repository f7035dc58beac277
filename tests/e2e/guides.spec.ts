import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { localTimeAt } from '#lib/core/rules/zoned-time.ts'
import { arrangeIn } from '#tests/support/browser/goods.ts'
import { holdCalls, holdScripts } from '#tests/support/browser/hold-scripts.ts'
import { isAlive, opens, opensAgain } from '#tests/support/browser/open-page.ts'
import { test } from '#tests/support/browser/other-journey.ts'
import { entersAsOwner } from '#tests/support/browser/owner.ts'
import {
  beyondTheEdge,
  fitsPhone,
  passesCheck,
  passesCheckInBothColorSchemes,
} from '#tests/support/browser/page-checks.ts'
import { footerOf, headOf, leadsTo, seenPage, siteMap } from '#tests/support/browser/seen-page.ts'
import { callerOf } from '#tests/support/browser/store-under-test.ts'
import { linkedDataProblems } from '#tests/support/linked-data.ts'

// The guides of one store are written one after the other.
test.describe.configure({ mode: 'default' })

const ZONE = 'Europe/Berlin'
const PHONE = { width: 360, height: 780 }
const TEXT = `A week of maps takes **3 GB**.

<script>window.hacked = 1</script><img src=x onerror="window.hacked = 2">

[A trap](javascript:window.hacked=3)

:::plans japan

## Which pass

| Pass | Days |
|---|--:|
| Whole country | 7 |

## At the gate

Set \`internet.example\`.

## My phone

:::phone

## Questions

:::questions
### Can I install it at home?
Yes.
:::
`

test('a guide is written, scheduled, published by the worker, found, moved, found by its old address and withdrawn', async ({
  page,
  other,
  browser,
}) => {
  await entersAsOwner(page, 'olga@example.com', other.dataDir)
  await opens(page, '/admin/guides/new')
  await page.getByLabel('Title').fill('Japan by train')
  await expect(page.getByLabel('Address')).toHaveValue('japan-by-train')
  await page.getByLabel('Text in Markdown').fill(TEXT)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'Which pass' })).toBeVisible()
  await expect(preview).toContainText('Line 3 HTML is shown as text: <script>')
  await expect(preview).toContainText('The description is missing.')
  await page.getByRole('button', { name: 'Line 5' }).click()
  expect(await page.evaluate(() => document.getSelection()?.toString())).toBe('[A trap](javascript:window.hacked=3)')
  await page.getByRole('button', { name: 'Save version' }).click()
  await page.waitForURL(/\/admin\/guides\/gui_/)
  await expect(page.getByRole('button', { name: 'Publish text' })).toBeDisabled()
  await page.getByLabel('Description').fill('Which pass, and which plan, for a week of trains.')
  await page.getByRole('button', { name: 'Save version' }).click()
  await expect(page.getByText('Saved as version 2')).toBeVisible()
  await passesCheckInBothColorSchemes(page)
  await fitsPhone(page)

  await page.getByRole('button', { name: 'Schedule text' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Day and time').fill(localTimeAt(new Date(Date.now() - 3_600_000), ZONE))
  await dialog.getByLabel('Time zone').selectOption(ZONE)
  await dialog.getByRole('button', { name: 'Schedule text' }).click()
  await expect(dialog.getByText('This time has passed.')).toBeVisible()
  await dialog.getByLabel('Day and time').fill(localTimeAt(new Date(Date.now() + 3_600_000), ZONE))
  await dialog.getByRole('button', { name: 'Schedule text' }).click()
  await expect(dialog).toContainText('Scheduled.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Version 2 follows on')).toBeVisible()
  expect(await statusOf(page.request, '/guides/japan-by-train')).toBe(404)
  await arrangeIn(other, 'make-due.ts')
  await expect.poll(() => statusOf(page.request, '/guides/japan-by-train')).toBe(200)

  const visitor = await browser.newContext({ baseURL: other.url })
  const reader = await visitor.newPage()
  const complaints: string[] = []
  reader.on('pageerror', ({ message }) => complaints.push(message))
  reader.on('console', (line) => line.type() === 'error' && complaints.push(line.text()))
  // The first visitor after a change may still be shown the page from before it.
  for (const path of ['/', '/destinations/japan', '/guides']) {
    await expect.poll(async () => (await page.request.get(path)).text()).toContain('/guides/japan-by-train')
  }
  expect(await footerOf(reader, '/')).toContain('Guides')
  expect(await footerOf(reader, '/de')).not.toContain('Ratgeber')
  await reader.goto('/')
  await expect(reader.locator('main').getByRole('link', { name: 'Japan by train' })).toBeVisible()
  await passesCheck(reader)
  // It shows plans of Japan, whose page knows it for that.
  await reader.goto('/destinations/japan')
  await expect(reader.locator('main').getByRole('link', { name: 'Japan by train' })).toBeVisible()
  await reader.locator('footer').getByRole('link', { name: 'Guides', exact: true }).click()
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Guides')
  await passesCheck(reader)
  await reader.getByRole('link', { name: 'Japan by train' }).click()
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Japan by train')
  await readsWell(reader, other.url)
  expect(complaints).toEqual([])
  await expect.poll(() => siteMap(page.request)).toMatch(/guides\/japan-by-train<\/loc><lastmod>20/)

  await opensAgain(page)
  await page.getByLabel('Address').fill('japan-rail')
  await page.getByRole('button', { name: 'Save version' }).click()
  await expect(page.getByText('Saved as version 3')).toBeVisible()
  await page.getByRole('button', { name: 'Publish text' }).click()
  await dialog.getByRole('button', { name: 'Publish text' }).click()
  await expect(dialog).toContainText('Published.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => leadsTo(page.request, '/guides/japan-by-train')).toBe('308 /guides/japan-rail')
  await reader.goto('/guides/japan-by-train')
  await expect(reader).toHaveURL(/\/guides\/japan-rail$/)

  await page.getByRole('button', { name: 'Withdraw text' }).click()
  await passesCheck(page)
  await dialog.getByRole('button', { name: 'Withdraw text' }).click()
  await expect(dialog).toContainText('Withdrawn.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  for (const path of ['/guides/japan-by-train', '/guides/japan-rail']) {
    await expect.poll(() => leadsTo(page.request, path)).toBe('308 /guides')
  }
  await expect.poll(() => siteMap(page.request)).not.toContain('/guides')
  await expect.poll(async () => (await footerOf(reader, '/')).includes('Guides')).toBe(false)
  await expect(reader.locator('main').getByRole('link', { name: 'Japan by train' })).toHaveCount(0)
  const listed = async () => {
    await reader.goto('/guides')

    return reader.locator('main').textContent()
  }
  await expect.poll(listed).toContain('There are no guides in this language at the moment.')
  expect((await headOf(reader)).names.robots).toMatch(/noindex/)
  await visitor.close()
})

/** Judges the page of the guide: what was written is there and nothing of it runs. */
async function readsWell(page: Page, origin: string): Promise<void> {
  const text = await page.locator('article').textContent()
  expect(text).toContain('<script>window.hacked = 1</script><img src=x onerror="window.hacked = 2">')
  expect(text).toContain('[A trap](javascript:window.hacked=3)')
  expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined()
  expect(await page.locator('article > p img, article a[href^="javascript:"]').count()).toBe(0)
  const plans = page.getByRole('region', { name: 'eSIM Japan' })
  await expect(plans.getByRole('listitem').first()).toContainText('$')
  expect(await plans.locator('a[href^="/plans/"]').count()).toBeGreaterThan(2)
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Questions' }).click()
  await expect(page).toHaveURL(/#questions$/)
  await page.getByText('Can I install it at home?').click()
  await expect(page.getByText('Yes.', { exact: true })).toBeVisible()
  await page.locator('article input').fill('iPhone 15')
  await expect(page.locator('article [aria-live]')).toContainText('iPhone')

  const head = await headOf(page)
  expect(head.title).toMatch(/^Japan by train \| /)
  expect(head.names.description).toBe('Which pass, and which plan, for a week of trains.')
  expect(new URL(head.canonical).pathname).toBe('/guides/japan-by-train')
  expect(Object.keys(head.languages).sort()).toEqual(['en', 'x-default'])
  const { blocks, ...seen } = await seenPage(page)
  const said = JSON.parse(blocks[0] ?? '')
  expect(said['@graph'].map((thing: { '@type': string }) => thing['@type'])).toEqual(['Article', 'BreadcrumbList'])
  expect(linkedDataProblems(said, seen)).toEqual([])
  const answer = await page.request.get('/guides/japan-by-train')
  expect(answer.headers()['cache-control']).toContain('s-maxage')
  expect(answer.headers()['set-cookie']).toBeUndefined()
  expect(new URL(answer.url()).origin).toBe(origin)
  await passesCheckInBothColorSchemes(page)
  await fitsPhone(page)
}

test('a section of the front page, a page of help and legal texts are written and published like a guide', async ({
  page,
  other,
  browser,
}) => {
  await entersAsOwner(page, 'olga@example.com', other.dataDir)
  const reader = await (await browser.newContext({ baseURL: other.url, viewport: PHONE })).newPage()
  const dialog = page.getByRole('dialog')
  const body = '## Ada, Vienna\n\nGood.\n\n| Week | Rating |\n|---|--:|\n| 1 | 5 |\n\n:::plans japan\n'
  const publish = async (kind: string, title: string, description: string) => {
    await opens(page, '/admin/guides')
    await page.getByRole('link', { name: kind }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(kind)
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Description').fill(description)
    await page.getByLabel('Text in Markdown').fill(body)
    await page.getByRole('button', { name: 'Save version' }).click()
    await page.waitForURL(/\/admin\/guides\/gui_/)
    await page.getByRole('button', { name: 'Publish text' }).click()
    await dialog.getByRole('button', { name: 'Publish text' }).click()
    await expect(dialog).toContainText('Published.')
    await dialog.getByRole('button', { name: 'Close' }).click()
  }

  await publish('New front page section', 'What travellers say', '')
  await expect.poll(async () => (await page.request.get('/')).text()).toContain('What travellers say')
  await reader.goto('/')
  const section = reader.locator('#section-what-travellers-say')
  await expect(section.getByRole('heading', { level: 2 })).toHaveText('What travellers say')
  await expect(section.getByRole('heading', { level: 3 }).first()).toHaveText('Ada, Vienna')
  await expect(section.getByRole('row', { name: '1 5' })).toBeVisible()
  await expect(section.getByRole('link', { name: /See plans/ })).toBeVisible()
  expect(await beyondTheEdge(reader)).toEqual([])
  await passesCheckInBothColorSchemes(reader)
  await page.getByRole('button', { name: 'Withdraw text' }).click()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Withdraw text' }).click()
  await expect(dialog).toContainText('Withdrawn.')
  await expect.poll(async () => (await page.request.get('/')).text()).not.toContain('What travellers say')

  await publish('New help page', 'Refunds', 'How money comes back.')
  await expect.poll(async () => (await page.request.get('/help/refunds')).text()).toContain('Ada, Vienna')
  await expect.poll(async () => (await page.request.get('/help')).text()).toContain('/help/refunds')
  await reader.goto('/help')
  await reader.getByRole('link', { name: 'Refunds', exact: true }).click()
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Refunds')
  await expect(reader.getByRole('heading', { level: 2 }).first()).toHaveText('Ada, Vienna')
  await passesCheckInBothColorSchemes(reader)
  expect(await beyondTheEdge(reader)).toEqual([])
  expect(await statusOf(page.request, '/de/help/refunds')).toBe(200)
  expect((await siteMap(page.request)).match(/\/help\/refunds</g)).toHaveLength(1)

  await opens(page, '/admin/settings/legal?page=imprint&in=en')
  await page.getByLabel('Text', { exact: true }).fill('# Seller\nShop Ltd\n1 Pier Road\n\n[Terms](/legal/none)\n')
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Seller' })).toBeVisible()
  await expect(page.getByText('The shop has no such page: /legal/none')).toBeVisible()
  await passesCheckInBothColorSchemes(page)
  await fitsPhone(page)
  await expect(page.getByRole('button', { name: 'Publish as version 1' })).toBeDisabled()
  await expect(page.getByLabel('Publish it with these.')).not.toBeChecked()
  await page.getByLabel('Text', { exact: true }).fill('# Seller\nShop Ltd\n1 Pier Road\n\n[Terms](/legal/terms)\n')
  await page.getByRole('button', { name: 'Publish as version 1' }).click()
  await expect.poll(async () => (await page.request.get('/legal/imprint')).text()).toContain('Pier Road')
  await reader.goto('/legal/imprint')
  // An address keeps its lines.
  expect(await reader.getByText('1 Pier Road').evaluate((one) => (one as HTMLElement).innerText)).toContain(
    'Shop Ltd\n1 Pier Road',
  )
  await reader.getByRole('main').getByRole('link', { name: 'Terms' }).click()
  await expect(reader).toHaveURL(/\/legal\/terms$/)
})

test('a guide in Arabic is read from the right, with code and foreign links set apart', async ({ page, other }) => {
  await entersAsOwner(page, 'olga@example.com', other.dataDir)
  const call = await callerOf(page)
  const words = { slug: 'japan-ar', title: 'اليابان بالقطار', description: 'أي تذكرة تستحق.' }
  const body =
    'اضبط `APN = internet.example` أو [example.com](https://example.com).\n\n:::plans japan\n\n```\nAPN: x\n```'
  const { id } = await call<{ id: string }>('/api/admin/guides', { place: 'guide', locale: 'ar', ...words, body })
  await call(`/api/admin/guides/${id}/ar/publish`, { seen: 1, isSure: false, at: null })

  await opens(page, `/admin/guides/${id}?in=ar`)
  await expect(page.getByLabel('Text in Markdown')).toHaveAttribute('dir', 'rtl')
  await passesCheck(page)
  await page.setViewportSize(PHONE)
  await expect.poll(() => statusOf(page.request, '/ar/guides/japan-ar')).toBe(200)
  await opens(page, '/ar/guides/japan-ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const directionOf = (place: string) =>
    page
      .locator(`article ${place}`)
      .first()
      .evaluate((one) => getComputedStyle(one).direction)
  expect([await directionOf('p'), await directionOf('p code'), await directionOf('pre')]).toEqual(['rtl', 'ltr', 'ltr'])
  expect(await page.locator('article p a bdi').evaluate((one) => getComputedStyle(one).unicodeBidi)).toMatch(/isolate/)
  expect(await beyondTheEdge(page)).toEqual([])
  await passesCheckInBothColorSchemes(page)
  // The menu of languages keeps the path: where a guide is not translated it leads to the list.
  expect(await leadsTo(page.request, '/de/guides/japan-ar')).toBe('307 /de/guides')
})

test('what two people write at once is shown beside each other, and nothing is lost', async ({ page, other }) => {
  await entersAsOwner(page, 'olga@example.com', other.dataDir)
  const call = await callerOf(page)
  const words = { slug: 'two', title: 'Two', description: 'D', body: 'First.' }
  const { id } = await call<{ id: string }>('/api/admin/guides', { place: 'guide', locale: 'en', ...words })
  await opens(page, `/admin/guides/${id}?in=en`)
  await page.getByLabel('Text in Markdown').fill('Mine.')
  await call(`/api/admin/guides/${id}/en`, { seen: 1, ...words, body: 'Theirs.' })
  await page.getByRole('button', { name: 'Save version' }).click()

  const conflict = page.getByRole('alert').filter({ hasText: 'Text in Markdown' })
  await expect(conflict.getByRole('textbox')).toHaveCount(2)
  expect(
    await conflict.getByRole('textbox').evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value)),
  ).toEqual([...['Theirs.', 'Mine.']])
  await passesCheck(page)
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save version' }).click()
  await expect(page.getByText('Saved as version 3')).toBeVisible()

  await page.getByRole('button', { name: 'Put back: version 2' }).click()
  await expect(page.getByLabel('Text in Markdown')).toHaveValue('Theirs.')
  await expect(page.getByText('as version 2')).toBeVisible()
})

test('what is typed before the scripts have come is what is saved', async ({ page, other }) => {
  await entersAsOwner(page, 'olga@example.com', other.dataDir)
  const id = await keptGuide(page, 'Early')
  const release = await holdScripts(page)
  await page.goto(`/admin/guides/${id}?in=en`, { waitUntil: 'commit' })
  await page.getByLabel('Text in Markdown').fill('Second.')
  await release()
  await page.getByRole('button', { name: 'Save version' }).click()
  await expect(page.getByText('Saved as version 2')).toBeVisible()
  await expect(page.getByLabel('Text in Markdown')).toHaveValue('Second.')
})

test('what is typed while it is saved stays, and is neither published nor left behind unasked', async ({
  page,
  other,
}) => {
  await entersAsOwner(page, 'olga@example.com', other.dataDir)
  const id = await keptGuide(page, 'Slow')
  await opens(page, '/admin/guides')
  await page.getByRole('link', { name: 'Slow' }).click()
  const text = page.getByLabel('Text in Markdown')
  await expect(text).toHaveValue('First.')
  await isAlive(page)
  const release = await holdCalls(page, `**/api/admin/guides/${id}/en`)
  await text.fill('Second.')
  await page.getByRole('button', { name: 'Save version' }).click()
  await text.press('End')
  await text.pressSequentially(' Third.')
  release()
  await expect(page.getByText('The shop does not show this text.')).toBeVisible()
  await expect(page.getByText('Version 2')).toBeVisible()
  await expect(text).toHaveValue('Second. Third.')
  await expect(page.getByRole('button', { name: 'Publish text' })).toBeDisabled()
  await expect(page.getByText('Save the text first')).toBeVisible()

  const answers = [false, false, false, false, true]
  page.on('dialog', (dialog) => (answers.shift() ? dialog.accept() : dialog.dismiss()))
  await page.getByRole('link', { name: 'All texts' }).click()
  await expect(text).toHaveValue('Second. Third.')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect.poll(() => answers.length).toBe(3)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('new order')
  await expect(page.getByRole('option', { name: /^New order for a customer/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect.poll(() => answers.length).toBe(2)
  await page.keyboard.press('Escape')
  await page.evaluate(() => history.back())
  await expect.poll(() => answers.length).toBe(1)
  await expect(text).toHaveValue('Second. Third.')
  await page.getByRole('link', { name: 'All texts' }).click()
  await page.waitForURL(/\/admin\/guides$/)
  expect(answers).toEqual([])
})

test('what is typed into a new text after its first saving is on the page that it gets', async ({ page, other }) => {
  await entersAsOwner(page, 'olga@example.com', other.dataDir)
  await opens(page, '/admin/guides/new')
  const release = await holdCalls(page, '**/admin/guides/gui_*')
  const asked = page.waitForRequest('**/admin/guides/gui_*')
  const text = page.getByLabel('Text in Markdown')
  await page.getByLabel('Title').fill('Written on')
  await text.fill('First.')
  await page.getByRole('button', { name: 'Save version' }).click()
  await asked
  await text.press('End')
  await text.pressSequentially(' Second.')
  release()
  await page.waitForURL(/\/admin\/guides\/gui_/)
  await expect(page.getByText('Version 1')).toBeVisible()
  await expect(text).toHaveValue('First. Second.')
  await expect(page.getByLabel('Address')).toHaveValue('written-on')

  await page.getByRole('button', { name: 'Save version' }).click()
  await expect(page.getByText('Saved as version 2')).toBeVisible()
  await opensAgain(page)
  await expect(text).toHaveValue('First. Second.')
})

test('an address of an older shop leads on, and one that has a page cannot', async ({ page, other }) => {
  await entersAsOwner(page, 'olga@example.com', other.dataDir)
  await opens(page, '/admin/guides')
  const add = async (from: string, to: string) => {
    await page.getByLabel('Address', { exact: true }).fill(from)
    await page.getByLabel('Leads to').fill(to)
    await page.getByRole('button', { name: 'Add redirect' }).click()
  }
  await add('/help', '/trip')
  await expect(page.getByText('There is a page at this address.')).toBeVisible()
  await add('/blog/phones', '/compatibility')
  await expect(page.getByRole('row', { name: '/blog/phones' })).toBeVisible()
  await passesCheck(page)
  expect(await leadsTo(page.request, '/blog/phones')).toBe('308 /compatibility')
  await page.getByRole('button', { name: 'Remove redirect of /blog/phones' }).click()
  await expect(page.getByRole('row', { name: '/blog/phones' })).toHaveCount(0)
  expect(await statusOf(page.request, '/blog/phones')).toBe(404)
})

test('a picture is uploaded into a guide where the cursor stands, cleaned, and shown with its words', async ({
  page,
  other,
  browser,
}) => {
  await entersAsOwner(page, 'olga@example.com', other.dataDir)
  await opens(page, '/admin/guides/new')
  const drawn = await page.screenshot({ clip: { x: 0, y: 0, width: 240, height: 120 } })
  await page.getByLabel('Title').fill('A station')
  await page.getByLabel('Description').fill('How the station looks.')
  const text = page.getByLabel('Text in Markdown')
  await text.fill('Before. After.')
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(7, 7))
  await page.getByText('Pictures', { exact: true }).click()
  const words = page.getByLabel('Alternative text')
  const file = page.getByLabel('Picture', { exact: true })
  const send = page.getByRole('button', { name: 'Upload and insert' })

  // Its name and its kind say PNG, its bytes do not.
  await words.fill('The hall [left]')
  await file.setInputFiles({
    name: 'hall.png',
    mimeType: 'image/png',
    buffer: Buffer.from('\xff\xd8\xff\xe0', 'latin1'),
  })
  await send.click()
  await expect(page.getByRole('alert').filter({ hasText: 'This picture cannot be read here.' })).toBeVisible()
  await expect(text).toHaveValue('Before. After.')
  await passesCheck(page)
  await file.setInputFiles({ name: 'hall.png', mimeType: 'image/png', buffer: drawn })
  await send.click()
  await expect(page.getByText('Uploaded and inserted.')).toBeVisible()
  await expect(text).toHaveValue(/^Before\.\n\n!\[The hall left\]\(\/brand\/[\w-]{22}\.png\)\n\n After\.$/)
  await expect(words).toHaveValue('')
  const shown = page.getByRole('region', { name: 'Preview' }).getByRole('img', { name: 'The hall left' })
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(240)

  await page.getByRole('button', { name: 'Save version' }).click()
  await page.waitForURL(/\/admin\/guides\/gui_/)
  await fitsPhone(page)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Publish text' }).click()
  await dialog.getByRole('button', { name: 'Publish text' }).click()
  await expect(dialog).toContainText('Published.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  const reader = await (await browser.newContext({ baseURL: other.url })).newPage()
  await expect.poll(() => statusOf(page.request, '/guides/a-station')).toBe(200)
  await reader.goto('/guides/a-station')
  const seen = reader.getByRole('main').getByRole('img', { name: 'The hall left' })
  await expect.poll(() => seen.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(240)
  expect(await beyondTheEdge(reader)).toEqual([])

  // A photo of a camera is made small enough, and is a JPEG.
  await opens(page, '/admin/guides/new')
  await page.setViewportSize({ width: 2400, height: 1200 })
  const photo = await page.screenshot({ type: 'jpeg', quality: 100 })
  await page.getByText('Pictures', { exact: true }).click()
  await words.fill('Wide')
  await file.setInputFiles({ name: 'wide.jpg', mimeType: 'image/jpeg', buffer: photo })
  const release = await holdCalls(page, '**/api/admin/guides/pictures')
  await send.click()
  // What is typed while it is on its way stays.
  await text.pressSequentially('Meanwhile.')
  release()
  await expect(text).toHaveValue(/^Meanwhile\.\n\n!\[Wide\]\(\/brand\/[\w-]{22}\.jpg\)$/m)
  const wide = page.getByRole('region', { name: 'Preview' }).getByRole('img', { name: 'Wide' })
  await expect.poll(() => wide.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600)

  // It is kept for the next guide, and put there without a file.
  await opens(page, '/admin/guides/new')
  await page.getByText('Pictures', { exact: true }).click()
  await words.fill('Again')
  await page.getByRole('button', { name: 'Insert picture 1' }).click()
  await expect(text).toHaveValue(/!\[Again\]\(\/brand\/[\w-]{22}\.jpg\)/)
})

const statusOf = async (request: APIRequestContext, path: string) => (await request.get(path)).status()

/** Keeps a guide by a call, and tells its id. */
async function keptGuide(page: Page, title: string): Promise<string> {
  const call = await callerOf(page)
  const words = { slug: title.toLowerCase(), title, description: 'D', body: 'First.' }

  return (await call<{ id: string }>('/api/admin/guides', { place: 'guide', locale: 'en', ...words })).id
}
