import { serve } from '#lib/core/http/route.ts'
import { openedEsim } from '#lib/esims/commands/reveal-esim.ts'
import { getActivationCall } from '#lib/esims/schema.ts'

export const GET = serve(getActivationCall, ({ caller, params }) => openedEsim(caller, params.id))
