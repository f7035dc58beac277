import 'server-only'
import {
  addGuide,
  addVersion,
  findPlace,
  findStatus,
  findVersion,
  type GuideKey,
} from '#lib/content/repository/guides.ts'
import { type GuideWords, requireWords } from '#lib/content/rules/guide-text.ts'
import type { GuidePlace } from '#lib/content/rules/public-route.ts'
import type { Locale } from '#lib/core/i18n/config.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { isSameValue } from '#lib/core/rules/records.ts'
import { requirePicture } from '#lib/settings/commands/set-picture.ts'
import { lockSettings } from '#lib/settings/repository/settings.ts'
import { addPicture } from '#lib/settings/repository/shop-pictures.ts'
import { listKnownLocales } from '#lib/settings/repository/texts.ts'
import type { ShopPicture } from '#lib/settings/rules/brand.ts'

/**
 * What a guide shall say. `id` is null for a new one, which has its place for good; `seen` is the version that the page
 * showed, 0 where there was none.
 */
export type GuideInput = { locale: Locale; words: GuideWords; seen: number } & (
  | { id: string }
  | { id: null; place: GuidePlace }
)

/**
 * Keeps what a guide says in one language as a further version. What the shop shows stays as it is. The same words again
 * are no version.
 *
 * Throws `forbidden`, `not_found`, `bad_input` as `requireWords` does, and `conflict` when there is a newer version than the
 * one that was shown.
 */
export async function saveGuide(caller: Caller, input: GuideInput): Promise<{ id: string; version: number }> {
  const staff = requirePermission(caller, 'settings.change')
  const { locale, seen } = input
  const words = requireWords(input.words)
  if (!(await listKnownLocales()).includes(locale))
    throw new AppError('not_found', 'The store does not have this language.')
  const by = actorOf(staff)
  const newGuide = newId('gui')

  return transaction(async (tx) => {
    await lockSettings(tx)
    const id = input.id ?? newGuide
    const place = input.id === null ? input.place : await findPlace(id, tx)
    if (!place) throw new AppError('not_found', 'There is no such guide.')
    if (input.id === null) await addGuide(id, by, tx)
    const key = { guideId: id, locale }
    const newest = await findNewest(key, tx)
    if ((newest?.number ?? 0) !== seen) throw changedMeanwhile()
    if (newest && isSameValue(wordsOf(newest), words)) return { id, version: seen }
    const version = seen + 1
    await addVersion({ ...key, place, ...words, number: version, restores: null, by }, tx)
    // The texts stand in their own table, whole; the trail says which of them.
    const after = { version, slug: words.slug, characters: words.body.length }
    await recordAudit({ actor: by, role: staff.role, act: 'guide.saved', subject: `${id}.${locale}`, after }, tx)

    return { id, version }
  })
}

/** Puts an earlier version back, as a new one. Throws as `saveGuide` does. */
export async function restoreVersion(
  caller: Caller,
  { number, seen, ...key }: GuideKey & { number: number; seen: number },
): Promise<{ version: number }> {
  const staff = requirePermission(caller, 'settings.change')
  const by = actorOf(staff)

  return transaction(async (tx) => {
    await lockSettings(tx)
    const [newest, wanted] = [await findNewest(key, tx), await findVersion(key, number, tx)]
    const place = await findPlace(key.guideId, tx)
    if (!newest || !wanted || !place) throw new AppError('not_found', 'There is no such version.')
    if (newest.number !== seen) throw changedMeanwhile()
    const version = seen + 1
    await addVersion({ ...key, place, ...wordsOf(wanted), number: version, restores: number, by }, tx)
    const change = { before: { version: seen }, after: { version, restores: number } }
    const subject = `${key.guideId}.${key.locale}`
    await recordAudit({ actor: by, role: staff.role, act: 'guide.saved', subject, ...change }, tx)

    return { version }
  })
}

/**
 * Keeps a picture for guides. Returns the hash by which it is served (`/brand/<hash>.png`, `.jpg` for a JPEG).
 *
 * Throws `forbidden`, and `bad_input` with the reason `no_picture`, `size` or `weight`.
 */
export async function addGuidePicture(caller: Caller, file: Uint8Array): Promise<ShopPicture> {
  const staff = requirePermission(caller, 'settings.change')
  const by = actorOf(staff)
  const picture = requirePicture('guide', file)
  const { hash, width, height, type } = picture
  await transaction(async (tx) => {
    await addPicture({ ...picture, kind: 'guide', createdBy: by }, tx)
    await recordAudit(
      { actor: by, role: staff.role, act: 'guide.picture_added', subject: hash, after: { width, height } },
      tx,
    )
  })

  return { hash, width, height, type }
}

type Tx = Parameters<Parameters<typeof transaction>[0]>[0]

async function findNewest(key: GuideKey, tx: Tx) {
  const status = await findStatus(key, tx)

  return status && findVersion(key, status.version, tx)
}

function wordsOf({ slug, title, description, body }: GuideWords): GuideWords {
  return { slug, title, description, body }
}

/** What somebody is told whose page showed an older version. */
export function changedMeanwhile(): AppError {
  return new AppError('conflict', 'Somebody else has changed this guide.', { reason: 'settings_changed' })
}
