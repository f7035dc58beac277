/** What we asked a provider for. */
export type AskedPayment = {
  orderId: string
  orderNumber: string
  amountMinor: number
  currency: string
  isTest: boolean
  /** The account that has received the store's money so far; `null` or absent when none is known. */
  account?: string | null
}

/** What a provider says about its payment; `null` means that it does not say. */
export type ClaimedPayment = {
  amount: { minor: number; currency: string }
  reference: string | null
  metadata: Record<string, string>
  isTest: boolean
  account?: string | null
}

export type Misfit = 'amount' | 'currency' | 'test_flag' | 'reference' | 'order' | 'account'

/**
 * Returns everything in which a paid object differs from what was asked for; none means that the money is for this order.
 *
 * What the provider does not say is not held against it, except amount, currency and test flag, which it always says.
 */
export function findMisfits(asked: AskedPayment, claimed: ClaimedPayment): Misfit[] {
  const orderId = claimed.metadata.orderId
  const checks: [Misfit, boolean][] = [
    ['amount', claimed.amount.minor === asked.amountMinor],
    ['currency', claimed.amount.currency === asked.currency],
    ['test_flag', claimed.isTest === asked.isTest],
    ['reference', claimed.reference === null || claimed.reference === asked.orderNumber],
    ['order', orderId === undefined || orderId === asked.orderId],
    ['account', !asked.account || !claimed.account || claimed.account === asked.account],
  ]

  return checks.filter(([, fits]) => !fits).map(([name]) => name)
}
