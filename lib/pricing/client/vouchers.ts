import { call } from '#lib/core/client/request.ts'
import { storedText } from '#lib/core/client/stored-text.ts'
import type { RequestOf } from '#lib/core/rules/contract.ts'
import { isSameMoney } from '#lib/core/rules/money.ts'
import { MAX_CODES, type VoucherItem, type VoucherView } from '#lib/pricing/rules/voucher.ts'
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

/** What was asked: all codes, and the one among them that somebody has just typed, `null` where none was. */
type AskedCodes = { codes: readonly string[]; typed: string | null }

/** Returns what stays of these codes after an answer. One that was just typed and does not count goes, and is `lost`. */
export function settleCodes(view: VoucherView, { codes, typed }: AskedCodes) {
  const lost = view.codes.find(({ code, problem }) => code === typed && problem !== null) ?? null

  return {
    codes: codes.filter((code) => code !== lost?.code),
    view: { ...view, codes: view.codes.filter((item) => item !== lost) },
    /**
     * What is said of a refusal from now on: an answer about nothing that was typed takes no words away, as those of an
     * order that was refused a moment before.
     */
    refusal: <Refusal>(former: Refusal | null): Refusal | VoucherItem | null => (typed === null ? former : lost),
  }
}

type VoucherInput = { voucher?: { codes: string[]; mark: string } }

/** Returns what an order says of its codes: those that count, and the mark of the sums that were shown. */
export function voucherInput(view: VoucherView | null): VoucherInput {
  if (!view?.mark) return {}
  const codes = view.codes.filter(({ problem }) => problem === null).map(({ code }) => code)

  return { voucher: { codes, mark: view.mark } }
}

/** The same for new offers in the place of those that were shown; `null` where another sum is left to pay. */
export async function moveVouchers(shown: VoucherView | null, checkoutId: string): Promise<VoucherInput | null> {
  const { voucher } = voucherInput(shown)
  if (!shown || !voucher) return {}
  const view = await requestVouchers({ checkoutId, codes: voucher.codes }, new AbortController().signal)
  const now = voucherInput(view)

  return isSameMoney(view.total, shown.total) && now.voucher?.codes.join() === voucher.codes.join() ? now : null
}
