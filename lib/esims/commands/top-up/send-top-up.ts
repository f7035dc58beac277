import 'server-only'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { requireTopUpEsim } from '#lib/esims/commands/top-up/top-up-esim.ts'
import { isEsimBusy, isPlaceTaken, lockCancelState } from '#lib/esims/repository/top-ups.ts'
import type { Sending } from '#lib/fulfilment/commands/fulfil-item/sending.ts'
import type { WorkItem } from '#lib/orders/repository/items.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { topUp, topUpByPlanCode } from '#lib/provider/index.ts'
import { iccidSchema, skuIdSchema } from '#lib/provider/rules/provider-ids.ts'
import type { ProviderOrder } from '#lib/provider/rules/provider-order.ts'

const WITH_ITS_BUYER = ['NONE', 'REFUSED']

/** Runs the transaction that prepares a call. `busy` when the eSIM of a top-up has another call out, or an unknown one. */
export async function oneCallPerEsim<Result>(item: WorkItem, work: (tx: Tx) => Promise<Result>) {
  if (item.kind === 'PURCHASE') return transaction(work)
  const { id, esimId } = item
  try {
    return await transaction(async (tx) =>
      esimId && (await isEsimBusy({ id, esimId }, tx)) ? ('busy' as const) : work(tx),
    )
  } catch (error) {
    // Two that looked at the same moment: the index lets one pass.
    if (isPlaceTaken(error)) return 'busy' as const
    throw error
  }
}

/** Tells whether the eSIM of a top-up is still with its buyer, and keeps that answer true until the transaction ends. */
export async function isEsimStillThere({ kind, esimId }: WorkItem, tx: Tx): Promise<boolean> {
  if (kind === 'PURCHASE') return true

  return esimId !== null && WITH_ITS_BUYER.includes((await lockCancelState(esimId, tx)) ?? '')
}

/**
 * Returns the one call that puts the plan on the eSIM: by its code where it has one, which outlives a price id; a day
 * pass, and a plan without a code, by product and price. Our references always go along.
 */
export async function topUpCall({ item, attempt, priceId }: Sending) {
  const { quote } = item
  const { iccid } = await requireTopUpEsim(item)
  const target = { iccid: iccidSchema.parse(iccid), otherOrderId: item.itemRef, otherItemId: attempt.attemptRef }
  const isDayPass = quote.plan.kind === 'day_pass'
  if (quote.planCode !== null && !isDayPass) {
    const params = { ...target, planCode: quote.planCode }

    return (sendBefore: number): Promise<ProviderOrder> =>
      currentProvider().call(topUpByPlanCode, params, { sendBefore })
  }
  const params = {
    ...target,
    skuId: skuIdSchema.parse(quote.skuId),
    priceId,
    daypassDays: isDayPass ? quote.days : null,
  }

  return (sendBefore: number): Promise<ProviderOrder> => currentProvider().call(topUp, params, { sendBefore })
}
