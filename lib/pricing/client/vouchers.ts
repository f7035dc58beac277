import { call } from '#lib/core/client/request.ts'
import { storedText } from '#lib/core/client/stored-text.ts'
import type { RequestOf } from '#lib/core/rules/contract.ts'
import { MAX_CODES } from '#lib/pricing/rules/voucher.ts'
import type { checkVouchersCall } from '#lib/pricing/schema.ts'

/** The codes that this browser has put aside for its next order. */
const aside = storedText('voucher-codes', 'localStorage')

/** Asks what these codes take off the offers of a checkout. Throws `RequestFailure`. */
export function requestVouchers(body: { checkoutId: string; codes: readonly string[] }, signal: AbortSignal) {
  return call<typeof checkVouchersCall>('POST /api/vouchers', {
    body: body as RequestOf<typeof checkVouchersCall>['body'],
    signal,
  })
}

/** Returns the codes that this browser has put aside for its next order. */
export function readCodes(): string[] {
  try {
    const kept: unknown = JSON.parse(aside.read() || '[]')

    return Array.isArray(kept) ? kept.filter((code) => typeof code === 'string').slice(0, MAX_CODES) : []
  } catch {
    return []
  }
}

/** Puts codes aside until the next order stands. */
export function keepCodes(codes: readonly string[]): void {
  aside.set(codes.length > 0 ? JSON.stringify(codes) : '')
}
