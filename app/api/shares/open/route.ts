import { shareCookie } from '#lib/auth/share-session.ts'
import { toReply } from '#lib/core/http/reply.ts'
import { serve } from '#lib/core/http/route.ts'
import { openShare } from '#lib/esims/commands/shares/open-share.ts'
import { openShareCall } from '#lib/esims/schema/shares.ts'

export const POST = serve(openShareCall, async ({ body }) => {
  const reply = toReply({})
  reply.headers.append('set-cookie', await shareCookie(await openShare(body)))

  return reply
})
