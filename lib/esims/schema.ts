import { z } from 'zod'
import { LONGEST_DAYS } from '#lib/catalog/rules/day-pass.ts'
import { STAFF_PAYMENTS } from '#lib/checkout/rules/staff-order.ts'
import { quoteReply, wantedCurrency } from '#lib/checkout/schema.ts'
import { LOCALE_SHAPE, toLocale } from '#lib/core/i18n/config.ts'
import type { AnswerOf } from '#lib/core/rules/contract.ts'
import { defineCall } from '#lib/core/rules/contract.ts'
import { moneySchema } from '#lib/core/rules/field-schemas.ts'
import { CHECK_OUTCOMES } from '#lib/esims/rules/admin-esims.ts'
import { REMINDER_KINDS } from '#lib/esims/rules/reminders.ts'
import { TOP_UP_REFUSALS } from '#lib/esims/rules/top-up.ts'

/** An opened activation code on its way to the phone it is for. */
const openedReply = z.object({
  id: z.string(),
  iccid: z.string(),
  activationCode: z.string(),
  smdpAddress: z.string(),
  matchingId: z.string(),
  asksConfirmationCode: z.boolean(),
  confirmationHint: z.string().nullable(),
  links: z.object({ apple: z.string(), android: z.string() }).nullable(),
})

export const refreshOrderEsimsCall = defineCall('POST /api/admin/cancellations/facts', {
  summary: 'Our eSIM provider is asked about all delivered eSIMs of an order again.',
  caller: 'staff',
  permission: 'returns.ask',
  body: z.strictObject({ orderId: z.string().min(1).max(64) }),
  reply: z.object({ esims: z.int() }),
})

export const refreshEsimStatusCall = defineCall('POST /api/admin/esims/[id]/facts', {
  summary: 'Our eSIM provider is asked about an eSIM again.',
  caller: 'staff',
  permission: 'iccids.see',
  reply: z.object({ isRead: z.boolean() }),
})

const unanswered = z.object({ isRead: z.literal(false), problem: z.string(), code: z.int().nullable() })

const text = z.string().nullable()

const at = z.date().nullable()

const record = z.object({
  createdOn: text,
  expiresOn: text,
  canTopUp: z.boolean().nullable(),
  profileStatus: text,
  hasDevice: z.boolean(),
  networks: z.array(z.string()),
})

const order = z.object({
  orderNum: text,
  plan: text,
  status: z.int().nullable(),
  isTopUp: z.boolean().nullable(),
  createdAt: at,
  plans: z.array(z.object({ name: text, usedMb: z.number().nullable(), beginsAt: at, endsAt: at })),
})

export const readEsimRecordCall = defineCall('POST /api/admin/esims/[id]/record', {
  summary: "Our eSIM provider's own record and history of an eSIM, each with its own refusal.",
  caller: 'staff',
  permission: 'iccids.see',
  reply: z.discriminatedUnion('isOn', [
    z.object({ isOn: z.literal(false) }),
    z.object({
      isOn: z.literal(true),
      at: z.date(),
      record: z.discriminatedUnion('isRead', [z.object({ isRead: z.literal(true), said: record }), unanswered]),
      history: z.discriminatedUnion('isRead', [
        z.object({ isRead: z.literal(true), said: z.array(order) }),
        unanswered,
      ]),
    }),
  ]),
})

/** A pasted number with what our eSIM provider says about it, in its own text as `said`. */
const row = z.object({
  text: z.string(),
  outcome: z.enum(CHECK_OUTCOMES),
  said: z.string().nullable(),
  profileStatus: z.string().nullable(),
  expiresAt: z.date().nullable(),
  canTopUp: z.boolean().nullable(),
  hasDevice: z.boolean().nullable(),
  esim: z.object({ id: z.string(), orderId: z.string(), number: z.string() }).nullable(),
})

export const checkIccidsCall = defineCall('POST /api/admin/esims/check', {
  summary: 'What our eSIM provider says about pasted ICCIDs, one row per entry.',
  caller: 'staff',
  permission: 'iccids.see',
  body: z.strictObject({ numbers: z.string().max(50_000) }),
  reply: z.object({ calls: z.int(), rows: z.array(row) }),
})

export const revealEsimAsStaffCall = defineCall('POST /api/admin/orders/[id]/esims/[esimId]/reveal', {
  summary: 'The activation code of an eSIM, for a member of staff with a reason.',
  caller: 'staff',
  permission: 'codes.reveal',
  body: z.strictObject({ reason: z.string().trim().min(3).max(500) }),
  reply: z.object({ iccid: z.string(), activationCode: z.string(), smdpAddress: z.string(), matchingId: z.string() }),
})

export const downloadCalendarCall = defineCall('GET /api/esims/[id]/calendar', {
  summary: 'The day before which an eSIM is to be installed and the end of its plan, as a calendar file. No code.',
  caller: 'any',
  holds: 'shared_card',
  media: 'text/calendar',
})

export const sendEsimCopyCall = defineCall('POST /api/esims/[id]/copies', {
  summary: 'Mails an opened eSIM to the address of its order.',
  caller: 'any',
  holds: 'card',
  limit: 'copies',
})

export const listNetworksCall = defineCall('GET /api/esims/[id]/networks', {
  summary: "Which networks this eSIM may use, by country, as our eSIM provider's record says.",
  caller: 'any',
  holds: 'shared_card',
  limit: 'topUps',
  query: z.object({ locale: z.string().default('').transform(toLocale) }),
  reply: z.object({
    countries: z
      .array(
        z.object({
          country: z.string(),
          networks: z.array(
            z.object({ operator: z.string(), generation: z.enum(['2G', '3G', '4G', '5G']).nullable() }),
          ),
        }),
      )
      .nullable(),
  }),
})

