import { DEFAULT_LOCALE, type Locale } from '#lib/core/i18n/config.ts'

/** Where a text of the operator stands: on a page of guides or of help, or as a section of the front page. */
export const GUIDE_PLACES = ['guide', 'front_page', 'help'] as const
export type GuidePlace = (typeof GUIDE_PLACES)[number]

/** What must exist in the database before a page of it is rendered. */
export type Subject =
  | { kind: 'destination' | 'plan' | 'brand' | 'site_map'; id: string }
  | { kind: 'guide'; place: GuidePlace; id: string; language: string }
  | { kind: 'none' }

/** An address that answers everybody with the same bytes. `path` is written in one way only, so it can be a key. */
export type PublicRoute = { path: string; language: string; subject: Subject }

const NONE: Subject = { kind: 'none' }
// Which languages there are, `languages` says: a pattern only knows their shape.
const LANGUAGE = '(?<language>[a-z]{2})'
const PLAIN = new RegExp(
  `^/(?:destinations|compatibility|trip|compare|sim-cards|help|guides|api/catalogue/search-index/${LANGUAGE})?$`,
)
/** What machines ask for: the list of site maps, and the shop's own picture in messages. */
const MADE = new RegExp(`^/(?:sitemap\\.xml|og/${LANGUAGE}/shop\\.png)$`)
const SITE_MAP = new RegExp(`^/sitemaps/${LANGUAGE}-(?<id>0|[1-9]\\d{0,2})\\.xml$`)
/** How many addresses one site map has. A protocol allows 50,000; these stay well below its 50 MB and our own 8 with all languages. */
export const SITE_MAP_ADDRESSES = 10_000
const PICTURE = new RegExp(`^/og/${LANGUAGE}/destinations/(?<id>[a-z0-9-]{1,120})\\.png$`)
/** The pages of text; a test compares them with the lists of the shop. Any other is answered without a render. */
export const TEXTS = {
  help: ['install-iphone', 'install-android', 'no-service', 'top-up', 'refunds', 'time-zones'],
  legal: ['terms', 'privacy', 'withdrawal', 'imprint', 'accessibility'],
}
const TEXT = new RegExp(`^/(?:help/(?:${TEXTS.help.join('|')})|legal/(?:${TEXTS.legal.join('|')}))$`)
const DESTINATION = /^\/destinations\/(?<id>[a-z0-9-]{1,120})$/
const PLACE = new RegExp(`^/api/catalogue/plans/${LANGUAGE}/(?<id>[a-z0-9-]{1,120})$`)
// The check of a card number is a page about one person: it stands at the address of a brand, and is no such page.
const BRAND = /^\/sim-cards\/(?!check$)(?<id>[a-z0-9-]{1,120})$/
const GUIDE = /^\/guides\/(?<id>[a-z0-9-]{1,60})$/
const HELP = /^\/help\/(?<ofHelp>[a-z0-9-]{1,60})$/
const PLAN = /^\/plans\/(?<id>[A-Za-z0-9_-]{1,64})$/

/** What names its language itself, or none: with another one before it nothing answers. */
const FOR_MACHINES = /^\/(?:sitemap|og\/|api\/)/

/** Finds the public route of a path without its query; `null` when the path is not on the list. */
export function toPublicRoute(path: string, languages: ReadonlySet<string>): PublicRoute | null {
  const language = languageOf(path, languages)
  const rest = language === DEFAULT_LOCALE ? path : path.slice(language.length + 1) || '/'
  if (rest === '/' && path.endsWith('/') && path !== '/') return null
  if (rest !== path && FOR_MACHINES.test(rest)) return null
  const subject = subjectOf(rest, language, languages)

  return subject && { path, language, subject }
}

/** The language that a path asks for by its prefix, else the default one. */
export function languageOf(path: string, languages: ReadonlySet<string>): string {
  const first = path.split('/', 2)[1] ?? ''

  return languages.has(first) ? first : DEFAULT_LOCALE
}

const PATTERNS = [
  { kind: 'none', patterns: [PLAIN, TEXT, MADE] },
  { kind: 'destination', patterns: [DESTINATION, PLACE, PICTURE] },
  { kind: 'brand', patterns: [BRAND] },
  { kind: 'plan', patterns: [PLAN] },
  { kind: 'site_map', patterns: [SITE_MAP] },
  { kind: 'guide', patterns: [GUIDE, HELP] },
] as const

