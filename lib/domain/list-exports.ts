/** The lists of the back office that can be taken out as a file, by the same filters as their pages. */
export const EXPORTED_LISTS = ['orders', 'cards', 'customers', 'cancellations', 'jobs', 'messages'] as const
export type ExportedList = (typeof EXPORTED_LISTS)[number]

/** Returns where the file of a list is: `query` is what the address of the list says, without a leading "?". */
export function exportAddress(list: ExportedList, query = ''): string {
  const path = `/api/admin/export/${list}`

  return query === '' ? path : `${path}?${query}`
}
