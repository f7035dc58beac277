import { type APIRequestContext, expect, type Locator, test } from '@playwright/test'
import { type Locale, STAFF_LOCALES } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { opens } from '#tests/support/browser/open-page.ts'
import { entersAsOwner } from '#tests/support/browser/owner.ts'
import { beyondTheEdge, passesCheck } from '#tests/support/browser/page-checks.ts'
import { headOf, seenPage } from '#tests/support/browser/seen-page.ts'
import { linkedDataProblems } from '#tests/support/linked-data.ts'

/** One page of each public kind, without its language; `planOf` of the first plan and the first daily plan of Japan. */
async function publicPages(request: APIRequestContext): Promise<string[]> {
  const answer = await request.get('/api/catalogue/plans/en/japan')
  const { data } = (await answer.json()) as { data: { plans: { id: string; term: { kind: string } }[] } }
  const planOf = (kind: string) => `/plans/${data.plans.find(({ term }) => term.kind === kind)?.id}`
  const brands = await (await request.get('/sim-cards')).text()
  const brand = /href="(\/sim-cards\/(?!check)[a-z0-9-]+)"/.exec(brands)?.[1] ?? '/sim-cards'

  return [
    ...['/', '/destinations', '/destinations/japan', '/destinations/global', planOf('fixed'), planOf('day_pass')],
    ...['/trip', '/compare', '/compatibility', '/help', '/help/install-iphone', '/legal/terms', '/sim-cards', brand],
  ]
}

/** Where a page stands in a language: a destination is called by its name there. */
function pathIn(locale: Locale, path: string): string {
  return localePath(locale, locale === 'de' && path === '/destinations/global' ? '/destinations/weltweit' : path)
}

for (const locale of STAFF_LOCALES) {
  test(`every kind of page is described once, whole, in its language and to machines by the rules of its kind: ${locale}`, async ({
    page,
    request,
    baseURL,
  }) => {
    const complaints: string[] = []
    page.on('console', (message) => /Content Security/.test(message.text()) && complaints.push(message.text()))
    const titles = new Map<string, string>()
    const kinds = new Set<string>()
    for (const path of await publicPages(request)) {
      const address = pathIn(locale, path)
      await page.goto(localePath(locale, path))
      const { title, canonical, languages, names, properties } = await headOf(page)
      const whole = (other: string) => new URL(other, baseURL).href

      expect(title.length, address).toBeGreaterThan(8)
      expect(titles.get(title), `${address} is called like another page`).toBeUndefined()
      titles.set(title, address)
      expect(names.description?.length, address).toBeGreaterThan(15)
      expect(names.description?.length, address).toBeLessThanOrEqual(165)
      expect(new URL(canonical).href, address).toBe(whole(address))
      const others = STAFF_LOCALES.map((other) => [other, whole(pathIn(other, path))])
      const told = Object.entries(languages).map(([language, href]) => [language, new URL(href).href])
      expect(Object.fromEntries(told), address).toEqual({ ...Object.fromEntries(others), 'x-default': whole(path) })
      expect(names.robots, address).toBeUndefined()
      expect(await page.locator('h1').count(), address).toBe(1)
      const { blocks, ...seen } = await seenPage(page)
      expect(blocks.length, path).toBeLessThanOrEqual(1)
      expect(blocks.length === 1, path).toBe(/^\/(plans|destinations|help|sim-cards)\/|^\/$/.test(path))
      for (const block of blocks) {
        expect(block, path).not.toContain('<')
        const said = JSON.parse(block)
        for (const thing of said['@graph']) kinds.add(thing['@type'])
        expect(linkedDataProblems(said, seen), `${locale} ${path}`).toEqual([])
      }
      // The list of all destinations has no room: messengers take its title and description.
      if (path === '/destinations') continue
      expect(properties['og:title'], address).toBeTruthy()
      expect(properties['og:description'], address).toBe(names.description)
      expect(new URL(properties['og:url'] ?? '').href, address).toBe(whole(address))
      expect(properties['og:locale'], address).toMatch(new RegExp(`^${locale}_[A-Z]{2}$`))
      expect(properties['og:image'], address).toMatch(new RegExp(`^${new URL(baseURL ?? '').origin}/og/${locale}/`))
      expect(properties['og:image:alt'], address).toBeTruthy()
      expect(names['twitter:card'], address).toBe('summary_large_image')
    }
    expect(complaints).toEqual([])
    expect([...kinds].sort()).toEqual(['BreadcrumbList', 'FAQPage', 'Organization', 'Product', 'WebSite'])
  })
}

