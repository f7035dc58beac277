import 'server-only'
import { findPlanWithDestination } from '#lib/catalog/repository/catalog.ts'
import { toShopPlan } from '#lib/catalog/rules/on-sale.ts'
import { readTaxInside } from '#lib/checkout/repository/quotes.ts'
import { env } from '#lib/core/env.ts'
import { destinationName } from '#lib/core/i18n/countries.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { newOrderNumber } from '#lib/core/rules/ids.ts'
import { money } from '#lib/core/rules/money.ts'
import { timeZoneOf } from '#lib/core/rules/time-zones.ts'
import { isOrderErased } from '#lib/fulfilment/commands/recover-erasures.ts'
import { insertLostOrder, type LostOrder } from '#lib/fulfilment/repository/recovery-rows.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { isTestMoney } from '#lib/payments/commands/payments.ts'
import type { ProviderPayment } from '#lib/payments/providers/index.ts'
import { type LostItem, readLostItems, readLostUses } from '#lib/payments/rules/payment.ts'
import { restoreUses } from '#lib/pricing/repository/promotions.ts'
import { type CurrentTerms, findSaleTerms } from '#lib/pricing/repository/sale-terms.ts'
import { findLastRate } from '#lib/pricing/repository/selling-currencies.ts'
import type { OrderRate } from '#lib/pricing/rules/selling-currency.ts'
import { openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'

const LOCALE = 'en'
const SESSION_MS = 15 * 60_000

/**
 * Makes an order again that was lost with the database, from what its payment carries; it waits for its payment to be
 * judged. Returns the payment's id, `null` where a person has to look: other contents, or a plan that nobody knows.
 */
export async function rebuildOrder(provider: string, object: ProviderPayment): Promise<string | null> {
  const orderId = object.metadata.orderId ?? ''
  const items = await findSold(object)
  const order = items ? await toLostOrder(object, { provider, items }) : null

  return transaction(async (tx) => {
    const isNew = order !== null && (await insertLostOrder(order, tx))
    if (!isNew) {
      const evidence = { orderId, amountMinor: object.amount.minor, currency: object.amount.currency, provider }
      await openDiscrepancy(
        { kind: 'payment_unknown', subject: object.id ?? object.sessionId ?? orderId, evidence },
        tx,
      )

      return null
    }
    await restoreUses(orderId, readLostUses(object.metadata), order.rate, tx)
    await recordOrderEvent({ orderId, kind: 'rebuilt', data: { provider } }, tx)
    await tellBuyer(order, { isPaid: object.state !== 'open', tx })

    return order.payment.id
  })
}

/** The links of a lost order are lost too. The key is that of the mail after a payment, which was sent long ago. */
async function tellBuyer({ id: orderId, email }: LostOrder, { isPaid, tx }: { isPaid: boolean; tx: Tx }) {
  if (email === '') {
    await openDiscrepancy({ kind: 'address_unknown', subject: orderId, orderId, evidence: {} }, tx)
  } else if (isPaid) {
    await queueMail(tx, { kind: 'find_link', orderId, dedupeKey: `paid:${orderId}` })
  }
}

type Sold = {
  item: LostItem
  priceMinor: number
  found: NonNullable<Awaited<ReturnType<typeof findPlanWithDestination>>>
}

/** What was bought, with its plans. `null` where something of it is not known, or it does not make up the sum. */
async function findSold({ metadata, amount }: ProviderPayment): Promise<Sold[] | null> {
  const items = readLostItems(metadata) ?? []
  // Made again as a purchase, a top-up would buy an eSIM that nobody wants: a person looks.
  if (items.some(({ esimId }) => Boolean(esimId))) return null
  const sold = await Promise.all(
    items.map(async (item) => {
      const found = await findPlanWithDestination(item.planId)
      const priceMinor = item.priceMinor ?? (items.length === 1 ? amount.minor : null)

      return found && priceMinor !== null ? { item, found, priceMinor } : null
    }),
  )
  const known = sold.filter((item) => item !== null)
  const isWhole = known.length > 0 && known.length === items.length

  return isWhole && known.reduce((sum, { priceMinor }) => sum + priceMinor, 0) === amount.minor ? known : null
}

type Ingredients = { provider: string; items: Sold[] }

async function toLostOrder(
  object: ProviderPayment,
  { provider, items }: Ingredients,
): Promise<LostOrder & { rate: OrderRate | null }> {
  const { amount, createdAt, metadata, sessionId } = object
  const terms = await findSaleTerms()
  const taxInside = await readTaxInside()
  const { currency: store } = terms
  // The rate of the offers is lost as well: the newest one that is known stands for it.
  const found = amount.currency === store ? null : await findLastRate(amount.currency)
  const rate = found && { store, sale: amount.currency, rate: found }
  const orderId = metadata.orderId ?? ''
  const email = (await isOrderErased(orderId)) ? '' : (object.customerEmail ?? '')

  return {
    id: orderId,
    number: object.reference ?? newOrderNumber(),
    locale: LOCALE,
    mode: env.STORE_MODE,
    email: email.trim().toLowerCase(),
    createdAt,
    currency: amount.currency,
    totalMinor: amount.minor,
    rate,
    items: items.map((sold) => {
      const { id, itemRef, discountMinor = 0 } = sold.item

      return {
        id,
        itemRef,
        discountMinor,
        priceMinor: sold.priceMinor,
        quote: toQuote(object, sold, { terms, rate, taxInside }),
      }
    }),
    payment: {
      id: metadata.paymentId ?? '',
      provider,
      sessionId,
      objectId: object.id,
      isTest: isTestMoney(),
      sessionEndsAt: new Date(createdAt.getTime() + SESSION_MS),
    },
  }
}

/** What was sold, with the cost of today's mirror and the tax of today's rate: the offer itself is lost. */
function toQuote(
  { amount, createdAt }: ProviderPayment,
  { item, priceMinor, found: { plan, destination: entry } }: Sold,
  { terms, rate, taxInside }: { terms: CurrentTerms; rate: OrderRate | null; taxInside: (minor: number) => number },
) {
  const fullMinor = priceMinor + (item.discountMinor ?? 0)
  const unit = money(Math.floor(fullMinor / item.count), amount.currency)
  const { id: planId, price: _, needsStartDate: __, cancelRule: ___, ...shown } = toShopPlan(plan, unit)
  const destination = { slug: entry.slug, name: destinationName(entry, LOCALE), iso2: entry.iso2 }

  return {
    planId,
    skuId: item.skuId,
    count: item.count,
    days: item.days,
    startDate: item.startDate,
    locale: LOCALE,
    currency: amount.currency,
    unitMinor: unit.minor,
    totalMinor: fullMinor,
    taxMinor: taxInside(fullMinor),
    cost: plan.cost,
    costCurrency: terms.costCurrency,
    rate: terms.rate ?? '1',
    storeCurrency: rate?.store ?? null,
    storeRate: rate?.rate ?? null,
    ruleVersion: 0,
    priceId: item.priceId,
    planCode: plan.code,
    snapshot: { ...shown, destination, timeZone: timeZoneOf(entry.iso2), seenUnitMinor: null },
    checkedAt: createdAt,
    expiresAt: createdAt,
    createdAt,
  }
}
