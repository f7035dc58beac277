// What a sold line brought and cost: the same figures in sums, lines and closed months.
const FIGURES = [
  ...(['revenue', 'tax', 'discount', 'refunded', 'fees', 'quoted', 'charged', 'credited', 'spent'] as const),
  'margin',
] as const
/** What a comparison of both sides has counted. */
export const RUN_FIGURES = ['ours', 'listed', 'payments', 'calls', 'opened', 'closed'] as const

/** The columns of each list that a person may hide. Those that name the row, and its acts, are not among them. */
export const LIST_COLUMNS = {
  orders: ['network', 'customer', 'lines', 'state', 'sum', 'money', 'age'],
  cards: ['order', 'destination', 'opened', 'return', 'used', 'sold'],
  customers: ['orders', 'esims', 'revenue', 'lastOrder', 'buying'],
  audit: ['what', 'subject', 'change', 'network'],
  jobs: ['what', 'order', 'cause', 'at'],
  destinations: ['shelf', 'onSale', 'from', 'rank', 'state'],
  plans: ['cost', 'price', 'margin', 'rule', 'answer', 'facts'],
  unsold: ['plan', 'reason', 'cost', 'wouldBe'],
  changes: ['plan', 'difference', 'at'],
  syncs: ['state', 'read', 'failed', 'calls', 'by'],
  runs: ['window', 'state', ...RUN_FIGURES, 'took'],
  figures: FIGURES,
  refunds: ['when', 'card', 'customer', 'state', 'provider', 'ofCaptured', 'credit'],
  losses: ['order', 'network', 'amount'],
  promotions: ['takesOff', 'counts', 'used', 'cost', 'standing'],
  supplier: ['note', 'amount', 'order'],
  cancellations: ['network', 'askedBy', 'reason', 'asked', 'sent', 'looks', 'ended', 'refusal', 'known'],
  messages: ['topic', 'written', 'customer', 'order', 'facts'],
  people: ['role', 'factor', 'last', 'sessions'],
} as const
export type ColumnList = keyof typeof LIST_COLUMNS
export type ListColumn<List extends ColumnList> = (typeof LIST_COLUMNS)[List][number]
export const COLUMN_LISTS = Object.keys(LIST_COLUMNS) as [ColumnList, ...ColumnList[]]

/** Returns the columns of a list among these names, each once and in the order of the list. */
export function knownColumns<List extends ColumnList>(list: List, names: readonly string[]): ListColumn<List>[] {
  const columns: readonly ListColumn<List>[] = LIST_COLUMNS[list]

  return columns.filter((column) => names.includes(column))
}
