import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { findGoods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/other-journey.ts'
import { entersAsOwner } from '#tests/support/browser/owner.ts'
import {
  beyondTheEdge,
  fitsPhone,
  passesCheck,
  passesCheckInBothColorSchemes,
} from '#tests/support/browser/page-checks.ts'
import { callerOf } from '#tests/support/browser/store-under-test.ts'

// They change the tools of one store one after the other.
test.describe.configure({ mode: 'serial' })

const STATS = 'https://stats.shop.example'
const TAGS = 'https://www.googletagmanager.com'
const CHAT = 'https://client.crisp.chat'
const CRISP = '01234567-89ab-cdef-0123-456789abcdef'

/** A tool of somebody else: what was asked of it, and what its script was told. */
type Watched = { asked: string[]; told: string[] }

/** Stands in for every host but the shop's: nothing leaves this machine. */
async function watch(context: BrowserContext, shop: string): Promise<Watched> {
  const watched: Watched = { asked: [], told: [] }
  await context.route(
    (url) => url.origin !== new URL(shop).origin,
    (route) => {
      const url = route.request().url()
      watched.asked.push(url)
      const headers = { 'access-control-allow-origin': '*' }
      if (url.endsWith('/api/event')) {
        watched.told.push(JSON.parse(route.request().postData() ?? '{}').u)

        return route.fulfill({ status: 202, headers })
      }

      return route.fulfill({ contentType: 'text/javascript', headers, body: url.startsWith(STATS) ? STATS_SCRIPT : '' })
    },
  )

  return watched
}

const STATS_SCRIPT = `{
  const { origin } = new URL(document.currentScript.src)
  const { q = [] } = window.plausible ?? {}
  window.plausible = (n, { u }) => fetch(origin + '/api/event', { method: 'POST', body: JSON.stringify({ n, u }) })
  for (const call of q) window.plausible(...call)
}`

const question = (page: Page) => page.getByRole('region', { name: 'Change privacy choice' })
const policyAt = async (page: Page, path: string) =>
  (await page.request.get(path)).headers()['content-security-policy'] ?? ''
/** Marks the document, to tell whether a step stayed in it. */
const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { isSameDocument: true }))
const isSameDocument = (page: Page) => page.evaluate(() => 'isSameDocument' in window)
/** What Google's script would have found. */
const visitsOf = (page: Page) =>
  page.evaluate(() => {
    const { dataLayer = [] } = window as unknown as { dataLayer?: ArrayLike<unknown>[] }

    return [...dataLayer]
      .filter((call) => call[1] === 'page_view')
      .map((call) => (call[2] as { page_location: string }).page_location)
  })

test('a shop without tools asks nobody else for anything, and says so', async ({ page, other }) => {
  const { asked } = await watch(page.context(), other.url)

  for (const path of ['/', '/destinations/japan', '/trip', '/help', '/de/legal/privacy', '/cart']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(await page.locator('[data-tools], script[src*="shop-tools"]').count(), path).toBe(0)
    expect(await policyAt(page, path)).not.toContain('https:')
  }

  await page.goto('/legal/privacy')
  await expect(
    page.getByText(/^Public pages set no cookie and load nothing from third parties\. The dates/),
  ).toBeVisible()
  await page.goto('/')
  await expect(page.getByText('No cookies and no third parties on this page.')).toBeVisible()
  expect(asked).toEqual([])
})

test('the owner switches tools on; what is no id or host is refused', async ({ page, other }) => {
  await entersAsOwner(page, 'olga@example.com', other.dataDir)
  await page.goto('/admin/settings/tools', { waitUntil: 'networkidle' })
  await page.getByLabel('Plausible: site').fill('shop.example')
  await page.getByLabel('Plausible: own server').fill('https://stats.shop.example/js/x.js')
  await page.getByLabel('Google Analytics 4: measurement ID').fill('G-ABC1234567')
  await page.getByLabel('Crisp: website ID').fill(CRISP)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('There is no such value.')).toBeVisible()
  await page.getByLabel('Plausible: own server').fill('https://stats.shop.example/')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. It holds from now on.')).toBeVisible()
  await expect(page.getByLabel('Plausible: own server')).toHaveValue('stats.shop.example')
  await passesCheckInBothColorSchemes(page)
  await fitsPhone(page)

  await expect.poll(() => policyAt(page, '/help')).toContain(CHAT)
  expect(await policyAt(page, '/help')).toMatch(
    /script-src 'self'( 'sha256-\S+')+ https:\S+example https:\S+ https:\S+;/,
  )
  await expect.poll(() => policyAt(page, '/destinations/japan')).toContain(`${STATS} ${TAGS};`)
  // The shop's own words about privacy name them by themselves, in every language.
  for (const [path, names] of [
    ['/legal/privacy', 'Public pages use Plausible, Google Analytics and Crisp: their providers learn'],
    ['/de/legal/privacy', 'Öffentliche Seiten verwenden Plausible, Google Analytics und Crisp: Die Anbieter erfahren'],
    ['/ar/legal/privacy', 'تستخدم الصفحات العامة'],
  ] as const) {
    await expect.poll(async () => (await page.request.get(path)).text(), path).toContain(names)
  }
  expect(await policyAt(page, '/destinations/japan')).not.toContain(CHAT)
  for (const path of [
    '/legal/privacy',
    '/cart',
    '/find',
    '/sign-in',
    '/account',
    '/sim-cards',
    '/admin',
    '/no-such-page',
  ]) {
    expect(await policyAt(page, path), path).not.toContain('https:')
  }
})

