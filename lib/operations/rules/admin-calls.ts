import { z } from 'zod'

/** Which span of calls a number on the health page stands for: the last 24 hours, or the day so far in UTC. */
export const CALL_SPANS = ['day', 'today'] as const

/** What the address of the health page says of the calls to show; `span` is null where none are asked for. */
export const callFilterSchema = z.object({
  span: z.enum(CALL_SPANS).nullable().catch(null),
  endpoint: z
    .string()
    .regex(/^\w{1,60}$/)
    .nullable()
    .catch(null),
  class: z
    .string()
    .regex(/^\w{1,40}$/)
    .nullable()
    .catch(null),
  /** The code of the answer; `none` for an answer without one. */
  code: z
    .string()
    .regex(/^(-?\d{1,9}|none)$/)
    .nullable()
    .catch(null),
  after: z
    .string()
    .regex(/^\d{1,14}\.\d{1,18}$/)
    .nullable()
    .catch(null),
})
export type CallFilter = z.output<typeof callFilterSchema>

/** A call to the network as it was written down. */
export type CallRow = {
  id: string
  at: Date
  endpoint: string
  class: string
  code: number | null
  latencyMs: number
  order: { id: string; number: string } | null
}

/** A page of calls, newest first; `next` is the place of its last one where there are more. */
export type CallPage = { rows: CallRow[]; next: string | null }
