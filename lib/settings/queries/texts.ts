import 'server-only'
import { languages } from 'countries-list'
import { composeMessages, type OwnTexts, readShopTexts } from '#lib/core/i18n/compose-messages.ts'
import {
  DEFAULT_LOCALE,
  isShipped,
  LOCALE_SHAPE,
  type Locale,
  SHOP_NAMESPACES,
  shownLocales,
} from '#lib/core/i18n/config.ts'
import type { MessageTree } from '#lib/core/i18n/direction.ts'
import { writeLanguageFile } from '#lib/core/i18n/language-file.ts'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { listStaffNames } from '#lib/pricing/repository/pricing.ts'
import { readShopSettings } from '#lib/settings/repository/settings.ts'
import {
  findLanguageTexts,
  findLegalText,
  findLegalVersion,
  findTextsState,
  listKnownLocales,
  listLegalHeads,
  listLegalVersions,
} from '#lib/settings/repository/texts.ts'
import type { LegalPage } from '#lib/settings/rules/legal-pages.ts'
import type { LanguageFileForm } from '#lib/settings/rules/uploads.ts'

const cached = new Map<Locale, { state: string; messages: Promise<MessageTree> }>()

/** Returns the messages of a language as they are now, those of the store's own in place of those that came along. */
export async function getMessages(locale: Locale): Promise<MessageTree> {
  const state = await findTextsState(locale)
  // An address may name any two letters: only what the store has is kept.
  if (state === 'none' && !isShipped(locale)) return getMessages(DEFAULT_LOCALE)
  const ready = cached.get(locale)
  if (ready?.state === state) return ready.messages
  const messages = findLanguageTexts(locale).then((own) => composeMessages(locale, own?.texts ?? {}))
  cached.set(locale, { state, messages })
  // What could not be read is read again.
  messages.catch(() => cached.delete(locale))

  return messages
}

/** Tells whether the store can write in a language, shown or not. */
export async function hasLanguage(locale: Locale): Promise<boolean> {
  return isShipped(locale) || (await findTextsState(locale)) !== 'none'
}

/** The store's own texts in a language, by their keys. */
export async function getOwnTexts(locale: Locale): Promise<OwnTexts> {
  return (await findLanguageTexts(locale))?.texts ?? {}
}

/** The languages that a store can add, but for those that it has. */
export function listAddableLanguages(): Locale[] {
  return Object.keys(languages).filter((locale) => LOCALE_SHAPE.test(locale) && !isShipped(locale))
}

/** The languages in which the store can write. Throws `forbidden`. */
export async function listWritableLocales(caller: Caller): Promise<Locale[]> {
  requirePermission(caller, 'settings.change')

  return listKnownLocales()
}

/** Every language that the shop can show, with how much it says. Throws `forbidden`. */
export async function listLanguages(caller: Caller) {
  requirePermission(caller, 'settings.change')
  const [known, settings, english] = await Promise.all([
    listKnownLocales(),
    readShopSettings(),
    readShopTexts(DEFAULT_LOCALE),
  ])

  return Promise.all(
    known.map(async (locale) => {
      const row = await findLanguageTexts(locale)
      const own = row?.texts ?? {}
      const shipped = await readShopTexts(locale)
      const keys = Object.keys(english)
      const isShown = shownLocales(settings.languages).includes(locale)

      return {
        locale,
        isShipped: isShipped(locale),
        // Pages in `preview` can be opened by their addresses, and nothing leads to them.
        state: isShown ? ('shown' as const) : row ? ('preview' as const) : ('off' as const),
        version: row?.version ?? 0,
        own: Object.keys(own).length,
        parts: SHOP_NAMESPACES.map((name) => {
          const all = keys.filter((key) => key.startsWith(`${name}.`))

          return { name, total: all.length, done: all.filter((key) => hasText(key, own, shipped)).length }
        }),
      }
    }),
  )
}

function hasText(key: string, own: OwnTexts, shipped: OwnTexts): boolean {
  return Object.hasOwn(own, key) || Object.hasOwn(shipped, key)
}

/** Writes a file for a translator: all texts of the shop and its mails in a language, or only those that are missing. */
export async function exportLanguage(
  caller: Caller,
  { locale, form, part }: { locale: Locale; form: LanguageFileForm; part: 'all' | 'missing' },
): Promise<string> {
  requirePermission(caller, 'settings.change')
  const [english, shipped, row] = await Promise.all([
    readShopTexts(DEFAULT_LOCALE),
    readShopTexts(locale),
    findLanguageTexts(locale),
  ])
  const rows = Object.entries(english).map(([key, text]) => ({
    key,
    english: text,
    text: row?.texts[key] ?? shipped[key] ?? null,
  }))

  return writeLanguageFile(form, locale, part === 'all' ? rows : rows.filter(({ text }) => text === null))
}

/** A language as staff see it: of how many texts it has how many, and how many of them are the store's own. */
export type LanguageView = Awaited<ReturnType<typeof listLanguages>>[number]

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
