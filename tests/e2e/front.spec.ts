import { expect, type Page, test } from '@playwright/test'
import { passesCheck } from '#tests/support/browser/page-checks.ts'

const PAGES = [
  '/',
  '/destinations/japan',
  '/de',
  '/ar/destinations/japan',
  '/find',
  '/sign-in',
  '/no-such-page',
  '/cart/no-such-page',
  '/destinations/no-such-place',
]

for (const path of PAGES) {
  test(`${path} runs its scripts under a policy that names each of them`, async ({ page }) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) complaints.push(message.text())
    })

    const answer = await page.goto(path, { waitUntil: 'networkidle' })
    const policy = answer?.headers()['content-security-policy'] ?? ''
    expect(complaints).toEqual([])
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' '(sha256|nonce)-/)
    expect(policy.split(';').find((part) => part.includes('script-src'))).not.toMatch(/unsafe|\*|https?:/)
    expect(policy).toContain("object-src 'none'")
    expect(policy.length).toBeLessThanOrEqual(3_000)
  })

  test(`${path} does not run what somebody wrote into it`, async ({ page }) => {
    const refusals: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) refusals.push(message.text())
    })
    const foreign = '<script>window.wasInjected = true</script><img src="x" onerror="window.wasInjected = true">'
    await page.route(
      (url) => url.pathname === path,
      async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, body: (await response.text()).replace('<body', `${foreign}<body`) })
      },
    )

    await page.goto(path, { waitUntil: 'networkidle' })

    expect(refusals.length).toBeGreaterThanOrEqual(2)
    expect(await page.evaluate(() => 'wasInjected' in window)).toBe(false)
  })
}

test('going from the shelf to a destination is a soft navigation within the policy', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.goto('/')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  await page.locator('a[href="/destinations/japan"]').first().click()
  await page.waitForURL('**/destinations/japan')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Japan')
  await page.goBack()
  await page.waitForURL(/\/$/)

  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  expect(complaints).toEqual([])
})

test('a public page is the same bytes for everybody, may be shared and sets nothing', async ({ request }) => {
  const [plain, known] = await Promise.all([
    request.get('/destinations/japan'),
    request.get('/destinations/japan', { headers: { cookie: 'guest=somebody; lang=ar', 'accept-language': 'ar' } }),
  ])

  expect(await known.text()).toBe(await plain.text())
  expect(plain.headers()['cache-control']).toMatch(/^public, max-age=0, s-maxage=\d+, stale-while-revalidate=\d+$/)
  expect(plain.headers()['set-cookie']).toBeUndefined()
})

test('a browser that has the page is told so', async ({ request }) => {
  const { etag = '' } = (await request.get('/')).headers()

  const again = await request.get('/', { headers: { 'if-none-match': etag } })

  expect(again.status()).toBe(304)
})

test('a page is fetched ahead in the parts that it has, a file of the build by its own name', async ({ request }) => {
  const statusOf = async (segment: string) =>
    (await request.get('/', { headers: { rsc: '1', 'next-router-segment-prefetch': segment } })).status()
  expect(await Promise.all(['/_tree', '/_head', '/_full', '/_made-up'].map(statusOf))).toEqual([200, 200, 200, 400])

  const html = await (await request.get('/')).text()
  const [file = ''] = /\/_next\/static\/chunks\/[\w.~-]+\.js/.exec(html) ?? []
  expect((await request.get(file)).status()).toBe(200)
  expect((await request.get(file.replace('.js', '.%6As'))).status()).toBe(404)
})

test('an unknown address is a true 404', async ({ request }) => {
  for (const path of ['/nope', '/destinations/nope', '/plans/nope', '/xx', '/api/internal/revalidate']) {
    expect((await request.get(path)).status(), path).toBe(404)
  }
})

test('an unknown address below a private one says so, and where to go', async ({ page }) => {
  for (const path of ['/admin/nope', '/checkout', '/o/nope/nope/nope', '/setup']) {
    const answer = await page.goto(path)

    expect(answer?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'There is no page here' }), path).toBeVisible()
  }
})

test('every answer carries the headers that browsers are told to obey', async ({ request }) => {
  for (const path of ['/', '/find', '/api/health/live', '/flags/jp.svg']) {
    const headers = (await request.get(path)).headers()

    expect(headers['x-content-type-options'], path).toBe('nosniff')
    expect(headers['cross-origin-opener-policy'], path).toBe('same-origin')
    expect(headers['permissions-policy'], path).toContain('camera=()')
    expect(headers['referrer-policy'], path).toBeTruthy()
    expect(headers['x-powered-by'], path).toBeUndefined()
    expect(headers['access-control-allow-origin'], path).toBeUndefined()
  }
})

test.describe('somebody whose browser speaks German', () => {
  test.use({ locale: 'de-DE' })
  const offer = (page: Page) => page.getByRole('complementary', { name: 'Deutsch / English' })

  test('is offered the page in German, and never sent there', async ({ page }) => {
    await page.goto('/destinations/japan')
    await expect(offer(page)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/destinations/japan')
    await passesCheck(page)

    await offer(page).getByRole('button', { name: 'Deutsch' }).click()

    await expect(page).toHaveURL(/\/de\/destinations\/japan$/)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.locator('main')).toBeVisible()
    await expect(offer(page)).toBeHidden()
  })

  test('who stays with English is not asked again, nor is who chose a language in the shop', async ({ page }) => {
    await page.goto('/de')
    await page.locator('.menu-wide summary').click()
    await page.getByRole('link', { name: 'English' }).first().click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.waitForLoadState('networkidle')
    await expect(offer(page)).toBeHidden()

    await page.goto('about:blank')
    await page.goto('/')
    await offer(page).getByRole('button', { name: 'English' }).click()
    await expect(offer(page)).toBeHidden()
    await page.reload({ waitUntil: 'networkidle' })
    await expect(offer(page)).toBeHidden()
  })
})

test.describe('somebody whose language the shop does not speak', () => {
  test.use({ locale: 'sv-SE' })

  test('is offered none', async ({ page }) => {
    await page.goto('/', { waitUntil: 'networkidle' })

    await expect(page.getByRole('complementary', { name: '/ English' })).toHaveCount(0)
  })
})
