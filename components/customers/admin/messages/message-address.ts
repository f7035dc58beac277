import { filterAddress } from '#components/ui/admin/filter-address.ts'
import type { MessageFilter } from '#lib/customers/rules/customer-message.ts'

/** Returns the address of the list of messages with a filter in it. */
export function messageAddress(filter: Partial<MessageFilter>): string {
  return filterAddress('/admin/messages', filter)
}
