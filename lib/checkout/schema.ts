import { z } from 'zod'
import { LONGEST_DAYS } from '#lib/catalog/rules/day-pass.ts'
import { CART_LIMITS } from '#lib/checkout/rules/cart-limits.ts'
import { ROW_PROBLEMS, STAFF_PAYMENTS } from '#lib/checkout/rules/staff-order.ts'
import { LOCALE_SHAPE } from '#lib/core/i18n/config.ts'
import { COMPANY_LENGTHS } from '#lib/core/rules/company.ts'
import { defineCall } from '#lib/core/rules/contract.ts'
import { calendarDateSchema, moneySchema } from '#lib/core/rules/field-schemas.ts'
import { giftBody } from '#lib/orders/schema.ts'
import { MAX_CODES } from '#lib/pricing/rules/voucher.ts'
import { CANCEL_RULES } from '#lib/settings/rules/shop.ts'

const amount = z.object({ value: z.number(), unit: z.enum(['MB', 'GB']) })
const term = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fixed'), days: z.int() }),
  z.object({ kind: z.literal('day_pass'), minDays: z.int(), maxDays: z.int() }),
])

/** What leaves of a quote: nothing of its cost, its rule or the provider. */
const quoteViewReply = z.object({
  id: z.string(),
  planId: z.string(),
  destination: z.object({ slug: z.string(), name: z.string(), iso2: z.string().nullable() }),
  amount,
  term,
  count: z.int(),
  days: z.int(),
  startDate: z.string().nullable(),
  unit: moneySchema,
  total: moneySchema,
  tax: moneySchema,
  changedFrom: moneySchema.nullable(),
  canTopUp: z.boolean(),
  words: z.array(z.string()),
  cancelRule: z.enum(CANCEL_RULES),
  expiresAt: z.date(),
  msLeft: z.int().min(0),
  mayBeDelayed: z.boolean().exactOptional(),
  topUp: z.object({ esimId: z.string(), orderId: z.string().nullable(), iccidLast4: z.string() }).nullable(),
})

/** The answer that carries one quote. */
export const quoteReply = z.object({ quote: quoteViewReply })

/** What is ordered for customers, and for whom: rows of "name, mail". */
const staffOrderFields = {
  planId: z.string().min(1).max(64),
  count: z.int().min(1).max(CART_LIMITS.esimsPerItem),
  days: z.int().min(1).max(LONGEST_DAYS).exactOptional(),
  startDate: calendarDateSchema.exactOptional(),
  locale: z.string().regex(LOCALE_SHAPE),
  buyers: z.string().max(20_000),
  pay: z.enum(STAFF_PAYMENTS),
  again: z.boolean().exactOptional(),
  consents: z.strictObject({ terms: z.boolean(), withdrawalInfo: z.boolean(), deviceChecked: z.boolean() }),
}

/** The currency to pay in; the store's own where it is left out. */
export const wantedCurrency = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .exactOptional()

const item = z.strictObject({
  planId: z.string().min(1).max(64),
  count: z.int().min(1).max(CART_LIMITS.esimsPerItem),
  days: z.int().min(1).max(LONGEST_DAYS).exactOptional(),
  startDate: calendarDateSchema.exactOptional(),
  quoteId: z.string().min(1).max(64).exactOptional(),
})

export const quoteCartCall = defineCall('POST /api/carts', {
  summary: 'Asks our eSIM provider what each item costs now, and adds up. Nothing of a cart is kept.',
  caller: 'any',
  limit: 'carts',
  body: z.strictObject({
    items: z.array(item).min(1).max(CART_LIMITS.items),
    locale: z.string().regex(LOCALE_SHAPE),
    currency: wantedCurrency,
  }),
  reply: z.object({
    cart: z.object({
      items: z.array(
        z.object({
          quote: quoteViewReply.nullable(),
          refusal: z.object({ code: z.string(), reason: z.string().nullable() }).nullable(),
          about: quoteViewReply.pick({ destination: true, amount: true, term: true }).nullable(),
        }),
      ),
      totals: z.array(moneySchema),
      checkoutId: z.string().nullable(),
      problem: z.string().nullable(),
    }),
  }),
})