test('without a yes only what needs none is loaded, and is told of each page, soft steps included', async ({
  page,
  other,
}) => {
  const { asked, told } = await watch(page.context(), other.url)
  await page.goto('/destinations/japan?utm_source=news&mail=a@b.example#arrive=2027-01-02', {
    waitUntil: 'networkidle',
  })
  await expect(question(page)).toContainText('Google Analytics and Crisp')
  await passesCheckInBothColorSchemes(page)
  await markDocument(page)

  await page.locator('main a[href^="/plans/"]').first().click()
  await page.waitForURL('**/plans/**')
  await expect.poll(() => told).toHaveLength(2)
  const plan = new URL(page.url()).pathname
  await page.goBack()
  await expect.poll(() => told).toHaveLength(3)

  expect(told.map((address) => address.replace(other.url, ''))).toEqual([
    '/destinations/japan?utm_source=news',
    plan,
    '/destinations/japan?utm_source=news',
  ])
  expect(await isSameDocument(page)).toBe(true)
  expect(new Set(asked)).toEqual(new Set([`${STATS}/js/script.manual.js`, `${STATS}/api/event`]))
  expect(await page.context().cookies()).toEqual([])

  // No is no: on this page, on the next, and after loading it again.
  await question(page).getByRole('button', { name: 'Decline' }).click()
  await page.goto('/help', { waitUntil: 'networkidle' })
  await expect(question(page)).toBeHidden()
  expect(asked.filter((url) => !url.startsWith(STATS))).toEqual([])
})

test('who is asked reads what the shop says of privacy undisturbed, and is offered a language only afterwards', async ({
  browser,
  other,
}) => {
  const context = await browser.newContext({ baseURL: other.url, locale: 'de-DE' })
  await watch(context, other.url)
  const page = await context.newPage()
  const offer = page.locator('.language-offer')
  await page.goto('/legal/privacy', { waitUntil: 'networkidle' })
  await expect(offer).toBeVisible()
  await expect(question(page)).toBeHidden()

  await page.goto('/help', { waitUntil: 'networkidle' })
  await expect(question(page)).toBeVisible()
  await expect(offer).toBeHidden()
  await question(page).getByRole('button', { name: 'Decline' }).click()
  await expect(offer).toBeVisible()
  await context.close()
})

test('a page that arrives after the script of the tools has its tools all the same', async ({ page, other }) => {
  await watch(page.context(), other.url)
  const isThere = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/shop-tools.js'))
  // As on a slow line: what follows is there only when the script has long run.
  await page.route('**/help', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('<body>', '<body><script src="/slow.js"></script>')
    await route.fulfill({ response, body })
  })
  await page.route('**/slow.js', async (route) => {
    await isThere
    await sleep(500)
    await route.fulfill({ contentType: 'text/javascript', body: '' })
  })

  await page.goto('/help')

  await expect(question(page)).toBeVisible()
})

