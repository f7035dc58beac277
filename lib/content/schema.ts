import { z } from 'zod'
import { PROBLEM_KINDS } from '#lib/content/rules/guide-document.ts'
import { GUIDE_PLACES } from '#lib/content/rules/public-route.ts'
import { LOCALE_SHAPE } from '#lib/core/i18n/config.ts'
import { defineCall } from '#lib/core/rules/contract.ts'

const STAFF = { caller: 'staff', permission: 'settings.change' } as const
/** Beyond this a text is refused unread; one that is only longer than a guide may be is told so. */
const MAX_BYTES = 2_000_000

const locale = z.string().regex(LOCALE_SHAPE)
const words = { slug: z.string(), title: z.string(), description: z.string(), body: z.string() }
const seen = z.int().min(0)
const params = z.object({ id: z.string().min(1).max(64), locale })
const kept = z.object({ id: z.string(), version: z.int() })

export const createGuideCall = defineCall('POST /api/admin/guides', {
  summary: 'Keeps a new text for guides, the front page or help, as a draft in one language.',
  ...STAFF,
  maxBytes: MAX_BYTES,
  body: z.strictObject({ place: z.enum(GUIDE_PLACES), locale, ...words }),
  reply: kept,
})

export const saveGuideCall = defineCall('POST /api/admin/guides/[id]/[locale]', {
  summary: 'Keeps what a guide says in one language as a further version. What the shop shows stays.',
  ...STAFF,
  maxBytes: MAX_BYTES,
  params,
  body: z.strictObject({ seen, ...words }),
  reply: kept,
})

const drawn = { width: z.int(), height: z.int(), type: z.enum(['png', 'jpeg']).optional() }
const problem = z.object({ kind: z.enum(PROBLEM_KINDS), line: z.int(), what: z.string() })

export const previewGuideCall = defineCall('POST /api/admin/guides/preview', {
  summary: 'Reads a text as the shop will show it, and says line by line what is wrong. Keeps nothing.',
  ...STAFF,
  maxBytes: MAX_BYTES,
  body: z.strictObject({
    id: z.string().max(64).nullable(),
    place: z.enum([...GUIDE_PLACES, 'legal']),
    locale,
    ...words,
  }),
  reply: z.object({
    // What it is made of, `Block` in `rules/guide-document.ts` says.
    blocks: z.array(z.json()),
    problems: z.array(problem),
    pictures: z.record(z.string(), z.object(drawn)),
  }),
})

export const publishGuideCall = defineCall('POST /api/admin/guides/[id]/[locale]/publish', {
  summary: 'Shows the newest version, now or at a time of a zone (`YYYY-MM-DDTHH:MM`).',
  ...STAFF,
  params,
  body: z.strictObject({
    seen,
    isSure: z.boolean(),
    at: z.strictObject({ local: z.string().max(20), zone: z.string().max(64) }).nullable(),
  }),
})

export const unscheduleGuideCall = defineCall('DELETE /api/admin/guides/[id]/[locale]/schedule', {
  summary: 'Lets nothing be shown at a time any more.',
  ...STAFF,
  params,
  body: z.strictObject({ seen }),
})

export const withdrawGuideCall = defineCall('DELETE /api/admin/guides/[id]/[locale]/publish', {
  summary: 'Takes a guide out of the shop in one language. Its addresses lead to another page.',
  ...STAFF,
  params,
  body: z.strictObject({ seen, to: z.string().min(1).max(200) }),
})

export const restoreGuideCall = defineCall('POST /api/admin/guides/[id]/[locale]/restore', {
  summary: 'Puts an earlier version back, as a new one.',
  ...STAFF,
  params,
  body: z.strictObject({ seen, number: z.int().min(1) }),
  reply: z.object({ version: z.int() }),
})

export const addGuidePictureCall = defineCall('POST /api/admin/guides/pictures', {
  summary: 'Keeps a picture for texts, a JPEG or PNG in base64.',
  ...STAFF,
  maxBytes: MAX_BYTES,
  body: z.strictObject({ picture: z.base64() }),
  reply: z.object({ hash: z.string(), ...drawn }),
})

const path = z.string().min(1).max(200)

export const addRedirectCall = defineCall('POST /api/admin/guides/redirects', {
  summary: 'Lets an address that no page has lead to a page of the shop.',
  ...STAFF,
  body: z.strictObject({ from: path, to: path }),
})

export const removeRedirectCall = defineCall('DELETE /api/admin/guides/redirects', {
  summary: 'Removes a redirect that staff entered.',
  ...STAFF,
  body: z.strictObject({ from: path }),
})
