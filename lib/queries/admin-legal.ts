import 'server-only'
import { findLegalText, listLegalHeads } from '#lib/db/legal-texts.ts'
import { type Caller, requirePermission } from '#lib/domain/caller.ts'
import type { LegalPage } from '#lib/domain/legal-pages.ts'

/** The newest version of a page in a language that has a text of its own. */
export type LegalHead = { page: string; locale: string; version: number; createdAt: Date }

/** Reads which legal pages have a text of their own, in which version. Throws `forbidden`. */
export async function getLegalHeads(caller: Caller): Promise<LegalHead[]> {
  requirePermission(caller, 'settings.change')

  return listLegalHeads()
}

/** Reads the text of a page as it is edited; version 0 and no text while the default is shown. Throws `forbidden`. */
export async function getLegalDesk(
  caller: Caller,
  page: LegalPage,
  locale: string,
): Promise<{ version: number; body: string }> {
  requirePermission(caller, 'settings.change')
  const row = await findLegalText(page, locale)

  return { version: row?.version ?? 0, body: row?.body ?? '' }
}
