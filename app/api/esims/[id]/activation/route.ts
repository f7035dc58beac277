import { serve } from '#lib/core/http/route.ts'
import { openedEsim } from '#lib/esims/commands/opened-esim.ts'
import { getActivationCall } from '#lib/esims/schema/esims.ts'

export const GET = serve(getActivationCall, ({ caller, params }) => openedEsim(caller, params.id))
