import { ask } from '#lib/core/client/ask.ts'

/** What the store itself decides about a destination. */
export type OwnDestination = {
  isHidden: boolean
  isFeatured: boolean
  rank: number
  texts: { locale: string; name: string | null; text: string | null }[]
}

/** Stores what the store itself decides about a destination; `seen` is what the page showed of it. */
export function saveDestination(id: number, own: OwnDestination, seen: OwnDestination): Promise<void> {
  return ask(`/api/admin/catalogue/destinations/${id}`, { method: 'POST', body: { ...own, seen } })
}

/** Hides a plan from the shop, or shows it again. */
export function hidePlan(id: string, isHidden: boolean): Promise<void> {
  return ask(`/api/admin/catalogue/plans/${id}`, { method: 'POST', body: { isHidden } })
}

/** Hides a partner from the pages of physical cards, or shows it again. */
export function hidePartner(id: number, isHidden: boolean): Promise<void> {
  return ask(`/api/admin/catalogue/partners/${id}`, { method: 'POST', body: { isHidden } })
}

/** Reads the partners and their lists again. */
export function syncPartners(): Promise<{ partners: number; failed: number; calls: number }> {
  return ask('/api/admin/catalogue/partners/sync', { method: 'POST', body: {} })
}
