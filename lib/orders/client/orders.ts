import { queryOptions } from '@tanstack/react-query'
import { ask } from '#lib/core/client/ask.ts'
import type { CompanyData } from '#lib/customers/rules/profile.ts'
import type { ReminderKind } from '#lib/esims/rules/reminders.ts'
import type { PaymentMethod } from '#lib/payments/rules/payment-method.ts'
import type { OrderStatus } from '#lib/settings/rules/shop.ts'

/** What a buyer sends to order: offers with names for their eSIMs, an address, what was agreed to, and how to pay. */
export type OrderBody = {
  lines: { quoteId: string; travellers?: string[] }[]
  email: string
  consents: { terms: true; withdrawalInfo: true; deviceChecked: boolean }
  method?: PaymentMethod
  voucher?: { codes: string[]; mark: string }
}

type Agreed = {
  onceKey: string
  /** The language in which the buyer agreed. */
  language: string
}

/** Orders once per key, and answers where to pay. */
export function requestOrder(body: OrderBody, agreed: Agreed): Promise<{ orderId: string; payUrl: string }> {
  return ask('/api/orders', { method: 'POST', body: body, ...agreed })
}

/** Asks the shop to read the payment now. */
export function requestSettlement(orderId: string): Promise<void> {
  return ask(`/api/orders/${orderId}/settle`, { method: 'POST', body: {} })
}

/** Stops waiting for a line whose outcome is unclear. */
export function acceptRefundOffer(orderId: string, lineId: string): Promise<void> {
  return ask(`/api/orders/${orderId}/refund-offer`, { method: 'POST', body: { lineId } })
}

/** Corrects the address that news goes to. */
export function correctOrderEmail(orderId: string, email: string): Promise<void> {
  return ask(`/api/orders/${orderId}/email`, { method: 'PATCH', body: { email } })
}

/** Sets which reminder mails of an order are off. */
export function chooseReminders(orderId: string, muted: ReminderKind[]): Promise<void> {
  return ask(`/api/orders/${orderId}/reminders`, { method: 'PATCH', body: { muted } })
}

const QUICK_MS = 1_000
const STEADY_MS = 3_000
const SLOW_MS = 15_000

/** How long to wait before asking again: every second at first, less often the longer it takes. */
export function pollDelayMs(waitedMs: number): number {
  if (waitedMs < 30_000) return QUICK_MS

  return waitedMs < 5 * 60_000 ? STEADY_MS : SLOW_MS
}

/** The state of an order, asked again until nothing more will happen by itself. */
export function orderStatusQuery(orderId: string, openedAt: number) {
  return queryOptions({
    queryKey: ['order-status', orderId],
    queryFn: ({ signal }) => ask<OrderStatus>(`/api/orders/${orderId}`, { method: 'GET', signal }),
    refetchInterval: (query) => (query.state.data?.isSettled ? false : pollDelayMs(Date.now() - openedAt)),
    retry: false,
  })
}

/** Makes an invoice with the data of a company. Returns its id. */
export async function issueInvoice(orderId: string, company: CompanyData): Promise<string> {
  return (await ask<{ id: string }>(`/api/orders/${orderId}/invoices`, { method: 'POST', body: company })).id
}

/** Switches the reminders of an order off, by the link of a mail. */
export function muteReminders(token: string): Promise<void> {
  return ask(`/api/reminders/${token}`, { method: 'DELETE', body: {} })
}
