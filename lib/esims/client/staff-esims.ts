import type { StaffTopUpInput } from '#lib/checkout/rules/staff-order.ts'
import { call } from '#lib/core/client/request.ts'
import type { ReplyOf } from '#lib/core/rules/contract.ts'
import type {
  checkIccidsCall,
  checkStaffTopUpCall,
  listStaffTopUpPlansCall,
  placeStaffTopUpCall,
  readEsimRecordCall,
  refreshOrderEsimsCall,
} from '#lib/esims/schema.ts'

/** What came of checking pasted numbers. */
export type CheckAnswer = ReplyOf<typeof checkIccidsCall>

/** The network's record of an eSIM. */
export type RecordAnswer = ReplyOf<typeof readEsimRecordCall>

/** Asks the network about pasted numbers. */
export function checkNumbers(numbers: string) {
  return call<typeof checkIccidsCall>('POST /api/admin/esims/check', { body: { numbers } })
}

/** Asks for the network's own record of an eSIM. */
export function readRecord(esimId: string) {
  return call<typeof readEsimRecordCall>('POST /api/admin/esims/[id]/record', { params: { id: esimId } })
}

/** Asks the network what is on a customer's eSIM and what it takes. */
export function readTopUpOffer(esimId: string) {
  return call<typeof listStaffTopUpPlansCall>('GET /api/admin/esims/[id]/top-ups', { params: { id: esimId } })
}

/** Asks whether an eSIM takes a plan now, and what it costs. */
export function checkTopUp(esimId: string, body: Omit<StaffTopUpInput, 'seenMinor'>) {
  return call<typeof checkStaffTopUpCall>('POST /api/admin/esims/[id]/top-ups/check', {
    params: { id: esimId },
    body,
  })
}

/** Tops a customer's eSIM up, once per key. */
export function makeTopUp(esimId: string, body: StaffTopUpInput, onceKey: string) {
  return call<typeof placeStaffTopUpCall>('POST /api/admin/esims/[id]/top-ups', {
    params: { id: esimId },
    body,
    onceKey,
  })
}

/** Asks the network about all delivered eSIMs of an order again. */
export function refreshOrderReadings(orderId: string) {
  return call<typeof refreshOrderEsimsCall>('POST /api/admin/cancellations/facts', { body: { orderId } })
}
