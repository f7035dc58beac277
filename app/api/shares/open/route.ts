import { z } from 'zod'
import { shareCookie } from '#lib/auth/share-session.ts'
import { toReply } from '#lib/core/http/reply.ts'
import { mutation } from '#lib/core/http/route.ts'
import { openShare } from '#lib/esims/commands/shares/open-share.ts'

/** POST /api/shares/open: swaps a link and its PIN for a cookie that opens this one eSIM. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'pins',
    params: z.object({}),
    body: z.strictObject({ token: z.string().regex(/^[\w-]{20,100}$/), pin: z.string().regex(/^\d{6}$/) }),
    reply: z.never(),
  },
  async ({ body }) => {
    const reply = toReply({})
    reply.headers.append('set-cookie', await shareCookie(await openShare(body)))

    return reply
  },
)
