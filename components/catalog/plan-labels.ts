import { getTranslations } from 'next-intl/server'
import { searchIndexUrl, tripLabels } from '#components/catalog/home-labels.ts'
import type { KnownPhoneLabels } from '#components/catalog/known-phone.tsx'
import { formatAmount, listTexts, priceFormat } from '#components/catalog/listed-plan.ts'
import type { NeedLabels, Option } from '#components/catalog/plan-filters.tsx'
import type { ListedPlan } from '#components/catalog/plan-fit.ts'
import { partDetails } from '#components/catalog/plan-picks.ts'
import type { TripClockLabels } from '#components/catalog/trip-clocks.tsx'
import type { AddLabels } from '#components/checkout/cart/add-to-cart.tsx'
import { currencyNote } from '#components/ui/currency-text.tsx'
import type { ShopCurrencies } from '#components/ui/layout/store-details.tsx'
import { directionOf, type Locale } from '#lib/core/i18n/config.ts'
import { currencyName, intlTag, type PriceFormat } from '#lib/core/i18n/formats.ts'
import { forms, pluralForms, words } from '#lib/core/i18n/plurals.ts'
import { localePath, privatePath } from '#lib/core/i18n/routing.ts'
import { SHOWN_POLICY } from '#lib/refunds/rules/refund-answer.ts'
import type compare from '#messages/en/compare.json'
import type plan from '#messages/en/plan.json'
import type trip from '#messages/en/trip.json'

/** Words of choosing plans for the comparison, wherever plans are listed. */
export async function toggleLabels(locale: Locale) {
  const t = await getTranslations({ locale, namespace: 'compare' })
  const tag = intlTag(locale)

  return {
    tag,
    href: localePath(locale, '/compare'),
    ...words(t, 'toggle', 'label', 'open', 'clear'),
    full: t.raw('full') as string,
    ...forms(t, tag, 'chosen'),
  }
}

export type ToggleLabels = Awaited<ReturnType<typeof toggleLabels>>

const DATA_STEPS = [1, 3, 5, 10, 20]
const DAY_STEPS = [1, 3, 5, 7, 14, 30]

/** Words of the plan list of a destination. Sentences with a number come with all their plural forms. */
export async function shelfLabels(locale: Locale, money: PriceFormat, plans: readonly ListedPlan[]) {
  const t = await getTranslations({ locale, namespace: 'shop.destination' })
  const tag = intlTag(locale)
  const ticket = await ticketLabels(locale, money)
  const [first] = plans
  const shared = first ? partDetails(plans).shared.map((say) => say(first, ticket)) : []

  return {
    trip: await tripBarLabels(locale),
    need: await needLabels(locale, plans),
    filter: await filterLabels(locale),
    ticket,
    compare: await toggleLabels(locale),
    why: {
      chosen: t('why.chosen'),
      more: t('why.more'),
      daily: t('why.daily'),
      fixed: t('why.fixed'),
      per_gb: t('why.perGb'),
    },
    ...forms(t, tag, 'best', 'none', 'all', 'resultCount'),
    // Put together here: what a browser first makes of this kind takes a phone a tenth of a second.
    same: shared.length > 0 ? t('same', { facts: new Intl.ListFormat(tag, { type: 'unit' }).format(shared) }) : '',
    ...words(t, 'dayTitle', 'dayText', 'fixedTitle', 'fixedText', 'noMatch', 'clearFilters'),
  }
}

export type ShelfLabels = Awaited<ReturnType<typeof shelfLabels>>

/** The two questions, with the answers that some plan of the destination can give. */
async function needLabels(locale: Locale, plans: readonly ListedPlan[]): Promise<NeedLabels> {
  const t = await getTranslations({ locale, namespace: 'shop' })
  const longest = Math.max(...plans.map(({ term }) => (term.kind === 'fixed' ? term.days : term.maxDays)))
  const max = Math.max(...plans.map(({ mb, term }) => (term.kind === 'fixed' ? mb : mb * term.maxDays)))

  return {
    data: t('destination.needData'),
    dataOptions: (await dataOptions(locale)).filter(({ value }) => Number(value) <= max),
    days: t('destination.needDays'),
    dayOptions: DAY_STEPS.filter((days) => days <= longest).map((days) => ({
      value: String(days),
      name: t('ticket.days', { count: days, n: String(days) }),
    })),
  }
}

/** The answers to how much data, from any to much. */
export async function dataOptions(locale: Locale): Promise<Option[]> {
  const t = await getTranslations({ locale, namespace: 'shop.destination' })
  const amount = (value: number) => formatAmount({ value, unit: 'GB' }, locale)

  return [
    { value: '', name: t('filterAnyData') },
    ...DATA_STEPS.map((gb) => ({ value: String(gb * 1024), name: t('filterDataFrom', { amount: amount(gb) }) })),
  ]
}

