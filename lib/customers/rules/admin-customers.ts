import { z } from 'zod'
import type { Factors } from '#lib/auth/rules/staff-account.ts'
import { daySpan, matching } from '#lib/core/rules/field-schemas.ts'
import type { Money } from '#lib/core/rules/money.ts'
import type { CustomerCreditState } from '#lib/refunds/rules/customer-credit.ts'

/** A customer in an address: a person's row, or the account of one who never ordered. What cannot be read is left out. */
export const customerIdSchema = matching(/^(per|acc)_\w{1,40}$/)

/** What the address of the list of customers says: of their last order the day, in UTC. What cannot be read is left out. */
export const customerFilterSchema = z.object({
  q: z.string().trim().max(254).catch(''),
  buying: z.enum(['blocked']).nullable().catch(null),
  ...daySpan,
  after: matching(/^(ord|acc)_\w{1,40}$/),
})
export type CustomerFilter = z.output<typeof customerFilterSchema>

/** A customer in a list: an address with everything bought by it, or several that were joined. Masked by role. */
export type CustomerRow = {
  /** A person behind the newest order, or the account of one who never ordered: where its page is. */
  personId: string
  email: string
  moreAddresses: number
  orders: number
  esims: number
  /** Money taken less money given back, in orders of the store's own mode, by currency. */
  revenue: { currency: string; minor: number }[]
  /** `null` for an account without an order. */
  lastAt: Date | null
  isBlocked: boolean
}

/** What the address of a customer's page says: the letter behind which the shown ones begin. */
export const customerPageSchema = z.object({
  emails: matching(/^\w{1,64}$/),
})

/** Something that went between a customer and the store: that it is there, never its words. */
export type CustomerEmail = {
  id: string
  kind: 'message' | 'withdrawal' | 'mail'
  at: Date
  /** The reference of a message, the number of the order that was withdrawn from, or the kind of a mail. */
  name: string
  /** How a mail stands. */
  state: string | null
  orderId: string | null
  /** When it was closed, acted on, or sent. */
  doneAt: Date | null
}

/** A page of customers, those who ordered last first, and where it goes on. */
export type CustomerList = { rows: CustomerRow[]; older: string | null }

/** What somebody can ask about the own data. */
export const DATA_KINDS = ['export', 'erase'] as const
export type DataKind = (typeof DATA_KINDS)[number]

/** What a buyer agreed to with an order, and which version of the sentences was read. */
export type ConsentDetails = {
  terms: boolean | null
  withdrawalInfo: boolean | null
  deviceChecked: boolean | null
  text: string | null
  /** The version of each legal text at that moment, 0 for the standard text of the release; null: not recorded. */
  legal: { terms: number | null; withdrawalInfo: number | null }
  at: string | null
}

/** Reads the consents of an order as they were stored. What does not stand there is null, not "no". */
export function readConsent(stored: unknown): ConsentDetails {
  const said = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
  const flag = (value: unknown) => (typeof value === 'boolean' ? value : null)
  const legal = (said.legal ?? {}) as Record<string, unknown>
  const version = (value: unknown) => (typeof value === 'number' ? value : null)
  const text = (value: unknown) => (typeof value === 'string' ? value : null)

  return {
    terms: flag(said.terms),
    withdrawalInfo: flag(said.withdrawalInfo),
    deviceChecked: flag(said.deviceChecked),
    text: text(said.text),
    legal: { terms: version(legal.terms), withdrawalInfo: version(legal.withdrawal) },
    at: text(said.at),
  }
}

/** What an erasure did, and what the law or an open matter keeps. Counts only, no name. */
export type ErasureReport = {
  people: number
  orders: number
  esims: number
  notes: number
  links: number
  kept: string[]
}

/** The page of a customer, masked by role. */
export type CustomerPage = {
  personId: string
  email: string
  name: string | null
  isErased: boolean
  isMasked: boolean
  /** What the account of this address has for the second step; `null` without an account. */
  factors: Factors | null
  summary: { orders: number; esims: number; revenue: CustomerRow['revenue'] }
  addresses: { email: string; personId: string; by: string; reason: string; at: Date }[]
  blocks: {
    id: string
    reason: string
    by: string
    at: Date
    endedAt: Date | null
    endedBy: string | null
    endReason: string | null
  }[]
  orders: {
    id: string
    number: string
    at: Date
    totalMinor: number
    currency: string
    mode: string
    states: string[]
    consent: ConsentDetails
  }[]
  esims: {
    id: string
    iccid: string
    traveller: string | null
    orderId: string
    orderNumber: string
    destination: string
    revealedAt: Date | null
    consentText: string | null
    cancelState: string
  }[]
  /** Sums that the customer may spend here; the code is for those who may read it out. */
  credits: {
    id: string
    code: string | null
    amount: Money
    left: Money
    state: CustomerCreditState
    reason: string
    by: string
    agreedBy: string | null
    /** Whoever reads it has given it, so that another person has to agree. */
    isOwn: boolean
    at: Date
    endsAt: Date | null
    uses: { orderId: string; orderNumber: string; taken: Money; isReleased: boolean }[]
  }[]
  /** A page of messages, statements of withdrawal and mails, the newest first. `older` leads to the next one. */
  emails: { rows: CustomerEmail[]; isFirst: boolean; older: string | null }
  requests: {
    id: string
    kind: string
    reason: string
    askedBy: string
    askedAt: Date
    closedAt: Date | null
    closedBy: string | null
    outcome: string | null
    report: ErasureReport | null
  }[]
}
