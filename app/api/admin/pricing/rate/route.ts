import { z } from 'zod'
import { savedReply } from '#app/api/admin/pricing/bodies.ts'
import { mutation } from '#lib/core/http/route.ts'
import { calendarDateSchema } from '#lib/core/rules/calendar-date.ts'
import { draftRate } from '#lib/pricing/commands/set-rate.ts'

const FILE_LENGTH = 50_000

/** POST /api/admin/pricing/rate: begins a draft with another exchange rate, typed or out of a file. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.union([
      z.strictObject({ rate: z.string().max(40), asOf: calendarDateSchema }),
      z.strictObject({ file: z.string().min(1).max(FILE_LENGTH) }),
    ]),
    reply: savedReply,
  },
  ({ caller, body }) => draftRate(caller, body),
)
