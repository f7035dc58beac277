import 'server-only'
import { listCredits } from '#lib/db/credits.ts'
import { findPersonIds } from '#lib/db/customers.ts'
import { creditState } from '#lib/domain/customer-credit.ts'
import { money } from '#lib/domain/money.ts'
import { currencyCodeSchema } from '#lib/domain/money-schema.ts'
import type { OwnCredit } from '#lib/domain/voucher.ts'

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