export const downloadQrCodeCall = defineCall('GET /api/esims/[id]/qr', {
  summary: 'The picture of an opened code, black on opaque white.',
  caller: 'any',
  holds: 'shared_card',
  limit: 'reveal',
  query: z.object({ format: z.enum(['svg', 'png']).default('svg') }),
  media: 'image/*',
})

export const refreshUsageCall = defineCall('POST /api/esims/[id]/refresh', {
  summary: 'Asks our eSIM provider about usage and profile now, at most once in five minutes.',
  caller: 'any',
  holds: 'shared_card',
  limit: 'topUps',
  reply: z.object({ outcome: z.enum(['read', 'no_answer', 'too_soon']) }),
})

export const revealEsimCall = defineCall('POST /api/esims/[id]/reveal', {
  summary: 'Records both consents, then shows the code. Our own database only.',
  caller: 'any',
  holds: 'shared_card',
  limit: 'reveal',
  body: z.strictObject({ serviceStarts: z.literal(true), withdrawalEnds: z.literal(true) }),
  reply: openedReply,
})

export const setRemindersCall = defineCall('PATCH /api/orders/[id]/reminders', {
  summary: 'Which reminder mails of an order are switched off.',
  caller: 'any',
  holds: 'order',
  body: z.strictObject({ muted: z.array(z.enum(REMINDER_KINDS)).max(REMINDER_KINDS.length) }),
})

export const muteRemindersCall = defineCall('DELETE /api/reminders/[token]', {
  summary: 'Switches the reminders of an order off, by the link of a mail.',
  caller: 'any',
  limit: 'links',
  params: z.object({ token: z.string().regex(/^[\w-]{20,400}$/) }),
})

/** Who an eSIM is for. An empty name is none. */
const travellerBody = z.strictObject({ name: z.string().trim().max(80).nullable() })

/** A share that was just made, on its way to its buyer. */
const madeShareReply = z.object({ id: z.string(), url: z.string(), pin: z.string() })

export const nameEsimCall = defineCall('PATCH /api/esims/[id]', {
  summary: 'Says who an eSIM is for.',
  caller: 'any',
  holds: 'card',
  limit: 'shares',
  body: travellerBody,
})

export const shareEsimCall = defineCall('POST /api/esims/[id]/shares', {
  summary: 'Gives one eSIM to one person. Link and PIN are in this answer alone.',
  caller: 'any',
  holds: 'card',
  limit: 'shares',
  body: travellerBody,
  reply: madeShareReply,
})

export const changeShareCall = defineCall('PATCH /api/shares/[id]', {
  summary: 'Gives the eSIM to somebody else while it is sealed. The old link is dead.',
  caller: 'any',
  holds: 'share',
  limit: 'shares',
  body: travellerBody,
  reply: madeShareReply,
})

export const endShareCall = defineCall('DELETE /api/shares/[id]', {
  summary: 'Takes the eSIM back.',
  caller: 'any',
  holds: 'share',
  limit: 'shares',
})

export const openShareCall = defineCall('POST /api/shares/open', {
  summary: 'Swaps a link and its PIN for a cookie that opens this one eSIM.',
  caller: 'any',
  limit: 'pins',
  body: z.strictObject({ token: z.string().regex(/^[\w-]{20,100}$/), pin: z.string().regex(/^\d{6}$/) }),
})

/** A plan for one eSIM: its days where it is a day pass, and the price that its page showed. */
const topUpBody = z.strictObject({
  planId: z.string().min(1).max(64),
  days: z.int().min(1).max(LONGEST_DAYS).exactOptional(),
  locale: z.string().regex(LOCALE_SHAPE),
  seenUnitMinor: z.int().nonnegative().exactOptional(),
  currency: wantedCurrency,
})

/** A further plan for one eSIM of a customer, and how it is paid. */
const topUpFields = {
  planId: z.string().min(1).max(64),
  days: z.int().min(1).max(LONGEST_DAYS).exactOptional(),
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
  summary: 'Whether the eSIM takes the plan now, and what it costs. Buys nothing.',
  caller: 'staff',
  permission: 'orders.make',
  body: z.strictObject(topUpFields),
  reply: z.object({ total: moneySchema, typed: z.string() }),
})

export const listStaffTopUpPlansCall = defineCall('GET /api/admin/esims/[id]/top-ups', {
  summary: 'What runs and waits on this eSIM, and which plans it takes, asked now.',
  caller: 'staff',
  permission: 'orders.make',
  reply: topUpPlansReply,
})

export const placeStaffTopUpCall = defineCall('POST /api/admin/esims/[id]/top-ups', {
  summary: "Tops a customer's eSIM up. The same key does it once.",
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
  summary: 'Asks our eSIM provider whether this eSIM takes a plan, and offers it for a quarter of an hour.',
  caller: 'any',
  holds: 'card',
  limit: 'quotes',
  body: topUpBody,
  reply: quoteReply,
})

export const checkPhysicalSimCall = defineCall('POST /api/sim-cards/check', {
  summary:
    'What can be put on the physical SIM with a number. Nothing about its owner, its orders or its use; the number stands in the body, so that no log of addresses holds it.',
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
  summary: 'Offers a plan for a physical SIM that was checked by its number, for a quarter of an hour.',
  caller: 'any',
  limit: 'quotes',
  body: topUpBody,
  reply: quoteReply,
})

/** A link to one eSIM and the PIN that opens it. */
export type MadeShare = AnswerOf<typeof shareEsimCall>

export type CheckedEsim = z.input<typeof row>
