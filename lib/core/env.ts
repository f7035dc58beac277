import { z } from 'zod'
import { parseCurrency } from '#lib/core/rules/currency.ts'

const empty = (value: unknown) => (value === '' ? undefined : value)
const text = z.preprocess(empty, z.string().optional())
const textOr = (fallback: string) => z.preprocess(empty, z.string().default(fallback))
const numberOr = (fallback: number) => z.preprocess(empty, z.coerce.number().default(fallback))
const currencyCode = z.string().regex(/^[A-Z]{3}$/)
const currency = z.preprocess(empty, currencyCode.default('USD'))
const storeCurrency = z.preprocess(
  empty,
  currencyCode
    .refine((code) => parseCurrency(code) !== null, 'not a currency that the shop can count in')
    .default('USD'),
)

/** Every setting of the environment. Empty means absent; `.env.example` names the same list, a test compares them. */
export const environmentSchema = z.object({
  NODE_ENV: textOr('production'),
  PORT: numberOr(3000),
  HOSTNAME: textOr('127.0.0.1'),
  PUBLIC_URL: z.preprocess(empty, z.url().default('http://localhost:3000')),
  DATA_DIR: textOr('data'),
  DATABASE_URL: text,
  DATABASE_PASSWORD: text,
  STORE_MODE: z.preprocess(empty, z.enum(['trial', 'live']).default('trial')),
  STORE_NAME: textOr('Landfall'),
  STORE_CURRENCY: storeCurrency,
  SELLER_ADDRESS: text,
  SUPPORT_EMAIL: text,
  RESELLER_API_URL: text,
  RESELLER_API_HTTP_URL: text,
  RESELLER_API_PHONE: text,
  RESELLER_API_PASSWORD: text,
  RESELLER_API_SECRET: text,
  RESELLER_API_CURRENCY: currency,
  RESELLER_API_SIGN_FORM: z.preprocess(empty, z.enum(['plain', 'encoded-upper']).default('plain')),
  PAYMENT_PROVIDERS: text,
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_PUBLISHABLE_KEY: text,
  STRIPE_API_BASE: text,
  BANK_TRANSFER_HOLDER: text,
  BANK_TRANSFER_ACCOUNT: text,
  BANK_TRANSFER_DAYS: z.preprocess(empty, z.coerce.number().int().min(1).max(30).default(7)),
  TEST_PAYMENTS_URL: text,
  TEST_PAYMENTS_KEY: text,
  TEST_PAYMENTS_WEBHOOK_SECRET: text,
  TEST_PUSH_URL: z.preprocess(empty, z.url().optional()),
  SMTP_URL: text,
  MAIL_FROM: textOr('store@localhost'),
  MAIL_VIEW_URL: text,
  SESSION_SECRET: text,
  DATA_KEYS: text,
  INTERNAL_SECRET: text,
  METRICS_TOKEN: z.preprocess(empty, z.string().min(16).optional()),
  BACKUP_EVERY_HOURS: text,
  BACKUP_DIR: text,
  BACKUP_KEEP_DAYS: text,
  BACKUP_RECIPIENTS: text,
  WORKER: z.preprocess(empty, z.enum(['inside', 'only', 'off']).default('inside')),
  WORKER_PORT: z.preprocess(empty, z.coerce.number().int().min(1).max(65_535).optional()),
  PAGE_CACHE: z.preprocess(empty, z.enum(['on', 'off']).default('on')),
  PAGE_CACHE_MIB: z.preprocess(empty, z.coerce.number().int().min(1).max(4_096).default(64)),
  HEAP_MIB: z.preprocess(empty, z.coerce.number().int().min(256).default(512)),
  TIME_SCALE: numberOr(1),
  TRUST_PROXY: z.preprocess(empty, z.enum(['yes', 'no']).default('no')),
  LOG_LEVEL: z.preprocess(empty, z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info')),
})

export type Environment = z.output<typeof environmentSchema>
type Name = keyof Environment

let parsed: Environment | undefined

function read(): Environment {
  if (parsed) return parsed
  const result = environmentSchema.safeParse(process.env)
  if (!result.success) {
    const names = result.error.issues.map((issue) => issue.path.join('.'))
    throw new Error(`These settings cannot be read: ${[...new Set(names)].join(', ')}.`)
  }
  parsed = result.data

  return parsed
}

/** The settings, read at first use: importing this file needs no environment, so a build needs none either. */
export const env: Environment = new Proxy({} as Environment, {
  get: (_, name) => read()[name as Name],
})

/** Where the embedded database of this store lies, told by what started it. `null` with a server of the operator's own. */
export function embeddedDatabase(): string | null {
  return process.env.EMBEDDED_POSTGRES_DIR || null
}

/** Tells the pages of this process which scripts the page of a destination has for itself: our server does, when it starts. */
export function tellDestinationScripts(names: string): void {
  process.env.DESTINATION_SCRIPTS = names
}

/** What `tellDestinationScripts` told, '' where nothing did. */
export function destinationScripts(): string {
  return process.env.DESTINATION_SCRIPTS ?? ''
}

/** The standard variables of OpenTelemetry that decide whether and how much is traced. */
export function tracingSettings() {
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG } = process.env
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = process.env
  const all = { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG }
  const set = { ...all, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT }

  return Object.fromEntries(Object.entries(set).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** Forgets what was read, for a test that changes the environment of its own process. */
export function forgetEnvironment(): void {
  parsed = undefined
}

/** A setting that the caller cannot do without. Throws a sentence that names it when it is absent. */
export function requireSetting(name: Name): string {
  const value = env[name]
  if (value === undefined || value === '') throw new Error(`${name} is not set.`)

  return String(value)
}
