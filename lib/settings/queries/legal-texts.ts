import 'server-only'
import type { Locale } from '#lib/core/i18n/config.ts'
import { findLegalText } from '#lib/settings/repository/legal-texts.ts'
import { type LegalPage, type TextBlock, toTextBlocks } from '#lib/settings/rules/legal-pages.ts'

/** A text that the operator published, as the shop shows it. */
export type PublishedText = { version: number; publishedAt: Date; blocks: TextBlock[] }

/** Reads the operator's text of a legal page, `null` where there is none: the default is shown then. */
export async function getLegalText(page: LegalPage, locale: Locale): Promise<PublishedText | null> {
  const row = await findLegalText(page, locale)

  return row && { version: row.version, publishedAt: row.createdAt, blocks: toTextBlocks(row.body) }
}
