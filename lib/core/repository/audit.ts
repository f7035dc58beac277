import 'server-only'
import type { AuditEventName } from '#lib/core/rules/audit-events.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import { db, type Tx } from './client.ts'

/** An act of a person. Nothing secret, and no name or address, stands in it. */
export type NewAuditEvent = {
  actor: string
  role?: string
  act: AuditEventName
  subject: string
  reason?: string
  before?: Prisma.InputJsonValue
  after?: Prisma.InputJsonValue
  /** The network that the act came from, shortened: `203.0.113.0/24`. */
  address?: string
}

/** Writes an act down, in the transaction that performs it. */
export async function recordAudit(event: NewAuditEvent, client: Tx = db()): Promise<void> {
  await client.auditEvent.create({ data: event, select: { id: true } })
}
