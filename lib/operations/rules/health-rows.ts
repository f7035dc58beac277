import { z } from 'zod'

/**
 * The numbers of the health page that stand for rows of their own: sessions that ended early, messages of payment providers
 * by their state, and orders whose use is watched or was asked about today.
 */
export const HEALTH_LISTS = ['early_hour', 'early_day', 'received', 'unmatched', 'watched', 'asked'] as const
export type HealthList = (typeof HEALTH_LISTS)[number]

/** What the address of the page says about such a list; `rows` is null where none is asked for. */
export const healthRowFilterSchema = z.object({
  rows: z.enum(HEALTH_LISTS).nullable().catch(null),
  after: z
    .string()
    .regex(/^\d{1,14}\.\w{1,64}$/)
    .nullable()
    .catch(null),
})
export type HealthRowFilter = z.output<typeof healthRowFilterSchema>

/** A row behind a number: `name` is the epoch of a session, the kind of a message, or the network's number of an order. */
export type HealthRow = {
  id: string
  at: Date
  name: string
  /** What a message is about, in the provider's own numbers; null for other rows. */
  about: string | null
  order: { id: string; number: string } | null
}

/** A page of such rows; `next` is the place of its last one where there are more. */
export type HealthRowPage = { list: HealthList; rows: HealthRow[]; next: string | null }
