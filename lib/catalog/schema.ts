import { z } from 'zod'
import { PAGE_TEXT_LENGTHS, type PageTextKind, strangePlaceholder } from '#lib/catalog/rules/page-text.ts'
import { PLAN_CHANGE_KINDS } from '#lib/catalog/rules/plan.ts'
import { LOCALE_SHAPE } from '#lib/core/i18n/config.ts'
import { defineCall } from '#lib/core/rules/contract.ts'
import { calendarDateSchema, matching, rowNumber } from '#lib/core/rules/field-schemas.ts'
import { MOST_SLUG_CHARACTERS } from '#lib/core/rules/slug.ts'

/** The filters of the change list as they stand in its address. What cannot be read filters nothing. */
export const changeFilterSchema = z.object({
  /** A part of the name of a destination. */
  q: z.string().trim().max(80).catch(''),
  kind: z.enum(PLAN_CHANGE_KINDS).nullable().catch(null),
  sku: rowNumber.nullable().catch(null),
  /** The pass that found them. */
  run: matching(/^\w{1,40}$/),
  since: calendarDateSchema.nullable().catch(null),
  until: calendarDateSchema.nullable().catch(null),
  after: matching(/^\d{1,14}\.\w{1,60}$/),
})
export type AddressOfChanges = z.output<typeof changeFilterSchema>

export const mapCountryCall = defineCall('POST /api/admin/catalogue/countries', {
  summary: 'Says which country a name of the provider means.',
  caller: 'staff',
  permission: 'catalog.change',
  body: z.strictObject({ name: z.string().min(1).max(200), iso2: z.string().regex(/^[A-Z]{2}$/) }),
  reply: z.object({ destinations: z.int() }),
})

export const setDestinationPictureCall = defineCall('POST /api/admin/catalogue/destinations/[id]/picture', {
  summary: 'Sets its picture, a JPEG or PNG in base64, or takes it away with `null`.',
  caller: 'staff',
  permission: 'catalog.change',
  maxBytes: 200_000,
  params: z.object({ id: rowNumber }),
  body: z.strictObject({ picture: z.base64().nullable(), seen: z.string().max(22).nullable() }),
  reply: z.object({ hash: z.string().nullable() }),
})

const pageText = (kind: PageTextKind) =>
  z
    .string()
    .max(PAGE_TEXT_LENGTHS[kind].max)
    .refine((text) => strangePlaceholder(text) === null)
    .nullable()

const own = z.strictObject({
  isHidden: z.boolean(),
  isFeatured: z.boolean(),
  rank: z.int().min(0).max(100_000),
  texts: z
    .array(
      z.strictObject({
        locale: z.string().regex(LOCALE_SHAPE),
        name: z.string().max(80).nullable(),
        text: z.string().max(2_000).nullable(),
        pageTitle: pageText('pageTitle'),
        pageDescription: pageText('pageDescription'),
      }),
    )
    .max(50),
  addresses: z
    .array(
      z.strictObject({
        locale: z.string().regex(LOCALE_SHAPE),
        slug: z.string().max(MOST_SLUG_CHARACTERS).nullable(),
      }),
    )
    .max(50),
})

export const editDestinationCall = defineCall('POST /api/admin/catalogue/destinations/[id]', {
  summary: 'What the store itself decides about a destination.',
  caller: 'staff',
  permission: 'catalog.change',
  params: z.object({ id: rowNumber }),
  body: own.extend({ seen: own }),
})

export const hidePartnerCall = defineCall('POST /api/admin/catalogue/partners/[id]', {
  summary: 'Hides a partner from the pages of physical SIMs, or shows it again.',
  caller: 'staff',
  permission: 'catalog.change',
  params: z.object({ id: rowNumber }),
  body: z.strictObject({ isHidden: z.boolean() }),
})

export const syncPartnersCall = defineCall('POST /api/admin/catalogue/partners/sync', {
  summary: 'Reads the partners, both lists of their products, and their plans.',
  caller: 'staff',
  permission: 'catalog.sync',
  reply: z.object({ partners: z.int(), failed: z.int(), calls: z.int() }),
})

export const hidePlanCall = defineCall('POST /api/admin/catalogue/plans/[id]', {
  summary: 'Hides a plan from the shop, or shows it again.',
  caller: 'staff',
  permission: 'catalog.change',
  params: z.object({ id: z.string().regex(/^pln_\w{1,40}$/) }),
  body: z.strictObject({ isHidden: z.boolean() }),
})

export const startCatalogSyncCall = defineCall('POST /api/admin/catalogue/sync', {
  summary: 'Starts a pass in the background.',
  caller: 'staff',
  permission: 'catalog.sync',
})

export const getSyncProgressCall = defineCall('GET /api/admin/catalogue/sync', {
  summary: 'How far the newest pass is.',
  caller: 'staff',
  permission: 'catalog.see',
  reply: z.object({
    isRunning: z.boolean(),
    run: z
      .object({
        id: z.string(),
        trigger: z.string(),
        state: z.enum(['running', 'finished', 'failed']),
        total: z.int(),
        done: z.int(),
        failed: z.int(),
        calls: z.int(),
        error: z.string().nullable(),
        startedAt: z.date(),
        finishedAt: z.date().nullable(),
        heartbeatAt: z.date(),
      })
      .nullable(),
  }),
})
