import 'server-only'
import type { Locale } from '#lib/core/i18n/config.ts'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { listStaffNames } from '#lib/pricing/repository/pricing.ts'
import {
  findLegalText,
  findLegalVersion,
  listLegalHeads,
  listLegalVersions,
} from '#lib/settings/repository/legal-texts.ts'
import type { LegalPage } from '#lib/settings/rules/legal-pages.ts'

/** Reads the operator's text of a legal page, `null` where there is none: the default is shown then. */
export async function getLegalText(page: LegalPage, locale: Locale) {
  const row = await findLegalText(page, locale)

  return row && { version: row.version, publishedAt: row.createdAt, body: row.body }
}

/** The newest version of a page in a language that has a text of its own. */
export type LegalHead = { page: string; locale: string; version: number; createdAt: Date }

/** Reads which legal pages have a text of their own, in which version. Throws `forbidden`. */
export async function getLegalHeads(caller: Caller): Promise<LegalHead[]> {
  requirePermission(caller, 'settings.change')

  return listLegalHeads()
}

/** Reads the text of a page as it is edited; version 0 and no text while the default is shown. Throws `forbidden`. */
export async function getLegalForStaff(
  caller: Caller,
  page: LegalPage,
  locale: string,
): Promise<{ version: number; body: string }> {
  requirePermission(caller, 'settings.change')
  const row = await findLegalText(page, locale)

  return { version: row?.version ?? 0, body: row?.body ?? '' }
}

/** Which text is wanted; `version` is null where none of its versions is to be read. */
export type LegalPastFilter = { page: LegalPage; locale: string; version: number | null }

/** Reads every version of a text with its date and author, and one of them in full. Throws `forbidden`. */
export async function getLegalPast(caller: Caller, { page, locale, version }: LegalPastFilter) {
  requirePermission(caller, 'settings.change')
  const [rows, wanted] = await Promise.all([
    listLegalVersions(page, locale),
    version === null ? null : findLegalVersion(page, locale, version),
  ])
  const names = await listStaffNames(rows.map(({ createdBy }) => createdBy))
  const versions = rows.map((row) => ({
    version: row.version,
    by: names.get(row.createdBy) ?? row.createdBy,
    at: row.createdAt,
  }))
  const found = versions.find((one) => one.version === wanted?.version)

  return { versions, read: found && wanted ? { ...found, body: wanted.body } : null }
}
