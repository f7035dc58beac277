import type { MetadataRoute } from 'next'
import { env } from '#lib/core/env.ts'

export const dynamic = 'force-dynamic'

/** Pages about one person are nobody else's to list; a trial shop is not listed at all. */
export default function robots(): MetadataRoute.Robots {
  if (env.STORE_MODE === 'trial') return { rules: { userAgent: '*', disallow: '/' } }

  return {
    rules: {
      userAgent: '*',
      allow: '/',
      disallow: ['/admin', '/api/', '/cart', '/checkout/', '/o/', '/l/', '/setup/'],
    },
    sitemap: new URL('/sitemap.xml', env.PUBLIC_URL).href,
  }
}