export async function tripBarLabels(locale: Locale) {
  const t = await getTranslations({ locale, namespace: 'shop.trip' })

  return {
    ...(await tripLabels(locale)),
    ...words(t, 'label', 'none', 'wrong', 'noneHint', 'clear'),
    ...forms(t, intlTag(locale), 'days'),
  }
}

export type TripBarLabels = Awaited<ReturnType<typeof tripBarLabels>>

/** Words of the filters of a plan list. */
async function filterLabels(locale: Locale) {
  const t = await getTranslations({ locale, namespace: 'shop.destination' })
  const tag = intlTag(locale)

  return {
    tag,
    filters: t('filters'),
    only5g: t('filter5g'),
    topUp: t('filterTopUp'),
    covers: pluralForms(t, 'filterCovers', tag),
    order: t('sort'),
    orderOptions: [
      { value: '', name: t('sortFit') },
      { value: 'price', name: t('sortPrice') },
      { value: 'data', name: t('sortData') },
    ],
  }
}

export type FilterLabels = Awaited<ReturnType<typeof filterLabels>>

/** Words of a plan as a ticket. */
export async function ticketLabels(locale: Locale, money: PriceFormat) {
  const t = await getTranslations({ locale, namespace: 'shop.ticket' })
  const tag = intlTag(locale)

  return {
    base: localePath(locale, '/plans/'),
    tag,
    money,
    chooseDays: t.raw('chooseDays') as string,
    aDay: t.raw('aDay') as string,
    perGb: t.raw('perGb') as string,
    ...words(t, 'everyDay', 'networks', 'starts', 'topUp', 'yes', 'no', 'choose', 'fits', 'fitsBest'),
    ...forms(t, tag, 'days', 'forDays', 'forDaysRaised', 'forDaysLowered', 'spare', 'early'),
    cancel: await cancelLabels(locale),
  }
}

export type TicketLabels = Awaited<ReturnType<typeof ticketLabels>>

/** What lists of plans say about cancelling. */
export async function cancelLabels(locale: Locale) {
  const t = await getTranslations({ locale, namespace: 'cancel' })

  return {
    heading: t('heading'),
    yes: t('short.yes', { days: SHOWN_POLICY.days }),
    ask: t('short.ask'),
    code_mailed: t('short.code_mailed'),
    no: t('short.no'),
  }
}

async function clockLabels(locale: Locale) {
  const t = await getTranslations({ locale, namespace: 'shop.clocks' })

  return {
    tag: intlTag(locale),
    ...words(t, 'clock', 'first', 'last', 'network', 'home', 'covered', 'idle', 'note'),
    homeZone: t.raw('homeZone') as string,
    notCovered: t.raw('notCovered') as string,
    ends: t.raw('ends') as string,
  }
}

export type ClockLabels = Awaited<ReturnType<typeof clockLabels>>

export async function tripClockLabels(locale: Locale): Promise<TripClockLabels> {
  const t = await getTranslations({ locale, namespace: 'shop.clocks' })

  return {
    ...(await clockLabels(locale)),
    title: t('title'),
    ...forms(t, intlTag(locale), 'titleTrip'),
  }
}

export async function deviceLabels(locale: Locale) {
  const t = await getTranslations({ locale, namespace: 'shop.device' })

  return {
    ...words(t, 'label', 'placeholder', 'yes', 'no', 'unlisted'),
    checked: t.raw('checked') as string,
    checkedNo: t.raw('checkedNo') as string,
    except: t.raw('except') as string,
    regions: t.raw('regionNames') as Record<string, string>,
    tag: intlTag(locale),
  }
}

export type DeviceLabels = Awaited<ReturnType<typeof deviceLabels>>

/** The words of what is known about the reader's phone. */
export async function knownPhoneLabels(locale: Locale): Promise<KnownPhoneLabels> {
  const t = await getTranslations({ locale, namespace: 'card.phone' })

  return {
    yes: t.raw('yes') as string,
    mostly: t.raw('mostly') as string,
    no: t.raw('no') as string,
    another: t('another'),
    href: localePath(locale, '/compatibility'),
    tag: intlTag(locale),
  }
}

