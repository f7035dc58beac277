import 'server-only'
import { DEFAULT_LOCALE, isShipped, type Locale, SHIPPED_LOCALES, toLocale } from '#lib/core/i18n/config.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'

/** What the store says in a language itself; `version` counts its changes. */
export type LanguageTextsRow = { locale: string; texts: Record<string, string>; version: number }

/** The languages in which the store says something itself. */
export async function listTextLocales(client: Tx = db()): Promise<Locale[]> {
  const rows = await client.languageTexts.findMany({ orderBy: { locale: 'asc' }, select: { locale: true } })

  return rows.map(({ locale }) => locale)
}

/** The languages that the shop can show: those that came along and those that were added. */
export async function listKnownLocales(client: Tx = db()): Promise<Locale[]> {
  return [...SHIPPED_LOCALES, ...(await listTextLocales(client)).filter((locale) => !isShipped(locale))]
}

/** Tells one state of the store's own texts in a language from every other, also from those before it was removed once. */
export async function findTextsState(locale: string): Promise<string> {
  const row = await db().languageTexts.findUnique({ where: { locale }, select: { version: true, changedAt: true } })

  return row ? `${row.version} ${row.changedAt.getTime()}` : 'none'
}

/** The store's own texts in a language, `null` where it has none. */
export async function findLanguageTexts(locale: string, client: Tx = db()): Promise<LanguageTextsRow | null> {
  const row = await client.languageTexts.findUnique({ where: { locale } })

  return row && { locale, version: row.version, texts: row.texts as Record<string, string> }
}

/** In which language a person is written to, and what the store says in it itself: the default one where it was removed. */
export async function findWrittenLanguage(wanted: string): Promise<{ locale: Locale; texts: Record<string, string> }> {
  const locale = toLocale(wanted)
  const own = await findLanguageTexts(locale)

  return own || isShipped(locale) ? { locale, texts: own?.texts ?? {} } : findWrittenLanguage(DEFAULT_LOCALE)
}

/** Keeps the store's own texts in a language. */
export async function saveLanguageTexts(row: LanguageTextsRow & { changedBy: string }, tx: Tx): Promise<void> {
  const { locale, ...values } = row
  const data = { ...values, changedAt: new Date() }
  await tx.languageTexts.upsert({
    where: { locale },
    create: { locale, ...data },
    update: data,
    select: { version: true },
  })
}

/** Removes the store's own texts in a language. */
export async function deleteLanguageTexts(locale: string, tx: Tx): Promise<void> {
  await tx.languageTexts.deleteMany({ where: { locale } })
}

const COLUMNS = { page: true, locale: true, version: true, body: true, createdBy: true, createdAt: true } as const

/** A legal text as it is shown. */
export type LegalTextRow = Prisma.LegalTextGetPayload<{ select: typeof COLUMNS }>

/** The newest text of a page in a language, `null` while the shop's default is shown. */
export async function findLegalText(page: string, locale: string, client: Tx = db()): Promise<LegalTextRow | null> {
  return client.legalText.findFirst({ where: { page, locale }, orderBy: { version: 'desc' }, select: COLUMNS })
}

/** The version that each of these pages has in a language now; 0 while the shop's default is shown. */
export async function readLegalVersions<Page extends string>(
  pages: readonly Page[],
  locale: string,
): Promise<Record<Page, number>> {
  const rows = await db().legalText.groupBy({
    by: ['page'],
    where: { page: { in: [...pages] }, locale },
    _max: { version: true },
  })
  const versions = new Map(rows.map(({ page, _max }) => [page, _max.version ?? 0]))

  return Object.fromEntries(pages.map((page) => [page, versions.get(page) ?? 0])) as Record<Page, number>
}

/** The newest version of every page and language that has a text of its own. */
export async function listLegalHeads(): Promise<Omit<LegalTextRow, 'body' | 'createdBy'>[]> {
  return db().legalText.findMany({
    distinct: ['page', 'locale'],
    orderBy: [{ page: 'asc' }, { locale: 'asc' }, { version: 'desc' }],
    select: { page: true, locale: true, version: true, createdAt: true },
  })
}

/** Every version of a page's text in a language, the newest first, without the texts. */
export async function listLegalVersions(page: string, locale: string) {
  return db().legalText.findMany({
    where: { page, locale },
    orderBy: { version: 'desc' },
    select: { version: true, createdBy: true, createdAt: true },
  })
}

/** A text as it was published in a version, `null` where there is none. */
export async function findLegalVersion(page: string, locale: string, version: number): Promise<LegalTextRow | null> {
  return db().legalText.findUnique({
    where: { page_locale_version: { page, locale, version } },
    select: COLUMNS,
  })
}

/** Adds a version of a text. Throws a passing error when the version exists. */
export async function addLegalText(text: Omit<LegalTextRow, 'createdAt'>, tx: Tx): Promise<void> {
  await tx.legalText.create({ data: text, select: { version: true } })
}
