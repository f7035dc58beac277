import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { sendCopy } from '#lib/esims/commands/cards/send-copy.ts'

/** POST /api/esims/[id]/copies: mails an opened eSIM to the address of its order. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'copies',
    params: z.object({ id: z.string().max(64) }),
    body: z.strictObject({}),
    reply: z.object({}),
  },
  async ({ caller, params }) => {
    await sendCopy(caller, params.id)

    return {}
  },
)
