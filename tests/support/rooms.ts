import path from 'node:path'

/** The rooms of lib from the ground up: a room imports core and those above it in this list. */
export const ORDER = [
  'core',
  'provider',
  'settings',
  'mail',
  'auth',
  'catalog',
  'pricing',
  'orders',
  'payments',
  'refunds',
  'checkout',
  'fulfilment',
  'cancellations',
  'esims',
  'customers',
  'content',
  'finance',
  'reconciliation',
  'operations',
  'worker',
  'server',
]

/** What a role may import, itself apart. Whatever is missing from a list is forbidden. */
type Role = { own: string[]; npm: RegExp }

const EVERYTHING = ['app', 'components', 'lib', 'messages', 'sandbox', 'scripts', 'tests']

export const ROLES: Record<string, Role> = {
  'lib:rules': { own: [], npm: /^(zod|@rgrove\/parse-xml)$/ },
  'lib:schema': { own: ['lib:rules'], npm: /^zod$/ },
  // A text in Markdown becomes a document of known parts.
  'lib:markdown': { own: ['lib:rules'], npm: /^(mdast-util-.+|micromark-extension-.+)$/ },
  'lib:crypto': { own: [], npm: /^(server-only|node:.+)$/ },
  'lib:provider': { own: ['lib:rules'], npm: /^(zod|undici|cockatiel|node:.+)$/ },
  'lib:payments': { own: ['lib:rules'], npm: /^(zod|undici|stripe|node:.+)$/ },
  'lib:mail': {
    own: ['lib:rules', 'lib:i18n', 'messages'],
    npm: /^(server-only|react|react-email|nodemailer|next-intl|lean-qr.*|use-intl.*|node:.+)$/,
  },
  'lib:repository': {
    own: ['lib:rules', 'lib:crypto', 'lib:env', 'lib:trace', 'lib:generated'],
    npm: /^(server-only|zod|@prisma\/.+|pg|pg-boss|rate-limiter-flexible|node:.+)$/,
  },
  'lib:commands': {
    own: [
      'lib:rules',
      'lib:schema',
      'lib:provider',
      'lib:payments',
      'lib:markdown',
      'lib:repository',
      'lib:crypto',
      'lib:i18n',
      'lib:env',
      'lib:log',
      'lib:metrics',
    ],
    npm: /^(server-only|zod|cockatiel|undici|web-push|node:.+)$/,
  },
  'lib:queries': {
    own: ['lib:rules', 'lib:schema', 'lib:markdown', 'lib:repository', 'lib:i18n', 'lib:env', 'lib:release'],
    npm: /^(server-only|zod|react|countries-list|node:crypto)$/,
  },
  'lib:worker': {
    own: [
      'lib:rules',
      'lib:commands',
      'lib:repository',
      'lib:mail',
      'lib:i18n',
      'lib:env',
      'lib:log',
      'lib:trace',
      'lib:metrics',
    ],
    npm: /^(server-only|zod|pg-boss|node:.+)$/,
  },
  'lib:auth': {
    own: ['lib:i18n', 'lib:rules', 'lib:schema', 'lib:repository', 'lib:crypto', 'lib:env', 'lib:log'],
    npm: /^(server-only|zod|next|next\/.+|next-auth.*|next-intl\/server|otplib|@simplewebauthn\/server|@node-rs\/argon2|cockatiel|react|node:.+)$/,
  },
  'lib:http': {
    own: ['lib:rules', 'lib:auth', 'lib:repository', 'lib:env', 'lib:log', 'lib:trace', 'lib:metrics'],
    npm: /^(server-only|zod|next|next\/.+|node:.+)$/,
  },
  'lib:client': {
    own: ['lib:rules', 'lib:schema'],
    npm: /^(react|@tanstack\/react-query|@simplewebauthn\/browser|@stripe\/stripe-js\/pure)$/,
  },
  'lib:server': {
    own: ['lib:rules', 'lib:env', 'lib:metrics', 'lib:trace'],
    npm: /^(next|@opentelemetry\/.+|@resvg\/resvg-wasm|pg|node:.+)$/,
  },
  'lib:i18n': {
    own: ['lib:rules', 'messages'],
    npm: /^(server-only|react|next-intl.*|@formatjs\/icu-messageformat-parser|i18n-iso-countries.*|countries-list|xliff\/.+|node:.+)$/,
  },
  'lib:env': { own: ['lib:rules'], npm: /^zod$/ },
  'lib:log': { own: ['lib:env', 'lib:trace'], npm: /^(server-only|pino)$/ },
  'lib:trace': { own: [], npm: /^node:async_hooks$/ },
  // The manifest is the one place that names the version.
  'lib:release': { own: ['package.json'], npm: /^$/ },
  'lib:metrics': { own: [], npm: /^prom-client$/ },
  components: {
    // Of contracts and queries types alone.
    own: ['lib:rules', 'lib:schema', 'lib:queries', 'lib:client', 'lib:i18n', 'messages'],
    npm: /^(react|react-dom|next|next\/(form|link|navigation|dynamic)|next-intl.*|use-intl.*|lean-qr.*|@daypicker\/react.*|recharts|@tanstack\/react-query)$/,
  },
  'app/api': {
    own: [
      // The preview of a mail is drawn by what draws the mail.
      'lib:mail',
      'lib:queries',
      'lib:commands',
      'lib:auth',
      'lib:http',
      'lib:rules',
      'lib:schema',
      'lib:i18n',
      'lib:env',
      'lib:log',
      'lib:metrics',
      'lib:release',
    ],
    npm: /^(zod|next|next\/.+|next-auth.*|lean-qr.*|node:crypto)$/,
  },
  app: {
    own: [
      'components',
      'lib:queries',
      'lib:commands',
      'lib:auth',
      'lib:http',
      'lib:client',
      'lib:rules',
      'lib:schema',
      'lib:i18n',
      'lib:env',
      'lib:release',
    ],
    npm: /^(react|react-dom|zod|next|next\/.+|next-intl.*|@tanstack\/react-query|lean-qr.*|server-only)$/,
  },
  'instrumentation.ts': { own: ['lib:env', 'lib:log', 'lib:worker'], npm: /^(next|node:.+)$/ },
  'proxy.ts': { own: ['lib:rules', 'lib:env', 'lib:log'], npm: /^next\/.+$/ },
  'sandbox/mail': { own: ['sandbox/local-only.ts'], npm: /^(node:.+|smtp-server)$/ },
  sandbox: { own: [], npm: /^node:.+$/ },
  // Its children are the store itself, taken apart into processes that may be killed.
  'scripts/chaos': {
    own: ['scripts', 'lib:commands', 'lib:worker', 'lib:repository', 'lib:rules', 'lib:env'],
    npm: /^(node:.+|pg|undici)$/,
  },
  // Walks through the shop in a browser with the helpers of the browser tests.
  'scripts/buyers': {
    own: ['scripts', 'tests'],
    npm: /^(node:.+|@playwright\/test|@formatjs\/icu-messageformat-parser)$/,
  },
  scripts: {
    own: [
      'lib:commands',
      'lib:queries',
      'lib:repository',
      'lib:crypto',
      'lib:env',
      'lib:log',
      'lib:rules',
      'lib:schema',
    ],
    npm: /^(node:.+|age-encryption|pg|pg-boss|pg-connection-string|@prisma\/.+|@playwright\/test)$/,
  },
  tests: { own: EVERYTHING, npm: /./ },
}

