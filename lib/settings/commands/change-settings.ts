import 'server-only'
import { raiseCatalogVersion } from '#lib/catalog/repository/catalog.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/core/i18n/config.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { isSameValue } from '#lib/core/rules/records.ts'
import { lockSettings, readSettings, storeSetting } from '#lib/settings/repository/settings.ts'
import { listKnownLocales } from '#lib/settings/repository/texts.ts'
import { type Accent, type Ground, isReadable, nearestReadable } from '#lib/settings/rules/contrast.ts'
import { SETTING_SCHEMAS, type SettingKey } from '#lib/settings/rules/settings.ts'

/** A setting as a person wants it; `null` puts the default back. `seen` is the value that the page showed. */
export type SettingChange = { key: SettingKey; value: unknown; seen: unknown }

/** What finished public pages were made from: a change of it makes them anew in every process. */
const SHOWN = /^((shop|tax|till|tools)\.|mails\.code$)/

/**
 * Changes settings, all of them or none, each with an audit row that says what was before and what is now.
 *
 * Throws `forbidden`, `bad_input` with the `fields` that have no such value (for colours that cannot be read with the
 * reason `contrast` and the nearest `light` and `dark` that can), and `conflict` with the `fields` that somebody else has
 * changed since the page was shown.
 */
export async function changeSettings(caller: Caller, changes: readonly SettingChange[]): Promise<void> {
  const staff = requirePermission(caller, 'settings.change')
  const by = { actor: actorOf(staff), role: staff.role }
  await transaction(async (tx) => {
    await lockSettings(tx)
    // Read under the lock: a language may be removed while somebody decides to show it.
    const wanted = parseChanges(changes, await listKnownLocales(tx))
    const now = await readSettings(
      wanted.map(({ key }) => key),
      tx,
    )
    const conflicts = wanted.filter(({ key, seen }) => !isSameValue(now[key], seen))
    if (conflicts.length > 0) {
      const fields = conflicts.map(({ key }) => key)
      throw new AppError('conflict', 'Somebody else has changed this.', { reason: 'settings_changed', fields })
    }
    const real = wanted.filter(({ key, value }) => !isSameValue(now[key], value))
    for (const { key, value } of real) {
      await storeSetting({ key, value: value as never, setBy: by.actor }, tx)
      const change = { before: { value: now[key] }, after: { value: value as never } }
      await recordAudit({ ...by, act: 'setting.changed', subject: key, ...change }, tx)
    }
    await showAnew(
      real.map(({ key }) => key),
      tx,
    )
  })
}

async function showAnew(keys: SettingKey[], tx: Tx): Promise<void> {
  if (keys.some((key) => SHOWN.test(key))) await renewPages(tx)
}

function parseChanges(changes: readonly SettingChange[], locales: readonly Locale[]): SettingChange[] {
  const parsed = changes.map(({ key, value, seen }) => ({
    key,
    seen,
    result: value === null ? { success: true as const, data: null } : SETTING_SCHEMAS[key].safeParse(value),
  }))
  const unreadable = parsed.filter(({ key, result }) => !result.success || !isPossible(key, result.data, locales))
  if (unreadable.length > 0) {
    const fields = unreadable.map(({ key }) => key)
    throw new AppError('bad_input', `There is no such value: ${fields.join(', ')}.`, { fields })
  }
  for (const { key, result } of parsed) if (key === 'shop.accent' && result.data) requireContrast(result.data as Accent)

  return parsed.map(({ key, seen, result }) => ({ key, seen, value: result.data ?? null }))
}

/** What a schema cannot know: which languages there are, and that the one without a prefix has to stay. */
function isPossible(key: SettingKey, value: unknown, locales: readonly Locale[]): boolean {
  if (key !== 'shop.languages' || !Array.isArray(value)) return true

  return value.every((one) => locales.includes(one)) && value.includes(DEFAULT_LOCALE)
}

function requireContrast(accent: Accent): void {
  const grounds: Ground[] = ['light', 'dark']
  if (grounds.every((ground) => isReadable(accent[ground], ground))) return
  const nearest = { light: nearestReadable(accent.light, 'light'), dark: nearestReadable(accent.dark, 'dark') }
  throw new AppError('bad_input', 'Text in this colour could not be read.', {
    reason: 'contrast',
    fields: ['shop.accent'],
    ...nearest,
  })
}

/** Has every finished public page made anew, in every process, once the caller's transaction is through. */
export async function renewPages(tx: Tx): Promise<void> {
  await raiseCatalogVersion(tx)
}
