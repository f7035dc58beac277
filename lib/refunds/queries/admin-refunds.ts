import 'server-only'
import { maskText } from '#lib/core/queries/export-rows.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { currencyCodeSchema } from '#lib/core/rules/field-schemas.ts'
import { maskIccid } from '#lib/core/rules/mask.ts'
import { money } from '#lib/core/rules/money.ts'
import { findPersonIdsOfAll } from '#lib/customers/repository/customers.ts'
import { readListSearch } from '#lib/orders/queries/searched.ts'
import { type OrderRate, toSaleMinor } from '#lib/pricing/rules/selling-currency.ts'
import type { OwnCredit } from '#lib/pricing/rules/voucher.ts'
import { listCredits } from '#lib/refunds/repository/credits.ts'
import { findRefundFilter, findRefundKey, listRefundEntries } from '#lib/refunds/repository/refunds.ts'
import { creditState } from '#lib/refunds/rules/customer-credit.ts'
import type { RefundEntry, RefundFilter } from '#lib/refunds/rules/refund-ledger.ts'

const PAGE = 50

/** Reads one page of the refund ledger, newest first. Throws `forbidden`. */
export async function listRefunds(caller: Caller, filter: RefundFilter) {
  requirePermission(caller, 'costs.see')
  const searched = await readListSearch(caller, filter.q)
  const [listFilter, after] = await Promise.all([
    findRefundFilter(filter, searched),
    filter.after ? findRefundKey(filter.after) : null,
  ])
  const found = await listRefundEntries(listFilter, { after, limit: PAGE + 1 })
  const rows = found.slice(0, PAGE)

  return {
    rows: rows.map((row) => shownTo(caller, row)),
    older: found.length > PAGE ? (rows.at(-1)?.id ?? null) : null,
  }
}

function shownTo(caller: Caller, row: RefundEntry): RefundEntry {
  const iccid = row.iccid && (can(caller, 'iccids.see') ? row.iccid : maskIccid(row.iccid))

  return { ...row, iccid, reason: maskText(caller, row.reason) }
}

/**
 * What a customer has left to spend here, whichever of their addresses it was given to, the newest first. For an offer, as
 * it counts there: in the currency of the offer, at its rate, without what cannot be spent on it.
 */
export async function getOwnCredits(
  { email }: { email: string },
  offer: { currency: string; rate: OrderRate | null } | null = null,
): Promise<OwnCredit[]> {
  const now = new Date()
  const credits = await listCredits(await findPersonIdsOfAll(email))

  return credits.flatMap(({ leftMinor, agreedAt, promotion: { code, endsAt, ...promotion } }) => {
    if (creditState({ ...promotion, endsAt, agreedAt, leftMinor }, now) !== 'open') return []
    const left = money(leftMinor, currencyCodeSchema.parse(promotion.currency))
    if (offer === null || left.currency === offer.currency) return { code, left, endsAt }
    if (offer.rate?.store !== left.currency) return []

    return { code, left: money(toSaleMinor(left.minor, offer.rate, 'down'), offer.rate.sale), endsAt }
  })
}
