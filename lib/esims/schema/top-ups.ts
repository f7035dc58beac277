import { z } from 'zod'
import { STAFF_PAYMENTS } from '#lib/checkout/rules/staff-order.ts'
import { quoteReply } from '#lib/checkout/schema.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { defineCall } from '#lib/core/rules/contract.ts'
import { moneySchema } from '#lib/core/rules/money-schema.ts'
import { TOP_UP_REFUSALS } from '#lib/esims/rules/top-up.ts'

/** A plan for one eSIM: its days where it is a day pass, and the price that its page showed. */
const topUpBody = z.strictObject({
  planId: z.string().min(1).max(64),
  days: z.int().min(1).max(365).exactOptional(),
  locale: z.string().regex(/^[a-z]{2}(-[A-Za-z]{2,4})?$/),
  seenUnitMinor: z.int().nonnegative().exactOptional(),
})

/** A further plan for one eSIM of a customer, and how it is paid. */
const topUpFields = {
  planId: z.string().min(1).max(64),
  days: z.int().min(1).max(365).exactOptional(),
  pay: z.enum(STAFF_PAYMENTS),
  consents: z.strictObject({ terms: z.boolean(), withdrawalInfo: z.boolean(), deviceChecked: z.boolean() }),
}

const amount = z.object({ value: z.number(), unit: z.enum(['MB', 'GB']) })

/** A plan for an eSIM, at its price: of the whole plan, or of one day of a day pass. */
const topUpPlanReply = z.object({
  id: z.string(),
  amount,
  term: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('fixed'), days: z.int() }),
    z.object({ kind: z.literal('day_pass'), minDays: z.int(), maxDays: z.int() }),
  ]),
  price: moneySchema,
  words: z.array(z.string()),
})

const esimPlan = z.object({
  state: z.enum(['ended', 'running', 'waiting']),
  isTopUp: z.boolean(),
  isDayPass: z.boolean(),
  amount: amount.nullable(),
  days: z.int().nullable(),
  usedMb: z.number().nullable(),
  beginsAt: z.date().nullable(),
  endsAt: z.date().nullable(),
})

/** What an eSIM takes, and what is on it: no number of the provider and no cost. */
const topUpPlansReply = z.object({
  refusal: z.enum([...TOP_UP_REFUSALS, 'no_answer']).nullable(),
  timeline: z.object({ plans: z.array(esimPlan), readAt: z.date() }).nullable(),
  start: z.object({ kind: z.enum(['today', 'waits', 'unknown']), from: z.date().nullable() }),
  plans: z.array(topUpPlanReply),
})

/** Where an eSIM can go again. */

export const checkStaffTopUpCall = defineCall('POST /api/admin/esims/[id]/top-ups/check', {
  summary: 'Whether the card takes the plan now, and what it costs. Buys nothing.',
  caller: 'staff',
  permission: 'orders.make',
  body: z.strictObject(topUpFields),
  reply: z.object({ total: moneySchema, typed: z.string() }),
})

export const listStaffTopUpPlansCall = defineCall('GET /api/admin/esims/[id]/top-ups', {
  summary: 'What runs and waits on this card, and which plans it takes, asked now.',
  caller: 'staff',
  permission: 'orders.make',
  reply: topUpPlansReply,
})

export const placeStaffTopUpCall = defineCall('POST /api/admin/esims/[id]/top-ups', {
  summary: "Tops a customer's card up. The same key does it once.",
  caller: 'staff',
  permission: ['orders.make', 'orders.give'],
  once: true,
  body: z.strictObject({
    ...topUpFields,
    seenMinor: z.int().nonnegative(),
    reason: z.string().trim().min(3).max(500).exactOptional(),
    typed: z.string().max(40).exactOptional(),
  }),
  reply: z.object({ id: z.string(), number: z.string() }),
})

export const listTopUpDestinationsCall = defineCall('GET /api/esims/[id]/destinations', {
  summary: 'Where this eSIM can go again, with the plans for it.',
  caller: 'any',
  holds: 'card',
  limit: 'topUps',
  query: z.object({ locale: z.string().default('').transform(toLocale) }),
  reply: z.object({
    destinations: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        iso2: z.string().nullable(),
        countryCount: z.int().nullable(),
        isOwn: z.boolean(),
        plans: z.array(topUpPlanReply),
      }),
    ),
  }),
})

export const listTopUpPlansCall = defineCall('GET /api/esims/[id]/top-up-plans', {
  summary: 'What runs and waits on this eSIM, and which plans it takes, asked now.',
  caller: 'any',
  holds: 'card',
  limit: 'topUps',
  reply: topUpPlansReply,
})

export const quoteTopUpCall = defineCall('POST /api/esims/[id]/top-ups', {
  summary: 'Asks the network whether this eSIM takes a plan, and offers it for a quarter of an hour.',
  caller: 'any',
  holds: 'card',
  limit: 'quotes',
  body: topUpBody,
  reply: quoteReply,
})

export const checkPhysicalSimCall = defineCall('POST /api/sim-cards/check', {
  summary:
    'What can be put on the card with a number. Nothing about its owner, its orders or its use; the number stands in the body, so that no log of addresses holds it.',
  caller: 'any',
  limit: 'simCards',
  body: z.strictObject({ number: z.string().min(1).max(40), locale: z.string().max(5) }),
  reply: z.object({
    answer: z.enum(['unknown', 'takes_nothing', 'takes']),
    esimId: z.string().nullable(),
    last4: z.string().nullable(),
    brandName: z.string().nullable(),
    places: z.array(
      z.object({
        name: z.string(),
        iso2: z.string().nullable(),
        countryCount: z.int().nullable(),
        plans: z.array(topUpPlanReply),
      }),
    ),
  }),
})

export const quotePhysicalSimTopUpCall = defineCall('POST /api/sim-cards/[id]/quotes', {
  summary: 'Offers a plan for a card that was checked by its number, for a quarter of an hour.',
  caller: 'any',
  limit: 'quotes',
  body: topUpBody,
  reply: quoteReply,
})
