import type { StoreFacts } from '#components/layout/store-facts.ts'
import { env } from '#lib/env.ts'

/** What the settings say about the shop, in the form the frame of a page takes. */
export function storeFacts(): StoreFacts {
  return {
    name: env.STORE_NAME,
    currency: env.STORE_CURRENCY,
    seller: env.SELLER_ADDRESS ?? null,
    supportEmail: env.SUPPORT_EMAIL ?? null,
    isTrial: env.STORE_MODE === 'trial',
  }
}
