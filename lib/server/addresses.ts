import type pg from 'pg'
import { guidePath, SITE_MAP_ADDRESSES, type Subject, splitGuidePath } from '#lib/content/rules/public-route.ts'
import { SHIPPED_LOCALES } from '#lib/core/i18n/config.ts'
import { isRecord } from '#lib/core/rules/records.ts'
import { toSetting } from '#lib/settings/rules/settings.ts'
import { TOOL_KEYS, type Tool, type ToolSettings, toTools } from '#lib/settings/rules/tools.ts'

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

/** More than the pages that no row stands for. */
const PLAIN_PAGES = 100

// Former addresses and plans that went out of sale count as known: the page itself answers what became of them.
const SUBJECT_SQL = {
  destination: `SELECT 1 FROM "Sku" WHERE "slug" = $1 UNION ALL SELECT 1 FROM "SkuAddress" WHERE "slug" = $1
    UNION ALL SELECT 1 FROM "SkuSlug" WHERE "slug" = $1 LIMIT 1`,
  plan: `SELECT 1 FROM "Plan" WHERE "id" = $1`,
  brand: `SELECT 1 FROM "Partner" WHERE "slug" = $1`,
  // As many as the mirror could fill at most: how many there are, only writing them tells.
  site_map: `SELECT 1 WHERE $1::int * ${SITE_MAP_ADDRESSES} < ${PLAIN_PAGES} + (SELECT count(*) FROM "Sku")
    + (SELECT count(*) FROM "Plan") + (SELECT count(*) FROM "Partner") + (SELECT count(*) FROM "GuideText")`,
  guide: `SELECT 1 FROM "GuideText"
    WHERE "slug" = $1 AND "locale" = $2 AND "place"::text = $3`,
}

/**
 * Makes a function that tells whether the mirror has what a path names.
 *
 * Asked only where no finished page is kept. Without it every made-up address would cost a render.
 */
export function makeKnowsSubject(pool: pg.Pool): (subject: Subject) => Promise<boolean> {
  return async (subject) => {
    if (subject.kind === 'none') return true
    const named = subject.kind === 'guide' ? [subject.id, subject.language, subject.place] : [subject.id]
    const { rowCount } = await pool.query(SUBJECT_SQL[subject.kind], named)

    return (rowCount ?? 0) > 0
  }
}

/**
 * Makes a function that finds where a path leads that no page has: by the table of redirects, or to the same guide in the
 * language that is asked for. What the table says is for good.
 */
export function makeFindRedirect(pool: pg.Pool): (path: string) => Promise<{ to: string; isForGood: boolean } | null> {
  return async (path) => {
    const { rows } = await pool.query<{ to: string }>('SELECT "to" FROM "Redirect" WHERE "from" = $1', [path])
    if (rows[0]) return { to: rows[0].to, isForGood: true }
    const guide = splitGuidePath(path)
    if (!guide) return null
    const { rows: known } = await pool.query<{ slug: string | null }>(TRANSLATION_SQL, [
      guide.slug,
      guide.locale,
      guide.place,
    ])

    return known[0] ? { to: guidePath(guide.locale, known[0].slug, guide.place), isForGood: false } : null
  }
}

// The menu of languages keeps the path: a guide has another address in each, or is not there.
const TRANSLATION_SQL = `SELECT there."slug" FROM "GuideText" here
  LEFT JOIN "GuideText" there ON there."guideId" = here."guideId" AND there."locale" = $2 AND there."slug" IS NOT NULL
  WHERE here."slug" = $1 AND here."place"::text = $3 AND here."locale" <> $2 ORDER BY there."slug" NULLS LAST LIMIT 1`

/** The languages that addresses may name: those that came along, and those that the store has added. */
export async function readLanguages(pool: pg.Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ locale: string }>('SELECT "locale" FROM "LanguageTexts"')

  return new Set([...SHIPPED_LOCALES, ...rows.map(({ locale }) => locale)])
}

/** The tools of others that the owner has switched on. */
export async function readTools(pool: pg.Pool): Promise<Tool[]> {
  const { rows } = await pool.query<{ key: string; value: unknown }>(
    'SELECT "key", "value" FROM "Setting" WHERE "key" = ANY($1)',
    [TOOL_KEYS],
  )
  const stored = new Map(rows.map(({ key, value }) => [key, value]))

  return toTools(Object.fromEntries(TOOL_KEYS.map((key) => [key, toSetting(key, stored.get(key))])) as ToolSettings)
}
