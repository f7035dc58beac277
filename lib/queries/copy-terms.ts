import 'server-only'
import { isAddressProven } from '#lib/db/links.ts'
import { readSettings } from '#lib/db/settings.ts'
import { type Caller, ownsOrder } from '#lib/domain/caller.ts'
import type { CopyTerms } from '#lib/domain/shop.ts'

/** Whether whoever holds an order may have its opened eSIMs by mail; `null` where the shop sends none, and for others. */
export async function getCopyTerms(caller: Caller, orderId: string): Promise<CopyTerms | null> {
  if (!ownsOrder(caller, orderId)) return null
  const { 'mails.copy': isOn } = await readSettings(['mails.copy'])

  return isOn === false ? null : { isProven: await isAddressProven(orderId) }
}
