import 'server-only'
import { findDestinationBySlug } from '#lib/catalog/repository/catalog.ts'
import { listRefundabilityRules } from '#lib/catalog/repository/refundability-rules.ts'
import { plansOnSale } from '#lib/catalog/rules/on-sale.ts'
import { leadsSomewhere } from '#lib/content/commands/shop-pages.ts'
import { parseGuide } from '#lib/content/markdown/parse-guide.ts'
import { findShownAt, listPictureSizes } from '#lib/content/repository/guides.ts'
import { listRedirects } from '#lib/content/repository/redirects.ts'
import type { GuideDocument, PictureSizes, Problem } from '#lib/content/rules/guide-document.ts'
import { type GuideWords, requireWords } from '#lib/content/rules/guide-text.ts'
import { type GuidePlace, guidePath, isShippedHelp } from '#lib/content/rules/public-route.ts'
import type { Locale } from '#lib/core/i18n/config.ts'
import { DEFAULT_LOCALE } from '#lib/core/i18n/config.ts'
import type { Tx } from '#lib/core/repository/client.ts'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { findSaleTerms } from '#lib/pricing/repository/sale-terms.ts'

/** A text in a language; `guideId` is null for one that is not kept yet, and `legal` has neither an address nor a description. */
export type CheckedText = { guideId: string | null; place: GuidePlace | 'legal'; locale: Locale; words: GuideWords }

export type CheckedGuide = Pick<GuideDocument, 'blocks'> & { problems: Problem[]; pictures: PictureSizes }

/**
 * Reads a text as the shop will show it, and says line by line what is wrong with it.
 *
 * Throws `forbidden`, and `bad_input` as `requireWords` does.
 */
export async function previewGuide(caller: Caller, text: CheckedText): Promise<CheckedGuide> {
  requirePermission(caller, 'settings.change')
  // A preview is shown before the guide has an address.
  const words = requireWords({ ...text.words, slug: text.words.slug || 'guide' })

  return checkGuide({ ...text, words: { ...words, slug: text.words.slug } })
}

/** As `previewGuide`, for what is kept already. */
export async function checkGuide({ guideId, place, locale, words }: CheckedText): Promise<CheckedGuide> {
  const { blocks, problems, links, places, pictures } = parseGuide(words.body)
  const sizes = await listPictureSizes(pictures.map(({ hash }) => hash))
  const prefix = locale === DEFAULT_LOCALE ? '' : `/${locale}`
  const found: Problem[] = []
  if (words.title === '') found.push({ kind: 'title', line: 0, what: '' })
  const isPage = place === 'guide' || place === 'help'
  if (isPage && words.description === '') found.push({ kind: 'description', line: 0, what: '' })
  if (blocks.length === 0) found.push({ kind: 'body', line: 0, what: '' })
  if (place !== 'legal' && words.slug !== '') {
    const other = await findTaken({ guideId, place, locale, slug: words.slug })
    if (other !== null) found.push({ kind: 'taken', line: 0, what: other })
  }
  for (const { path, line } of links) {
    if (!(await leadsSomewhere(path, prefix))) found.push({ kind: 'broken', line, what: path })
  }
  for (const { slug, line } of places) {
    if (!(await isSold(slug))) found.push({ kind: 'unsold', line, what: slug })
  }
  for (const { hash, path, line } of pictures) {
    if (!sizes.some((one) => one.hash === hash)) found.push({ kind: 'picture', line, what: path })
  }

  return {
    blocks,
    problems: [...problems, ...found].sort((a, b) => a.line - b.line),
    pictures: Object.fromEntries(sizes.map(({ hash, ...size }) => [hash, size])),
  }
}

type Address = { guideId: string | null; place: GuidePlace; locale: Locale; slug: string }

/** The path of another text that has an address, or had it and still leads from it; `null` where it is free. */
export async function findTaken({ guideId, place, locale, slug }: Address, tx?: Tx): Promise<string | null> {
  const path = guidePath(locale, slug, place)
  const shown = await findShownAt({ locale, place, slug }, tx)
  if (shown && shown.guideId !== guideId) return path
  // A page of help that came along may be written anew, and leads nowhere.
  if (shown || place === 'front_page' || isShippedHelp(place, slug)) return null
  const lead = (await listRedirects(tx)).find(({ from }) => from === path)

  return lead === undefined || (lead.guideId === guideId && lead.locale === locale) ? null : path
}

async function isSold(slug: string): Promise<boolean> {
  const destination = await findDestinationBySlug(slug)
  if (!destination) return false
  const [terms, ruleOf] = await Promise.all([findSaleTerms(), listRefundabilityRules()])

  return plansOnSale(destination, { terms, ruleOf }).length > 0
}
