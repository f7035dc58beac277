/**
 * The tax inside a price that includes it, in minor units, half away from zero. `rate` in per cent as text, such as `19`
 * or `7.7`; `null` for none.
 */
export function includedTax(totalMinor: number, rate: string | null): number {
  const [, whole = '', part = ''] = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(rate ?? '') ?? []
  if (whole === '') return 0
  const hundredths = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  const base = 10_000n + hundredths

  return Number((BigInt(totalMinor) * hundredths * 2n + base) / (base * 2n))
}

/** The tax inside what is paid of an offer: that of the offer, less the share of it that a discount took off. */
export function paidTax({ taxMinor, totalMinor }: { taxMinor: number; totalMinor: number }, paidMinor: number): number {
  return totalMinor > 0 ? Math.round((taxMinor * paidMinor) / totalMinor) : 0
}
