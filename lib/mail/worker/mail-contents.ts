import 'server-only'
import { findWithdrawal, haveRefund } from '#lib/cancellations/repository/cancellations.ts'
import { parseQuoteSnapshot, quotedDays } from '#lib/checkout/rules/quote.ts'
import { env } from '#lib/core/env.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { privatePath } from '#lib/core/i18n/routing.ts'
import { addDays, type CalendarDate, currencyCodeSchema } from '#lib/core/rules/field-schemas.ts'
import { type Money, money } from '#lib/core/rules/money.ts'
import { isElsewhere, PAYMENT_METHODS } from '#lib/core/rules/payment-method.ts'
import { instantOf, localTimeAt } from '#lib/core/rules/zoned-time.ts'
import type { EsimWord, MailContents, MailDiscount, MailItem, MailPlan } from '#lib/mail/mail-props.ts'
import {
  getRefundForMail,
  listReviews,
  type OrderForMail,
  type RefundForMail,
} from '#lib/mail/repository/order-for-mail.ts'
import {
  type AccountMailKind,
  type AlarmMailKind,
  type MailKind,
  type MessageMailKind,
  NEWS,
  type SALES_MAIL_KIND,
  type StaffMailKind,
} from '#lib/mail/rules/mail-kinds.ts'
import { statusOf } from '#lib/orders/rules/item-states.ts'
import { shortTransferOf, withTeamSince } from '#lib/orders/rules/with-team.ts'
import { findCredit } from '#lib/refunds/repository/credits.ts'

const DAY_MS = 86_400_000
const WITHDRAWAL_DAYS = 14
const LINK_DAYS = 30
// What never comes: its own mail has said so.
const LOST = ['REFUND_DUE', 'REFUNDING', 'REFUNDED', 'CANCELLED', 'EXPIRED']

/** A mail's facts on their way into words: the order, a fresh link to it, and what its row carries. */
export type MailSubject = { facts: OrderForMail; url: string; payload: Record<string, unknown> }

type OtherMailKind = StaffMailKind | MessageMailKind | AccountMailKind | AlarmMailKind | typeof SALES_MAIL_KIND
type OrderMailKind = Exclude<MailKind, OtherMailKind | 'esim_copy' | 'gift'>
type Makers = { [Kind in OrderMailKind]: (subject: MailSubject) => Promise<MailContents<Kind>> }

