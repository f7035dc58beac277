import { serve } from '#lib/core/http/route.ts'
import { shareEsim } from '#lib/esims/commands/shares.ts'
import { shareEsimCall } from '#lib/esims/schema.ts'

export const POST = serve(shareEsimCall, ({ caller, params, body }) => shareEsim(caller, params.id, body.name))