function subjectOf(path: string, asked: string, languages: ReadonlySet<string>): Subject | null {
  for (const { kind, patterns } of PATTERNS) {
    const found = patterns.map((pattern) => pattern.exec(path)).find((match) => match !== null)
    if (!found) continue
    const { id = '', language, ofHelp } = found.groups ?? {}
    if (language !== undefined && !languages.has(language)) return null

    if (kind === 'guide') {
      const place = ofHelp === undefined ? 'guide' : 'help'

      return { kind, place, id: ofHelp ?? id, language: asked }
    }

    return kind === 'none' ? NONE : { kind, id }
  }

  return null
}

const LISTS = { guide: '/guides', front_page: '', help: '/help' } as const

/** Where a text of the operator stands in a language; the list of all of its place where `slug` is null. */
export function guidePath(locale: Locale, slug: string | null, place: GuidePlace = 'guide'): string {
  const list = `${locale === DEFAULT_LOCALE ? '' : `/${locale}`}${LISTS[place]}`
  if (slug === null) return list || '/'

  return place === 'front_page' ? `${list || '/'}#${sectionId(slug)}` : `${list}/${slug}`
}

/** How a section of the front page is named on it. */
export function sectionId(slug: string): string {
  return `section-${slug}`
}

/** Whether a text of the operator takes the place of a page of help that came along. */
export function isShippedHelp(place: GuidePlace, slug: string): boolean {
  return place === 'help' && TEXTS.help.includes(slug)
}

const GUIDE_PATH = /^(?:\/([a-z]{2}))?\/(guides|help)\/([a-z0-9-]{1,60})$/

/** The language, the place and the address of a text of the operator by its path, `null` for a path of another kind. */
export function splitGuidePath(path: string): { locale: Locale; place: GuidePlace; slug: string } | null {
  const [, locale = DEFAULT_LOCALE, list, slug] = GUIDE_PATH.exec(path) ?? []

  return slug === undefined ? null : { locale, place: list === 'help' ? 'help' : 'guide', slug }
}

/** Pages about one person: they have no language in their address, and texts may link to them. */
const PERSONAL = ['/cart', '/find', '/account', '/withdraw', '/contact', '/status', '/sim-cards/check']

/** Whether a path leads to a page about one person. */
export function isPersonalPath(path: string): boolean {
  return PERSONAL.includes(path)
}

/** Where something else than a page of the shop answers. */
const ELSEWHERE = new Set(
  'admin api auth brand checkout e flags fonts icons invite o og reminders setup sign-in sitemaps verify _next'.split(
    ' ',
  ),
)
const REDIRECTABLE = /^(?:\/[A-Za-z0-9][A-Za-z0-9_-]{0,80}){1,6}$/

/** Whether an address without a page may lead to one: letters, figures and hyphens, and nothing else answers there. */
export function isRedirectable(path: string): boolean {
  const [, first = '', second = ''] = path.split('/')

  return (
    REDIRECTABLE.test(path) &&
    first !== DEFAULT_LOCALE &&
    ![first, second].some((part) => ELSEWHERE.has(part)) &&
    !isPersonalPath(path)
  )
}

/** Where an address leads that no page has; `guide` is the text that stood there, `null` for one that staff entered. */
export type Redirect = { from: string; to: string; guide: string | null }

/**
 * Returns the table with one more redirect. No redirect leads to another one: the new one goes where its target leads, and
 * those that led to its source go where it leads. `null` when it would lead back to itself.
 */
export function withRedirect(table: readonly Redirect[], added: Redirect): Redirect[] | null {
  const to = targetOf(table, added.to)
  if (to === added.from) return null
  const others = table.filter(({ from }) => from !== added.from)

  return [...others.map((one) => (one.to === added.from ? { ...one, to } : one)), { ...added, to }]
}

/** Returns where an address leads, itself when it leads nowhere. */
export function targetOf(table: readonly Redirect[], path: string): string {
  return table.find(({ from }) => from === path)?.to ?? path
}

type Move = {
  /** The guide in one language. */
  guide: string
  /** Where it stands now, and where it will; `null` while it stands nowhere. */
  before: string | null
  after: string | null
  /** Where its addresses lead while it stands nowhere. */
  otherwise: string
}

/**
 * Returns the table after a guide moved, was shown again or was withdrawn: all addresses that it ever had lead to where it
 * stands, and where it stands there is a page and no redirect.
 */
export function withMove(table: readonly Redirect[], { guide, before, after, otherwise }: Move): Redirect[] {
  // What stands on an address leads nowhere from there.
  const free = table.filter(({ from }) => from !== after)
  const to = after ?? targetOf(free, otherwise)
  const kept = free.map((one) => (one.guide === guide && one.from !== to ? { ...one, to } : one))
  if (before === null || before === to) return kept.filter(({ from }) => from !== to)

  return (withRedirect(kept, { from: before, to, guide }) ?? kept).filter((one) => one.from !== one.to)
}
