import { shareCookie } from '#lib/auth/customer-session.ts'
import { serve, toReply } from '#lib/core/http/route.ts'
import { openShare } from '#lib/esims/commands/shares.ts'
import { openShareCall } from '#lib/esims/schema.ts'

export const POST = serve(openShareCall, async ({ body }) => {
  const reply = toReply({})
  reply.headers.append('set-cookie', await shareCookie(await openShare(body)))

  return reply
})
