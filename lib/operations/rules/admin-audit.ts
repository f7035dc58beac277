import { z } from 'zod'
import { AUDIT_ACTS, type AuditAct } from '#lib/core/rules/audit-acts.ts'
import type { StaffRole } from '#lib/core/rules/caller.ts'
import { calendarDateSchema } from '#lib/core/rules/field-schemas.ts'
import { SETTING_SECTIONS } from '#lib/settings/rules/settings.ts'

const rowId = z
  .string()
  .regex(/^\d{1,18}$/)
  .nullable()
  .catch(null)

/** What the address of the audit list says. Whatever cannot be read is left out, never an error. Days are in UTC. */
export const auditFilterSchema = z.object({
  actor: z
    .string()
    .regex(/^stf_\w{1,40}$/)
    .nullable()
    .catch(null),
  act: z.enum(AUDIT_ACTS).nullable().catch(null),
  subject: z
    .string()
    .trim()
    .regex(/^[\w.: -]{1,80}$/)
    .nullable()
    .catch(null),
  /** A part of the settings, with every act that changes something there. */
  section: z.enum(SETTING_SECTIONS).nullable().catch(null),
  from: calendarDateSchema.nullable().catch(null),
  to: calendarDateSchema.nullable().catch(null),
  after: rowId,
  before: rowId,
})
export type AuditFilter = z.output<typeof auditFilterSchema>

/** What changed, as far as it was written down: the fact before and after. */
export type AuditChange = { key: string; before: string | null; after: string | null }

/**
 * An act in the list. `actor` is a name, or the kind of whoever has none; `customer` the address of the customer who acted.
 * A customer as subject has their address as name, and their page; addresses are masked for roles that see no persons.
 */
export type AuditRow = {
  id: string
  at: Date
  actor: string
  isStaff: boolean
  customer: string | null
  role: StaffRole | null
  act: AuditAct | (string & {})
  subject: string
  subjectName: string | null
  personId: string | null
  reason: string | null
  changes: AuditChange[]
  address: string | null
}

/** A page of acts, newest first. The keys lead to the neighbouring pages; `null` where there is none. */
export type AuditList = { rows: AuditRow[]; newer: string | null; older: string | null; isOwnOnly: boolean }
