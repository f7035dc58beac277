import { z } from 'zod'
import { defineCall } from '#lib/core/rules/contract.ts'
import { calendarDateSchema, moneySchema } from '#lib/core/rules/field-schemas.ts'
import { MAX_CURRENCIES, RATE_FILE_BYTES, RATE_RESULTS } from '#lib/pricing/rules/currency-table.ts'
import { PRICE_ROUNDINGS, PRICE_SCOPES } from '#lib/pricing/rules/pricing.ts'
import { PROMOTION_PLANS } from '#lib/pricing/rules/promotion.ts'
import { CURRENCY_ROUNDINGS, RATE_SOURCES } from '#lib/pricing/rules/selling-currency.ts'
import { MAX_CODES, VOUCHER_PROBLEMS } from '#lib/pricing/rules/voucher.ts'

const typed = z.string().max(40)

/** What a rule speaks about, as it comes over the wire. */
const scopeBody = { scope: z.enum(PRICE_SCOPES), scopeKey: z.string().max(64) }

/** The form of a rule as a person typed it: amounts are text, read on this side. */
const formBody = z.strictObject({
  way: z.enum(['cost_plus', 'price']),
  percent: typed,
  add: typed,
  fixed: typed,
  rounding: z.enum([...PRICE_ROUNDINGS, '']),
  floorPercent: typed,
  floorSum: typed,
})

/** How often the draft had been written when the page was read. */
const turn = z.int().min(1)

/** The mark of the preview that was shown. */
const preview = z.string().min(1).max(100)

const draftParams = z.object({ id: z.string().regex(/^prv_\w{1,40}$/) })

/** Where something was written. */
const savedReply = z.object({ draftId: z.string(), turn: z.int() })

const promotionText = z.string().max(80)

/** A promotion as its form sends it: texts as they were typed. */
const promotionForm = z.strictObject({
  code: promotionText,
  title: promotionText,
  kind: z.enum(['percent', 'sum']),
  value: promotionText,
  minimum: promotionText,
  totalLimit: promotionText,
  personLimit: promotionText,
  from: promotionText,
  until: promotionText,
  timeZone: promotionText,
  skuIds: z.array(z.int().positive()).max(300),
  planKind: z.enum([...PROMOTION_PLANS, '']),
  stacks: z.boolean(),
  maySellUnderFloor: z.boolean(),
})

const promotionParams = z.object({ id: z.string().regex(/^prm_\w{1,40}$/) })

export const undoRevisionCall = defineCall('POST /api/admin/pricing/changes/[id]/undo', {
  summary: 'Begins a draft that puts back what a change replaced.',
  caller: 'staff',
  permission: 'catalog.change',
  params: draftParams,
  reply: savedReply,
})

export const applyDraftCall = defineCall('POST /api/admin/pricing/drafts/[id]/apply', {
  summary: 'Lets the prices of the preview count from now on.',
  caller: 'staff',
  permission: 'catalog.change',
  params: draftParams,
  body: z.strictObject({ turn, preview }),
  reply: z.object({ version: z.int() }),
})

export const discardDraftCall = defineCall('POST /api/admin/pricing/drafts/[id]/discard', {
  summary: 'Throws a draft away.',
  caller: 'staff',
  permission: 'catalog.change',
  params: draftParams,
  body: z.strictObject({ turn }),
})

export const resolveEditCall = defineCall('POST /api/admin/pricing/drafts/[id]/edits', {
  summary: 'Drops an edit, or keeps it over what somebody else made of its rule.',
  caller: 'staff',
  permission: 'catalog.change',
  params: draftParams,
  body: z.strictObject({ ...scopeBody, turn, act: z.enum(['drop', 'keep']) }),
  reply: savedReply,
})

export const scheduleDraftCall = defineCall('POST /api/admin/pricing/drafts/[id]/schedule', {
  summary: 'Lets the draft be applied at an instant.',
  caller: 'staff',
  permission: 'catalog.change',
  params: draftParams,
  body: z.strictObject({ turn, preview, at: z.iso.datetime() }),
})

export const saveEditCall = defineCall('POST /api/admin/pricing/edits', {
  summary: 'Writes the edit of a rule into a draft, a new one when none is named.',
  caller: 'staff',
  permission: 'catalog.change',
  body: z.strictObject({
    ...scopeBody,
    form: formBody.nullable(),
    seen: z.int().nullable(),
    draft: z.strictObject({ id: draftParams.shape.id, turn }).nullable(),
  }),
  reply: savedReply,
})

const FILE_LENGTH = 50_000

export const draftRateCall = defineCall('POST /api/admin/pricing/rate', {
  summary: 'Begins a draft with another exchange rate, typed or out of a file.',
  caller: 'staff',
  permission: 'catalog.change',
  body: z.union([
    z.strictObject({ rate: z.string().max(40), asOf: calendarDateSchema }),
    z.strictObject({ file: z.string().min(1).max(FILE_LENGTH) }),
  ]),
  reply: savedReply,
})