test('the search that the front page tells machines of finds what they write into it', async ({ page }) => {
  await page.goto('/de')
  const { blocks } = await seenPage(page)
  const site = JSON.parse(blocks[0] ?? '')['@graph'].find((thing: { '@type': string }) => thing['@type'] === 'WebSite')
  const address: string = site.potentialAction.target.urlTemplate

  await page.goto(address.replace('{search_term_string}', encodeURIComponent('Türkei')))

  await expect(page.locator('main a[href^="/de/destinations/"]:visible')).toHaveText([/^Türkei/])
})

test('every language has its site maps, whose pages are there and dated by what they show', async ({
  request,
  baseURL,
}) => {
  const index = await request.get('/sitemap.xml')
  expect(index.headers()['content-type']).toContain('xml')
  expect(index.headers()['cache-control']).toMatch(/^public, max-age=0, s-maxage=/)
  const files = addressesIn(await index.text())
  expect(files).toEqual(STAFF_LOCALES.map((locale) => new URL(`/sitemaps/${locale}-0.xml`, baseURL).href))

  for (const [place, file] of files.entries()) {
    const answer = await request.get(new URL(file).pathname)
    const xml = await answer.text()
    const all = addressesIn(xml)
    expect(answer.headers()['cache-control']).toMatch(/^public, max-age=0, s-maxage=/)
    expect(all.length).toBeGreaterThan(1_000)
    expect(all.length).toBeLessThan(50_000)
    expect(new Set(all).size).toBe(all.length)
    const locale = STAFF_LOCALES[place] ?? 'en'
    expect(all).toContain(new URL(localePath(locale, '/destinations/japan'), baseURL).href)
    expect(all.filter((address) => /\/(o|checkout|admin|account|cart|find|api|sign-in)(\/|$)/.test(address))).toEqual(
      [],
    )
    for (const path of [all[0], all[1], all.at(-1), all[Math.floor(all.length / 2)]]) {
      expect((await request.get(new URL(path ?? '').pathname)).status(), path).toBe(200)
    }
    const [, japan = ''] = /destinations\/japan<\/loc><lastmod>([^<]+)</.exec(xml) ?? []
    expect(new Date(japan).toISOString()).toBe(japan)
    expect(Date.parse(japan)).toBeLessThan(Date.now())
    expect(xml.match(/hreflang="x-default"/g)?.length).toBe(all.length)
    expect(await (await request.get(new URL(file).pathname)).text()).toBe(xml)
  }
  expect((await request.get('/sitemaps/en-1.xml')).status()).toBe(404)
  expect((await request.get('/sitemaps/fr-0.xml')).status()).toBe(404)
})

const addressesIn = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)

test('pages about one person are for no search engine', async ({ page }) => {
  for (const path of [
    '/cart',
    '/account',
    '/find',
    '/sign-in',
    '/contact',
    '/status',
    '/o/ord_1',
    '/checkout/x',
    '/admin',
  ]) {
    await page.goto(path)
    await expect(page.locator('meta[name=robots]').first(), path).toHaveAttribute('content', /noindex/)
    await expect(page.locator('meta[property^="og:"]'), path).toHaveCount(0)
  }
})

test('a page has a picture for messages: drawn in its language, the same to everybody', async ({ request }) => {
  const pictures = ['/og/en/destinations/japan.png', '/og/de/destinations/global.png', '/og/ar/shop.png']
  for (const path of pictures) {
    const answer = await request.get(path)
    const body = await answer.body()

    expect(answer.headers()['content-type'], path).toBe('image/png')
    expect(answer.headers()['cache-control'], path).toMatch(/^public, max-age=0, s-maxage=/)
    expect([body.readUInt32BE(16), body.readUInt32BE(20)], path).toEqual([1200, 630])
    expect(body.length, path).toBeLessThan(150_000)
    const again = await request.get(path, { headers: { cookie: 'guest=somebody', 'accept-language': 'ar' } })
    expect((await again.body()).equals(body), path).toBe(true)
  }
  for (const path of [
    '/og/en/destinations/nowhere.png',
    '/og/fr/shop.png',
    '/og/en/japan.png',
    '/og/en/destinations/japan',
  ]) {
    expect((await request.get(path)).status(), path).toBe(404)
  }
})