/** Whom an invoice is made out to. */
export const companyBody = z.strictObject({
  company: z.string().trim().min(1).max(COMPANY_LENGTHS.company),
  taxNumber: z.string().trim().max(COMPANY_LENGTHS.taxNumber),
  postalAddress: z.string().trim().min(1).max(COMPANY_LENGTHS.postalAddress),
})

export const placeOrderCall = defineCall('POST /api/orders', {
  summary:
    'Turns quotes into one order, an item for each, and answers where to pay. The same key gives the same order.',
  caller: 'any',
  once: true,
  limit: 'orders',
  body: z.strictObject({
    items: z
      .array(
        z.strictObject({
          quoteId: z.string().min(1).max(64),
          travellers: z.array(z.string().trim().max(80)).max(CART_LIMITS.esimsPerItem).exactOptional(),
        }),
      )
      .min(1)
      .max(CART_LIMITS.items),
    email: z.email().max(254),
    consents: z.strictObject({
      terms: z.literal(true),
      withdrawalInfo: z.literal(true),
      deviceChecked: z.boolean(),
      remind: z.literal(true).exactOptional(),
    }),
    method: z.enum(['stripe', 'bank_transfer', 'test']).exactOptional(),
    invoice: companyBody.exactOptional(),
    gift: giftBody.exactOptional(),
    voucher: z
      .strictObject({
        codes: z.array(z.string().min(1).max(40)).min(1).max(MAX_CODES),
        mark: z.string().min(1).max(64),
      })
      .exactOptional(),
  }),
  reply: z.object({ orderId: z.string(), payUrl: z.string() }),
})

export const quotePlanCall = defineCall('POST /api/quotes', {
  summary: 'Asks our eSIM provider for price and stock now, and offers them for a quarter of an hour.',
  caller: 'any',
  limit: 'quotes',
  body: z.strictObject({
    planId: z.string().min(1).max(64),
    count: z.int().min(1).max(CART_LIMITS.esimsPerItem),
    days: z.int().min(1).max(LONGEST_DAYS).exactOptional(),
    startDate: calendarDateSchema.exactOptional(),
    locale: z.string().regex(LOCALE_SHAPE),
    seenUnitMinor: z.int().nonnegative().exactOptional(),
    currency: wantedCurrency,
  }),
  reply: quoteReply,
})

export const requestSalesNoticeCall = defineCall('POST /api/sales-notes', {
  summary: 'One mail when payments are taken again, unless they are already, to whoever reads that address.',
  caller: 'any',
  limit: 'messages',
  body: z.strictObject({ email: z.email().max(254), locale: z.string().regex(LOCALE_SHAPE) }),
  reply: z.object({ isOpen: z.boolean() }),
})

/** What became of one row. `reason` is a code of ours for a row without an order. */
const row = z.object({
  n: z.int(),
  name: z.string(),
  email: z.string(),
  outcome: z.enum(['made', 'made_before', 'refused']),
  reason: z.string().nullable(),
  order: z.object({ id: z.string(), number: z.string() }).nullable(),
})

export const placeStaffOrdersCall = defineCall('POST /api/admin/orders', {
  summary: 'Makes an order for each named customer, with a result per row. The same key makes each once.',
  caller: 'staff',
  permission: ['orders.make', 'orders.give'],
  once: true,
  body: z.strictObject({
    ...staffOrderFields,
    seenMinor: z.int().nonnegative(),
    reason: z.string().trim().min(3).max(500).exactOptional(),
    typed: z.string().max(40).exactOptional(),
  }),
  reply: z.object({ rows: z.array(row) }),
})

const checkStaffOrdersRow = z.object({
  n: z.int(),
  text: z.string(),
  name: z.string(),
  email: z.string(),
  problem: z.enum(ROW_PROBLEMS).nullable(),
})

export const checkStaffOrdersCall = defineCall('POST /api/admin/orders/check', {
  summary: 'What orders for customers would be and cost, row by row. Buys nothing.',
  caller: 'staff',
  permission: 'orders.make',
  body: z.strictObject(staffOrderFields),
  reply: z.object({
    rows: z.array(checkStaffOrdersRow),
    each: moneySchema,
    total: moneySchema,
    typed: z.string(),
    orders: z.int(),
  }),
})

export type StaffOrderResult = z.output<typeof row>
