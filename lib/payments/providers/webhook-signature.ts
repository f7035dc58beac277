import { createHmac, timingSafeEqual } from 'node:crypto'
import { PaymentError } from '#lib/payments/providers/errors.ts'

// Behind our clock and ahead of it alike: a stamp from the future can be replayed later.
const TOLERANCE_SECONDS = 300

/**
 * Passes when `header` (`t=<seconds>,v1=<hex>`) signs exactly these bytes with this secret, in time.
 *
 * Throws `PaymentError` of kind `bad_signature` otherwise, with the same message for every cause: a forger learns nothing.
 */
export function assertSigned(rawBody: string | Uint8Array, header: string | null, check: Check): void {
  const fields = (header ?? '').split(',').map((field) => field.trim().split('='))
  const stamp = Number(fields.find(([name]) => name === 't')?.[1] ?? Number.NaN)
  const signatures = fields.filter(([name]) => name === 'v1').map(([, value]) => value ?? '')
  const age = Math.floor(check.now.getTime() / 1_000) - stamp
  // NaN fails this comparison too, which an inverted one would let pass.
  const isInTime = Math.abs(age) <= TOLERANCE_SECONDS
  const expected = createHmac('sha256', check.secret).update(`${stamp}.`).update(rawBody).digest()

  if (isInTime && signatures.some((signature) => isSameDigest(signature, expected))) return
  throw new PaymentError('bad_signature', 'The webhook is not signed by the payment provider.')
}

type Check = { secret: string; now: Date }

function isSameDigest(signature: string, expected: Uint8Array): boolean {
  const given = Buffer.from(signature, 'hex')

  return given.length === expected.length && timingSafeEqual(given, expected)
}
