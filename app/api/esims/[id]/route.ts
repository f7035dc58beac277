import { serve } from '#lib/core/http/route.ts'
import { nameEsim } from '#lib/esims/commands/shares.ts'
import { nameEsimCall } from '#lib/esims/schema.ts'

export const PATCH = serve(nameEsimCall, ({ caller, params, body }) => nameEsim(caller, params.id, body.name))
