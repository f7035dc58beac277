import { HELP_TOPICS } from '#app/(shop)/help-topics.ts'
import { storeDetails } from '#app/(shop)/store.ts'
import { listPartnerTiles } from '#lib/catalog/queries/partners.ts'
import { getShownTimes } from '#lib/catalog/queries/site-map.ts'
import { listGuideEntries } from '#lib/content/queries/guides.ts'
import { SITE_MAP_ADDRESSES } from '#lib/content/rules/public-route.ts'
import { env } from '#lib/core/env.ts'
import type { Locale } from '#lib/core/i18n/config.ts'
import { languageAlternates, localePath } from '#lib/core/i18n/routing.ts'
import { getLegalText } from '#lib/settings/queries/texts.ts'
import { LEGAL_PAGES } from '#lib/settings/rules/legal-pages.ts'

/**
 * A page of the shop without its language. `changedAt` is null where nobody keeps when its words changed; `addresses` are
 * those by language where they are not the same path in every one.
 */
type SitePage = { path: string; changedAt: Date | null; addresses?: Record<string, string> }

/** Returns the pages of a language in files that are small enough. */
export async function listSiteFiles(locale: Locale): Promise<SitePage[][]> {
  const pages = await listSitePages(locale)
  const files = Math.max(1, Math.ceil(pages.length / SITE_MAP_ADDRESSES))

  return Array.from({ length: files }, (_, file) =>
    pages.slice(file * SITE_MAP_ADDRESSES, (file + 1) * SITE_MAP_ADDRESSES),
  )
}

async function listSitePages(locale: Locale): Promise<SitePage[]> {
  const { languages } = await storeDetails()
  const [{ lists, destinations }, partners, guides] = await Promise.all([
    getShownTimes(locale),
    listPartnerTiles(),
    listGuideEntries(locale, languages),
  ])
  const undated = (path: string): SitePage => ({ path, changedAt: null })
  const legal = await Promise.all(
    LEGAL_PAGES.map(async (page) => ({
      path: `/legal/${page}`,
      changedAt: (await getLegalText(page, locale))?.publishedAt ?? null,
    })),
  )

  return [
    { path: '/', changedAt: lists },
    { path: '/destinations', changedAt: lists },
    { path: '/trip', changedAt: lists },
    ...(partners.length > 0 ? ['/sim-cards', ...partners.map(({ slug }) => `/sim-cards/${slug}`)] : []).map(undated),
    ...['/compatibility', '/help', ...HELP_TOPICS.map((topic) => `/help/${topic}`)].map(undated),
    ...legal,
    ...guides,
    ...destinations.flatMap(({ slug, addresses, planIds, changedAt }) => [
      { path: `/destinations/${slug}`, changedAt, addresses },
      ...planIds.map((id) => ({ path: `/plans/${id}`, changedAt })),
    ]),
  ]
}

/** Writes the index of the site maps of all languages that the shop has. */
export async function siteIndexXml(): Promise<string> {
  const { languages } = await storeDetails()
  const entries = await Promise.all(
    languages.map(async (locale) => {
      const files = await listSiteFiles(locale)

      return files.map((pages, file) => {
        const times = pages.flatMap(({ changedAt }) => (changedAt === null ? [] : [changedAt.getTime()]))

        return `<sitemap>${loc(`/sitemaps/${locale}-${file}.xml`)}${lastmod(times.length > 0 ? new Date(Math.max(...times)) : null)}</sitemap>`
      })
    }),
  )

  return `${HEAD}<sitemapindex xmlns="${PROTOCOL}">${entries.flat().join('')}</sitemapindex>`
}

/** Writes one site map: each page at its address in a language, with its addresses in the others. */
export async function siteMapXml(locale: Locale, pages: readonly SitePage[]): Promise<string> {
  const { languages } = await storeDetails()
  const urls = pages.map(({ path, changedAt, addresses }) => {
    const others = Object.entries(addresses ?? languageAlternates(path, languages)).map(
      ([language, other]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${address(other)}"/>`,
    )

    return `<url>${loc(localePath(locale, path))}${lastmod(changedAt)}${others.join('')}</url>`
  })

  return `${HEAD}<urlset xmlns="${PROTOCOL}" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join('')}</urlset>`
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
const PROTOCOL = 'http://www.sitemaps.org/schemas/sitemap/0.9'

function loc(path: string): string {
  return `<loc>${address(path)}</loc>`
}

function lastmod(at: Date | null): string {
  return at === null ? '' : `<lastmod>${at.toISOString()}</lastmod>`
}

// Nothing of a path can be markup: addresses are made of letters, figures and hyphens, and encoded where they are not.
function address(path: string): string {
  return new URL(path, env.PUBLIC_URL).href.replaceAll('&', '&amp;').replaceAll("'", '&apos;')
}
