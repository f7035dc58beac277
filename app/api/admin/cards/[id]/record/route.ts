import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { readCardRecord } from '#lib/esims/commands/cards/card-record.ts'

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

/** POST /api/admin/cards/:id/record: the network's own record and history of a card, each with its own refusal. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id: z.string().min(1).max(64) }),
    body: z.strictObject({}),
    reply: z.discriminatedUnion('isOn', [
      z.object({ isOn: z.literal(false) }),
      z.object({
        isOn: z.literal(true),
        at: z.date(),
        record: z.discriminatedUnion('isRead', [z.object({ isRead: z.literal(true), said: record }), silent]),
        history: z.discriminatedUnion('isRead', [z.object({ isRead: z.literal(true), said: z.array(order) }), silent]),
      }),
    ]),
  },
  ({ caller, params }) => readCardRecord(caller, params.id),
)
