import 'server-only'
import {
  findPlace,
  findStatus,
  findVersion,
  type GuideStatus,
  listGuideHeads,
  listGuidePictures,
  listVersions,
} from '#lib/content/repository/guides.ts'
import { listRedirects } from '#lib/content/repository/redirects.ts'
import { type GuideState, type GuideWords, stateOf } from '#lib/content/rules/guide-text.ts'
import { guidePath, isShippedHelp } from '#lib/content/rules/public-route.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/core/i18n/config.ts'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { localTimeAt } from '#lib/core/rules/zoned-time.ts'
import { listStaffNames } from '#lib/pricing/repository/pricing.ts'

/** What a guide is in one language. `hasNews`: what was saved last is not what is shown. */
export type GuideLanguage = { locale: Locale; state: GuideState; hasNews: boolean; isStopped: boolean }

/** Every guide, those that were changed last first. Throws `forbidden`. */
export async function getGuides(caller: Caller, q = '') {
  requirePermission(caller, 'settings.change')
  const wanted = q.trim().toLowerCase()
  const heads = Object.entries(Object.groupBy(await listGuideHeads(), ({ guideId }) => guideId))
  const rows = heads.flatMap(([id, texts = []]) => {
    const named = texts.find(({ locale }) => locale === DEFAULT_LOCALE) ?? texts[0]
    const isWanted = texts.some(({ title, slug }) => `${title} ${slug ?? ''}`.toLowerCase().includes(wanted))
    if (!named || !isWanted) return []
    const savedAt = new Date(Math.max(...texts.map((one) => one.savedAt.getTime())))

    return [
      { id, place: named.place, title: named.title, locale: named.locale, languages: texts.map(toLanguage), savedAt },
    ]
  })

  return rows.sort((a, b) => b.savedAt.getTime() - a.savedAt.getTime())
}

function toLanguage(status: GuideStatus): GuideLanguage {
  const { locale, version, shownVersion, stopReason } = status

  return {
    locale,
    state: stateOf(status),
    hasNews: shownVersion !== null && shownVersion !== version,
    isStopped: stopReason !== null,
  }
}

/** Reads a guide to edit it in a language, `null` when there is none. Throws `forbidden`. */
export async function getEditedGuide(caller: Caller, id: string, locale: Locale) {
  requirePermission(caller, 'settings.change')
  const place = await findPlace(id)
  if (!place) return null
  const key = { guideId: id, locale }
  const [heads, status, versions] = await Promise.all([listGuideHeads(), findStatus(key), listVersions(key)])
  const newest = status && (await findVersion(key, status.version))
  const names = await listStaffNames(versions.map(({ by }) => by))
  const languages = heads.filter(({ guideId }) => guideId === id).map(toLanguage)
  const shipped = heads.find((one) => one.guideId === id && one.slug && isShippedHelp(place, one.slug))?.slug ?? null
  const none = { words: null, version: 0, state: 'draft' as const, shownVersion: null, path: null, due: null }
  if (!status || !newest) return { id, place, languages, ...none, isStopped: false, shipped, versions: [] }
  const { version, shownVersion, slug, dueAt, dueZone, dueVersion, stopReason } = status
  const zone = dueZone ?? 'UTC'

  return {
    ...{ id, place, languages, version, shownVersion, state: stateOf(status), isStopped: stopReason !== null },
    words: { slug: newest.slug, title: newest.title, description: newest.description, body: newest.body },
    path: slug === null ? null : guidePath(locale, slug, place),
    // The page of help that came along which another language of it says anew.
    shipped,
    // By clocks of the zone in which it was typed.
    due: dueAt && { local: localTimeAt(dueAt, zone), zone, version: dueVersion ?? version },
    versions: versions.map(({ by, slug: _, ...row }) => ({ ...row, by: names.get(by) ?? by })),
  }
}

/** What an earlier version said. Throws `forbidden`. */
export async function getGuideVersion(
  caller: Caller,
  { id, locale, number }: { id: string; locale: Locale; number: number },
): Promise<GuideWords | null> {
  requirePermission(caller, 'settings.change')

  return findVersion({ guideId: id, locale }, number)
}

const PICTURES = 24

/** The pictures that were added last. Throws `forbidden`. */
export async function getGuidePictures(caller: Caller) {
  requirePermission(caller, 'settings.change')

  return listGuidePictures(PICTURES)
}

/** Where an address leads that no page has. `isOwn`: staff entered it. */
export type RedirectView = { from: string; to: string; isOwn: boolean; at: Date }

/** Every redirect. Throws `forbidden`. */
export async function getRedirects(caller: Caller): Promise<RedirectView[]> {
  requirePermission(caller, 'settings.change')
  const rows = await listRedirects()

  return rows.map(({ from, to, guideId, at }) => ({ from, to, isOwn: guideId === null, at }))
}

/** A guide as it is edited in one language. `words` is null where it says nothing yet. */
export type EditedGuide = NonNullable<Awaited<ReturnType<typeof getEditedGuide>>>
