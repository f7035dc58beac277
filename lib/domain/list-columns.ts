/** The columns of each list that a person may hide. The first one, which names the row, is not among them. */
export const LIST_COLUMNS = {
  orders: ['network', 'customer', 'lines', 'state', 'sum', 'money', 'age'],
  cards: ['order', 'destination', 'opened', 'return', 'used', 'sold'],
  customers: ['orders', 'esims', 'revenue', 'lastOrder', 'buying'],
} as const
export type ColumnList = keyof typeof LIST_COLUMNS
export type ListColumn<List extends ColumnList> = (typeof LIST_COLUMNS)[List][number]
export const COLUMN_LISTS = Object.keys(LIST_COLUMNS) as [ColumnList, ...ColumnList[]]

/** Returns the columns of a list among these names, each once and in the order of the list. */
export function knownColumns<List extends ColumnList>(list: List, names: readonly string[]): ListColumn<List>[] {
  const columns: readonly ListColumn<List>[] = LIST_COLUMNS[list]

  return columns.filter((column) => names.includes(column))
}