/** All words of the choosing part of a plan page, as data. */
export async function planLabels(locale: Locale, { store, slug }: { store: ShopCurrencies; slug: string }) {
  const t = await getTranslations({ locale, namespace: 'plan' })
  const tag = intlTag(locale)
  const raw = <Key extends keyof typeof plan>(key: Key): (typeof plan)[Key] => t.raw(key)
  const tax = currencyNote(raw('summary').tax, currencyName(store.currency, locale), store.currencies)
  const tripForms = (key: string, values: { count: number; n: string }) =>
    t(key as 'howMany.fromTrip', { ...values, dates: '{dates}' })
  const firstDay = raw('firstDay')
  const trip = await tripBarLabels(locale)

  return {
    locale,
    tag,
    money: priceFormat(store, locale),
    base: localePath(locale, '/plans/'),
    otherPlans: localePath(locale, `/destinations/${slug}`),
    dayForms: pluralForms(t, 'days', tag),
    fixed: raw('fixed'),
    calendar: {
      tag,
      dir: directionOf(locale),
      previous: firstDay.previous,
      next: firstDay.next,
      calendar: firstDay.calendar,
    },
    clocks: await clockLabels(locale),
    // No list of plans follows these dates.
    trip: { ...trip, none: trip.label, noneHint: '' },
    howMany: raw('howMany'),
    fromTrip: pluralForms(tripForms, 'howMany.fromTrip', tag),
    firstDay,
    runs: raw('runs'),
    summary: { ...raw('summary'), tax },
    failure: raw('failure') as Record<string, string>,
    cart: await addLabels(locale),
  }
}

export type PlanLabels = Awaited<ReturnType<typeof planLabels>>

/** Words of putting a choice into the cart. */
export async function addLabels(locale: Locale): Promise<AddLabels> {
  const t = await getTranslations({ locale, namespace: 'cart' })

  return {
    ...words(t, 'add', 'added', 'open'),
    cartHref: privatePath(locale, '/cart'),
    full: t.raw('full'),
  }
}

/** All words of the comparison, as data. */
export async function compareLabels(locale: Locale, money: PriceFormat) {
  const t = await getTranslations({ locale, namespace: 'compare' })
  const plan = await getTranslations({ locale, namespace: 'plan' })
  const ticket = await getTranslations({ locale, namespace: 'shop.ticket' })
  const board = await getTranslations({ locale, namespace: 'shop.board' })
  const tag = intlTag(locale)
  const raw = <Key extends keyof typeof compare>(key: Key): (typeof compare)[Key] => t.raw(key)

  return {
    ...raw('page'),
    locale,
    money,
    base: localePath(locale, '/plans/'),
    destinationsHref: localePath(locale, '/destinations'),
    tripHref: localePath(locale, '/trip'),
    fixed: plan.raw('fixed') as string,
    trip: await tripBarLabels(locale),
    rows: {
      ...raw('rows'),
      list: await listTexts(locale),
      dayForms: pluralForms(plan, 'days', tag),
      countries: pluralForms(board, 'countries', tag),
      yes: ticket('yes'),
      no: ticket('no'),
      cancel: await cancelLabels(locale),
    },
    cart: await addLabels(locale),
  }
}

export type CompareLabels = Awaited<ReturnType<typeof compareLabels>>

/** All words of the trip finder, as data. */
export async function tripFinderLabels(locale: Locale, money: PriceFormat) {
  const t = await getTranslations({ locale, namespace: 'trip' })
  const search = await getTranslations({ locale, namespace: 'shop.search' })
  const shop = await getTranslations({ locale, namespace: 'shop.destination' })
  const tag = intlTag(locale)
  const raw = <Key extends keyof typeof trip>(key: Key): (typeof trip)[Key] => t.raw(key)
  const ticket = await ticketLabels(locale, money)

  return {
    ...raw('page'),
    locale,
    tag,
    trip: await tripBarLabels(locale),
    clocks: await tripClockLabels(locale),
    picker: {
      ...raw('picker'),
      tag,
      indexUrl: searchIndexUrl(locale),
      count: pluralForms(search, 'count', tag),
    },
    stops: { ...raw('stops'), tag, days: pluralForms(t, 'stops.days', tag) },
    data: { label: shop('filterData'), options: await dataOptions(locale) },
    list: await listTexts(locale),
    ticket,
    // For a part of the trip: it may last, but it does not fit.
    partTicket: { ...ticket, fits: t('partly.lasts'), spare: pluralForms(t, 'partly.spare', tag) },
    cart: await addLabels(locale),
    compare: await toggleLabels(locale),
    ...forms(t, tag, 'noDates', 'showAll'),
    costs: { ...raw('costs'), mix: pluralForms(t, 'costs.mix', tag) },
    whole: raw('whole'),
    mix: raw('mix'),
    partly: raw('partly'),
  }
}

export type TripFinderLabels = Awaited<ReturnType<typeof tripFinderLabels>>
