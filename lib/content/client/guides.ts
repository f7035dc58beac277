import type { Block, PictureSizes, Problem } from '#lib/content/rules/guide-document.ts'
import type { GuideWords } from '#lib/content/rules/guide-text.ts'
import type { GuidePlace } from '#lib/content/rules/public-route.ts'
import type {
  addGuidePictureCall,
  addRedirectCall,
  createGuideCall,
  previewGuideCall,
  publishGuideCall,
  removeRedirectCall,
  restoreGuideCall,
  saveGuideCall,
  unscheduleGuideCall,
  withdrawGuideCall,
} from '#lib/content/schema.ts'
import { call } from '#lib/core/client/request.ts'
import type { RequestOf } from '#lib/core/rules/contract.ts'

/** A guide in one language; `seen` is the version that the page showed. */
export type GuideAt = { id: string; locale: string; seen: number }

/** A text whose place is known, and which is not kept yet where `id` is null. */
export type PlacedText = { id: string | null; place: GuidePlace; locale: string }

/** Keeps what a guide says, of a new guide where `id` is null. */
export function saveGuide({ id, place, locale, seen }: PlacedText & { seen: number }, words: GuideWords) {
  if (id === null) return call<typeof createGuideCall>('POST /api/admin/guides', { body: { place, locale, ...words } })

  return call<typeof saveGuideCall>('POST /api/admin/guides/[id]/[locale]', {
    params: { id, locale },
    body: { seen, ...words },
  })
}

export type Preview = { blocks: Block[]; problems: Problem[]; pictures: PictureSizes }

/** A text whose preview is wanted. */
export type PreviewedText = Omit<PlacedText, 'place'> & { place: GuidePlace | 'legal' }

/** Reads a text as the shop will show it. */
export async function previewGuide({ id, place, locale }: PreviewedText, words: GuideWords): Promise<Preview> {
  return (await call<typeof previewGuideCall>('POST /api/admin/guides/preview', {
    body: { id, place, locale, ...words },
  })) as unknown as Preview
}

/** Shows the newest version, now or at a time. */
export function publishGuide(
  { id, locale, seen }: GuideAt,
  how: Omit<RequestOf<typeof publishGuideCall>['body'], 'seen'>,
) {
  return call<typeof publishGuideCall>('POST /api/admin/guides/[id]/[locale]/publish', {
    params: { id, locale },
    body: { seen, ...how },
  })
}

/** Lets nothing be shown at a time any more. */
export function unscheduleGuide({ id, locale, seen }: GuideAt) {
  return call<typeof unscheduleGuideCall>('DELETE /api/admin/guides/[id]/[locale]/schedule', {
    params: { id, locale },
    body: { seen },
  })
}

/** Takes a guide out of the shop; its addresses lead to `to`. */
export function withdrawGuide({ id, locale, seen }: GuideAt, to: string) {
  return call<typeof withdrawGuideCall>('DELETE /api/admin/guides/[id]/[locale]/publish', {
    params: { id, locale },
    body: { seen, to },
  })
}

/** Puts an earlier version back. */
export function restoreGuide({ id, locale, seen }: GuideAt, number: number) {
  return call<typeof restoreGuideCall>('POST /api/admin/guides/[id]/[locale]/restore', {
    params: { id, locale },
    body: { seen, number },
  })
}

/** Keeps a picture for guides. */
export function addGuidePicture(picture: string) {
  return call<typeof addGuidePictureCall>('POST /api/admin/guides/pictures', { body: { picture } })
}

/** Lets an address lead to a page. */
export function addRedirect(body: RequestOf<typeof addRedirectCall>['body']) {
  return call<typeof addRedirectCall>('POST /api/admin/guides/redirects', { body })
}

/** Removes a redirect that staff entered. */
export function removeRedirect(from: string) {
  return call<typeof removeRedirectCall>('DELETE /api/admin/guides/redirects', { body: { from } })
}
