import 'server-only'
import { isShipped, type Locale, SHIPPED_LOCALES } from '#lib/core/i18n/config.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'

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