/** The currencies of a table as its form holds them: texts as they were typed. One too many is for the rules to refuse. */
const currencyForms = z
  .array(
    z.strictObject({
      code: z.string().max(10),
      rate: typed,
      asOf: z.string().max(10),
      source: z.enum(RATE_SOURCES),
      markup: typed,
      rounding: z.enum(CURRENCY_ROUNDINGS),
    }),
  )
  .max(MAX_CURRENCIES + 1)

/** The number of the table that a wanted one was made from, 0 where there was none. */
const base = z.int().min(0)

const rateNotes = z.array(
  z.object({
    code: z.string(),
    result: z.enum(RATE_RESULTS),
    rate: z.string().nullable(),
    asOf: z.string().nullable(),
  }),
)

export const previewCurrenciesCall = defineCall('POST /api/admin/pricing/currencies/preview', {
  summary: 'What another table of currencies would do to the prices of everything on sale. Nothing is stored.',
  caller: 'staff',
  permission: 'catalog.change',
  body: z.strictObject({
    base,
    entries: currencyForms,
    from: z.int().min(0).max(1_000_000),
    seen: preview.nullable(),
  }),
  reply: z.object({
    mark: z.string(),
    currencies: z.array(
      z.object({
        code: z.string(),
        dearer: z.int(),
        cheaper: z.int(),
        entering: z.int(),
        leaving: z.int(),
        same: z.int(),
        underFloor: z.int(),
        tooHigh: z.boolean(),
        isStopped: z.boolean(),
        jump: z.object({ before: z.string(), after: z.string() }).nullable(),
      }),
    ),
    count: z.int(),
    from: z.int(),
    rows: z.array(
      z.object({
        id: z.string(),
        destination: z.string(),
        iso2: z.string().nullable(),
        plan: z.object({
          destination: z.string().nullable(),
          amount: z.string(),
          days: z.int().nullable(),
          count: z.int().nullable(),
        }),
        code: z.string(),
        before: z.int().nullable(),
        after: z.int().nullable(),
      }),
    ),
  }),
})

export const applyCurrenciesCall = defineCall('POST /api/admin/pricing/currencies', {
  summary: 'Lets the table of currencies of a preview count from now on.',
  caller: 'staff',
  permission: 'catalog.change',
  body: z.strictObject({
    base,
    entries: currencyForms,
    mark: preview,
    jumps: z.array(z.string().max(10)).max(MAX_CURRENCIES),
    undoes: z.int().positive().max(2_147_483_647).nullable(),
  }),
  reply: z.object({ number: z.int() }),
})

export const fillRatesCall = defineCall('POST /api/admin/pricing/currencies/rates', {
  summary:
    'Fills rates into a table of currencies, out of a file or from the address of the settings. Nothing is stored.',
  caller: 'staff',
  permission: 'catalog.change',
  // Its quotation marks and line ends are two signs each in JSON.
  maxBytes: 2 * RATE_FILE_BYTES,
  body: z.strictObject({
    entries: currencyForms,
    file: z
      .string()
      .min(1)
      .max(2 * RATE_FILE_BYTES)
      .nullable(),
  }),
  reply: z.object({ entries: currencyForms, notes: rateNotes }),
})

export const fetchRatesCall = defineCall('POST /api/admin/pricing/currencies/fetch', {
  summary:
    'Fetches rates from the address of the settings now. Those that do not jump count at once for the currencies that follow it.',
  caller: 'staff',
  permission: 'catalog.change',
  reply: z.object({ failure: z.string().nullable(), notes: rateNotes }),
})

export const endPromotionCall = defineCall('POST /api/admin/promotions/[id]/end', {
  summary: 'Ends a promotion at once and for good.',
  caller: 'staff',
  permission: 'catalog.change',
  params: promotionParams,
  body: z.strictObject({ turn: z.int().positive() }),
})

export const changePromotionCall = defineCall('POST /api/admin/promotions/[id]', {
  summary: 'Changes a promotion for orders from now on.',
  caller: 'staff',
  permission: 'catalog.change',
  params: promotionParams,
  body: z.strictObject({ turn: z.int().positive(), form: promotionForm }),
})

export const createPromotionCall = defineCall('POST /api/admin/promotions', {
  summary: 'Makes a promotion.',
  caller: 'staff',
  permission: 'catalog.change',
  body: z.strictObject({ form: promotionForm }),
  reply: z.object({ id: z.string() }),
})

export const checkVouchersCall = defineCall('POST /api/vouchers', {
  summary: 'What codes take off the offers of a checkout. The answer has one shape whatever a code is.',
  caller: 'any',
  limit: 'vouchers',
  body: z.strictObject({
    checkoutId: z.string().min(1).max(400),
    codes: z.array(z.string().min(1).max(40)).min(1).max(MAX_CODES),
  }),
  reply: z.object({
    codes: z.array(
      z.object({
        code: z.string(),
        problem: z.enum(VOUCHER_PROBLEMS).nullable(),
        discount: moneySchema.nullable(),
        isCapped: z.boolean(),
        needed: moneySchema.nullable(),
        left: moneySchema.nullable(),
      }),
    ),
    discount: moneySchema,
    total: moneySchema,
    tax: moneySchema,
    mark: z.string().nullable(),
  }),
})
