import { serve } from '#lib/core/http/route.ts'
import { topUpOptions } from '#lib/esims/commands/top-up/top-up-options.ts'
import { listTopUpPlansCall } from '#lib/esims/schema/top-ups.ts'

export const GET = serve(listTopUpPlansCall, ({ caller, params }) => topUpOptions(caller, params.id))
