import { z } from 'zod'
import { DESTINATION_STATES } from '#lib/catalog/rules/admin-destination.ts'
import type { OwnTexts } from '#lib/catalog/rules/page-text.ts'
import type { PlanChangeKind } from '#lib/catalog/rules/plan.ts'
import { DEFAULT_LOCALE, LOCALE_SHAPE } from '#lib/core/i18n/config.ts'
import { hasPart } from '#lib/core/rules/search-names.ts'
import type { RuleView } from '#lib/pricing/rules/admin-pricing.ts'
import { SHELVES } from '#lib/settings/rules/shop.ts'

/** A pass over the catalogue, as staff see it. */
export type SyncRunView = {
  id: string
  trigger: string
  state: 'running' | 'finished' | 'failed'
  total: number
  done: number
  failed: number
  calls: number
  error: string | null
  startedAt: Date
  finishedAt: Date | null
  /** The last sign of life: a running pass without one for minutes has been cut off. */
  heartbeatAt: Date
}

/** A pass with the differences that it found, by kind. */
export type SyncRunRow = SyncRunView & { changes: { kind: PlanChangeKind; count: number }[] }

/** What the store itself decides about a destination: no pass over the catalogue touches it. */
export type DestinationEdit = {
  isHidden: boolean
  isFeatured: boolean
  /** The place in the shop: smaller numbers stand first. */
  rank: number
  texts: OwnTexts[]
  /** The last part of its address by language; null for the one that its name gives. A language that is not named keeps its own. */
  addresses: { locale: string; slug: string | null }[]
}

/** Returns own words as they are stored: trimmed, without control characters, `null` for none. */
export function trimmedText(text: string): string | null {
  const clean = text
    .replaceAll('\r\n', '\n')
    .replaceAll(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .trim()

  return clean === '' ? null : clean
}

/** Whether anything is said in a language. */
export function hasLabel(texts: Omit<OwnTexts, 'locale'>): boolean {
  return Object.values(texts).some((said) => said !== null)
}

/** Returns what is said of a destination in a form that can be compared: words by language, none where there are none. */
export function toOwnSayings({ isHidden, isFeatured, rank, texts, addresses }: DestinationEdit) {
  const worded = texts.filter(({ locale, ...texts }) => hasLabel(texts))

  return {
    isHidden,
    isFeatured,
    rank,
    texts: Object.fromEntries(worded.map(({ locale, ...texts }) => [locale, texts])),
    addresses: Object.fromEntries(addresses.flatMap(({ locale, slug }) => (slug === null ? [] : [[locale, slug]]))),
  }
}

/** What the address of the list of destinations says. Whatever cannot be read is left out, never an error. */
export const destinationFilterSchema = z.object({
  q: z.string().max(80).catch(''),
  shelf: z.enum(SHELVES).nullable().catch(null),
  state: z.enum(DESTINATION_STATES).nullable().catch(null),
})
export type DestinationFilter = z.output<typeof destinationFilterSchema>

/** What the address of its file says: places are searched, and called, as they are in a language. */
export const destinationExportSchema = destinationFilterSchema.extend({
  locale: z.string().regex(LOCALE_SHAPE).catch(DEFAULT_LOCALE),
})

const EVERY_HOURS = 6
const MINUTE = 17

/** How many passes by the clock a day has. */
export const PASSES_PER_DAY = 24 / EVERY_HOURS

/** When the catalogue is read by the clock, in UTC. */
export const SYNC_CRON = `${MINUTE} */${EVERY_HOURS} * * *`

/** Returns when the next pass by the clock begins. */
export function nextSyncAt(now: Date): Date {
  // The rule above can be read.
  return nextByClock(SYNC_CRON, now) ?? now
}

/** Returns when a rule of the clock (cron, UTC) holds next: one minute, of one hour or of every so many. `null` for others. */
export function nextByClock(cron: string, now: Date): Date | null {
  const [, minute, hours, every] = /^(\d{1,2}) ((?:\*\/(\d{1,2}))|\d{1,2}) \* \* \*$/.exec(cron) ?? []
  if (minute === undefined) return null
  const next = new Date(now)
  next.setUTCMinutes(Number(minute), 0, 0)
  for (let hour = 0; hour <= 24; hour++, next.setUTCHours(next.getUTCHours() + 1)) {
    const matches =
      every === undefined ? next.getUTCHours() === Number(hours) : next.getUTCHours() % Number(every) === 0
    if (matches && next > now) return next
  }

  return null
}

/** Returns which rules are about a destination or a plan that somebody searches: by name, number or amount; `''` for all. */
export function isAbout(q: string): (row: Pick<RuleView, 'rule'>) => boolean {
  return ({ rule: { scope, scopeKey, name, plan } }) =>
    hasPart([name, scope === 'destination' ? scopeKey : null, plan?.amount ?? null], q)
}
