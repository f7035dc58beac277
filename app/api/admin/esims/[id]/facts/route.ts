import { serve } from '#lib/core/http/route.ts'
import { readFactsAgain } from '#lib/esims/commands/eligibility.ts'
import { refreshEsimStatusCall } from '#lib/esims/schema.ts'

export const POST = serve(refreshEsimStatusCall, ({ caller, params }) => readFactsAgain(caller, params.id))
