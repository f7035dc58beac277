import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'

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
