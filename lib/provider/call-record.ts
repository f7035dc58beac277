import type { ProviderErrorKind } from '#lib/provider/rules/provider-failure.ts'
import type { SignParams } from '#lib/provider/sign.ts'

/**
 * What may be kept about one exchange: no parameter but our own references and the order number, no text.
 *
 * `class` is `ok` or the kind of the failure; `reference` is the attempt's, else the item's.
 */
export type CallRecord = {
  endpoint: string
  reference: string | null
  class: 'ok' | ProviderErrorKind
  code: number | null
  latencyMs: number
  bytes: number
  orderNum: string | null
}

/** Is told of every exchange that was tried, repeated ones included. What it throws is ignored. */
export type OnCall = (record: CallRecord) => void

type Details = Pick<CallRecord, 'endpoint' | 'class' | 'code' | 'latencyMs' | 'bytes'> & { params: SignParams }

const REFERENCES = ['otherItemId', 'otherOrderId', 'outerItemId', 'outerOrderId'] as const

/** Hands one exchange to the hook, without letting the hook change the outcome of the call. */
export function reportCall(onCall: OnCall | undefined, { params, ...facts }: Details, result: unknown): void {
  if (!onCall) return
  const reference = REFERENCES.map((name) => toText(params[name])).find((text) => text !== null) ?? null
  const orderNum = orderNumOf(result) ?? toText(params.orderNum)
  try {
    onCall({ ...facts, latencyMs: Math.round(facts.latencyMs), reference, orderNum })
  } catch {
    // A full disk behind a log must not turn an order that was accepted into an error.
  }
}

function orderNumOf(result: unknown): string | null {
  if (typeof result !== 'object' || result === null || !('orderNum' in result)) return null

  return toText(result.orderNum)
}

function toText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
