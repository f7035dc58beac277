import type { Need, NeedGroup } from '#lib/operations/rules/admin-today.ts'
import { discrepancyAddress } from '#lib/reconciliation/rules/discrepancy-kinds.ts'

// Where all of a group stand. Acts that wait for a second person stand with what they are about alone.
const LISTS: Record<NeedGroup, string | null> = {
  sales: '/admin/health',
  foreign_login: '/admin/health',
  session: '/admin/health',
  held: '/admin/orders?tab=needs-action&state=HELD',
  confirming: '/admin/orders?tab=needs-action&state=UNKNOWN',
  transfer: '/admin/orders?tab=open&state=AWAITING_PAYMENT',
  refund: '/admin/orders?tab=needs-action',
  second: null,
  credit: '/admin/finance/supplier',
  discrepancy: '/admin/reconciliation?view=findings',
  message: '/admin/messages',
  mail: '/admin/jobs?queue=mails&state=failed',
  sync: '/admin/catalogue?view=coverage',
}

// Differences that the health page tells more about; of the others everything known stands in the row.
const OF_HEALTH = ['foreign_login', 'placements_refused', 'lookup_lost']

/** Returns the list that holds all of a group, `null` where there is none. */
export function listOfNeeds(group: NeedGroup): string | null {
  return LISTS[group]
}

/** Returns the page on which something is settled that wants a person. */
export function pageOfNeed({ group, what, key, order, customer, discrepancy }: Need): string {
  if (discrepancy) return discrepancyAddress(discrepancy)
  if (customer) return `/admin/customers/${customer}`
  // Both sides of a difference stand there next to each other, with what can be done.
  if (group === 'discrepancy') return OF_HEALTH.includes(what) ? '/admin/health' : discrepancyAddress(key)
  const list = LISTS[group] ?? '/admin/orders'

  // The order stands beside it: a message is answered, and a mail sent again, where they are listed.
  return order && group !== 'message' && group !== 'mail' ? `/admin/orders/${order.id}` : list
}
