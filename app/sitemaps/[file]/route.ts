import { storeDetails } from '#app/(shop)/store.ts'
import { listSiteFiles, siteMapXml } from '#app/site-map.ts'

// The same bytes for everyone: rendered at the first request and kept until the catalogue changes.
export const dynamic = 'force-static'

export function generateStaticParams() {
  return []
}

const NAME = /^([a-z]{2})-(0|[1-9]\d{0,2})\.xml$/

/** GET /sitemaps/[file]: the pages of one language, `de-0.xml`. */
export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }) {
  const [, language, file = ''] = NAME.exec((await params).file) ?? []
  const locale = (await storeDetails()).languages.find((one) => one === language)
  const pages = locale && (await listSiteFiles(locale))[Number(file)]
  if (!pages) return new Response('Not found\n', { status: 404, headers: { 'content-type': 'text/plain' } })

  return new Response(await siteMapXml(locale, pages), {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  })
}
