import 'server-only'
import { type OwnTexts, readShopTexts } from '#lib/core/i18n/compose-messages.ts'
import { DEFAULT_LOCALE, isShipped, type Locale } from '#lib/core/i18n/config.ts'
import {
  checkGlossary,
  checkMessage,
  type GlossaryProblem,
  type MessageProblem,
  readLanguageFile,
} from '#lib/core/i18n/language-file.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { isSameValue } from '#lib/core/rules/records.ts'
import { renewPages } from '#lib/settings/commands/change-settings.ts'
import { lockSettings, readShopSettings } from '#lib/settings/repository/settings.ts'
import { deleteLanguageTexts, findLanguageTexts, saveLanguageTexts } from '#lib/settings/repository/texts.ts'

const MAX_CHARACTERS = 4_000
/** A report names as many; the rest is counted. */
const MAX_NAMED = 100

/** Why a text is not taken: no such key, too long, or what `checkMessage` finds. */
export type RefusedText = { key: string; kind: MessageProblem['kind'] | 'unknown' | 'long'; details: string[] }

/** What the glossary has against a text that is taken all the same. */
export type WarnedText = { key: string } & GlossaryProblem

/**
 * Adds a language that did not come with the store. Until its texts arrive it says everything in the default language, on
 * pages to which nothing leads.
 *
 * Throws `forbidden`, `bad_input` when there is no such language, and `conflict` when the store has it.
 */
export async function addLanguage(caller: Caller, locale: Locale): Promise<void> {
  const by = requireStaff(caller)
  if (new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(locale) === undefined) {
    throw new AppError('bad_input', 'There is no such language.', { fields: ['locale'] })
  }
  await transaction(async (tx) => {
    await lockSettings(tx)
    if (isShipped(locale) || (await findLanguageTexts(locale, tx))) {
      throw new AppError('conflict', 'The store has this language.', { reason: 'language_exists' })
    }
    await saveLanguageTexts({ locale, texts: {}, version: 1, changedBy: by.actor }, tx)
    await recordAudit({ ...by, act: 'language.added', subject: locale, after: { locale } }, tx)
    await renewPages(tx)
  })
}

type ImportInput = {
  locale: Locale
  file: string
  /** The version that the page showed. */
  seen: number
  /** Only tells what would change. */
  isTrial: boolean
}

/**
 * Takes the texts of a translator's file: each that can be shown in place of the English one. The report names those that
 * differ from the glossary, and they are taken all the same. A text that is the one that came along is no longer the store's
 * own; what the file does not name stays as it is.
 *
 * Throws `forbidden`, `not_found` for a language that the store does not have, `bad_input` with the reason `encoding`,
 * `form` or `language` for a file that cannot be read, and `conflict` when somebody else has changed the texts.
 */
export async function importLanguage(caller: Caller, input: ImportInput) {
  const by = requireStaff(caller)
  const { locale, seen, isTrial } = input
  const read = await readLanguageFile(input.file, locale)
  if ('problem' in read) throw new AppError('bad_input', 'The file cannot be read.', { reason: read.problem })
  const [english, shipped] = await Promise.all([readShopTexts(DEFAULT_LOCALE), readShopTexts(locale)])

  return transaction(async (tx) => {
    await lockSettings(tx)
    const row = await findLanguageTexts(locale, tx)
    if (!row && !isShipped(locale)) throw new AppError('not_found', 'The store does not have this language.')
    if ((row?.version ?? 0) !== seen) {
      throw new AppError('conflict', 'Somebody else has changed the texts.', { reason: 'settings_changed' })
    }
    const before = row?.texts ?? {}
    const { texts, refused, warned, same } = judge({ locale, wanted: read.texts, english, shipped, own: before })
    const keys = new Set([...Object.keys(before), ...Object.keys(texts)])
    const changed = [...keys].filter((key) => before[key] !== texts[key]).length
    const report = {
      ...{ changed, same, refused: refused.slice(0, MAX_NAMED), refusedCount: refused.length },
      ...{ warned: warned.slice(0, MAX_NAMED), warnedCount: warned.length },
    }
    if (isTrial || isSameValue(before, texts)) return { ...report, version: seen }
    await saveLanguageTexts({ locale, texts, version: seen + 1, changedBy: by.actor }, tx)
    // The texts stand in their own table, whole; the trail says how many of them.
    const change = {
      before: { texts: Object.keys(before).length },
      after: { texts: Object.keys(texts).length, changed },
    }
    await recordAudit({ ...by, act: 'language.changed', subject: locale, ...change }, tx)
    await renewPages(tx)

    return { ...report, version: seen + 1 }
  })
}

/**
 * Removes the store's own texts in a language: one that came along says again what it said then, any other is gone.
 *
 * Throws `forbidden`, and `conflict` for an added language that the shop shows, or when somebody else has changed the texts.
 */
export async function removeLanguageTexts(caller: Caller, locale: Locale, seen: number): Promise<void> {
  const by = requireStaff(caller)
  await transaction(async (tx) => {
    await lockSettings(tx)
    const row = await findLanguageTexts(locale, tx)
    if (!row) return
    if (row.version !== seen) {
      throw new AppError('conflict', 'Somebody else has changed the texts.', { reason: 'settings_changed' })
    }
    const { languages } = await readShopSettings(tx)
    if (!isShipped(locale) && languages?.includes(locale)) {
      throw new AppError('conflict', 'The shop shows this language.', { reason: 'language_shown' })
    }
    await deleteLanguageTexts(locale, tx)
    const before = { texts: Object.keys(row.texts).length }
    await recordAudit({ ...by, act: 'language.removed', subject: locale, before }, tx)
    await renewPages(tx)
  })
}

function requireStaff(caller: Caller) {
  const staff = requirePermission(caller, 'settings.change')

  return { actor: actorOf(staff), role: staff.role }
}

function judge(input: {
  locale: Locale
  wanted: Map<string, string>
  english: OwnTexts
  shipped: OwnTexts
  own: OwnTexts
}) {
  const { locale, wanted, english, shipped, own } = input
  const texts: Record<string, string> = { ...own }
  const refused: RefusedText[] = []
  const warned: WarnedText[] = []
  let same = 0
  for (const [key, text] of wanted) {
    if (text.trim() === '' || text === (own[key] ?? shipped[key])) {
      same += 1
      continue
    }
    const said = Object.hasOwn(english, key) ? english[key] : undefined
    if (said === undefined) refused.push({ key: key.slice(0, 200), kind: 'unknown', details: [] })
    else if (text.length > MAX_CHARACTERS) refused.push({ key, kind: 'long', details: [String(MAX_CHARACTERS)] })
    else if (text === shipped[key]) delete texts[key]
    // A file in JSON has the English texts where nothing was translated.
    else if (text === said && !isShipped(locale)) same += 1
    else {
      const problem = checkMessage(locale, said, text)
      if (problem) refused.push({ key, ...problem })
      else {
        texts[key] = text
        const warning = checkGlossary(locale, said, text)
        if (warning) warned.push({ key, ...warning })
      }
    }
  }

  return { texts, refused, warned, same }
}
