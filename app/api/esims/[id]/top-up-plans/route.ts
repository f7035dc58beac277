import { serve } from '#lib/core/http/route.ts'
import { topUpOptions } from '#lib/esims/commands/top-up-offer.ts'
import { listTopUpPlansCall } from '#lib/esims/schema.ts'

export const GET = serve(listTopUpPlansCall, ({ caller, params }) => topUpOptions(caller, params.id))
