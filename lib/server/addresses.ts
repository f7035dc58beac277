import type pg from 'pg'
import { DEFAULT_LOCALE, SHIPPED_LOCALES } from '#lib/core/i18n/config.ts'

const KINDS = ['c', 'ci(..)(..)', 'ci(.)', 'ci(..)', 'ci(...)', 'oc', 'd', 'di(..)(..)', 'di(.)', 'di(..)', 'di(...)']
const MARKS = ['refetch', 'inside-shared-layout', 'metadata-only']
const MAX_CHARACTERS = 40_000

/**
 * Whether the header in which a browser says what it shows already can be read: Next answers 500 when it cannot.
 *
 * A test holds it against Next's own reading.
 */
export function isRouterState(header: string | string[] | undefined): boolean {
  if (header === undefined) return true
  if (typeof header !== 'string' || header.length > MAX_CHARACTERS) return false
  try {
    return isState(JSON.parse(decodeURIComponent(header)))
  } catch {
    return false
  }
}

function isState(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 2 || value.length > 6) return false
  const [segment, children, address, mark, hints, stale] = value

  return (
    isSegment(segment) &&
    isRecord(children) &&
    Object.values(children).every(isState) &&
    (address == null || isTexts(address, 2)) &&
    (mark == null || MARKS.includes(mark)) &&
    (hints == null || Number.isFinite(hints)) &&
    (stale === undefined || typeof stale === 'string')
  )
}

function isSegment(value: unknown): boolean {
  if (typeof value === 'string') return true
  if (!Array.isArray(value) || value.length !== 4) return false
  const [name, key, kind, siblings] = value

  return isTexts([name, key], 2) && KINDS.includes(kind) && (siblings === null || isTexts(siblings))
}

function isTexts(value: unknown, length?: number): boolean {
  if (!Array.isArray(value) || (length !== undefined && value.length !== length)) return false

  return value.every((one) => typeof one === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What must exist in the database before a page of it is rendered. */
export type Subject = { kind: 'destination' | 'plan' | 'brand'; id: string } | { kind: 'none' }

/** An address that answers everybody with the same bytes. `path` is written in one way only, so it can be a key. */
export type PublicRoute = { path: string; language: string; subject: Subject }

const NONE: Subject = { kind: 'none' }
// Which languages there are, `languages` says: a pattern only knows their shape.
const LANGUAGE = '(?<language>[a-z]{2})'
const PLAIN = new RegExp(
  `^/(?:destinations|compatibility|trip|compare|sim-cards|contact|help|api/catalogue/search-index/${LANGUAGE})?$`,
)
/** What machines ask for: the site maps, and the shop's own picture in messages. */
const MADE = new RegExp(
  `^/(?:sitemap\\.xml|sitemaps/${LANGUAGE}-(?:0|[1-9]\\d{0,2})\\.xml|og/(?<ofPicture>[a-z]{2})/shop\\.png)$`,
)
const PICTURE = new RegExp(`^/og/${LANGUAGE}/destinations/(?<id>[a-z0-9-]{1,120})\\.png$`)
/** The pages of text; a test compares them with the lists of the shop. Any other is answered without a render. */
export const TEXTS = {
  help: ['install-iphone', 'install-android', 'no-service', 'top-up', 'refunds', 'time-zones'],
  legal: ['terms', 'privacy', 'withdrawal', 'imprint', 'accessibility'],
}
const TEXT = new RegExp(`^/(?:help/(?:${TEXTS.help.join('|')})|legal/(?:${TEXTS.legal.join('|')}))$`)
const DESTINATION = /^\/destinations\/(?<id>[a-z0-9-]{1,120})$/
const PLACE = new RegExp(`^/api/catalogue/plans/${LANGUAGE}/(?<id>[a-z0-9-]{1,120})$`)
// The check of a card number is a page about one person: it stands at the address of a brand, and is no such page.
const BRAND = /^\/sim-cards\/(?!check$)(?<id>[a-z0-9-]{1,120})$/
const PLAN = /^\/plans\/(?<id>[A-Za-z0-9_-]{1,64})$/

/** Finds the public route of a path without its query; `null` when the path is not on the list. */
export function toPublicRoute(path: string, languages: ReadonlySet<string>): PublicRoute | null {
  const language = languageOf(path, languages)
  const rest = language === DEFAULT_LOCALE ? path : path.slice(language.length + 1) || '/'
  if (rest === '/' && path.endsWith('/') && path !== '/') return null
  const subject = subjectOf(rest, languages)

  return subject && { path, language, subject }
}

/** The language that a path asks for by its prefix, else the default one. */
export function languageOf(path: string, languages: ReadonlySet<string>): string {
  const first = path.split('/', 2)[1] ?? ''

  return languages.has(first) ? first : DEFAULT_LOCALE
}

const PATTERNS = [
  { kind: 'none', patterns: [PLAIN, TEXT, MADE] },
  { kind: 'destination', patterns: [DESTINATION, PLACE, PICTURE] },
  { kind: 'brand', patterns: [BRAND] },
  { kind: 'plan', patterns: [PLAN] },
] as const

function subjectOf(path: string, languages: ReadonlySet<string>): Subject | null {
  for (const { kind, patterns } of PATTERNS) {
    const found = patterns.map((pattern) => pattern.exec(path)).find((match) => match !== null)
    if (!found) continue
    const { id = '', language, ofPicture } = found.groups ?? {}
    const named = language ?? ofPicture
    if (named !== undefined && !languages.has(named)) return null

    return kind === 'none' ? NONE : { kind, id }
  }

  return null
}

// Former addresses and plans that went out of sale count as known: the page itself answers what became of them.
const DESTINATION_SQL = `SELECT 1 FROM "Sku" WHERE "slug" = $1 UNION ALL SELECT 1 FROM "SkuSlug" WHERE "slug" = $1 LIMIT 1`
const PLAN_SQL = `SELECT 1 FROM "Plan" WHERE "id" = $1`
const BRAND_SQL = `SELECT 1 FROM "Partner" WHERE "slug" = $1`
const QUESTIONS = { destination: DESTINATION_SQL, plan: PLAN_SQL, brand: BRAND_SQL }

/**
 * Makes a function that tells whether the mirror has what a path names.
 *
 * Asked only where no finished page is kept. Without it every made-up address would cost a render.
 */
export function makeKnowsSubject(pool: pg.Pool): (subject: Subject) => Promise<boolean> {
  return async (subject) => {
    if (subject.kind === 'none') return true
    const { rowCount } = await pool.query(QUESTIONS[subject.kind], [subject.id])

    return (rowCount ?? 0) > 0
  }
}

/** The languages that addresses may name: those that came along, and those that the store has added. */
export async function readLanguages(pool: pg.Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ locale: string }>('SELECT "locale" FROM "LanguageTexts"')

  return new Set([...SHIPPED_LOCALES, ...rows.map(({ locale }) => locale)])
}
