import type { OwnTexts } from '#lib/catalog/rules/page-text.ts'
import type { editDestinationCall, hidePartnerCall, hidePlanCall } from '#lib/catalog/schema.ts'
import { call } from '#lib/core/client/request.ts'
import type { RequestOf } from '#lib/core/rules/contract.ts'

/** What the store itself decides about a destination. */
export type OwnDestination = {
  isHidden: boolean
  isFeatured: boolean
  rank: number
  texts: OwnTexts[]
  addresses: { locale: string; slug: string | null }[]
}

/** Stores what the store itself decides about a destination; `seen` is what the page showed of it. */
export function saveDestination(id: number, own: OwnDestination, seen: OwnDestination) {
  return call<typeof editDestinationCall>('POST /api/admin/catalogue/destinations/[id]', {
    params: { id },
    body: { ...own, seen } as RequestOf<typeof editDestinationCall>['body'],
  })
}

/** Hides a plan from the shop, or shows it again. */
export function hidePlan(id: string, isHidden: boolean) {
  return call<typeof hidePlanCall>('POST /api/admin/catalogue/plans/[id]', { params: { id }, body: { isHidden } })
}

/** Hides a partner from the pages of physical eSIMs, or shows it again. */
export function hidePartner(id: number, isHidden: boolean) {
  return call<typeof hidePartnerCall>('POST /api/admin/catalogue/partners/[id]', { params: { id }, body: { isHidden } })
}