test('the store gives a destination its own words for search engines, and addresses to which former ones lead', async ({
  page,
  request,
}) => {
  await entersAsOwner(page, 'words@shop.test')
  await page.goto('/admin/catalogue?view=destinations&q=malta')
  await page.getByRole('link', { name: 'Malta' }).first().click()
  const formOf = (field: Locator) => {
    const form = page.locator('form').filter({ has: field })

    return { save: form.getByRole('button', { name: 'Save' }), said: form.getByRole('status').last() }
  }
  const title = page.getByLabel('Page title for search engines, Deutsch')
  const words = formOf(title)
  await expect(title).toHaveAttribute('placeholder', 'eSIM-Tarife für Malta')

  await title.fill('Malta {preis}')
  await expect(title).toHaveAccessibleDescription(/\{preis\} is no placeholder/)
  await words.save.click()
  await expect(words.said).toHaveText('')
  await title.fill('x'.repeat(101))
  await expect(title).toHaveAccessibleDescription(/101 of 60 characters.*Too long/)
  await title.fill('{destination} online ab {price}: {store}')
  await page.getByLabel('Page description for search engines, Deutsch').fill('eSIM für {destination} & mehr <b>')
  await expect(title).toHaveAccessibleDescription(/^\d\d of 60 characters/)
  await words.save.click()
  await expect(words.said).toHaveText(/^Saved/)

  const german = page.getByLabel('Address, Deutsch')
  const addresses = formOf(german)
  await expect(german).toHaveValue('malta')
  await german.fill('Malta & Gozo')
  await expect(german).toHaveAccessibleDescription(/lower-case letters a to z/)
  await addresses.save.click()
  await expect(german).toBeFocused()
  await german.fill('norwegen')
  await addresses.save.click()
  await expect(german).toHaveAccessibleDescription('Another page has this address.')
  await german.fill('malta-und-gozo')
  await page.getByLabel('Address, العربية').fill('malta-jazira')
  expect(await beyondTheEdge(page)).toEqual([])
  await passesCheck(page)
  await addresses.save.click()
  await expect(addresses.said).toHaveText(/^Saved/)

  const answerAt = async (path: string) => {
    const answer = await request.get(path, { maxRedirects: 0 })

    return [answer.status(), answer.headers().location]
  }
  await expect.poll(() => answerAt('/de/destinations/malta')).toEqual([308, '/de/destinations/malta-und-gozo'])
  expect(await answerAt('/ar/destinations/malta-und-gozo')).toEqual([308, '/ar/destinations/malta-jazira'])
  expect(await answerAt('/de/destinations/norway')).toEqual([308, '/de/destinations/norwegen'])
  const htmlAt = async (path: string) => (await request.get(path)).text()
  await expect.poll(() => htmlAt('/de/destinations')).toContain('malta-und-gozo')
  await expect.poll(() => htmlAt('/sitemaps/de-0.xml')).toContain('malta-und-gozo')
  await expect
    .poll(async () => /<title>([^<]+)</.exec(await htmlAt('/de/destinations/malta-und-gozo'))?.[1])
    .toMatch(/^Malta online ab \d+,\d\d\s\$: \S+/)

  // The menu of languages leads there without a redirect.
  await opens(page, '/destinations/malta')
  await expect(page).toHaveTitle(/^eSIM plans for Malta \| /)
  const redirects: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 300 && answer.status() < 400 && answer.request().isNavigationRequest()) {
      redirects.push(answer.url())
    }
  })
  await page.locator('.menu-wide summary').click()
  await page.locator('.menu-wide').getByRole('link', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(/\/de\/destinations\/malta-und-gozo$/)
  await expect(page).toHaveTitle(/^Malta online ab/)
  expect(redirects).toEqual([])
  const { canonical, languages, names, properties } = await headOf(page)
  expect(names.description).toBe('eSIM für Malta & mehr <b>')
  expect(properties['og:title']).toBe(await page.title())
  expect(canonical).toMatch(/\/de\/destinations\/malta-und-gozo$/)
  expect(languages.ar).toMatch(/\/ar\/destinations\/malta-jazira$/)
  await expect(page.locator('link[hreflang=ar]')).toHaveCount(1)
})
