import 'server-only'
import { listStaffNames } from '#lib/db/admin-order.ts'
import { listMessages, type MessageRow } from '#lib/db/messages.ts'
import { findOrderNumbers } from '#lib/db/reconciliation-findings.ts'
import { type Caller, can, requirePermission } from '#lib/domain/caller.ts'
import { messageFactsSchema, type StaffMessage } from '#lib/domain/customer-message.ts'
import { MESSAGE_TOPICS } from '#lib/domain/message-topics.ts'

const PAGE = 30

/** Reads a page of messages, those that wait the longest first. Throws `unauthenticated`, `forbidden`. */
export async function listStaffMessages(
  caller: Caller,
  wish: { isClosed: boolean; after: string | null },
): Promise<{ messages: StaffMessage[]; next: string | null }> {
  requirePermission(caller, 'messages.see')
  const found = await listMessages({ ...wish, limit: PAGE + 1 })
  const rows = found.slice(0, PAGE)
  const [names, numbers] = await Promise.all([
    listStaffNames(rows.flatMap(({ answeredBy }) => answeredBy ?? [])),
    findOrderNumbers(rows.flatMap(({ orderId }) => orderId ?? [])),
  ])

  return {
    messages: rows.map((row) => toStaffMessage(row, { names, numbers, seesPersons: can(caller, 'persons.see') })),
    next: found.length > PAGE ? (rows.at(-1)?.id ?? null) : null,
  }
}

type Known = { names: Map<string, string>; numbers: Map<string, string>; seesPersons: boolean }

function toStaffMessage(row: MessageRow, { names, numbers, seesPersons }: Known): StaffMessage {
  const { orderId, email, answeredBy, topic, facts, locale: _, ...rest } = row
  const number = orderId ? numbers.get(orderId) : undefined

  return {
    ...rest,
    topic: MESSAGE_TOPICS.find((known) => known === topic) ?? 'other',
    email: seesPersons ? email : null,
    order: orderId && number ? { id: orderId, number } : null,
    facts: messageFactsSchema.catch({}).parse(facts),
    answeredBy: answeredBy && (names.get(answeredBy) ?? null),
  }
}
