import path from 'node:path'

/** What a room may import, itself apart. Whatever is missing from a list is forbidden. */
type Room = { own: string[]; npm: RegExp }

const EVERYTHING = ['app', 'components', 'lib', 'sandbox', 'scripts', 'tests']

/** The more particular room stands first. */
export const ROOMS: Record<string, Room> = {
  'lib/domain': { own: [], npm: /^zod$/ },
  'lib/crypto': { own: [], npm: /^(server-only|node:.+)$/ },
  'lib/upstream': { own: ['lib/domain'], npm: /^(zod|undici|cockatiel|node:.+)$/ },
  'lib/payments': { own: ['lib/domain'], npm: /^(zod|undici|stripe|node:.+)$/ },
  'lib/mail': {
    own: ['lib/domain', 'lib/i18n'],
    npm: /^(server-only|react|react-email|nodemailer|next-intl|lean-qr.*|use-intl.*|node:.+)$/,
  },
  'lib/db': {
    own: ['lib/domain', 'lib/crypto', 'lib/env.ts', 'lib/generated'],
    npm: /^(server-only|zod|@prisma\/.+|pg|pg-boss|node:.+)$/,
  },
  'lib/services': {
    own: [
      'lib/domain',
      'lib/upstream',
      'lib/payments',
      'lib/db',
      'lib/crypto',
      'lib/i18n',
      'lib/env.ts',
      'lib/log.ts',
      'lib/metrics.ts',
    ],
    npm: /^(server-only|zod|cockatiel|undici|node:.+)$/,
  },
  'lib/queries': {
    own: ['lib/domain', 'lib/db', 'lib/i18n', 'lib/env.ts'],
    npm: /^(server-only|zod|react|node:crypto)$/,
  },
  'lib/jobs': {
    own: ['lib/domain', 'lib/services', 'lib/db', 'lib/mail', 'lib/i18n', 'lib/env.ts', 'lib/log.ts', 'lib/metrics.ts'],
    npm: /^(server-only|zod|pg-boss|node:.+)$/,
  },
  'lib/auth': {
    own: ['lib/domain', 'lib/db', 'lib/crypto', 'lib/env.ts', 'lib/log.ts'],
    npm: /^(server-only|zod|next|next\/.+|next-auth.*|otplib|@simplewebauthn\/server|@node-rs\/argon2|cockatiel|rate-limiter-flexible|react|node:.+)$/,
  },
  'lib/http': {
    own: ['lib/domain', 'lib/auth', 'lib/db', 'lib/env.ts', 'lib/log.ts', 'lib/metrics.ts'],
    npm: /^(server-only|zod|next|next\/.+|rate-limiter-flexible|node:.+)$/,
  },
  'lib/client': { own: ['lib/domain'], npm: /^(react|@tanstack\/react-query|@simplewebauthn\/browser)$/ },
  'lib/front': { own: ['lib/env.ts', 'lib/metrics.ts'], npm: /^(next|pg|node:.+)$/ },
  'lib/i18n': {
    own: ['lib/domain'],
    npm: /^(server-only|react|next\/headers|next-intl.*|i18n-iso-countries.*|countries-list|node:.+)$/,
  },
  'lib/env.ts': { own: [], npm: /^zod$/ },
  'lib/log.ts': { own: ['lib/env.ts'], npm: /^(server-only|pino)$/ },
  'lib/metrics.ts': { own: [], npm: /^prom-client$/ },
  components: {
    own: ['lib/domain', 'lib/client', 'lib/i18n'],
    npm: /^(react|react-dom|next|next\/(form|link|navigation|dynamic)|next-intl.*|use-intl.*|lean-qr.*|@daypicker\/react.*|recharts|@tanstack\/react-query)$/,
  },
  'app/api': {
    own: [
      // The preview of a mail is drawn by what draws the mail.
      'lib/mail',
      'lib/queries',
      'lib/services',
      'lib/auth',
      'lib/http',
      'lib/domain',
      'lib/i18n',
      'lib/env.ts',
      'lib/log.ts',
      'lib/metrics.ts',
    ],
    npm: /^(zod|next|next\/.+|next-auth.*|lean-qr.*|node:crypto)$/,
  },
  app: {
    own: [
      'components',
      'lib/queries',
      'lib/services',
      'lib/auth',
      'lib/http',
      'lib/client',
      'lib/domain',
      'lib/i18n',
      'lib/env.ts',
    ],
    npm: /^(react|react-dom|zod|next|next\/.+|next-intl.*|@tanstack\/react-query|lean-qr.*|server-only)$/,
  },
  'instrumentation.ts': { own: ['lib/env.ts', 'lib/log.ts', 'lib/jobs'], npm: /^(next|node:.+)$/ },
  'proxy.ts': { own: ['lib/env.ts', 'lib/log.ts'], npm: /^next\/.+$/ },
  'sandbox/mail': { own: [], npm: /^(node:.+|smtp-server)$/ },
  sandbox: { own: [], npm: /^node:.+$/ },
  // Its children are the store itself, taken apart into processes that may be killed.
  'scripts/chaos': {
    own: ['scripts', 'lib/services', 'lib/jobs', 'lib/db', 'lib/domain', 'lib/env.ts'],
    npm: /^(node:.+|pg|undici)$/,
  },
  scripts: {
    own: ['lib/services', 'lib/queries', 'lib/db', 'lib/crypto', 'lib/env.ts', 'lib/log.ts'],
    npm: /^(node:.+|pg|pg-connection-string|@prisma\/.+|@playwright\/test)$/,
  },
  tests: { own: EVERYTHING, npm: /./ },
}

// Every `from "x"`, `import "x"` and `import("x")`. A match in a comment fails loudly: the safe side.
const SPECIFIER = /\b(?:from|import)\s*\(?\s*["']([^"'\s{}<>]+)["']/g
const STYLES = /\.css$/

/** The imports of a file that its room may not have. */
export function violations(file: string, source: string): string[] {
  const name = Object.keys(ROOMS).find((room) => file === room || file.startsWith(`${room}/`))
  const room = name === undefined ? undefined : ROOMS[name]
  if (name === undefined || !room) return []
  // Plain scripts run before any build and before any setting is known: nothing of the library.
  const own = file.endsWith('.mjs') && name === 'scripts' ? [] : room.own

  return [...source.matchAll(SPECIFIER)]
    .map((match) => match[1] ?? '')
    .filter((specifier) => {
      const target = toRepoPath(specifier, file)
      if (target === null) return !room.npm.test(specifier)
      if (STYLES.test(target)) return false

      return ![name, ...own].some((allowed) => target === allowed || target.startsWith(`${allowed}/`))
    })
}

function toRepoPath(specifier: string, file: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier)

  return null
}
