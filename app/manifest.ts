import type { MetadataRoute } from 'next'
import { env } from '#lib/env.ts'

// Read at each request: the name is a setting, and a build has no settings.
export const dynamic = 'force-dynamic'

export default function manifest(): MetadataRoute.Manifest {
  return {
    name: env.STORE_NAME,
    short_name: env.STORE_NAME,
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#fcfaf6',
    theme_color: '#fcfaf6',
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
