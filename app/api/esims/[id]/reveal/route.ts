import { serve } from '#lib/core/http/route.ts'
import { revealEsim } from '#lib/esims/commands/reveal-esim.ts'
import { revealEsimCall } from '#lib/esims/schema.ts'

export const POST = serve(revealEsimCall, ({ caller, params, body }) => revealEsim(caller, params.id, body))
