import { queryOptions } from '@tanstack/react-query'
import type { placeOrderCall } from '#lib/checkout/schema.ts'
import { call } from '#lib/core/client/request.ts'
import type { CompanyData } from '#lib/core/rules/company.ts'
import type { RequestOf } from '#lib/core/rules/contract.ts'
import type { VisitOrigin } from '#lib/core/rules/field-schemas.ts'
import type { ReminderKind } from '#lib/esims/rules/reminders.ts'
import type { setRemindersCall } from '#lib/esims/schema.ts'
import type { issueInvoiceCall } from '#lib/finance/schema.ts'
import type { GiftInput } from '#lib/orders/rules/gift.ts'
import type { changeGiftCall, correctOrderEmailCall, dropGiftCall, getOrderStatusCall } from '#lib/orders/schema.ts'
import type { readPaymentNowCall } from '#lib/payments/schema.ts'
import type { acceptRefundOfferCall } from '#lib/refunds/schema.ts'

/** What a buyer sends to order: offers with names for their eSIMs, an address, what was agreed to, and how to pay. */
export type OrderBody = RequestOf<typeof placeOrderCall>['body']

type GiftBody = RequestOf<typeof changeGiftCall>['body']

type Agreed = {
  onceKey: string
  /** The language in which the buyer agreed. */
  language: string
  /** Where the visit came from, `null` where it is not counted. */
  origin: VisitOrigin | null
}

/** Orders once per key, and answers where to pay. */
export function requestOrder(body: OrderBody, { onceKey, language, origin }: Agreed) {
  const headers = {
    'content-language': language,
    ...(origin ? { 'visit-origin': JSON.stringify(origin) } : {}),
  }

  return call<typeof placeOrderCall>('POST /api/orders', { body, onceKey, headers })
}

/** Asks the shop to read the payment now. */
export function requestSettlement(orderId: string) {
  return call<typeof readPaymentNowCall>('POST /api/orders/[id]/settle', { params: { id: orderId } })
}

/** Stops waiting for an item whose outcome is unclear. */
export function acceptRefundOffer(orderId: string, itemId: string) {
  return call<typeof acceptRefundOfferCall>('POST /api/orders/[id]/refund-offer', {
    params: { id: orderId },
    body: { itemId },
  })
}

/** Corrects the address that news goes to. */
export function correctOrderEmail(orderId: string, email: string) {
  return call<typeof correctOrderEmailCall>('PATCH /api/orders/[id]/email', {
    params: { id: orderId },
    body: { email },
  })
}

/** Changes to whom an order goes as a gift, or when. */
export function changeGift(orderId: string, gift: GiftInput) {
  return call<typeof changeGiftCall>('PATCH /api/orders/[id]/gift', { params: { id: orderId }, body: gift as GiftBody })
}

/** Calls a gift off. */
export function dropGift(orderId: string) {
  return call<typeof dropGiftCall>('DELETE /api/orders/[id]/gift', { params: { id: orderId } })
}

/** Sets which reminder mails of an order are off. */
export function chooseReminders(orderId: string, muted: ReminderKind[]) {
  return call<typeof setRemindersCall>('PATCH /api/orders/[id]/reminders', { params: { id: orderId }, body: { muted } })
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
    queryFn: ({ signal }) =>
      call<typeof getOrderStatusCall>('GET /api/orders/[id]', { params: { id: orderId }, signal }),
    refetchInterval: (query) => (query.state.data?.isSettled ? false : pollDelayMs(Date.now() - openedAt)),
    retry: false,
  })
}

/** Makes an invoice with the data of a company. Returns its id. */
export async function issueInvoice(orderId: string, company: CompanyData): Promise<string> {
  return (
    await call<typeof issueInvoiceCall>('POST /api/orders/[id]/invoices', { params: { id: orderId }, body: company })
  ).id
}
