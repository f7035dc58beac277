/** The lists of which somebody may keep a view: where each stands, and how its address says that it is not narrowed. */
export const VIEW_LISTS = {
  orders: { path: '/admin/orders', whole: 'tab=all' },
  cancellations: { path: '/admin/cancellations', whole: 'view=open' },
  cards: { path: '/admin/esims', whole: 'opened=any' },
  customers: { path: '/admin/customers', whole: 'buying=any' },
  catalogue: { path: '/admin/catalogue', whole: 'view=coverage' },
  reconciliation: { path: '/admin/reconciliation', whole: 'view=findings' },
  finance: { path: '/admin/finance', whole: 'by=day' },
  refunds: { path: '/admin/finance/refunds', whole: 'state=any' },
  losses: { path: '/admin/finance/losses', whole: 'book=any' },
  jobs: { path: '/admin/jobs', whole: 'state=due' },
  audit: { path: '/admin/audit', whole: 'act=any' },
} as const
export type ViewArea = keyof typeof VIEW_LISTS
export const VIEW_AREAS = Object.keys(VIEW_LISTS) as [ViewArea, ...ViewArea[]]

/** The most views that one person keeps of a list. */
export const MOST_VIEWS = 20

/** A named address: `query` is the list's own, without a leading "?". */
export type SavedView = { id: string; name: string; query: string; isDefault: boolean }

// A place in the list, and a text that was searched for, are no view.
const NOT_KEPT = ['after', 'before', 'q']

/** Returns the part of an address that a view keeps, in a fixed order, so that the same filters are the same text. */
export function viewQuery(query: string): string {
  const kept = [...new URLSearchParams(query)].filter(([name, value]) => value !== '' && !NOT_KEPT.includes(name))

  return new URLSearchParams(kept.sort(([a], [b]) => a.localeCompare(b))).toString()
}

/** Returns the address of a list with a view in it. The bare one would open the view that comes first. */
export function viewAddress(area: ViewArea, query = ''): string {
  const { path, whole } = VIEW_LISTS[area]

  return `${path}?${query === '' ? whole : query}`
}
