import 'server-only'
import { isAddressProven } from '#lib/auth/repository/links.ts'
import { type Caller, ownsOrder } from '#lib/core/rules/caller.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'
import type { CopyTerms } from '#lib/settings/rules/shop.ts'

/** Whether whoever holds an order may have its opened eSIMs by mail; `null` where the shop sends none, and for others. */
export async function getCopyTerms(caller: Caller, orderId: string): Promise<CopyTerms | null> {
  if (!ownsOrder(caller, orderId)) return null
  const { 'mails.copy': isOn } = await readSettings(['mails.copy'])

  return isOn === false ? null : { isProven: await isAddressProven(orderId) }
}
