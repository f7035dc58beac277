import { z } from 'zod'
import { toLocale } from '#lib/core/i18n/config.ts'
import { defineCall } from '#lib/core/rules/contract.ts'
import { CHECK_OUTCOMES } from '#lib/esims/rules/admin-esims.ts'
import { REMINDER_KINDS } from '#lib/esims/rules/reminders.ts'

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
  summary: 'The network is asked about all delivered cards of an order again.',
  caller: 'staff',
  permission: 'returns.ask',
  body: z.strictObject({ orderId: z.string().min(1).max(64) }),
  reply: z.object({ esims: z.int() }),
})

export const refreshEsimStatusCall = defineCall('POST /api/admin/esims/[id]/facts', {
  summary: 'The network is asked about a card again.',
  caller: 'staff',
  permission: 'iccids.see',
  reply: z.object({ isRead: z.boolean() }),
})

const silent = z.object({ isRead: z.literal(false), problem: z.string(), code: z.int().nullable() })

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
  summary: "The network's own record and history of a card, each with its own refusal.",
  caller: 'staff',
  permission: 'iccids.see',
  reply: z.discriminatedUnion('isOn', [
    z.object({ isOn: z.literal(false) }),
    z.object({
      isOn: z.literal(true),
      at: z.date(),
      record: z.discriminatedUnion('isRead', [z.object({ isRead: z.literal(true), said: record }), silent]),
      history: z.discriminatedUnion('isRead', [z.object({ isRead: z.literal(true), said: z.array(order) }), silent]),
    }),
  ]),
})

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
  summary: 'What the network says about pasted card numbers, one row per entry.',
  caller: 'staff',
  permission: 'iccids.see',
  body: z.strictObject({ numbers: z.string().max(50_000) }),
  reply: z.object({ calls: z.int(), rows: z.array(row) }),
})

export const revealEsimAsStaffCall = defineCall('POST /api/admin/orders/[id]/esims/[esimId]/reveal', {
  summary: 'The activation code of a card, for a member of staff with a reason.',
  caller: 'staff',
  permission: 'codes.reveal',
  body: z.strictObject({ reason: z.string().trim().min(3).max(500) }),
  reply: z.object({ iccid: z.string(), activationCode: z.string(), smdpAddress: z.string(), matchingId: z.string() }),
})

export const getActivationCall = defineCall('GET /api/esims/[id]/activation', {
  summary: 'The code of a card that was opened before. A sealed card is not found here.',
  caller: 'any',
  holds: 'shared_card',
  limit: 'reveal',
  reply: openedReply,
})

export const downloadCalendarCall = defineCall('GET /api/esims/[id]/calendar', {
  summary: 'The last day to install an eSIM and the end of its plan, as a calendar file. No code.',
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
  summary: "Which networks this eSIM may use, by country, as the network's record says.",
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
  summary: 'Asks the network about usage and profile now, at most once in five minutes.',
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
