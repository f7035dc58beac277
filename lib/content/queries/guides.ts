import 'server-only'
import { cache } from 'react'
import { parseGuide } from '#lib/content/markdown/parse-guide.ts'
import {
  findShownAt,
  findVersion,
  listPictureSizes,
  listShown,
  listShownAddresses,
  listShownTexts,
  type ShownGuide,
} from '#lib/content/repository/guides.ts'
import {
  type Block,
  type ContentsEntry,
  contentsOf,
  type PictureSizes,
  toSection,
} from '#lib/content/rules/guide-document.ts'
import { type GuidePlace, guidePath, isShippedHelp, sectionId } from '#lib/content/rules/public-route.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/core/i18n/config.ts'

/** A guide as a list shows it. */
export type GuideTeaser = { slug: string; title: string; description: string; publishedAt: Date; changedAt: Date }

/** A text of the operator as it is shown, with the sizes of its pictures. */
export type ShownText = { blocks: Block[]; pictures: PictureSizes }

/** A guide or a page of help as its page shows it. `addresses`: its paths by language, as far as the shop shows them. */
export type Guide = GuideTeaser & ShownText & { contents: ContentsEntry[]; addresses: Record<string, string> }

/** A section of the front page; its headings stand below its title. */
export type FrontSection = GuideTeaser & ShownText

type GuideAt = { place: 'guide' | 'help'; locale: Locale; slug: string }

/** Reads a page that is shown at an address, `null` where none is. `languages` are those that the shop shows. */
export async function getGuide({ place, locale, slug }: GuideAt, languages: readonly Locale[]): Promise<Guide | null> {
  return readGuide(place, locale, slug, languages)
}

// Asked for the head of a page and for the page.
const readGuide = cache(
  async (place: GuidePlace, locale: Locale, slug: string, languages: readonly Locale[]): Promise<Guide | null> => {
    const status = await findShownAt({ locale, place, slug })
    if (!status?.shownVersion || !status.publishedAt || !status.changedAt) return null
    const words = await findVersion(status, status.shownVersion)
    if (!words) return null
    const text = await readText(words.body)

    return {
      ...{ slug, title: words.title, description: words.description },
      ...{ publishedAt: status.publishedAt, changedAt: status.changedAt },
      ...text,
      contents: contentsOf(text.blocks),
      addresses: addressesOf(await listShownAddresses({ guideId: status.guideId }), languages, place),
    }
  },
)

/** Reads a text in Markdown as the shop shows it. */
export async function readText(body: string): Promise<ShownText> {
  const { blocks, pictures } = parseGuide(body)
  const sizes = await listPictureSizes(pictures.map(({ hash }) => hash))

  return { blocks, pictures: Object.fromEntries(sizes.map(({ hash, ...size }) => [hash, size])) }
}

/** Reads the guides, or the pages of help, that a language shows, those that were published last first. */
export const listGuides = cache(async (locale: Locale, place: 'guide' | 'help' = 'guide'): Promise<GuideTeaser[]> => {
  return (await listShown(locale, place)).map(toTeaser)
})

/** Reads the operator's sections of the front page in a language, in the order in which they were first published. */
export async function listFrontSections(locale: Locale): Promise<FrontSection[]> {
  const rows = (await listShownTexts(locale, 'front_page')).reverse()

  return Promise.all(
    rows.map(async (row) => {
      const { blocks, pictures } = await readText(row.body)

      return { ...toTeaser(row), blocks: toSection(blocks, sectionId(row.slug)), pictures }
    }),
  )
}

const MOST_ABOUT = 3

/** Reads the newest guides that show plans of a destination or link to it, by any of its addresses. */
export async function listGuidesAbout(locale: Locale, slugs: readonly string[]): Promise<GuideTeaser[]> {
  const rows = await listShownTexts(locale, 'guide', slugs)
  const isAbout = (slug: string | undefined) => slug !== undefined && slugs.includes(slug)
  const about = rows.filter(({ body }) => {
    const { places, links } = parseGuide(body)

    return (
      places.some(({ slug }) => isAbout(slug)) ||
      links.some(({ path }) => isAbout(/^(?:\/[a-z]{2})?\/destinations\/([a-z0-9-]+)/.exec(path)?.[1]))
    )
  })

  return about.slice(0, MOST_ABOUT).map(toTeaser)
}

function toTeaser({ slug, title, description, publishedAt, changedAt }: GuideTeaser): GuideTeaser {
  return { slug, title, description, publishedAt, changedAt }
}

/** The languages that show a guide. Read once for each page: every one asks for its footer. */
const listLanguages = cache(async () => (await listShownAddresses({ place: 'guide' })).map(({ locale }) => locale))

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

/** A page of the operator for the site map: its path without a language, when it changed, and its paths by language. */
export type GuideEntry = { path: string; changedAt: Date; addresses: Record<string, string> }

/** Reads the pages of guides and help of a language, with when they changed; the list of guides where there is one. */
export async function listGuideEntries(locale: Locale, languages: readonly Locale[]): Promise<GuideEntry[]> {
  const [guides, help] = [await listShown(locale, 'guide'), await listShown(locale, 'help')]
  const entryOf =
    (place: GuidePlace) =>
    async ({ guideId, slug, changedAt }: ShownGuide) => ({
      ...{ path: guidePath(DEFAULT_LOCALE, slug, place), changedAt },
      addresses: addressesOf(await listShownAddresses({ guideId }), languages, place),
    })
  // One that stands for a page of help that came along is there in every language, and listed with them.
  const own = help.filter(({ slug }) => !isShippedHelp('help', slug))
  const entries = await Promise.all([...guides.map(entryOf('guide')), ...own.map(entryOf('help'))])
  const newest = guides.reduce((latest, { changedAt }) => Math.max(latest, changedAt.getTime()), 0)
  if (guides.length === 0) return entries

  return [
    { path: guidePath(DEFAULT_LOCALE, null), changedAt: new Date(newest), addresses: await listAddresses(languages) },
    ...entries,
  ]
}

/** With the address for readers of every other language: the one without a prefix, where it is there. */
function addressesOf(
  texts: readonly { locale: Locale; slug: string | null }[],
  languages: readonly Locale[],
  place: GuidePlace = 'guide',
): Record<string, string> {
  const shown = texts.filter(({ locale }) => languages.includes(locale))
  const paths = Object.fromEntries(shown.map(({ locale, slug }) => [locale, guidePath(locale, slug, place)]))
  const { [DEFAULT_LOCALE]: usual } = paths

  return { ...paths, ...(usual === undefined ? {} : { 'x-default': usual }) }
}
