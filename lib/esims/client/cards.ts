import type { DeskTopUpCheck, DeskTopUpInput } from '#lib/checkout/rules/desk-order.ts'
import { ask } from '#lib/core/client/ask.ts'
import type { TopUpOffer } from '#lib/esims/client/top-ups.ts'
import type { CardRecord, CheckedCard } from '#lib/esims/rules/admin-cards.ts'

/** What came of checking pasted numbers, as it comes over the wire: instants are texts. */
export type CheckAnswer = { calls: number; rows: OverWire<CheckedCard>[] }

type OverWire<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Key in keyof Value]: OverWire<Value[Key]> }
    : Value

/** The network's record of a card as it comes over the wire. */
export type RecordAnswer = OverWire<CardRecord>

/** Asks the network about pasted numbers. */
export function checkNumbers(numbers: string): Promise<CheckAnswer> {
  return ask('/api/admin/cards/check', { method: 'POST', body: { numbers } })
}

/** Asks for the network's own record of a card. */
export function readRecord(cardId: string): Promise<RecordAnswer> {
  return ask(`/api/admin/cards/${cardId}/record`, { method: 'POST', body: {} })
}

/** Asks the network what is on a customer's card and what it takes. */
export function readTopUpOffer(cardId: string): Promise<TopUpOffer> {
  return ask(`/api/admin/cards/${cardId}/top-ups`, { method: 'GET' })
}

/** Asks whether a card takes a plan now, and what it costs. */
export function checkTopUp(cardId: string, body: Omit<DeskTopUpInput, 'seenMinor'>): Promise<DeskTopUpCheck> {
  return ask(`/api/admin/cards/${cardId}/top-ups/check`, { method: 'POST', body: body })
}

/** Tops a customer's card up, once per key. */
export function makeTopUp(
  cardId: string,
  body: DeskTopUpInput,
  onceKey: string,
): Promise<{ id: string; number: string }> {
  return ask(`/api/admin/cards/${cardId}/top-ups`, { method: 'POST', body: body, onceKey })
}

/** Asks the network about a card again. */
export function readFacts(cardId: string): Promise<{ isRead: boolean }> {
  return ask(`/api/admin/cards/${cardId}/facts`, { method: 'POST', body: {} })
}

/** Asks the network about all delivered cards of an order again. */
export function readOrderFacts(orderId: string): Promise<{ cards: number }> {
  return ask('/api/admin/cancellations/facts', { method: 'POST', body: { orderId } })
}