const MAKERS: Makers = {
  order_paid: async (subject) => ({
    ...frame(subject),
    items: itemsOf(subject.facts),
    discounts: discountsOf(subject.facts),
    total: amount(subject.facts, subject.facts.totalMinor),
    topUp: isTopUp(subject.facts) ? esimOf(subject.facts) : null,
    // A top-up is on the eSIM at once, as its buyer has agreed to.
    withdrawalUntil: isTopUp(subject.facts) ? null : withdrawalUntil(subject.facts),
  }),
  order_ready: async (subject) => ({
    ...frame(subject),
    readyCount: countEsims(subject.facts, (state) => state === 'DELIVERED'),
    totalCount: countEsims(subject.facts, (state) => !LOST.includes(state)),
    isRefundable: await haveRefund(subject.facts.items.filter(({ state }) => state === 'DELIVERED')),
    installBefore: installBefore(subject.facts),
  }),
  card_opened: async (subject) => ({ ...frame(subject), openedAt: new Date(String(subject.payload.at)) }),
  order_problem: async (subject) => ({
    ...frame(subject),
    transfer: transferOf(subject.facts),
    situation:
      subject.payload.situation === 'confirming'
        ? { kind: 'confirming' }
        : {
            kind: 'with_team',
            since: await inReviewSince(subject.facts),
            nextNewsBy: new Date(Date.now() + NEWS.within),
            isAgain: subject.payload.isAgain === true,
          },
  }),
  order_not_placed: async (subject) => {
    const { facts, payload } = subject
    const isTaken = facts.payments.some(({ state, capturedMinor }) => capturedMinor > 0 || state === 'CAPTURING')
    const lost = facts.items.filter(({ id, state }) => (payload.lineId ? id === payload.lineId : LOST.includes(state)))
    const minor = lost.reduce((sum, item) => sum + item.priceMinor, 0)
    const [part] = facts.items.length > lost.length ? lost : []
    const isCharged = isTaken && lost.every(({ notCaptured }) => !notCaptured)

    return {
      ...frame(subject),
      amount: amount(facts, minor),
      part: part ? { plan: planOf(part), count: part.quote.count } : null,
      money: minor === 0 ? 'none' : isCharged ? 'refunded' : 'released',
    }
  },
  refund: async (subject) => {
    const refund = await getRefundForMail(String(subject.payload.refundId ?? ''))
    const paid = PAYMENT_METHODS.find((name) => name === refund?.payment.provider)
    if (!refund || !paid) throw new Error('A mail is about a refund that moved no money.')
    const way = isElsewhere(refund) && paid !== 'test' ? 'elsewhere' : paid
    const items = refundedItems(subject.facts, refund)
    const total = amount(refund.payment, refund.amountMinor)

    return { ...frame(subject), items, total, sentAt: refund.doneAt ?? new Date(), way }
  },
  share_closed: async (subject) => ({
    ...frame(subject),
    iccidLast4: String(subject.payload.last4),
    closedAt: new Date(String(subject.payload.at)),
  }),
  return_refused: async (subject) => ({ ...frame(subject), esims: Number(subject.payload.cards ?? 1) }),
  withdrawal_received: async (subject) => {
    const statement = await findWithdrawal(String(subject.payload.withdrawal ?? ''))

    return { ...frame(subject), receivedAt: statement?.confirmedAt ?? new Date() }
  },
  top_up_ready: async (subject) => ({
    ...frame(subject),
    items: itemsOf(subject.facts),
    discounts: discountsOf(subject.facts),
    total: amount(subject.facts, subject.facts.totalMinor),
    iccidLast4: targetOf(subject.facts)?.iccidLast4 ?? '',
    esim: esimOf(subject.facts),
  }),
  pay_link: async (subject) => ({
    ...frame(subject),
    items: itemsOf(subject.facts),
    total: amount(subject.facts, subject.facts.totalMinor),
    payUntil: subject.facts.payments.find(({ state }) => state === 'OPEN')?.sessionEndsAt ?? null,
  }),
  credit_given: async (subject) => {
    const credit = await findCredit(String(subject.payload.creditId))
    if (!credit) throw new Error('A mail is about a credit that is not there.')
    const { code, amountMinor, currency, endsAt } = credit.promotion

    return { ...frame(subject), code, amount: money(amountMinor ?? 0, currencyCodeSchema.parse(currency)), endsAt }
  },
  abandoned_checkout: async ({ facts }) => ({
    ...frame({ facts, url: checkoutUrl(facts) }),
    items: itemsOf(facts),
    discounts: discountsOf(facts),
    total: amount(facts, facts.totalMinor),
  }),
  plan_low: async (subject) => ({ ...usageOf(subject), ...amountsOf(subject.payload) }),
  plan_used_up: async (subject) => ({ ...usageOf(subject), ...amountsOf(subject.payload) }),
  plan_ending: async (subject) => ({ ...usageOf(subject), endsAt: new Date(String(subject.payload.endsAt)) }),
  install_soon: async (subject) => ({
    ...frame(subject),
    esims: Number(subject.payload.cards),
    dayBegins: new Date(String(subject.payload.goodUntil)),
  }),
  find_link: async ({ facts, url }) => ({
    timeZone: facts.timeZone ?? 'UTC',
    links: [{ reference: facts.number, url, orderedAt: facts.createdAt }],
    linksUntil: new Date(Date.now() + LINK_DAYS * DAY_MS),
  }),
}

/** Returns what a mail of this kind says about an order. */
export function mailContents<Kind extends OrderMailKind>(
  kind: Kind,
  subject: MailSubject,
): Promise<MailContents<Kind>> {
  const make: Makers[Kind] = MAKERS[kind]

  return make(subject)
}

/** The last minute of the last day on which a buyer may withdraw: counted from the payment, on the clock of the order. */
function withdrawalUntil({ items, createdAt, timeZone }: OrderForMail): Date {
  const paidAt = Math.min(...items.map(({ readyAt }) => (readyAt ?? createdAt).getTime()))
  const zone = timeZone ?? 'UTC'
  const day = localTimeAt(new Date(paidAt), zone).slice(0, 10) as CalendarDate

  return instantOf(`${addDays(day, WITHDRAWAL_DAYS)}T23:59`, zone) ?? new Date(paidAt + WITHDRAWAL_DAYS * DAY_MS)
}

/** Whether a credit is gone, was taken back or has run out. */
export async function isCreditOver(creditId: string): Promise<boolean> {
  const promotion = (await findCredit(creditId))?.promotion

  return !promotion || promotion.endedAt !== null || (promotion.endsAt !== null && promotion.endsAt <= new Date())
}

