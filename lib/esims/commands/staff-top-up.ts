import 'server-only'
import {
  confirmationText,
  methodOf,
  noteFor,
  PAY_WITHIN_MS,
  requireConfirmationText,
  requireStaffOrderPermission,
} from '#lib/checkout/commands/staff-orders.ts'
import { beginOrder } from '#lib/checkout/commands/start-order.ts'
import type { StaffTopUpCheck, StaffTopUpInput } from '#lib/checkout/rules/staff-order.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { money } from '#lib/core/rules/money.ts'
import { quoteStaffTopUp } from '#lib/esims/commands/make-top-up-quote.ts'
import { type TopUpOptions, topUpOptions } from '#lib/esims/commands/top-up-offer.ts'
import { findBuyerOfEsim } from '#lib/esims/repository/top-ups.ts'
import { findStarted, type Once } from '#lib/orders/repository/orders.ts'

/** Asks the network what is on a customer's eSIM, and which plans it takes. Throws `forbidden`, `not_found`. */
export async function staffTopUpOptions(caller: Caller, esimId: string): Promise<TopUpOptions> {
  requirePermission(caller, 'orders.make')

  return topUpOptions(caller, esimId)
}

type TopUp<Input> = { esimId: string; input: Input }

/**
 * Asks the network whether a customer's eSIM takes a plan now, and says what it costs. Buys nothing.
 *
 * Throws `forbidden` and like the offer of a top-up.
 */
export async function checkStaffTopUp(
  caller: Caller,
  { esimId, input }: TopUp<Omit<StaffTopUpInput, 'seenMinor'>>,
): Promise<StaffTopUpCheck> {
  await requireStaffOrderPermission(caller, input.pay)
  const total = await priceNow(caller, { esimId, input })

  return { total: total.money, typed: confirmationText(total.money) }
}

/**
 * Tops a customer's eSIM up on the path of every top-up: offer, order, payment, worker. It belongs to whom the eSIM was
 * sold to, and the same key makes it once.
 *
 * Nothing is made when the price has moved since it was shown (`price_changed`), or one without charge is not confirmed as
 * it must be. Throws like `checkStaffTopUp` otherwise.
 */
export async function placeStaffTopUp(
  caller: Caller,
  { esimId, input, once }: TopUp<StaffTopUpInput> & { once: Once },
): Promise<{ id: string; number: string }> {
  const staff = await requireStaffOrderPermission(caller, input.pay)
  const buyer = await findBuyerOfEsim(esimId)
  if (!buyer) throw new AppError('not_found', 'There is no such card.')
  const scope = `desk:${once.key}`
  const key = { key: `card:${esimId}`, fingerprint: once.fingerprint }
  const known = await findStarted({ scope, once: key })
  const quoteId = known ? '' : await offerAsSeen(caller, { esimId, input })
  const method = await methodOf(input.pay)
  const { orderId, number } = await beginOrder(
    staff,
    {
      items: [{ quoteId, travellers: [] }],
      ...buyer,
      consents: input.consents,
      once: key,
      ...(method ? { method } : {}),
    },
    {
      scope,
      isFree: input.pay === 'no_charge',
      payWithinMs: PAY_WITHIN_MS,
      note: noteFor(staff, input, { planId: input.planId, esimId }),
    },
  )
  wakeWorker()

  return { id: orderId, number }
}

async function offerAsSeen(caller: Caller, { esimId, input }: TopUp<StaffTopUpInput>): Promise<string> {
  const { quoteId, money: total } = await priceNow(caller, { esimId, input })
  if (total.minor !== input.seenMinor) {
    const details = { before: input.seenMinor, now: total.minor }
    throw new AppError('price_changed', 'The price has moved since it was shown.', details)
  }
  if (input.pay === 'no_charge') requireConfirmationText(input, total)

  return quoteId
}

async function priceNow(caller: Caller, { esimId, input }: TopUp<Pick<StaffTopUpInput, 'planId' | 'days'>>) {
  const { planId, days } = input
  const buyer = await findBuyerOfEsim(esimId)
  if (!buyer) throw new AppError('not_found', 'There is no such card.')
  const { locale } = buyer
  const quote = await quoteStaffTopUp(caller, { esimId, planId, locale, ...(days !== undefined && { days }) })

  return { quoteId: quote.id, money: money(quote.totalMinor, quote.currency) }
}
