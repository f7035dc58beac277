import { NextResponse } from 'next/server'
import { getSearchIndex } from '#lib/catalog/queries/catalog.ts'
import { isLocale } from '#lib/core/i18n/config.ts'

// The same bytes for everyone: rendered at the first request and kept until the catalogue changes.
export const dynamic = 'force-static'

export function generateStaticParams() {
  return []
}

/** GET /api/catalogue/search-index/[locale]: names of all destinations for the search in the browser. */
export async function GET(_request: Request, { params }: { params: Promise<{ locale: string }> }) {
  const { locale } = await params
  if (!isLocale(locale)) return NextResponse.json({ error: { code: 'not_found' } }, { status: 404 })

  return NextResponse.json({ data: await getSearchIndex(locale) })
}
