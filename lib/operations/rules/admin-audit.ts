import { z } from 'zod'
import { AUDIT_EVENTS } from '#lib/core/rules/audit-events.ts'
import { daySpan, matching } from '#lib/core/rules/field-schemas.ts'
import { SETTING_SECTIONS } from '#lib/settings/rules/settings.ts'

const rowId = matching(/^\d{1,18}$/)

/** What the address of the audit list says. Whatever cannot be read is left out, never an error. Days are in UTC. */
export const auditFilterSchema = z.object({
  actor: matching(/^stf_\w{1,40}$/),
  act: z.enum(AUDIT_EVENTS).nullable().catch(null),
  subject: z
    .string()
    .trim()
    .regex(/^[\w.: -]{1,80}$/)
    .nullable()
    .catch(null),
  /** A part of the settings, with every act that changes something there. */
  section: z.enum(SETTING_SECTIONS).nullable().catch(null),
  ...daySpan,
  after: rowId,
  before: rowId,
})
export type AuditFilter = z.output<typeof auditFilterSchema>

/** What changed, as far as it was written down: the fact before and after. */
export type AuditChange = { key: string; before: string | null; after: string | null }

/** The queues of the worker, in its order. */
export const JOB_QUEUES = ['payments', 'lines', 'refunds', 'cancellations', 'mails'] as const
export type JobQueue = (typeof JOB_QUEUES)[number]

/** The queues whose rows may be tried again by hand: asking about money and sending mail are harmless twice. */
export const RETRIED_QUEUES = ['payments', 'mails'] as const satisfies readonly JobQueue[]

/**
 * Where a row of a queue stands. `due`: waits for a worker. `running`: a worker holds it. `later`: its time comes.
 * `failed`: given up, or a mail that was tried often in vain and waits. `held`: a person decides.
 */
export const JOB_STATES = ['due', 'running', 'later', 'failed', 'held'] as const
export type JobState = (typeof JOB_STATES)[number]

/** What the address of the list says. Whatever cannot be read is left out, never an error. */
export const jobFilterSchema = z.object({
  state: z.enum(JOB_STATES).catch('due'),
  queue: z.enum(JOB_QUEUES).nullable().catch(null),
  q: z.string().trim().max(254).catch(''),
  after: matching(/^\d{1,14}\.\w{1,60}$/),
})
export type JobFilter = z.output<typeof jobFilterSchema>

/** A row of a queue. `what` is its state or kind as stored, `at` when it is due or when it came to stand so. */
export type JobRow = {
  queue: JobQueue
  id: string
  what: string
  cause: string | null
  at: Date
  tries: number | null
  order: { id: string; number: string } | null
  mayRetry: boolean
}

/** How a run of a job of the clock stands, in the words of the job engine. */
export type ClockState = 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'
