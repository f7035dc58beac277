import 'server-only'
import type { Prisma } from '#lib/generated/prisma/client.ts'

/** What staff read about the plan of an item: how many, for how long, and where. */
export const QUOTED_PLAN = {
  count: true,
  days: true,
  plan: {
    select: {
      amountValue: true,
      amountUnit: true,
      validityDays: true,
      kind: true,
      sku: { select: { providerName: true, ownName: true, iso2: true } },
    },
  },
} as const satisfies Prisma.QuoteSelect
