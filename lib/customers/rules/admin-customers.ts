import { z } from 'zod'
import { daySpan, matching } from '#lib/core/rules/field-schemas.ts'

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

/** What somebody can ask about the own data. */
export const DATA_KINDS = ['export', 'erase'] as const
export type DataKind = (typeof DATA_KINDS)[number]

/**
 * Reads what a buyer agreed to with an order, and which version of the sentences was read, as it was stored. What does not stand
 * there is null, not "no"; of the legal texts, 0 is the standard text of the release.
 */
export function readConsent(stored: unknown) {
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

export type ConsentDetails = ReturnType<typeof readConsent>

/** What an erasure did, and what the law or an open matter keeps. Counts only, no name. */
export type ErasureReport = {
  people: number
  orders: number
  esims: number
  notes: number
  links: number
  kept: string[]
}
