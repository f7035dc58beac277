/** The tax inside what is paid of an offer: that of the offer, less the share of it that a discount took off. */
export function paidTax({ taxMinor, totalMinor }: { taxMinor: number; totalMinor: number }, paidMinor: number): number {
  return totalMinor > 0 ? Math.round((taxMinor * paidMinor) / totalMinor) : 0
}
