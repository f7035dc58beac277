import type { StaffTopUpInput } from '#lib/checkout/rules/staff-order.ts'
import { call } from '#lib/core/client/ask.ts'
import type { ReplyOf } from '#lib/core/rules/contract.ts'
import type {
  checkIccidsCall,
  readEsimRecordCall,
  refreshEsimStatusCall,
  refreshOrderEsimsCall,
} from '#lib/esims/schema/esims.ts'
import type { checkStaffTopUpCall, listStaffTopUpPlansCall, placeStaffTopUpCall } from '#lib/esims/schema/top-ups.ts'

/** What came of checking pasted numbers. */
export type CheckAnswer = ReplyOf<typeof checkIccidsCall>

/** The network's record of a card. */
export type RecordAnswer = ReplyOf<typeof readEsimRecordCall>

/** Asks the network about pasted numbers. */
export function checkNumbers(numbers: string) {
  return call<typeof checkIccidsCall>('POST /api/admin/cards/check', { body: { numbers } })
}

/** Asks for the network's own record of a card. */
export function readRecord(cardId: string) {
  return call<typeof readEsimRecordCall>('POST /api/admin/cards/[id]/record', { params: { id: cardId } })
}

/** Asks the network what is on a customer's card and what it takes. */
export function readTopUpOffer(cardId: string) {
  return call<typeof listStaffTopUpPlansCall>('GET /api/admin/cards/[id]/top-ups', { params: { id: cardId } })
}

/** Asks whether a card takes a plan now, and what it costs. */
export function checkTopUp(cardId: string, body: Omit<StaffTopUpInput, 'seenMinor'>) {
  return call<typeof checkStaffTopUpCall>('POST /api/admin/cards/[id]/top-ups/check', {
    params: { id: cardId },
    body,
  })
}

/** Tops a customer's card up, once per key. */
export function makeTopUp(cardId: string, body: StaffTopUpInput, onceKey: string) {
  return call<typeof placeStaffTopUpCall>('POST /api/admin/cards/[id]/top-ups', {
    params: { id: cardId },
    body,
    onceKey,
  })
}

/** Asks the network about a card again. */
export function readFacts(cardId: string) {
  return call<typeof refreshEsimStatusCall>('POST /api/admin/cards/[id]/facts', { params: { id: cardId } })
}

/** Asks the network about all delivered cards of an order again. */
export function readOrderFacts(orderId: string) {
  return call<typeof refreshOrderEsimsCall>('POST /api/admin/cancellations/facts', { body: { orderId } })
}
