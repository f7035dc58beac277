import { z } from 'zod'
import { matching } from '#lib/core/rules/field-schemas.ts'

/** Which span of calls a number on the health page stands for: the last 24 hours, or the day so far in UTC. */
export const CALL_SPANS = ['day', 'today'] as const

/** What the address of the health page says of the calls to show; `span` is null where none are asked for. */
export const callFilterSchema = z.object({
  span: z.enum(CALL_SPANS).nullable().catch(null),
  endpoint: matching(/^\w{1,60}$/),
  class: matching(/^\w{1,40}$/),
  /** The code of the answer; `none` for an answer without one. */
  code: matching(/^(-?\d{1,9}|none)$/),
  after: matching(/^\d{1,14}\.\d{1,18}$/),
})
export type CallFilter = z.output<typeof callFilterSchema>

/**
 * The numbers of the health page that stand for rows of their own: sessions that ended early, messages of payment providers
 * by their state, and orders whose use is watched or was asked about today.
 */
export const HEALTH_LISTS = ['early_hour', 'early_day', 'received', 'unmatched', 'watched', 'asked'] as const
export type HealthList = (typeof HEALTH_LISTS)[number]

/** What the address of the page says about such a list; `rows` is null where none is asked for. */
export const healthRowFilterSchema = z.object({
  rows: z.enum(HEALTH_LISTS).nullable().catch(null),
  after: matching(/^\d{1,14}\.\w{1,64}$/),
})
export type HealthRowFilter = z.output<typeof healthRowFilterSchema>
