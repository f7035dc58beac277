import { siteIndexXml } from '#app/site-map.ts'

// A build has no database; the front keeps what the first request is answered with until the catalogue changes.
export const dynamic = 'force-dynamic'

/** GET /sitemap.xml: the site maps of all languages. */
export async function GET() {
  return new Response(await siteIndexXml(), { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
