import type { AuditAct } from '#lib/core/rules/audit-acts.ts'
import type { Permission } from '#lib/core/rules/caller.ts'

/** The lists of the back office that can be taken out as a file, by the same filters as their pages. */
export const EXPORTED_LISTS = [
  ...(['orders', 'cards', 'customers', 'cancellations', 'jobs', 'messages', 'findings'] as const),
  ...([
    'comparisons',
    'destinations',
    'promotions',
    'partners',
    'syncs',
    'staff',
    'unsold',
    'rules',
    'prices',
  ] as const),
  ...(['finance', 'supplier', 'refunds', 'losses', 'payments', 'months', 'month', 'audit'] as const),
] as const
export type ExportedList = (typeof EXPORTED_LISTS)[number]

const LIST = { door: 'lists.export', act: 'list.exported' } as const
const MONEY = { door: 'costs.see', act: 'finance.exported' } as const

/** Who may take a list out, and what the log calls it. */
export const EXPORT_RULES: Record<ExportedList, { door: Permission; act: AuditAct }> = {
  orders: { door: 'lists.export', act: 'orders.exported' },
  cards: { door: 'lists.export', act: 'cards.exported' },
  customers: { door: 'lists.export', act: 'customers.exported' },
  cancellations: { door: 'lists.export', act: 'cancellations.exported' },
  jobs: { door: 'lists.export', act: 'jobs.exported' },
  messages: { door: 'lists.export', act: 'messages.exported' },
  findings: { door: 'lists.export', act: 'findings.exported' },
  comparisons: LIST,
  destinations: LIST,
  promotions: LIST,
  partners: LIST,
  syncs: LIST,
  unsold: LIST,
  rules: { door: 'costs.see', act: 'list.exported' },
  prices: { door: 'costs.see', act: 'list.exported' },
  staff: { door: 'staff.manage', act: 'list.exported' },
  finance: MONEY,
  supplier: MONEY,
  refunds: MONEY,
  losses: MONEY,
  payments: MONEY,
  months: MONEY,
  month: MONEY,
  audit: { door: 'audit.export', act: 'audit.exported' },
}

/** Returns where the file of a list is: `query` is what the address of the list says, without a leading "?". */
export function exportAddress(list: ExportedList, query = ''): string {
  const path = `/api/admin/export/${list}`

  return query === '' ? path : `${path}?${query}`
}
