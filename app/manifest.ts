import type { MetadataRoute } from 'next'
import { storeDetails } from '#app/(shop)/store.ts'
import { picturePath } from '#lib/settings/rules/brand.ts'

const USUAL_ICONS: MetadataRoute.Manifest['icons'] = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

// Read at each request: the name is a setting, and a build has no settings.
export const dynamic = 'force-dynamic'

export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const { name, icon } = await storeDetails()

  return {
    name,
    short_name: name,
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#fcfaf6',
    theme_color: '#fcfaf6',
    icons: icon ? [{ src: picturePath(icon), sizes: `${icon.width}x${icon.height}`, type: 'image/png' }] : USUAL_ICONS,
  }
}
