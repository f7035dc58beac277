const SCALE = 6
const UNIT = 10n ** BigInt(SCALE)

/** A decimal text, exactly, or a JSON number, to the nearest millionth. */
export function toMillionths(amount: string | number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(typeof amount === 'number' ? amount.toFixed(SCALE) : amount)
  if (!match) throw new Error(`${amount} is not an amount`)

  const [, sign, whole = '0', fraction = ''] = match
  const size = BigInt(whole) * UNIT + BigInt(fraction.padEnd(SCALE, '0'))

  return sign === '-' ? -size : size
}

/** Decimal text with two places, or more where the amount has them. */
export function toAmount(millionths: bigint): string {
  const size = millionths < 0n ? -millionths : millionths
  const fraction = (size % UNIT).toString().padStart(SCALE, '0').replace(/0+$/, '').padEnd(2, '0')

  return `${millionths < 0n ? '-' : ''}${size / UNIT}.${fraction}`
}
