import 'server-only'
import { checkGuide } from '#lib/content/commands/check-guide.ts'
import { requireBody } from '#lib/content/rules/guide-text.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { renewPages } from '#lib/settings/commands/change-settings.ts'
import { lockSettings } from '#lib/settings/repository/settings.ts'
import { addLegalText, findLegalText } from '#lib/settings/repository/texts.ts'
import type { LegalPage } from '#lib/settings/rules/legal-pages.ts'

/**
 * A new text in Markdown of a legal page in one language. `seen` is the version that the page showed, 0 for the default text;
 * `isSure`: what is wrong with this text was read.
 */
export type LegalInput = { page: LegalPage; locale: string; body: string; isSure: boolean; seen: number }

/**
 * Publishes a text: the shop shows it from now on, with its version and date. Earlier versions stay. Returns the version.
 *
 * Throws `forbidden`, `bad_input` as `requireWords` does, and `conflict` with the reason `settings_changed` when there is a
 * newer version than the one that was shown, or `unsure` when something is wrong with the text.
 */
export async function publishLegalText(caller: Caller, input: LegalInput): Promise<number> {
  const staff = requirePermission(caller, 'settings.change')
  const { page, locale, seen } = input
  const body = requireBody(input.body.trim())
  const words = { slug: page, title: page, description: '', body }
  const { problems } = await checkGuide({ guideId: null, place: 'legal', locale, words })
  if (problems.length > 0 && !input.isSure) {
    throw new AppError('conflict', 'Something is wrong with the text.', { reason: 'unsure' })
  }
  const by = { actor: actorOf(staff), role: staff.role }

  return transaction(async (tx) => {
    await lockSettings(tx)
    const newest = await findLegalText(page, locale, tx)
    if ((newest?.version ?? 0) !== seen) {
      throw new AppError('conflict', 'Somebody else has published a text.', { reason: 'settings_changed' })
    }
    if (newest?.body === body) return seen
    const version = seen + 1
    await addLegalText({ page, locale, version, body, createdBy: by.actor }, tx)
    // The texts stand in their own table, whole; the trail says which of them.
    const change = { before: { version: seen }, after: { version, characters: body.length } }
    await recordAudit({ ...by, act: 'legal.published', subject: `${page}.${locale}`, ...change }, tx)
    await renewPages(tx)

    return version
  })
}
