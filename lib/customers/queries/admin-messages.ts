import 'server-only'
import { maskText } from '#lib/core/queries/export-rows.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { findMessageIds, listMessages, type MessageRow } from '#lib/customers/repository/messages.ts'
import { messageDetailsSchema, readMessageSearch } from '#lib/customers/rules/customer-message.ts'
import { listStaffNames } from '#lib/orders/repository/admin-order.ts'
import { MESSAGE_TOPICS } from '#lib/orders/rules/message-topics.ts'
import { findOrderNumbers } from '#lib/reconciliation/repository/discrepancies.ts'

const PAGE = 30

/**
 * Reads a page of messages, those that wait the longest first. `q` narrows them to who wrote, an order or a reference; an
 * address is looked up only for roles that may see persons. Throws `unauthenticated`, `forbidden`.
 */
export async function listStaffMessages(
  caller: Caller,
  { isClosed, after, q = '' }: { isClosed: boolean; after: string | null; q?: string },
  max = PAGE,
) {
  requirePermission(caller, 'messages.see')
  const ids = q === '' ? null : await findIds(caller, q)
  const found = await listMessages({ isClosed, after, ids, limit: max + 1 })
  const rows = found.slice(0, max)
  const [names, numbers] = await Promise.all([
    listStaffNames(rows.flatMap(({ answeredBy }) => answeredBy ?? [])),
    findOrderNumbers(rows.flatMap(({ orderId }) => orderId ?? [])),
  ])

  return {
    messages: rows.map((row) => toStaffMessage(caller, row, { names, numbers })),
    next: found.length > max ? (rows.at(-1)?.id ?? null) : null,
  }
}

async function findIds(caller: Caller, text: string): Promise<string[]> {
  const search = readMessageSearch(text)
  if (!search || (search.kind === 'email' && !can(caller, 'persons.see'))) return []

  return findMessageIds(search)
}

type Known = { names: Map<string, string>; numbers: Map<string, string> }

function toStaffMessage(caller: Caller, row: MessageRow, { names, numbers }: Known) {
  const { orderId, email, answeredBy, topic, facts, locale: _, ...rest } = row
  const number = orderId ? numbers.get(orderId) : undefined

  return {
    ...rest,
    topic: MESSAGE_TOPICS.find((known) => known === topic) ?? 'other',
    email: can(caller, 'persons.see') ? email : null,
    isErased: email === '',
    text: maskText(caller, rest.text),
    answer: maskText(caller, rest.answer),
    order: orderId && number ? { id: orderId, number } : null,
    facts: messageDetailsSchema.catch({}).parse(facts),
    answeredBy: answeredBy && (names.get(answeredBy) ?? null),
  }
}

/** A message as staff read it; the address only for roles that see persons. */
export type StaffMessage = ReturnType<typeof toStaffMessage>