/** Whether a person decides about something of an order. */
export function isWithTeam({ items }: OrderForMail): boolean {
  return items.some((item) => statusOf(item) === 'with_team')
}

function transferOf(facts: OrderForMail): { arrived: Money; missing: Money } | null {
  const short = shortTransferOf(facts)

  return short && { arrived: amount(facts, short.arrivedMinor), missing: amount(facts, short.missingMinor) }
}

/** When the order came to the team. It may be with it no longer: a mail can wait. */
async function inReviewSince({ id, items, createdAt }: OrderForMail): Promise<Date> {
  const history = await listReviews(id)
  const statuses = items.map((item) => ({ id: item.id, status: statusOf(item) }))

  return withTeamSince({ items: statuses, history }) ?? history.at(-1)?.at ?? createdAt
}

/** The order of a buyer is named after its checkout. */
function checkoutUrl({ scope, locale }: OrderForMail): string {
  const checkoutId = scope.replace(/^quote:/, '')

  return new URL(privatePath(toLocale(locale), `/checkout/${checkoutId}`), env.PUBLIC_URL).href
}

function frame({ facts, url }: Pick<MailSubject, 'facts' | 'url'>) {
  return { order: { reference: facts.number, url, timeZone: facts.timeZone ?? 'UTC' } }
}

/** The eSIM that a reminder is about, and when what it tells was read. */
function usageOf(subject: MailSubject) {
  const { facts, payload } = subject
  const item = facts.items.find(({ esims }) => esims.some(({ id }) => id === payload.cardId)) ?? facts.items[0]
  const destination = item ? parseQuoteSnapshot(item.quote.snapshot).destination.name : ''

  return {
    ...frame(subject),
    destination,
    iccidLast4: String(payload.last4),
    readAt: new Date(String(payload.readAt)),
  }
}

function amountsOf({ usedMb, totalMb }: Record<string, unknown>) {
  return { usedMb: Number(usedMb), totalMb: Number(totalMb) }
}

type MailOrderItem = OrderForMail['items'][number]

function itemsOf(facts: OrderForMail): MailItem[] {
  return facts.items.map((item) => ({
    plan: planOf(item),
    count: item.quote.count,
    amount: amount(facts, item.priceMinor + item.discountMinor),
  }))
}

function discountsOf(facts: OrderForMail): MailDiscount[] {
  return facts.uses.map(({ code, discountMinor }) => ({ code, amount: amount(facts, discountMinor) }))
}

/** What goes back, line by line: single eSIMs of it, or the item as a whole. */
function refundedItems(facts: OrderForMail, { items, payment }: RefundForMail): MailItem[] {
  return facts.items.flatMap((item) => {
    const own = items.filter(({ itemId }) => itemId === item.id)
    const isWhole = own.some(({ esimId }) => esimId === null)
    const minor = own.reduce((sum, item) => sum + item.amountMinor, 0)
    const count = isWhole ? item.quote.count : own.length

    return own.length > 0 ? [{ plan: planOf(item), count, amount: amount(payment, minor) }] : []
  })
}

/** The plan that an item was bought with. */
export function planOf({ quote }: MailOrderItem): MailPlan {
  const snapshot = parseQuoteSnapshot(quote.snapshot)

  return {
    destination: snapshot.destination.name,
    data: snapshot.amount,
    isDaily: snapshot.term.kind === 'day_pass',
    days: quotedDays(snapshot, quote.days),
  }
}

function isTopUp({ items }: OrderForMail): boolean {
  return items.every(({ kind }) => kind === 'RENEWAL')
}

function targetOf({ items }: OrderForMail) {
  const [target] = items.flatMap(({ quote }) => parseQuoteSnapshot(quote.snapshot).topUp ?? [])

  return target
}

function esimOf(facts: OrderForMail): EsimWord {
  return targetOf(facts)?.orderId === null ? 'sim' : 'esim'
}

function countEsims(facts: OrderForMail, isWanted: (state: string) => boolean): number {
  return facts.items.filter((item) => isWanted(item.state)).reduce((sum, item) => sum + item.quote.count, 0)
}

/** The first day on which an eSIM can no longer be installed, read as the end of that day where the network counts it. */
function installBefore(facts: OrderForMail): Date | null {
  const [first] = facts.items
    .flatMap((item) => item.esims.flatMap((esim) => esim.activateBefore ?? []))
    .sort((a, b) => a.localeCompare(b))

  return first ? new Date(`${first}T23:59:59+08:00`) : null
}

function amount({ currency }: { currency: string }, minor: number): Money {
  return money(minor, currencyCodeSchema.parse(currency))
}
