import { notFound, redirect } from 'next/navigation'
import { BuyerFrame } from '#app/(private)/buyer-frame.tsx'
import { ownTitle } from '#app/(private)/own-title.ts'
import { storeDetails } from '#app/(shop)/store.ts'
import { Checkout } from '#components/checkout/checkout.tsx'
import { VisitStep } from '#components/finance/visit-step.tsx'
import { currentCaller } from '#lib/auth/caller.ts'
import { currentCustomer, type SignedInCustomer } from '#lib/auth/customer-session.ts'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { getCheckout, getOfferCurrency } from '#lib/checkout/queries/checkout.ts'
import { env } from '#lib/core/env.ts'
import { ownsOrder } from '#lib/core/rules/caller.ts'
import { getProfile } from '#lib/customers/queries/own-account.ts'
import { getOrderOfCheckout } from '#lib/orders/queries/order-of-quote.ts'
import { offeredMethods } from '#lib/payments/commands/payments.ts'
import { declineOf } from '#lib/payments/rules/payment.ts'
import { getOwnCredits } from '#lib/refunds/queries/admin-refunds.ts'
import type { ItemStatus } from '#lib/settings/rules/shop.ts'

// What came to nothing: the same choice may be made again, with a new offer.
const ENDED = new Set<ItemStatus>(['expired', 'refunded', 'cancelled'])

export const generateMetadata = () => ownTitle('checkout', (t) => t('pageTitle'))

export default async function CheckoutPage({ params }: PageProps<'/checkout/[checkoutId]'>) {
  const locale = await privateLocale()
  const { checkoutId } = await params
  const quotes = await getCheckout(checkoutId, locale)
  const caller = await currentCaller()
  if (!quotes?.every(({ topUp }) => !topUp?.orderId || ownsOrder(caller, topUp.orderId))) notFound()
  const earlier = await getOrderOfCheckout(caller, checkoutId)
  const hasEnded = earlier?.statuses.every((status) => ENDED.has(status)) ?? false
  // A transfer is made elsewhere, so that the checkout has nothing to add to it.
  const isOver = earlier?.isTransfer || earlier?.statuses.some((status) => status !== 'waiting_for_payment')
  if (earlier && !hasEnded && isOver) redirect(`/o/${earlier.orderId}`)
  const [customer, store] = [await currentCustomer(), await storeDetails()]
  const offer = await getOfferCurrency(quotes[0]?.id ?? '')

  return (
    <BuyerFrame locale={locale}>
      {store.countsVisits && quotes.every(({ topUp }) => !topUp) ? (
        <VisitStep step="checkout" own={store.currency} />
      ) : null}
      <div className="wrap pt-6">
        <Checkout
          quotes={quotes}
          payment={{ methods: await offeredMethods(offer?.currency), transferDays: env.BANK_TRANSFER_DAYS }}
          credits={customer ? await getOwnCredits(customer, offer) : []}
          known={customer && (await knownBuyer(customer))}
          seller={store.seller}
          canRemind={store.remindsAbandoned && quotes.every(({ topUp }) => !topUp)}
          earlier={earlier && { orderId: earlier.orderId, hasEnded, declined: declineOf(earlier.declineCode) }}
        />
      </div>
    </BuyerFrame>
  )
}

async function knownBuyer(customer: SignedInCustomer) {
  const { company = '', taxNumber = '', postalAddress = '' } = (await getProfile(customer)) ?? {}

  return { email: customer.email, company: { company, taxNumber, postalAddress } }
}
