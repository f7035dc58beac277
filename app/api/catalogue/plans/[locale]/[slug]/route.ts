import { NextResponse } from 'next/server'
import { getDestination } from '#lib/catalog/queries/catalog.ts'
import { isLocale } from '#lib/core/i18n/config.ts'
import type { PlaceOnSale } from '#lib/settings/rules/shop.ts'

// The same bytes for everyone: rendered at the first request and kept until the catalogue changes.
export const dynamic = 'force-static'

export function generateStaticParams() {
  return []
}

/** GET /api/catalogue/plans/[locale]/[slug]: the plans of one destination, for pages that put several side by side. */
export async function GET(_request: Request, { params }: { params: Promise<{ locale: string; slug: string }> }) {
  const { locale, slug } = await params
  const destination = isLocale(locale) ? await getDestination(locale, slug) : null
  if (!destination) return NextResponse.json({ error: { code: 'not_found' } }, { status: 404 })
  const { name, iso2, countryCount, coverage, timeZone, plans } = destination

  return NextResponse.json({
    data: { slug: destination.slug, name, iso2, countryCount, coverage, timeZone, plans } satisfies PlaceOnSale,
  })
}
