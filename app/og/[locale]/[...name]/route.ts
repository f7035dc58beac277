import { getTranslations } from 'next-intl/server'
import { hasPages, storeDetails } from '#app/(shop)/store.ts'
import { getDestination } from '#lib/catalog/queries/catalog.ts'
import { isDrawable, SHARE_PICTURE_TYPE, type SharePicture } from '#lib/catalog/rules/share-picture.ts'
import { isLocale, type Locale } from '#lib/core/i18n/config.ts'
import { moneyTag } from '#lib/core/i18n/formats.ts'
import { formatMoney } from '#lib/core/rules/money.ts'
import { getPicture } from '#lib/settings/queries/store-details.ts'

// The same picture for everyone: drawn at the first request and kept until the catalogue changes.
export const dynamic = 'force-static'

export function generateStaticParams() {
  return []
}

/** GET /og/[locale]/shop.png and /og/[locale]/destinations/[slug].png: what a picture shows; the server draws it. */
export async function GET(_request: Request, { params }: { params: Promise<{ locale: string; name: string[] }> }) {
  const { locale, name } = await params
  const picture = isLocale(locale) && (await hasPages(locale)) ? await pictureOf(locale, name.join('/')) : null
  if (!picture || !isDrawable(`${picture.heading} ${picture.store}`))
    return new Response('Not found\n', { status: 404 })

  return new Response(JSON.stringify(picture), { headers: { 'content-type': SHARE_PICTURE_TYPE } })
}

async function pictureOf(locale: Locale, name: string): Promise<SharePicture | null> {
  const { name: store, accent, icon } = await storeDetails()
  const t = await getTranslations({ locale, namespace: 'shop' })
  const bytes = icon && ((await getPicture(icon.hash))?.bytes ?? null)
  const common = {
    locale,
    accent: accent?.light ?? null,
    icon: bytes && Buffer.from(bytes).toString('base64'),
  }
  if (name === 'shop.png') return { ...common, store: '', heading: store, line: [t('home.metaTitle'), ''], iso2: null }
  const slug = /^destinations\/([a-z0-9-]+)\.png$/.exec(name)?.[1]
  const destination = slug ? await getDestination(locale, slug) : null
  if (!destination) return null
  const { from, iso2 } = destination

  return {
    ...common,
    ...{ store, heading: t('destination.title', { name: destination.name }), iso2 },
    line: from && [t('board.from'), formatMoney(from, moneyTag(locale))],
  }
}