test('both answers weigh the same, come first by key, and can be changed from the footer', async ({ page, other }) => {
  await watch(page.context(), other.url)
  await page.goto('/help', { waitUntil: 'networkidle' })
  // It comes when the browser has nothing else to do.
  await expect(question(page)).toBeVisible()
  const [decline, accept] = await question(page)
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons.map((button) => {
        const { width, height } = button.getBoundingClientRect()
        const { color, backgroundColor, borderColor, fontWeight, fontSize } = getComputedStyle(button)

        return { width: Math.round(width), height, color, backgroundColor, borderColor, fontWeight, fontSize }
      }),
    )
  expect(decline).toEqual(accept)

  await page.keyboard.press('Tab')
  await expect(question(page).getByRole('button', { name: 'Decline' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question(page)).toBeHidden()

  const change = page.getByRole('button', { name: 'Change privacy choice' })
  await change.focus()
  await page.keyboard.press('Enter')
  await expect(question(page).getByRole('button', { name: 'Decline' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(change).toBeFocused()

  for (const [path, name] of [
    ['/ar', 'تغيير خيار الخصوصية'],
    ['/de', 'Datenschutzauswahl ändern'],
  ] as const) {
    // Made before there were tools, it is shown once more while it is made anew.
    await expect.poll(() => policyAt(page, path)).toContain(CHAT)
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name }).click()
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await beyondTheEdge(page)).toEqual([])
    await passesCheck(page)
  }
})

test('after a yes a tool is loaded once, hears clean addresses, and stays out of every page about a person', async ({
  page,
  buyer,
  other,
}) => {
  const { asked } = await watch(page.context(), other.url)
  const of = (host: string) => asked.filter((url) => url.startsWith(host))
  await page.goto('/destinations/japan?mail=a@b.example#arrive=2027-01-02', { waitUntil: 'networkidle' })
  await question(page).getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => of(TAGS)).toEqual([`${TAGS}/gtag/js?id=G-ABC1234567`])
  expect(await visitsOf(page)).toEqual([`${other.url}/destinations/japan`])
  await markDocument(page)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Trip finder' }).click()
  await page.waitForURL('**/trip')
  await expect.poll(() => visitsOf(page)).toEqual([`${other.url}/destinations/japan`, `${other.url}/trip`])
  expect(await isSameDocument(page)).toBe(true)
  expect(of(CHAT), 'where an address says what somebody chose').toEqual([])

  // The help has a chat that this document may not run: it comes as a document of its own.
  await page.locator('.site-footer a[href="/help"]').click()
  await page.waitForURL('**/help')
  await expect.poll(() => of(CHAT)).toEqual([`${CHAT}/l.js`])
  expect(await isSameDocument(page)).toBe(false)

  await markDocument(page)
  asked.length = 0
  await page.locator('.site-footer a[href="/legal/terms"]').click()
  await page.waitForURL('**/legal/terms')
  await page.waitForLoadState('networkidle')
  expect(await isSameDocument(page)).toBe(false)
  for (const path of [
    '/cart',
    '/find',
    '/sign-in',
    '/account',
    '/contact',
    '/withdraw',
    '/admin',
    '/sim-cards/check',
  ]) {
    await page.goto(path, { waitUntil: 'networkidle' })
  }
  const goods = await findGoods(page.request, { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' })
  await buyer.choose(goods)
  expect(page.url()).toContain('/checkout/')
  await buyer.buys(goods)
  expect(page.url()).toContain('/o/ord_')
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => [STATS, TAGS, CHAT].some((host) => url.startsWith(host)))).toEqual([])
  expect(await page.evaluate(() => ['dataLayer', '$crisp', 'plausible'].filter((name) => name in window))).toEqual([])

  // What was left behind goes with the yes.
  await page.goto('/destinations', { waitUntil: 'networkidle' })
  await expect.poll(() => of(TAGS)).toHaveLength(1)
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the tool does it.
    document.cookie = '_ga=GA1.1.1; path=/'
    // biome-ignore lint/suspicious/noDocumentCookie: as the tool does it.
    document.cookie = '_ga_ABC1234567=x; path=/'
    localStorage.setItem('other', 'stays')
  })
  await page.getByRole('button', { name: 'Change privacy choice' }).click()
  await question(page).getByRole('button', { name: 'Decline' }).click()
  await expect.poll(() => page.evaluate(() => 'dataLayer' in window)).toBe(false)
  expect((await page.context().cookies()).map(({ name }) => name).filter((name) => name.startsWith('_ga'))).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('other'))).toBe('stays')
  expect(of(TAGS)).toHaveLength(1)
})

test('a tool that is added is asked about anew, and pages are as before when all are off', async ({ page, other }) => {
  await entersAsOwner(page, 'olga@example.com', other.dataDir)
  const call = await callerOf(page)
  const set = (changes: Record<string, [string | null, string | null]>) =>
    call('/api/admin/settings', {
      changes: Object.entries(changes).map(([key, [seen, value]]) => ({ key, value, seen })),
    })
  const { asked } = await watch(page.context(), other.url)
  // Made before there were tools, it is shown once more while it is made anew.
  await expect.poll(() => policyAt(page, '/')).toContain(CHAT)
  await page.goto('/', { waitUntil: 'networkidle' })
  await question(page).getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => asked.filter((url) => url.startsWith(TAGS)).length).toBe(1)

  await set({ 'tools.meta': [null, '1234567890123456'] })
  await expect.poll(() => policyAt(page, '/')).toContain('https://www.facebook.com')
  asked.length = 0
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(question(page)).toContainText('Meta Pixel')
  expect(asked.filter((url) => !url.startsWith(STATS))).toEqual([])
  await question(page).getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => asked.find((url) => url.startsWith('https://www.facebook.com'))).toBeDefined()
  const pixel = new URL(asked.find((url) => url.startsWith('https://www.facebook.com')) ?? '')
  expect(pixel.searchParams.get('dl')).toBe(`${other.url}/`)

  await set({
    'tools.plausible': ['shop.example', null],
    'tools.plausible_host': ['stats.shop.example', null],
    'tools.ga4': ['G-ABC1234567', null],
    'tools.crisp': [CRISP, null],
    'tools.meta': ['1234567890123456', null],
  })
  await expect.poll(() => policyAt(page, '/')).not.toContain('https:')
  await expect.poll(async () => (await page.request.get('/legal/privacy')).text()).toContain('load nothing from third')
  asked.length = 0
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(page.getByText('No cookies and no third parties on this page.')).toBeVisible()
  expect(asked).toEqual([])
})
