import { endOwnOtherSessions } from '#lib/auth/own-account.ts'
import { endMyOtherSessionsCall } from '#lib/auth/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const DELETE = serve(endMyOtherSessionsCall, async ({ caller }) => ({
  ended: await endOwnOtherSessions(caller),
}))
