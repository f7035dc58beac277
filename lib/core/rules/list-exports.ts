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

const LIST = { permission: 'lists.export', act: 'list.exported' } as const
const MONEY = { permission: 'costs.see', act: 'finance.exported' } as const

/** Who may take a list out, and what the log calls it. */
export const EXPORT_RULES: Record<ExportedList, { permission: Permission; act: AuditAct }> = {
  orders: { permission: 'lists.export', act: 'orders.exported' },
  cards: { permission: 'lists.export', act: 'cards.exported' },
  customers: { permission: 'lists.export', act: 'customers.exported' },
  cancellations: { permission: 'lists.export', act: 'cancellations.exported' },
  jobs: { permission: 'lists.export', act: 'jobs.exported' },
  messages: { permission: 'lists.export', act: 'messages.exported' },
  findings: { permission: 'lists.export', act: 'findings.exported' },
  comparisons: LIST,
  destinations: LIST,
  promotions: LIST,
  partners: LIST,
  syncs: LIST,
  unsold: LIST,
  rules: { permission: 'costs.see', act: 'list.exported' },
  prices: { permission: 'costs.see', act: 'list.exported' },
  staff: { permission: 'staff.manage', act: 'list.exported' },
  finance: MONEY,
  supplier: MONEY,
  refunds: MONEY,
  losses: MONEY,
  payments: MONEY,
  months: MONEY,
  month: MONEY,
  audit: { permission: 'audit.export', act: 'audit.exported' },
}

/** Returns where the file of a list is: `query` is what the address of the list says, without a leading "?". */
export function exportAddress(list: ExportedList, query = ''): string {
  const path = `/api/admin/export/${list}`

  return query === '' ? path : `${path}?${query}`
}
