import 'server-only'
import type { QueuedCancellation } from '#lib/cancellations/rules/cancellation-queue.ts'
import type { CsvCell } from '#lib/core/rules/csv.ts'
import { money, toDecimalText } from '#lib/core/rules/money.ts'
import { currencyCodeSchema } from '#lib/core/rules/money-schema.ts'
import type { CustomerRow } from '#lib/customers/rules/admin-customers.ts'
import type { StaffMessage } from '#lib/customers/rules/customer-message.ts'
import type { CardRow } from '#lib/esims/rules/admin-cards.ts'
import type { JobRow } from '#lib/operations/rules/admin-jobs.ts'

/** The columns of the files, named in English whoever takes them: programs read them too. */
export const HEADS = {
  cards: ['card', 'order', 'destination', 'opened', 'return', 'used_mb', 'read', 'sold'],
  customers: ['customer', 'addresses', 'orders', 'esims', 'revenue', 'currency', 'last_order', 'blocked'],
  cancellations: [
    ...['order', 'network_order', 'card', 'card_state', 'answer', 'state', 'asked_by', 'reason'],
    ...['asked', 'sent', 'ended', 'looks', 'refusal_code', 'refusal'],
  ],
  jobs: ['queue', 'id', 'what', 'order', 'cause', 'tries', 'at'],
  messages: ['message', 'topic', 'order', 'customer', 'text', 'written', 'closed', 'answer', 'answered_by'],
} as const

/** A card as cells. */
export function cardCells({ iccid, order, destination, openedAt, cancelState, ...card }: CardRow): CsvCell[] {
  return [iccid, order.number, destination, openedAt, cancelState, card.usedMb, card.readAt, card.createdAt]
}

/** A customer as cells; revenue in several currencies is parted by blanks, as the currencies are. */
export function customerCells({ email, moreAddresses, orders, cards, revenue, ...row }: CustomerRow): CsvCell[] {
  const sums = revenue.map(({ minor, currency }) => toDecimalText(money(minor, currencyCodeSchema.parse(currency))))
  const currencies = revenue.map(({ currency }) => currency)
  const blocked = row.isBlocked ? 'yes' : 'no'

  return [email, moreAddresses + 1, orders, cards, sums.join(' '), currencies.join(' '), row.lastAt, blocked]
}

/** A request to give cards back as rows, one for each card. */
export function returnCells(row: QueuedCancellation): CsvCell[][] {
  const { order, orderNum, state, askedBy, reason, askedAt, sentAt, endedAt, looks, refusal } = row

  return row.cards.map((card) => [
    ...[order.number, orderNum, card.iccid, card.state, card.answer?.answer, state, askedBy, reason],
    ...[askedAt, sentAt, endedAt, looks, refusal?.code, refusal?.text],
  ])
}

/** A message as cells; the address is left out for roles that may not see persons. */
export function messageCells({ reference, topic, order, email, text, ...message }: StaffMessage): CsvCell[] {
  const { createdAt, closedAt, answer, answeredBy } = message

  return [reference, topic, order?.number, email, text, createdAt, closedAt, answer, answeredBy]
}

/** A row of the worker as cells. `at` is when it is due, or since when it stands so. */
export function jobCells({ queue, id, what, order, cause, tries, at }: JobRow): CsvCell[] {
  return [queue, id, what, order?.number, cause, tries, at]
}
