import type { AuditEventName } from '#lib/core/rules/audit-events.ts'
import type { Permission } from '#lib/core/rules/caller.ts'

// What a sold line brought and cost: the same figures in sums, lines and closed months.
const METRICS = [
  ...(['revenue', 'tax', 'discount', 'refunded', 'fees', 'quoted', 'charged', 'credited', 'spent'] as const),
  'margin',
] as const
/** What a comparison of both sides has counted. */
export const RUN_METRICS = ['ours', 'listed', 'payments', 'calls', 'opened', 'closed'] as const

type ListRules = {
  /** Where its page is. */
  path?: string
  /** Who is shown the page; without one, everybody who works here. */
  permission?: Permission
  /** The part of its filter in which numbers are looked up that a role may not see whole. */
  search?: 'q' | 'subject'
  /** How its address says that it is not narrowed: of such a list somebody may keep views. */
  whole?: string
  /** The columns that a person may hide. Those that name the row, and its acts, are not among them. */
  columns?: readonly string[]
  /** Who may take it out as a file, by the same filters as its page, and what the log calls it. */
  file?: { permission: Permission; act: AuditEventName }
}

const listFile = (action: AuditEventName = 'list.exported') => ({ permission: 'lists.export', act: action }) as const
const COSTS_FILE = { permission: 'costs.see', act: 'list.exported' } as const
const MONEY_FILE = { permission: 'costs.see', act: 'finance.exported' } as const

/** The lists of the back office. */
export const LISTS = {
  orders: {
    ...{ path: '/admin/orders', permission: 'orders.see', search: 'q', whole: 'tab=all' },
    file: listFile('orders.exported'),
    columns: ['network', 'customer', 'lines', 'state', 'sum', 'money', 'age'],
  },
  cards: {
    ...{ path: '/admin/esims', permission: 'orders.see', search: 'q', whole: 'opened=any' },
    file: listFile('cards.exported'),
    columns: ['order', 'destination', 'opened', 'return', 'used', 'sold'],
  },
  customers: {
    ...{ path: '/admin/customers', permission: 'orders.see', whole: 'buying=any' },
    file: listFile('customers.exported'),
    columns: ['orders', 'esims', 'revenue', 'lastOrder', 'buying'],
  },
  cancellations: {
    ...{ path: '/admin/cancellations', permission: 'returns.see', search: 'q', whole: 'view=open' },
    file: listFile('cancellations.exported'),
    columns: ['network', 'askedBy', 'reason', 'asked', 'sent', 'looks', 'ended', 'refusal', 'known'],
  },
  jobs: {
    ...{ path: '/admin/jobs', permission: 'health.see', search: 'q', whole: 'state=due' },
    ...{ columns: ['what', 'order', 'cause', 'at'], file: listFile('jobs.exported') },
  },
  messages: {
    ...{ path: '/admin/messages', permission: 'messages.see', file: listFile('messages.exported') },
    columns: ['topic', 'written', 'customer', 'order', 'facts'],
  },
  reconciliation: { path: '/admin/reconciliation', search: 'q', whole: 'view=findings' },
  findings: { file: listFile('findings.exported') },
  runs: { columns: ['window', 'state', ...RUN_METRICS, 'took'] },
  comparisons: { file: listFile() },
  catalogue: { path: '/admin/catalogue', whole: 'view=coverage' },
  destinations: { columns: ['shelf', 'onSale', 'from', 'rank', 'state'], file: listFile() },
  plans: { columns: ['cost', 'price', 'margin', 'rule', 'answer', 'facts'] },
  unsold: { columns: ['plan', 'reason', 'cost', 'wouldBe'], file: listFile() },
  changes: { columns: ['plan', 'difference', 'at'], file: listFile() },
  syncs: { columns: ['state', 'read', 'failed', 'calls', 'by'], file: listFile() },
  partners: { path: '/admin/partners', file: listFile() },
  promotions: {
    ...{ path: '/admin/pricing/promotions', permission: 'catalog.see', file: listFile() },
    columns: ['takesOff', 'counts', 'used', 'cost', 'standing'],
  },
  rules: { file: COSTS_FILE },
  prices: { file: COSTS_FILE },
  staff: {
    ...{ path: '/admin/staff', permission: 'staff.manage' },
    file: { permission: 'staff.manage', act: 'list.exported' },
  },
  people: { columns: ['role', 'factor', 'last', 'sessions'] },
  finance: { path: '/admin/finance', permission: 'costs.see', whole: 'by=day', file: MONEY_FILE },
  figures: { columns: METRICS },
  supplier: {
    ...{ path: '/admin/finance/supplier', permission: 'costs.see', search: 'q', file: MONEY_FILE },
    columns: ['note', 'amount', 'order'],
  },
  refunds: {
    ...{ path: '/admin/finance/refunds', permission: 'costs.see', search: 'q', whole: 'state=any', file: MONEY_FILE },
    columns: ['when', 'card', 'customer', 'state', 'provider', 'ofCaptured', 'credit'],
  },
  losses: {
    ...{ path: '/admin/finance/losses', permission: 'costs.see', search: 'q', whole: 'book=any', file: MONEY_FILE },
    columns: ['order', 'network', 'amount'],
  },
  payments: { path: '/admin/finance/payments', permission: 'costs.see', search: 'q', file: MONEY_FILE },
  months: { path: '/admin/finance/months', permission: 'costs.see', file: MONEY_FILE },
  month: { file: MONEY_FILE },
  visits: { path: '/admin/finance/visits', permission: 'costs.see' },
  audit: {
    ...{ path: '/admin/audit', search: 'subject', whole: 'act=any', columns: ['what', 'subject', 'change', 'network'] },
    file: { permission: 'audit.export', act: 'audit.exported' },
  },
} as const satisfies Record<string, ListRules>

export type ListName = keyof typeof LISTS
type Having<Part extends keyof ListRules> = {
  [Name in ListName]: (typeof LISTS)[Name] extends Required<Pick<ListRules, Part>> ? Name : never
}[ListName]
/** A list with a page. */
export type PagedList = Having<'path'>
/** A list of which somebody may keep views. */
export type ViewArea = Having<'whole'>
/** A list whose columns a person may hide. */
export type ColumnList = Having<'columns'>
/** A list that can be taken out as a file. */
export type ExportedList = Having<'file'>
export type ListColumn<List extends ListName> = List extends ColumnList
  ? (typeof LISTS)[List]['columns'][number]
  : never

export const VIEW_AREAS = listsWith('whole')
export const COLUMN_LISTS = listsWith('columns')
export const EXPORTED_LISTS = listsWith('file')

function listsWith<Part extends keyof ListRules>(part: Part) {
  return Object.entries(LISTS).flatMap(([name, list]) => (part in list ? [name] : [])) as [
    Having<Part>,
    ...Having<Part>[],
  ]
}

/** Returns what is laid down about a list. */
export function rulesOf(list: ListName): ListRules {
  return LISTS[list]
}

/** Returns the columns of a list among these names, each once and in the order of the list. */
export function knownColumns<List extends ListName>(list: List, names: readonly string[]): ListColumn<List>[] {
  const columns = (rulesOf(list).columns ?? []) as readonly ListColumn<List>[]

  return columns.filter((column) => names.includes(column))
}

/** Returns where the file of a list is: `query` is what the address of the list says, without a leading "?". */
export function exportAddress(list: ExportedList, query = ''): string {
  const path = `/api/admin/export/${list}`

  return query === '' ? path : `${path}?${query}`
}
