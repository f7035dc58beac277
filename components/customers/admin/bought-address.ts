import { filterAddress } from '#components/ui/admin/filter-address.ts'

/** Returns the address of everything that a customer bought. */
export function boughtAddress(list: 'orders' | 'cards', customer: string): string {
  return filterAddress(`/admin/${list}`, { customer })
}
