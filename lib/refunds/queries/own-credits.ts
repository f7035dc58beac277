import 'server-only'
import { currencyCodeSchema } from '#lib/core/rules/field-schemas.ts'
import { money } from '#lib/core/rules/money.ts'
import { findPersonIds } from '#lib/customers/repository/customers.ts'
import type { OwnCredit } from '#lib/pricing/rules/voucher.ts'
import { listCredits } from '#lib/refunds/repository/credits.ts'
import { creditState } from '#lib/refunds/rules/customer-credit.ts'

/** What a customer has left to spend here, the newest first; in one currency alone where it is named. */
export async function getOwnCredits({ email }: { email: string }, currency?: string): Promise<OwnCredit[]> {
  const now = new Date()
  const credits = await listCredits(await findPersonIds(email))

  return credits.flatMap(({ leftMinor, agreedAt, promotion }) => {
    const isOpen = creditState({ ...promotion, agreedAt, leftMinor }, now) === 'open'
    if (!isOpen || (currency !== undefined && promotion.currency !== currency)) return []

    return {
      code: promotion.code,
      left: money(leftMinor, currencyCodeSchema.parse(promotion.currency)),
      endsAt: promotion.endsAt,
    }
  })
}
