import 'server-only'
import { cache } from 'react'
import { parseGuide } from '#lib/content/markdown/parse-guide.ts'
import {
  findShownAt,
  findVersion,
  listPictureSizes,
  listShown,
  listShownAddresses,
} from '#lib/content/repository/guides.ts'
import { type Block, type ContentsEntry, contentsOf, type PictureSizes } from '#lib/content/rules/guide-document.ts'
import { guidePath } from '#lib/content/rules/public-route.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/core/i18n/config.ts'

/** A guide as a list shows it. */
export type GuideTeaser = { slug: string; title: string; description: string; publishedAt: Date; changedAt: Date }

/** A guide as its page shows it. `addresses`: its paths by language, as far as the shop shows them. */
export type Guide = GuideTeaser & {
  blocks: Block[]
  contents: ContentsEntry[]
  pictures: PictureSizes
  addresses: Record<string, string>
}

/** Reads a guide that is shown at an address, `null` where none is. `languages` are those that the shop shows. */
export const getGuide = cache(
  async (locale: Locale, slug: string, languages: readonly Locale[]): Promise<Guide | null> => {
    const status = await findShownAt(locale, slug)
    if (!status?.shownVersion || !status.publishedAt || !status.changedAt) return null
    const words = await findVersion(status, status.shownVersion)
    if (!words) return null
    const { blocks, pictures } = parseGuide(words.body)
    const sizes = await listPictureSizes(pictures.map(({ hash }) => hash))

    return {
      ...{ slug, title: words.title, description: words.description },
      ...{ publishedAt: status.publishedAt, changedAt: status.changedAt },
      blocks,
      contents: contentsOf(blocks),
      pictures: Object.fromEntries(sizes.map(({ hash, ...size }) => [hash, size])),
      addresses: addressesOf(await listShownAddresses(status.guideId), languages),
    }
  },
)

/** Reads the guides that a language shows, those that were published last first. */
export const listGuides = cache(async (locale: Locale): Promise<GuideTeaser[]> => {
  const rows = await listShown(locale)

  return rows.map(({ guideId: _, locale: _locale, ...teaser }) => teaser)
})

/** The languages that show a guide. Read once for each page: every one asks for its footer. */
const listLanguages = cache(async () => (await listShownAddresses()).map(({ locale }) => locale))

/** Tells whether a language shows any guide. */
export async function hasGuides(locale: Locale): Promise<boolean> {
  return (await listLanguages()).includes(locale)
}

/** Where the list of guides stands, by language, as far as there is something in it. */
export async function listAddresses(languages: readonly Locale[]): Promise<Record<string, string>> {
  const shown = await listLanguages()

  return addressesOf(
    shown.map((locale) => ({ locale, slug: null })),
    languages,
  )
}

/** A page of guides for the site map: its path without a language where `slug` is null, else that of one guide. */
export type GuideEntry = { path: string; changedAt: Date; addresses: Record<string, string> }

/** Reads the pages of guides of a language, with when they changed; none while it shows no guide. */
export async function listGuideEntries(locale: Locale, languages: readonly Locale[]): Promise<GuideEntry[]> {
  const rows = await listShown(locale)
  if (rows.length === 0) return []
  const newest = new Date(Math.max(...rows.map(({ changedAt }) => changedAt.getTime())))
  const entries = rows.map(async ({ guideId, slug, changedAt }) => ({
    ...{ path: `/guides/${slug}`, changedAt },
    addresses: addressesOf(await listShownAddresses(guideId), languages),
  }))

  return [
    { path: '/guides', changedAt: newest, addresses: await listAddresses(languages) },
    ...(await Promise.all(entries)),
  ]
}

/** With the address for readers of every other language: the one without a prefix, where it is there. */
function addressesOf(
  texts: readonly { locale: Locale; slug: string | null }[],
  languages: readonly Locale[],
): Record<string, string> {
  const shown = texts.filter(({ locale }) => languages.includes(locale))
  const paths = Object.fromEntries(shown.map(({ locale, slug }) => [locale, guidePath(locale, slug)]))
  const { [DEFAULT_LOCALE]: usual } = paths

  return { ...paths, ...(usual === undefined ? {} : { 'x-default': usual }) }
}
