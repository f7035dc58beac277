import { endOwnSession } from '#lib/auth/own-account.ts'
import { endMySessionCall } from '#lib/auth/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const DELETE = serve(endMySessionCall, ({ caller, params }) => endOwnSession(caller, params.id))