// A folder that names no role belongs to the seam its room is: the provider's client, the payment providers, sign-in.
const SEAMS: Record<string, string> = {
  'core/crypto': 'crypto',
  'core/http': 'http',
  'core/i18n': 'i18n',
  'core/env.ts': 'env',
  'core/log.ts': 'log',
  'core/trace.ts': 'trace',
  'core/metrics.ts': 'metrics',
  'core/release.ts': 'release',
  'payments/providers': 'payments',
  'content/markdown': 'markdown',
}
const FOLDERS = ['rules', 'repository', 'commands', 'queries', 'worker', 'client']

/** The role a file plays: `lib:rules`, `components`, `app/api`; undefined outside the table. */
export function roleOf(file: string): string | undefined {
  const [top, room = '', folder = ''] = file.split('/')
  if (top !== 'lib') return Object.keys(ROLES).find((name) => file === name || file.startsWith(`${name}/`))
  if (room === 'generated') return 'lib:generated'
  // Which languages there are is a rule, and pure.
  if (file === 'lib/core/i18n/config.ts') return 'lib:rules'
  const seam = SEAMS[`${room}/${folder}`]
  if (seam) return `lib:${seam}`
  if (folder === 'mails' || folder === 'mails.ts') return 'lib:mail'
  if (folder === 'schema' || folder === 'schema.ts') return 'lib:schema'

  return `lib:${FOLDERS.includes(folder) ? folder : room}`
}

// Every `from "x"`, `import "x"` and `import("x")`. A match in a comment fails loudly: the safe side.
const SPECIFIER = /\b(?:from|import)\s*\(?\s*["']([^"'\s{}<>]+)["']/g
const STYLES = /\.css$/

function specifiers(source: string): string[] {
  return [...source.matchAll(SPECIFIER)].map((match) => match[1] ?? '')
}

/** The imports of a file that its role may not have. */
export function violations(file: string, source: string): string[] {
  const name = roleOf(file)
  const role = name === undefined ? undefined : ROLES[name]
  if (name === undefined) return []
  if (!role) return specifiers(source)
  // Plain scripts run before any build and before any setting is known: nothing of the library.
  const own = file.endsWith('.mjs') && name === 'scripts' ? [] : role.own

  return specifiers(source).filter((specifier) => {
    const target = toRepoPath(specifier, file)
    if (target === null) return !role.npm.test(specifier)
    if (STYLES.test(target)) return false
    const to = target.startsWith('lib/') ? (roleOf(target) ?? target) : target

    return ![name, ...own].some(
      (allowed) => to === allowed || to.startsWith(`${allowed}/`) || (allowed === 'lib' && to.startsWith('lib:')),
    )
  })
}

/** The imports of a file in lib that lead to a room below its own: `from -> to`. */
export function downward(file: string, source: string): string[] {
  const place = ORDER.indexOf(file.split('/')[1] ?? '')
  if (!file.startsWith('lib/') || place < 0) return []

  return (
    specifiers(source)
      .map((specifier) => toRepoPath(specifier, file) ?? '')
      // A contract in the browser is a type and leaves nothing behind.
      .filter((target) => !(file.includes('/client/') && roleOf(target) === 'lib:schema'))
      .filter((target) => target.startsWith('lib/') && ORDER.indexOf(target.split('/')[1] ?? '') > place)
      .map((target) => `${file} -> ${target}`)
  )
}

function toRepoPath(specifier: string, file: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier)

  return null
}
