import { serve } from '#lib/core/http/route.ts'
import { nameEsim } from '#lib/esims/commands/shares/name-esim.ts'
import { nameEsimCall } from '#lib/esims/schema/shares.ts'

export const PATCH = serve(nameEsimCall, ({ caller, params, body }) => nameEsim(caller, params.id, body.name))
