import type { MetadataRoute } from 'next'
import { HELP_TOPICS } from '#app/(shop)/help-topics.ts'
import { storeFacts } from '#app/(shop)/store.ts'
import { listPublicPaths } from '#lib/catalog/queries/catalog.ts'
import { listPartnerTiles } from '#lib/catalog/queries/partners.ts'
import { env } from '#lib/core/env.ts'
import { DEFAULT_LOCALE } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { LEGAL_PAGES } from '#lib/settings/rules/legal-pages.ts'

// A site map without a database at build time would list nothing for ever.
export const dynamic = 'force-dynamic'

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const partners = await listPartnerTiles()
  const paths = [
    '/',
    '/destinations',
    '/trip',
    ...(partners.length > 0 ? ['/sim-cards', ...partners.map(({ slug }) => `/sim-cards/${slug}`)] : []),
    '/compatibility',
    '/help',
    ...HELP_TOPICS.map((topic) => `/help/${topic}`),
    ...LEGAL_PAGES.map((page) => `/legal/${page}`),
    ...(await listPublicPaths()),
  ]
  const { languages } = await storeFacts()
  const address = (path: string) => new URL(path, env.PUBLIC_URL).href

  return paths.map((path) => ({
    url: address(localePath(DEFAULT_LOCALE, path)),
    alternates: {
      languages: Object.fromEntries(languages.map((locale) => [locale, address(localePath(locale, path))])),
    },
  }))
}
